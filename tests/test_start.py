"""A game that was broken off, offered on the screen of the whole program: really killed, really clicked, no display."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from pi.cli import run_command
from pi.journal import open_journal
from rules.game import Keep, Roll
from ui.pages import MenuView
from ui.screen import Screen
from ui.view import Choice, GoOn, NewGame, Open, PageView, StartView, TableView

KEEP, ROLL = '{"action":"keep","hand":[4,5]}', '{"action":"roll","faces":[2,2,4,5,5,6]}'
PROMPT = {"event": "turn", "player": "blue", "dice": 6}
ANEW = {"event": "turn", "player": "red", "dice": 6}


@pytest.fixture(autouse=True)
def a_screen_nobody_sees(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


class People:
    """Stand at the screen of the program that runs in this process: they see each view, and click."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[type] = []
        self.starts: list[StartView] = []
        self.fresh: list[StartView] = []
        self.tap: Choice = GoOn()
        draw = Screen.draw

        def watched(screen: Screen, view: PageView | TableView, now_s: float) -> None:
            draw(screen, view, now_s)
            self.seen.append(type(view))
            if isinstance(view, TableView):
                pygame.event.post(pygame.event.Event(pygame.QUIT))
                return
            if isinstance(view, StartView):
                (self.starts if view.offered else self.fresh).append(view)
            at = screen.rect_of(self._wish(view)).center
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=False))

        monkeypatch.setattr(Screen, "draw", watched)

    def _wish(self, view: PageView) -> Choice:
        if isinstance(view, MenuView):
            return Open("quit")
        assert isinstance(view, StartView)
        return self.tap if view.offered else NewGame()


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> People:
    return People(monkeypatch)


def play(data: Path, *more: str) -> list[dict]:
    """The events of a game in a window, which people leave as soon as they see the table."""
    events = data / "events"
    assert run_command(["play", "--camera", "mock", "--data", str(data), "--events", str(events), *more]) == 0
    return [json.loads(line) for line in events.read_text().splitlines()]


def begun(data: Path, players: tuple[str, ...] = ("red", "blue"), actions: bool = True, simulated: bool = True) -> None:
    """An unfinished game in the journal, of players as they sit at a mock camera."""
    with open_journal(data) as journal:
        record = journal.begin("run-buster", players, ("green", "yellow"), players[0], simulated=simulated)
        if actions:
            record.append(Roll((2, 2, 4, 5, 5, 6)), None)
            record.append(Keep((4, 5)), None)


def broken_off(data: Path) -> None:
    """Play headless until the keep was told, then pull the plug."""
    command = [sys.executable, "-m", "pi", "play", "--headless", "--camera", "mock", "--data", str(data)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([*command, "--actions", "-", "--events", "-"], text=True, **pipes) as program:  # type: ignore[call-overload]
        try:
            program.stdin.write(f"{ROLL}\n{KEEP}\n")
            program.stdin.flush()
            assert any(json.loads(line).get("event") == "kept" for line in program.stdout)
        finally:
            program.send_signal(signal.SIGKILL)


def test_a_tap_goes_on_with_a_game_that_was_killed(people: People, tmp_path: Path) -> None:
    broken_off(tmp_path)
    assert play(tmp_path)[0] == PROMPT
    start = people.starts[0]
    assert [(seat.name, seat.hand, seat.cup) for seat in start.seats] == [("red", (4, 5), 4), ("blue", (), 6)]
    assert (start.to_move, start.awaits, start.today) == ("blue", "roll", start.begun.date())
    assert people.seen[-1] is TableView


def test_going_on_keeps_the_players_of_the_game(people: People, tmp_path: Path) -> None:
    begun(tmp_path, ("anna", "bob"))
    assert play(tmp_path)[0] == PROMPT | {"player": "bob"}
    assert [seat.colour for seat in people.starts[0].seats] == ["green", "yellow"]


def test_a_new_game_leaves_the_old_one_free(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    people.tap = NewGame()
    assert play(tmp_path)[0] == ANEW
    with open_journal(tmp_path) as journal:
        assert [row.over for row in journal.games()] == [False, False]
        assert len(journal.actions(1)) == 2


def test_leaving_at_the_start_begins_nothing(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    people.tap = Open("menu")
    assert play(tmp_path) == []
    with open_journal(tmp_path) as journal:
        assert len(list(journal.games())) == 1


def test_a_game_that_was_laid_and_left_does_not_hide_the_one_before(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    begun(tmp_path, actions=False)
    assert play(tmp_path)[0] == PROMPT


@pytest.mark.parametrize(
    ("prepare", "more"),
    [
        (lambda data: None, ()),
        (lambda data: begun(data, simulated=False), ()),
        (lambda data: begun(data, actions=False), ()),
        (begun, ("--new",)),
        (begun, ("--players", "anna,bob", "--first", "anna")),
    ],
    ids=["nothing unfinished", "people's own", "nothing rolled", "--new", "other players"],
)
def test_it_goes_straight_to_the_table(
    people: People, tmp_path: Path, prepare: Callable[[Path], None], more: tuple[str, ...]
) -> None:
    prepare(tmp_path)
    told = play(tmp_path, *more)
    assert people.starts == []
    assert (told[0]["event"], told[0]["dice"]) == ("turn", 6)
    # Where the command line says nothing of who plays, the table lies ready beneath the start.
    assert bool(people.fresh) == (not more)


def test_resume_asks_nothing(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    assert play(tmp_path, "--resume")[0] == PROMPT
    assert people.starts == []


def test_the_demo_offers_nothing(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    assert run_command(["demo", "--data", str(tmp_path), "--seed", "1"]) == 0
    assert people.starts == []


def test_a_game_that_another_program_plays_is_not_offered(people: People, tmp_path: Path) -> None:
    begun(tmp_path)
    script = "import sys; from pi.claim import Claim; from pathlib import Path; "
    script += "claim = Claim(Path(sys.argv[1])); print(claim.take(1), flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], text=True, **pipes) as other:  # type: ignore[call-overload]
        try:
            assert other.stdout.readline() == "True\n"
            told = play(tmp_path)
        finally:
            other.kill()
    assert people.starts == []
    assert told[0] == ANEW


def test_without_a_display_a_new_game_begins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    command = [sys.executable, "-m", "pi", "play", "--camera", "mock", "--data", str(tmp_path), "--events", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert json.loads(program.stdout.readline()) == ANEW
            program.terminate()
            _, err = program.communicate(timeout=60)
        finally:
            program.kill()
    assert "game 1 is unfinished; `croupier play --resume` goes on with it" in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_at_the_start(tmp_path: Path, number: signal.Signals) -> None:
    begun(tmp_path)
    events = tmp_path / "events"
    script = (
        "import os, sys; from ui.screen import Screen; from pi.cli import run_command; draw = Screen.draw\n"
        "def told(*a):\n    draw(*a); print(type(a[1]).__name__, flush=True)\n"
        "Screen.draw = told; sys.exit(run_command(sys.argv[1:]))"
    )
    command = [
        sys.executable,
        "-c",
        script,
        "play",
        "--camera",
        "mock",
        "--data",
        str(tmp_path),
        "--events",
        str(events),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as program:
        try:
            assert program.stdout.readline() == "StartView\n"
            program.send_signal(number)
            out, err = program.communicate(timeout=60)
        finally:
            program.kill()
    assert program.returncode == 0
    assert set(out.splitlines()) <= {"StartView"}
    assert "Traceback" not in err
    assert events.read_text() == ""
