"""Cameras in processes of their own: real processes, which hang, crash and are killed."""

import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from pi.cameras import Camera
from pi.cameras import apart as apart_module
from pi.cameras.apart import CameraApart
from pi.cameras.ring import SLOTS, FrameRing, make_memory
from pi.config import load_settings
from pi.errors import CameraError, CameraGone
from pi.eye import Eye

DEVICES = '''
import ctypes, os, time
import numpy as np
from vision.frame import Frame

class Good:
    """Each picture is as bright as its number; ends after `frames`."""
    def __init__(self, frames=10**6, pause_s=0.002):
        self.n, self.frames, self.pause_s = 0, frames, pause_s
    def read(self):
        if self.n == self.frames:
            return None
        time.sleep(self.pause_s)
        self.n += 1
        pixels = np.full((48, 64, 3), (self.n - 1) % 256, np.uint8)
        return Frame(pixels, self.n / 10, 77, {"ExposureTime": 1000 + self.n})
    def close(self):
        pass

class Hangs(Good):
    """Gives one picture and then holds the interpreter's lock for ever, as libcamera does with a loose ribbon."""
    def read(self):
        if self.n:
            ctypes.PyDLL(None).sleep(1000)
        return super().read()

class HangsInClose(Good):
    def close(self):
        ctypes.PyDLL(None).sleep(1000)

class Dies(Good):
    def read(self):
        if self.n:
            os.kill(os.getpid(), 11)
        return super().read()

class Raises(Good):
    def read(self):
        if self.n:
            raise ValueError("the sensor is on fire")
        return super().read()

class CannotOpen:
    def __init__(self):
        raise RuntimeError("numpy.dtype size changed")

class HangsOnce(Good):
    """Hangs after three pictures where a file says so, which it takes away: the next process is well."""
    def __init__(self, flag):
        super().__init__()
        self.flag = flag
    def read(self):
        if self.n == 3 and os.path.exists(self.flag):
            os.remove(self.flag)
            ctypes.PyDLL(None).sleep(1000)
        return super().read()
'''


@pytest.fixture(autouse=True)
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_cameras.py").write_text(DEVICES)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(apart_module, "GRACE_S", 0.3)


def opened(device: str, patience_s: float = 0.6, **options: object) -> CameraApart:
    return CameraApart("test", f"odd_cameras:{device}", dict(options), patience_s=patience_s)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_newest_frames_come_whole_with_what_the_camera_tells_of_them() -> None:
    with opened("Good") as camera:
        assert isinstance(camera, Camera) and camera.live and camera.name == "test"
        frames = [camera.read() for _ in range(30)]
        pid = camera.pid
    camera.close()
    assert not is_running(pid)
    numbers = [frame.number for frame in frames]
    assert numbers == sorted(set(numbers))
    for frame in frames:
        assert frame.pixels.shape == (48, 64, 3)
        assert set(np.unique(frame.pixels)) == {frame.number % 256}
        assert frame.t_s == pytest.approx((frame.number + 1) / 10)
        assert frame.metadata == {"ExposureTime": 1001 + frame.number}


def test_whoever_is_late_gets_the_newest_frame_and_no_queue() -> None:
    with opened("Good", pause_s=0.0002) as camera:
        first = camera.read()
        time.sleep(1.5)  # thousands of frames: more than the pipe holds
        late = [camera.read() for _ in range(3)]
        assert all(set(np.unique(frame.pixels)) == {frame.number % 256} for frame in late)
        assert late[0].number > first.number + SLOTS


def test_the_source_ends() -> None:
    with opened("Good", frames=3) as camera:
        last = None
        while (frame := camera.read()) is not None:
            last = frame
        assert last.number == 2


@pytest.mark.parametrize(
    ("device", "says"),
    [("Hangs", "hangs"), ("Dies", "SIGSEGV"), ("Raises", "the sensor is on fire")],
)
def test_a_camera_that_fails_is_told_in_time_and_its_process_is_ended(device: str, says: str) -> None:
    camera = opened(device)
    pid = camera.pid
    with camera, pytest.raises(CameraGone, match=says):
        for _ in range(3):
            camera.read()
    assert not is_running(pid)


def test_a_close_that_hangs_with_the_interpreter_s_lock_held_is_ended() -> None:
    camera = opened("HangsInClose")
    camera.read()
    pid, began_s = camera.pid, time.monotonic()
    camera.close()
    assert time.monotonic() - began_s < 5
    assert not is_running(pid)


def test_whatever_opening_raises_is_said() -> None:
    with pytest.raises(CameraError, match=r"numpy\.dtype size changed"):
        opened("CannotOpen")


def test_a_process_that_is_killed_is_a_camera_gone() -> None:
    with opened("Good") as camera:
        camera.read()
        os.kill(camera.pid, signal.SIGKILL)
        with pytest.raises(CameraGone, match="SIGKILL"):
            for _ in range(1000):
                camera.read()


def test_the_camera_s_process_dies_with_the_game_s(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    game = os.fork()
    if game == 0:
        camera = opened("HangsInClose")
        os.write(writer, str(camera.pid).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(game, 0)
    pid = int(os.read(reader, 20))
    os.close(reader)
    os.close(writer)
    until_s = time.monotonic() + 10
    while is_running(pid) and not _is_dead(pid) and time.monotonic() < until_s:
        time.sleep(0.05)
    assert not is_running(pid) or _is_dead(pid)


def _is_dead(pid: int) -> bool:
    """Dead and waiting to be buried by whoever adopted it."""
    return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()


def test_the_eye_starts_the_camera_again_and_the_game_sees_a_pause(tmp_path: Path) -> None:
    flag = tmp_path / "hang"
    flag.touch()
    eye = Eye(lambda: opened("HangsOnce", flag=str(flag)), load_settings().camera)
    began_s, seen, faults = time.monotonic(), [], set()
    while eye.openings < 2 and time.monotonic() - began_s < 30:
        frame = eye.frame(time.monotonic())
        if frame is not None:
            seen.append(frame)
        faults |= {eye.fault} - {""}
        eye.wait(0.02)
    eye.close()
    assert seen and eye.openings == 2 and not eye.fault
    assert len(faults) == 1 and "hangs" in faults.pop()


def test_the_ring_refuses_what_does_not_fit_and_what_is_overwritten() -> None:
    ring = FrameRing(make_memory())
    small = np.ones((2, 2, 3), np.uint8)
    slot = ring.put(small, 5)
    assert np.array_equal(ring.take(slot, 5, 2, 2), small)
    ring.put(small, 5 + SLOTS)
    assert ring.take(slot, 5, 2, 2) is None
    with pytest.raises(ValueError, match="4000 x 3000"):
        ring.put(np.zeros((3000, 4000, 3), np.uint8), 0)
    ring.close()
    ring.close()
