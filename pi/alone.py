"""One program plays with a data folder: a second one is told so."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi.errors import JournalError

try:
    import fcntl
except ImportError:  # a laptop with Windows: two programs may play there
    fcntl = None  # type: ignore[assignment]

FILE_NAME = "table.lock"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else plays with this data folder meanwhile; JournalError while another does.

    A program that is killed leaves nothing behind. A folder that cannot hold the lock lets everybody play.
    """
    file = _opened(folder / FILE_NAME)
    if file is None:
        yield
        return
    try:
        _lock(file, folder)
        yield
    finally:
        os.close(file)


def _opened(path: Path) -> int | None:
    if fcntl is None:
        return None
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        return None


def _lock(file: int, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        who = os.pread(file, 20, 0).decode(errors="replace").strip()
        process = f" (process {who})" if who.isdecimal() else ""
        raise JournalError(
            f"another Croupier{process} is playing with the data folder {folder}; close that one first, "
            "or give another folder with --data DIR"
        ) from None
    except OSError:
        return  # a network drive without locks
    try:
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        return  # a full disk: the lock holds without our number
