"""The whole machine at a table where people do what people do, told in plain words: tests/scenarios/*.txt.

A scenario is played before the mock camera by the program as `croupier play` runs it: real reader, referee, journal,
screen, and pins that remember. Nobody reaches into the referee; what is checked is what anybody at the table, or who
reads its files, could see. tests/scenarios/README.md lists the sentences.
"""

import json
import re
import shlex
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock, Semaphore
from typing import Any

import cv2
import pygame
import pytest
from gpiozero import Device

from pi import cameras, drawing, parts
from pi import eye as eyes
from pi.calibration import Calibration, moment, save_calibration
from pi.cameras.mat_mock import MatCamera
from pi.cameras.mock import Fault, MockCamera
from pi.database import FILE_NAME
from pi.journal import read_journal
from pi.play import plan_play, run
from pi.seats import SeatedPlayer, parse_players
from rules.protocol import action_to_dict
from ui.screen import Screen
from ui.view import AskDie, Choice, ChooseHand, TableView, TakeAsRoll, TellDie, Undo
from vision.frame import Frame
from vision.mat_layout import ROLLING, mat_layout

SCENARIOS = Path(__file__).parent / "scenarios"
FPS = 15.0  # as slow as cameras are, and half the work
REST_S = 0.75
LONGER_THAN_A_HAND_S = 5.5  # what changes the whole picture is a hand's shadow, until it has lain so long
SILENT_S = 1.5  # a camera is given up sooner than by people
LOOKED_AT = 2  # a frame was looked at once so many were asked for after it
LONGEST_FRAMES = 900  # a scenario that hangs ends here
SOURCE = "the tray"
SIDES_DEG = (270.0, 90.0, 0.0)
PINS = {"red": 17, "blue": 27, "green": 22, "kill": 23, "win": 24, "buzzer": 18}
PROMPTS = {"turn", "options"}
"""Events that follow from the others and are not written down in scenarios."""


class Cable:
    """Plugs the mock camera in; pulling it out leaves the camera as it is."""

    def __init__(self, camera: MockCamera) -> None:
        self.camera, self.name, self.live = camera, "mock", False
        self.reads = 0

    def read(self) -> Frame | None:
        self.reads += 1
        return self.camera.read()

    def close(self) -> None:
        pass


class LiveCable(Cable):
    """The same as a device that is read on a thread; it gives no frame before the last one was looked at."""

    def __init__(self, camera: MockCamera) -> None:
        super().__init__(camera)
        self.live = True
        self.wanted = Semaphore()
        self._alone = Lock()

    def read(self) -> Frame | None:
        with self._alone:  # a reader that hung and was left behind may still be at it
            self.wanted.acquire()
            return super().read()


class Glass:
    """The window as the program has it, which draws only when somebody looks."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.view, self.dim = screen, None, False
        self.now_s = 0.0

    def draw(self, view: Any, now_s: float) -> None:
        self.view, self.now_s = view, now_s

    def choices(self) -> list[Choice]:
        return list(self.screen.choices())

    def close(self) -> None:
        self.screen.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.screen, name)

    def look(self) -> str:
        """All words on the screen now."""
        self.screen.draw(self.view, self.now_s)
        return " | ".join(placed.words for placed in self.screen.placed)

    def tap(self, choice: Choice) -> None:
        """A click in the middle of the button of a choice."""
        self.look()
        at = self.screen.rect_of(choice).center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))


class Scenario:
    """One scenario on its way: a step a frame, for as long as the program asks whether it is to end."""

    def __init__(self, text: str, cable: Cable, glass: Glass, folder: Path, seats: Sequence[SeatedPlayer] = ()) -> None:
        self.cable, self.camera, self.glass, self.folder = cable, cable.camera, glass, folder
        self._seats = {seat.name: n for n, seat in enumerate(seats, start=1)}
        self._colours: dict[str, Any] = {seat.name: seat.colour for seat in seats}
        self._lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        self._read = 0
        self._seen_at = 0
        self._lit: set[str] = set()
        self.failure: str | None = None
        self._given: Frame | None = None
        self._awaited: Callable[[], object] = lambda: True

    def step(self) -> bool:
        """Whether the scenario has come to its end, or to a line that does not hold."""
        self._lit |= {name for name, pin in PINS.items() if Device.pin_factory.pin(pin).state}
        if self.cable.reads > LONGEST_FRAMES:
            return self._fail("it takes too long")
        if isinstance(self.cable, LiveCable):
            self._ask_for_a_frame(self.cable)
        if not self._awaited():
            return False
        if self.camera.busy:
            self._seen_at = self.cable.reads + LOOKED_AT
        if self.camera.busy or self.cable.reads < self._seen_at:
            return False
        if not self._lines:
            return True
        line = self._lines.pop(0)
        try:
            self._do(line.strip())
        except Exception as error:  # noqa: BLE001 - whatever it is, the line that it came from is told
            return self._fail(f"{line!r}: {error!r}")
        return False

    def _ask_for_a_frame(self, cable: LiveCable) -> None:
        """The next one, once the last is on the screen."""
        frame = self.glass.view.frame if isinstance(self.glass.view, TableView) else None
        if frame is not self._given:
            self._given = frame
            cable.wanted.release()

    def _fail(self, why: str) -> bool:
        self.failure = why
        return True

    def _do(self, line: str) -> None:
        for pattern, act in SENTENCES:
            if found := re.fullmatch(pattern, line):
                act(self, *found.groups())
                return
        raise AssertionError("nobody knows this sentence")

    # --- what people do

    def rest(self, seconds: float = REST_S) -> None:
        """Nothing happens until the table has seen what was done."""
        self.camera.idle(seconds)

    def throw(self, who: str, faces: str, leaning: str | None) -> None:
        cocked = int(leaning or 0)
        self.camera.throw(_faces(faces), self._colours[who], cocked=cocked, from_deg=self._side(who))
        self.rest()

    def take(self, who: str, faces: str) -> None:
        self.camera.take(self._where(_faces(faces), who), from_deg=self._side(who))
        self.rest()

    def sweep(self, who: str) -> None:
        self.camera.sweep(from_deg=self._side(who))
        self.rest()

    def put_in(self, who: str, faces: str) -> None:
        self.camera.put_back(_faces(faces), self._colours[who], from_deg=self._side(who))
        self.rest()

    def turn(self, who: str, face: str, into: str) -> None:
        self.camera.turn_over(self._where((int(face),), who)[0], int(into), from_deg=self._side(who))
        self.rest()

    def nudge(self, who: str) -> None:
        leaning = next(n for n, die in enumerate(self.camera.lying) if die.cocked)
        self.camera.nudge(leaning, from_deg=self._side(who))
        self.rest()

    def hover(self, who: str) -> None:
        self.camera.hover(1.0, from_deg=self._side(who))
        self.rest()

    def bump(self) -> None:
        self.camera.bump()
        self.rest()

    def spin(self) -> None:
        self.camera.spin(0)
        self.rest()

    def wait(self, seconds: str) -> None:
        self.camera.idle(float(seconds))

    def fault(self, word: str) -> None:
        self.camera.fault = None if word == "well" else Fault(word)
        if self.camera.fault is Fault.HANGING:
            self._awaited = lambda: isinstance(self.glass.view, TableView) and self.glass.view.camera_fault
            return
        self.camera.released.set()
        self._awaited = lambda: True
        self.camera.idle(0.1)

    # --- what people do on a mat

    def lay_down(self, who: str, faces: str) -> None:
        self.mat.lay_down(_faces(faces), self._seats[who], from_deg=self._side(who))
        self.rest()

    def lay_back(self, who: str, faces: str) -> None:
        self.mat.lay_down(_faces(faces), ROLLING, from_zone=self._seats[who], from_deg=self._side(who))
        self.rest()

    def take_hand(self, who: str, whose: str) -> None:
        self.mat.clear(self._seats[whose], from_deg=self._side(who))
        self.rest()

    def take_of_hand(self, who: str, faces: str, whose: str) -> None:
        self.mat.take_faces(_faces(faces), self._seats[whose], from_deg=self._side(who))
        self.rest()

    def put_into_hand(self, who: str, faces: str, whose: str) -> None:
        self.mat.put_in(_faces(faces), self._colours[who], self._seats[whose], from_deg=self._side(who))
        self.rest()

    def turn_of_hand(self, who: str, face: str, whose: str, into: str) -> None:
        self.mat.turn(int(face), int(into), self._seats[whose], from_deg=self._side(who))
        self.rest()

    def push_between(self, who: str, face: str) -> None:
        self.mat.push_between(int(face), from_deg=self._side(who))
        self.rest()

    def shove(self) -> None:
        self.mat.shove(14, -9, 3.0)
        self.rest(LONGER_THAN_A_HAND_S)

    def cover(self, state: str) -> None:
        self.mat.markers_hidden = state == "covered"
        self.rest(LONGER_THAN_A_HAND_S)

    @property
    def mat(self) -> MatCamera:
        assert isinstance(self.camera, MatCamera), "there is no mat"
        return self.camera

    def _side(self, who: str) -> float:
        """Where the player's arm comes from."""
        if isinstance(self.camera, MatCamera) and self._seats[who] <= self.camera.layout.seats:
            return self.camera.side_deg(self._seats[who])
        return SIDES_DEG[self._seats[who] - 1]

    def _where(self, faces: tuple[int, ...], who: str) -> list[int]:
        """Indexes of lying dice that show these, the player's own first."""
        free = sorted(enumerate(self.camera.lying), key=lambda item: item[1].colour != self._colours[who])
        found = []
        for face in faces:
            pick = next(item for item in free if item[1].face == face)
            free.remove(pick)
            found.append(pick[0])
        return found

    # --- what people say

    def say(self, line: str) -> None:
        with (self.folder / "actions").open("a") as actions:
            actions.write(line + "\n")
        self.rest(0.2)

    def tap(self, what: str) -> None:
        self.glass.tap(_choice(what))
        self.rest(0.2)

    def tap_die(self, face: str) -> None:
        """The die of the picture that was read so, or the one that was not read."""
        assert isinstance(self.glass.view, TableView) and self.glass.view.reading is not None
        dice = self.glass.view.reading.dice
        wanted = None if face == "doubtful" else int(face)
        place = next(n for n, die in enumerate(dice) if (die.pips if die.sure else None) == wanted)
        self.glass.tap(AskDie(place))
        self.rest(0.2)

    def tap_value(self, pips: str) -> None:
        """The value for the die that is asked about."""
        self.glass.look()
        buttons = self.glass.screen.laid.buttons if self.glass.screen.laid else ()
        offered = [b.choice for b in buttons if isinstance(b.choice, TellDie) and b.choice.pips == int(pips)]
        self.glass.tap(offered[0])
        self.rest(0.2)

    # --- what is seen and heard

    def told(self, expected: str) -> None:
        """The events since last time, the prompts left out."""
        file = self.folder / "events"
        lines = file.read_text().splitlines()
        new, self._read = lines[self._read :], len(lines)
        seen = [_told(event) for event in map(json.loads, new) if event["event"] not in PROMPTS]
        assert seen == ([] if expected == "nothing" else expected.split(", ")), f"told {seen}"

    def screen(self, words: str) -> None:
        shown = self.glass.look()
        assert words in shown, f"the screen says {shown}"

    def screen_lacks(self, words: str) -> None:
        assert words not in self.glass.look()

    def lamp(self, name: str, state: str) -> None:
        """A lamp or the buzzer since it was last asked after; they blink, and so are not asked what they are now."""
        lit = name in self._lit
        self._lit.discard(name)
        assert lit == (state == "was lit"), f"it is not so, lit were {self._lit}"

    def journal(self, expected: str) -> None:
        """The actions that count."""
        journal = read_journal(self.folder)
        assert journal is not None
        with journal:
            actions = [_action(action_to_dict(action)) for action in journal.actions(journal.game(None).id)]
        assert actions == ([] if expected == "nothing" else expected.split(", ")), f"the journal has {actions}"

    def journal_back(self, count: str) -> None:
        """How many actions the journal keeps that were taken back."""
        with sqlite3.connect(f"file:{self.folder / FILE_NAME}?mode=ro", uri=True) as database:
            ((undone,),) = database.execute("SELECT count(*) FROM actions WHERE undone_at IS NOT NULL")
        assert undone == int(count), f"{undone} were taken back"


Sentence = tuple[str, Callable[..., None]]
WHO = "([a-z]+)"
SENTENCES: tuple[Sentence, ...] = (
    (rf"{WHO} throws ([1-6 ]+)(?:, (\d) leaning)?", Scenario.throw),
    (rf"{WHO} takes out ([1-6 ]+)", Scenario.take),
    (rf"{WHO} sweeps", Scenario.sweep),
    (rf"{WHO} lays down ([1-6 ]+)", Scenario.lay_down),
    (rf"{WHO} lays back ([1-6 ]+)", Scenario.lay_back),
    (rf"{WHO} takes up the hand of {WHO}", Scenario.take_hand),
    (rf"{WHO} takes ([1-6 ]+) of the hand of {WHO}", Scenario.take_of_hand),
    (rf"{WHO} puts ([1-6 ]+) into the hand of {WHO}", Scenario.put_into_hand),
    (rf"{WHO} turns the ([1-6]) of the hand of {WHO} into a ([1-6])", Scenario.turn_of_hand),
    (rf"{WHO} pushes a ([1-6]) over the line", Scenario.push_between),
    (r"the mat is bumped", Scenario.shove),
    (r"the mat's markers are (covered|in view)", Scenario.cover),
    (rf"{WHO} puts in ([1-6 ]+)", Scenario.put_in),
    (rf"{WHO} turns a ([1-6]) into a ([1-6])", Scenario.turn),
    (rf"{WHO} nudges the leaning die", Scenario.nudge),
    (rf"{WHO} holds a hand over the tray", Scenario.hover),
    (r"the table is bumped", Scenario.bump),
    (r"a die spins", Scenario.spin),
    (r"([\d.]+) seconds pass", Scenario.wait),
    (r"the camera is (\w+)", Scenario.fault),
    (r"line: (.+)", Scenario.say),
    (r"finger on the ([1-6]|doubtful) die", Scenario.tap_die),
    (r"finger on value ([1-6])", Scenario.tap_value),
    (r"finger on (.+)", Scenario.tap),
    (r"told: (.+)", Scenario.told),
    (r"screen: (.+)", Scenario.screen),
    (r"screen without: (.+)", Scenario.screen_lacks),
    (r"lamp (\w+) (was lit|stayed dark)", Scenario.lamp),
    (r"journal: (.+)", Scenario.journal),
    (r"journal keeps (\d+) taken back", Scenario.journal_back),
)  # fmt: skip


def _faces(words: str) -> tuple[int, ...]:
    return tuple(int(word) for word in words.split())


def _choice(what: str) -> Choice:
    """What a button says."""
    if what == "undo":
        return Undo()
    if what == "it counts":
        return TakeAsRoll()
    return ChooseHand(_faces(what.removeprefix("hand ")))


def _told(event: dict[str, Any]) -> str:  # noqa: PLR0911 - one line an event
    """An event in words."""
    dice = " ".join(map(str, event.get("faces", event.get("hand", ()))))
    match event["event"]:
        case "rolled" | "kept" as what:
            return f"{event['player']} {what} {dice}"
        case "killed":
            return f"{event['player']} killed {event['victim']}"
        case "stuck" | "won" as what:
            return f"{event['player']} {what}"
        case "undone":
            return f"undone {event['action']['action']}"
        case "refused":
            return f"refused {event['reason']}"
        case "question":
            return f"asked {event['about']}"
        case other:
            return " ".join([other, *(str(value) for key, value in event.items() if key == "about")])


def _action(record: dict[str, Any]) -> str:
    return f"{record['action']} {' '.join(map(str, record.get('faces', record.get('hand'))))}"


def _lines_as_they_come(path: Path) -> Callable[[], list[str]]:
    """The lines of a file that grows."""
    read = Counter[str]()

    def lines() -> list[str]:
        written = path.read_text().splitlines() if path.exists() else []
        new, read["lines"] = written[read["lines"] :], len(written)
        return new

    return lines


class _Lines:
    def __init__(self, path: str) -> None:
        self.lines = _lines_as_they_come(Path(path))


@pytest.mark.parametrize("name", sorted(path.stem for path in SCENARIOS.glob("*.txt")))
def test_scenario(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (SCENARIOS / f"{name}.txt").read_text(encoding="utf-8")
    options = shlex.split(next((line[2:] for line in text.splitlines() if line.startswith("#!")), ""))
    scenario = play_scenario(text, options, tmp_path, monkeypatch)
    assert scenario.failure is None, scenario.failure


def play_scenario(text: str, options: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Scenario:
    """Play a scenario; `options` are the tray's seed, the players, and the tray.

    The tray is a floor from where to where, "mat" or "mat2", or "live": before a camera that is read on a thread.
    """
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("GPIOZERO_PIN_FACTORY", "mock")):
        monkeypatch.setenv(name, value)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(folder / name))
    Device.pin_factory = None
    cv2.setNumThreads(1)
    seed, players, floor = (*options, *("3", "red,blue", "")[len(options) :])
    if "-" in floor:
        left, right = (float(share) for share in floor.split("-"))
        corners = ((left, 0.0), (right, 0.0), (right, 1.0), (left, 1.0))
        save_calibration(folder, SOURCE, Calibration(moment(), 640, 480, corners, 40.0, 0.0, 150.0, (1.0, 1.0, 1.0)))
    seats = parse_players(players.split(","))
    if floor.startswith("mat"):
        zones = int(floor.removeprefix("mat") or len(seats))
        camera: MockCamera = MatCamera(int(seed), layout=mat_layout("a4", zones), fps=FPS, touching=0)
    else:
        camera = MockCamera(int(seed), fps=FPS, touching=0)
    glass = Glass(Screen(lang="en"))
    cable = LiveCable(camera) if floor == "live" else Cable(camera)
    scenario = Scenario(text, cable, glass, folder, seats)

    @contextmanager
    def until_the_end(_seconds: float | None) -> Iterator[Callable[[], bool]]:
        yield scenario.step

    for name in ("DRAWN_EVERY_S", "CALM_S"):
        # By the clock it would be drawn less often than frames are looked at here, and what is pressed would be stale.
        monkeypatch.setattr(drawing, name, 0.0)
    monkeypatch.setattr(cameras, "open_camera", lambda *_, **__: cable)
    monkeypatch.setattr(parts, "_open_window", lambda _plan: glass)
    monkeypatch.setattr(parts, "ActionLines", _Lines)
    monkeypatch.setattr(parts, "asked_to_end", until_the_end)
    monkeypatch.setattr(eyes, "SILENT_S", SILENT_S)
    (folder / "actions").touch()
    (folder / "config.toml").write_text("[camera]\nfirst_retry_s = 0.02\nlongest_retry_s = 0.02\n")
    try:
        plan = plan_play(
            game=None, source=SOURCE, window=True, players=players, first=None, language="en",
            events=str(folder / "events"), actions=str(folder / "actions"), resume=False, new=True,
            config=folder / "config.toml", data=folder,
        )  # fmt: skip
        run(replace(plan, speed=0.0))
    finally:
        camera.close()
        if isinstance(cable, LiveCable):
            cable.wanted.release(50)
        Device.pin_factory = None
    return scenario
