"""The console's `croupier`: an interrupt while modules are loaded, the first or a command's own, ends it quietly."""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

INTERRUPTED = 130  # as a shell has it: 128 and the number of SIGINT
LOADING = "<frozen importlib._bootstrap>"
"""What Python calls the file of the code that loads modules."""


def main() -> None:
    """Run the command line; `croupier` and `python -m pi` begin here."""
    # A shell's background job is told to ignore interrupts, and does.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # of a thread that is not the main one
            signal.signal(signal.SIGINT, interrupt)
    try:
        from pi.cli import main as run  # noqa: PLC0415 - slow to load: what this module is for

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def interrupt(_number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; where a module is being loaded, end at once: what is loaded could swallow it."""
    while frame is not None:
        if frame.f_code.co_filename == LOADING:
            os._exit(INTERRUPTED)
        frame = frame.f_back
    raise KeyboardInterrupt
