"""Camera sources, one file a kind, each imported when it is asked for."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from pi.cameras.camera import Camera
from pi.config import CameraSettings
from pi.errors import CameraError

__all__ = ["SOURCES", "Camera", "drawn", "is_device", "open_camera", "opener", "slowness_told"]

_log = logging.getLogger(__name__)

SOURCES = {
    "webcam": "pi.cameras.webcam:Webcam",
    "picamera": "pi.cameras.picamera:PiCamera",
    "film": "pi.cameras.film:Film",
    "folder": "pi.cameras.film:Folder",
    "stream": "pi.cameras.film:Stream",
    "mock": "pi.cameras.mock:MockCamera",
    "mat": "pi.cameras.mat_mock:open_mat_camera",
}
"""A kind of source to the module and class that plays it."""

DEVICES = frozenset({"webcam", "picamera"})
"""Kinds that are named by a number after a colon."""


MATS = ("mat", "mat2", "mat3", "mat4", "mat5", "mat6")
"""What may follow "mock:": a drawn mat for two players, or for so many."""


SLOW_S = 1.5
"""Some cameras take ten seconds to open, on Windows most (opencv#17687): whoever waits longer than this is told."""


class _Opens(Protocol):
    def __call__(self, where: str, *, seed: int = 0) -> Camera: ...


def is_device(source: str) -> bool:
    """Whether a source is a camera that can be plugged in later, rather than a film or a drawing."""
    kind = source.partition(":")[0]
    return source.startswith(("http://", "https://")) or (kind in DEVICES and not Path(source).exists())


def drawn(source: str) -> bool:
    """Whether a source is a tray that is drawn here, in which nothing happens unless the program makes it."""
    return source == "mock" or (source.startswith("mock:") and source.removeprefix("mock:") in MATS)


def open_camera(source: str, *, seed: int = 0, settings: CameraSettings | None = None) -> Camera:
    """The camera that a source names; CameraError with one clear sentence where it cannot be opened.

    `mock`, `webcam`, `webcam:1`, `picamera`, `picamera:1`, a video file, a folder of pictures, or `http://…`.
    The seed matters to `mock` alone, the settings to `picamera`.
    """
    if not source:
        raise CameraError("the camera's name is empty; name a camera, a film, a folder or a stream")
    if source == "mock":
        from pi.cameras.mock import MockCamera  # noqa: PLC0415 - only when asked for

        return MockCamera(seed)
    kind, where = _parsed(source)
    if kind == "picamera" and settings is not None:
        from pi.cameras.picamera import PiCamera, PiCameraOptions  # noqa: PLC0415 - only when asked for

        options = PiCameraOptions(settings.mains_hz, settings.distance_m, settings.swap_red_blue)
        return PiCamera(where, options=options)
    module, name = SOURCES[kind].split(":")
    opens = cast(_Opens, getattr(import_module(module), name))
    return opens(where, seed=seed)


def opener(source: str, settings: CameraSettings, *, seed: int = 0) -> Callable[[], Camera]:
    """How a camera is opened that is set up and then played with: both on one stream, as one sensor crop shows it."""
    if is_device(source):
        return partial(open_camera, source, seed=seed, settings=settings)
    return partial(open_camera, source, seed=seed)


@contextmanager
def slowness_told(source: str) -> Iterator[None]:
    """Says what is waited for, if opening a device takes long."""
    if not is_device(source):
        yield
        return
    timer = threading.Timer(SLOW_S, _log.warning, ("opening the camera %s: some take ten seconds…", source))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _parsed(source: str) -> tuple[str, str]:
    """The kind of a source, and which one of its kind."""
    kind, colon, where = source.partition(":")
    if kind in DEVICES and (colon or not Path(source).exists()):
        return kind, where
    if kind == "mock" and where in MATS:
        return "mat", where
    if source.startswith(("http://", "https://")):
        return "stream", source
    path = Path(source)
    if path.is_dir():
        return "folder", source
    if path.is_file():
        return "film", source
    raise CameraError(
        f"there is no camera source {source!r}: no such file or folder, and it is none of "
        "mock, webcam, webcam:N, picamera, picamera:N, http://…"
    )
