"""Camera, install script and service on a Raspberry Pi that is none: real picamera2, real libcamera, real systemd.

Run by `make test-pi`, as root; README.md tells what the machine is. Not collected by `make test`. The tests build on
each other, in their order.
"""

import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi.journal import read_journal
from rules.games import by_key
from rules.protocol import event_to_dict
from rules.table import Table

HERE = Path(__file__).parent
REPO = HERE.parents[1]
BUILT = Path(os.environ.get("PI_ROOT", "/var/tmp/croupier-pi"))
UNIT = "croupier.service"
KILLS = 20
MOST_EXPOSED = 3.0  # systemd's own scale from 0 to 10
SLOW_S = 180.0  # nothing here takes so long; a machine that is busy with other things may need it
BAD_SETTINGS = "[screen]\nfullscren = true\n"


class Machine:
    """One copy of the Pi."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.units = root / "etc/systemd/system"
        self.data = root / "var/lib/croupier"

    def script(self, name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(HERE / name), str(self.root), *arguments],
            env={**os.environ, "SRC": str(REPO), **environment},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    def enter(self, *command: str) -> subprocess.CompletedProcess[str]:
        """In the machine that is not booted, with the virtual camera."""
        return self.script("enter.sh", *command, PI_ROOT_PICAMERA="VirtualPicamera2RGB", PI_ROOT_FPS="30")

    def python(self, code: str) -> str:
        """What a program prints that runs in Croupier's environment in the machine."""
        done = self.enter("timeout", "120", "/opt/croupier/venv/bin/python", "-P", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def on(self, *command: str, good: bool = True) -> str:
        """In the booted machine."""
        done = self.script("on.sh", *command)
        assert not good or done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def boot(self) -> None:
        done = self.script("boot.sh", "--bind", str(REPO))
        assert done.returncode == 0, done.stderr

    def halt(self) -> None:
        self.script("halt.sh")

    def drop_in(self, name: str, text: str) -> None:
        """Changes the unit; an empty text takes the change away."""
        path = self.units / f"{UNIT}.d" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text:
            path.write_text(text)
        else:
            path.unlink(missing_ok=True)
        self.on("systemctl", "daemon-reload")

    def property(self, name: str) -> str:
        return self.on("systemctl", "show", "--value", f"--property={name}", UNIT).strip()

    def log(self) -> str:
        return self.on("journalctl", "--no-pager", "--output=cat", f"--unit={UNIT}")

    def until(self, what: Callable[[], object], seconds: float = SLOW_S) -> None:
        until_s = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < until_s, (self.on("systemctl", "status", UNIT, good=False), self.log()[-3000:])
            time.sleep(0.2)

    def restart(self) -> None:
        self.on("systemctl", "reset-failed", UNIT, good=False)
        self.on("systemctl", "restart", UNIT)

    def actions(self) -> tuple[int, int]:
        """How many games and how many actions the journal holds."""
        with sqlite3.connect(f"file:{self.data / 'journal.sqlite3'}?mode=ro", uri=True) as journal:
            return tuple(journal.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("games", "actions"))

    def prompt(self, into: Path) -> dict:
        """What the table waits for, by a copy of the journal as it lies there now."""
        into.mkdir()
        for file in self.data.glob("journal.sqlite3*"):
            shutil.copy(file, into)
        journal = read_journal(into)
        assert journal is not None
        with journal:
            game = journal.last_unfinished()
            table = Table.replay(by_key(game.game), game.players, game.first, journal.actions(game.id))
        return event_to_dict(table.prompt()[0])

    def events(self) -> list[dict]:
        lines = (self.data / "events.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines if line.endswith("}")]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A fresh copy of the machine that make.sh has built, with a game lying before its camera."""
    if os.geteuid() != 0 or not (BUILT / ".pi_root/trial.done").exists():
        pytest.fail(f"run `make test-pi` as root: {BUILT} is no finished Pi root")
    root = BUILT.with_name(BUILT.name + "-test")
    it = Machine(root)
    if root.exists():
        subprocess.run([str(HERE / "halt.sh"), "--now", str(root)], check=False)
        shutil.rmtree(root)
    subprocess.run(["cp", "-a", str(BUILT), str(root)], check=True)
    yield it
    subprocess.run([str(HERE / "halt.sh"), "--now", str(root)], check=False)
    shutil.rmtree(root)


# --- install


def test_install_and_again(machine: Machine) -> None:
    first = machine.enter("/src/systemd/install.sh")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "program: into /opt/croupier/venv-" in first.stdout
    settings = machine.root / "etc/croupier.toml"
    assert 'source = "picamera"' in settings.read_text()
    assert re.search(r"^ok +camera +picamera gives pictures of 640 x 480$", first.stdout, re.M), first.stdout
    settings.write_text(settings.read_text() + "# mine\n")
    again = machine.enter("/src/systemd/install.sh")
    assert again.returncode == 0, again.stdout + again.stderr
    for words in ("packages: all there", "program: up to date", "/etc/croupier.toml is kept"):
        assert words in again.stdout
    assert "# mine" in settings.read_text()
    assert {"video", "render", "input", "gpio"} <= set(machine.enter("id", "-nG", "croupier").stdout.split())
    owner = machine.enter("stat", "-c", "%U %a", "/var/lib/croupier").stdout
    assert owner == "croupier 750\n"
    assert machine.enter("systemctl", "is-enabled", UNIT).stdout.strip() == "enabled"


def test_only_what_is_locked_is_installed(machine: Machine) -> None:
    frozen = machine.enter("/opt/croupier/venv/bin/python", "-m", "pip", "freeze", "--local").stdout
    locked = (REPO / "systemd/requirements.txt").read_text().lower().replace("_", "-")
    installed = [line.split(" @ ")[0].lower().replace("_", "-") for line in frozen.splitlines()]
    assert any(line.startswith("opencv-python-headless==") for line in installed)
    assert [line for line in installed if line not in locked and not line.startswith(("croupier", "pip=="))] == []


# --- camera


FRAMES = """
import numpy as np, time
from pi.cameras import open_camera
for _ in range(3):
    with open_camera("picamera") as camera:
        numbers = []
        for _ in range(20):
            frame = camera.read()
            numbers.append(frame.number)
        assert numbers == sorted(set(numbers)), numbers
        assert frame.metadata["SensorTimestamp"] > 0, frame.metadata
        height, width = frame.pixels.shape[:2]
        corner = frame.pixels[:height // 8, :width // 8].mean(axis=(0, 1)).round()
print(width, height, *map(int, corner))
"""


def test_pictures_of_the_real_picamera2_in_the_right_colours_closed_and_reopened(machine: Machine) -> None:
    # The first pictures of make.sh: the top left quarter is green felt, (60, 110, 40) in B, G, R.
    *_, width, height, blue, green, red = machine.python(FRAMES).split()
    assert (width, height) == ("640", "480")
    assert [int(blue), int(green), int(red)] == pytest.approx([60, 110, 40], abs=3)


HANGS = """
import os, time
from pathlib import Path
from pi.cameras import open_camera
from pi.config import load_settings
from pi.errors import CameraGone
from pi.eye import Eye
eye = Eye(lambda: open_camera("picamera"), load_settings().camera)
def look(until, seconds):
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        eye.frame(time.monotonic())
        eye.wait(0.02)
    assert until(), eye.fault
look(lambda: eye.seen, 60)
Path("/frames.hang").touch()
began = time.monotonic()
look(lambda: eye.fault, 30)
noticed = time.monotonic() - began
assert "does not answer" in eye.fault, eye.fault
Path("/frames.hang").unlink()
look(lambda: not eye.fault and eye.openings == 2, 90)
began = time.monotonic()
Path("/frames.hang").touch()
time.sleep(0.5)
eye.close()
print("noticed after", round(noticed, 1), "closed after", round(time.monotonic() - began, 1))
os.unlink("/frames.hang")
"""


def test_a_camera_that_hangs_with_the_interpreter_s_lock_held_is_started_again(machine: Machine) -> None:
    told = machine.python(HANGS)
    noticed, closed = map(float, re.search(r"noticed after (\S+) closed after (\S+)", told).groups())
    assert noticed < 10 and closed < 10


def test_no_camera_is_one_sentence(machine: Machine) -> None:
    aside = machine.root / "aside"
    (machine.root / "frames").rename(aside)
    (machine.root / "frames").mkdir()
    done = machine.enter("timeout", "120", "/opt/croupier/venv/bin/croupier", "watch", "picamera")
    (machine.root / "frames").rmdir()
    aside.rename(machine.root / "frames")
    assert done.returncode == 1
    assert "there is no camera picamera:0" in done.stderr.splitlines()[-1]


# --- service


@pytest.fixture(scope="module")
def booted(machine: Machine) -> Iterator[Machine]:
    """The machine with a game before its camera, booted; the service writes its events down."""
    subprocess.run([sys.executable, str(HERE / "film.py"), str(machine.root / "frames")], check=True)
    shutil.copy(REPO / "systemd" / UNIT, machine.units)
    over = machine.units / f"{UNIT}.d"
    over.mkdir(exist_ok=True)
    shutil.copy(machine.root / "opt/pi_root/camera.conf", over)
    shutil.copy(HERE / "no_console.conf", over)
    events = "play --go-on --events /var/lib/croupier/events.jsonl"
    watched = f"/opt/croupier/venv/bin/python -P /src/tests/pi_root/watched.py {events}"
    text = f"[Service]\nEnvironment=GPIOZERO_PIN_FACTORY=mock\nExecStart=\nExecStart={watched}\n"
    (over / "watched.conf").write_text(text)
    machine.boot()
    yield machine
    machine.halt()


def test_the_unit_is_valid_and_locked_down(booted: Machine) -> None:
    done = booted.script("on.sh", "systemd-analyze", "verify", f"/etc/systemd/system/{UNIT}")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    told = booted.on("systemd-analyze", "security", "--no-pager", UNIT)
    exposed = float(re.search(r"Overall exposure level for croupier.service: ([\d.]+)", told)[1])
    assert exposed <= MOST_EXPOSED


def test_it_starts_by_itself_is_ready_once_it_sees_and_referees(booted: Machine) -> None:
    booted.until(lambda: booted.property("ActiveState") == "active")
    booted.until(lambda: booted.property("StatusText") == "refereeing Run Buster")
    booted.until(lambda: booted.actions() >= (1, 2))
    assert booted.property("NRestarts") == "0"


def resumed(booted: Machine, tmp_path: Path, pid: str, prompt: dict) -> None:
    """The service is up again as another process, and its first event was the prompt that was in force."""
    booted.until(lambda: booted.property("MainPID") not in (pid, "0") and booted.property("ActiveState") == "active")
    booted.until(booted.events)
    assert booted.events()[0] == prompt


def test_a_loop_that_hangs_is_ended_by_the_watchdog_and_the_game_goes_on(booted: Machine, tmp_path: Path) -> None:
    pid = booted.property("MainPID")
    booted.on("touch", "/run/croupier/hang")
    booted.until(lambda: "the loop hangs" in booted.log())
    prompt = booted.prompt(tmp_path / "copy")
    booted.until(lambda: "Watchdog timeout" in booted.log())
    resumed(booted, tmp_path, pid, prompt)
    assert "in show" in booted.log()  # where it hung, by PYTHONFAULTHANDLER


def test_kill_9_at_random_moments_loses_nothing(booted: Machine, tmp_path: Path) -> None:
    chance = random.Random(20)
    for number in range(KILLS):
        time.sleep(chance.uniform(0, 4))
        pid = booted.property("MainPID")
        booted.on("systemctl", "kill", "--kill-whom=main", "--signal=KILL", UNIT)
        prompt = booted.prompt(tmp_path / f"copy{number}")
        resumed(booted, tmp_path, pid, prompt)
        booted.on("systemctl", "reset-failed", UNIT)
    assert booted.actions()[0] == 1


def test_a_camera_that_hangs_or_vanishes_does_not_end_the_service(booted: Machine) -> None:
    pid = booted.property("MainPID")
    (booted.root / "frames.hang").touch()
    booted.until(lambda: "does not answer" in booted.property("StatusText"))
    (booted.root / "frames.hang").unlink()
    booted.until(lambda: booted.property("StatusText") == "refereeing Run Buster")
    assert (booted.property("MainPID"), booted.property("ActiveState")) == (pid, "active")


def test_a_second_copy_says_so_and_ends(booted: Machine) -> None:
    play = "croupier play --headless --camera mock --data /var/lib/croupier"
    second = booted.script("on.sh", "runuser", "-u", "croupier", "--", "sh", "-c", play)
    assert second.returncode == 1
    assert "another Croupier (process " in second.stderr
    watch = booted.script("on.sh", "croupier", "watch", "picamera")
    assert watch.returncode == 1
    assert "in use by another Croupier" in watch.stderr


def test_sigterm_is_a_clean_stop_with_the_lamps_off(booted: Machine) -> None:
    before = booted.actions()
    booted.on("systemctl", "stop", UNIT)
    # By systemd's own clock: getting into the machine takes time too.
    began, ended = (int(booted.property(f"{when}TimestampMonotonic")) for when in ("ActiveExit", "InactiveEnter"))
    log = booted.log()
    assert re.findall(r"lamps that have shone: (\[.*\])", log)[-1] != "[]"
    assert re.findall(r"lamps that shine: (\[.*\])", log)[-1] == "[]"
    assert booted.property("Result") == "success"
    assert 0 < ended - began < 3_000_000, f"{(ended - began) / 1e6:.2f} s"
    assert booted.actions() >= before


def test_the_start_limit_keeps_it_down_and_says_so(booted: Machine) -> None:
    booted.drop_in("limit.conf", "[Unit]\nStartLimitBurst=3\n[Service]\nRestartSec=100ms\nRestartSteps=0\n")
    booted.restart()
    for _ in range(3):
        pid = booted.property("MainPID")
        booted.on("systemctl", "kill", "--kill-whom=main", "--signal=KILL", UNIT)
        booted.until(
            lambda pid=pid: (
                booted.property("ActiveState") == "failed"
                or (booted.property("MainPID") not in (pid, "0") and booted.property("ActiveState") == "active")
            )
        )
    assert booted.property("ActiveState") == "failed"
    time.sleep(2)
    assert booted.property("ActiveState") == "failed"
    booted.until(lambda: "stays down" in booted.on("journalctl", "--no-pager", "--output=cat", "--unit=croupier-down"))
    booted.drop_in("limit.conf", "")


def test_three_failed_starts_show_what_is_wrong_and_what_is_safe(booted: Machine) -> None:
    settings = booted.root / "etc/croupier.toml"
    good = settings.read_text()
    settings.write_text(BAD_SETTINGS)
    booted.on("systemctl", "reset-failed", UNIT, good=False)
    booted.on("systemctl", "start", UNIT, good=False)
    booted.until(lambda: booted.property("StatusText").startswith("not open:"))
    assert "fullscren" in booted.property("StatusText")
    assert booted.property("ActiveState") == "active"
    assert "nothing was deleted" in booted.log()
    settings.write_text(good)
    booted.restart()
    booted.until(lambda: booted.property("StatusText") == "refereeing Run Buster")


def test_a_button_held_down_switches_the_machine_off_and_the_game_is_there_when_it_is_on_again(booted: Machine) -> None:
    before = booted.actions()
    booted.on("touch", "/run/croupier/hold")
    until_s = time.monotonic() + SLOW_S
    while booted.script("on.sh", "true").returncode == 0:
        assert time.monotonic() < until_s, booted.log()[-3000:]
        time.sleep(0.5)
    booted.halt()
    booted.boot()
    booted.until(lambda: booted.property("StatusText") == "refereeing Run Buster")
    assert booted.actions() >= before
    assert booted.actions()[0] == before[0]


def test_an_upgrade_keeps_games_and_so_does_uninstalling(booted: Machine) -> None:
    before = booted.actions()
    done = booted.script("on.sh", "/src/systemd/install.sh", "--no-start")
    assert done.returncode == 0, done.stdout + done.stderr
    assert booted.actions() >= before
    assert booted.on("/src/systemd/uninstall.sh").endswith("(--purge takes them too)\n")
    assert not (booted.units / UNIT).exists()
    assert not (booted.root / "opt/croupier").exists() and not (booted.root / "usr/local/bin/croupier").is_symlink()
    assert (booted.data / "journal.sqlite3").exists() and (booted.root / "etc/croupier.toml").exists()
    assert booted.actions() >= before
