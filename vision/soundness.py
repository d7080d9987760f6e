"""Whether a picture is as the camera means it: whole, and with red where red is."""

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Fault = Literal["", "part", "swapped"]
"""Nothing; only a part of the picture is there; red and blue are exchanged."""

LOOKED_AT_PX = 96
"""The longer side of what is looked at: both faults spoil a picture as a whole."""
LEAST_PART = 0.15
"""Of the height: fewer rows of one colour may be the edge of a table."""
COLOURFUL_LEVELS = 40.0
"""Red and blue that differ by less are grey, and look the same exchanged."""
LEAST_COLOURFUL = 0.004
"""Of the picture: so much must be colourful for an exchange to be told, a die or two."""
WHITE = 255
"""Rows of a sheet of paper under a lamp may well be this to the last pixel."""
LIKER = 0.35
"""An exchanged picture is so much nearer to the one before than the picture as it comes, also under another lamp."""
ALIKE = 1.0
"""A picture whose mean difference from the last sound one, in levels, is less shows the same."""
ENOUGH_GREY = 0.1
"""Of the picture."""
NOISE_LEVELS = 10.0
"""A mean difference up to this says nothing."""


class Soundness:
    """Compares each picture of one camera with the last sound one; a fault lasts until a sound picture comes."""

    def __init__(self) -> None:
        self._sound: Pixels | None = None

    def see(self, pixels: Pixels) -> Fault:
        """What is wrong with a picture (H, W, 3), uint8, B, G, R. The first, or one of another size, is believed."""
        small, before = _reduced(pixels), self._sound
        if before is None or before.shape != small.shape or cv2.norm(small, before, cv2.NORM_L1) < ALIKE * small.size:
            self._sound = small
            return ""
        if _blank_rows(small) - _blank_rows(before) >= LEAST_PART * small.shape[0]:
            return "part"
        if _exchanged(small, before):
            return "swapped"
        self._sound = small
        return ""


def _reduced(pixels: Pixels) -> Pixels:
    """Every so many pixels of the picture: a blank row stays exactly blank."""
    scale = LOOKED_AT_PX / max(pixels.shape[:2])
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def _blank_rows(small: Pixels) -> int:
    """How many rows at the bottom or the top are of one colour to the last level, which no sensor gives."""
    top = _blank_at_first(small)
    if top == len(small):
        return 0  # a covered lens, or a drawn picture: nothing is missing of it
    return max(top, _blank_at_first(small[::-1]))


def _blank_at_first(rows: Pixels) -> int:
    """How many rows are blank before the first that is not."""
    return next((n for n, row in enumerate(rows) if not _is_blank(row)), len(rows))


def _is_blank(row: Pixels) -> bool:
    first = row[0].tolist()
    return first == row[1].tolist() == row[-1].tolist() and bool(np.all(row == row[0])) and min(first) < WHITE


def _exchanged(small: Pixels, before: Pixels) -> bool:
    blue, _, red = cv2.split(before)
    colourful = np.where(cv2.absdiff(red, blue) > COLOURFUL_LEVELS, 255, 0).astype(np.uint8)
    share = cv2.countNonZero(colourful) / colourful.size
    if share < LEAST_COLOURFUL:
        return False
    if cv2.norm(small, before, cv2.NORM_L1, colourful) <= NOISE_LEVELS * 3 * cv2.countNonZero(colourful):
        return False  # the colourful parts are as they were, so that most pictures need no closer look
    was, is_now = before[colourful > 0].astype(np.float32), small[colourful > 0].astype(np.float32)
    exchanged = float(np.mean(np.abs(is_now[:, ::-1] - was)))
    # What is grey tells what another lamp would have done to each channel.
    told_by = cv2.bitwise_not(colourful) if share < 1 - ENOUGH_GREY else colourful
    gains = np.array(cv2.mean(small, told_by)[:3]) / np.maximum(cv2.mean(before, told_by)[:3], 1.0)
    return exchanged < LIKER * min(_off(is_now, was), _off(is_now, was * gains.astype(np.float32)))


def _off(is_now: NDArray[np.float32], expected: NDArray[np.float32]) -> float:
    """How far the pixels are from what was expected, in levels; 0 for noise."""
    off = float(np.mean(np.abs(is_now - expected)))
    return off if off > NOISE_LEVELS else 0.0
