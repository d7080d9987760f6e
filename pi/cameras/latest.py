"""Keeps the newest frame of a device: a thread grabs all the time, so that the driver's queue never holds old ones."""

import threading
import time
from collections.abc import Callable

import numpy as np

from pi.errors import CameraGone
from vision.frame import Frame, Pixels

Grab = Callable[[], Pixels | None]
"""Waits for the device's next picture; None where it failed to give one."""

FIRST_PATIENCE_S = 6.0  # a webcam may take seconds to its first frame
PATIENCE_S = 1.5  # later on dozens of frames are missing by then, and whoever reads is kept waiting
FROZEN_S = 2.5  # real sensors have noise: identical frames for so long mean a dead device
BAD_FRAME_PAUSE_S = 0.02  # a device that fails at once must not take a whole core
JOIN_S = 1.0


def frozen(name: str) -> str:
    """What is said of a device that gives the same picture again and again."""
    return f"the camera {name} repeats one picture: it is frozen or unplugged; plug it in again"


class LatestFrame:
    """The newest frame of a device, grabbed on a thread of its own.

    `read` waits for a frame that has not been given yet. It raises CameraGone where none comes for `PATIENCE_S`,
    or where the picture has not changed in any pixel for `FROZEN_S`.
    """

    def __init__(
        self,
        name: str,
        grab: Grab,
        *,
        first_patience_s: float = FIRST_PATIENCE_S,
        patience_s: float = PATIENCE_S,
        frozen_s: float = FROZEN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._grab, self._clock = name, grab, clock
        self._first_patience_s, self._patience_s, self._frozen_s = first_patience_s, patience_s, frozen_s
        self._opened_s = clock()
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._given = -1
        self._alive_s = self._opened_s
        """When the picture last differed from the one before."""
        self._ended: BaseException | None = None
        self._closing = False
        # A daemon: a driver that never returns must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest frame that has not been given yet; CameraGone where the device is dead."""
        with self._fresh:
            patience_s = self._first_patience_s if self._given < 0 else self._patience_s
            arrived = self._fresh.wait_for(self._has_news, timeout=patience_s)
            if self._closing:
                raise CameraGone(f"the camera {self._name} was closed")
            if self._ended is not None:
                raise CameraGone(f"the camera {self._name} failed: {self._ended}") from self._ended
            if not arrived or self._frame is None:
                raise CameraGone(f"the camera {self._name} has given no picture for {patience_s:g} s")
            if self._clock() - self._alive_s > self._frozen_s:
                raise CameraGone(frozen(self._name))
            self._given = self._frame.number
            return self._frame

    def _has_news(self) -> bool:
        news = self._frame is not None and self._frame.number != self._given
        return news or self._ended is not None or self._closing

    def close(self) -> bool:
        """Stop grabbing; may be called twice. False where the device does not return and its thread was left behind."""
        with self._fresh:
            self._closing = True
            self._fresh.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)
        return not self._thread.is_alive()

    def _run(self) -> None:
        number = 0
        try:
            while not self._closing:
                pixels = self._grab()
                if pixels is None:
                    time.sleep(BAD_FRAME_PAUSE_S)
                else:
                    self._keep(pixels, number)
                    number += 1
        except Exception as error:  # noqa: BLE001 - whatever a driver raises is told by read()
            with self._fresh:
                self._ended = error
                self._fresh.notify_all()

    def _keep(self, pixels: Pixels, number: int) -> None:
        now_s = self._clock()
        last = self._frame
        changed = last is None or last.pixels.shape != pixels.shape or not np.array_equal(last.pixels, pixels)
        with self._fresh:
            if changed:
                self._alive_s = now_s
            self._frame = Frame(pixels, now_s - self._opened_s, number)
            self._fresh.notify_all()
