"""Loads a still picture from a file, huge ones reduced while they are decoded."""

import contextlib
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import cv2
import imagesize  # type: ignore[import-untyped]  # ships no types
import numpy as np

from pi import png_strips
from pi.errors import PictureError
from pi.png_strips import PngError
from vision.frame import Pixels

ENOUGH_PX = 2048
"""A picture is halved as long as its longer side stays at least so long: the smallest die still has 60 pixels."""
WHOLE_PIXELS = 50_000_000
"""More are never decoded at once: OpenCV needs 6 bytes for each, and a small Pi has 1 GB for everything."""
MOST_PIXELS = 1 << 30
"""OpenCV's own limit; what claims to be larger is a mistake or an attack."""
JPEG_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
JPEG_MAGIC = b"\xff\xd8\xff"
JPEG_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""A marker within coded data: there FF 00 is data, and FF D0 to FF D7 only mark restarts."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture in memory, and how large it is in its file."""

    pixels: Pixels
    """(height, width, 3), uint8, B, G, R; turned as EXIF says; smaller than the original if that is huge."""
    width: int
    """Of the original, turned as EXIF says, in pixels."""
    height: int
    """Of the original, turned as EXIF says, in pixels."""

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels of the original per pixel in memory, across and down; 1 or more."""
        return self.width / self.pixels.shape[1], self.height / self.pixels.shape[0]


def load_picture(path: str | Path) -> Picture:
    """The picture of a file that OpenCV can decode: JPEG, PNG, WebP, TIFF, BMP and others.

    Grey becomes colour, 16 bits become 8, a palette is looked up; what is transparent in a PNG shows white, as on a
    page. Raises PictureError in one sentence: no such file, a folder, empty, cut short, too large, no picture.
    """
    if not str(path):
        raise PictureError("a file name is empty; name a picture")
    try:
        with Path(path).open("rb") as file:
            return _load(file)
    except FileNotFoundError:
        raise PictureError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise PictureError(f"{path}: is a folder; name the pictures in it") from None
    except PictureError as error:
        raise PictureError(f"{path}: {error}") from None
    except OSError as error:
        raise PictureError(f"{path}: cannot be read: {error.strerror or error}") from None


def _load(file: BinaryIO) -> Picture:
    head = file.read(8)
    if not head:
        raise PictureError("is empty, 0 bytes")
    width, height = _size_in(file)
    if width * height > MOST_PIXELS:
        raise PictureError(f"{width} x {height} pixels are more than can be read")
    if head == png_strips.MAGIC:
        return _load_png(file)
    file.seek(0)
    if head.startswith(JPEG_MAGIC):
        return _load_jpeg(file.read(), width, height)
    _refuse_too_large(width, height)
    return _picture(_decoded(file.read(), cv2.IMREAD_COLOR))


def _size_in(file: BinaryIO) -> tuple[int, int]:
    """Width and height by the file's header, not turned; 0, 0 where it has none that is understood."""
    file.seek(0)
    try:
        width, height = imagesize.get(file, exif_rotation=False)
    except Exception:  # noqa: BLE001 - whatever it stumbles over in a stranger's file, the decoder has the last word
        return 0, 0
    return max(0, int(width)), max(0, int(height))


def _refuse_too_large(width: int, height: int) -> None:
    if width * height > WHOLE_PIXELS:
        raise PictureError(f"{width} x {height} pixels are too many for this kind of file; save it as JPEG")


def reduction_of(width: int, height: int) -> int:
    """By how much a picture is reduced while it is decoded: 1, 2, 4 or 8."""
    factor = 1
    while factor < 8 and max(width, height) // (2 * factor) >= ENOUGH_PX:
        factor *= 2
    return factor


def _load_jpeg(data: bytes, width: int, height: int) -> Picture:
    if not jpeg_is_whole(data):
        raise PictureError("is cut short; copy it again from where it came")
    pixels = _decoded(data, JPEG_REDUCED[reduction_of(width, height)])
    # The header's size is that before turning.
    turned = (pixels.shape[1] < pixels.shape[0]) != (width < height)
    return _picture(pixels, *((height, width) if turned else (width, height)))


def jpeg_is_whole(data: bytes) -> bool:
    """Whether a JPEG reaches its end marker; one inside its embedded thumbnail does not count.

    OpenCV fills what is missing with grey and says nothing.
    """
    at = 2
    while (found := JPEG_MARKER.search(data, at)) is not None:
        marker, at = found.group(1)[0], found.end()
        if marker == 0xD9:
            return True
        if marker != 0x01:  # TEM alone has no length
            at += int.from_bytes(data[at : at + 2], "big")
    return False


def _load_png(file: BinaryIO) -> Picture:
    if not png_strips.is_whole(file):
        raise PictureError("is cut short; copy it again from where it came")
    try:
        file.seek(0)
        header = png_strips.read_header(file)
        factor = reduction_of(header.width, header.height)
        if factor > 1 and header.in_strips:
            pixels = png_strips.read_reduced(file, header, factor)
            turned = (pixels.shape[1] < pixels.shape[0]) != (header.width < header.height)
            return _picture(pixels, *((header.height, header.width) if turned else (header.width, header.height)))
    except PngError as error:
        raise PictureError(f"is a broken PNG ({error})") from None
    _refuse_too_large(header.width, header.height)
    file.seek(0)
    data = file.read()
    if header.has_alpha:
        return _picture(png_strips.as_shown(_decoded(data, cv2.IMREAD_UNCHANGED)))
    return _picture(_decoded(data, cv2.IMREAD_COLOR))


def _picture(pixels: Pixels, width: int = 0, height: int = 0) -> Picture:
    return Picture(pixels, width or pixels.shape[1], height or pixels.shape[0])


def _decoded(data: bytes, how: int) -> Pixels:
    with quiet_stderr():
        try:
            pixels = cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except cv2.error:
            pixels = None
    if pixels is None or pixels.size == 0:
        raise PictureError("is no picture that can be read")
    return np.asarray(pixels)


@contextlib.contextmanager
def quiet_stderr() -> Iterator[None]:
    """Keeps what the decoders' C code writes to stderr away from the user, who is told in our own words."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
