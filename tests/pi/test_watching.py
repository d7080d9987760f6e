"""The reading thread: it ends with the program, and a reading that never ends does not keep it."""

import subprocess
import sys
import threading

import numpy as np
import pytest

from pi import watching
from pi.watching import Watching
from vision.frame import Frame

FRAME = Frame(np.zeros((4, 4, 3), np.uint8), 0.0, 0)


def test_a_thread_of_its_own_ends_when_it_is_closed() -> None:
    threads: list[threading.Thread] = []
    watch = Watching(lambda _: threads.append(threading.current_thread()), apart=True)
    watch.begin(FRAME)
    watch.wait(10.0)
    assert watch.seen() is not None
    assert watch.close()
    assert watch.close()  # twice is allowed
    assert threads[0] is not threading.current_thread() and not threads[0].is_alive()


def test_without_a_thread_there_is_nothing_to_end() -> None:
    watch = Watching(lambda _: None, apart=False)
    watch.begin(FRAME)
    assert watch.seen() is not None
    assert watch.close()


def test_a_reading_that_never_ends_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "JOIN_S", 0.05)
    released = threading.Event()
    watch = Watching(lambda _: released.wait(60.0) and None, apart=True)
    watch.begin(FRAME)
    try:
        assert not watch.close()
    finally:
        released.set()


def test_a_thread_left_behind_does_not_spoil_the_exit_code() -> None:
    program = """
import sys, threading, time
import pi.cli
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
pi.cli.run_command = lambda arguments: print("said") or 5
pi.cli.main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=50, check=False)
    assert (done.returncode, done.stdout) == (5, "said\n")
