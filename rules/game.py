"""The words every game is written in: actions, outcomes, and what a game must be able to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rules.events import Event

Faces: TypeAlias = tuple[int, ...]
"""Values of dice, each 1 to 6."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance as an action: the player to move rolled these."""

    faces: Faces
    player: str | None = None
    """Who is said to have rolled; None means whoever is to move."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The whole hand on the table after dice were taken from the roll."""

    hand: Faces
    player: str | None = None


Action: TypeAlias = Roll | Keep


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """Where two were seated: who made the full straight."""
    drinks: str | None
    """Where more were seated: who was left and buys the drinks."""


class IllegalAction(ValueError):  # noqa: N818 - the word the whole house uses
    """The rules do not allow this action now; nothing has changed."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        """A key such as "wrong-player", "not-now", "bad-face", "wrong-dice-count", "illegal-hand"."""
        self.message = message
        """One clear sentence that says what to do."""


Awaits: TypeAlias = Literal["roll", "keep", "nothing"]
"""What the rules wait for: a roll, a choice of hand, or nothing once the game is over."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as the rules see it."""

    player: str
    hand: Faces
    """The straight on the table, sorted; empty when there is none."""
    cup: int
    """How many dice are in the cup, those that lie in the tray included."""
    out: bool
    """Has won an earlier round of this game and dropped out."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that there is to see of a game in play, whatever the game."""

    places: tuple[Place, ...]
    """In seat order, clockwise."""
    to_move: str | None
    """None once the game is over."""
    awaits: Awaits
    dice: int
    """How many dice the awaited roll has; 0 while no roll is awaited."""
    roll: Faces
    """The roll of which a hand is to be chosen, sorted; empty while a roll is awaited."""
    options: tuple[Faces, ...]
    """Every legal hand while a keep is awaited, sorted."""
    round_number: int
    """Counts from 1."""

    def place(self, player: str) -> Place:
        """The seat of a player; KeyError for a stranger."""
        for place in self.places:
            if place.player == player:
                return place
        raise KeyError(player)


State = TypeVar("State")


class Game(Protocol[State]):
    """A game, pure: states are values, chance is an action."""

    key: str
    """What it is called on the command line, such as "run-buster"."""
    title: str
    """What it is called on the screen, such as "Run Buster"."""
    author: str
    """Who designed it."""

    def start(self, players: tuple[str, ...], first: str) -> tuple[State, tuple[Event, ...]]:
        """The opening state, and its first prompt."""
        ...

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after an action and what there is to tell; IllegalAction if it is not allowed."""
        ...

    def prompt(self, state: State) -> tuple[Event, ...]:
        """The prompt in force: a `Turn`, an `Options`, or nothing once the game is over."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def position(self, state: State) -> Position:
        """What there is to see."""
        ...
