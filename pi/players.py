"""Simulated people at the mock camera's table: they throw, take dice out, sweep, and put right what is asked about.

They have eyes and hands only: they see what lies in the tray and hear what everybody is told. What they throw
reaches nobody but the camera.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, assert_never

from pi.cameras.gestures import LyingDie
from pi.cameras.mock import MockCamera
from rules.events import (
    Drinks,
    Event,
    Kept,
    Killed,
    Options,
    Refused,
    Rolled,
    Round,
    Stuck,
    Told,
    Turn,
    Undone,
    Won,
)
from rules.game import Faces
from rules.referee import Ask
from rules.table import Table
from vision.reading import Colour

DICE_EACH = 6
SIDES_DEG = (270.0, 90.0, 0.0, 180.0)  # where the arms of the seats come from
PATIENCE_S = 7.0  # nobody has said anything: people shove the dice about
LOOK_S = (0.3, 0.7)  # how long people look before they do something
LONGER_IS_LIKED = 2.2  # a hand that is a die longer is chosen so many times as often

Step = Literal["nothing", "throw", "take", "clear"]


@dataclass(frozen=True, slots=True)
class Roughness:
    """How often people do what tables do, each a chance."""

    cocked: float = 0.0
    """That a throw leaves a die leaning."""
    short: float = 0.0
    """That a die stays in the cup."""
    bump: float = 0.0
    """That somebody knocks against the table after a throw."""
    hover: float = 0.0
    """That a hand waits over the tray before it takes."""
    wrong_die: float = 0.0
    """That a wrong die is taken first."""
    all_at_once: float = 0.0
    """That everything is swept off, so that nobody can see what was kept."""


GENTLE = Roughness()
ROUGH = Roughness(cocked=0.15, short=0.1, bump=0.15, hover=0.15, wrong_die=0.1, all_at_once=0.1)


class SimulatedPlayers:
    """Everybody at the table. `act` is called once a frame, `hear` and `hear_question` whenever something is told.

    What they throw and choose follows from the seed and the order of the game alone, never from time.
    """

    def __init__(
        self,
        camera: MockCamera,
        seed: int,
        *,
        colours: Mapping[str, Colour],
        rough: bool = False,
        choose: Callable[[Faces], None] | None = None,
    ) -> None:
        """`colours` maps each player, in seat order, to the colour of their dice.

        `choose` is the finger on the screen that answers "which hand"; without it such a question is left open.
        """
        self._camera = camera
        self._colours = dict(colours)
        self._sides = {name: SIDES_DEG[n % len(SIDES_DEG)] for n, name in enumerate(colours)}
        self._roughness = ROUGH if rough else GENTLE
        self._choose = choose
        self._faces, self._taste = Random(f"{seed}/faces"), Random(f"{seed}/taste")
        self._pace, self._mischief = Random(f"{seed}/pace"), Random(f"{seed}/mischief")
        self._hands: dict[str, Faces] = dict.fromkeys(colours, ())
        self._earlier: list[dict[str, Faces]] = []
        self._mover = next(iter(self._colours))
        self._due = DICE_EACH
        self._roll: Faces = ()
        self._fresh = False
        self._hand: Faces = ()
        self._next: Step = "nothing"
        self._question = ""
        self._quiet_frames = 0

    @property
    def wish(self) -> Faces:
        """The hand that the one to move means to have; for whoever checks the referee."""
        return self._hand

    # --- what they hear

    def hear(self, event: Event) -> None:
        """The referee tells everybody something."""
        self._question, self._quiet_frames = "", 0
        match event:
            case Turn(player, dice):
                self._mover, self._due, self._next = player, dice, "throw"
            case Rolled():
                self._earlier.append(dict(self._hands))
                self._fresh = True
            case Killed(victim=victim):
                self._hands[victim] = ()
            case Options(player, hands):
                self._look_at_roll(player, hands)
            case Kept(player, hand):
                self._earlier.append(dict(self._hands))
                self._hands[player] = hand
                self._next = "clear"
            case Won():
                self._hands = dict.fromkeys(self._hands, ())
                self._next = "clear"
            case Stuck():
                self._next = "clear"
            case Undone():
                if self._earlier:
                    self._hands = self._earlier.pop()
            case Round() | Drinks() | Told() | Refused():
                pass
            case _:
                assert_never(event)

    def hear_question(self, about: str) -> None:
        """The table is asked something: a key of `rules.referee.QUESTIONS`."""
        self._question, self._quiet_frames = about, 0

    def listen(self, event: Event) -> None:
        """The same as `hear`, as the circle of listeners calls it."""
        self.hear(event)

    def ask(self, question: Ask) -> None:
        """The same as `hear_question`, as the circle of listeners calls it."""
        self.hear_question(question.about)

    def resume(self, hands: Mapping[str, Faces], lying: Faces = (), to_move: str | None = None) -> None:
        """Sit down at a game that was broken off: these hands, and the roll that still lies in the tray."""
        self._hands.update(hands)
        self._mover = to_move or self._mover
        self._roll, self._fresh = tuple(lying), False
        if lying:
            self._camera.lay(lying, self._colours[self._mover])

    def sit(self, table: Table) -> None:
        """Sit down at a game as it stands."""
        position = table.position
        hands = {place.player: place.hand for place in position.places}
        self.resume(hands, position.roll, position.to_move)

    def _look_at_roll(self, player: str, hands: Sequence[Faces]) -> None:
        self._mover = player
        if self._fresh:
            self._roll, self._fresh = self._seen(), False
        self._hand = self._favourite(hands)
        self._next = "take"

    def _favourite(self, hands: Sequence[Faces]) -> Faces:
        weights = [LONGER_IS_LIKED ** len(hand) for hand in hands]
        return self._taste.choices(list(hands), weights)[0]

    # --- what they do

    def act(self) -> None:
        """Once a frame: begin the next gesture if it is time for one."""
        if self._camera.busy:
            self._quiet_frames = 0
            return
        self._quiet_frames += 1
        if self._question:
            question, self._question = self._question, ""
            self._put_right(question)
        elif self._next != "nothing":
            self._do_next()
        elif self._lying and self._quiet_frames > PATIENCE_S * self._camera.fps:
            self._shove()

    def _do_next(self) -> None:
        step, self._next = self._next, "nothing"
        match step:
            case "throw" if self._lying:
                self._sweep()
                self._next = "throw"
            case "throw":
                self._throw()
            case "take":
                self._take()
            case "clear":
                self._sweep()
            case "nothing":
                pass
            case _:
                assert_never(step)

    def _throw(self) -> None:
        """All dice of the cup, as its owner counts them."""
        count = DICE_EACH - len(self._hands[self._mover])
        if count > 1 and self._mischievous(self._roughness.short):
            count -= 1
        self._throw_dice(count, cocked=int(self._mischievous(self._roughness.cocked)))
        if self._mischievous(self._roughness.bump):
            self._camera.bump()

    def _throw_dice(self, count: int, cocked: int = 0) -> None:
        faces = [self._faces.randint(1, 6) for _ in range(count)]
        self._look()
        self._camera.throw(faces, self._colours[self._mover], cocked=cocked, from_deg=self._side)

    def _take(self) -> None:
        """Bring the tray to the roll without the dice that the chosen hand needs."""
        self._look()
        if self._mischievous(self._roughness.hover):
            self._camera.hover(0.6, from_deg=self._side)
        missing = less(self._roll, self._seen())
        if missing:
            self._camera.put_back(missing, self._colours[self._mover], from_deg=self._side)
            self._next = "take"
            return
        needed = less(self._hand, self._hands[self._mover])
        if self._mischievous(self._roughness.all_at_once) or less(needed, self._seen()):
            self._camera.sweep(from_deg=self._side)
        elif self._mischievous(self._roughness.wrong_die):
            self._camera.take([self._mischief.randrange(len(self._lying))], from_deg=self._side)
        else:
            self._camera.take(self._where(needed), from_deg=self._side)

    def _sweep(self) -> None:
        if self._lying:
            self._look()
            self._camera.sweep(from_deg=self._side)

    def _put_right(self, question: str) -> None:
        """What the table was asked, people do; a question they do not know makes them shove the dice about."""
        match question:
            case "wrong-dice-count" | "throw-again" | "wrong-colour" | "mixed-colours":
                self._sweep()
                self._throw_dice(self._due)
            case "doubtful-die" | "cocked-die" | "hidden-die":
                self._nudge_or_shove()
            case "illegal-keep":
                self._take_again()
            case "which-hand":
                if self._choose:
                    self._choose(self._hand)
            case "clear-tray" | "put-back":
                self._next = "throw"
                self._sweep()
            case _:
                self._shove()

    def _take_again(self) -> None:
        """The wrong dice are out: back with them; where the right ones are, the eyes are to be helped."""
        right = less(self._roll, less(self._hand, self._hands[self._mover]))
        if self._seen() == right:
            self._shove()
        else:
            self._next = "take"

    def _nudge_or_shove(self) -> None:
        leaning = [n for n, die in enumerate(self._camera.lying) if die.cocked]
        if leaning:
            self._look()
            self._camera.nudge(leaning[0], from_deg=self._side)
        else:
            self._shove()

    def _shove(self) -> None:
        """Lay everything apart, same faces up."""
        self._look()
        self._camera.respread(from_deg=self._side)

    # --- small things

    @property
    def _side(self) -> float:
        return self._sides[self._mover]

    @property
    def _lying(self) -> tuple[LyingDie, ...]:
        """What lies there of a roll."""
        return self._camera.lying

    def _seen(self) -> Faces:
        return tuple(sorted(die.face for die in self._lying))

    def _where(self, faces: Faces) -> list[int]:
        """Indexes of lying dice that show these faces, one for each."""
        free = list(enumerate(self._camera.lying))
        found = []
        for face in faces:
            pick = next(item for item in free if item[1].face == face)
            free.remove(pick)
            found.append(pick[0])
        return found

    def _look(self) -> None:
        self._camera.idle(self._pace.uniform(*LOOK_S))

    def _mischievous(self, chance: float) -> bool:
        return self._mischief.random() < chance


def less(faces: Faces, without: Faces) -> Faces:
    """Some dice less others, sorted."""
    return tuple(sorted((Counter(faces) - Counter(without)).elements()))
