"""A camera in a process of its own, whose frames come through shared memory.

A camera library may block for ever, hold the interpreter's lock while it does so, or bring its process down. Here that
costs the camera's process, which is ended and started again; the game goes on.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from types import TracebackType
from typing import Any, Self

from pi.cameras.ring import FrameRing, make_memory
from pi.errors import CameraError, CameraGone
from vision.frame import Frame

FIRST_PATIENCE_S = 15.0  # a Pi 4 takes four seconds to load the library, and some more to start the sensor
PATIENCE_S = 2.0  # later on dozens of frames are missing by then
GRACE_S = 0.7  # so long a camera may take to close in order before its process is killed
MESSAGE_BYTES = 65536


class CameraApart:
    """The newest frame of a camera that runs in another process, at each `read()`. A context manager."""

    live = True

    def __init__(
        self,
        name: str,
        device: str,
        options: dict[str, Any],
        *,
        first_patience_s: float = FIRST_PATIENCE_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Starts the process and waits until its camera is open; CameraError, in the process's own words, if it cannot.

        `device` is "module:Class": a class whose instances, made with `options` as keywords, have the `read` and
        `close` of a Camera, and may wait in `read` for as long as they like.
        """
        self.name = name
        self._patience_s = patience_s
        self._patient_until_s = time.monotonic() + first_patience_s
        self._half = b""
        self._messages: deque[dict[str, Any]] = deque()
        memory = make_memory()
        self._ring = FrameRing(memory)
        self._news, theirs = os.pipe()
        try:
            self._process = _started(device, options, memory, theirs)
        finally:
            os.close(memory)
            os.close(theirs)
        try:
            self._wait_until_open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The number of the camera's process."""
        return self._process.pid

    def read(self) -> Frame | None:
        """The newest frame not given yet; None at the source's end; CameraGone where camera or process fail."""
        until_s = max(self._patient_until_s, time.monotonic() + self._patience_s)
        while True:
            message = self._newest(until_s)
            if "ended" in message:
                return None
            pixels = self._ring.take(message["slot"], message["frame"], message["height"], message["width"])
            if pixels is not None:
                self._patient_until_s = 0.0
                return Frame(pixels, message["t_s"], message["frame"], message["metadata"])

    def close(self) -> None:
        """End the process, in order if it answers; may be called twice."""
        if self._news < 0:
            return
        _end(self._process)
        os.close(self._news)
        self._news = -1
        self._ring.close()

    def _wait_until_open(self) -> None:
        message = self._next(self._patient_until_s)
        if "failed" in message:
            raise CameraError(message["failed"])

    def _newest(self, until_s: float) -> dict[str, Any]:
        """The last frame that is told of, or the end; CameraGone where the process tells of a failure."""
        message = self._next(until_s)
        while self._messages and "frame" in self._messages[0]:
            message = self._messages.popleft()
        if "failed" in message:
            raise CameraGone(f"the camera {self.name} failed: {message['failed']}")
        return message

    def _next(self, until_s: float) -> dict[str, Any]:
        """The oldest message not looked at; CameraGone where none comes in time, or the process has ended."""
        self._receive(time.monotonic())  # what has come already, so that `_newest` finds the newest
        while not self._messages:
            if not self._receive(until_s):
                raise CameraGone(f"the camera {self.name} does not answer: it hangs; it is being started again")
        return self._messages.popleft()

    def _receive(self, until_s: float) -> bool:
        """Take what the process has told; False where nothing has come until then. CameraGone where it has ended."""
        if self._news < 0:
            raise CameraGone(f"the camera {self.name} was closed")
        if not select.select([self._news], [], [], max(0.0, until_s - time.monotonic()))[0]:
            return False
        told = os.read(self._news, MESSAGE_BYTES)
        if not told and not self._messages:
            raise CameraGone(f"the camera {self.name} is gone: {_how_it_ended(self._process)}")
        *whole, self._half = (self._half + told).split(b"\n")
        self._messages += [json.loads(line) for line in whole]
        return True


def _started(device: str, options: dict[str, Any], memory: int, news: int) -> subprocess.Popen[bytes]:
    facts = {"device": device, "options": options, "memory": memory, "news": news, "parent": os.getpid()}
    environment = {"LIBCAMERA_LOG_LEVELS": "*:ERROR", **os.environ}  # its chatter is not for our stderr
    return subprocess.Popen(
        # -P: a module of that name in the working folder is not ours.
        [sys.executable, "-P", "-m", "pi.cameras.apart_child", json.dumps(facts)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment,
        pass_fds=(memory, news),
        start_new_session=True,  # Ctrl-C at the terminal is for us; we end the camera in order
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the process to end by closing its stdin, and kill it where it does not."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _how_it_ended(process: subprocess.Popen[bytes]) -> str:
    try:
        code = process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        return "its process fell silent"
    if code < 0:
        return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with status {code}"
