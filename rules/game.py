"""The words every game is written in: actions, outcomes, and what a game must be able to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rules.events import Event, Told

Faces: TypeAlias = tuple[int, ...]
"""Values of dice, each 1 to 6."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Marks a game's message for the catalogues; it is translated where it is shown."""
    return message


class Plural(str):
    """A sentence for several of something, which has another for one."""

    __slots__ = ("by", "one")
    one: str
    by: str
    """The hole whose number tells which of the two is meant."""


def P_(one: str, several: str, by: str) -> Plural:  # noqa: N802 - beside N_
    """Marks a game's message that has a plural; which of the two is meant is told where it is shown.

    >>> P_("{n} die", "{n} dice", "n"), P_("{n} die", "{n} dice", "n").one
    ('{n} dice', '{n} die')
    """
    message = Plural(several)
    message.one, message.by = one, by
    return message


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance as an action: the player to move rolled these."""

    faces: Faces
    player: str | None = None
    """Who is said to have rolled; None means whoever is to move."""
    colours: tuple[str, ...] = ()
    """The colour of each die, in the order of the faces, in a game that tells its dice by colour; else empty."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The whole hand on the table after dice were taken from the roll."""

    hand: Faces
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """What somebody says in a game that has more to say than what is kept: a bid, "in", "open"."""

    word: str
    """One of the game's own, a key of `Game.says`."""
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What the word needs: values as JSON has them."""
    player: str | None = None
    """Who says it; None means whoever is to move."""


Action: TypeAlias = Roll | Keep | Say


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """Where two were seated: who made the full straight."""
    drinks: str | None
    """Where more were seated: who was left and buys the drinks."""
    winners: tuple[str, ...] = ()
    """All who won, where a game may have several winners at once; then `winner` names the only one, or None."""


class IllegalAction(ValueError):  # noqa: N818 - the word the whole house uses
    """The rules do not allow this action now; nothing has changed."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        """A key such as "wrong-player", "not-now", "bad-face", "wrong-dice-count", "illegal-hand"."""
        self.message = message
        """One clear sentence that says what to do."""


Awaits: TypeAlias = Literal["roll", "keep", "say", "nothing"]
"""What the rules wait for: a roll, a choice of hand, somebody's word, or nothing once the game is over."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as the rules see it."""

    player: str
    hand: Faces
    """The straight on the table, sorted; empty when there is none."""
    cup: int
    """How many dice are in the cup, those that lie in the tray included."""
    out: bool
    """Has dropped out: won an earlier round of this game, or lost the last die."""
    score: int | None = None
    """Points, in a game that counts them."""
    said: str = ""
    """What this seat has said and still stands, a word of the game such as "in"; empty where nothing was."""


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
    fewest: int = 0
    """The awaited roll may come in several throws of at least so many dice; 0: all `dice` at once."""
    colours: tuple[str, ...] = ()
    """The awaited dice are of these colours, each at most once; empty where colours mean nothing to the rules."""
    offers: tuple[Say, ...] = ()
    """All that may be said now, in the order in which a screen lists it; `player` says whose it is."""
    hidden: bool = False
    """Everybody has rolled under a cup: the dice are seen only when the rules await them."""
    running: int | None = None
    """Points that are at stake and nobody's yet, in a game that has such."""
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What else everybody knows and the game's scene shows, such as the bid that stands; values as JSON has them."""

    def place(self, player: str) -> Place:
        """The seat of a player; KeyError for a stranger."""
        for place in self.places:
            if place.player == player:
                return place
        raise KeyError(player)


Kind: TypeAlias = Literal["word", "number", "flag", "player", "faces", "text"]
"""What an option's value is: one of its words, a whole number, yes or no, a player's name, faces, whatever its game
makes of it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that players agree on before they play, such as what a tie means."""

    key: str
    """What it is called in lines and, with two dashes, on the command line."""
    default: Any
    """What holds where nobody says otherwise; it is told before play like any other."""
    help: str
    """One sentence for the command line's help."""
    kind: Kind = "word"
    words: tuple[str, ...] = ()
    """What may be said, of a word; a number may have words too."""
    name: str = ""
    """What it is called on the screen, in English, marked for the catalogues; its key where it has no name."""
    offered: tuple[Any, ...] = ()
    """What the screen offers of a number, where not just anything can be tapped."""
    most_each: int | None = None
    """A number is at most so many for each player; None for any number."""


State = TypeVar("State")


class Game(Protocol[State]):
    """A game, pure: states are values, chance is an action. A game derives from this and has what it says by itself."""

    key: str
    """What it is called on the command line, such as "run-buster"."""
    title: str
    """What it is called on the screen, such as "Run Buster"."""
    author: str
    """Who designed it; empty where nobody knows."""
    fewest_players: int = 2
    most_players: int | None = None
    """None for any number."""
    own_dice: bool = True
    """Each seat rolls dice of its own colour, so that others in the tray are a mistake."""
    hands_lie: bool = False
    """A seat's hand lies open on the table from turn to turn, on a mat in the seat's own zone."""
    keeps: bool = False
    """A hand is kept of a roll: what lies in the tray afterwards says which."""
    coloured: bool = False
    """Dice are told by colour, so that a roll names the colour of each."""
    options: tuple[Option, ...] = ()
    """What is agreed on before play."""
    says: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The game's own words: each with its fields and what they are: "number", "flag", "name", "names", "face" or
    "faces", with a question mark where it may be left out."""
    sayings: ClassVar[Mapping[str, str]] = {}
    """The game's own events and offers as sentences, in English, with the fields as holes; marked for the catalogues.
    An offer's key is "say " and its word; a value such as a rank has "=" and the value."""
    kills: bool = False
    """A roll may send a hand back to its cup, or leave somebody stuck."""
    first_turn_win: float = 0.0
    """The chance to win with the very first roll, with which statistics compare; 0 where nobody can."""
    odds: Literal["", "play", "own"] = ""
    """Who knows this game's exact chances: nobody, `rules.odds`, or its own `chances`."""
    odds_options: tuple[Option, ...] = ()
    """What those chances are asked with."""

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

    def favourite(self, position: Position, offers: tuple[Say, ...], secret: Faces, chance: Random) -> Say:
        """What a simulated player says, who sees the position and knows the dice under the own cup.

        `offers` are that player's, one or more.
        """
        return chance.choice(offers)

    def chances(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines of `croupier odds` for the values of `odds_options`; ValueError for what cannot be asked."""
        return iter(())

    def advice(self, position: Position) -> Told | None:
        """What a coach says of the position, in the game's own words; None where there is nothing to say."""
        return None

    def throw(self, position: Position, chance: Random) -> tuple[str, ...]:
        """The colours of the dice that a simulated player rolls, where the rules tell dice by colour."""
        return tuple(chance.sample(position.colours, position.dice))


def check_seats(game: Game[Any], players: tuple[str, ...], first: str) -> None:
    """ValueError for too few or too many seats, repeated or empty names, an unknown first."""
    if len(players) < game.fewest_players:
        fewest = {2: "two"}.get(game.fewest_players, str(game.fewest_players))
        raise ValueError(f"{game.title} needs {fewest} players or more, not {len(players)}")
    if game.most_players is not None and len(players) > game.most_players:
        raise ValueError(f"{game.title} is for {game.most_players} players or fewer, not {len(players)}")
    if any(not player.strip() for player in players):
        raise ValueError("a player's name is empty")
    for player in players:
        if players.count(player) > 1:
            raise ValueError(f"the name {player!r} is taken twice")
    if first not in players:
        raise ValueError(f"{first!r} cannot begin: the players are {', '.join(players)}")


def check_faces(faces: Iterable[object]) -> None:
    """IllegalAction "bad-face" for anything that is no whole number 1 to 6."""
    for face in faces:
        # Actions may come from outside, where True and 3.0 pass for whole numbers.
        if type(face) is not int or not 1 <= face <= 6:
            raise IllegalAction("bad-face", f"{_shorten(face)} is no face of a die; faces are whole numbers 1 to 6.")


def _shorten(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."
