"""Simulated people at a table with a mat: they lay what they keep into their zones and take killed hands away."""

from collections.abc import Callable, Mapping, Sequence

from pi.cameras.gestures import LyingDie
from pi.cameras.mat_mock import MatCamera
from pi.players import SimulatedPlayers, less
from rules.events import Event, Killed, Round, Turn, Won
from rules.game import Faces
from rules.table import Table
from vision.mat_layout import ROLLING
from vision.reading import Colour

FORGOTTEN = 0.3
"""Where people are rough, the chance that a killed hand is left lying until somebody says so."""
MEDDLED = 0.06
"""The same, that somebody touches a hand that is not theirs."""
SHOVED = 0.06
"""The same, that the mat slips."""
SLIP_PX, SLIP_DEG = (9.0, -6.0), 2.0
"""It slips back the next time."""
PUT_RIGHT_S = 5.5
"""So long people smooth a mat that slipped and look at the screen, which takes up to five seconds to trust it again."""


class MatPlayers(SimulatedPlayers):
    """Everybody at the mat. What they throw and choose follows from the seed and the order of the game alone."""

    def __init__(
        self,
        camera: MatCamera,
        seed: int,
        *,
        colours: Mapping[str, Colour],
        rough: bool = False,
        choose: Callable[[Faces], None] | None = None,
    ) -> None:
        """As those who play without a mat. Seats have the numbers of their zones."""
        super().__init__(camera, seed, colours=colours, rough=rough, choose=choose)
        self._mat = camera
        self._rough = rough
        self._seats = {name: seat for seat, name in enumerate(colours, start=1)}
        self._sides = {name: camera.side_deg(seat) for name, seat in self._seats.items()}
        self._to_clear: list[str] = []
        self._slipped = False

    # --- what they hear

    def hear(self, event: Event) -> None:
        """The referee tells everybody something; hands that go back to their cups are taken up."""
        super().hear(event)
        match event:
            case Killed(victim=victim):
                if not self._sometimes(FORGOTTEN):
                    self._to_clear.append(victim)
            case Won() | Round():
                self._hands = dict.fromkeys(self._hands, ())
                self._to_clear = list(self._seats)
            case Turn(player):
                self._meddle(player)
            case _:
                pass

    def sit(self, table: Table) -> None:
        """Sit down at a game as it stands; hands of a game that was broken off are laid into their zones."""
        super().sit(table)
        for place in table.position.places:
            if place.hand and not self._laid(place.player):
                self._mat.put(place.hand, self._colours[place.player], self._seats[place.player])

    def _meddle(self, mover: str) -> None:
        """What should not happen while nobody throws: a hand is touched, the mat slips."""
        others = [name for name, hand in self._hands.items() if hand and name != mover and self._laid(name) == hand]
        if others and self._sometimes(MEDDLED):
            name = self._mischief.choice(others)
            face = self._mischief.choice(self._hands[name])
            self._mat.turn(face, face % 6 + 1, self._seats[name], from_deg=self._sides[mover])
        if self._sometimes(SHOVED):
            back = -1.0 if self._slipped else 1.0
            self._slipped = not self._slipped
            self._mat.shove(SLIP_PX[0] * back, SLIP_PX[1] * back, SLIP_DEG * back)
            self._mat.idle(PUT_RIGHT_S)

    # --- what they do

    def act(self) -> None:
        """Once a frame: take up a hand that was killed, else what is to be done next."""
        if self._camera.busy or self._question or not self._to_clear:
            super().act()
            return
        name = self._to_clear.pop()
        if self._laid(name):
            self._look()
            self._mat.clear(self._seats[name], from_deg=self._sides[name])

    def _take(self) -> None:
        """Bring the own zone to the chosen hand, then sweep up the rest."""
        self._look()
        if self._mischievous(self._roughness.hover):
            self._camera.hover(0.6, from_deg=self._side)
        if self._mischievous(self._roughness.all_at_once):
            self._camera.sweep(from_deg=self._side)  # the hand goes with it, and has to be laid down again
            return
        if self._lying and self._mischievous(self._roughness.wrong_die):
            face = self._mischief.choice(self._seen())
            self._mat.lay_down((face,), self._seats[self._mover], from_deg=self._side)
        else:
            self._lay_hand(self._mover, self._hand)
        self._camera.sweep(from_deg=self._side)

    def _lay_hand(self, name: str, hand: Faces) -> None:
        """Bring a zone to that hand: from the roll while that lies there, else out of the cup."""
        seat, side = self._seats[name], self._sides[name]
        wrong, missing = less(self._laid(name), hand), less(hand, self._laid(name))
        rolled = self._seen() if name == self._mover else ()
        if wrong:
            self._mat.take_faces(wrong, seat, from_deg=side)
        at_hand = less(missing, less(missing, rolled))
        if at_hand:
            self._mat.lay_down(at_hand, seat, from_deg=side)
        if out_of_cup := less(missing, at_hand):
            self._mat.put_in(out_of_cup, self._colours[name], seat, from_deg=side)

    def _put_right(self, question: str) -> None:
        match question:
            case "hand-changed" | "hand-gone" | "strange-hand" | "hand-to-cup" | "hand-to-zone":
                self._look()
                for name, hand in self._hands.items():
                    self._lay_hand(name, hand)
            case "lay-hand":
                self._look()
                self._lay_hand(self._mover, self._hand)
            case "doubtful-die" if not self._lying:
                self._lay_anew()
            case _:
                super()._put_right(question)

    def _take_again(self) -> None:
        """The wrong hand was laid down, or it is read wrongly."""
        self._look()
        if self._laid(self._mover) == self._hand:
            self._lay_anew()
        else:
            self._lay_hand(self._mover, self._hand)
            self._camera.sweep(from_deg=self._side)

    def _lay_anew(self) -> None:
        """The own hand, so that it may be read better."""
        seat = self._seats[self._mover]
        self._mat.lay_down(self._laid(self._mover), seat, from_zone=seat, from_deg=self._side)

    def _shove(self) -> None:
        """Lay the roll apart, same faces up."""
        self._look()
        rolled = [n for n, die in enumerate(self._camera.lying) if die in self._lying]
        self._camera.respread(rolled, from_deg=self._side)

    # --- small things

    @property
    def _lying(self) -> tuple[LyingDie, ...]:
        """What lies on the mat and in no hand's zone."""
        return tuple(die for die in self._camera.lying if (self._mat.zone(die) or ROLLING) <= ROLLING)

    def _laid(self, name: str) -> Faces:
        return _faces(self._mat.lying_in(self._seats[name]))

    def _sometimes(self, chance: float) -> bool:
        """Whether rough people do what the gentle never do."""
        return self._rough and self._mischievous(chance)


def _faces(dice: Sequence[LyingDie]) -> Faces:
    return tuple(sorted(die.face for die in dice))
