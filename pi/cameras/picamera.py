"""The Raspberry Pi's camera, in a process of its own: `picamera`, or `picamera:1` for the second one."""

from dataclasses import asdict, dataclass

from pi.cameras.apart import CameraApart
from pi.cameras.hold import hold
from pi.errors import CameraError

DEVICE = "pi.cameras.picamera_device:PiCameraDevice"


@dataclass(frozen=True, slots=True)
class PiCameraOptions:
    """What a table tells its camera."""

    mains_hz: float = 50.0
    """Of the lamps' mains, against bands in the picture; 0 for lamps that do not flicker."""
    distance_m: float = 0.4
    """From the lens to the tray, for a lens that focuses."""
    swap_red_blue: bool = False


class PiCamera(CameraApart):
    """The newest frame of a Pi's camera at each `read()`."""

    def __init__(self, where: str = "", *, seed: int = 0, options: PiCameraOptions | None = None) -> None:
        """`where` is the camera's number, 0 where it is empty; CameraError where library or camera are not there."""
        del seed
        name = f"picamera:{where}" if where else "picamera"
        if not (where or "0").isdecimal():
            raise CameraError(f"picamera:{where}: the camera's number is wanted, such as picamera:0")
        hold(f"picamera-{int(where or 0)}")
        super().__init__(name, DEVICE, {"number": int(where or 0), **asdict(options or PiCameraOptions())})
