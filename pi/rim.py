"""The tray's rim, as setting up the camera found it: a die that lies on it, or beside the tray, is asked about."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Die, Reading

OVER = 0.6
"""A die counts as on the rim if its middle is so many of its sides outside the floor: walls hide the floor's edge."""


@dataclass(frozen=True, slots=True)
class Rim:
    """The outline of the tray's floor."""

    outline: tuple[tuple[float, float], ...] = ()
    """Corners as shares of the picture's width and height; empty where nobody knows it, and all dice are in."""

    def doubt(self, die: Die, reading: Reading) -> str:
        """Why the die may not count: as the reader has it, else "rim", else nothing. A mat has no rim."""
        if die.why or len(self.outline) < 3 or reading.mat is not None:
            return die.why
        size = np.array((reading.width, reading.height), np.float32)
        floor: Sequence[float] = np.array(self.outline, np.float32) * size  # type: ignore[assignment]
        inside_px = cv2.pointPolygonTest(np.asarray(floor, np.float32), die.box.centre_px, True)
        return "rim" if inside_px < -OVER * max(die.box.w, die.box.h) else ""
