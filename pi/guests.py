"""Simulated people at any game's table: they throw what the rules await and say one of what is offered.

They see what everybody sees, the position and the tray, and each knows the dice under the own cup. What they throw
reaches nobody but the camera.
"""

from collections.abc import Callable, Mapping
from random import Random

from pi.cameras.mock import MockCamera
from rules.events import Event
from rules.game import Faces, Position, Say
from rules.referee import Ask
from rules.table import Table
from vision.reading import Colour

SIDES_DEG = (270.0, 90.0, 0.0, 180.0)  # where the arms of the seats come from
PATIENCE_S = 7.0  # nobody has said anything: people shove the dice about
LOOK_S = (0.3, 0.7)  # how long people look before they do something
ROUGHLY_COCKED = 0.12  # where people are rough, the chance that a throw leaves a die leaning
MOST_IN_VIEW = 12  # dice that lie in the mock camera's tray at once without a pile

Thrown = tuple[int, Colour]
"""A face and the colour of its die."""


class Guests:
    """Everybody at the table. What they throw and say follows from the seed and the game alone, never from time."""

    def __init__(
        self,
        camera: MockCamera,
        seed: int,
        *,
        colours: Mapping[str, Colour],
        rough: bool = False,
        speak: Callable[[Say], None],
        count: Callable[[], None],
    ) -> None:
        """`colours` maps each player, in seat order, to the colour of their dice.

        `speak` is a finger on what the screen offers, `count` one on "count these dice".
        """
        self._camera = camera
        self._seed = seed
        self._colours = dict(colours)
        self._rough = rough
        self._speak, self._count = speak, count
        self._chance, self._pace = Random(f"{seed}/guests"), Random(f"{seed}/pace")
        self._table: Table | None = None
        self._games = 0
        self._done = -1
        self._thrown: tuple[Thrown, ...] = ()
        self._question = ""
        self._looked = False
        self._insisted = False
        self._quiet_frames = 0

    def sit(self, table: Table) -> None:
        """Another game, or one that was broken off."""
        self._table, self._games, self._done = table, self._games + 1, -1

    def listen(self, event: Event) -> None:
        """The referee tells everybody something."""
        self._question, self._quiet_frames = "", 0

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        self._question, self._quiet_frames = question.about, 0

    def act(self) -> None:
        """Once a frame: begin the next gesture if it is time for one."""
        table = self._table
        if self._camera.busy or table is None:
            self._quiet_frames = 0
            return
        self._quiet_frames += 1
        position = table.position
        if self._question:
            question, self._question = self._question, ""
            self._put_right(question, position)
        elif position.awaits == "nothing" or (position.hidden and position.awaits == "say"):
            if not self._sweep():
                self._talk(position, table.changes)
        elif position.awaits == "say":
            self._talk(position, table.changes)
        elif self._done != table.changes:
            self._throw_next(position, table.changes)
        elif self._camera.lying and self._quiet_frames > PATIENCE_S * self._camera.fps:
            self._shove()

    def _talk(self, position: Position, changes: int) -> None:
        """One of those who may say something says it, after a look."""
        if not position.offers or self._done == changes:
            return
        if not self._looked:
            self._looked = True
            self._camera.idle(self._pace.uniform(*LOOK_S))
            return
        self._looked, self._done = False, changes
        assert self._table is not None
        speakers = sorted({offer.player or position.to_move or "" for offer in position.offers})
        player = self._chance.choice(speakers)
        theirs = tuple(offer for offer in position.offers if (offer.player or position.to_move) == player)
        secret = self._secret(player, position) if position.hidden else ()
        self._speak(self._table.game.favourite(position, theirs, secret, self._chance))

    def _throw_next(self, position: Position, changes: int) -> None:
        if self._sweep():
            return
        self._done, self._insisted = changes, False
        self._thrown = self._dice(position)
        self._throw()

    def _throw(self) -> None:
        """All dice fly in together."""
        side = SIDES_DEG[self._games % len(SIDES_DEG)]
        cocked = int(self._rough and self._chance.random() < ROUGHLY_COCKED)
        faces, colours = [face for face, _ in self._thrown], [colour for _, colour in self._thrown]
        self._camera.throw(faces, colours, cocked=cocked, from_deg=side)

    def _dice(self, position: Position) -> tuple[Thrown, ...]:
        """What is thrown now: dice by colour, those that were hidden, or the mover's own."""
        assert self._table is not None
        if position.hidden:
            return self._uncovered(position)
        if position.colours:
            colours = self._table.game.throw(position, self._chance)
            return tuple((self._chance.randint(1, 6), colour) for colour in colours)  # type: ignore[misc]
        colour = self._colours[position.to_move or next(iter(self._colours))]
        return tuple((self._chance.randint(1, 6), colour) for _ in range(position.dice))

    def _uncovered(self, position: Position) -> tuple[Thrown, ...]:
        """The next hidden dice to show, as many as lie side by side in the tray."""
        hidden = [
            (face, self._colours[place.player])
            for place in position.places
            for face in self._secret(place.player, position)
        ]
        shown = len(hidden) - position.dice
        return tuple(hidden[shown : shown + MOST_IN_VIEW])

    def _secret(self, player: str, position: Position) -> Faces:
        """The dice under a player's cup in this round; the same whenever one looks."""
        chance = Random(f"{self._seed}/{self._games}/{position.round_number}/{player}")
        return tuple(chance.randint(1, 6) for _ in range(position.place(player).cup))

    def _put_right(self, question: str, position: Position) -> None:
        """What the table was asked, people do; a question they do not know makes them shove the dice about."""
        match question:
            case "more-dice" if len(self._camera.lying) == len(self._thrown) < position.dice:
                self._count()
            case "other-dice" if not self._insisted and len(self._camera.lying) == len(self._thrown):
                self._insisted = True  # a colour was misread; said twice, it is thrown again
                self._count()
            case "wrong-dice-count" | "throw-again" | "wrong-colour" | "mixed-colours" | "other-dice":
                self._insisted = False
                self._sweep()
                self._throw()
            case "doubtful-die" if any(die.cocked for die in self._camera.lying):
                leaning = next(n for n, die in enumerate(self._camera.lying) if die.cocked)
                self._camera.nudge(leaning, from_deg=SIDES_DEG[0])
            case "clear-tray" | "hidden-dice":
                self._done = -1  # whatever was thrown into the tray is thrown again
                self._sweep()
            case _:
                self._shove()

    def _shove(self) -> None:
        """Lay everything apart, same faces up."""
        self._camera.idle(self._pace.uniform(*LOOK_S))
        self._camera.respread(from_deg=SIDES_DEG[0])

    def _sweep(self) -> bool:
        """Everything goes back into the cups; False where nothing lies there."""
        if not self._camera.lying:
            return False
        self._camera.idle(self._pace.uniform(*LOOK_S))
        self._camera.sweep(from_deg=SIDES_DEG[0])
        return True
