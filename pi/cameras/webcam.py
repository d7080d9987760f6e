"""A webcam by OpenCV: `webcam`, `webcam:1`, or `webcam:/dev/v4l/by-id/…` for a path that survives re-plugging."""

import os
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from pi.cameras.latest import LatestFrame
from pi.errors import CameraError
from vision.frame import Frame, Pixels

SIZE = (640, 480)
FPS = 30


class Webcam:
    """The newest frame of a webcam at each `read()`; frames in between are dropped."""

    live = True

    def __init__(self, where: str = "", *, seed: int = 0) -> None:
        """`where` is an index (0 where it is empty) or a device's path; CameraError where no camera is there."""
        del seed  # a real camera has none
        self.name = f"webcam:{where}" if where else "webcam"
        self._capture = _opened(where, self.name)
        self._latest = LatestFrame(self.name, self._grab)

    def __enter__(self) -> "Webcam":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self) -> Frame | None:
        """The newest frame not given yet; CameraGone where the device is dead."""
        return self._latest.read()

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        if self._latest.close():
            self._capture.release()  # only where nobody is inside the driver

    def _grab(self) -> Pixels | None:
        good, pixels = self._capture.read()
        return np.asarray(pixels, np.uint8) if good and pixels is not None else None


def _opened(where: str, name: str) -> cv2.VideoCapture:
    device: int | str = int(where or 0) if (where or "0").isdecimal() else where
    if isinstance(device, str) and not Path(device).exists():
        raise CameraError(f"there is no camera {name}: {device} does not exist; plug it in, or name another one")
    hush()
    capture = cv2.VideoCapture(device)
    if not capture.isOpened():
        raise CameraError(f"there is no camera {name}; plug one in, or name another such as webcam:1")
    # MJPG before the size: many webcams give 30 frames a second only so.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def hush() -> None:
    """Keeps OpenCV and its back ends from writing on stderr: what failed is said by the error."""
    # FFmpeg's own reports are switched off by this variable alone, read when it is first used.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
