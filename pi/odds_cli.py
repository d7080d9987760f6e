"""What `croupier odds` prints."""

from collections.abc import Callable, Mapping
from typing import Any

from pi.errors import UsageError
from rules import odds
from rules.game import Faces, Game
from rules.protocol import to_line

Say = Callable[[str], None]


def print_one(hand: str, opponent: str, roll: str | None, *, json: bool, say: Say) -> None:
    """The chance in one state, and what a roll is worth in it; UsageError for what cannot be."""
    try:
        record = odds.record(
            odds.parse_faces(hand),
            odds.parse_faces(opponent),
            odds.parse_faces(roll) if roll is not None else None,
        )
    except odds.ImpossibleState as error:
        raise UsageError(str(error)) from error
    for line in (to_line(record),) if json else _sentences(record):
        say(line)


def print_all(*, json: bool, say: Say) -> None:
    """A line for each state."""
    for record in odds.records():
        say(to_line(record) if json else _sentences(record)[0])


def print_chances(game: Game[Any], asked: Mapping[str, Any], *, json: bool, say: Say) -> None:
    """What a game knows of its own chances; UsageError for what cannot be asked."""
    try:
        for record in game.chances(asked):
            say(to_line(record) if json else _facts(record, game.sayings))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _facts(record: Mapping[str, Any], sayings: Mapping[str, str]) -> str:
    """A line as people read it: each fact with its name, chances in hundredths, the game itself left out."""
    return ", ".join(
        f"{key.replace('_', ' ')} {_fact(value, sayings)}" for key, value in record.items() if key != "game"
    )


def _fact(value: object, sayings: Mapping[str, str]) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float() if 0 <= value <= 1:
            return f"{value:.8%}"
        case float():
            return f"{value:.8f}"
        case str():
            return sayings.get(f"={value}", value)
        case list() | tuple():
            return "-".join(str(_fact(part, sayings)) for part in value) or "nothing"
        case _:
            return str(value)


def _sentences(record: dict[str, Any]) -> list[str]:
    state = f"{_spell(record['hand'])} against {_spell(record['opponent'])}, about to roll {record['dice']}"
    lines = [f"{state}: the player to roll wins {record['win']:.2%} of the time"]
    if record.get("kills"):
        lines.append("the roll kills")
    lines += [f"  {_spell(option['hand'])}: {option['win']:.2%}" for option in record.get("options", ())]
    return lines


def _spell(faces: Faces) -> str:
    return "-".join(map(str, faces)) or "nothing"
