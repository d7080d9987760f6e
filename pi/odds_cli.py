"""What `croupier odds` prints."""

from collections.abc import Callable
from typing import Any

from pi.errors import UsageError
from rules import odds
from rules.game import Faces
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


def _sentences(record: dict[str, Any]) -> list[str]:
    state = f"{_spell(record['hand'])} against {_spell(record['opponent'])}, about to roll {record['dice']}"
    lines = [f"{state}: the player to roll wins {record['win']:.12%} of the time"]
    if record.get("kills"):
        lines.append("the roll kills")
    lines += [f"  {_spell(option['hand'])}: {option['win']:.12%}" for option in record.get("options", ())]
    return lines


def _spell(faces: Faces) -> str:
    return "-".join(map(str, faces)) or "nothing"
