"""When to look again: frames of a film or the mock camera come as fast as their own clock, times a speed."""

import time

LONGEST_NAP_S = 0.1  # so that the screen stays alive over a gap in a film


class Pace:
    """Says when to look. Only the waiting depends on the clock, never what is seen or judged."""

    def __init__(self, speed: float) -> None:
        """`speed` is times real time; 0 never waits for a frame."""
        self._speed = speed
        self._began: tuple[float, float] | None = None

    def due_s(self, t_s: float) -> float:
        """A frame of that time was dealt with: when the next is due on the monotonic clock; 0 for at once."""
        if self._speed <= 0:
            return 0.0
        now_s = time.monotonic()
        if self._began is None or t_s < self._began[1]:
            self._began = now_s, t_s
        due_s = self._began[0] + (t_s - self._began[1]) / self._speed
        if now_s - due_s > 1.0:
            self._began = now_s, t_s  # too slow a machine: go on from here, do not race to catch up
        return min(due_s, now_s + LONGEST_NAP_S)
