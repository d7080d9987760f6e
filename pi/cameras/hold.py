"""Holds a camera for this program: a second Croupier that wants the same one is told so."""

import os
import tempfile
from pathlib import Path

from pi.errors import CameraError

try:
    import fcntl
except ImportError:  # Windows: the driver itself refuses a second program there
    fcntl = None  # type: ignore[assignment]

SHARED = Path("/dev/shm")
"""Seen by every program of the machine, also by one whose /tmp is its own, and empty after each start."""

_held: dict[str, int] = {}


def hold(camera: str, folder: Path | None = None) -> None:
    """From now on the camera is ours, until the program ends, however it ends; CameraError while it is another's.

    `camera` names it as the machine knows it, such as "picamera-0" or "video2". May be called again. Where no lock
    can be made everybody may try.
    """
    if fcntl is None or camera in _held:
        return
    path = (folder or _folder()) / f"croupier-{camera}.lock"
    try:
        file = _opened(path)
    except OSError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise CameraError(
            f"the camera ({camera}) is in use by another Croupier; close that one first, or name another camera"
        ) from None
    _held[camera] = file


def let_go() -> None:
    """Let others have what we hold; for tests, and for a program that goes on without a camera."""
    while _held:
        os.close(_held.popitem()[1])


def _folder() -> Path:
    return SHARED if SHARED.is_dir() else Path(tempfile.gettempdir())


def _opened(path: Path) -> int:
    """The lock's file; one that another user has made is only read, which is enough to lock it."""
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        file = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        os.fchmod(file, 0o644)  # a service's umask may hide it from others
        return file
