"""What was asked for: one evening at the table, as the command line and the settings have it."""

import logging
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pi.config import Settings
from pi.errors import JournalError, UsageError
from pi.house import House, still_fitting
from pi.journal import GameRow, Journal, Record
from pi.seats import SeatedPlayer
from rules.game import Game
from rules.games import by_key
from rules.table import Table

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """One run of `play` or `demo`."""

    settings: Settings
    source: str
    """The camera, as `--camera` names it."""
    game: Game[Any]
    seats: tuple[SeatedPlayer, ...]
    seats_named: bool = False
    """Somebody named the players, rather than the settings."""
    game_named: bool = False
    first: str | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    """What was agreed on of the game's options; what was not, the game knows."""
    demo: bool = False
    """Games follow each other, lamps are on the screen only, and simulated players sit at a mock camera."""
    games: int | None = None
    """End after so many games; None for no end by their number."""
    seconds: float | None = None
    """End after so much real time."""
    seed: int | None = None
    """The same games again, tray and throws and all; None where nobody asks for that, and lots are drawn by chance."""
    speed: float = 1.0
    """Times real time, for a source that is read frame by frame; 0 for as fast as possible."""
    rough: bool = False
    window: bool = True
    resume: bool = False
    new: bool = False
    """Nobody wants to hear of an unfinished game."""
    go_on: bool = False
    """An unfinished game goes on without anybody being asked."""
    patient: bool = False
    """A camera that is not there yet is waited for."""
    language: str | None = None
    language_named: bool = False
    """Somebody asked for it on the command line, rather than in the settings."""
    events: str | None = None
    actions: str | None = None
    data: Path | None = None

    @property
    def simulated(self) -> bool:
        """Whether the program throws the dice; such games and people's own do not go on as each other's."""
        return self.source == "mock" or (self.demo and self.source.startswith("mock:"))


@dataclass(frozen=True, slots=True)
class Beginning:
    """How one game begins: anew, or where the journal left it."""

    game: Game[Any]
    seats: tuple[SeatedPlayer, ...]
    first: str
    resumed: GameRow | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    """What was agreed on before a new game."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return tuple(seat.name for seat in self.seats)

    def table(self, journal: Journal) -> Table:
        """The game as it stands where it goes on, else before anything was done."""
        actions = journal.actions(self.resumed.id) if self.resumed else ()
        return Table.replay(self.game, self.names, self.first, actions)

    def record(self, journal: Journal, *, simulated: bool) -> Record:
        """Where its actions are written; a new game goes on even where that cannot be begun."""
        if self.resumed:
            return journal.resume(self.resumed)
        record = journal.unwritten()
        colours = tuple(seat.colour for seat in self.seats)
        try:
            record.begin(self.game.key, self.names, colours, self.first, simulated=simulated)
        except JournalError as error:
            _log.warning("%s", error)
        return record


@dataclass(slots=True)
class Beginnings:
    """The beginnings of one evening's games, one after the other."""

    plan: Plan
    _chance: random.Random = field(init=False)
    _begun: int = 0

    def __post_init__(self) -> None:
        # A seed of its own: the draw must not depend on what the simulated players threw.
        seed = self.plan.seed
        self._chance = random.SystemRandom() if seed is None else random.Random(f"who begins {seed}")

    def anew(self) -> Beginning:
        """The next new game: of two the next seat begins, of more it is drawn, unless a first one is named."""
        names = [seat.name for seat in self.plan.seats]
        if self.plan.first is not None:
            first = names[(names.index(self.plan.first) + self._begun) % len(names)]
        elif len(names) == 2:
            first = names[self._begun % 2]
        else:
            first = self._chance.choice(names)
        self._begun += 1
        return Beginning(self.plan.game, self.plan.seats, first, house=self.plan.house)

    def seat(self, seats: tuple[SeatedPlayer, ...]) -> None:
        """Other people play from the next new game on; the first of them begins it."""
        house = still_fitting(self.plan.game, self.plan.house, tuple(seat.name for seat in seats))
        self.plan, self._begun = replace(self.plan, seats=seats, first=None, house=house), 0

    def choose_game(self, game: Game[Any], house: Mapping[str, Any] | None = None) -> None:
        """Another game is played from the next new one on, with `house` agreed on as far as that can be."""
        names = tuple(seat.name for seat in self.plan.seats)
        self.plan = replace(self.plan, game=game, house=still_fitting(game, house or {}, names))

    def agree(self, key: str, value: Any) -> House:
        """One of the game's options is to be so from the next new game on; what is agreed on of all of them."""
        self.plan = replace(self.plan, house={**self.plan.house, key: value})
        return dict(self.plan.house)

    def resumed(self, journal: Journal) -> Beginning:
        """The last unfinished game; JournalError if there is none, UsageError if it is not the one asked for."""
        row = journal.last_unfinished(simulated=self.plan.simulated)
        names = tuple(seat.name for seat in self.plan.seats)
        if self.plan.seats_named and names != row.players:
            raise UsageError(f"--resume: game {row.id} is played by {', '.join(row.players)}, not {', '.join(names)}")
        if self.plan.game_named and self.plan.game.key != row.game:
            raise UsageError(f"--resume: game {row.id} is {row.game}, not {self.plan.game.key}")
        return self.going_on(row)

    def going_on(self, row: GameRow) -> Beginning:
        """That unfinished game, with its own players, who then sit at the new games too."""
        seats = tuple(SeatedPlayer(*pair) for pair in zip(row.players, row.colours, strict=True))
        # The next new game of the evening is begun by the seat after.
        self.plan = replace(self.plan, seats=seats, first=row.first)
        self._begun = 1
        return Beginning(by_key(row.game), seats, row.first, row)
