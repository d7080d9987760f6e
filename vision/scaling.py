"""Pictures made smaller without aliasing, in a fraction of the time that one resizing by areas takes."""

import cv2
import numpy as np

from vision.frame import Pixels

NEARLY = 0.75
"""From this scale on, what lies between two pixels is taken from its neighbours: that is faster, and aliases little."""


def reduced(pixels: Pixels, wide: int, tall: int) -> Pixels:
    """A picture (h, w, 3) brought to (tall, wide, 3), neither of which is more than h and w.

    It is halved as often as it can be, which cv2.resize does many times as fast as other ratios.
    """
    while pixels.shape[1] >= 2 * wide and pixels.shape[0] >= 2 * tall:
        half_w, half_h = pixels.shape[1] // 2, pixels.shape[0] // 2
        even = pixels[: 2 * half_h, : 2 * half_w]
        pixels = np.asarray(cv2.resize(even, (half_w, half_h), interpolation=cv2.INTER_AREA), np.uint8)
    how = cv2.INTER_LINEAR if wide >= NEARLY * pixels.shape[1] else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, (wide, tall), interpolation=how), np.uint8)
