"""A webcam by OpenCV: `webcam`, `webcam:1`, or `webcam:/dev/v4l/by-id/…` for a path that survives re-plugging."""

import os
import sys
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from pi.cameras.hold import hold
from pi.cameras.latest import LatestFrame
from pi.cameras.places import WebcamPlaces
from pi.errors import CameraError
from vision.frame import Frame, Pixels

SIZE = (640, 480)
FPS = 30

_places = WebcamPlaces()
"""Remembers, for the program's life, which camera it was: the eye opens it anew after it was unplugged."""


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
    """The camera of that name; after it was unplugged, the same one under whatever number it has now."""
    candidates = _places.candidates(where)
    missing = [device for device in candidates if isinstance(device, str) and not Path(device).exists()]
    if missing == candidates:
        raise CameraError(f"there is no camera {name}: {missing[0]} does not exist; plug it in, or name another one")
    hush()
    for device in candidates:
        hold(_machine_name(device))
        capture = cv2.VideoCapture(device, _back_end(device))
        if capture.isOpened():
            _places.remember(where, device)
            _set_up(capture)
            return capture
        capture.release()
    raise CameraError(f"there is no camera {name}; plug one in, or name another such as webcam:1")


def _back_end(device: int | str) -> int:
    """A path is a device, not a film; a number is what the system makes of it."""
    return int(cv2.CAP_V4L2) if isinstance(device, str) and sys.platform == "linux" else int(cv2.CAP_ANY)


def _machine_name(device: int | str) -> str:
    """The device's own name, whichever of its links was given."""
    return f"video{device}" if isinstance(device, int) else Path(device).resolve().name


def _set_up(capture: cv2.VideoCapture) -> None:
    # MJPG before the size: many webcams give 30 frames a second only so.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def hush() -> None:
    """Keeps OpenCV and its back ends from writing on stderr: what failed is said by the error."""
    # FFmpeg's own reports are switched off by this variable alone, read when it is first used.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
