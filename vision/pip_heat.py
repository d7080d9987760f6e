"""The geometric witness with learned eyes: a small network marks pips, and the lattice judges what they make.

Where light plays tricks, a mirrored lamp on a face, a pattern in translucent plastic, blobs of contrast are no pips.
The network `pips.onnx` was shown where pips of a face turned up are, never what value they make; the value comes
from the same lattice that judges the blobs.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import CROP_PX, WINDOW_PX, peaks_of
from vision.nets import load
from vision.patterns import Floats
from vision.pips import PipsReading, decided, seen_through, views_of

FAINT = 0.35
"""Heat, a chance of a pip, below which a crop is taken to show none."""
OTHER_SCALES = 2
"""The lattice compares blobs over three scales; heat has but one."""


class PipHeat:
    """The network `pips.onnx`, run by cv2.dnn, and the lattice."""

    def __init__(self) -> None:
        self._net = load("pips.onnx")

    def read(self, crops: list[NDArray[np.uint8]], slants: Floats) -> list[PipsReading]:
        """What the pips that are seen in crops (CROP_PX, CROP_PX, 3) make; `slants` (n, 2) as in `read_pips_many`."""
        if not crops:
            return []
        views = views_of(np.asarray(slants, np.float64))
        upright = [seen_through(view, crop) for view, crop in zip(views, crops, strict=True)]
        answers = np.stack([_window(heat) for heat in self._heat(upright)])
        maps = np.zeros((len(crops), 2, 1 + OTHER_SCALES, WINDOW_PX, WINDOW_PX), np.float32)
        maps[:, 1, 0] = answers
        return decided(peaks_of(maps, np.stack([-answers, answers], 1)), views, FAINT)

    def _heat(self, crops: list[NDArray[np.uint8]]) -> Floats:
        """(n, CROP_PX / 2, CROP_PX / 2): the chance of a pip. One by one for the reason that FaceReader has."""
        blobs = [cv2.dnn.blobFromImage(crop, 1 / 255.0) for crop in crops]
        logits = np.concatenate([self._answer(blob) for blob in blobs])[:, 0]
        heat: Floats = 1 / (1 + np.exp(-logits))
        return heat

    def _answer(self, blob: cv2.typing.MatLike) -> cv2.typing.MatLike:
        self._net.setInput(blob)
        return self._net.forward()


def _window(heat: Floats) -> Floats:
    """(WINDOW_PX, WINDOW_PX): the middle of a map of heat enlarged to the crop."""
    whole = cv2.resize(heat, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR)
    low = (CROP_PX - WINDOW_PX) // 2
    return np.asarray(whole[low : low + WINDOW_PX, low : low + WINDOW_PX], np.float32)
