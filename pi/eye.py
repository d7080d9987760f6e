"""A camera that comes back: opened again after a fault, ever more patiently, while the game waits where it was."""

import logging
from collections.abc import Callable

from pi.cameras.camera import Camera
from pi.config import CameraSettings
from pi.errors import CameraError
from vision.frame import Frame

_log = logging.getLogger(__name__)


class Eye:
    """The camera of one table. Time is a parameter, in seconds of any steady clock. `close` may be called twice."""

    def __init__(self, open_camera: Callable[[], Camera], settings: CameraSettings) -> None:
        """Opens the camera at once; CameraError if it cannot be."""
        self._open_camera = open_camera
        self._settings = settings
        self._camera: Camera | None = open_camera()
        self._wait_s = settings.first_retry_s
        self._retry_at_s = 0.0
        self.live = self._camera.live
        """Whether the source is a device, whose old frames are worthless."""
        self.openings = 1
        """How often the camera was opened; its clock may begin anew each time."""
        self.fault = ""
        """One sentence while the camera is gone."""
        self.ended = False
        """The source had a last frame, and it was read."""

    @property
    def camera(self) -> Camera | None:
        """The open camera, None while it is gone."""
        return self._camera

    def frame(self, now_s: float) -> Frame | None:
        """The next frame; None while the camera is gone, and once the source has ended."""
        if self.ended or (self._camera is None and not self._reopened(now_s)):
            return None
        assert self._camera is not None
        try:
            frame = self._camera.read()
        except CameraError as error:
            self._lose(error, now_s)
            return None
        if frame is None:
            self.ended = True
        else:
            self._wait_s, self.fault = self._settings.first_retry_s, ""
        return frame

    def close(self) -> None:
        """Let go of the camera."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _reopened(self, now_s: float) -> bool:
        if now_s < self._retry_at_s:
            return False
        try:
            self._camera = self._open_camera()
        except CameraError as error:
            self._lose(error, now_s)
            return False
        self.openings += 1
        return True

    def _lose(self, error: CameraError, now_s: float) -> None:
        """Remember the fault, tell it once, and be patient for twice as long as before."""
        if not self.fault:
            _log.warning("the camera is gone, trying again: %s", error)
        self.fault = str(error)
        self.close()
        self._retry_at_s = now_s + self._wait_s
        self._wait_s = min(2 * self._wait_s, self._settings.longest_retry_s)
