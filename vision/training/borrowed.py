"""What labels lack is borrowed from the reader as it stands, where the label proves it right.

A photograph's label tells values and places alone. Where the geometric witness reads the labelled value, its pips are
the true ones; and where all dice lie flat, the plane on which the slants of three or more agree is the table's, so
that each die's slant follows from it with much less error than the reader made on that die.
"""

import math
from dataclasses import replace

from vision.detector import Detector
from vision.faces import CROP_PX
from vision.judge import Look
from vision.level import table_slants
from vision.training.data import LabelledDie, LabelledPicture

ENOUGH = 3
"""Fewer dice do not tell the table's plane."""
NEAR = 0.5
"""A look within this many sides of the face is at that die."""
AGREES = 0.3
"""Slant off the plane, as a sine, beyond which a die lies otherwise or was seen badly, and borrows none."""


def borrowed(detector: Detector, picture: LabelledPicture) -> LabelledPicture:
    """The picture with slants and pips added to the dice whose label has none."""
    if all(die.pips is not None and die.slant is not None for die in picture.dice):
        return picture
    height, width = picture.pixels.shape[:2]
    looks = detector.looks(picture.pixels)
    seen = [(die, look_at(die, looks)) for die in picture.dice]
    slants: dict[int, tuple[float, float]] = {}
    flat = [(k, look) for k, (die, look) in enumerate(seen) if look is not None and die.leaning == 0]
    if len(flat) >= ENOUGH:
        guesses = [look.guess.slant for _, look in flat]
        level = table_slants([(look.spot.x, look.spot.y) for _, look in flat], guesses, (width, height))
        for (k, _), at_table, guess in zip(flat, level.tolist(), guesses, strict=True):
            if math.dist(at_table, guess) < AGREES:
                slants[k] = (at_table[0], at_table[1])
    dice = tuple(
        replace(
            die,
            slant=slants.get(k) if die.slant is None else die.slant,
            pips=pips_of(die, look) if die.pips is None else die.pips,
        )
        for k, (die, look) in enumerate(seen)
    )
    return replace(picture, dice=dice)


def look_at(die: LabelledDie, looks: list[Look]) -> Look | None:
    """The look at a labelled die, if there is one."""

    def far(look: Look) -> float:
        return math.hypot(look.spot.x - die.x, look.spot.y - die.y)

    nearest = min(looks, key=far, default=None)
    return nearest if nearest is not None and far(nearest) < NEAR * die.size else None


def pips_of(die: LabelledDie, look: Look | None) -> tuple[tuple[float, float], ...] | None:
    """The pips in the picture, where both witnesses tell the labelled value."""
    if look is None or look.pips is None or not look.pips.value == look.guess.value == die.value:
        return None
    crop = look.crop
    middle = CROP_PX / 2
    return tuple(
        (crop.x + (u + 0.5 - middle) / crop.scale, crop.y + (v + 0.5 - middle) / crop.scale)
        for u, v in look.pips.pips_px
    )
