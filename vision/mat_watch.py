"""Follows a mat from reading to reading: it stays where it was until its markers say otherwise."""

from dataclasses import replace

import numpy as np

from vision.frame import Pixels
from vision.mat import MatFinder, Registration

MOVED_MM = 3.0
"""A mat or camera that has moved less than this leaves every die in its zone, and is followed without a word."""


class MatWatch:
    """The mat before one camera."""

    def __init__(self) -> None:
        self._finder = MatFinder()
        self._mat: Registration | None = None

    def see(self, pixels: Pixels, t_s: float) -> Registration | None:
        """Where the mat lies in a picture at rest; None where too few markers are in view.

        Hidden markers do not matter as long as those in view lie where they lay. A mat that lies elsewhere has
        `moved_s` set to the picture's time, in seconds.
        """
        found, known = self._finder.find(pixels), self._mat
        if found is None:
            return self._as_known(pixels)
        if known is not None and _same_view(found, known):
            if _apart_mm(found, known, found.seen) >= MOVED_MM:
                found = replace(found, moved_s=t_s)
            elif len(found.seen) < len(known.seen):
                found = replace(known, seen=found.seen)  # more markers told it better
            else:
                found = replace(found, moved_s=known.moved_s)
        if known is None or len(found.seen) >= len(known.seen) or found.moved_s == t_s:
            self._mat = found
        return found

    def _as_known(self, pixels: Pixels) -> Registration | None:
        """The mat as it lay, if the only marker in view is still where it was."""
        known = self._mat
        if known is None or (known.lens.width, known.lens.height) != (pixels.shape[1], pixels.shape[0]):
            return None
        layout, seen = self._finder.markers(pixels)
        if layout is not known.layout or not seen:
            return None
        alone = {number: quad.mean(axis=0) for number, quad in seen.items()}
        middles = np.array([known.middle_mm(number) for number in alone])
        off = np.linalg.norm(known.places(np.array(list(alone.values()))) - middles, axis=1)
        return replace(known, seen=frozenset(alone)) if float(off.max()) < MOVED_MM else None


def _same_view(one: Registration, other: Registration) -> bool:
    """Whether two registrations can be compared: one mat, pictures of one size."""
    sizes = {(mat.lens.width, mat.lens.height) for mat in (one, other)}
    return one.layout is other.layout and len(sizes) == 1


def _apart_mm(one: Registration, other: Registration, markers: frozenset[int]) -> float:
    """How far apart two registrations have these markers."""
    middles = np.array([one.middle_mm(number) for number in markers])
    return float(np.linalg.norm(other.places(one.pixels(middles)) - middles, axis=1).max())
