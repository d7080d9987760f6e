"""A whole game played by hand in a real window: real clicks and keys, a camera's stream, a misread die put right, undo.

Fingers are told as SDL tells them in tests/ui/test_inputs.py: an X server without a touch screen cannot make any.
"""

import json
import os
import shutil
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
import pygame
import pytest

from pi.journal import open_journal
from rules.game import Keep, Roll
from ui.gallery import table
from ui.pages import DieView, MenuView
from ui.scenes import page_scene
from ui.scenes.play import PlayScene
from ui.theme import Scale
from ui.view import AskDie, ChooseHand, NewGame, Open, Seat, TellDie, Undo
from ui.words import Words
from vision.reading import Die, Reading
from vision.synthetic import DrawnDie, TrayScene

SIZE = (800, 480)
PATIENCE_S = 90.0  # for the busiest of machines
LOOKS_S = 0.08
LAMPS = {"seat red": True, "seat blue": False, "kill": False, "win": False, "buzzer": False}

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool play the screen and the hand"
)


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


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of our own; it says which number was free."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


class Person:
    """Stands at the table: throws, clicks and presses keys, and waits for what the referee tells."""

    def __init__(self, display: str, events: Path, tray: Tray) -> None:
        self.env = os.environ | {"DISPLAY": display}
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
        rect: pygame.Rect = next(button.rect for button in laid.buttons if button.choice == choice)
        x, y = map(str, rect.center)
        self.xdotool("mousemove", x, y, "mousedown", "1", "sleep", "0.2", "mouseup", "1")

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


@pytest.fixture
def person(display: str, tmp_path: Path) -> Iterator[tuple[Person, subprocess.Popen]]:
    tray = Tray()
    config = tmp_path / "config.toml"
    config.write_text(f'[screen]\nwidth_px = {SIZE[0]}\nheight_px = {SIZE[1]}\n[pins]\nuse = "off"\n')
    with streamed(tray) as address:
        command = [
            sys.executable, "-m", "pi", "play", "--camera", address, "--players", "red,blue", "--lang", "en",
            "--config", str(config), "--data", str(tmp_path), "--events", str(tmp_path / "events"),
        ]  # fmt: skip
        env = os.environ | {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        env.pop("SDL_VIDEODRIVER", None)
        with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as program:
            try:
                yield Person(display, tmp_path / "events", tray), program
            finally:
                program.kill()


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
    place = next(k for k, die in enumerate(me.tray.reading().dice) if die.pips == 5)
    me.click(laid, AskDie(place))  # one of the fives is a six
    time.sleep(0.5)
    seen = me.tray.reading().dice[place]
    me.click(me.page(DieView(me.tray.scene.draw(()), seen, place, "red", (5, 1, 2, 3, 4, 6))), TellDie(place, 6))
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
    tiles = ("help", "statistics", "history", "players", "setup", "settings", "about", "quit")
    me.click(me.page(MenuView(tiles)), Open("about"))
    time.sleep(0.5)
    me.key("Escape")
    me.key("Tab")  # to the first tile or the way back
    me.click(me.page(MenuView(tiles)), Open("quit"))
    assert program.wait(PATIENCE_S) == 0, program.stderr.read()
    with open_journal(tmp_path) as journal:
        first = next(iter(journal.games()))
        assert (first.over, first.winner) == (True, "red")
        assert journal.actions(first.id) == (
            Roll((1, 1, 2, 3, 5, 6)), Keep((1, 2, 3)), Roll((2, 2, 4, 4, 5, 5)), Keep((4, 5)),
            Roll((4, 5, 6)), Keep((1, 2, 3, 4, 5, 6)),
        )  # fmt: skip


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


def _hands(event: dict) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(hand) for hand in event["hands"])
