"""Who sits where: the players and colours that a command line or the settings name."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pi.errors import UsageError

COLOURS = ("red", "blue", "green", "yellow", "purple", "white")
"""The colours of seats, in the order in which seats without one get them."""
FEWEST_PLAYERS = 2
UNSEEN = ("Cc", "Zl", "Zp")
"""Unicode's categories of control characters and of breaks of lines."""


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """One player, and the colour of the seat."""

    name: str
    colour: str


def parse_players(words: Iterable[str]) -> tuple[SeatedPlayer, ...]:
    """The seats clockwise, from words such as "anna" or "anna:green"; UsageError for names empty or repeated.

    >>> [f"{seat.name} has {seat.colour}" for seat in parse_players(["anna", "red", "bob:white"])]
    ['anna has blue', 'red has red', 'bob has white']
    """
    named = [_split(word) for word in words]
    _check_names([name for name, _ in named])
    free = _free_colours([colour for _, colour in named if colour])
    return tuple(SeatedPlayer(name, colour or next(free)) for name, colour in named)


def check_first(first: str | None, seats: tuple[SeatedPlayer, ...]) -> str | None:
    """Who begins, as the seat is named; UsageError unless `first` is None or sits at the table."""
    names = [seat.name for seat in seats]
    name = None if first is None else _plain(first)
    if name is not None and name not in names:
        raise UsageError(f"--first {first!r} is not seated; the players are {', '.join(names)}")
    return name


def dice_colours(seats: tuple[SeatedPlayer, ...]) -> dict[str, str] | None:
    """Each player's dice, None where seats share a colour and dice cannot tell them apart."""
    colours = {seat.name: seat.colour for seat in seats}
    return colours if len(set(colours.values())) == len(colours) else None


def _split(word: str) -> tuple[str, str]:
    """Name and colour; the colour is empty where none was named."""
    name, colon, colour = (_plain(part) for part in word.partition(":"))
    if colon and colour not in COLOURS:
        raise UsageError(f"--players: {colour!r} is no colour of a seat; the colours are {', '.join(COLOURS)}")
    return name, colour or (name if name in COLOURS else "")


def _plain(name: str) -> str:
    """Without spaces around it, its accents written in one way: names that look alike are alike."""
    return unicodedata.normalize("NFC", name).strip()


def _check_names(names: list[str]) -> None:
    if not all(names):
        raise UsageError("--players: a name is empty; write the names with commas between, such as red,blue")
    if any(unicodedata.category(letter) in UNSEEN for name in names for letter in name):
        raise UsageError("--players: a name holds a tab or a new line; write it with letters, digits and spaces")
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise UsageError(f"--players: the name {repeated!r} is there twice; every player needs a name of their own")
    if len(names) < FEWEST_PLAYERS:
        raise UsageError(f"--players: {FEWEST_PLAYERS} or more are needed, such as red,blue")


def _free_colours(taken: list[str]) -> Iterator[str]:
    """The colours nobody asked for, in turn; from the start again where there are more seats than colours."""
    free = [colour for colour in COLOURS if colour not in taken] or list(COLOURS)
    while True:
        yield from free
