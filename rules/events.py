"""What the rules tell the table: a closed union of events, matched with `match` and `assert_never`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from rules.game import Action, Faces


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll is awaited."""

    player: str
    dice: int
    """How many dice are in the player's cup."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The player to move rolled these."""

    player: str
    faces: Faces
    """Sorted."""
    colours: tuple[str, ...] = ()
    """The colour of each, in a game that tells its dice by colour; else empty."""


@dataclass(frozen=True, slots=True)
class Killed:
    """A roll contained the complement of a hand, which goes back to its cup."""

    player: str
    """Who rolled."""
    victim: str
    hand: Faces
    complement: Faces


@dataclass(frozen=True, slots=True)
class Options:
    """A keep is awaited: every legal hand, sorted."""

    player: str
    hands: tuple[Faces, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """Nothing of the roll extends the hand; the turn passes by itself."""

    player: str
    hand: Faces


@dataclass(frozen=True, slots=True)
class Kept:
    """The hand on the table after the keep, whole."""

    player: str
    hand: Faces


@dataclass(frozen=True, slots=True)
class Won:
    """The full straight."""

    player: str


@dataclass(frozen=True, slots=True)
class Round:
    """A new round begins among those left, first player first, then clockwise; every hand is back in its cup."""

    number: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drinks:
    """The last one left buys the drinks; the game is over."""

    player: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a game tells that the games before it had no event for: a bid, a bust, who is in."""

    word: str
    """A key of the game's `sayings`."""
    player: str | None = None
    """Whom it is about."""
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Values as JSON has them."""
    cue: Literal["", "seat", "kill", "win"] = ""
    """What lamps and sound make of it: somebody's turn, a blow, a win, or nothing."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last action was taken back."""

    action: Action


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has changed, and why."""

    reason: str
    """A key of the protocol's list, such as "illegal-hand"."""
    message: str
    """One clear sentence in English that says what to do."""


Event: TypeAlias = Turn | Rolled | Killed | Options | Stuck | Kept | Won | Round | Drinks | Told | Undone | Refused
