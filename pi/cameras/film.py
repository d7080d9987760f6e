"""Films as camera sources: a video file, a folder of pictures, an MJPEG stream over http."""

import logging
import re
import time
from pathlib import Path
from types import TracebackType

import cv2
import numpy as np

from pi.cameras.latest import LatestFrame
from pi.cameras.webcam import hush
from pi.errors import CameraError, CameraGone
from vision.frame import Frame, Pixels

_log = logging.getLogger(__name__)

FOLDER_FPS = 30.0
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
FASTEST_FPS = 1000.0
"""What a film says that names no frame rate, being timed in thousandths of a second; no camera here is so fast."""


class _Source:
    """What the sources here share: a name, and a context that closes."""

    name: str

    def close(self) -> None:
        """May be called twice."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Film(_Source):
    """A video file, frame by frame; `t_s` is the film's own time."""

    live = False

    def __init__(self, where: str, *, seed: int = 0) -> None:
        """CameraError where the file holds no film that can be read."""
        del seed
        self.name = where
        path = Path(where)
        if path.stat().st_size == 0:
            raise CameraError(f"{where} is empty: no film is in it")
        hush()
        self._capture = cv2.VideoCapture(str(path))
        fps = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        self._fps = fps if 0 < fps < FASTEST_FPS else 0.0
        self._number = 0
        self._t_s = -1 / FOLDER_FPS
        self._next = self._decoded()
        if self._next is None:
            self._capture.release()
            raise CameraError(f"{where} is no film that can be read: it is cut off or of an unknown kind")

    def __enter__(self) -> "Film":
        return self

    def read(self) -> Frame | None:
        """The next frame; None at the film's end."""
        pixels, number = self._next, self._number
        if pixels is None:
            return None
        self._t_s = self._time_s()
        self._next = self._decoded()
        self._number += 1
        return Frame(pixels, self._t_s, number)

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        self._next = None
        self._capture.release()

    def _time_s(self) -> float:
        """Of the picture that was decoded last: by its number, or as the film has it where it names no rate."""
        if self._fps:
            return self._number / self._fps
        own_s = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return own_s if own_s > self._t_s else self._t_s + 1 / FOLDER_FPS

    def _decoded(self) -> Pixels | None:
        good, pixels = self._capture.read()
        return np.asarray(pixels, np.uint8) if good and pixels is not None else None


class Folder(_Source):
    """The pictures of a folder in the order of their names, as a film of 30 frames a second."""

    live = False
    fps = FOLDER_FPS

    def __init__(self, where: str, *, seed: int = 0) -> None:
        """CameraError where the folder holds no picture."""
        del seed
        self.name = where
        hush()
        self._pictures = sorted(
            (path for path in Path(where).iterdir() if path.suffix.lower() in PICTURE_ENDINGS), key=_in_order
        )
        if not self._pictures:
            raise CameraError(f"the folder {where} holds no pictures (such as .jpg or .png)")
        self._number = 0
        self.spoilt = 0
        """So many files were passed over, being no pictures that can be read."""

    def __enter__(self) -> "Folder":
        return self

    def read(self) -> Frame | None:
        """The next picture; None after the last. A file that is no picture is named in the log and passed over."""
        while self._number < len(self._pictures):
            number = self._number
            self._number += 1
            pixels = _picture(self._pictures[number])
            if pixels is not None:
                return Frame(pixels, number / self.fps, number)
            self.spoilt += 1
            _log.warning("%s is no picture that can be read; it is passed over", self._pictures[number])
        return None

    def close(self) -> None:
        """No more pictures; may be called twice."""
        self._number = len(self._pictures)


def _in_order(path: Path) -> tuple[list[tuple[bool, int, str]], str]:
    """Names as people count: frame2 before frame10."""
    parts = re.findall(r"\d+|\D+", path.name)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts], path.name


def _picture(path: Path) -> Pixels | None:
    try:
        pixels = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR) if path.stat().st_size else None
    except (OSError, cv2.error):  # a folder of that name, no right to read it, more pixels than OpenCV takes
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)


class Stream(_Source):
    """An MJPEG stream over http, as IP cameras and phones give; the newest frame at each `read()`."""

    live = True

    def __init__(self, where: str, *, seed: int = 0) -> None:
        """CameraError where nobody answers, or where the answer is no stream."""
        del seed
        self.name = where
        hush()
        self._capture = cv2.VideoCapture(where)
        if not self._capture.isOpened():
            raise CameraError(f"no stream of pictures comes from {where}; is the camera on, and the address right?")
        self._missed = 0
        self._latest = LatestFrame(where, self._grab)

    def __enter__(self) -> "Stream":
        return self

    def read(self) -> Frame | None:
        """The newest frame not given yet; CameraGone where the stream has broken off."""
        return self._latest.read()

    def close(self) -> None:
        """Hang up; may be called twice."""
        if self._latest.close():
            self._capture.release()

    def _grab(self) -> Pixels | None:
        good, pixels = self._capture.read()
        if good and pixels is not None:
            self._missed = 0
            return np.asarray(pixels, np.uint8)
        self._missed += 1
        if self._missed > MISSED_IS_OVER:
            raise CameraGone("the stream has broken off")
        time.sleep(0.02)
        return None


MISSED_IS_OVER = 25  # one bad picture is nothing; a broken stream gives them without end
