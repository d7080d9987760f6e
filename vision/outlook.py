"""Whether a camera still sees what it saw: the light that has gone, a camera that was knocked or turned away."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.aim import brightness_of
from vision.frame import Pixels
from vision.motion import Contrast, contrast_of
from vision.reading import Box, Reading

BLIND_DARK = 24.0
"""In less light dice are not seen, and an empty tray and a full one look alike."""
CLIPPED_LEVEL, BLIND_CLIPPED = 254, 0.4
"""A picture of which so much is at the end of the scale has lost the pips of bright dice."""
GLANCED_PX = 8
"""At a glance one pixel of so many in a row is looked at."""
CLIPPING = 1.3
"""Where the picture is clipped for the light, most of it has become brighter by this much or more."""
DARKER, BRIGHTER = 0.5, 1.9
"""The light has changed much where it is so many times what it was."""
TINTED = 0.3
"""The same for the share of blue or red in it."""
MARGIN = 0.6
"""A die's shadow and soft edge reach this share of its size beyond its box."""
TELLING = 0.015
"""A picture without more contrast than this, as a standard deviation, looks the same wherever the camera points."""
ALIKE = 0.8
"""Pictures from one place correlate by 0.9 and more, whatever the light; with a cup put down in them by less."""
BETTER = 0.08
"""The camera has moved if a shift makes the pictures more alike by this much."""
MOVED_SHARE = 0.008
"""A shift smaller than this share of the picture's width is a knock that nobody needs to hear of."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a picture at rest says of the camera."""

    blind: str = ""
    """Nothing may be judged from it: "too-dark", "too-bright", or "camera-turned" while dice are missing."""
    notice: str = ""
    """People should know: "camera-moved", "light-changed"; what is seen counts."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A picture that was trusted."""

    contrast: Contrast
    colours: Pixels
    """The reduced picture itself."""
    boxes: tuple[Box, ...]
    scale: float
    brightness: float
    reading: Reading
    dice: int
    """How many were seen; those of them that are missing later may only be out of view."""

    @property
    def clipped(self) -> float:
        """How much of it is at the end of the scale."""
        return float((self.colours.max(axis=2) >= CLIPPED_LEVEL).mean())


class Outlook:
    """Compares each picture at rest with the last one that was trusted. The first one is."""

    def __init__(self) -> None:
        self._trusted: _Seen | None = None
        self._newest: _Seen | None = None

    def begin(self, pixels: Pixels, reading: Reading) -> None:
        """How it looked when the camera was set up; the dice of then need not be there any more."""
        self._trusted = replace(_seen(pixels, reading), dice=0)

    def see(self, pixels: Pixels, reading: Reading) -> Finding:
        """What a picture (H, W, 3), uint8, B, G, R, says, and its reading."""
        seen = _seen(pixels, reading)
        self._newest = seen
        if seen.brightness < BLIND_DARK:
            return Finding("too-dark")
        known = self._trusted
        if known is None or known.contrast.shape != seen.contrast.shape:
            self._trusted = seen
            return Finding()
        finding = _compared(known, seen)
        if not finding.blind:
            self._trusted = seen
        return finding

    def glance(self, pixels: Pixels) -> str:
        """Whether a picture that may not be at rest is "too-dark" or "too-bright" to tell anything; empty if not."""
        if self._trusted is None:
            return ""
        known, few = self._trusted, pixels[::GLANCED_PX, ::GLANCED_PX].max(axis=2)
        if np.percentile(few, 90) < BLIND_DARK and brightness_of(pixels, known.reading) < BLIND_DARK:
            return "too-dark"
        clipped = float((few >= CLIPPED_LEVEL).mean())
        return "too-bright" if clipped > BLIND_CLIPPED > 2 * known.clipped else ""

    def trust(self) -> None:
        """People have said what is what: the newest picture is how it looks from now on."""
        if self._newest is not None and self._newest.brightness >= BLIND_DARK:
            self._trusted = self._newest


def _seen(pixels: Pixels, reading: Reading) -> _Seen:
    contrast = contrast_of(pixels)
    size = contrast.shape[1], contrast.shape[0]
    return _Seen(
        contrast,
        np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8),
        tuple(die.box for die in reading.dice),
        contrast.shape[1] / pixels.shape[1],
        brightness_of(pixels, reading),
        reading,
        len(reading.dice),
    )


def _compared(known: _Seen, seen: _Seen) -> Finding:
    rest = _beside(known.contrast.shape[:2], (*known.boxes, *seen.boxes), seen.scale)
    brighter, tint = _light(known, seen, rest)
    if brighter > CLIPPING and seen.clipped > BLIND_CLIPPED:
        # Clipped pictures have lost what tells where they were taken from.
        return Finding("too-bright") if seen.dice < known.dice else Finding(notice="light-changed")
    shift, as_it_is, shifted = _likeness(known, seen, rest)
    slid = shifted > as_it_is + BETTER and float(np.hypot(*shift)) > MOVED_SHARE * seen.contrast.shape[1]
    if slid or max(as_it_is, shifted) < ALIKE:
        # Dice that are seen are seen from anywhere; dice that are missing may only be out of view.
        hidden = not slid or any(_left(box, shift, seen) for box in known.boxes)
        lost = seen.dice < known.dice and hidden
        return Finding("camera-turned") if lost else Finding(notice="camera-moved")
    return Finding(notice="" if DARKER < brighter < BRIGHTER and tint < TINTED else "light-changed")


def _light(known: _Seen, seen: _Seen, rest: NDArray[np.bool_]) -> tuple[float, float]:
    """By how much most of the picture is brighter than it was, and how far its colours have turned."""
    if not rest.any():
        return 1.0, 0.0
    gains = np.median((seen.colours[rest] + 4.0) / (known.colours[rest] + 4.0), axis=0)
    brighter = float(gains.mean())
    return brighter, float(np.abs(gains / max(1e-6, brighter) - 1).max())


def _left(box: Box, shift: tuple[float, float], seen: _Seen) -> bool:
    """Whether a die has left the picture with a shift of that many reduced pixels."""
    x, y = (centre * seen.scale + by for centre, by in zip(box.centre_px, shift, strict=True))
    return not (0 <= x < seen.contrast.shape[1] and 0 <= y < seen.contrast.shape[0])


def _likeness(known: _Seen, seen: _Seen, rest: NDArray[np.bool_]) -> tuple[tuple[float, float], float, float]:
    """The shift in reduced pixels that explains the new picture best, and how alike they are without it and with it.

    1 and no shift where the old picture has too little contrast to tell.
    """
    if _contrast_in(known.contrast, rest) < TELLING:
        return (0.0, 0.0), 1.0, 1.0
    before, after = (np.where(rest, c.mean(axis=2), 0).astype(np.float32) for c in (known.contrast, seen.contrast))
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(before, after, window)
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (before.shape[1], before.shape[0])
    moved = cv2.warpAffine(known.contrast, matrix, size, borderMode=cv2.BORDER_CONSTANT)
    overlap = cv2.warpAffine(rest.astype(np.uint8), matrix, size, borderMode=cv2.BORDER_CONSTANT) > 0
    shifted = _correlation(np.asarray(moved, np.float32), seen.contrast, overlap & rest)
    return (dx, dy), _correlation(known.contrast, seen.contrast, rest), shifted


def _beside(shape: tuple[int, ...], boxes: Iterable[Box], scale: float) -> NDArray[np.bool_]:
    """Where no die lies or lay."""
    rest = np.ones(shape, bool)
    for box in boxes:
        margin = MARGIN * max(box.w, box.h)
        left, top = int((box.x - margin) * scale), int((box.y - margin) * scale)
        right, bottom = int((box.x + box.w + margin) * scale) + 1, int((box.y + box.h + margin) * scale) + 1
        rest[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = False
    return rest


def _contrast_in(contrast: Contrast, rest: NDArray[np.bool_]) -> float:
    return float(contrast[rest].std()) if rest.any() else 0.0


def _correlation(one: Contrast, other: Contrast, where: NDArray[np.bool_]) -> float:
    if np.count_nonzero(where) < 0.1 * where.size:
        return 0.0
    a, b = one[where].ravel(), other[where].ravel()
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / max(1e-9, float(np.sqrt((a * a).sum() * (b * b).sum()))))
