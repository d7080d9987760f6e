"""The Pi's camera with a stand-in for picamera2; with the real one it is tried in tests/pi_root."""

import logging
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pi.cameras import hold, open_camera
from pi.cameras.exposure import CHANGED_S, Exposure, LightWatch, Settling, flicker_safe, locked
from pi.cameras.picamera_device import FPS, SIZE, PiCameraDevice, widest_mode
from pi.errors import CameraError, CameraGone

LIMITS = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ExposureTime": (100, 60_000, 0),
    "AnalogueGain": (1.0, 8.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
}
LOOK_S = 0.1
LENS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 10.0, 1.0)}
MODES = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960), "fps": 200.0},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464), "fps": 41.0},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464), "fps": 21.0},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080), "fps": 47.0},
]


class Library:
    """What PiCameraDevice uses of picamera2, on a sensor whose automatics move for twenty frames."""

    def __init__(self, *, form: str = "RGB888", channels: int = 3, limits: dict | None = None, modes=MODES) -> None:
        self.form, self.channels, self.modes = form, channels, modes
        self.camera_controls = LIMITS if limits is None else limits
        self.told: list[dict] = []
        self.configurations: list[dict] = []
        self.frames, self.level, self.closed = 0, 100, 0

    def __call__(self, number: int) -> "Library":
        self.opened = number
        return self

    @property
    def sensor_modes(self):
        return self.modes

    def create_video_configuration(self, **options):
        return options

    def configure(self, configuration):
        self.configurations.append(configuration)

    def camera_configuration(self):
        return {"main": {"format": self.form}}

    def start(self):
        pass

    def set_controls(self, controls):
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.told.append(controls)

    def capture_request(self):
        self.frames += 1
        array = np.zeros((SIZE[1], SIZE[0], self.channels), np.uint8)
        array[..., :3] = (10, self.level, 200)
        metadata = {
            "ExposureTime": 14_000 + 1500 * max(0, 20 - self.frames),
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 2.5),
            "SensorTimestamp": 5_000_000_000 + self.frames * 33_000_000,
            "PispStatsOutput": b"x" * 100_000,
        }
        return SimpleNamespace(make_array=lambda name: array, get_metadata=lambda: metadata, release=lambda: None)

    def close(self):
        self.closed += 1


class Clock:
    """A steady clock that moves on at each look."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += LOOK_S
        return self.now_s


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "pi.cameras.picamera_device.time",
        SimpleNamespace(monotonic=Clock(), monotonic_ns=lambda: 7, sleep=lambda seconds: None),
    )


def test_one_configuration_that_shows_all_the_sensor_sees() -> None:
    library = Library()
    device = PiCameraDevice(number=1, picamera_class=library)
    [configuration] = library.configurations
    assert library.opened == 1
    assert configuration["main"] == {"size": SIZE, "format": "RGB888"}
    assert configuration["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}
    frames = [device.read() for _ in range(3)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert [frame.t_s for frame in frames] == pytest.approx([0, 0.033, 0.066])
    assert frames[0].metadata["AnalogueGain"] == 2.0
    assert "PispStatsOutput" not in frames[0].metadata
    device.close()
    assert library.closed == 1


@pytest.mark.parametrize(
    ("form", "channels", "swapped", "expected"),
    [
        ("RGB888", 3, False, [10, 100, 200]),
        ("BGR888", 3, False, [200, 100, 10]),
        ("XBGR8888", 4, False, [200, 100, 10]),
        ("XRGB8888", 4, False, [10, 100, 200]),
        ("RGB888", 3, True, [200, 100, 10]),
    ],
)
def test_the_channels_are_blue_green_red_whatever_comes(form, channels, swapped, expected) -> None:
    device = PiCameraDevice(picamera_class=Library(form=form, channels=channels), swap_red_blue=swapped)
    pixels = device.read().pixels
    assert pixels.shape == (SIZE[1], SIZE[0], 3)
    assert pixels[0, 0].tolist() == expected


def test_exposure_and_colour_are_locked_once_they_have_settled_and_again_in_another_light() -> None:
    library = Library(limits=LIMITS | LENS)
    device = PiCameraDevice(picamera_class=library, mains_hz=50, distance_m=0.4)
    automatic = library.told[0]
    assert automatic["AeEnable"] and automatic["AeFlickerPeriod"] == 10_000
    assert (automatic["AfMode"], automatic["LensPosition"]) == (0, 2.5)
    while len(library.told) < 2:
        device.read()
    assert library.frames > 20  # not while it moved
    assert library.told[1] == {
        "AeEnable": False,
        "ExposureTime": 10_000,  # one half-wave of the mains
        "AnalogueGain": 2.8,
        "AwbEnable": False,
        "ColourGains": (1.5, 2.5),
    }
    library.level = 130
    for _ in range(round(2 * CHANGED_S / LOOK_S)):
        device.read()
    assert len(library.told) == 2  # a hand, a little more light: nothing
    library.level = 220
    for _ in range(round((CHANGED_S + 0.5) / LOOK_S)):
        device.read()
    assert library.told[2]["AeEnable"]
    while len(library.told) < 4:
        device.read()
    assert not library.told[3]["AeEnable"]


def test_a_camera_without_controls_or_modes_is_used_as_it_is() -> None:
    library = Library(limits={}, modes=[])
    device = PiCameraDevice(picamera_class=library)
    for _ in range(60):
        device.read()
    assert library.told == []
    assert "sensor" not in library.configurations[0]


def test_a_control_that_is_refused_costs_no_frame(caplog: pytest.LogCaptureFixture) -> None:
    class Refusing(Library):
        def set_controls(self, controls):
            raise RuntimeError("no")

    with caplog.at_level(logging.WARNING):
        PiCameraDevice(picamera_class=Refusing()).read()
    assert "the camera refuses AeEnable" in caplog.text


def test_one_picture_that_fails_is_nothing_and_a_run_of_them_is_a_fault() -> None:
    class Stumbling(Library):
        failing = 1

        def capture_request(self):
            if self.failing:
                self.failing -= 1
                raise RuntimeError("Camera frontend has timed out!")
            return super().capture_request()

    library = Stumbling()
    device = PiCameraDevice(picamera_class=library)
    assert [device.read().number for _ in range(2)] == [0, 1]
    library.failing = 1000
    with pytest.raises(CameraGone, match="timed out"):
        device.read()


def test_a_camera_that_cannot_start_is_closed_and_named() -> None:
    class Busy(Library):
        def start(self):
            raise RuntimeError("Failed to acquire camera: Device or resource busy")

    library = Busy()
    with pytest.raises(CameraError, match="another program uses it"):
        PiCameraDevice(picamera_class=library)
    assert library.closed == 1


def test_widest_mode_of_none() -> None:
    assert widest_mode([], SIZE, FPS) is None
    assert widest_mode([{"size": (640, 480), "format": "NV12"}], SIZE, FPS) is None


@pytest.mark.parametrize(
    ("time_us", "gain", "mains_hz", "expected"),
    [
        (25_000, 1.0, 50, Exposure(20_000, 1.25)),
        (25_000, 1.0, 60, Exposure(25_000, 1.0)),
        (9_000, 7.9, 50, Exposure(10_000, 7.11)),
        (14_000, 8.0, 50, Exposure(20_000, 5.6)),  # one half-wave would want a gain of 11
        (33_000, 8.0, 60, Exposure(33_333, 7.92)),  # as bright as it gets
        (500, 1.0, 50, Exposure(500, 1.0)),  # daylight
        (17_300, 1.0, 0, Exposure(17_300, 1.0)),
    ],
)
def test_flicker_safe(time_us, gain, mains_hz, expected) -> None:
    assert flicker_safe(time_us, gain, mains_hz, 33_333, 8.0) == expected


def test_settling_gives_up_waiting_and_ignores_a_camera_that_tells_nothing() -> None:
    hunting, silent = Settling(0.0), Settling(0.0)
    seen = [hunting.see({"ExposureTime": 1000 * (1 + n % 2)}, n / 30) for n in range(200)]
    assert seen.index(True) == 120
    assert not any(silent.see({}, n / 30) for n in range(200))


def test_a_shadow_that_passes_is_no_other_light() -> None:
    watch = LightWatch(100)
    assert not any(watch.see(40 if n % 60 < 50 else 100, n / 30) for n in range(600))


def test_locked_says_only_what_the_camera_understands() -> None:
    metadata = {"ExposureTime": 10_000, "AnalogueGain": 2.0}
    assert locked(metadata, {"ExposureTime": (1, 2, 3)}, 50, 33_333) == {"ExposureTime": 10_000}


@pytest.mark.parametrize(
    ("library", "says"),
    [
        ("raise ModuleNotFoundError(\"No module named 'libcamera'\")", "sudo apt install python3-picamera2"),
        ("raise ValueError('numpy.dtype size changed')", r"ValueError: numpy\.dtype size changed"),
        ("class Picamera2:\n    def __init__(self, n): raise IndexError('list index out of range')", "ribbon"),
    ],
)
def test_a_library_or_camera_that_is_not_there(library, says, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "picamera2.py").write_text(library)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(hold, "SHARED", tmp_path)
    with pytest.raises(CameraError, match=says) as caught:
        open_camera("picamera")
    assert "\n" not in str(caught.value)
    hold.let_go()
