"""A camera that goes and comes back, hangs, or does not open: whoever looks through the eye never waits for it."""

import logging
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from pi.cameras.mock import Fault, MockCamera
from pi.config import load_settings
from pi.errors import CameraError, CameraGone
from pi.eye import SILENT_S, Eye
from vision.frame import Frame

SETTINGS = load_settings().camera
BLACK = np.zeros((4, 4, 3), np.uint8)


class Plug:
    """A socket for cameras: whether one is plugged in, and how often one was opened and closed."""

    def __init__(self) -> None:
        self.plugged = True
        self.tried_s: list[float] = []
        self.now_s = 0.0
        self.open = 0

    def camera(self) -> "PluggedCamera":
        self.tried_s.append(self.now_s)
        if not self.plugged:
            raise CameraError("there is no camera webcam:0")
        self.open += 1
        return PluggedCamera(self)


class PluggedCamera:
    """Read frame by frame, so that the test moves the time."""

    name, live = "webcam:0", False

    def __init__(self, plug: Plug) -> None:
        self.plug = plug

    def read(self) -> Frame | None:
        if not self.plug.plugged:
            raise CameraGone("webcam:0 was unplugged")
        return Frame(BLACK, self.plug.now_s)

    def close(self) -> None:
        self.plug.open -= 1


def test_no_camera_at_the_start_is_an_error() -> None:
    plug = Plug()
    plug.plugged = False
    with pytest.raises(CameraError):
        Eye(plug.camera, SETTINGS)


def test_it_tries_ever_more_patiently_and_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    plug = Plug()
    eye = Eye(plug.camera, SETTINGS)
    assert eye.frame(0.0) is not None
    plug.plugged = False
    with caplog.at_level(logging.WARNING):
        for tenth in range(1, 500):
            plug.now_s = tenth / 10
            assert eye.frame(plug.now_s) is None
    assert eye.fault == "there is no camera webcam:0"
    assert len(caplog.records) == 1
    waits = np.diff([0.1, *plug.tried_s[1:]])
    assert waits[:5] == pytest.approx([0.5, 1, 2, 4, 8], abs=0.11)
    assert waits[5:] == pytest.approx(10, abs=0.2)
    assert plug.open == 0
    plug.plugged = True
    plug.now_s = 70.0
    with caplog.at_level(logging.WARNING):
        assert eye.frame(70.0) is not None
    assert caplog.records[-1].message == "the camera is back"
    assert (eye.fault, eye.openings, plug.open) == ("", 2, 1)
    eye.close()
    eye.close()
    assert plug.open == 0


def test_whoever_looks_after_the_camera_need_not_wait_until_it_is_tried_again() -> None:
    plug = Plug()
    eye = Eye(plug.camera, SETTINGS)
    eye.frame(0.0)
    eye.restart()
    assert (eye.frame(0.1) is not None, plug.tried_s) == (True, [0.0])  # all is well: it goes on
    plug.plugged = False
    for second in range(60):
        plug.now_s = float(second)
        eye.frame(plug.now_s)
    plug.plugged, tried = True, len(plug.tried_s)
    assert eye.frame(plug.now_s) is None and len(plug.tried_s) == tried
    eye.restart()
    assert eye.frame(plug.now_s) is not None
    assert (eye.fault, eye.openings, plug.open) == ("", 2, 1)
    eye.close()


class Film:
    name, live = "film.mp4", False

    def __init__(self) -> None:
        self.left = 2

    def read(self) -> Frame | None:
        self.left -= 1
        return Frame(BLACK, 0.0) if self.left >= 0 else None

    def close(self) -> None:
        pass


def test_the_end_of_a_film_is_no_fault() -> None:
    eye = Eye(Film, SETTINGS)
    frames = [eye.frame(0.0) for _ in range(4)]
    assert [frame is None for frame in frames] == [False, False, True, True]
    assert eye.ended
    assert eye.fault == ""


# --- live cameras, on a thread


class Webcam(MockCamera):
    """The drawn tray as a device that gives thirty frames a second."""

    live = True
    opened: "list[Webcam]"

    def __init__(self) -> None:
        super().__init__(1, size=(80, 60))
        self.opened.append(self)

    def read(self) -> Frame | None:
        time.sleep(0.002)
        return super().read()


@pytest.fixture
def webcams(monkeypatch: pytest.MonkeyPatch) -> list[Webcam]:
    """All that were opened, the newest last."""
    opened: list[Webcam] = []
    monkeypatch.setattr(Webcam, "opened", opened, raising=False)
    return opened


def eventually(found: Callable[[], object]) -> None:
    """Waits for what a thread does."""
    until_s = time.monotonic() + 20
    while not found():
        assert time.monotonic() < until_s
        time.sleep(0.002)


def test_a_live_camera_that_hangs_keeps_nobody_waiting_and_comes_back(webcams: list[Webcam]) -> None:
    eye = Eye(Webcam, SETTINGS)
    eventually(lambda: eye.frame(1.0))
    webcams[0].fault = Fault.HANGING
    eventually(lambda: eye.frame(2.0) is None and eye.frame(2.0) is None)
    assert eye.frame(2.0 + SILENT_S / 2) is None  # at once: a camera that is waited for would take for ever
    assert eye.fault == ""
    assert eye.frame(2.1 + SILENT_S) is None
    assert "does not answer" in eye.fault
    assert eye.frame(2.2 + SILENT_S) is None
    assert len(webcams) == 1  # it is given time
    eventually(lambda: eye.frame(10.0 + SILENT_S))
    assert (eye.fault, eye.openings, len(webcams)) == ("", 2, 2)
    webcams[0].released.set()
    eventually(lambda: webcams[0]._closed)  # the thread that was left behind cleans up
    eye.close()
    assert webcams[1]._closed


def test_a_live_camera_that_is_unplugged_is_told_in_words_and_comes_back(webcams: list[Webcam]) -> None:
    eye = Eye(Webcam, SETTINGS)
    eventually(lambda: eye.frame(1.0))
    webcams[0].fault = Fault.GONE
    eventually(lambda: eye.frame(1.0) is None and eye.fault)
    assert "is gone" in eye.fault
    eventually(lambda: webcams[0]._closed)
    eventually(lambda: eye.frame(3.0))
    assert (eye.fault, eye.openings) == ("", 2)
    eye.close()


def test_a_live_camera_is_let_go_while_other_things_are_put_away(webcams: list[Webcam]) -> None:
    eye = Eye(Webcam, SETTINGS)
    eventually(lambda: eye.frame(1.0))
    eye.leave()
    eventually(lambda: webcams[0]._closed)
    eye.leave()
    eye.close()


def test_a_live_camera_that_takes_long_to_open_again_keeps_nobody_waiting() -> None:
    opening, gate = threading.Event(), threading.Event()
    cameras: list[MockCamera] = []

    def slowly() -> MockCamera:
        if cameras:
            opening.set()
            gate.wait(20)
        cameras.append(MockCamera(1, size=(80, 60)))
        cameras[-1].live = True  # type: ignore[misc]
        return cameras[-1]

    eye = Eye(slowly, SETTINGS)
    cameras[0].fault = Fault.GONE
    eventually(lambda: eye.frame(1.0) is None and eye.fault)
    eye.frame(2.0)
    assert opening.wait(20)
    assert eye.frame(2.1) is None
    assert "gone" in eye.fault
    gate.set()
    eventually(lambda: eye.frame(2.2))
    assert eye.fault == ""
    eye.close()


def test_a_live_camera_that_shows_something_wrong_is_closed_and_opened_anew(webcams: list[Webcam]) -> None:
    eye = Eye(Webcam, SETTINGS)
    eventually(lambda: eye.frame(1.0))
    eye.fault = "the camera mock shows red as blue; start it again"
    eye.restart()
    eventually(lambda: eye.frame(1.1) and eye.openings == 2)
    eventually(lambda: webcams[0]._closed)
    assert (eye.fault, len(webcams)) == ("", 2)
    eye.close()


def test_whatever_a_driver_raises_is_a_fault_in_words(webcams: list[Webcam], monkeypatch: pytest.MonkeyPatch) -> None:
    eye = Eye(Webcam, SETTINGS)

    def bus_error() -> Frame | None:
        raise RuntimeError("the bus is down")

    monkeypatch.setattr(webcams[0], "read", bus_error)
    eventually(lambda: eye.frame(1.0) is None and eye.fault)
    assert "the bus is down" in eye.fault
    eye.close()


def test_waiting_ends_as_soon_as_there_is_a_frame(webcams: list[Webcam]) -> None:
    eye = Eye(Webcam, SETTINGS)
    eye.wait(20.0)
    assert eye.frame(1.0) is not None
    eye.close()


def through(camera: MockCamera, eye: Eye, frames: int) -> tuple[int, set[str]]:
    """How many frames come through, and what is said meanwhile."""
    came, said = 0, set()
    for n in range(frames):
        came += eye.frame(n / 30) is not None
        said.add(eye.fault)
    return came, said


@pytest.mark.parametrize(("fault", "word"), [(Fault.HALF, "part of a picture"), (Fault.SWAPPED, "red as blue")])
def test_spoilt_pictures_are_passed_over_and_said_to_be_a_fault_where_there_are_no_others(
    fault: Fault, word: str, caplog: pytest.LogCaptureFixture
) -> None:
    camera = MockCamera(4, size=(320, 240))
    camera.lay([2, 5], "red")
    eye = Eye(lambda: camera, SETTINGS)
    assert through(camera, eye, 3) == (3, {""})
    camera.fault = fault
    assert through(camera, eye, 10) == (0, {""})
    came, said = through(camera, eye, 40)
    assert came == 0
    assert any(word in sentence and "mock" in sentence for sentence in said)
    camera.fault = None
    assert through(camera, eye, 3) == (3, {""})
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert eye.openings == 1
