"""What the pages of figures show: the chances of one game, and statistics over all of them."""

from dataclasses import dataclass
from typing import ClassVar

from rules.fairness import Fairness


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn that stands out."""

    turn: int
    """Counted from 1."""
    seat: int
    """Whose turn it was, from 0."""
    change: float
    """What it did to that seat's chance to win; negative for a loss."""
    faces: tuple[int, ...]
    """The roll that was so lucky, or the hand that was kept."""
    best: tuple[int, ...] = ()
    """The hand that was worth most; empty for a roll."""


@dataclass(frozen=True, slots=True)
class GraphView:
    """How each side's chance went, turn by turn."""

    scene: ClassVar[str] = "ui.scenes.graph"

    names: tuple[str, ...]
    colours: tuple[str, ...]
    chances: tuple[float, ...]
    """Of the first seat, before the first turn and after each; empty where no odds are known."""
    kills: tuple[tuple[int, int], ...] = ()
    """Turns, counted from 1, and the seats that lost their hand in them, from 0."""
    luckiest: Mark | None = None
    """None where no roll gained anything."""
    costliest: Mark | None = None
    """None where every choice was the best."""
    over: bool = True


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's record."""

    name: str
    colour: str
    games: int
    wins: int
    """Full straights; where three or more play, each round may give one."""
    kills: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What there is to tell of one kind of game."""

    title: str
    games: int
    turns: float | None
    """The average length; None where no game was played to its end."""
    kills: int
    first_turns: int
    """0 in games that cannot be won on the first turn."""
    first_turn_wins: int
    players: tuple[PlayerFigures, ...]
    """The most successful first."""


@dataclass(frozen=True, slots=True)
class DiceFigures:
    """What there is to tell of the dice of one colour, or of all."""

    colour: str
    """Of the dice; "all" for those of all colours together."""
    fairness: Fairness
    simulated: bool = False
    """They were thrown by the program, as in the demo."""


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """One leaf of the statistics."""

    scene: ClassVar[str] = "ui.scenes.statistics"

    shown: GameFigures | DiceFigures | None
    """None where no game was played yet."""
    leaf: int = 0
    leaves: int = 1
    counted: int = 0
    total: int = 0
    """While games are still being counted, fewer are counted than there are."""
