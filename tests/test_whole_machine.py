"""The whole machine as a user starts it: drawn tray, real reader, referee, journal; also killed and tampered with."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from pi import cameras
from pi.cameras.mock import MockCamera
from pi.cli import run_command
from pi.journal import read_journal
from rules.games import by_key
from rules.protocol import action_from_dict, event_to_dict
from rules.table import Table
from vision.frame import Frame

SEED = "7"
NAMED = {"turn", "rolled", "killed", "options", "stuck", "kept", "won"}
"""Events of two players' games, as the contract names them."""


@pytest.fixture(autouse=True)
def folders_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The program, running; killed at the end if it still does."""
    command = [sys.executable, "-m", "pi", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as program:  # type: ignore[call-overload]
        try:
            yield program
        finally:
            program.kill()


def next_events(program: subprocess.Popen[str], count: int) -> list[dict]:
    """The next so many events; fewer if the program ends."""
    assert program.stdout is not None
    lines = [line for _ in range(count) if (line := program.stdout.readline())]
    return [json.loads(line) for line in lines]


def demo(data: Path, *more: str) -> list[str]:
    return ["demo", "--headless", "--speed", "0", "--seed", SEED, "--events", "-", "--data", str(data), *more]


def as_refereed(events: list[dict], first: str = "red") -> list[dict]:
    """What the rules alone say to the rolls and keeps among these events."""
    table = Table(by_key("run-buster"), ("red", "blue"), first)
    told = list(table.prompt())
    for event in events:
        if event["event"] == "rolled":
            told += table.push(action_from_dict({"action": "roll", "faces": event["faces"]}))
        elif event["event"] == "kept":
            told += table.push(action_from_dict({"action": "keep", "hand": event["hand"]}))
    return [event_to_dict(event) for event in told]


def test_the_same_seed_plays_the_same_game_at_any_speed_and_by_the_rules(tmp_path: Path) -> None:
    with started(*demo(tmp_path / "one")) as program:
        one = next_events(program, 14)
    with started(*demo(tmp_path / "two", "--speed", "3")) as program:
        two = next_events(program, 14)
    assert len(one) == 14
    assert one == two
    named = [event for event in one if event["event"] in NAMED]
    assert named == as_refereed(named)[: len(named)]
    assert {"turn", "rolled"} <= {event["event"] for event in named}


def test_kill_9_loses_nothing_that_was_told(tmp_path: Path) -> None:
    chance = Random(2)
    resume: list[str] = []
    prompt: dict = {}
    for _ in range(3):
        with started(*demo(tmp_path, *resume)) as program:
            told = next_events(program, chance.randint(2, 9))
            program.send_signal(signal.SIGKILL)
            told += next_events(program, 100)  # what was printed before it died
        journal = read_journal(tmp_path)
        assert journal is not None
        with journal:
            row = journal.game(None)
            actions = journal.actions(row.id)
        table = Table.replay(by_key(row.game), row.players, row.first, actions)
        if resume:
            assert told[0] == prompt
        in_journal = [list(getattr(action, "faces", None) or action.hand) for action in actions]
        for event in told:
            if event["event"] in ("rolled", "kept"):
                assert event.get("faces", event.get("hand")) in in_journal
        prompt = event_to_dict(table.prompt()[0]) if not row.over else {}
        resume = ["--resume"] if not row.over else []
        assert row.id == 1 or not resume


class TamperedCamera(MockCamera):
    """Whatever is thrown is drawn as a 3; the film ends after some seconds."""

    FRAMES = 240

    def __init__(self, seed: int) -> None:
        super().__init__(seed, tamper=dict.fromkeys(range(1, 7), 3))

    def read(self) -> Frame | None:
        frame = super().read()
        return frame if frame is not None and frame.number < self.FRAMES else None


def test_a_die_that_is_drawn_as_a_3_is_refereed_as_a_3(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cameras, "open_camera", lambda source, seed: TamperedCamera(seed))
    events = tmp_path / "events"
    arguments = ["demo", "--headless", "--speed", "0", "--seed", "5", "--events", str(events), "--data", str(tmp_path)]
    assert run_command(arguments) == 0
    rolls = [event["faces"] for event in map(json.loads, events.read_text().splitlines()) if event["event"] == "rolled"]
    assert rolls
    assert rolls[0] == [3, 3, 3, 3, 3, 3]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with started(*demo(tmp_path)) as program:
        assert next_events(program, 1) == [{"event": "turn", "player": "red", "dice": 6}]
        program.send_signal(number)
        out, err = program.communicate(timeout=60)
    assert program.returncode == 0
    assert err == ""
    assert all(json.loads(line) for line in out.splitlines())


def test_a_reader_that_has_gone_ends_it_quietly(tmp_path: Path) -> None:
    with started(*demo(tmp_path)) as program:
        next_events(program, 1)
        program.stdout.close()  # type: ignore[union-attr]
        assert program.wait(timeout=200) == 0
        assert program.stderr.read() == ""  # type: ignore[union-attr]


def test_without_a_display_it_says_so_and_tells_the_game_in_words(tmp_path: Path) -> None:
    with started("demo", "--seconds", "3", "--speed", "0", "--data", str(tmp_path)) as program:
        out, err = program.communicate(timeout=120)
    assert program.returncode == 0
    [line] = [line for line in err.splitlines() if line.startswith("croupier: ")]
    assert "without a window" in line
    assert "red to roll 6 dice" in out


def test_answers_and_corrections_as_lines(tmp_path: Path) -> None:
    lines = [
        {"action": "keep", "hand": [1]},
        {"action": "roll", "faces": [1, 2, 3, 4, 5, 5]},
        {"action": "keep", "hand": [1, 2]},
        {"action": "correct", "faces": [6, 5, 4, 3, 2, 1]},
        {"action": "undo"},
        {"action": "roll", "faces": [6, 5, 4, 3, 2, 1]},
        {"action": "keep", "hand": [1, 2, 3, 4, 5, 6]},
    ]
    file = tmp_path / "actions"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    arguments = ["--camera", "mock", "--headless", "--actions", str(file), "--events", "-", "--data", str(tmp_path)]
    with started("play", *arguments) as program:
        out, err = program.communicate(timeout=120)
    assert program.returncode == 0, err
    told = [json.loads(line) for line in out.splitlines()]
    kinds = [event["event"] for event in told if event["event"] != "question"]
    assert kinds == [
        "turn",
        "refused",
        *("rolled", "options", "kept", "turn"),
        *("undone", "undone", "rolled", "options"),
        *("undone", "turn"),
        *("rolled", "options", "kept", "won"),
    ]
    journal = read_journal(tmp_path)
    assert journal is not None
    assert journal.game(1).winner == "red"
    assert [type(action).__name__ for action in journal.actions(1)] == ["Roll", "Keep"]


def test_resume_refuses_what_does_not_fit(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with started(*demo(tmp_path)) as program:
        next_events(program, 1)
    arguments = ["demo", "--headless", "--resume", "--data", str(tmp_path)]
    assert run_command([*arguments, "--players", "anna,bob"]) == 2
    assert "red, blue, not anna, bob" in capfd.readouterr().err
    assert run_command([*arguments, "--players", "red,blue", "--seconds", "0"]) == 0


def test_the_second_copy_cannot_resume_a_game_in_play(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with started(*demo(tmp_path)) as program:
        next_events(program, 1)
        assert run_command(["demo", "--headless", "--resume", "--seconds", "0", "--data", str(tmp_path)]) == 1
    assert "is playing with the data folder" in capfd.readouterr().err


def test_a_working_directory_that_cannot_be_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pi", *demo(tmp_path, "--seconds", "1")]
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        command, cwd="/proc", env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
