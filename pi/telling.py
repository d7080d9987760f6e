"""Who is told of the game: events as JSON lines, and the news for the screen."""

import logging
import sys
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Protocol, runtime_checkable

from pi.errors import NOWHERE, TrayError, reason
from rules.events import Event
from rules.protocol import event_to_dict, to_line
from rules.referee import Ask

_log = logging.getLogger(__name__)

NEWS_KEPT = 40  # events that the screen may still look at
FAILED = "a part of the table has failed"
"""Said of a listener that fails and has no `when_failed` of its own."""


class Listener(Protocol):
    """Whoever is told what happens at the table."""

    def listen(self, event: Event) -> None:
        """Something happened."""
        ...

    def ask(self, question: Ask) -> None:
        """The table is asked something."""
        ...


@runtime_checkable
class TakesNotice(Protocol):
    """Who is also told what stands in the way of seeing."""

    def notice(self, about: str) -> None:
        """The light has gone, the camera was moved; "clear" once all is well again."""
        ...


class Circle:
    """All listeners, told in a fixed order. One that fails is named once and never stops the game."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = tuple(listeners)
        self._failed: set[int] = set()

    def listen(self, event: Event) -> None:
        """Tell all of an event."""
        for listener in self._listeners:
            self._tell(listener, partial(listener.listen, event))

    def ask(self, question: Ask) -> None:
        """Tell all of a question."""
        for listener in self._listeners:
            self._tell(listener, partial(listener.ask, question))

    def notice(self, about: str) -> None:
        """Tell all who take notices of one: a key of pi.guard's."""
        for listener in self._listeners:
            if isinstance(listener, TakesNotice):
                self._tell(listener, partial(listener.notice, about))

    def _tell(self, listener: Listener, tell: Callable[[], None]) -> None:
        try:
            tell()
        except BrokenPipeError:
            raise  # whoever read our output has gone: the program is to end, not the listener
        except Exception as error:  # noqa: BLE001 - a loose LED must not stop the game
            if id(listener) not in self._failed:
                self._failed.add(id(listener))
                what = getattr(listener, "when_failed", FAILED)
                _log.warning("%s (%s); the game goes on", what, reason(error))


class EventLines:
    """Writes each event as a line of JSON, flushed. `close` may be called twice."""

    when_failed = "the events can no longer be written"

    def __init__(self, destination: str, *, add: bool) -> None:
        """`destination` is a file, written anew unless `add`, or "-" for stdout; TrayError if it cannot be opened."""
        self._own = destination != "-"
        if not self._own and sys.stdout is None:
            raise TrayError(NOWHERE)
        self._out: IO[str] = _open(Path(destination), add) if self._own else sys.stdout

    def listen(self, event: Event) -> None:
        """Write the event."""
        self._write(to_line(event_to_dict(event)))

    def ask(self, question: Ask) -> None:
        """Write the question, with what its sentence names."""
        self._write(to_line({"event": "question", "about": question.about, **question.facts}))

    def notice(self, about: str) -> None:
        """Write what stands in the way of seeing."""
        self._write(to_line({"event": "notice", "about": about}))

    def close(self) -> None:
        """Close the file; stdout stays open. TrayError where some of the events could not be written."""
        if not self._own or self._out.closed:
            return
        try:
            self._out.close()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise TrayError(f"some events are not in {self._out.name}: {reason(error)}") from error

    def _write(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()


class News:
    """The latest events with the times they were told, for the screen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._latest: deque[tuple[float, Event]] = deque(maxlen=NEWS_KEPT)

    @property
    def latest(self) -> tuple[tuple[float, Event], ...]:
        """Newest last; times in seconds of the clock."""
        return tuple(self._latest)

    def listen(self, event: Event) -> None:
        """Remember the event."""
        self._latest.append((self._clock(), event))

    def ask(self, question: Ask) -> None:
        """The screen shows questions by themselves."""

    def clear(self) -> None:
        """Another game begins."""
        self._latest.clear()


def _open(path: Path, add: bool) -> IO[str]:
    try:
        return path.open("a" if add else "w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise TrayError(f"the events cannot be written to {path}: {reason(error)}") from error
