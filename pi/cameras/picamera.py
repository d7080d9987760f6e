"""The Raspberry Pi's camera by picamera2, imported when it is asked for."""

import importlib
from types import TracebackType
from typing import Any

import numpy as np

from pi.cameras.latest import LatestFrame
from pi.errors import CameraError
from vision.frame import Frame, Pixels

SIZE = (640, 480)
FPS = 30.0
PIXEL_FORMAT = "RGB888"  # by picamera2's naming this is B, G, R in memory

INSTALL = "run: sudo apt install python3-picamera2, then make the venv with --system-site-packages"


class PiCamera:
    """The newest frame of a Pi's camera at each `read()`."""

    live = True

    def __init__(self, where: str = "", *, seed: int = 0) -> None:
        """`where` is the camera's number, 0 where it is empty; CameraError where library or camera are not there."""
        del seed
        self.name = f"picamera:{where}" if where else "picamera"
        if not (where or "0").isdecimal():
            raise CameraError(f"picamera:{where}: the camera's number is wanted, such as picamera:0")
        self._camera = _started(int(where or 0), self.name)
        self._latest = LatestFrame(self.name, self._grab)

    def __enter__(self) -> "PiCamera":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self) -> Frame | None:
        """The newest frame not given yet; CameraGone where the device is dead."""
        return self._latest.read()

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        if self._latest.close():
            self._camera.close()

    def _grab(self) -> Pixels | None:
        # `capture_array` may wait for ever (picamera2#794); it does so on the thread of LatestFrame.
        return np.asarray(self._camera.capture_array("main"), np.uint8)[..., :3]


def _library() -> Any:
    """The module picamera2; CameraError with what to install, whatever importing it raises."""
    try:
        return importlib.import_module("picamera2")
    except Exception as error:  # a numpy of another ABI raises ValueError (picamera2#1211), a missing part ImportError
        raise CameraError(
            f"the Raspberry Pi's camera needs picamera2, which cannot be loaded ({type(error).__name__}: {error}); "
            f"{INSTALL}"
        ) from error


def _started(number: int, name: str) -> Any:
    """A running camera with one configuration that is never switched (picamera2#527)."""
    library = _library()
    try:
        camera = library.Picamera2(number)
        frames = {"FrameRate": FPS}
        camera.configure(
            camera.create_video_configuration(main={"size": SIZE, "format": PIXEL_FORMAT}, controls=frames)
        )
        camera.start()
    except Exception as error:  # libcamera raises what it likes
        raise CameraError(
            f"there is no camera {name} ({type(error).__name__}: {error}); look at its ribbon, and whether "
            "rpicam-hello --list-cameras shows it"
        ) from error
    return camera
