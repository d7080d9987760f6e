"""Reads hands on a mat: dice laid in a row, side by side, which by themselves are easily taken for dominoes.

The mat knows better: its paper is white, and what covers the white in a hand's zone is dice.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import estimate_white
from vision.detector import LIGHT_PX, Detector
from vision.dice import Spot
from vision.frame import Pixels
from vision.judge import judge
from vision.mat import TOP_MM, Registration, on_mat
from vision.mat_layout import HandZone, Millimetres
from vision.reading import Die, Reading

Patch = NDArray[np.float32]
"""A zone from above, (height, width, 3), B, G, R."""

ROUNDS = 2
"""Spots between two dice hide those on them; once their neighbours are known they no longer do."""
THINNED_MM = 6.9
"""No two spots that are tried at once are nearer: of neighbours the one that is covered more."""
PATCH_PX_A_MM = 1.5
"""Of a zone's small picture, by which it is told whether anything has changed in it."""
BLOCK_MM = 8.0
"""About half a die: a die that was turned over changes at least one block that large."""
CHANGED = 7.0
"""By how many levels, on average over a block. Noise makes less than one."""
STEP_MM = 5.0
"""From spot to spot that is tried: nearer than half a die, so that each die has one which is moved to its middle."""
SQUARE_MM = 11.0
"""Of a top face so much must be covered, whatever its edges do."""
COVERED = 0.62
"""Pips, white ones, take up to a third of it."""
PIPPED = 0.03
"""Of a white die's face at least so much is dark."""
SAMPLES = 6
"""Points a side of the square that are looked at."""
TINTED, DARK = 0.2, 0.42
"""No paper: a colour by more than this share of the paper's brightness, or less bright than this. Shadows are grey."""
WHITE_PART = 75.0
"""Percentile of a zone's pixels that is paper, for a zone full of dice leaves so much around them."""
HEAT = 0.9
"""Of a spot that the mat tells of, as the finder counts."""
APART_MM = 11.5
"""Two dice are no nearer: smaller ones than 12 mm are not for this mat."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A hand's zone as it was read last."""

    patch: Patch
    moved_s: float
    """Of the registration: once the mat has moved, places in the picture are others."""
    dice: tuple[Die, ...]
    """The sure ones."""


class HandReader:
    """Looks again at the hands of a mat, with the eyes of a detector; remembers zones in which nothing has changed."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._known: dict[int, _Known] = {}

    def read(self, pixels: Pixels, mat: Registration, reading: Reading) -> Reading:
        """The reading with the dice of each hand that were overlooked or doubted, where they are sure now.

        `reading` has its dice on the mat already, as `on_mat` gives it. A zone that looks as it did is read as it was.
        """
        patches = {hand.seat: _patch(pixels, mat, hand) for hand in mat.layout.hands}
        for seat, patch in patches.items():
            known = self._known.get(seat)
            if known is not None and known.moved_s == mat.moved_s and not _changed(patch, known.patch):
                reading = _with(reading, list(known.dice))
        reading = self._completed(pixels, mat, reading)
        for seat, patch in patches.items():
            sure = tuple(die for die in reading.dice if die.sure and die.zone == seat)
            self._known[seat] = _Known(patch, mat.moved_s, sure)
        return reading

    def _completed(self, pixels: Pixels, mat: Registration, reading: Reading) -> Reading:
        """The reading with what is found where something covers a zone and nothing is known of it."""
        for _ in range(ROUNDS):
            spots = [spot for hand in mat.layout.hands for spot in _spots(pixels, mat, hand, reading)]
            found = self._look(pixels, mat, spots, reading.t_s) if spots else []
            if not found:
                break
            reading = _with(reading, found)
        return reading

    def _look(self, pixels: Pixels, mat: Registration, spots: list[Spot], t_s: float) -> list[Die]:
        """The sure dice of hands' zones at these spots."""
        size = pixels.shape[1], pixels.shape[0]
        thin = max(1, min(size) // LIGHT_PX)
        white = estimate_white(np.ascontiguousarray(pixels[::thin, ::thin]))
        seen = [judge(look, white, size) for look in self._detector.looks_at(pixels, spots)]
        found = on_mat(Reading(tuple(seen), *size, t_s), mat).dice
        return [die for die in found if die.sure and (die.zone or 0) > 0]


def _patch(pixels: Pixels, mat: Registration, hand: HandZone) -> Patch:
    """A zone from above, as it is at the height of the dice."""
    x, y, w, h = hand.rect
    across = np.arange(x, x + w, 1 / PATCH_PX_A_MM)
    down = np.arange(y, y + h, 1 / PATCH_PX_A_MM)
    places = np.stack(np.meshgrid(across, down), axis=2).reshape(-1, 2)
    return _colours(pixels, mat.pixels(places, TOP_MM)).reshape(len(down), len(across), 3).astype(np.float32)


def _changed(one: Patch, other: Patch) -> bool:
    """Whether anything but the light is different, in a block of half a die."""
    if one.shape != other.shape:
        return True
    gain = float(np.median(one)) / max(float(np.median(other)), 1.0)
    side = round(BLOCK_MM * PATCH_PX_A_MM)
    return float(cv2.blur(cv2.absdiff(one, other * np.float32(gain)), (side, side)).max()) > CHANGED


def _spots(pixels: Pixels, mat: Registration, hand: HandZone, reading: Reading) -> list[Spot]:
    """Where top faces may be in a zone: covered squares that no sure die explains."""
    x, y, w, h = hand.rect
    across, down = np.meshgrid(
        np.arange(x + SQUARE_MM / 2, x + w, STEP_MM), np.arange(y + SQUARE_MM / 2, y + h, STEP_MM)
    )
    places: Millimetres = np.column_stack([across.ravel(), down.ravel()]).astype(np.float64)
    free = [k for k, place in enumerate(places) if not any(_near(die, place) for die in reading.dice if die.sure)]
    places = places[free]
    places = _thinned(places, _covered(pixels, mat, hand, places))
    if not len(places):
        return []
    tops = mat.pixels(places, TOP_MM)
    beside = mat.pixels(places + np.array([TOP_MM, 0.0]), TOP_MM)
    sides = np.linalg.norm(beside - tops, axis=1)
    return [Spot(float(u), float(v), float(side), HEAT) for (u, v), side in zip(tops, sides, strict=True)]


def _thinned(places: Millimetres, covered: NDArray[np.float64]) -> Millimetres:
    """The places that are covered, without the near neighbours of better ones."""
    kept: list[NDArray[np.float64]] = []
    for n in np.argsort(-covered, kind="stable"):
        if covered[n] > 0 and all(np.hypot(*(places[n] - other)) > THINNED_MM for other in kept):
            kept.append(places[n])
    return np.array(kept, np.float64).reshape(-1, 2)


def _covered(pixels: Pixels, mat: Registration, hand: HandZone, places: Millimetres) -> NDArray[np.float64]:
    """How much of squares at top height around places is no paper, shape (n,); 0 where it is too little for a face."""
    if not len(places):
        return np.zeros(0)
    steps = (np.arange(SAMPLES) / (SAMPLES - 1) - 0.5) * SQUARE_MM
    square = np.array([(dx, dy) for dy in steps for dx in steps])
    points = mat.pixels(np.asarray((places[:, None] + square).reshape(-1, 2), np.float64), TOP_MM)
    colours = _colours(pixels, points)
    zone = mat.pixels(_grid(hand), 0.0)
    paper = np.maximum(np.percentile(_colours(pixels, zone), WHITE_PART, axis=0), 1.0)
    share = colours / paper
    dark = (share.max(axis=1) < DARK).reshape(len(places), -1)
    tinted = (share.max(axis=1) - share.min(axis=1) > TINTED).reshape(len(places), -1)
    covered = (dark | tinted).mean(axis=1)
    return np.where((covered > COVERED) | (dark.mean(axis=1) > PIPPED), covered, 0.0)


def _grid(hand: HandZone) -> Millimetres:
    """Points all over a zone and a little around it."""
    x, y, w, h = hand.rect
    across, down = np.meshgrid(np.arange(x - 3, x + w + 3, 2.0), np.arange(y - 3, y + h + 3, 2.0))
    return np.column_stack([across.ravel(), down.ravel()]).astype(np.float64)


def _colours(pixels: Pixels, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The picture at points (n, 2): (n, 3), B, G, R; its edge is repeated beyond it."""
    columns = np.clip(np.rint(points[:, 0]), 0, pixels.shape[1] - 1).astype(int)
    rows = np.clip(np.rint(points[:, 1]), 0, pixels.shape[0] - 1).astype(int)
    return np.asarray(cv2.blur(pixels, (3, 3))[rows, columns], np.float64)


def _near(die: Die, place: Millimetres) -> bool:
    return die.place_mm is not None and float(np.hypot(*(place - np.array(die.place_mm)))) < APART_MM


def _with(reading: Reading, found: list[Die]) -> Reading:
    """The reading with further sure dice, each of which replaces what was doubted there."""
    kept = [die for die in reading.dice if die.sure or not any(_near(die, np.array(other.place_mm)) for other in found)]
    more: list[Die] = []
    for die in sorted(found, key=lambda d: -d.confidence):
        if not any(_near(other, np.array(die.place_mm)) for other in (*kept, *more)):
            more.append(die)
    return replace(reading, dice=tuple(sorted((*kept, *more), key=lambda die: (die.box.x, die.box.y))))
