"""A lens that bends straight lines, with one number: Fitzgibbon's division model (CVPR 2001)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Shape (n, 2), x then y, in pixels; pixel centres are whole numbers."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How a picture departs from a pinhole camera's, about its middle."""

    width: int
    """Of the picture, in pixels."""
    height: int
    """Of the picture, in pixels."""
    bend: float = 0.0
    """By this share a point in the corner is drawn inward (negative) or outward; a webcam has -0.1 to 0."""

    def straight(self, points: Points) -> Points:
        """Where a pinhole camera would have these points of the picture."""
        off, unit = self._off(points)
        far = np.sum(off**2, axis=1, keepdims=True) / unit**2
        return np.asarray(self._middle + off / (1 + self.bend * far), np.float64)

    def bent(self, points: Points) -> Points:
        """Where the picture has these points of a pinhole camera; the inverse of `straight`."""
        off, unit = self._off(points)
        far = np.sum(off**2, axis=1, keepdims=True) / unit**2
        # The smaller root of bend * far * s**2 - s + 1 = 0, written so that a bend of 0 divides nothing by it.
        stretch = 2 / (1 + np.sqrt(np.maximum(1 - 4 * self.bend * far, 0)))
        return np.asarray(self._middle + off * stretch, np.float64)

    @property
    def _middle(self) -> Points:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    def _off(self, points: Points) -> tuple[Points, float]:
        """From the middle, and the half diagonal."""
        return np.asarray(points, np.float64) - self._middle, float(np.hypot(self.width, self.height)) / 2
