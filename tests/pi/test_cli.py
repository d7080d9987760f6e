"""The command line as a program sees it: words, exit codes, and never a traceback."""

import importlib.metadata
import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pi
from pi import entry
from pi.cli import run_command
from pi.journal import open_journal
from rules.game import Keep, Outcome, Roll

COMMANDS = ("demo", "play", "read", "watch", "referee", "odds", "games", "export", "bench")


@pytest.fixture(autouse=True)
def folders_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("DISPLAY", raising=False)


def croupier(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """A run of the program itself."""
    command = [sys.executable, "-m", "pi", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)  # type: ignore[call-overload]


def refused(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Exit code and the one line that says what was wrong."""
    code = run_command(list(arguments))
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.startswith("croupier: ")
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err
    return code, told.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "croupier --help"),
        (["shuffle"], 2, "shuffle"),
        (["demo", "--sped", "2"], 2, "--sped"),
        (["demo", "--speed", "fast"], 2, "--speed"),
        (["demo", "--speed", "nan"], 2, "--speed"),
        (["demo", "--games", "0"], 2, "--games"),
        (["demo", "poker"], 2, "poker"),
        (["demo", "--players", "red,red"], 2, "red"),
        (["demo", "--players", "red,"], 2, "empty"),
        (["demo", "--players", "red"], 2, "--players"),
        (["demo", "--players", "a:pink,b"], 2, "pink"),
        (["demo", "--first", "green"], 2, "green"),
        (["demo", "--lang", "xx"], 2, "xx"),
        (["demo", "--config", "nowhere.toml"], 2, "nowhere.toml"),
        (["demo", "--headless", "--camera", "nowhere.mp4"], 1, "nowhere.mp4"),
        (["demo", "--headless", "--resume"], 1, "no unfinished game"),
        (["demo", "--headless", "--events", "no/such/folder/events"], 1, "no/such/folder/events"),
        (["play"], 2, "--camera"),
        (["play", "--camera", "mock", "--resume", "--new"], 2, "--resume and --new"),
        (["mat", "--out", "mat.png"], 2, "the mat is a PDF"),
        (["play", "--camera", "mock", "--headless", "--actions", "nowhere"], 1, "nowhere"),
        (["play", "--camera", "mock", "--players", "red,red"], 2, "red"),
        (["referee", "poker", "--players", "red,blue"], 2, "run-buster"),
        (["referee", "run-buster"], 2, "--players"),
        (["referee", "run-buster", "--players", "red,,blue"], 2, "empty"),
        (["referee", "run-buster", "--players", "red,blue", "--first", "green"], 2, "red, blue"),
        (["referee", "liars-dice", "--players", "a,b", "--zhai", "maybe"], 2, "--zhai must be yes or no, not 'maybe'"),
        (["odds", "--hand", "1,3"], 2, "1,3"),
        (["odds", "--hand", "1,2,3,4,5,6"], 2, "1,2,3,4,5,6"),
        (["odds", "--hand", "x"], 2, "x"),
        (["odds", "--hand", "4,5", "--roll", "1,2"], 2, "4 dice"),
        (["odds", "--all", "--hand", "1"], 2, "--all"),
        (["export", "first"], 2, "first"),
        (["export"], 1, "no game yet"),
        (["export", "7"], 1, "no game"),
        (["watch"], 2, "source"),
        (["watch", "nowhere.mp4"], 1, "nowhere.mp4"),
        (["read"], 2, "IMAGE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_wrong_is_one_line(
    capfd: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
) -> None:
    got, line = refused(capfd, *arguments)
    assert words in line
    assert got == code


@pytest.mark.parametrize("command", ["demo", "play"])
def test_a_data_folder_that_cannot_be_written(capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("kept")
    code, line = refused(capfd, command, "--camera", "mock", "--headless", "--data", str(tmp_path / "file"))
    assert code == 1
    assert str(tmp_path / "file") in line
    assert (tmp_path / "file").read_text() == "kept"


def test_settings_that_are_wrong_are_named(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("[pins]\nkil = 3\n")
    code, line = refused(capfd, "play", "--config", str(tmp_path / "my.toml"), "--camera", "mock")
    assert code == 2
    assert "pins.kil" in line
    assert "my.toml" in line


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capfd: pytest.CaptureFixture[str], command: str) -> None:
    assert run_command([command, "--help"]) == 0
    told = capfd.readouterr()
    assert told.out.startswith(f"Usage: croupier {command}")
    assert told.err == ""


def test_the_help_names_every_command(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_command(["--help"]) == 0
    out = capfd.readouterr().out
    assert [command for command in COMMANDS if f"  {command} " not in out] == []


def test_the_referee_answers_line_by_line() -> None:
    command = [sys.executable, "-m", "pi", "referee", "run-buster", "--players", "red,blue"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert json.loads(program.stdout.readline()) == {"event": "turn", "player": "red", "dice": 6}
        program.stdin.write('{"action":"roll","faces":[6,5,5,4,2,2]}\n')
        program.stdin.flush()
        assert json.loads(program.stdout.readline())["faces"] == [2, 2, 4, 5, 5, 6]
        assert json.loads(program.stdout.readline())["event"] == "options"
        program.stdin.close()
        assert program.stdout.read() == ""
    assert program.returncode == 0


def test_bytes_that_are_no_text_are_refused_and_the_next_line_counts() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pi", "referee", "run-buster", "--players", "红,blue"],
        input=b'\xff\xfe\n{"action":"roll","faces":[1,1,1,1,1,1]}\n',
        capture_output=True,
        timeout=60,
        check=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    events = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [event["event"] for event in events] == ["turn", "refused", "rolled", "options"]
    assert events[1]["reason"] == "bad-json"
    assert events[2]["player"] == "红"


def test_a_reader_that_stops_listening_ends_it_quietly() -> None:
    shell = f"{sys.executable} -m pi odds --all --json | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=True)
    line, code = done.stdout.splitlines()
    assert json.loads(line)["dice"] == 6
    assert code == "0"
    assert done.stderr == ""


def test_ctrl_c_ends_the_referee_quietly() -> None:
    command = [sys.executable, "-m", "pi", "referee", "run-buster", "--players", "red,blue"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}

    # Tests that run in the background were told to ignore it, and what they start would be too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, text=True, **pipes) as program:  # type: ignore[call-overload]
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        assert program.stderr.read() == ""
        assert program.wait() == 130


@pytest.mark.parametrize("module", ["typer", "sqlite3"], ids=["of every command", "of this command"])
def test_ctrl_c_while_modules_are_loaded_ends_it_quietly(module: str, tmp_path: Path) -> None:
    # In the place of the real one; it takes its time, and an exception for its own affair.
    slow = "import time\nprint('loading', flush=True)\ntry:\n    time.sleep(60)\nexcept BaseException:\n    pass\n"
    (tmp_path / f"{module}.py").write_text(slow, "utf-8")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}

    signal.signal(signal.SIGINT, signal.default_int_handler)  # as above
    command, places = [sys.executable, "-m", "pi", "games"], {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(command, text=True, env=places, **pipes) as program:  # type: ignore[call-overload]
        assert program.stdout.readline() == "loading\n"
        program.send_signal(signal.SIGINT)
        assert program.stderr.read() == ""
        assert program.wait() == 130


def test_ctrl_c_while_no_module_is_loaded_lets_everything_be_closed() -> None:
    with pytest.raises(KeyboardInterrupt):
        entry.interrupt(signal.SIGINT, sys._getframe())


def test_a_thread_that_is_not_the_main_one_may_run_the_command_line() -> None:
    script = "import threading\nfrom pi.entry import main\nthread = threading.Thread(target=main)\nthread.start()\n"
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as above
    command = [sys.executable, "-c", script, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout.strip(), done.stderr) == (importlib.metadata.version("croupier"), "")


def test_the_console_script_is_the_module_that_listens_first() -> None:
    project = tomllib.loads((Path(pi.__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"croupier": f"{entry.__name__}:{entry.main.__name__}"}


def test_a_full_disk_behind_stdout_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pi", "odds", "--all"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == "croupier: the output cannot be written: No space left on device\n"


def test_games_and_export(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    full = (1, 2, 3, 4, 5, 6)
    with open_journal(tmp_path) as journal:
        one = journal.begin("run-buster", ("红", "blue"), ("red", "blue"), "blue")
        one.append(Roll(full), None)
        one.append(Keep((1,)), None)
        one.undo()
        one.append(Keep(full), Outcome("blue", None))
        journal.begin("run-buster", ("a", "b", "c"), ("red", "blue", "green"), "c")
    assert run_command(["games", "--json", "--data", str(tmp_path)]) == 0
    first, second = map(json.loads, capfd.readouterr().out.splitlines())
    started = first.pop("started")
    assert len(started) == len("2026-11-29T20:11:48Z")
    assert started.endswith("Z")
    assert first == {
        "id": 1,
        "game": "run-buster",
        "players": ["红", "blue"],
        "first": "blue",
        "over": True,
        "winner": "blue",
        "drinks": None,
    }
    assert (second["id"], second["over"], second["winner"]) == (2, False, None)
    assert run_command(["export", "1", "--data", str(tmp_path)]) == 0
    header, *actions = capfd.readouterr().out.splitlines()
    assert header.startswith('{"id":1,"game":"run-buster","players":["红","blue"],"first":"blue"')
    assert actions == ['{"action":"roll","faces":[1,2,3,4,5,6]}', '{"action":"keep","hand":[1,2,3,4,5,6]}']
    assert run_command(["export", "last", "--data", str(tmp_path)]) == 0
    assert json.loads(capfd.readouterr().out)["id"] == 2
    assert run_command(["games", "--data", str(tmp_path)]) == 0
    assert "blue won" in capfd.readouterr().out


def test_a_journal_that_is_no_database_is_said_and_kept(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"not a database at all" * 100)
    for command in ("games", "export"):
        code, line = refused(capfd, command, "--data", str(tmp_path))
        assert code == 1
        assert "damaged" in line
    assert (tmp_path / "journal.sqlite3").read_bytes().startswith(b"not a database")


def test_importing_the_packages_needs_no_hardware_and_loads_none() -> None:
    code = (
        "import sys, pi, ui, vision, rules, pi.cli, pi.play, pi.demo;"
        "print([name for name in ('cv2', 'pygame', 'gpiozero', 'numpy', 'picamera2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "command", [["odds"], ["bench", "--help"], ["read", "--help"], ["referee", "--help"], ["watch", "--help"]]
)
def test_every_command_takes_a_data_folder(
    command: list[str], capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_command([command[0], "--data", str(tmp_path), *command[1:]]) == 0
    assert "No such option" not in capfd.readouterr().err


def closed(redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run with a stream closed, as a shell closes it."""
    line = f'exec "$@" {redirection}'
    command = ["sh", "-c", line, "sh", sys.executable, "-m", "pi", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_closed_stdin_is_the_end_of_the_input() -> None:
    done = closed("<&-", "referee", "run-buster", "--players", "red,blue")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"event": "turn", "player": "red", "dice": 6}


@pytest.mark.parametrize("command", ["referee run-buster --players red,blue", "games", "odds"])
def test_a_closed_stdout_is_told(command: str) -> None:
    done = closed("</dev/null >&-", *command.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "croupier: standard output is closed: there is nowhere to write to\n"


def test_with_stderr_closed_too_the_exit_code_still_tells() -> None:
    assert closed("</dev/null >&- 2>&-", "games").returncode == 1


def test_another_game_than_the_unfinished_one_is_not_gone_on_with(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_journal(tmp_path) as journal:
        journal.begin("perudo", ("red", "blue"), ("red", "blue"), "red", simulated=True)
    going_on = ["--headless", "--resume", "--data", str(tmp_path)]
    assert refused(capfd, "demo", "run-buster", *going_on) == (
        2,
        "croupier: --resume: game 1 is perudo, not run-buster\n",
    )


def test_a_mark_at_the_beginning_is_no_part_of_the_first_action() -> None:
    told = croupier(
        "referee", "run-buster", "--players", "a,b", input='\ufeff{"action":"roll","faces":[1,2,3,4,5,5]}\n'
    )
    assert '"event":"rolled"' in told.stdout.replace(" ", "")
