"""Exact chances in two-player Run Buster when both sides play their best, for every pair of hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from rules.game import Faces
from rules.games.run_buster import FULL, STRAIGHTS, kills, legal_hands

HANDS: tuple[Faces, ...] = ((), *(straight for straight in STRAIGHTS if straight != FULL))
"""The 21 hands a player may have when a roll is due."""
SETTLED = 1e-15
"""Values that move less than this in a sweep have converged: a few units in the last place of a float."""
SWEEPS = 2000
"""More than enough sweeps to converge: a policy that lets the game go on for ever is never best."""

_INDEX = {hand: number for number, hand in enumerate(HANDS)}


class ImpossibleState(ValueError):  # noqa: N818 - says what is wrong with the question
    """No game of Run Buster can stand so; the message shows the value."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a roller may do, and what comes of it."""

    hand: Faces
    """On the table afterwards; the old hand where nothing extends it."""
    win: float
    """The chance that the roller wins after this choice."""


@dataclass(frozen=True, slots=True)
class Throw:
    """All rolls of one state that lead to the same choices."""

    chance: float
    after: tuple[int, ...]
    """The states the opponent may be left to roll in; empty where the roll wins at once."""


def win(hand: Faces, opponent: Faces) -> float:
    """The chance that the player about to roll wins; ImpossibleState for what is no hand before a roll."""
    return _values()[_number(_checked_hand(hand), _checked_hand(opponent))]


def choices(hand: Faces, opponent: Faces, roll: Faces) -> tuple[Choice, ...]:
    """What may be done with a roll, best first; ImpossibleState for a roll that the cup cannot give."""
    hand, opponent = _checked_hand(hand), _checked_hand(opponent)
    roll = _checked_roll(hand, roll)
    left = () if kills(roll, opponent) else opponent
    found = [Choice(after, _win_after(after, left)) for after in legal_hands(hand, roll) or (hand,)]
    return tuple(sorted(found, key=lambda choice: (-choice.win, choice.hand)))


def record(hand: Faces, opponent: Faces, roll: Faces | None = None) -> dict[str, Any]:
    """One line of `croupier odds`."""
    hand, opponent = _checked_hand(hand), _checked_hand(opponent)
    line: dict[str, Any] = {"hand": list(hand), "opponent": list(opponent), "dice": 6 - len(hand)}
    line["win"] = win(hand, opponent)
    if roll is not None:
        found = choices(hand, opponent, roll)
        line["roll"] = sorted(roll)
        line["kills"] = kills(roll, opponent)
        line["options"] = [{"hand": list(choice.hand), "win": choice.win} for choice in found]
    return line


def records() -> Iterator[dict[str, Any]]:
    """A line for each of the 441 states."""
    for hand in HANDS:
        for opponent in HANDS:
            yield record(hand, opponent)


def parse_faces(text: str) -> Faces:
    """Faces as the command line has them, in their order; ImpossibleState for anything else.

    >>> parse_faces("3,4,4,6")
    (3, 4, 4, 6)
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    numbers = [word for word in words if word.isascii() and word.removeprefix("-").isdecimal()]
    strange = next((word for word in numbers if word not in ("1", "2", "3", "4", "5", "6")), None)
    if words and numbers == words and strange is not None:
        raise ImpossibleState(f"a die shows 1 to 6, not {strange}; write its faces as 3,4,4,6")
    if any(word not in ("1", "2", "3", "4", "5", "6") for word in words):
        raise ImpossibleState(f"{text!r} is no list of faces; write them as 3,4,4,6")
    return tuple(map(int, words))


def sweep(values: list[float]) -> list[float]:
    """The values one turn earlier, both sides playing their best from then on; best play is its fixed point."""
    return [sum(throw.chance * _best(throw, values) for throw in throws) for throws in _throws()]


@cache
def _values() -> tuple[float, ...]:
    """The chance to win in each state: best replies in turn with the values that follow from them."""
    values = [0.5] * len(_throws())
    for _ in range(SWEEPS):
        replies = [_reply(throws, values) for throws in _throws()]
        _evaluate(replies, values)
        if max(abs(new - old) for new, old in zip(sweep(values), values, strict=True)) <= SETTLED:
            break
    return tuple(values)


def _reply(throws: tuple[Throw, ...], values: list[float]) -> tuple[float, tuple[tuple[int, float], ...]]:
    """The best choices of one state as a line of linear equations: value = constant - sum(chance * value after)."""
    weights: dict[int, float] = defaultdict(float)
    for throw in throws:
        if throw.after:
            weights[min(throw.after, key=values.__getitem__)] += throw.chance
    return sum(throw.chance for throw in throws), tuple(weights.items())


def _evaluate(replies: list[tuple[float, tuple[tuple[int, float], ...]]], values: list[float]) -> None:
    """Solve the equations in place by Gauss and Seidel's sweeps."""
    for _ in range(SWEEPS):
        moved = 0.0
        for state, (constant, weights) in enumerate(replies):
            value = constant
            for after, chance in weights:
                value -= chance * values[after]
            moved = max(moved, abs(value - values[state]))
            values[state] = value
        if moved <= SETTLED:
            return


def _best(throw: Throw, values: list[float]) -> float:
    return 1.0 - min(values[after] for after in throw.after) if throw.after else 1.0


@cache
def _throws() -> tuple[tuple[Throw, ...], ...]:
    """What can be thrown in each state. Only the set of faces matters, so 63 sets stand for all rolls."""
    return tuple(_throws_of(hand, opponent) for hand in HANDS for opponent in HANDS)


def _throws_of(hand: Faces, opponent: Faces) -> tuple[Throw, ...]:
    dice = 6 - len(hand)
    ways: dict[tuple[int, ...], int] = defaultdict(int)
    for size in range(1, dice + 1):
        for faces in combinations(FULL, size):
            ways[_after(hand, opponent, faces)] += _ways(dice, size)
    return tuple(Throw(count / 6**dice, after) for after, count in ways.items())


def _after(hand: Faces, opponent: Faces, faces: Faces) -> tuple[int, ...]:
    hands = _legal(hand, faces) or (hand,)
    if FULL in hands:
        return ()
    left = () if kills(faces, opponent) else opponent
    return tuple(_number(left, kept) for kept in hands)


@cache
def _legal(hand: Faces, faces: Faces) -> tuple[Faces, ...]:
    return legal_hands(hand, faces)


@cache
def _ways(dice: int, size: int) -> int:
    """How many rolls show exactly the faces of one set of this size."""
    return sum((-1) ** (size - some) * comb(size, some) * some**dice for some in range(1, size + 1))


def _win_after(hand: Faces, opponent: Faces) -> float:
    """For the player who has chosen this hand."""
    return 1.0 if hand == FULL else 1.0 - _values()[_number(opponent, hand)]


def _number(hand: Faces, opponent: Faces) -> int:
    return _INDEX[hand] * len(HANDS) + _INDEX[opponent]


def _checked_hand(hand: Faces) -> Faces:
    ordered = tuple(sorted(hand))
    if ordered == FULL:
        raise ImpossibleState("the hand 1,2,3,4,5,6 is full: that game is over")
    if ordered not in _INDEX:
        raise ImpossibleState(f"{','.join(map(str, hand))} is no straight; a hand is like 4,5 or empty")
    return ordered


def _checked_roll(hand: Faces, roll: Faces) -> Faces:
    due = 6 - len(hand)
    if len(roll) != due:
        raise ImpossibleState(f"with this hand {due} dice are rolled, not {len(roll)}")
    if any(face not in FULL for face in roll):
        raise ImpossibleState(f"{','.join(map(str, roll))} is no roll; faces are 1 to 6")
    return tuple(sorted(roll))
