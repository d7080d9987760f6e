"""The table as its service runs it: told on a socket like systemd's, killed, and started again."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi.journal import read_journal
from rules.games import by_key
from rules.protocol import event_to_dict
from rules.table import Table


@contextmanager
def service(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The service's program, started as its unit does."""
    (folder / "run").mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"NOTIFY_SOCKET": str(folder / "notify"), "RUNTIME_DIRECTORY": str(folder / "run")}
    environment |= {"XDG_CONFIG_HOME": str(folder), "WATCHDOG_USEC": "1000000"}
    command = [sys.executable, "-m", "pi", "play", "--go-on", "--events", "-", "--data", str(folder / "data")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, *arguments], text=True, env=environment, **pipes) as program:  # type: ignore[call-overload]
        try:
            yield program
        finally:
            program.kill()


def events(program: subprocess.Popen[str], count: int) -> list[dict]:
    assert program.stdout is not None
    return [json.loads(program.stdout.readline()) for _ in range(count)]


def prompt(folder: Path) -> dict:
    journal = read_journal(folder / "data")
    assert journal is not None
    with journal:
        game = journal.last_unfinished()
        table = Table.replay(by_key(game.game), game.players, game.first, journal.actions(game.id))
    return event_to_dict(table.prompt()[0])


def test_it_begins_goes_on_after_a_kill_and_ends_in_order(tmp_path: Path) -> None:
    with service(tmp_path, "--camera", "mock") as program:
        assert events(program, 3)[1]["event"] == "rolled"
        program.send_signal(signal.SIGKILL)
    with service(tmp_path, "--camera", "mock") as program:
        assert events(program, 1) == [prompt(tmp_path)]
        program.send_signal(signal.SIGHUP)  # it comes with the console, and means nothing
        program.send_signal(signal.SIGTERM)
        assert program.wait(timeout=60) == 0


def test_it_is_ready_with_a_camera_that_is_not_there_and_says_so(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        with service(tmp_path, "--camera", "webcam:/dev/v4l/by-id/nothing") as program:
            told = systemd.recv(2000).decode()
            while "WATCHDOG=1" not in (beat := systemd.recv(2000).decode()):
                assert beat
            program.send_signal(signal.SIGTERM)
            assert program.wait(timeout=60) == 0
    assert told.startswith("READY=1\nSTATUS=the camera is gone: there is no camera webcam:/dev/v4l/by-id/nothing")


def test_three_failed_starts_are_told_and_nothing_is_deleted(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[screen]\nfullscren = true\n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        for _ in range(3):
            with service(tmp_path, "--camera", "mock", "--config", str(wrong)) as program:
                assert program.wait(timeout=60) == 2
        with service(tmp_path, "--camera", "mock", "--config", str(wrong)) as program:
            told = systemd.recv(2000).decode()
            program.send_signal(signal.SIGTERM)
            program.wait(timeout=60)
            assert "nothing was deleted" in program.stderr.read()  # type: ignore[union-attr]
    assert told.startswith("READY=1\nSTATUS=not open:") and "fullscren" in told
