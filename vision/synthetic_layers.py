"""Paint and shadow as 8-bit sheets that are laid over a picture, each where it lies and nowhere else."""

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.frame import Pixels
from vision.reading import Box
from vision.synthetic_dice import Floats

OPAQUE = 255


class Paint(NamedTuple):
    """Something that hides what is under it."""

    x: int
    y: int
    colour: Pixels
    """(h, w, 3), display values, already multiplied by alpha."""
    through: Pixels
    """(h, w, 3), how much of what is under it shows, of 255."""

    @property
    def box(self) -> Box:
        """Where it lies."""
        return _box(self.x, self.y, self.colour)


class Shade(NamedTuple):
    """Something that keeps light away from what is under it."""

    x: int
    y: int
    left: Pixels
    """(h, w, 3), the share of the display value that is left, of 255."""

    @property
    def box(self) -> Box:
        """Where it lies."""
        return _box(self.x, self.y, self.left)


def paint_of(x: int, y: int, colour: Floats, alpha: Floats) -> Paint:
    """A sheet of paint at (x, y), from display values multiplied by alpha and alpha (h, w, 1)."""
    through = np.asarray(cv2.convertScaleAbs(alpha, alpha=-OPAQUE, beta=OPAQUE), np.uint8)
    return Paint(
        x, y, np.asarray(cv2.convertScaleAbs(colour), np.uint8), np.asarray(cv2.merge([through] * 3), np.uint8)
    )


def shade_of(x: int, y: int, left: Floats) -> Shade:
    """A shadow at (x, y), from display factors (h, w, 3)."""
    return Shade(x, y, np.asarray(cv2.convertScaleAbs(left, alpha=OPAQUE), np.uint8))


def cut_paint(paint: Paint) -> Paint:
    """The paint without the margins that hide nothing."""
    there = _within(paint.through)
    return Paint(
        paint.x + there[1].start,
        paint.y + there[0].start,
        np.ascontiguousarray(paint.colour[there]),
        np.ascontiguousarray(paint.through[there]),
    )


def cut_shade(shade: Shade) -> Shade:
    """The shadow without the margins that it does not darken."""
    there = _within(shade.left)
    return Shade(shade.x + there[1].start, shade.y + there[0].start, np.ascontiguousarray(shade.left[there]))


def lay(picture: Pixels, sheet: Paint | Shade, dx: int = 0, dy: int = 0) -> None:
    """Lay a sheet over the picture, in place, moved by so many pixels."""
    window = overlap(picture, sheet.box, dx, dy)
    if window is None:
        return
    there, here = window
    if isinstance(sheet, Shade):
        picture[there] = cv2.multiply(picture[there], sheet.left[here], scale=1 / OPAQUE)
    else:
        seen = cv2.multiply(picture[there], sheet.through[here], scale=1 / OPAQUE)
        picture[there] = cv2.add(seen, sheet.colour[here])


Window = tuple[slice, slice]
"""Rows and columns."""


def overlap(picture: Pixels, box: Box, dx: int = 0, dy: int = 0) -> tuple[Window, Window] | None:
    """The part of the picture that a sheet in that box covers once it is moved, and the same part of the sheet."""
    x, y = box.x + dx, box.y + dy
    top, left = max(y, 0), max(x, 0)
    bottom, right = min(y + box.h, picture.shape[0]), min(x + box.w, picture.shape[1])
    if top >= bottom or left >= right:
        return None
    return (slice(top, bottom), slice(left, right)), (slice(top - y, bottom - y), slice(left - x, right - x))


def soften(sharp: Pixels, soft: Pixels, boxes: Iterable[Box], spread_px: float) -> None:
    """Blur `sharp` into `soft`, in these boxes and as far as the blur carries; elsewhere they are known to match."""
    reach = 3  # of spreads below a pixel next to nothing comes further
    for box in boxes:
        wide = Box(box.x - reach, box.y - reach, box.w + 2 * reach, box.h + 2 * reach)
        around = overlap(sharp, Box(wide.x - reach, wide.y - reach, wide.w + 2 * reach, wide.h + 2 * reach))
        window = overlap(sharp, wide)
        if window is None or around is None:
            continue
        (rows, columns), _ = window
        (above, before), _ = around
        blurred = cv2.GaussianBlur(sharp[above, before], (0, 0), spread_px)
        soft[rows, columns] = blurred[
            rows.start - above.start : rows.stop - above.start,
            columns.start - before.start : columns.stop - before.start,
        ]


def _box(x: int, y: int, sheet: Pixels) -> Box:
    return Box(x, y, sheet.shape[1], sheet.shape[0])


def _within(sheet: Pixels) -> Window:
    """The rows and columns of a sheet in which it changes anything; one pixel where there are none."""
    seen = sheet[..., 1] < OPAQUE
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if not rows.size:
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
