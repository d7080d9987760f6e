"""Who plays which game of a data folder: a lock for each game, which the system frees when its program dies."""

from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # a laptop with Windows: two programs then could resume one game
    fcntl = None  # type: ignore[assignment]

FILE_NAME = "playing.lock"


class Claim:
    """Locks byte N of a file in the data folder for game N; a killed program leaves nothing behind."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._file: IO[bytes] | None = None

    def take(self, game_id: int) -> bool:
        """Whether the game is ours now; a folder that cannot hold the lock lets everybody play."""
        if fcntl is None:
            return True
        try:
            # One open file for the life of the program: closing any of them would free every lock on it.
            self._file = self._file or self._path.open("ab")
        except OSError:
            return True
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, game_id)
        except OSError:
            return False
        return True

    def release(self, game_id: int) -> None:
        """Give the game free; may be called twice."""
        if fcntl is not None and self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, game_id)

    def close(self) -> None:
        """Give all games free; may be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None
