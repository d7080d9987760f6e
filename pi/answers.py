"""Answers and corrections as lines of JSON, as a finger on the screen would give them."""

import queue
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from pi.errors import TrayError


class ActionLines:
    """The lines of a file, a pipe or stdin, as they come; a thread waits for them, so that the table need not."""

    def __init__(self, source: str) -> None:
        """`source` is a file or "-" for stdin; TrayError if it cannot be opened."""
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        path = Path(source)
        if source != "-" and not path.exists():
            raise TrayError(f"the actions cannot be read from {source}: there is no such file")
        if source != "-" and not path.is_fifo():
            self._take(_read(path))
            return
        # A daemon: a stdin that never ends must not keep the program from ending.
        threading.Thread(target=self._follow, args=(source,), name="actions", daemon=True).start()

    def lines(self) -> list[str]:
        """What has come since last asked, oldest first."""
        found: list[str] = []
        while not self._lines.empty():
            found.append(self._lines.get())
        return found

    def _follow(self, source: str) -> None:
        if source == "-":
            self._take(sys.stdin or ())  # a stdin that is closed has ended
        else:
            # Opening a pipe waits for its writer, hence here.
            with Path(source).open(encoding="utf-8", errors="surrogateescape") as pipe:
                self._take(pipe)

    def _take(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.put(line)


def _read(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError as error:
        raise TrayError(f"the actions cannot be read from {path}: {error.strerror or error}") from error
