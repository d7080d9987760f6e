"""How the starts of the installed table went: counted, so that one that fails again and again is told."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

FOLDER = "RUNTIME_DIRECTORY"
"""Set by systemd: a folder of the service that outlives its restarts, and no stop."""
FILE_NAME = "starts.json"
POWER_OFF = "power-off"
TOO_MANY = 3
"""So many starts in a row may fail before people are told on the screen."""
UNTOLD = "it ended without a word, before the table was open"


class Starts:
    """The starts of one service since it was last stopped. Nothing is counted outside a service."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        known = os.environ if environment is None else environment
        folder = known.get(FOLDER, "").split(":")[0]
        self._path = Path(folder) / FILE_NAME if folder else None
        before = _read(self._path)
        self.again = before is not None
        """The service has been running before: it was started again by itself."""
        self.failed, self.why = before or (0, "")

    @property
    def as_service(self) -> bool:
        """Whether anything is counted at all."""
        return self._path is not None

    @property
    def too_many(self) -> bool:
        """Whether the last starts failed, as many as are too many."""
        return self.failed >= TOO_MANY

    def begin(self) -> None:
        """A start that has not failed yet counts as failed until it has succeeded: it may die at any moment."""
        self._write(self.failed + 1, UNTOLD)

    def fail(self, why: str) -> None:
        """This start has failed, and this is why; no failed start where the table was open."""
        now = _read(self._path)
        if now is not None and now[0] == 0:
            return
        self._write(self.failed + 1, why)

    def succeed(self) -> None:
        """The table is open."""
        self._write(0, "")

    def retry(self) -> None:
        """Another start is to be tried; if that fails too, people are told again."""
        self._write(TOO_MANY - 1, self.why)

    def ask_power_off(self) -> None:
        """The service's unit looks for this once the program has ended, and switches the machine off."""
        if self._path is not None:
            self._path.with_name(POWER_OFF).touch()

    def _write(self, failed: int, why: str) -> None:
        if self._path is None:
            return
        try:
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps({"failed": failed, "why": why}), encoding="utf-8")
            fresh.replace(self._path)
        except OSError:
            return  # a count that is lost must not be what keeps the table from opening


def _read(path: Path | None) -> tuple[int, str] | None:
    if path is None:
        return None
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return int(told["failed"]), str(told["why"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
