"""A camera that goes and comes back."""

import logging

import numpy as np
import pytest

from pi.config import load_settings
from pi.errors import CameraError, CameraGone
from pi.eye import Eye
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
    name, live = "webcam:0", True

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
    assert eye.frame(70.0) is not None
    assert (eye.fault, eye.openings, plug.open) == ("", 2, 1)
    eye.close()
    eye.close()
    assert plug.open == 0


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
