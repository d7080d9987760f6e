"""How each camera stood when its table was set up: outline of the tray, scale, exposure, white balance; in a file."""

import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cattrs

from pi.album import encode
from pi.cameras.camera import Camera
from pi.cameras.mended import MendedColours
from pi.errors import TrayError
from pi.evidence import load_exhibit
from vision.frame import Pixels
from vision.outlook import Outlook
from vision.reading import Reading

_log = logging.getLogger(__name__)

FILE_NAME = "calibration.json"
PICTURE_QUALITY = 90
KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "ColourTemperature", "LensPosition")
"""What a camera tells of exposure, white balance and focus that is worth keeping."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """One camera over its tray."""

    at: str
    """UTC."""
    width: int
    """Of the picture, in pixels."""
    height: int
    outline: tuple[tuple[float, float], ...]
    """The tray's floor, as shares of the picture's width and height; empty where it could not be told."""
    die_px: float
    """Side of a top face."""
    tilt_deg: float
    brightness: float
    """Of the brighter parts, 0 to 255."""
    white: tuple[float, float, float]
    """The light's colour: blue, green, red, the largest 1."""
    exposure: dict[str, Any] = field(default_factory=dict)
    """What the camera told of its exposure, white balance and focus."""
    swapped: bool = False
    """The camera exchanges red and blue, which is put right."""


def moment() -> str:
    """Now, as the file has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def exposure_in(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What of a frame's metadata is kept."""
    return {name: metadata[name] for name in KEPT if name in metadata}


def load_calibration(folder: Path, source: str) -> Calibration | None:
    """How that source was set up; None where it was not, or the file cannot be read, which is said."""
    try:
        held = _read(folder / FILE_NAME).get(source)
        return None if held is None else cattrs.structure(held, Calibration)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the file, a table that is not set up can be played at
        _log.warning("%s cannot be read, `croupier calibrate` makes it anew: %s", folder / FILE_NAME, error)
        return None


def save_calibration(folder: Path, source: str, calibration: Calibration) -> Path:
    """Keep it beside those of other sources; TrayError if it cannot be written."""
    path = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            held = _read(path)
        except ValueError:
            held = {}
        held[source] = asdict(calibration)
        half = path.with_suffix(".part")
        half.write_text(json.dumps(held, indent=1), encoding="utf-8")
        half.replace(path)  # a power cut leaves the old file or the new one
    except OSError as error:
        raise TrayError(f"{path} cannot be written: {error.strerror or error}; give a folder with --data") from error
    return path


def save_picture(folder: Path, source: str, pixels: Pixels, reading: dict[str, Any] | None) -> None:
    """Keep how it looked; TrayError if it cannot be written."""
    path = _picture(folder, source)
    try:
        half = path.with_suffix(".part")
        half.write_bytes(encode(pixels, {"reading": reading}, PICTURE_QUALITY))
        half.replace(path)
    except OSError as error:
        raise TrayError(f"{path} cannot be written: {error.strerror or error}; give a folder with --data") from error


def outlook_as_set_up(folder: Path, source: str) -> Outlook:
    """What tells whether the camera still stands as it was set up; one that knows nothing yet where it was not."""
    outlook = Outlook()
    try:
        kept = load_exhibit(_picture(folder, source))
        outlook.begin(kept.pixels, kept.reading or Reading((), kept.pixels.shape[1], kept.pixels.shape[0]))
    except FileNotFoundError:
        pass  # it was not set up
    except (OSError, ValueError) as error:
        _log.warning("%s, `croupier calibrate` makes it anew", error)
    return outlook


def open_set_up(open_camera: Callable[[], Camera], folder: Path, source: str) -> Camera:
    """The camera, with red and blue put right if setting it up has shown that it exchanges them."""
    known = load_calibration(folder, source)
    camera = open_camera()
    return MendedColours(camera) if known is not None and known.swapped else camera


def _picture(folder: Path, source: str) -> Path:
    """Where the picture of a source is kept; sources whose names differ by strange letters alone share one."""
    return folder / f"calibration-{re.sub(r'[^A-Za-z0-9]+', '-', source).strip('-')}.jpg"


def _read(path: Path) -> dict[str, Any]:
    try:
        held = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    if not isinstance(held, dict):
        raise ValueError(f"{path} is not ours")
    return held
