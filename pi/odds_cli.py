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
            say(to_line(record) if json else _chance(record, game.sayings))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _chance(record: Mapping[str, Any], sayings: Mapping[str, str]) -> str:
    """A game's own line as people read it."""
    match record:
        case {"bid": bid, "dice": dice, "sees": sees, "wild": wild, "holds": holds}:
            seen = f", {_spell(sees)} of them in sight" if sees else ""
            return f"{_bid(bid, wild=wild)} of {dice} dice{seen}: holds {_percent(holds)} of the time"
        case {"dice": dice, "running": running, "bust": bust, "gain": gain}:
            stars = f"two stars {_percent(record['two_stars'])}, three {_percent(record['tally_up'])}"
            parts = f"({stars}, the Up die {_percent(record['up_die'])})"
            return f"{', '.join(dice)} with {running} at stake: bust {_percent(bust)}, gain {gain:+.1f} points {parts}"
        case {"rank": rank, "ways": ways, "of": rolls, "chance": chance}:
            return f"{sayings.get(f'={rank}', rank)}: {_percent(chance)}, {ways} of {rolls} rolls"
        case {"players": players, "tie": tie, "win": win}:
            return f"{players} players tie {_percent(tie)} of the time, and each wins {_percent(win)}"
        case _:
            return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in record.items() if key != "game")


def _bid(bid: Mapping[str, Any], *, wild: bool) -> str:
    """A bid, and whether ones count for it where that is a question."""
    words = f"{bid['count']} × {bid['face']}"
    if bid.get("zhai"):
        return f"{words} zhai"
    return words if bid["face"] == 1 else f"{words}, ones {'wild' if wild else 'not wild'},"


def _percent(chance: float) -> str:
    """A chance in hundredths; one that is not nothing does not read as nothing, nor one that is not certain as certain.

    >>> _percent(0.4293), _percent(1e-9), _percent(1 - 1e-9), _percent(1.0)
    ('42.93%', 'less than 0.01%', 'more than 99.99%', '100.00%')
    """
    if 0 < chance < 0.0001:
        return "less than 0.01%"
    if 0.9999 < chance < 1:
        return "more than 99.99%"
    return f"{chance:.2%}"


def _sentences(record: dict[str, Any]) -> list[str]:
    state = f"{_spell(record['hand'])} against {_spell(record['opponent'])}, about to roll {record['dice']}"
    lines = [f"{state}: the player to roll wins {record['win']:.2%} of the time"]
    if record.get("kills"):
        lines.append("the roll kills")
    lines += [f"  {_spell(option['hand'])}: {option['win']:.2%}" for option in record.get("options", ())]
    return lines


def _spell(faces: Faces) -> str:
    return "-".join(map(str, faces)) or "nothing"
