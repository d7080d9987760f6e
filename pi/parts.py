"""Everything on and around the table: what the companion needs of each part, and how all of it is opened and closed."""

import logging
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console

from pi.answers import ActionLines
from pi.book import Book, Desk
from pi.buttons import Buttons
from pi.calibration import load_calibration, open_set_up, outlook_as_set_up
from pi.evidence import Evidence, open_evidence
from pi.eye import Eye
from pi.foresight import Foresight
from pi.guard import Guard
from pi.indicators import Indicators
from pi.journal import Journal, data_folder
from pi.notify import Notify
from pi.outputs import open_outputs
from pi.pace import Pace
from pi.pins import PinTrouble, machine_pins, mock_pins
from pi.plan import Beginning, Beginnings, Plan
from pi.preferences import PreferenceFile, loudness
from pi.rim import Rim
from pi.sound import Speaker, open_speaker
from pi.starts import Starts
from pi.telling import Circle, EventLines, Listener, News
from pi.words import Words
from rules.table import Table
from ui.view import Choice, PageView, TableView
from vision.outlook import Outlook
from vision.settle import Read

if TYPE_CHECKING:
    from ui.words import Words as ScreenWords  # it loads pygame

_log = logging.getLogger(__name__)

DEMO_LINGER_S = 3.0  # a finished game of the demo stays on the table so long, of the source's time


class Window(Protocol):
    """What the companion needs of a screen."""

    dim: bool
    words: "ScreenWords"

    def draw(self, view: TableView | PageView, now_s: float) -> None:
        """Show the table or a page; `now_s` is on the clock of the table's news."""
        ...

    def choices(self) -> Sequence[Choice]:
        """What was chosen since last asked."""
        ...

    def wire(self, pushes: int) -> None:
        """So many push-buttons for answers stand at the table."""
        ...

    def push(self, number: int) -> None:
        """A push-button for answers was pressed, counted from 0."""
        ...

    def speak(self, lang: str) -> None:
        """In this language from now on."""
        ...

    def close(self) -> None:
        """Close the window; may be called twice."""
        ...


class People(Listener, Protocol):
    """Simulated players."""

    def act(self) -> None:
        """Once a frame: throw, take, sweep, if it is time for it."""
        ...

    def sit(self, table: Table) -> None:
        """Sit down at a game as it stands."""
        ...


@dataclass(slots=True)
class Start:
    """What is open before anybody knows which game is played."""

    eye: Eye
    notify: Notify
    stop: Callable[[], bool]
    """Whether the program is asked to end."""
    pins: Any = None
    """The pin factory, None where there are no pins."""
    window: Window | None = None
    buttons: Buttons | None = None
    lines: ActionLines | None = None
    events: EventLines | None = None
    book: Book | None = None
    """The pages that lie over the table; None without a window."""
    speaker: Speaker | None = None
    """None where the table is silent."""
    foresight: Foresight | None = None
    """Chances for the screen; None without a window."""
    trouble: PinTrouble = field(default_factory=PinTrouble)
    """The pins that could not be opened, told once all were tried."""


@dataclass(slots=True)
class Parts:
    """Everything on and around the table, opened."""

    eye: Eye
    read: Read
    circle: Circle
    news: News
    indicators: Indicators
    pace: Pace
    notify: Notify
    stop: Callable[[], bool]
    """Whether the program is asked to end."""
    window: Window | None = None
    book: Book | None = None
    """The pages that lie over the table; None without a window."""
    buttons: Buttons | None = None
    lines: ActionLines | None = None
    words: Words | None = None
    guard: Guard | None = None
    """Keeps the referee from judging what cannot be seen."""
    evidence: Evidence | None = None
    """Keeps the pictures of what was judged."""
    rim: Rim = field(default_factory=Rim)
    people: People | None = None
    speaker: Speaker | None = None
    foresight: Foresight | None = None
    fingers: list[Choice] = field(default_factory=list)
    """What simulated players choose on the screen; emptied as it is followed."""
    lamps_on_screen: bool = True
    """There are no pins."""
    linger_s: float | None = None
    """How long a finished game stays on the table; None until people say what next."""
    games: int | None = None
    """After how many finished games the evening ends; None for not by their number."""

    @property
    def page_read(self) -> bool:
        """Whether somebody reads a page; simulated players wait meanwhile."""
        return self.book is not None and self.book.page is not None


def open_start(plan: Plan, stack: ExitStack) -> Start:
    """Open what serves any game, bottom-up; the stack closes it top-down. TrayError where something is missing."""
    from pi.cameras import opener, slowness_told  # noqa: PLC0415 - OpenCV is loaded only where a camera is asked for

    stop = stack.enter_context(asked_to_end(plan.seconds))
    opens = opener(plan.source, plan.settings.camera, seed=plan.seed or 0)
    if plan.source != "mock":
        opens = partial(open_set_up, opens, data_folder(plan.data), plan.source)
    with slowness_told(plan.source):
        eye = stack.enter_context(closing(Eye(opens, plan.settings.camera, patient=plan.patient)))
    lines = ActionLines(plan.actions) if plan.actions is not None else None
    events = EventLines(plan.events, add=plan.resume) if plan.events is not None else None
    if events:
        stack.enter_context(closing(events))
    notify = Notify(on_ready=Starts().succeed)
    stack.callback(notify.stopping)
    pins = _pins(plan)
    trouble = PinTrouble()
    wired = pins and not plan.demo
    buttons = stack.enter_context(closing(Buttons(plan.settings.buttons, pins, trouble))) if wired else None
    window = _open_window(plan) if plan.window else None
    if window:
        stack.enter_context(closing(window))
    return Start(eye, notify, stop, pins, window, buttons, lines, events, trouble=trouble)


def open_book(start: Start, beginnings: Beginnings, journal: Journal, preferences: PreferenceFile) -> None:
    """The pages over the table, as people set them the last time; none without a window."""
    if start.window is None:
        return
    start.window.dim = preferences.now.dim
    start.foresight = Foresight(preferences)
    start.window.wire(sum(pin > 0 for pin in beginnings.plan.settings.buttons.hands))
    people = not beginnings.plan.simulated
    start.book = Book(Desk(beginnings, preferences, journal, start.window, people))
    start.book.desk.restart_camera = start.eye.restart


def open_sound(plan: Plan, start: Start, preferences: PreferenceFile, stack: ExitStack) -> None:
    """The loudspeaker, as loud as people set it; none where it is switched off, or there is no sound card."""
    use = plan.settings.sound.use
    if use == "off" or (use == "auto" and start.window is None):
        return
    start.speaker = open_speaker(lambda: loudness(preferences.now.volume))
    if start.speaker:
        stack.enter_context(closing(start.speaker))
    buzzer = start.pins and not plan.demo and plan.settings.pins.buzzer and plan.settings.pins.buzzer_sounds
    if start.book:
        start.book.desk.silent = start.speaker is None and not buzzer
        if start.speaker:
            start.book.desk.ring = partial(start.speaker.play, "question")


def _muted(start: Start) -> bool:
    """Whether people have switched the sound off on the screen, which holds for a buzzer too."""
    return start.book is not None and start.book.desk.preferences.now.volume == 0


def open_parts(plan: Plan, beginning: Beginning, start: Start, stack: ExitStack) -> Parts:
    """Open what the first game needs besides; the stack closes it before what was open at the start."""
    from pi.mat import MatReader  # noqa: PLC0415 - the reader is loaded only where it reads
    from vision.detector import Detector  # noqa: PLC0415

    eye, window, events = start.eye, start.window, start.events
    names = tuple(seat.name for seat in beginning.seats)
    outputs = open_outputs(plan.settings.pins, names, start.pins, start.trouble) if start.pins else {}
    start.trouble.tell()
    sounding = plan.settings.pins.buzzer_sounds
    lamps = Indicators(outputs, names, sounding=sounding, muted=partial(_muted, start))
    indicators = stack.enter_context(closing(lamps))
    words = _words(beginning) if not (window or events) else None
    news = News(time.monotonic)
    people, fingers = _people(plan, beginning, eye)
    detector = Detector(one_camera=True)
    evidence = open_evidence(data_folder(plan.data), plan.settings.data, drawn=plan.source.startswith("mock"))
    told = (events, words, news, indicators, start.speaker, people, evidence, start.book)
    listeners = [who for who in told if who is not None]
    circle = Circle(listeners)
    guard = Guard(circle, _outlook(plan))
    if start.book:
        start.book.desk.evidence, start.book.desk.guard = evidence, guard
    return Parts(
        eye=eye,
        read=MatReader(detector),
        circle=circle,
        guard=guard,
        rim=_rim(plan),
        news=news,
        indicators=indicators,
        pace=Pace(plan.speed if not eye.live else 0.0),
        notify=start.notify,
        stop=start.stop,
        window=window,
        book=start.book,
        buttons=start.buttons,
        lines=start.lines,
        words=words,
        evidence=evidence,
        people=people,
        speaker=start.speaker,
        foresight=start.foresight,
        fingers=fingers,
        lamps_on_screen=plan.demo or not outputs,
        linger_s=_linger_s(plan, window),
        games=_games(plan, window),
    )


def _outlook(plan: Plan) -> Outlook:
    """How it looked when the camera was set up; nothing for a tray that is drawn anew each time."""
    return outlook_as_set_up(data_folder(plan.data), plan.source) if plan.source != "mock" else Outlook()


def _rim(plan: Plan) -> Rim:
    """The tray's rim as it was when the camera was set up, if it was."""
    known = load_calibration(data_folder(plan.data), plan.source) if plan.source != "mock" else None
    return Rim(known.outline) if known else Rim()


def _words(beginning: Beginning) -> Words:
    game = beginning.game
    title = f"{game.title}, designed by {game.author}" if game.author else game.title
    return Words(Console(highlight=False, soft_wrap=True), beginning.seats, title, game.sayings)


def _pins(plan: Plan) -> Any:
    """The pin factory to use: the machine's, one that only remembers in the demo, none where pins are switched off."""
    if plan.demo:
        return mock_pins()
    return machine_pins() if plan.settings.pins.use == "auto" else None


def _open_window(plan: Plan) -> Window | None:
    """The screen, or None with one line on stderr where there is no display."""
    from ui.screen import NoDisplay, Screen  # noqa: PLC0415 - pygame is loaded only where a window is asked for

    size = plan.settings.screen.width_px, plan.settings.screen.height_px
    try:
        return Screen(size, plan.language or "", plan.settings.screen.fullscreen)
    except NoDisplay as error:
        _log.warning("%s; going on without a window", str(error).partition(";")[0])
        return None


def _people(plan: Plan, beginning: Beginning, eye: Eye) -> tuple[People | None, list[Choice]]:
    """Simulated players, where the camera is the mock one, and what their fingers choose on the screen."""
    fingers: list[Choice] = []
    if not plan.simulated:
        return None, fingers
    from pi.cameras.mock import MockCamera  # noqa: PLC0415 - only where it is asked for
    from pi.company import Company  # noqa: PLC0415

    assert isinstance(eye.camera, MockCamera)
    colours: Any = {seat.name: seat.colour for seat in beginning.seats}  # every one is a colour of dice
    return Company(eye.camera, plan.seed or 0, colours=colours, rough=plan.rough, press=fingers.append), fingers


def _linger_s(plan: Plan, window: Window | None) -> float | None:
    if plan.demo or (Starts().as_service and not window):
        return DEMO_LINGER_S
    return None if window else 0.0


def _games(plan: Plan, window: Window | None) -> int | None:
    """After how many games the evening ends: one without a window, unless something else was said, or as a service."""
    endless = window or Starts().as_service or (plan.demo and plan.seconds is not None)
    if plan.games is not None or endless:
        return plan.games
    return 1


@contextmanager
def asked_to_end(seconds: float | None) -> Iterator[Callable[[], bool]]:
    """Whether the time is up, or a signal has asked the program to end; a second Ctrl-C ends it at once."""
    until_s = time.monotonic() + seconds if seconds is not None else float("inf")
    caught: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        if number in caught:
            raise KeyboardInterrupt
        caught.append(number)

    wanted = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, note) for number in wanted}
    if Starts().as_service and hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # it comes when the table takes its console (pygame#3003)
    try:
        yield lambda: bool(caught) or time.monotonic() >= until_s
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
