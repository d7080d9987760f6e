"""Decodes a huge PNG strip by strip and reduces each strip at once, so that memory stays small.

PNG has no reduced decoding as JPEG has, but its rows only depend on the row above. So a strip of rows is a PNG of its
own once the row above it, already decoded, is put before it unfiltered (PNG specification, sections 9 and 11).
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

MAGIC = b"\x89PNG\r\n\x1a\n"
CHUNK_BYTES = 1 << 20
"""Read and inflated at a time."""
STRIP_PIXELS = 1_500_000
"""Decoded at a time: some 5 MB."""
GREY, TRUE_COLOUR, PALETTE, GREY_ALPHA, TRUE_COLOUR_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, TRUE_COLOUR: 3, PALETTE: 1, GREY_ALPHA: 2, TRUE_COLOUR_ALPHA: 4}

Samples = NDArray[np.uint8] | NDArray[np.uint16]


class PngError(Exception):
    """The file is no PNG that can be decoded in strips."""


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the pixels."""

    width: int
    height: int
    depth: int
    """Bits a sample."""
    kind: int
    """The colour type, 0 to 6."""
    interlaced: bool
    palette: bytes = b""
    exif: bytes = b""

    @property
    def in_strips(self) -> bool:
        """Whether the rows lie in order and in whole bytes."""
        return not self.interlaced and self.depth in (8, 16)

    @property
    def has_alpha(self) -> bool:
        """Whether parts may be transparent."""
        return self.kind in (GREY_ALPHA, TRUE_COLOUR_ALPHA)

    @property
    def row_bytes(self) -> int:
        """Of one unfiltered row."""
        return self.width * CHANNELS[self.kind] * self.depth // 8


def chunk(name: bytes, data: bytes) -> bytes:
    """One chunk as it stands in a file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def read_header(file: BinaryIO) -> Header:
    """The header; leaves the file before its first pixel chunk."""
    if file.read(8) != MAGIC:
        raise PngError("no PNG")
    fields: tuple[int, ...] = ()
    others = {b"PLTE": b"", b"eXIf": b""}
    while True:
        name, length = _next_chunk(file)
        if name == b"IDAT":
            file.seek(-8, 1)
            break
        data = file.read(length)
        file.seek(4, 1)
        if name == b"IHDR":
            fields = struct.unpack(">IIBBBBB", data)
        elif name in others:
            others[name] = data
    if len(fields) != 7 or fields[3] not in CHANNELS:
        raise PngError("broken header")
    width, height, depth, kind, _, _, interlaced = fields
    return Header(width, height, depth, kind, bool(interlaced), others[b"PLTE"], others[b"eXIf"])


def is_whole(file: BinaryIO) -> bool:
    """Whether the file reaches its end chunk."""
    size = file.seek(0, 2)
    file.seek(8)
    try:
        while True:
            name, length = _next_chunk(file)
            if file.seek(length + 4, 1) > size:
                return False
            if name == b"IEND":
                return True
    except PngError:
        return False


def read_reduced(file: BinaryIO, header: Header, factor: int) -> Pixels:
    """The picture, `factor` times smaller on each side; transparent parts show white.

    The file stands at its first pixel chunk, as `read_header` leaves it. Raises PngError where the data are broken.
    """
    rows = max(1, STRIP_PIXELS // header.width // factor) * factor
    reduced = []
    above: Samples | None = None
    for raw in _strips(file, header, rows):
        samples = _decode(raw, header, above)
        above = samples[-1:]
        reduced.append(_reduced(_shown(samples, header), factor))
    picture: Pixels = np.vstack(reduced)
    return picture if not header.exif else _turned(picture, header.exif)


def _next_chunk(file: BinaryIO) -> tuple[bytes, int]:
    head = file.read(8)
    if len(head) < 8:
        raise PngError("cut short")
    (length,) = struct.unpack(">I", head[:4])
    return head[4:], length


def _inflated(file: BinaryIO) -> Iterator[bytes]:
    """The filtered rows, in pieces as they come."""
    inflater = zlib.decompressobj()
    while True:
        name, length = _next_chunk(file)
        if name != b"IDAT":
            return
        while length:
            piece = file.read(min(length, CHUNK_BYTES))
            if not piece:
                raise PngError("cut short")
            length -= len(piece)
            while piece:
                yield inflater.decompress(piece, CHUNK_BYTES)
                piece = inflater.unconsumed_tail
        file.seek(4, 1)


def _strips(file: BinaryIO, header: Header, rows: int) -> Iterator[bytes]:
    """The filtered rows, `rows` at a time; the last strip may be shorter."""
    strip_bytes = rows * (1 + header.row_bytes)
    left = header.height * (1 + header.row_bytes)
    held = bytearray()
    try:
        for piece in _inflated(file):
            held += piece
            while len(held) >= min(strip_bytes, left) > 0:
                size = min(strip_bytes, left)
                yield bytes(held[:size])
                del held[:size]
                left -= size
    except zlib.error as error:
        raise PngError(str(error)) from error
    if left:
        raise PngError("cut short")


def _decode(raw: bytes, header: Header, above: Samples | None) -> Samples:
    """The samples of a strip: (rows, width, channels), channels as OpenCV orders them; a palette's indexes stay."""
    first = b"" if above is None else b"\x00" + _as_in_png(above, header)
    rows = (len(first) + len(raw)) // (1 + header.row_bytes)
    # As grey, a palette's indexes come out as they are.
    kind = GREY if header.kind == PALETTE else header.kind
    head = struct.pack(">IIBBBBB", header.width, rows, header.depth, kind, 0, 0, 0)
    # Level 0 only wraps the bytes.
    png = MAGIC + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(first + raw, 0)) + chunk(b"IEND", b"")
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if decoded is None or len(decoded) != rows:
        raise PngError("broken rows")
    samples = np.asarray(decoded, np.uint16 if header.depth == 16 else np.uint8).reshape(rows, header.width, -1)
    return np.asarray(samples) if above is None else np.asarray(samples[1:])


def _as_in_png(row: Samples, header: Header) -> bytes:
    order = {GREY_ALPHA: [0, 3], TRUE_COLOUR: [2, 1, 0], TRUE_COLOUR_ALPHA: [2, 1, 0, 3]}.get(header.kind, [0])
    # OpenCV gives grey with alpha as four channels.
    samples = row[:, :, order]
    return samples.astype(">u2" if header.depth == 16 else np.uint8).tobytes()


def _shown(samples: Samples, header: Header) -> Pixels:
    if header.kind == PALETTE:
        colours = np.zeros((256, 3), np.uint8)
        known = np.frombuffer(header.palette, np.uint8).reshape(-1, 3)
        colours[: len(known)] = known[:, ::-1]
        looked_up: Pixels = colours[samples[:, :, 0]]
        return looked_up
    return as_shown(samples)


def _reduced(picture: Pixels, factor: int) -> Pixels:
    """Each square of `factor` pixels becomes their mean; what is missing of the last ones repeats the edge."""
    height, width = -(-picture.shape[0] // factor), -(-picture.shape[1] // factor)
    below, right = height * factor - picture.shape[0], width * factor - picture.shape[1]
    if below or right:
        picture = np.asarray(cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8)
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def as_shown(samples: Samples) -> Pixels:
    """Samples as OpenCV decodes them unchanged, shown as 8-bit B, G, R; transparent parts show white."""
    if samples.dtype == np.uint16:
        samples = (samples >> 8).astype(np.uint8)
    if samples.ndim == 2 or samples.shape[2] == 1:
        return np.asarray(cv2.cvtColor(samples, cv2.COLOR_GRAY2BGR), np.uint8)
    if samples.shape[2] == 3:
        return np.asarray(samples, np.uint8)
    alpha = samples[:, :, 3]
    colour = np.ascontiguousarray(samples[:, :, :3])
    if int(alpha.min()) == 255:
        return np.asarray(colour, np.uint8)
    opaque = cv2.merge((alpha, alpha, alpha))
    on_white = cv2.add(cv2.multiply(np.asarray(colour, np.uint8), opaque, scale=1 / 255), cv2.bitwise_not(opaque))
    return np.asarray(on_white, np.uint8)


def _turned(picture: Pixels, exif: bytes) -> Pixels:
    """Turned as EXIF says, by the decoder that knows how."""
    encoded = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
    after_header = len(MAGIC) + 25
    tagged = encoded[:after_header] + chunk(b"eXIf", exif) + encoded[after_header:]
    return np.asarray(cv2.imdecode(np.frombuffer(tagged, np.uint8), cv2.IMREAD_COLOR), np.uint8)
