"""Loads the reader's networks into cv2.dnn, the same on OpenCV 4 and 5."""

from pathlib import Path

import cv2

MODELS = Path(__file__).parent / "models"


def load(name: str) -> cv2.dnn.Net:
    """The network of a file in `models`.

    OpenCV 5 is told to use its classic engine: its new one takes half as long again for networks as small as these.
    """
    file = str(MODELS / name)
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(file) if engine is None else cv2.dnn.readNetFromONNX(file, engine)
