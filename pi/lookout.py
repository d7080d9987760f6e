"""Watches a live camera on a thread of its own, so that whoever asks for a frame never waits for a device."""

import logging
import threading
from collections.abc import Callable

from pi.cameras.camera import Camera
from pi.errors import CameraError, CameraGone
from vision.frame import Frame

_log = logging.getLogger(__name__)

JOIN_S = 1.0  # a healthy camera is let go within a frame or two; one that hangs is left behind, and ends with us


class Lookout:
    """One opening of a live camera: it is opened, read until it fails, and closed, all on the thread."""

    def __init__(self, open_camera: Callable[[], Camera]) -> None:
        self._open_camera = open_camera
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._failure: CameraError | None = None
        self._closing = False
        self.name = ""
        """Of the camera, once it is open."""
        # A daemon: a driver that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._thread.start()

    def frame(self) -> Frame | None:
        """The newest frame that has not been given yet, at once; CameraError once the camera has failed."""
        with self._news:
            frame, self._frame = self._frame, None
            if frame is None and self._failure is not None:
                raise self._failure
            return frame

    def wait(self, seconds: float) -> None:
        """Until there is something to be had, but no longer than that."""
        with self._news:
            self._news.wait_for(lambda: self._frame is not None or self._failure is not None, seconds)

    def close(self, patience_s: float = JOIN_S) -> None:
        """Let go of the camera, as soon as it can be; may be called twice."""
        self._closing = True
        self._thread.join(patience_s)

    def _run(self) -> None:
        try:
            camera = self._open_camera()
        except CameraError as error:
            self._fail(error)
            return
        except Exception as error:  # noqa: BLE001 - a driver raises what it likes, and is told in words
            self._fail(CameraError(f"the camera cannot be opened: {error}"))
            return
        self.name = camera.name
        self._follow(camera)
        try:
            camera.close()  # after the failure is told: a loose ribbon makes this hang
        except Exception as error:  # noqa: BLE001 - as above
            _log.warning("the camera %s was not closed in order: %s", camera.name, error)

    def _follow(self, camera: Camera) -> None:
        try:
            while not self._closing:
                frame = camera.read()
                if frame is None:
                    raise CameraGone(f"the camera {camera.name} gives no more pictures")
                with self._news:
                    self._frame = frame
                    self._news.notify_all()
        except CameraError as error:
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(CameraGone(f"the camera {camera.name} failed: {error}"))

    def _fail(self, error: CameraError) -> None:
        with self._news:
            self._failure = error
            self._news.notify_all()
