"""Whole games by hand in a real window: clicks, keys, touches, a camera's stream, misread dice put right, and undo.

Clicks and keys are xdotool's on Xvfb. Xvfb has no touch screen and nothing that makes one, so the fingers touch one of
Xorg's: its own driver `inputtest` is a touch screen that is told of touches by a socket, and from there on they go the
way of every touch, through the server's XInput 2 to SDL and the program. Without Xorg that one test is skipped.
"""

import json
import math
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi import book
from pi.die_page import values
from pi.journal import open_journal
from rules.game import Keep, Roll
from ui.gallery import table
from ui.gallery_pages import shown
from ui.moments import KILL_S
from ui.pages import DieView, MenuView
from ui.scenes import page_scene
from ui.scenes.play import PlayScene
from ui.theme import Scale
from ui.view import AskDie, Back, ChooseHand, NewGame, Open, Put, Seat, TellDie, Undo
from ui.words import Words
from vision.detector import Detector
from vision.reading import Die, Reading
from vision.synthetic import DrawnDie, TrayScene

SIZE = (800, 480)
PATIENCE_S = 90.0  # for the busiest of machines
LOOKS_S = 0.08
MENU = MenuView(book.MENU)
LAMPS = {"seat red": True, "seat blue": False, "kill": False, "win": False, "buzzer": False}

needs_xvfb = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool play the screen and the hand"
)
XORG_DRIVERS = ("drivers/dummy_drv.so", "input/inputtest_drv.so")
needs_xorg = pytest.mark.skipif(
    not (shutil.which("Xorg") and all(Path("/usr/lib/xorg/modules", driver).exists() for driver in XORG_DRIVERS)),
    reason="Xorg with its drivers dummy and inputtest plays the touch screen",
)
XORG = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
EndSection
Section "Monitor"
  Identifier "glass"
  HorizSync 1.0-2000.0
  VertRefresh 1.0-200.0
  Modeline "glass" 29.5 {wide} {wide1} {wide2} {wide3} {high} {high1} {high2} {high3}
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "glass"
  DefaultDepth 24
  SubSection "Display"
    Modes "glass"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touch screen"
  Driver "inputtest"
  Option "DeviceType" "Touch"
  Option "SocketPath" "{socket}"
EndSection
Section "ServerLayout"
  Identifier "table"
  Screen "screen"
  InputDevice "touch screen"
EndSection
"""
TOUCH_BEGIN, TOUCH_UPDATE, TOUCH_END = 18, 19, 20  # XI_TouchBegin and so on of X11/extensions/XI2.h
CLIENT_VERSION, WAIT_FOR_SYNC, TOUCH = 0, 1, 6  # of xorg/xf86-input-inputtest-protocol.h
TOUCH_RANGE = 65535.0  # from edge to edge of the driver's touch screen


class Tray:
    """What lies before the camera, as a stream of pictures shows it."""

    def __init__(self) -> None:
        self.scene = TrayScene(seed=7)
        self.lying: tuple[DrawnDie, ...] = ()
        self.ended = threading.Event()

    def throw(self, faces: tuple[int, ...], colour: str) -> None:
        self.lying = tuple(
            DrawnDie(face, colour, (k % 3 - 1) * 52.0 + 9 * (k // 3), 30.0 - 55 * (k // 3), yaw_deg=(k * 47 + 12) % 90)  # type: ignore[arg-type]
            for k, face in enumerate(faces)
        )

    def reading(self) -> Reading:
        dice = tuple(Die(d.face, True, 0.99, d.box, d.colour) for d in self.scene.truth(self.lying))
        return Reading(dice, 640, 480)

    def jpeg(self) -> bytes:
        return cv2.imencode(".jpg", self.scene.draw(self.lying), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@contextmanager
def streamed(tray: Tray) -> Iterator[str]:
    class Streaming(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            while not tray.ended.wait(LOOKS_S):
                jpeg = tray.jpeg()
                try:
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg))
                    self.wfile.write(jpeg + b"\r\n")
                except OSError:
                    return  # the listener has hung up

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), Streaming) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/tray.mjpg"
        finally:
            tray.ended.set()
            server.shutdown()


@contextmanager
def serving(command: list[str]) -> Iterator[str]:
    """An X server of our own; it says which number was free."""
    read, write = os.pipe()
    command = [*command, "-displayfd", str(write), "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        if not number:
            pytest.skip(f"{command[0]} does not start here")
        try:
            yield f":{number}"
        finally:
            server.terminate()


class TouchScreen:
    """Xorg's touch screen, as its driver hears of touches."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(str(path))
        self.socket.sendall(struct.pack("=IIHH", 12, CLIENT_VERSION, 1, 1))
        assert len(self.socket.recv(12)) == 12

    def touch(self, kind: int, at: tuple[int, int]) -> None:
        """The finger goes down, moves or is lifted there, and the server has seen it when this returns."""
        place = [TOUCH_RANGE * pixel / size for pixel, size in zip(at, SIZE, strict=True)]
        said = struct.pack("=III8s4x2d1008x", 1, kind, 0, b"\3" + bytes(7), *place)  # of 128 values two are of use
        self.socket.sendall(struct.pack("=II", 8 + len(said), TOUCH) + said + struct.pack("=II", 8, WAIT_FOR_SYNC))
        assert len(self.socket.recv(8)) == 8

    def tap(self, at: tuple[int, int], lifted: tuple[int, int] | None = None) -> None:
        """A finger's touch; lifted elsewhere it has slid there."""
        self.touch(TOUCH_BEGIN, at)
        time.sleep(0.15)
        if lifted is not None:
            self.touch(TOUCH_UPDATE, lifted)
        self.touch(TOUCH_END, lifted or at)


class Person:
    """Stands at the table: throws, clicks and presses keys, and waits for what the referee tells."""

    def __init__(self, display: str, events: Path, tray: Tray, glass: TouchScreen | None = None) -> None:
        self.env, self.glass = os.environ | {"DISPLAY": display}, glass
        self.events, self.tray, self.read = events, tray, 0
        self.scale, self.words, self.play = Scale(*SIZE), Words("en"), PlayScene()

    def told(self, name: str, patience_s: float = PATIENCE_S) -> dict:
        """The next event of that name; those before it are passed over."""
        until_s = time.monotonic() + patience_s
        while time.monotonic() < until_s:
            lines = self.events.read_text().splitlines() if self.events.exists() else []
            while self.read < len(lines):
                event = json.loads(lines[self.read])
                self.read += 1
                if event["event"] == name:
                    return event
            time.sleep(0.05)
        raise AssertionError(f"{name} was never told; last: {lines[-3:]}")

    def xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True)

    def key(self, key: str) -> None:
        self.xdotool("key", key)

    def insist(self, key: str, name: str) -> dict:
        """Presses the key every now and then until the event is told, as people do on a busy machine."""
        for _ in range(round(PATIENCE_S / 3)):
            self.key(key)
            try:
                return self.told(name, 3.0)
            except AssertionError:
                continue
        return self.told(name)

    def click(self, laid, choice) -> None:
        x, y = map(str, _middle(laid, choice))
        self.xdotool("mousemove", x, y, "mousedown", "1", "sleep", "0.2", "mouseup", "1")

    def tap(self, laid, choice, *, slides_to=None) -> None:
        self.glass.tap(_middle(laid, choice), None if slides_to is None else _middle(laid, slides_to))

    def correct(self, laid, *, pips: int, value: int) -> None:
        """One of the dice that were read as `pips` shows `value`."""
        press = self.click if self.glass is None else self.tap
        seen = self.tray.reading().dice
        place = next(k for k, die in enumerate(seen) if die.pips == pips)
        press(laid, AskDie(place))
        time.sleep(0.5)
        die = DieView(self.tray.scene.draw(()), seen[place], place, "red", self._likeliest(seen[place]))
        press(self.page(die), TellDie(place, value))

    def _likeliest(self, die: Die) -> tuple[int, ...]:
        """The die's values in the order that the reader offers them in."""
        picture = cv2.imdecode(np.frombuffer(self.tray.jpeg(), np.uint8), cv2.IMREAD_COLOR)
        read = Detector().read(picture).dice
        return values(min(read, key=lambda one: math.dist((one.box.x, one.box.y), (die.box.x, die.box.y))))

    def table(self, hands: dict[str, tuple[int, ...]], to_move: str | None, roll=(), options=(), **more):
        """Where everything lies on the table as it must look now."""
        seats = tuple(Seat(name, name, hand, 6 - len(hand)) for name, hand in hands.items())
        view = replace(
            table(2), seats=seats, to_move=to_move, awaits="keep" if options else "roll", roll=roll, options=options,
            lamps=LAMPS, frame=self.tray.scene.draw(self.tray.lying), reading=self.tray.reading(), **more,
        )  # fmt: skip
        return self.play.lay(view, self.scale, self.words)

    def page(self, view):
        return page_scene(view.scene).lay(view, self.scale, self.words)


@contextmanager
def seated(display: str, folder: Path, *, glass: TouchScreen | None = None, said: tuple[str, ...] = ()) -> Iterator:
    """Somebody at a table of that display, and the program."""
    tray = Tray()
    config = folder / "config.toml"
    config.write_text(f'[screen]\nwidth_px = {SIZE[0]}\nheight_px = {SIZE[1]}\n[pins]\nuse = "off"\n')
    with streamed(tray) as address:
        command = [
            sys.executable, "-m", "pi", "play", "--camera", address, "--lang", "en", *said,
            "--config", str(config), "--data", str(folder), "--events", str(folder / "events"),
        ]  # fmt: skip
        env = os.environ | {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        env.pop("SDL_VIDEODRIVER", None)
        with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as program:
            try:
                yield Person(display, folder / "events", tray, glass), program
            finally:
                program.kill()


@pytest.fixture
def person(tmp_path: Path) -> Iterator[tuple[Person, subprocess.Popen]]:
    with (
        serving(["Xvfb", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24"]) as display,
        seated(display, tmp_path, said=("--players", "red,blue")) as table,
    ):
        yield table


@pytest.fixture
def finger(tmp_path: Path) -> Iterator[tuple[Person, subprocess.Popen]]:
    wide, high = SIZE
    path, config = tmp_path / "touch", tmp_path / "xorg.conf"
    lines = {f"wide{k}": wide + 24 * k for k in (1, 2, 3)} | {f"high{k}": high + 4 * k for k in (1, 2, 3)}
    config.write_text(XORG.format(wide=wide, high=high, socket=path, **lines))
    server = ["Xorg", "-config", str(config), "-logfile", str(tmp_path / "xorg.log"), "-noreset", "-novtswitch"]
    with (
        serving([*server, "-sharevts", "vt7"]) as display,
        seated(display, tmp_path, glass=TouchScreen(path)) as table,
    ):
        yield table


@needs_xvfb
def test_a_game_by_hand(person: tuple[Person, subprocess.Popen], tmp_path: Path) -> None:
    me, program = person
    assert me.told("turn") == {"event": "turn", "player": "red", "dice": 6}

    me.tray.throw((1, 1, 2, 3, 5, 6), "red")
    options = _hands(me.told("options"))
    me.click(me.table({"red": (), "blue": ()}, "red", (1, 1, 2, 3, 5, 6), options), ChooseHand((1, 2, 3)))
    assert me.told("kept")["hand"] == [1, 2, 3]
    me.tray.throw((), "red")
    me.told("turn")

    time.sleep(1.5)  # the tray is seen empty before the next dice fall into it
    me.tray.throw((2, 2, 4, 4, 5, 5), "blue")
    options = _hands(me.told("options"))
    me.key("1")
    assert tuple(me.told("kept")["hand"]) == options[0] == (2,)
    me.key("u")  # a slip of the finger
    assert me.told("undone")["action"] == {"action": "keep", "hand": [2]}
    assert _hands(me.told("options")) == options
    me.click(me.table({"red": (1, 2, 3), "blue": ()}, "blue", (2, 2, 4, 4, 5, 5), options), ChooseHand((4, 5)))
    assert me.told("kept")["hand"] == [4, 5]
    me.click(me.table({"red": (1, 2, 3), "blue": (4, 5)}, "red"), Undo())
    assert me.told("undone")["action"] == {"action": "keep", "hand": [4, 5]}
    me.key(str(options.index((4, 5)) + 1))
    assert me.told("kept")["hand"] == [4, 5]
    me.tray.throw((), "blue")
    me.told("turn")

    time.sleep(1.5)
    me.tray.throw((4, 5, 5), "red")
    options = _hands(me.told("options"))
    laid = me.table({"red": (1, 2, 3), "blue": (4, 5)}, "red", (4, 5, 5), options)
    me.correct(laid, pips=5, value=6)  # one of the fives is a six
    assert me.told("undone")["action"] == {"action": "roll", "faces": [4, 5, 5]}
    assert me.told("rolled")["faces"] == [4, 5, 6]
    options = _hands(me.told("options"))
    me.key(str(options.index((1, 2, 3, 4, 5, 6)) + 1))
    assert me.told("won") == {"event": "won", "player": "red"}

    me.click(me.table({"red": (1, 2, 3, 4, 5, 6), "blue": (4, 5)}, None, winner="red"), Undo())
    assert me.told("undone")["action"]["hand"] == [1, 2, 3, 4, 5, 6]
    me.key(str(options.index((1, 2, 3, 4, 5, 6)) + 1))
    me.told("won")
    me.key("n")
    assert me.told("turn") == {"event": "turn", "player": "blue", "dice": 6}

    me.key("Escape")
    time.sleep(0.5)
    me.click(me.page(MENU), Open("about"))
    time.sleep(0.5)
    me.key("Escape")
    me.key("Tab")  # to the first tile or the way back
    me.click(me.page(MENU), Open("quit"))
    assert program.wait(PATIENCE_S) == 0, program.stderr.read()
    with open_journal(tmp_path) as journal:
        first = next(iter(journal.games()))
        assert (first.over, first.winner) == (True, "red")
        assert journal.actions(first.id) == (
            Roll((1, 1, 2, 3, 5, 6)), Keep((1, 2, 3)), Roll((2, 2, 4, 4, 5, 5)), Keep((4, 5)),
            Roll((4, 5, 6)), Keep((1, 2, 3, 4, 5, 6)),
        )  # fmt: skip


@needs_xvfb
def test_a_new_game_in_mid_game_is_asked_about(person: tuple[Person, subprocess.Popen]) -> None:
    me, program = person
    me.told("turn")
    me.tray.throw((1, 1, 2, 3, 5, 6), "red")
    me.told("options")
    me.key("n")  # asks first:
    assert me.insist("1", "kept")["hand"] == [1]  # go on, so nothing is lost; then the first hand
    assert me.told("turn") == {"event": "turn", "player": "blue", "dice": 6}
    me.click(me.table({"red": (1,), "blue": ()}, "blue"), NewGame())
    assert me.insist("2", "turn") == {"event": "turn", "player": "blue", "dice": 6}
    me.key("q")
    assert program.wait(PATIENCE_S) == 0


@needs_xorg
def test_a_game_with_nothing_but_a_finger(finger: tuple[Person, subprocess.Popen], tmp_path: Path) -> None:
    me, program = finger
    me.told("turn")
    time.sleep(1.0)  # the window is drawn
    me.tap(me.page(shown()["start-fresh"]), NewGame())
    time.sleep(0.5)

    roll = (1, 1, 2, 3, 5, 6)
    me.tray.throw(roll, "red")
    options = _hands(me.told("options"))
    laid = me.table({"red": (), "blue": ()}, "red", roll, options)
    me.tap(laid, ChooseHand((5, 6)), slides_to=Undo())  # thought better of it: neither is meant
    me.tap(laid, ChooseHand((5, 6)))
    assert me.told("kept")["hand"] == [5, 6]
    me.tap(me.table({"red": (5, 6), "blue": ()}, "blue"), Undo())
    assert me.told("undone")["action"] == {"action": "keep", "hand": [5, 6]}
    me.tap(laid, ChooseHand((1, 2, 3)))
    assert me.told("kept")["hand"] == [1, 2, 3]
    me.tray.throw((), "red")
    me.told("turn")

    time.sleep(1.5)
    roll = (1, 1, 2, 2, 5, 6)
    me.tray.throw(roll, "blue")
    options = _hands(me.told("options"))
    laid = me.table({"red": (1, 2, 3), "blue": ()}, "blue", roll, options)
    me.correct(laid, pips=2, value=4)  # which makes it a kill
    assert me.told("undone")["action"] == {"action": "roll", "faces": [1, 1, 2, 2, 5, 6]}
    assert me.told("killed")["hand"] == [1, 2, 3]
    options = _hands(me.told("options"))
    time.sleep(KILL_S)
    me.tap(me.table({"red": (), "blue": ()}, "blue", (1, 1, 2, 4, 5, 6), options), ChooseHand((4, 5, 6)))
    assert me.told("kept")["hand"] == [4, 5, 6]
    me.tray.throw((), "blue")
    me.told("turn")

    time.sleep(1.5)
    roll = (1, 2, 3, 4, 5, 6)
    me.tray.throw(roll, "red")
    options = _hands(me.told("options"))
    laid = me.table({"red": (), "blue": (4, 5, 6)}, "red", roll, options)
    me.tap(laid, ChooseHand(roll))
    assert me.told("won") == {"event": "won", "player": "red"}
    me.tap(me.table({"red": roll, "blue": (4, 5, 6)}, None, winner="red"), Undo())
    assert me.told("undone")["action"]["hand"] == list(roll)
    me.tap(laid, ChooseHand(roll))
    me.told("won")
    me.tap(me.table({"red": roll, "blue": (4, 5, 6)}, None, winner="red"), Open("menu"))
    for page, choice in (("menu", Open("settings")), ("settings", Put("odds", "off")), ("settings", Back())):
        time.sleep(0.5)
        me.tap(me.page(MENU if page == "menu" else shown()[page]), choice)
    time.sleep(0.5)
    me.tap(me.page(MENU), Open("quit"))
    assert program.wait(PATIENCE_S) == 0, program.stderr.read()
    with open_journal(tmp_path) as journal:
        first = next(iter(journal.games()))
        assert (first.over, first.winner) == (True, "red")
        assert journal.actions(first.id) == (
            Roll((1, 1, 2, 3, 5, 6)), Keep((1, 2, 3)), Roll((1, 1, 2, 4, 5, 6)), Keep((4, 5, 6)),
            Roll(roll), Keep(roll),
        )  # fmt: skip


def _middle(laid, choice) -> tuple[int, int]:
    """Of the button with this choice."""
    return next(button.rect.center for button in laid.buttons if button.choice == choice)


def _hands(event: dict) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(hand) for hand in event["hands"])
