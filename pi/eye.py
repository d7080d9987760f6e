"""A camera that comes back: opened again after a fault, ever more patiently, while the game waits where it was."""

import logging
import time
from collections.abc import Callable

from pi.cameras.camera import Camera
from pi.config import CameraSettings
from pi.errors import CameraError, CameraGone
from pi.lookout import Lookout
from vision.frame import Frame
from vision.soundness import Fault, Soundness

_log = logging.getLogger(__name__)

SILENT_S = 20.0
"""A live camera that neither gives a picture nor fails for so long hangs; slow ones take ten seconds to open."""

SPOILT_S = 1.0
"""Pictures that are not as the camera means them are passed over, and said to be a fault once there were no others."""
SPOILT = {
    "part": "the camera {name} gives only part of a picture; look at its cable, or plug it in again",
    "swapped": "the camera {name} shows red as blue; start it again, or run `croupier calibrate`",
}


class Eye:
    """The camera of one table. Time is a parameter, in seconds of any steady clock. `close` may be called twice.

    A live camera is read on a thread and never waited for; any other is read frame by frame, as its frames are asked
    for, so that what is seen does not depend on the machine.
    """

    def __init__(self, open_camera: Callable[[], Camera], settings: CameraSettings, *, patient: bool = False) -> None:
        """Opens the camera at once, on this thread, as macOS wants it; CameraError if it cannot be.

        A patient eye does not wait for its camera, a live one, nor mind that it is not there yet: that is a fault like
        any later one.
        """
        self._open_camera = open_camera
        self._settings = settings
        camera = None if patient else open_camera()
        self.live = camera is None or camera.live
        """Whether the source is a device, whose old frames are worthless."""
        self._camera = None if self.live else camera
        self._lookout = Lookout(lambda: camera or open_camera()) if self.live else None
        self._wait_s = settings.first_retry_s
        self._retry_at_s = 0.0
        self._heard_s: float | None = None
        self._fresh = False
        self._soundness = Soundness()
        self._spoilt_since_s: float | None = None
        self.openings = 1
        """How many openings of the camera frames have come from; its clock may begin anew each time."""
        self.seen = False
        """A frame has come, ever."""
        self.fault = ""
        """One sentence while the camera is gone."""
        self.ended = False
        """The source had a last frame, and it was read."""

    @property
    def camera(self) -> Camera | None:
        """The open camera where it is not live, None while it is gone."""
        return self._camera

    def frame(self, now_s: float) -> Frame | None:
        """The next frame; None where there is nothing new, while the camera is gone, and once the source has ended."""
        if self.ended or not (self._open or self._reopened(now_s)):
            return None
        try:
            frame = self._next(now_s)
        except CameraError as error:
            self._lose(error, now_s)
            return None
        if frame is None:
            return None
        if spoilt := self._soundness.see(frame.pixels):
            self._pass_over(spoilt, frame.t_s)
            return None
        self._welcome()
        return frame

    def wait(self, seconds: float) -> None:
        """Until a live camera has something new, but no longer than that; of other sources, just so long."""
        if self._lookout is not None:
            self._lookout.wait(seconds)
        else:
            time.sleep(seconds)

    def restart(self) -> None:
        """Open a camera that is not well again at the next look, without waiting out its patience."""
        if not self.fault:
            return
        self._let_go()
        self._retry_at_s, self._wait_s = float("-inf"), self._settings.first_retry_s

    def leave(self) -> None:
        """No more pictures are wanted: a live camera is let go meanwhile; `close` is still due."""
        if self._lookout is not None:
            self._lookout.close(patience_s=0.0)

    def close(self) -> None:
        """Let go of the camera."""
        if self._lookout is not None:
            self._lookout.close()
            self._lookout = None
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    @property
    def _open(self) -> bool:
        return self._lookout is not None or self._camera is not None

    def _next(self, now_s: float) -> Frame | None:
        if self._lookout is None:
            assert self._camera is not None
            frame = self._camera.read()
            self.ended = frame is None
            return frame
        frame = self._lookout.frame()
        if frame is not None or self._heard_s is None:
            self._heard_s = now_s
        elif now_s - self._heard_s > SILENT_S:
            raise CameraGone(f"the camera does not answer for {SILENT_S:g} s; look at its cable")
        return frame

    def _reopened(self, now_s: float) -> bool:
        """Whether the camera is open again, or at least being opened."""
        if now_s < self._retry_at_s:
            return False
        self._fresh = True
        self._soundness, self._spoilt_since_s = Soundness(), None
        if self.live:
            self._lookout, self._heard_s = Lookout(self._open_camera), now_s
            return True
        try:
            self._camera = self._open_camera()
        except CameraError as error:
            self._lose(error, now_s)
            return False
        return True

    def _pass_over(self, spoilt: Fault, t_s: float) -> None:
        """A picture that shows nothing rightly is no frame; one such is nothing, a second of them is a fault."""
        if self._spoilt_since_s is None:
            self._spoilt_since_s = t_s
        if self.fault or t_s - self._spoilt_since_s < SPOILT_S:
            return
        source = self._lookout or self._camera
        self.fault = SPOILT[spoilt].format(name=source.name if source else "")
        _log.warning("%s", self.fault)

    def _welcome(self) -> None:
        """A frame has come: all is well."""
        self._spoilt_since_s = None
        if self.fault:
            _log.warning("the camera is back")
        self._wait_s, self.fault, self.seen = self._settings.first_retry_s, "", True
        self.openings += self._fresh
        self._fresh = False

    def _lose(self, error: CameraError, now_s: float) -> None:
        """Remember the fault, tell it once, and be patient for twice as long as before."""
        if not self.fault:
            _log.warning("the camera is gone, trying again: %s", error)
        self.fault = str(error)
        self._let_go()
        self._retry_at_s = now_s + self._wait_s
        self._wait_s = min(2 * self._wait_s, self._settings.longest_retry_s)

    def _let_go(self) -> None:
        """Of a camera that may hang: it is not waited for."""
        if self._lookout is not None:
            self._lookout.close(patience_s=0.0)
            self._lookout = None
        self.close()
