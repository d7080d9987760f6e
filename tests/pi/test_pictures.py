"""Pictures from files: every kind, any size, turned as EXIF says; one sentence where there is no picture."""

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi.errors import PictureError
from pi.pictures import load_picture, reduction_of
from pi.png_strips import MAGIC, chunk

BLUE, GREEN, RED, BLACK, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)
Samples = NDArray[np.uint8] | NDArray[np.uint16]


def quarters(width: int = 90, height: int = 60) -> NDArray[np.uint8]:
    """Blue and green above, red and black below."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2] = BLUE
    picture[: height // 2, width // 2 :] = GREEN
    picture[height // 2 :, : width // 2] = RED
    return picture


@pytest.fixture
def small_is_huge(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the ways of huge pictures are tried without their cost."""
    monkeypatch.setattr("pi.pictures.ENOUGH_PX", 150)


def corners(pixels: NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """The colours just inside the corners: top left, top right, bottom left, bottom right."""
    y, x = pixels.shape[0] // 8, pixels.shape[1] // 8
    return [tuple(map(int, pixels[a, b])) for a, b in ((y, x), (y, -x - 1), (-y - 1, x), (-y - 1, -x - 1))]


def near(seen: list[tuple[int, ...]], *wanted: tuple[int, ...]) -> bool:
    return all(max(abs(a - b) for a, b in zip(s, w, strict=True)) < 12 for s, w in zip(seen, wanted, strict=True))


def encoded(ending: str, picture: Samples, *how: int) -> bytes:
    return cv2.imencode(ending, picture, list(how))[1].tobytes()


def exif(orientation: int) -> bytes:
    return b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01" + struct.pack(">HHI", orientation, 0, 0)


def jpeg_turned(picture: Samples, orientation: int) -> bytes:
    jpeg, tag = encoded(".jpg", picture), b"Exif\0\0" + exif(orientation)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(tag) + 2) + tag + jpeg[2:]


def png_turned(picture: Samples, orientation: int) -> bytes:
    png = encoded(".png", picture)
    return png[:33] + chunk(b"eXIf", exif(orientation)) + png[33:]


def png_of(rows: bytes, width: int, height: int, kind: int, *others: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows))
    return MAGIC + chunk(b"IHDR", head) + b"".join(others) + data + chunk(b"IEND", b"")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_every_kind_of_file(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"würfel{ending}"
    file.write_bytes(encoded(ending, quarters(), *([cv2.IMWRITE_JPEG_QUALITY, 100] if ending == ".jpg" else [])))
    picture = load_picture(file)
    assert picture.pixels.shape == (60, 90, 3)
    assert (picture.width, picture.height, picture.scale) == (90, 60, (1.0, 1.0))
    assert near(corners(picture.pixels), BLUE, GREEN, RED, BLACK)


def test_grey_and_16_bits_and_one_pixel(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(encoded(".png", quarters()[:, :, 0]))
    assert near(corners(load_picture(file).pixels), WHITE, BLACK, BLACK, BLACK)
    file.write_bytes(encoded(".png", quarters().astype(np.uint16) * 257))
    assert near(corners(load_picture(file).pixels), BLUE, GREEN, RED, BLACK)
    file.write_bytes(encoded(".png", quarters()[:1, :1]))
    assert load_picture(file).pixels.tolist() == [[list(BLUE)]]


def test_transparent_parts_show_white(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    alpha = np.full((60, 90), 255, np.uint8)
    alpha[:30] = 0
    file.write_bytes(encoded(".png", np.dstack([quarters(), alpha])))
    assert corners(load_picture(file).pixels) == [WHITE, WHITE, RED, BLACK]


@pytest.mark.usefixtures("small_is_huge")
@pytest.mark.parametrize("write", [jpeg_turned, png_turned])
@pytest.mark.parametrize("size", [(90, 60), (450, 300)])
@pytest.mark.parametrize(
    ("orientation", "wanted"),
    [(3, (BLACK, RED, GREEN, BLUE)), (6, (RED, BLUE, BLACK, GREEN)), (8, (GREEN, BLACK, BLUE, RED))],
)
def test_turned_as_exif_says(tmp_path: Path, write, size, orientation, wanted) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "a.img"
    file.write_bytes(write(quarters(*size), orientation))
    picture = load_picture(file)
    assert near(corners(picture.pixels), *wanted)
    assert (picture.width, picture.height) == (size if orientation == 3 else size[::-1])


def test_a_picture_is_reduced_only_while_enough_is_left() -> None:
    assert [reduction_of(*size) for size in ((640, 480), (4095, 9), (4096, 9), (9000, 12000), (60000, 9))] == [
        1,
        1,
        2,
        4,
        8,
    ]


SPECKLED = np.random.default_rng(0).integers(0, 256, (101, 301, 4), np.uint8)


@pytest.mark.usefixtures("small_is_huge")
@pytest.mark.parametrize("level", [0, 1, 9])
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("deep", [False, True])
def test_a_png_in_strips_equals_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int, channels: int, deep: bool
) -> None:
    monkeypatch.setattr("pi.png_strips.STRIP_PIXELS", 301 * 32)
    # Smooth in places, so that the encoder chooses all of its filters.
    samples: Samples = cv2.blur(SPECKLED, (1, 9))[:, :, :channels]
    samples[:, 150:] = SPECKLED[:, 150:, :channels]
    if channels == 4:
        samples[:, :, 3] = 255
    stored = samples.astype(np.uint16) * 257 if deep else samples
    file = tmp_path / "a.png"
    file.write_bytes(encoded(".png", np.ascontiguousarray(stored), cv2.IMWRITE_PNG_COMPRESSION, level))
    picture = load_picture(file)
    colour = np.repeat(samples, 3, axis=2) if channels == 1 else samples[:, :, :3]
    halved = cv2.resize(np.ascontiguousarray(colour[:100, :300]), (150, 50), interpolation=cv2.INTER_AREA)
    assert picture.pixels.shape == (51, 151, 3)
    assert (picture.width, picture.height) == (301, 101)
    difference = np.abs(picture.pixels[:50, :150].astype(int) - halved)
    assert difference.max() <= 1  # 16 bits are cut before they are averaged, 8 bits after


@pytest.mark.usefixtures("small_is_huge")
def test_a_huge_palette_is_looked_up(tmp_path: Path) -> None:
    width, height = 420, 40
    palette = chunk(b"PLTE", bytes([255, 0, 0, 0, 0, 255]))  # R, G, B: red, then blue
    rows = (b"\x00" + bytes(width)) * 20 + (b"\x01\x01" + bytes(width - 1)) * 20
    file = tmp_path / "a.png"
    file.write_bytes(png_of(rows, width, height, 3, palette))
    assert corners(load_picture(file).pixels) == [RED, RED, BLUE, BLUE]


HUGE = """
import re, sys
from pathlib import Path
from pi.pictures import load_picture
picture = load_picture(sys.argv[1])
peak_kb = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(picture.width, picture.height, picture.pixels.shape[1], peak_kb // 1024)
"""


def huge_png(width: int, height: int) -> bytes:
    """Plain grey, never held in memory whole."""
    packer = zlib.compressobj(1)
    row = b"\x00" + b"\x80" * (3 * width)
    packed = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return MAGIC + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells the peak of this process alone")
def test_a_huge_picture_needs_little_memory(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"huge{ending}"
    file.write_bytes(huge_png(9000, 6000) if ending == ".png" else encoded(ending, quarters(9000, 6000)))
    done = subprocess.run([sys.executable, "-c", HUGE, str(file)], capture_output=True, text=True, check=True)
    width, height, small, peak_mb = map(int, done.stdout.split())
    assert (width, height, small) == (9000, 6000, 2250)
    assert peak_mb < 180  # whole, it would take 360


def complaint(path: Path) -> str:
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


@pytest.mark.usefixtures("small_is_huge")
@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.parametrize("size", [(90, 60), (450, 300)])
@pytest.mark.parametrize("share", [0.3, 0.95])
def test_what_is_cut_short_is_told(tmp_path: Path, ending: str, size: tuple[int, int], share: float) -> None:
    file = tmp_path / f"a{ending}"
    whole = encoded(ending, quarters(*size))
    file.write_bytes(whole[: int(len(whole) * share)])
    assert "cut short" in complaint(file)


def test_a_whole_thumbnail_in_a_cut_jpeg_deceives_nobody(tmp_path: Path) -> None:
    thumbnail, jpeg = encoded(".jpg", quarters(16, 12)), encoded(".jpg", quarters(400, 300))
    tagged = jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + jpeg[2:]
    file = tmp_path / "a.jpg"
    file.write_bytes(tagged)
    assert load_picture(file).width == 400
    file.write_bytes(tagged[:-100])
    assert "cut short" in complaint(file)


def test_what_follows_the_end_of_a_jpeg_is_let_be(tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    file.write_bytes(encoded(".jpg", quarters()) + b"a phone's own notes")
    assert load_picture(file).width == 90


@pytest.mark.usefixtures("small_is_huge")
def test_no_picture_is_told_in_a_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "no such file" in complaint(tmp_path / "none.jpg")
    assert "is a folder" in complaint(tmp_path)
    file = tmp_path / "a.jpg"
    for content, words in ((b"", "empty"), (b"no picture at all", "no picture"), (b"\x89PNG\r\n\x1a\n", "cut short")):
        file.write_bytes(content)
        assert words in complaint(file)
    broken = bytearray(encoded(".png", quarters(450, 300)))
    broken[len(broken) // 2] ^= 255
    file.write_bytes(bytes(broken))
    assert "broken PNG" in complaint(file)
    assert capfd.readouterr().err == ""


def test_a_claim_of_endless_size_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png_of(b"", 1 << 20, 1 << 20, 2))
    assert "more than can be read" in complaint(file)
