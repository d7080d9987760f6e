"""Webcams: unplugged, plugged in again under another number, held by one program at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi.cameras import hold as hold_module
from pi.cameras import open_camera, webcam
from pi.cameras.hold import hold, let_go
from pi.cameras.places import WebcamPlaces
from pi.errors import CameraError


class Machine:
    """A machine's /dev and /sys, into which cameras are plugged."""

    def __init__(self, root: Path) -> None:
        self.dev, self.sys = root / "dev", root / "sys"
        (self.dev / "v4l/by-id").mkdir(parents=True)
        self.sys.mkdir()
        self.places = WebcamPlaces(self.dev, self.sys)

    def plug(self, number: int, model: str, serial: str = "") -> None:
        (self.dev / f"video{number}").touch()
        (self.sys / f"video{number}").mkdir()
        (self.sys / f"video{number}/name").write_text(model + "\n")
        if serial:
            (self.dev / f"v4l/by-id/usb-{serial}-video-index0").symlink_to(self.dev / f"video{number}")

    def unplug(self, number: int) -> None:
        (self.dev / f"video{number}").unlink()
        (self.sys / f"video{number}/name").unlink()
        (self.sys / f"video{number}").rmdir()
        for link in (self.dev / "v4l/by-id").iterdir():
            if not link.exists():
                link.unlink()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_camera_never_opened_is_what_its_name_says(machine: Machine) -> None:
    assert machine.places.candidates("") == [0]
    assert machine.places.candidates("2") == [2]
    assert machine.places.candidates("/dev/v4l/by-id/x") == ["/dev/v4l/by-id/x"]


def test_the_same_camera_is_found_by_its_serial_number_under_another_index(machine: Machine) -> None:
    machine.plug(0, "HD Webcam", "ACME_1")
    machine.places.remember("0", 0)
    machine.unplug(0)
    assert machine.places.candidates("0") == [0]  # gone: its own number may come back
    machine.plug(0, "Other", "OTHER_9")
    machine.plug(1, "HD Webcam", "ACME_1")
    first = machine.places.candidates("0")[0]
    assert Path(first).resolve() == machine.dev / "video1"


def test_a_camera_without_serial_number_is_found_by_its_model(machine: Machine) -> None:
    machine.plug(2, "HD Webcam")
    machine.plug(3, "HD Webcam")  # its second device, for metadata
    machine.places.remember("2", 2)
    machine.unplug(2)
    machine.unplug(3)
    machine.plug(10, "HD Webcam")
    machine.plug(11, "HD Webcam")
    machine.plug(4, "Other")
    assert machine.places.candidates("2") == [str(machine.dev / "video10"), str(machine.dev / "video11"), 2]


class Capture:
    """OpenCV's capture, as far as a webcam uses it, on the machine above."""

    machine: Machine
    opened: list[str]

    def __init__(self, device: int | str, back_end: int) -> None:
        path = self.machine.dev / f"video{device}" if isinstance(device, int) else Path(device)
        self.good = path.exists()
        self.released = threading.Event()
        self.settings: dict[int, float] = {}
        if self.good:
            self.opened.append(path.resolve().name)

    def isOpened(self) -> bool:
        return self.good

    def set(self, what: int, value: float) -> bool:
        self.settings[what] = value
        return True

    def read(self):
        self.released.wait(0.01)
        return True, np.random.default_rng().integers(0, 255, (4, 4, 3), np.uint8)

    def release(self) -> None:
        self.released.set()


def test_a_webcam_that_was_unplugged_is_opened_again_under_another_number(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(webcam, "_places", machine.places)
    monkeypatch.setattr(hold_module, "SHARED", tmp_path)
    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    Capture.machine, Capture.opened = machine, []
    machine.plug(0, "HD Webcam", "ACME_1")
    with open_camera("webcam:0") as camera:
        assert camera.read().pixels.shape == (4, 4, 3)
        assert camera._capture.settings[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
        assert camera._capture.settings[cv2.CAP_PROP_FPS] == 30
    machine.unplug(0)
    with pytest.raises(CameraError, match="webcam:0"):
        open_camera("webcam:0")
    machine.plug(1, "HD Webcam", "ACME_1")
    with open_camera("webcam:0") as camera:
        camera.read()
    assert Capture.opened == ["video0", "video1"]
    let_go()


HOLDER = """
import sys
from pathlib import Path
from pi.cameras.hold import hold
hold("cam", Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_program_is_told_that_the_camera_is_taken_until_the_first_is_gone(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout.readline() == "held\n"
        with pytest.raises(CameraError, match="in use by another Croupier"):
            hold("cam", tmp_path)
        hold("another", tmp_path)
        first.kill()
    hold("cam", tmp_path)
    hold("cam", tmp_path)  # ours already
    let_go()


def test_where_no_lock_can_be_made_everybody_may_try(tmp_path: Path) -> None:
    hold("cam", tmp_path / "nowhere")


def test_a_lock_of_another_user_is_only_read(tmp_path: Path) -> None:
    (tmp_path / "croupier-cam.lock").touch(0o444)
    hold("cam", tmp_path)
    let_go()
