"""The settler at work, a frame at a time; where there is a screen to be drawn meanwhile, on a thread of its own."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from vision.frame import Frame
from vision.settle import Change

JOIN_S = 5.0
"""How long the program's end waits for a reading, far longer than one should take on the slowest machine."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A frame that was looked at."""

    frame: Frame
    change: Change | None
    """What it changed; None for nothing."""


class Watching:
    """Looks at one frame after the other, none while the one before is being looked at.

    So the order is the same with and without a thread, and what people see and say waits for no reading.
    """

    def __init__(self, see: Callable[[Frame], Change | None], *, apart: bool) -> None:
        """`see` is told every frame; `apart` lets it work on a thread."""
        self.see = see
        self._apart = apart
        self._frames: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        """What to look at; None to end."""
        self._done: queue.SimpleQueue[Seen | BaseException] = queue.SimpleQueue()
        self._ready = threading.Event()
        self.busy = False
        """A frame is being looked at."""
        self._thread: threading.Thread | None = None

    def begin(self, frame: Frame) -> None:
        """Look at this frame; only where it is not busy."""
        self.busy = True
        self._ready.clear()
        if not self._apart:
            self._done.put(Seen(frame, self.see(frame)))
            return
        if self._thread is None:
            # A daemon: a reading that never ends must not keep the program from ending.
            self._thread = threading.Thread(target=self._work, name="watching", daemon=True)
            self._thread.start()
        self._frames.put(frame)

    def seen(self) -> Seen | None:
        """The frame that was looked at, once; None while that goes on. Whatever went wrong there is raised here."""
        try:
            done = self._done.get_nowait()
        except queue.Empty:
            return None
        self.busy = False
        if isinstance(done, BaseException):
            raise done
        return done

    def wait(self, seconds: float) -> None:
        """Until the frame is looked at, at most so long."""
        self._ready.wait(seconds)

    def close(self) -> bool:
        """End the thread after the frame it is at; False where that goes on and the thread was left behind."""
        if self._thread is None:
            return True
        self._frames.put(None)
        self._thread.join(JOIN_S)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (frame := self._frames.get()) is not None:
            done: Any
            try:
                done = Seen(frame, self.see(frame))
            except Exception as error:  # noqa: BLE001 - raised again where it is asked for
                done = error
            self._done.put(done)
            self._ready.set()
