"""Another cloth under the dice: a coarse weave or speckle laid over all but the dice, as of a carpet."""

import cv2
import numpy as np
from numpy.typing import NDArray

THREAD_PX = 0.4, 2.5
"""Breadth of a thread along either axis, from fine cloth to a carpet's knots."""
HARDNESS = 0.6, 3.0
"""How sharply light threads part from dark ones: a soft grain to two tones."""
DEPTH = 0.15, 0.6
"""How much lighter or darker than the mean a thread may be, as a share."""
BODY_RADIUS = 0.68, 0.95
"""Radius over the top side of the circle kept around a die; not always the same, so that it is no mark."""
EDGE_PX = 0.8
"""Softness of that circle's edge."""

Placed = tuple[float, float, float, float]
"""A die in a picture: x, y, size, and the weight of place and size."""


def rewoven(rng: np.random.Generator, pixels: NDArray[np.uint8], dice: list[Placed]) -> NDArray[np.uint8]:
    """The picture (H, W, 3) on another cloth; its dice, and a circle around each, stay as they are."""
    threads = rng.normal(0, 1, pixels.shape[:2]).astype(np.float32)
    across, down = np.exp(rng.uniform(*np.log(THREAD_PX), 2))
    weave = cv2.GaussianBlur(threads, (0, 0), float(across), sigmaY=float(down))
    weave = np.tanh(weave / max(1e-3, float(weave.std())) * rng.uniform(*HARDNESS)) * rng.uniform(*DEPTH)
    bare = np.ones(pixels.shape[:2], np.float32)
    for x, y, size, _ in dice:
        cv2.circle(bare, (round(x), round(y)), max(2, round(rng.uniform(*BODY_RADIUS) * size)), (0.0,), -1, cv2.LINE_AA)
    factor = 1 + weave * cv2.GaussianBlur(bare, (0, 0), EDGE_PX)
    return np.asarray((pixels * factor[..., None]).clip(0, 255), np.uint8)
