"""Setting up a camera: looks at its pictures and says one thing at a time to put right, until all is well."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import cv2

from pi.book import Desk
from pi.calibration import Calibration, exposure_in, load_calibration, moment, save_calibration, save_picture
from pi.cameras import opener, slowness_told
from pi.cameras.camera import Camera
from pi.cameras.mended import in_order
from pi.cameras.mock import MockCamera
from pi.config import Settings, load_settings
from pi.errors import TrayError
from pi.evidence import reading_note
from pi.journal import data_folder
from pi.paging import page_window
from pi.play import camera_source, check_language, data_place, seating
from ui.looking import MENDED, AimView
from ui.screen import Screen
from ui.view import Back, Choice, GoOn, NewGame, PageView, Put, Quit
from vision.aim import ADVICE, Advice, Sight, advise, sight_of
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.fusing import same_dice
from vision.reading import Reading

Say = Callable[[str], None]

PAUSED_S = 1.5
"""After the page is closed the referee still looks away for so long, while a hand clears the tray."""
CHECKED_EVERY_S = 0.3
"""Of the source's time; a hand at the lens wants to see soon what it does."""
WELL_FOR_S = 0.8
"""All must be well for so long, with the same dice in the same places."""
DRAWN_EVERY_S = 1 / 30
DRAWN_TRAY_S = 10.0
"""Of its own time: a drawn tray that is not well by then never will be, since no hand comes to change it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What one picture came to."""

    frame: Frame
    """As it is read, with red and blue put right."""
    reading: Reading
    sight: Sight
    advice: Advice
    steady: bool = False
    """All has been well for long enough."""


class Aiming:
    """Checks the pictures of one camera; remembers how long all has been well."""

    def __init__(self, due: str, *, swapped: bool = False) -> None:
        """`due` is the colour of the dice that should lie in the tray; `swapped`: the camera exchanges red and blue."""
        self._detector = Detector()
        self._due = due
        self._checked_s = float("-inf")
        self._well_since_s: float | None = None
        self.swapped = swapped
        self.last: Check | None = None

    def see(self, frame: Frame) -> Check | None:
        """The check of a frame; None where the last one is too fresh."""
        if 0 <= frame.t_s - self._checked_s < CHECKED_EVERY_S:
            return None
        self._checked_s = frame.t_s
        return self.check(frame)

    def check(self, frame: Frame) -> Check:
        """The check of a frame, however fresh the last one is."""
        frame = in_order(frame) if self.swapped else frame
        reading = self._detector.read(frame.pixels, t_s=frame.t_s)
        sight = sight_of(frame.pixels, reading)
        advice = advise(sight, reading, frame.pixels, self._due)
        lie = self.last is not None and same_dice(self.last.reading, reading)
        if not advice.ready or not lie:
            self._well_since_s = None
        elif self._well_since_s is None:
            self._well_since_s = frame.t_s
        well_s = 0.0 if self._well_since_s is None else frame.t_s - self._well_since_s
        self.last = Check(frame, reading, sight, advice, well_s >= WELL_FOR_S)
        return self.last

    def mend(self) -> None:
        """People say that these dice are those that were asked for: the camera exchanges red and blue."""
        self.swapped = not self.swapped
        self._well_since_s, self._checked_s = None, float("-inf")


def result(check: Check, *, swapped: bool) -> Calibration:
    """What is worth keeping of a check."""
    sight = check.sight
    return Calibration(
        at=moment(),
        width=check.reading.width,
        height=check.reading.height,
        outline=sight.outline,
        die_px=round(sight.die_px, 1),
        tilt_deg=round(sight.tilt_deg, 1),
        brightness=round(sight.brightness, 1),
        white=sight.white,
        exposure=exposure_in(check.frame.metadata),
        swapped=swapped,
    )


@dataclass(frozen=True, slots=True)
class Setup:
    """Which camera is set up, for whom."""

    source: str
    due: str
    """The colour of the dice that should lie in the tray: the first seat's."""
    folder: Path
    """The data folder."""
    settings: Settings
    language: str | None

    @classmethod
    def planned(
        cls, *, camera: str | None, players: str | None, language: str | None, config: Path | None, data: Path | None
    ) -> Self:
        """What the command line and the settings say; UsageError or ConfigError for what cannot be."""
        settings = load_settings(config)
        source = camera_source(settings, camera)
        seats, _ = seating(settings, players, None)
        spoken = check_language(language or settings.table.language)
        return cls(source, seats[0].colour, data_folder(data_place(settings, data)), settings, spoken)


def calibrate(setup: Setup, *, headless: bool, as_json: bool, swapped: bool, seed: int, say: Say) -> int:
    """Set up a camera until it is ready, or until people leave or the source ends; 0 if it was ready, else 1.

    Raises CameraError where the source cannot be opened, TrayError where the result cannot be kept.
    """
    cv2.setNumThreads(1)
    known = load_calibration(setup.folder, setup.source)
    aiming = Aiming(setup.due, swapped=swapped or (known is not None and known.swapped))
    with slowness_told(setup.source):
        opened = opener(setup.source, setup.settings.camera, seed=seed)()
    with closing(opened) as camera:
        if isinstance(camera, MockCamera):
            camera.lay((1, 2, 3, 4, 5, 6), setup.due)  # type: ignore[arg-type]  # each seat has a colour of dice
        if headless:
            return _in_lines(camera, aiming, setup, as_json=as_json, say=say)
        with page_window(setup.language) as shown:
            if shown is None:
                return _in_lines(camera, aiming, setup, as_json=as_json, say=say)
            return _on_screen(*shown, camera, aiming, setup)


def _in_lines(camera: Camera, aiming: Aiming, setup: Setup, *, as_json: bool, say: Say) -> int:
    """A line whenever there is another thing to do; the last one says that all is well, and where it is kept."""
    told: Advice | None = None
    for check in _checks(camera, aiming):
        if check.advice.about != (told.about if told else "") and not check.advice.ready:
            say(_line(check, {}) if as_json else _sentence(check.advice))
            told = check.advice
        if check.steady:
            calibration, path = keep_check(setup.folder, setup.source, check, swapped=aiming.swapped)
            kept = {"stored": str(path), **asdict(calibration)}
            say(_line(check, kept) if as_json else _ready(calibration, path))
            return 0
        if isinstance(camera, MockCamera) and check.frame.t_s > DRAWN_TRAY_S:
            raise TrayError(f"nobody puts the drawn tray right, and it is not set up: {_sentence(check.advice)}")
    last = _sentence(aiming.last.advice) if aiming.last else "it gave no picture"
    raise TrayError(f"{setup.source} has ended and is not set up: {last}")


def keep_check(folder: Path, source: str, check: Check, *, swapped: bool) -> tuple[Calibration, Path]:
    """Keep what came of it, and the picture; TrayError if that cannot be written."""
    calibration = result(check, swapped=swapped)
    path = save_calibration(folder, source, calibration)
    save_picture(folder, source, check.frame.pixels, reading_note(check.reading))
    return calibration, path


def _checks(camera: Camera, aiming: Aiming) -> Iterator[Check]:
    """The checks of a source's pictures; where it ends while all is well, that was long enough."""
    newest: Frame | None = None
    while (frame := camera.read()) is not None:
        newest = frame
        check = aiming.see(frame)
        if check is not None:
            yield check
    if newest is not None:
        check = aiming.check(newest)
        yield replace(check, steady=check.advice.ready)


def _line(check: Check, more: dict[str, Any]) -> str:
    advice = check.advice
    fields = {"t": round(check.frame.t_s, 2), "say": advice.about, "message": _sentence(advice), **advice.facts, **more}
    return json.dumps(fields)


def _sentence(advice: Advice) -> str:
    return ADVICE[advice.about].format_map(advice.facts)


def _ready(calibration: Calibration, path: Path) -> str:
    tray = f"the tray's outline has {len(calibration.outline)} corners" if calibration.outline else "dice on a table"
    return (
        f"ready: {tray}, a die is {calibration.die_px:.0f} pixels wide, the camera stands "
        f"{calibration.tilt_deg:.0f} degrees off; kept in {path}"
    )


def _on_screen(screen: Screen, stop: Callable[[], bool], camera: Camera, aiming: Aiming, setup: Setup) -> int:
    """The live picture and the thing to do, until it is ready and people have seen it, or they leave."""
    stored = False
    began_s = time.monotonic()
    while not stop():
        now_s = time.monotonic()
        frame = camera.read()
        if frame is None:
            break
        check = aiming.see(frame) or aiming.last
        if check is None:
            continue
        if check.steady and not stored:
            keep_check(setup.folder, setup.source, check, swapped=aiming.swapped)
            stored = True
        screen.draw(aim_view(in_order(frame) if aiming.swapped else frame, check, ready=stored), now_s)
        for choice in screen.choices():
            match choice:
                case Put(what) if what == MENDED:
                    aiming.mend()
                case NewGame():
                    stored = False
                case Back() | Quit() | GoOn():
                    return 0 if stored else 1
        if not camera.live:
            ahead_s = frame.t_s - (now_s - began_s)
            time.sleep(min(max(ahead_s, 0.0), DRAWN_EVERY_S * 3))
    return 0 if stored else 1


class SetupPage:
    """The camera being set up while a game waits beneath; what lies in the tray meanwhile is not judged."""

    def __init__(self, desk: Desk, item: str) -> None:
        self._desk = desk
        self._looked_s = float("-inf")
        self._well_since_s: float | None = None
        self._view = AimView(None, None, "no-dice", playing=True)
        desk.restart_camera()  # whoever comes here because it is gone need not wait until it is tried again

    def view(self, now_s: float) -> PageView:
        """The tray as the table sees it, looked at now and then."""
        table = self._desk.table
        if self._desk.guard:
            self._desk.guard.pause(now_s + PAUSED_S)
        if table is None or table.frame is None:
            self._view = replace(self._view, frame=None, fault=table.camera_fault if table else "")
            return self._view
        self._view = replace(self._view, frame=table.frame, reading=table.reading, fault="")
        if table.reading is not None and now_s - self._looked_s > CHECKED_EVERY_S:
            self._looked_s = now_s
            self._look(table.frame, table.reading, now_s)
        return self._view

    def choose(self, choice: Choice) -> bool:
        """Only the way back."""
        return False

    def _look(self, pixels: Pixels, reading: Reading, now_s: float) -> None:
        plan = self._desk.beginnings.plan
        due = self._desk.seats[0].colour if self._desk.seats else ""
        sight = sight_of(pixels, reading)
        check = Check(Frame(pixels, now_s), reading, sight, advise(sight, reading, pixels, due))
        if not check.advice.ready:
            self._well_since_s = None
        elif self._well_since_s is None:
            self._well_since_s = now_s
        ready = self._well_since_s is not None and now_s - self._well_since_s >= WELL_FOR_S
        if ready and self._view.about != "ready":
            known = load_calibration(self._desk.journal.folder, plan.source)
            keep_check(self._desk.journal.folder, plan.source, check, swapped=known is not None and known.swapped)
        self._view = replace(aim_view(check.frame, check, ready=ready), playing=True)


def aim_view(frame: Frame, check: Check, *, ready: bool) -> AimView:
    """What the page shows."""
    return AimView(
        frame=frame.pixels,
        reading=check.reading,
        outline=check.sight.outline,
        about="ready" if ready else ("hold-still" if check.advice.ready else check.advice.about),
        facts=dict(check.advice.facts),
        brightness=check.sight.brightness,
        pip_px=check.sight.pip_px,
        tilt_deg=check.sight.tilt_deg,
        blur=check.sight.blur,
    )
