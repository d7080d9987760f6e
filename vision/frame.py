"""A frame: one picture of a camera source and when it was taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture of shape (height, width, 3), dtype uint8, channels B, G, R."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture as the camera gave it."""

    pixels: Pixels
    """(height, width, 3), uint8, B, G, R."""
    t_s: float
    """Seconds of the source's own clock: of the film, or since the camera was opened."""
    number: int = 0
    """Counts the frames of the source from 0; a gap means that frames were dropped."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What the camera tells of this picture, such as {"ExposureTime": 10000}; empty where it tells nothing."""
