"""One reading out of several looks at one rest, and one die out of the two faces that a cocked one shows."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

from vision.reading import Box, Die, Reading

SAME_PLACE = 0.5
"""A die is the same if its centre has moved less than this share of its size."""
ONE_DIE = 0.72
"""Faces nearer than this share of a flat die's box belong to one die: flat dice that touch are 0.83 boxes apart."""
SURE_AT_LEAST = 2
"""So many readings must be sure of a value that the others leave open."""
HOW_IT_LIES = frozenset({"leaning", "covered", "cut", "too-small"})
"""Doubts about how the die lies rather than what it shows: no other look at it takes them away."""


def same_dice(one: Reading, other: Reading) -> bool:
    """Whether two readings show the same values, equally sure, in the same places."""
    return len(one.dice) == len(other.dice) and all(_agrees(die, other) for die in one.dice)


def combined(readings: Sequence[Reading]) -> Reading:
    """One reading out of several of the same rest; its frame is the last one's.

    A die is sure if at least two readings are sure of its value, none is sure of another or takes it for another, and
    fewer than half doubt how it lies. One that fewer than half of the readings see, and none for sure, is left out.
    """
    places: list[list[Die]] = []
    for reading in readings:
        for die in reading.dice:
            known = next((place for place in places if _same_place(place[0], die)), None)
            if known is None:
                places.append([die])
            else:
                known.append(die)
    dice = [
        _vote(seen, len(readings)) for seen in places if 2 * len(seen) >= len(readings) or any(d.sure for d in seen)
    ]
    return replace(readings[-1], dice=tuple(sorted(dice, key=lambda die: (die.box.x, die.box.y))))


def _vote(seen: list[Die], readings: int) -> Die:
    """What several looks at one die come to."""
    sure = [die for die in seen if die.sure]
    if len(sure) >= SURE_AT_LEAST and _uncontradicted(seen, readings):
        return sure[-1]
    doubts = [die for die in seen if not die.sure]
    last = doubts[-1] if doubts else seen[-1]
    return replace(last, sure=False, why=last.why or "unsteady")


def _uncontradicted(seen: list[Die], readings: int) -> bool:
    """Whether nothing speaks against the value that some looks are sure of: no look that missed the die counts half."""
    values = {die.pips for die in seen if die.pips is not None}
    lies_badly = sum(die.why in HOW_IT_LIES for die in seen) + readings - len(seen)
    return len(values) == 1 and 2 * lies_badly < readings


def settles(reading: Reading) -> bool:
    """Whether another look at the same rest can change nothing: no die is doubted for what it shows."""
    return all(die.sure or die.why in HOW_IT_LIES for die in reading.dice)


def cocked_as_one(reading: Reading) -> Reading:
    """The reading with the two faces of a die on edge told as one die that leans.

    Seen from above such a die shows two faces side by side, nearer to each other than flat dice can lie.
    """
    flat = [max(die.box.w, die.box.h) for die in reading.dice if die.sure]
    dice: list[Die] = []
    for die in reading.dice:
        other = next((one for one in dice if _of_one_die(one, die, flat)), None)
        if other is None:
            dice.append(die)
        else:
            dice[dice.index(other)] = _leaning(other, die)
    return reading if len(dice) == len(reading.dice) else replace(reading, dice=tuple(dice))


def _of_one_die(one: Die, other: Die, flat: list[int]) -> bool:
    if one.sure and other.sure:
        return False
    side = statistics.median(flat) if flat else max(*one.box[2:], *other.box[2:])
    return math.dist(one.box.centre_px, other.box.centre_px) < ONE_DIE * side


def _leaning(one: Die, other: Die) -> Die:
    """Two faces as the one die that they belong to."""
    x, y = min(one.box.x, other.box.x), min(one.box.y, other.box.y)
    right = max(one.box.x + one.box.w, other.box.x + other.box.w)
    low = max(one.box.y + one.box.h, other.box.y + other.box.h)
    likeliest = tuple(dict.fromkeys((*one.likeliest[:1], *other.likeliest[:1], *one.likeliest, *other.likeliest)))
    return replace(one, pips=None, sure=False, box=Box(x, y, right - x, low - y), likeliest=likeliest, why="leaning")


def _agrees(die: Die, reading: Reading) -> bool:
    return any((die.pips, die.sure) == (seen.pips, seen.sure) and _same_place(die, seen) for seen in reading.dice)


def _same_place(die: Die, other: Die) -> bool:
    reach = SAME_PLACE * max(die.box.w, die.box.h)
    (x, y), (other_x, other_y) = die.box.centre_px, other.box.centre_px
    return abs(x - other_x) < reach and abs(y - other_y) < reach
