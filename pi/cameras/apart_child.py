"""The camera's own process: opens a device, puts its frames into shared memory, and tells of each on a pipe."""

import ctypes
import importlib
import json
import os
import signal
import sys
import threading
from typing import Any

from pi.cameras.ring import FrameRing
from vision.frame import Frame

PR_SET_PDEATHSIG = 1  # prctl(2)
LONGEST_SENTENCE = 800  # characters; with its escapes a message stays shorter than a pipe's PIPE_BUF


def main(arguments: str) -> int:
    """`arguments` is the JSON that pi.cameras.apart makes; 0 when asked to end, 1 after a failure that was told."""
    facts = json.loads(arguments)
    _die_with(facts["parent"])
    telling = _Telling(facts["news"])
    asked_to_end = threading.Event()
    # A daemon: the camera's library may never let go of the interpreter, and the process is killed then.
    threading.Thread(target=_wait_for_end, args=(asked_to_end,), daemon=True).start()
    device = None
    try:
        device = _opened(facts["device"], facts["options"])
        telling.tell({"open": True})
        _follow(device, FrameRing(facts["memory"]), telling, asked_to_end)
        return 0
    except Exception as error:  # noqa: BLE001 - whatever a camera's library raises is told in one sentence
        telling.tell({"failed": (str(error) or type(error).__name__)[:LONGEST_SENTENCE]})
        return 1
    finally:
        if device is not None:
            device.close()


class _Telling:
    """Messages to the game, each a line of JSON. One that does not fit into a full pipe is dropped: it would be old."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        os.set_blocking(pipe, False)

    def tell(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, default=str).encode() + b"\n"
        try:
            os.write(self._pipe, line)  # whole or not at all: it is shorter than PIPE_BUF
        except BlockingIOError:
            return


def _opened(place: str, options: dict[str, Any]) -> Any:
    module, name = place.split(":")
    return getattr(importlib.import_module(module), name)(**options)


def _follow(device: Any, ring: FrameRing, telling: _Telling, asked_to_end: threading.Event) -> None:
    """Every frame until the source's end, or until asked to end."""
    number = 0
    while not asked_to_end.is_set():
        frame: Frame | None = device.read()
        if frame is None:
            telling.tell({"ended": True})
            return
        height, width = frame.pixels.shape[:2]
        slot = ring.put(frame.pixels, number)
        place = {"slot": slot, "height": height, "width": width}
        telling.tell({"frame": number, **place, "t_s": frame.t_s, "metadata": dict(frame.metadata)})
        number += 1


def _wait_for_end(asked_to_end: threading.Event) -> None:
    """The game closes our stdin when it wants us to end."""
    os.read(0, 1)
    asked_to_end.set()


def _die_with(parent: int) -> None:
    """Be killed by the system when the game dies, however it dies: it would find its camera taken otherwise."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)  # it died before we asked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
