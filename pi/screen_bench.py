"""How smooth the screen is and what it costs, at rest and in great moments, while dice are being read beside it."""

import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from ui.gallery import NOW_S, examples
from ui.screen import NoDisplay, Screen
from ui.view import TableView

FRAMES_A_SECOND = 60
READ_EVERY_S = 0.1  # a table at which dice are thrown all the time is read no oftener
SIZE = (1024, 600)
SCENES = {"at rest": "keep", "a kill": "kill-0.1", "a win": "win-early"}
"""What is measured, and the example that shows it."""
FEWEST_FRAMES = 10  # however slow the machine is, so that there is something to tell
AGAIN_S = 2.5  # a kill or a win begins anew so often
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Smoothness:
    """Figures of one scene."""

    scene: str
    frames_a_second: float
    draw_ms: float
    """The median of one drawing, the window's own work included."""
    slowest_ms: float
    """Of a hundred drawings the slowest."""
    late: int
    """Frames that came more than half a frame late."""
    screen_core: float
    """The drawing thread's share of one core."""
    program_core: float
    """The whole program's, reading included; may exceed 1."""
    readings: int
    """How many pictures were read meanwhile."""


def bench_screen(read: Callable[[], object], *, seconds: float, as_json: bool, say: Say) -> int:
    """Measures and prints each scene; `read` reads one picture. 0, or 1 where there is no window to draw in."""
    try:
        screen = Screen(SIZE, "en")
    except NoDisplay as error:
        say(json.dumps({"error": str(error)}) if as_json else f"no screen to measure: {error}")
        return 1
    with screen:
        for scene, example in SCENES.items():
            figures = measure(screen, scene, examples()[example], read, seconds)
            say(_as_json(figures, screen.driver) if as_json else _as_words(figures))
    return 0


def measure(screen: Screen, scene: str, view: TableView, read: Callable[[], object], seconds: float) -> Smoothness:
    """Draws the scene for so long, at the pace of the table, with a reader at work beside it."""
    drawn_ms: list[float] = []
    late, each_s = 0, 1 / FRAMES_A_SECOND
    with _reading(read) as readings:
        began_s, thread_s, program_s = time.perf_counter(), time.thread_time(), time.process_time()
        due_s = began_s
        while (now_s := time.perf_counter()) < began_s + seconds or len(drawn_ms) < FEWEST_FRAMES:
            late += now_s - due_s > each_s / 2
            screen.draw(_at(view, now_s - began_s), now_s)
            screen.choices()
            drawn_ms.append((time.perf_counter() - now_s) * 1000)
            due_s = max(due_s + each_s, now_s)
            time.sleep(max(0.0, due_s - time.perf_counter()))
        took_s = time.perf_counter() - began_s
        cores = (time.thread_time() - thread_s) / took_s, (time.process_time() - program_s) / took_s
    slowest = statistics.quantiles(drawn_ms, n=100)[-1]
    rate = len(drawn_ms) / took_s
    return Smoothness(scene, rate, statistics.median(drawn_ms), slowest, late, *cores, readings())


def _at(view: TableView, since_s: float) -> TableView:
    """The view as it is so long after it began, its moment again and again."""
    now_s = time.perf_counter()
    ago_s = since_s % AGAIN_S if view.news and NOW_S - view.news[-1][0] < AGAIN_S else 60.0
    return replace(view, news=tuple((now_s - ago_s, event) for _, event in view.news))


@contextmanager
def _reading(read: Callable[[], object]) -> Iterator[Callable[[], int]]:
    """A reader at work on a thread; gives how many pictures it has read."""
    over, done = threading.Event(), count()
    read_so_far = [0]

    def work() -> None:
        while not over.is_set():
            began_s = time.perf_counter()
            read()
            read_so_far[0] = next(done) + 1
            over.wait(max(0.0, READ_EVERY_S - (time.perf_counter() - began_s)))

    thread = threading.Thread(target=work, name="reading", daemon=True)
    thread.start()
    try:
        yield lambda: read_so_far[0]
    finally:
        over.set()
        thread.join()


def _as_words(figures: Smoothness) -> str:
    return (
        f"{figures.scene:10} {figures.frames_a_second:5.1f} frames/s, {figures.draw_ms:5.2f} ms a drawing "
        f"(slowest of 100: {figures.slowest_ms:.1f}), {figures.late} late; "
        f"{figures.screen_core:.2f} of a core for the screen, "
        f"{figures.program_core:.2f} with {figures.readings} readings"
    )


def _as_json(figures: Smoothness, driver: str) -> str:
    told = {name: getattr(figures, name) for name in Smoothness.__slots__}
    rounded = {name: round(value, 3) if isinstance(value, float) else value for name, value in told.items()}
    return json.dumps({**rounded, "width": SIZE[0], "height": SIZE[1], "driver": driver})
