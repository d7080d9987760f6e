"""What a reading costs on this machine: milliseconds of each step, and the peak memory."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from vision.frame import Frame, Pixels
from vision.settle import Read, Settler
from vision.soundness import Soundness

BENCH_SEED = 7
BENCH_DICE = 6


@dataclass(slots=True)
class Costs:
    """Milliseconds of each step, a value for each reading."""

    ms: dict[str, list[float]] = field(default_factory=dict)
    _began_s: float = 0.0
    _step_s: float = 0.0

    def begin(self) -> None:
        """A reading begins."""
        self._began_s = self._step_s = time.perf_counter()

    def step(self, name: str, picture: Callable[[], Pixels]) -> None:
        """A step ends; its picture is not drawn, so it costs nothing."""
        now_s = time.perf_counter()
        self.ms.setdefault(name, []).append(1000 * (now_s - self._step_s))
        self._step_s = now_s

    def end(self) -> None:
        """The reading has ended; its whole cost goes by the name of \"reading\"."""
        self.ms.setdefault("reading", []).append(1000 * (time.perf_counter() - self._began_s))


FRAMES_A_MINUTE = 60 * 30


def minute_ms(frame_ms: list[float]) -> list[float]:
    """What a minute costs in which nobody touches the tray, by what a frame does."""
    return [FRAMES_A_MINUTE * ms for ms in frame_ms]


def untouched_ms(pixels: Pixels, read: Read) -> list[float]:
    """Milliseconds of the processor for a frame of a tray that nobody touches, once it has been told."""
    settler, soundness = Settler(read), Soundness()
    costs = []
    for number in range(60):
        began_s = time.thread_time()  # of the processor: whatever else runs on the machine costs nothing here
        soundness.see(pixels)
        settler.see(Frame(pixels, number / 30, number))
        costs.append(1000 * (time.thread_time() - began_s))
    pairs = zip(costs[30::2], costs[31::2], strict=True)  # at rest every other frame is passed over
    return [(one + other) / 2 for one, other in pairs]


def peak_mb() -> float | None:
    """The most memory this process has held, in MB; None where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage on Linux also counts the parent that started us
        held = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        return None if held is None else round(int(held[1]) / 1024, 1)
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20), 1)  # bytes on macOS


def shown_mb(peak: float | None) -> str:
    """Memory for people."""
    return "unknown" if peak is None else f"{peak:.0f}"


def drawn_still() -> Pixels:
    """The picture that is read: six dice in a drawn tray, the same on every machine."""
    from vision.synthetic import random_still  # noqa: PLC0415 - only the benchmark draws

    return random_still(BENCH_SEED, count=BENCH_DICE, cocked=0)[0]
