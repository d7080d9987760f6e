"""What the table does when something fails: each fault is made to happen, and docs/faults.md is written from it.

    python tests/faults.py docs/faults.md          (or: make faults)

A camera plays a film of two turns, over and over; the table referees it as a service does, and is told on a socket like
systemd's. After each fault the journal is compared with the events that were told: every roll and keep must be in it.
"""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pi.journal import read_journal
from rules.games import by_key
from rules.protocol import event_to_dict
from rules.table import Table
from ui.words import Words

HERE = Path(__file__).parent
PATIENCE_S = 120.0
FULL_BYTES = 4096  # a page of the journal's log does not fit any more
LIBRARY = '''
"""Plays the folder FILM in place of a camera; FAULT holds a word that says what goes wrong."""
import ctypes, os, time
from pathlib import Path
from types import SimpleNamespace
import cv2

PICTURES = [cv2.imread(str(path)) for path in sorted(Path(os.environ["FILM"]).glob("*.jpg"), key=lambda p: int(p.stem))]
FAULT = Path(os.environ["FAULT"])

class Picamera2:
    camera_controls, sensor_modes = {}, []
    def __init__(self, number):
        if FAULT.read_text() == "missing":
            raise IndexError("list index out of range")
        self.number = 0
    def create_video_configuration(self, **options): return options
    def configure(self, configuration): pass
    def camera_configuration(self): return {"main": {"format": "RGB888"}}
    def start(self): pass
    def close(self): pass
    def capture_request(self):
        time.sleep(1 / 15)
        match FAULT.read_text():
            case "hangs": ctypes.PyDLL(None).sleep(10**6)
            case "crashes": os.kill(os.getpid(), 11)
            case "missing": raise RuntimeError("Camera frontend has timed out!")
        self.number += 1
        array = PICTURES[self.number // 4 % len(PICTURES)]
        return SimpleNamespace(make_array=lambda name: array, get_metadata=dict, release=lambda: None)
'''


@dataclass
class Trial:
    """One table in a folder of its own, and all it needs."""

    folder: Path
    extra: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data, self.run = self.folder / "data", self.folder / "run"
        self.fault, self.events = self.folder / "fault", self.folder / "events.jsonl"
        self.run.mkdir()
        self.fault.write_text("none")
        (self.folder / "picamera2.py").write_text(LIBRARY)
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.listening.bind(str(self.folder / "notify"))
        self.listening.settimeout(0.1)
        self.told: list[str] = []
        self.told_rolls: list[list[int]] = []
        self.process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")},
            "PYTHONPATH": f"{self.folder}:{HERE.parent}",
            "FILM": str(FILM),
            "FAULT": str(self.fault),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "2000000",
            "RUNTIME_DIRECTORY": str(self.run),
            **self.extra,
        }
        command = [sys.executable, "-m", "pi", "play", "--go-on", "--headless", "--data", str(self.data)]
        command += ["--camera", "picamera", "--events", str(self.events), *arguments]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)

    def status(self) -> str:
        """What was last told of how the table stands."""
        try:
            while True:
                message = self.listening.recv(4096).decode()
                self.told += [line.removeprefix("STATUS=") for line in message.splitlines() if "STATUS=" in line]
        except TimeoutError:
            pass
        return self.told[-1] if self.told else ""

    def until(self, what: Callable[[], object]) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while not what():
            if time.monotonic() > until_s:
                raise SystemExit(f"waited in vain; last told: {self.told[-3:]}")
            self.status()

    def playing(self) -> bool:
        return self.status().startswith("refereeing")

    def fault_on_screen(self) -> str:
        """The camera's fault as the screen says it."""
        self.until(lambda: self.status().startswith("the camera is gone"))
        return Words("en").fault(self.told[-1].removeprefix("the camera is gone: "))

    def seen(self) -> list[dict]:
        lines = self.events.read_text().splitlines() if self.events.exists() else []
        return [json.loads(line) for line in lines if line.endswith("}")]

    def rolls(self, count: int) -> None:
        """Until so many rolls and keeps of this start were told."""
        self.until(lambda: sum(event["event"] in ("rolled", "kept") for event in self.seen()) >= count)

    def note(self) -> None:
        """Remember what was told, before another start writes the file anew."""
        self.told_rolls += [
            event.get("faces") or event.get("hand") for event in self.seen() if event["event"] in ("rolled", "kept")
        ]

    def stop(self, number: int = signal.SIGTERM) -> str:
        """End the program, and give what it has said."""
        assert self.process is not None
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        self.note()
        return said

    def lost(self) -> str:
        """What was told and is not in the journal."""
        journal = read_journal(self.data)
        kept = []
        if journal is not None:
            with journal:
                for game in journal.games():
                    for action in journal.actions(game.id):
                        kept.append(list(getattr(action, "faces", None) or action.hand))
        missing = list(self.told_rolls)
        for action in kept:
            if action in missing:
                missing.remove(action)
        return "nothing" if not missing else f"{len(missing)} actions: {missing}"

    def prompt(self) -> dict:
        """What the table waits for, by the journal."""
        journal = read_journal(self.data)
        assert journal is not None
        with journal:
            game = journal.last_unfinished()
            table = Table.replay(by_key(game.game), game.players, game.first, journal.actions(game.id))
        return event_to_dict(table.prompt()[0])

    def goes_on(self) -> str:
        """Start again, and see that the first event is the prompt that was in force."""
        prompt = self.prompt()
        self.events.unlink(missing_ok=True)
        self.start()
        self.until(self.seen)
        if self.seen()[0] != prompt:
            raise SystemExit(f"resumed at {self.seen()[0]}, not at {prompt}")
        return "the game goes on at its turn"


FILM = Path(tempfile.mkdtemp(prefix="croupier-film-"))


@contextmanager
def table(**extra: str) -> Iterator[Trial]:
    """A table on which a roll has been made."""
    with tempfile.TemporaryDirectory(prefix="croupier-faults-") as folder:
        it = Trial(Path(folder), extra)
        try:
            yield it
        finally:
            if it.process is not None and it.process.poll() is None:
                it.process.kill()
                it.process.communicate()
            it.listening.close()


Row = tuple[str, str, str, str]
"""The fault, how it was made to happen, what was said, what was lost."""


def camera_fault(what: str, how: str, word: str) -> Row:
    """A fault of the camera in the middle of a game; it is taken away again, and the game goes on."""
    with table() as it:
        it.start()
        it.rolls(1)
        it.fault.write_text(word)
        said = it.fault_on_screen()
        it.fault.write_text("none")
        it.until(it.playing)
        it.rolls(2)
        it.stop()
        return what, how, f"“{said}” Then the game goes on by itself.", it.lost()


def camera_missing_at_start() -> Row:
    with table() as it:
        it.fault.write_text("missing")
        it.start()
        said = it.fault_on_screen()
        it.fault.write_text("none")
        it.until(it.playing)
        it.stop()
        return (
            "No camera when it is switched on",
            "a camera library that finds none",
            f"“{said}” Then it begins.",
            it.lost(),
        )


def library_broken() -> Row:
    with table() as it:
        (it.folder / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')\n")
        it.start()
        said = it.fault_on_screen()
        it.stop()
        return "The camera's library is broken", "a library that raises ValueError at import", f"“{said}”", it.lost()


def killed() -> Row:
    with table() as it:
        it.start()
        it.rolls(2)
        for _ in range(3):
            it.stop(signal.SIGKILL)
            said = it.goes_on()
            it.until(it.playing)
        it.stop()
        how = "kill -9 after a roll and a keep, and three times in all"
        return "The program is killed", how, said.capitalize() + ".", it.lost()


def loop_hangs() -> Row:
    with table() as it:
        it.start()
        it.rolls(1)
        assert it.process is not None
        it.process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        it.status()
        began_s, pings = time.monotonic(), 0
        while time.monotonic() - began_s < 4:
            with suppress(TimeoutError):
                pings += it.listening.recv(4096).count(b"WATCHDOG")
        if pings:
            raise SystemExit("a program that stands still tells the watchdog that it is alive")
        it.note()
        it.process.kill()
        it.process.communicate()
        said = it.goes_on()
        it.stop()
        how = "SIGSTOP; the watchdog is told nothing more, and the program is ended as systemd does it"
        return "The program hangs", how, said.capitalize() + ".", it.lost()


def plug_pulled() -> Row:
    with table() as it:
        it.start()
        it.rolls(2)
        aside = it.folder / "aside"
        shutil.copytree(it.data, aside)
        it.stop(signal.SIGKILL)
        shutil.rmtree(it.data)
        aside.rename(it.data)
        said = it.goes_on()
        it.stop()
        lost = it.lost()
        return (
            "The plug is pulled",
            "the database's files as they lay while it was writing, copied and put back",
            said.capitalize() + ".",
            lost,
        )


def disk_full() -> Row:
    with table() as it:
        it.start()
        it.rolls(1)
        assert it.process is not None
        # The journal is larger than that already; the events, which are not what is tried here, stay smaller.
        resource.prlimit(it.process.pid, resource.RLIMIT_FSIZE, (FULL_BYTES, resource.RLIM_INFINITY))
        it.rolls(3)
        resource.prlimit(it.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        it.rolls(4)
        line = next(line for line in it.stop().splitlines() if "not being saved" in line).removeprefix("croupier: ")
        said = f"“{line}”; on the screen “This game is not being saved.” Once there is room all of it is saved."
        return "The card is full", "a limit on the size of files, later taken away", said, it.lost()


def refused(what: str, how: str, prepare: Callable[[Trial], None], *arguments: str) -> Row:
    """Something that must be said in one line, after which the program ends and nothing was changed."""
    with table(RUNTIME_DIRECTORY="") as it:
        prepare(it)
        it.start(*arguments)
        assert it.process is not None
        _, said = it.process.communicate(timeout=PATIENCE_S)
        line = said.strip().splitlines()[-1].removeprefix("croupier: ").replace(str(it.folder), "…")
        return what, how, f"“{line}”", "nothing"


def second_copy() -> Row:
    with table() as it:
        it.start()
        it.rolls(1)
        command = [sys.executable, "-m", "pi", "play", "--headless", "--camera", "mock", "--data", str(it.data)]
        second = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=HERE.parent, timeout=PATIENCE_S
        )
        said = second.stderr.strip().splitlines()[-1].removeprefix("croupier: ").replace(str(it.folder), "…")
        it.rolls(2)
        it.stop()
        said = said.replace(f"process {it.process.pid}", "process 1234") if it.process else said
        return (
            "It is started a second time",
            "another program on the same data folder",
            f"“{said}” The first plays on.",
            it.lost(),
        )


def damaged() -> Row:
    with table() as it:
        it.data.mkdir()
        (it.data / "journal.sqlite3").write_bytes(b"this was a database once" * 500)
        it.start()
        it.rolls(1)
        said = next(line for line in it.stop().splitlines() if "damaged" in line).removeprefix("croupier: ")
        aside = list(it.data.glob("journal.sqlite3.damaged-*"))
        if len(aside) != 1 or not aside[0].read_bytes().startswith(b"this was"):
            raise SystemExit("the damaged database is not set aside")
        said = said.replace(str(it.folder), "…").replace(aside[0].name, "journal.sqlite3.damaged-20261130T201148")
        return "The database is damaged", "a file of rubbish in its place", f"“{said}”", it.lost()


def failed_starts() -> Row:
    with table() as it:
        config = it.folder / "wrong.toml"
        config.write_text("[screen]\nfullscren = true\n")
        for _ in range(3):
            it.start("--config", str(config))
            assert it.process is not None
            it.process.communicate(timeout=PATIENCE_S)
        it.start("--config", str(config))
        it.until(lambda: it.status().startswith("not open"))
        said = it.told[-1].replace(str(it.folder), "…")
        it.stop(signal.SIGKILL)
        return (
            "Three starts in a row fail",
            "settings with a key that does not exist",
            f"The recovery screen: “{said}”, that nothing was deleted, and a button that tries again.",
            it.lost(),
        )


def clean_stop() -> Row:
    with table() as it:
        it.start()
        it.rolls(1)
        it.stop()
        assert it.process is not None
        if it.process.returncode != 0:
            raise SystemExit(f"SIGTERM ended it with status {it.process.returncode}")
        how = "SIGTERM; lamps off, the camera let go"
        return "It is switched off in order", how, "nothing is said: it ends with status 0", it.lost()


def no_room(it: Trial) -> None:
    it.data.write_text("a file where the folder should be")


FAULTS: tuple[Callable[[], Row], ...] = (
    camera_missing_at_start,
    library_broken,
    lambda: camera_fault("The camera hangs", "a capture that never returns and holds the interpreter's lock", "hangs"),
    lambda: camera_fault("The camera's process crashes", "SIGSEGV in the camera's library", "crashes"),
    lambda: camera_fault("The camera is unplugged", "a library that raises, and then finds no camera", "missing"),
    loop_hangs,
    killed,
    plug_pulled,
    disk_full,
    lambda: refused("The data folder cannot be written", "a file in its place", no_room),
    damaged,
    second_copy,
    failed_starts,
    clean_stop,
)

HEAD = """# What happens when something fails

Made by `make faults`, which makes each of these happen to a table in the middle of a game. What the service
and the real camera library do is tried by `make test-pi` besides.

| fault | how it was made to happen | what was said | what was lost |
| --- | --- | --- | --- |
"""


def main(place: Path) -> int:
    sys.path.insert(0, str(HERE / "pi_root"))
    from film import draw  # noqa: PLC0415 - from the folder of the Pi's tests

    draw(FILM)
    rows, bad = [], 0
    for make in FAULTS:
        row = make()
        bad += row[3] != "nothing"
        rows.append("| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in row) + " |\n")
        sys.stdout.write(rows[-1])
        sys.stdout.flush()
    shutil.rmtree(FILM)
    if not bad:
        place.write_text(HEAD + "".join(rows), encoding="utf-8")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
