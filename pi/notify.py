"""Readiness and watchdog for systemd; nothing without it."""

import os
import socket
from collections.abc import Callable, Mapping


class Notify:
    """Speaks systemd's notification protocol (sd_notify(3)) to the socket it names, if any."""

    def __init__(
        self, environment: Mapping[str, str] | None = None, *, on_ready: Callable[[], None] | None = None
    ) -> None:
        """`on_ready` is called once, when readiness is first told, also where nobody listens."""
        known = os.environ if environment is None else environment
        address = known.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every_s = _watchdog_s(known.get("WATCHDOG_USEC", ""), known.get("WATCHDOG_PID", "")) / 2
        self._next_s = float("-inf")
        self._on_ready = on_ready
        self._status: Callable[[], str] | None = None
        self._told = ""

    def ready(self, status: str) -> None:
        """The table is open."""
        if self._send(f"READY=1\nSTATUS={status}"):
            self._told = status
        if self._on_ready is not None:
            self._on_ready()
            self._on_ready = None

    def follow(self, status: Callable[[], str]) -> None:
        """Be ready as soon as `status` gives words, and tell them whenever they change; looked at by `alive`."""
        self._status = status

    def alive(self, now_s: float) -> None:
        """Called at each turn of the loop; tells the watchdog twice as often as it asks for."""
        if self._status is not None:
            words = self._status()
            if words and words != self._told:
                self.ready(words)
        if self._every_s > 0 and now_s >= self._next_s:
            self._next_s = now_s + self._every_s
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is being closed."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> bool:
        """Whether it was said, or nobody wants to hear it. The table never waits for a listener that is busy."""
        if not self._address:
            return True
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            try:
                line.sendto(text.encode(), self._address)
            except BlockingIOError:
                return False
            except OSError:
                self._address = ""  # nobody listens; systemd ends us by its watchdog if it meant to
            return True


def _watchdog_s(usec: str, pid: str) -> float:
    """The watchdog's time limit in seconds; 0 where there is none, or where it is meant for another process."""
    meant_for_us = not pid or pid == str(os.getpid())
    return int(usec) / 1e6 if usec.isdigit() and meant_for_us else 0.0
