"""The doctor: looks at everything the table needs on this machine, and names what mends what is wrong."""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from importlib import metadata, resources
from pathlib import Path
from typing import Literal

from pi.config import Settings, load_settings, usual_places
from pi.errors import CameraError, ConfigError, JournalError
from pi.pins import is_pi

_ERROR_CLASS = re.compile(r"^[\w.]+\.\w+: ")
"""What Python writes before a message; only the message is for people."""

State = Literal["ok", "warn", "fail"]

PROBE_S = 40.0  # a library that takes longer than this to load hangs
LEAST_FREE_MB, LITTLE_FREE_MB = 20, 300
HOT_C = 80.0  # a Pi slows itself down from here on
OPENCV_BUILDS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
BAD_VERSIONS = {
    ("gpiozero", "2.0.1.post1"): "it chooses the wrong pins on a Pi 5",
    ("gpiozero", "2.0.1.post2"): "it chooses the wrong pins on a Pi 5",
    ("lgpio", "0.0.0.2"): "it is empty",
}
"""Versions known to be bad, and why."""
REPORT = "croupier doctor --bundle report.zip, and send that file with a report"
AGAIN = "install Croupier again: sudo ./systemd/install.sh on a Pi, make install elsewhere"
THROTTLED = {0: "the voltage is too low", 2: "it is throttled", 3: "it is near its heat limit"}
"""Bits of `vcgencmd get_throttled` that tell of now; sixteen places further left they tell of earlier."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one look has found."""

    check: str
    state: State
    says: str
    """One sentence."""
    mend: str = ""
    """The command, or the deed, that mends it; empty where all is well."""

    def to_line(self) -> str:
        """As `croupier doctor --json` prints it."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined."""

    settings: Settings
    data: Path
    """The data folder."""
    on_pi: bool


Check = Callable[[Patient], Finding]


def examine(config: Path | None, data: Path | None, camera: str | None = None) -> Iterator[Finding]:
    """All findings, one after the other as they are made; each look may take seconds.

    `camera` is looked at instead of the one that the settings name.
    """
    from pi.journal import data_folder  # noqa: PLC0415 - a journal that cannot be loaded is found below
    from pi.play import data_place  # noqa: PLC0415

    finding, settings = _settings(config)
    yield finding
    if camera is not None:
        settings = replace(settings, camera=replace(settings.camera, source=camera))
    patient = Patient(settings, data_folder(data_place(settings, data)), is_pi())
    for name, check in CHECKS.items():
        try:
            yield check(patient)
        except Exception as error:  # noqa: BLE001 - a look that fails is a finding too
            yield Finding(name, "fail", f"this cannot be looked at: {type(error).__name__}: {error}", REPORT)


def _settings(config: Path | None) -> tuple[Finding, Settings]:
    place = config or next((place for place in usual_places() if place.is_file()), None)
    try:
        return Finding("settings", "ok", f"{place or 'the defaults'}"), load_settings(config)
    except ConfigError as error:
        return Finding("settings", "fail", str(error), f"edit {place}"), load_settings(defaults_only=True)


def _python(patient: Patient) -> Finding:
    version = platform.python_version()
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("python", "fail", f"Python {version}", "use Python 3.11, 3.12 or 3.13")
    if sys.maxsize < 2**32:
        return Finding("python", "fail", f"Python {version} with 32 bits", "install the 64-bit Raspberry Pi OS")
    return Finding("python", "ok", f"Python {version} on {platform.machine()}")


def _venv(patient: Patient) -> Finding:
    in_venv = sys.prefix != sys.base_prefix
    sees_system = any(Path(place).is_relative_to(sys.base_prefix) and "packages" in place for place in sys.path)
    if patient.on_pi and in_venv and not sees_system:
        return Finding("venv", "fail", "the venv does not see the system's packages: no camera, no pins", _see_system())
    kind = ("a venv that sees the system's packages" if sees_system else "a venv") if in_venv else "no venv"
    return Finding("venv", "ok", f"{kind}: {sys.prefix}")


def _see_system() -> str:
    """The command that lets this venv see the system's packages."""
    return f"{sys.base_exec_prefix}/bin/python3 -m venv --system-site-packages --upgrade {sys.prefix}"


def _versions(patient: Patient) -> Finding:
    for (name, version), why in BAD_VERSIONS.items():
        if version_of(name) == version:
            mend = f"{sys.executable} -m pip install --upgrade '{name}!={version}'"
            return Finding("versions", "fail", f"{name} {version} is known to be bad: {why}", mend)
    known = [f"{name} {version_of(name)}" for name in ("numpy", "pygame", "gpiozero") if version_of(name)]
    return Finding("versions", "ok", ", ".join(known))


def _opencv(patient: Patient) -> Finding:
    builds = [name for name in OPENCV_BUILDS if version_of(name)]
    told, good = probe("import cv2; print(cv2.__version__)")
    if not good:
        mend = f"{sys.executable} -m pip install --force-reinstall opencv-python-headless"
        return Finding("opencv", "fail", f"OpenCV cannot be loaded: {told}", mend)
    if len(builds) > 1:
        unwanted = " ".join(name for name in builds if name != "opencv-python-headless")
        pip = f"{sys.executable} -m pip"
        mend = f"{pip} uninstall -y {unwanted} && {pip} install --force-reinstall --no-deps opencv-python-headless"
        return Finding("opencv", "warn", f"{len(builds)} builds of OpenCV at once: {', '.join(builds)}", mend)
    return Finding("opencv", "ok", f"OpenCV {told}")


def _camera_library(patient: Patient) -> Finding:
    wanted = patient.on_pi or patient.settings.camera.source.startswith("picamera")
    told, good = probe("import picamera2, importlib.metadata as m; print(m.version('picamera2'))")
    if good:
        return Finding("camera library", "ok", f"picamera2 {told}")
    if not wanted:
        return Finding("camera library", "ok", "picamera2 is not here, and not needed: this is no Raspberry Pi")
    state: State = "fail" if patient.settings.camera.source.startswith("picamera") else "warn"
    mend = "sudo apt install -y python3-picamera2"
    if sys.prefix != sys.base_prefix:
        mend += f" && {_see_system()}"
    return Finding("camera library", state, f"picamera2 cannot be loaded: {told}", mend)


def _camera(patient: Patient) -> Finding:
    from pi.cameras import is_device, open_camera  # noqa: PLC0415 - OpenCV may be what is broken

    source = patient.settings.camera.source
    if not source:
        mend = 'give --camera, or set source = "picamera" or "webcam:0" under [camera] in the settings'
        return Finding("camera", "warn", "no camera is named in the settings", mend)
    try:
        with open_camera(source, settings=patient.settings.camera if is_device(source) else None) as camera:  # type: ignore[attr-defined]
            frame = camera.read()
    except CameraError as error:
        if "another Croupier" in str(error):
            return Finding("camera", "ok", f"{source} is being used by a Croupier that is running")
        mend = "rpicam-hello --list-cameras" if source.startswith("picamera") else "ls -l /dev/v4l/by-id"
        return Finding("camera", "fail", str(error), mend)
    if frame is None:
        return Finding("camera", "fail", f"{source} gives no picture", "name another with --camera")
    height, width = frame.pixels.shape[:2]
    return Finding("camera", "ok", f"{source} gives pictures of {width} x {height}")


def _pins(patient: Patient) -> Finding:
    if patient.settings.pins.use == "off":
        return Finding("pins", "ok", "switched off in the settings")
    told, good = probe("from pi.pins import open_pins; print(type(open_pins()).__name__)")
    if good:
        return Finding("pins", "ok", told)
    if not patient.on_pi:
        return Finding("pins", "ok", "none here, lamps are drawn on the screen: this is no Raspberry Pi")
    mend = "sudo apt install -y python3-lgpio && sudo usermod -aG gpio $USER, then log in again"
    return Finding("pins", "warn", f"no pins, lamps are drawn on the screen: {told}", mend)


def _screen(patient: Patient) -> Finding:
    told, good = probe("from ui.screen import Screen; s = Screen((320, 240)); print(s.driver); s.close()")
    if good:
        return Finding("screen", "ok", f"driver {told}")
    mend = "start it from a desktop, or from a console with a screen; on a Pi, before that: "
    mend += "sudo usermod -aG video,render,input $USER, and log in again"
    return Finding("screen", "warn", told, mend)


def _fonts(patient: Patient) -> Finding:
    fonts = [path for path in resources.files("ui").joinpath("fonts").iterdir() if path.name.endswith(".ttf")]
    if not fonts:
        return Finding("fonts", "fail", "the screen's fonts are missing", AGAIN)
    return Finding("fonts", "ok", f"{len(fonts)} of our own")


def _sound(patient: Patient) -> Finding:
    told, good = probe("import pygame; pygame.mixer.init(); print(pygame.mixer.get_init())")
    if good:
        return Finding("sound", "ok", "there is a sound card")
    mend = "plug in a loudspeaker, or a screen that has one; what is there is listed by: aplay -l"
    return Finding("sound", "warn", f"no sound, the table is silent: {told}", mend)


def _disk(patient: Patient) -> Finding:
    folder = next(place for place in (patient.data, *patient.data.parents) if place.exists())
    if not os.access(folder, os.W_OK):
        return Finding("disk", "fail", f"{folder} cannot be written", f"sudo chown $USER {folder}, or give --data DIR")
    free_mb = shutil.disk_usage(folder).free // 2**20
    if free_mb < LITTLE_FREE_MB:
        state: State = "fail" if free_mb < LEAST_FREE_MB else "warn"
        return Finding("disk", state, f"{free_mb} MB are free at {folder}", f"make room: du -xh {folder} | sort -h")
    return Finding("disk", "ok", f"{free_mb} MB are free at {folder}")


def _journal(patient: Patient) -> Finding:
    from pi.journal import read_journal  # noqa: PLC0415 - it may be what is broken

    try:
        journal = read_journal(patient.data)
        if journal is None:
            return Finding("journal", "ok", "no game yet")
        with journal:
            count = sum(1 for _ in journal.games())
            return Finding("journal", "ok", f"{count} game{'s' * (count != 1)}")
    except JournalError as error:
        return Finding("journal", "fail", str(error), "start a game: the damaged file is set aside, not deleted")


def _clock(patient: Patient) -> Finding:
    newest = max(path.stat().st_mtime for path in Path(__file__).parent.glob("*.py"))
    if time.time() < newest - 86400:
        return Finding("clock", "warn", f"the clock stands at {time.ctime()}", "sudo timedatectl set-ntp true")
    return Finding("clock", "ok", time.strftime("%Y-%m-%d %H:%M %Z"))


def _heat(patient: Patient) -> Finding:
    bits = _throttled()
    now = [words for bit, words in THROTTLED.items() if bits & (1 << bit)]
    earlier = [words for bit, words in THROTTLED.items() if bits & (1 << (bit + 16))]
    if now:
        return Finding("heat", "warn", f"now {', '.join(now)}", "use the Pi's own power supply, and give it air")
    if earlier:
        mend = "use the Pi's own power supply, and give it air"
        return Finding("heat", "warn", f"since it was started, at times {', '.join(earlier)}", mend)
    heat_c = _heat_c()
    if heat_c is None:
        return Finding("heat", "ok", "this machine does not tell")
    if heat_c >= HOT_C:
        return Finding("heat", "warn", f"{heat_c:.0f} degrees", "give it air")
    return Finding("heat", "ok", f"{heat_c:.0f} degrees")


def _throttled() -> int:
    """The Pi's own word on its power and heat, 0 where it is no Pi."""
    try:
        told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=5, check=True)
        return int(told.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0


def _heat_c() -> float | None:
    try:
        return int(Path("/sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return None


CHECKS: dict[str, Check] = {
    "python": _python,
    "venv": _venv,
    "versions": _versions,
    "opencv": _opencv,
    "camera library": _camera_library,
    "camera": _camera,
    "pins": _pins,
    "screen": _screen,
    "fonts": _fonts,
    "sound": _sound,
    "disk": _disk,
    "journal": _journal,
    "clock": _clock,
    "heat": _heat,
}
"""In the order in which they are made."""


def version_of(distribution: str) -> str:
    """The version that is installed, empty where none is."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def probe(code: str) -> tuple[str, bool]:
    """What a piece of Python prints last, and whether it went well; it runs in a process that may crash or hang."""
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "LIBCAMERA_LOG_LEVELS": "*:ERROR"}
    # -P: what lies in the working folder is not what the table runs.
    command = [sys.executable, "-P", "-c", code]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_S, check=False, env=quiet)
    except subprocess.TimeoutExpired:
        return f"it hangs for more than {PROBE_S:.0f} s", False
    lines = (ran.stdout if ran.returncode == 0 else ran.stderr).strip().splitlines()
    if ran.returncode < 0:
        return f"it crashed with signal {-ran.returncode}", False
    return _ERROR_CLASS.sub("", lines[-1] if lines else ""), ran.returncode == 0
