"""The geometric witness on faces drawn with known pips."""

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blobs import CROP_PX
from vision.pips import FACE_PX, PipsReading, read_pips, read_pips_many

LAYOUTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
FINE = 4
"""Drawn that many times larger and reduced, so that places are true to a fraction of a pixel."""


def draw(
    value: int,
    *,
    yaw_deg: float = 0.0,
    tilt_deg: float = 0.0,
    side_px: float = FACE_PX,
    off_px: tuple[float, float] = (0.0, 0.0),
    body: tuple[int, int, int] = (40, 40, 190),
    pip: tuple[int, int, int] = (240, 240, 240),
    table: tuple[int, int, int] = (70, 110, 60),
    radius: float = 0.1,
    pitch: float = 0.26,
    along: float | None = None,
    front: int = 0,
    noise: float = 3.0,
) -> NDArray[np.uint8]:
    """A die seen at a tilt: its top face, and below it in the picture the face in front with its own pips."""
    size = CROP_PX * FINE
    picture = np.full((size, size, 3), table, np.uint8)
    squash = math.cos(math.radians(tilt_deg))
    turn = math.radians(yaw_deg)
    centre = np.array([size / 2 + off_px[0] * FINE, size / 2 + off_px[1] * FINE])

    def place(a: float, b: float) -> NDArray[np.float64]:
        x, y = a * math.cos(turn) - b * math.sin(turn), a * math.sin(turn) + b * math.cos(turn)
        return centre + side_px * FINE * np.array([x, y * squash])

    corners = np.array([place(a, b) for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    drop = np.array([0, side_px * FINE * math.sin(math.radians(tilt_deg))])
    shade = tuple(int(0.7 * c) for c in body)
    cv2.fillConvexPoly(picture, cv2.convexHull(np.vstack([corners, corners + drop]).astype(np.int32)), shade)
    cv2.fillConvexPoly(picture, corners.astype(np.int32), body)
    for a, b in LAYOUTS[value]:
        angles = np.linspace(0, 2 * math.pi, 24)
        x, y = pitch * a, (pitch if along is None else along) * b
        rim = [place(x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles]
        cv2.fillConvexPoly(picture, np.array(rim).astype(np.int32), pip)
    if front:
        left, right = corners[3], corners[2]
        for a, b in LAYOUTS[front]:
            at = left + (right - left) * (0.5 + pitch * a) + drop * (0.5 + pitch * b)
            axes = (int(radius * side_px * FINE), int(radius * float(drop[1])))
            cv2.ellipse(picture, at.astype(int).tolist(), axes, 0, 0, 360, pip, -1)
    small = cv2.GaussianBlur(cv2.resize(picture, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    grain = np.random.default_rng(value).normal(0, noise, small.shape)
    return np.clip(small + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("yaw_deg", [0, 17, 45, 71])
@pytest.mark.parametrize("side_px", [27, 32, 38])
def test_reads_every_value_at_any_turn_and_size(value: int, yaw_deg: float, side_px: float) -> None:
    assert read_pips(draw(value, yaw_deg=yaw_deg, side_px=side_px)).value == value


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("off_px", [(4, 0), (-3, 3), (0, -4)])
def test_reads_a_face_beside_the_middle(value: int, off_px: tuple[float, float]) -> None:
    assert read_pips(draw(value, yaw_deg=30, off_px=off_px)).value == value


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("front", LAYOUTS)
def test_pips_of_the_face_in_front_are_not_counted(value: int, front: int) -> None:
    reading = read_pips(draw(value, tilt_deg=35, front=front))
    assert reading.value in (value, None)
    assert reading.scores.index(max(reading.scores)) == value - 1


COLOURS = {
    "black on white": ((225, 225, 225), (25, 25, 25)),
    "white on black": ((30, 30, 30), (230, 230, 230)),
    "gold on blue": ((150, 60, 30), (60, 160, 200)),
    "red on ivory": ((170, 205, 220), (40, 40, 190)),
    "red on black": ((30, 30, 30), (40, 40, 200)),
    "white on the table's own green": ((70, 110, 60), (235, 235, 235)),
}


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("colours", COLOURS)
def test_any_two_colours_with_contrast(value: int, colours: str) -> None:
    body, pip = COLOURS[colours]
    assert read_pips(draw(value, yaw_deg=12, tilt_deg=15, body=body, pip=pip)).value == value


@pytest.mark.parametrize("value", [3, 5])
def test_a_large_face_with_pips_far_apart_is_no_one(value: int) -> None:
    assert read_pips(draw(value, side_px=38, pitch=0.32, yaw_deg=20)).value in (value, None)


def test_a_large_single_pip() -> None:
    assert read_pips(draw(1, radius=0.19, body=(230, 230, 230), pip=(40, 30, 200))).value == 1


def test_a_single_pip_of_half_the_face() -> None:
    crop = draw(1, radius=0.25, body=(200, 215, 230), pip=(40, 30, 200), side_px=34, off_px=(1, -2))
    assert read_pips(crop).value == 1


@pytest.mark.parametrize("yaw_deg", [0, 25, 60])
@pytest.mark.parametrize(("along", "radius"), [(0.19, 0.08), (0.22, 0.1), (0.25, 0.12), (0.25, 0.135)])
def test_a_six_whose_pips_nearly_touch_along_the_rows(yaw_deg: float, along: float, radius: float) -> None:
    assert read_pips(draw(6, yaw_deg=yaw_deg, along=along, radius=radius)).value == 6


@pytest.mark.parametrize("yaw_deg", [80, 90, 100])
def test_a_six_in_a_squeezed_picture_is_no_four(yaw_deg: float) -> None:
    assert read_pips(draw(6, yaw_deg=yaw_deg, tilt_deg=55, side_px=40, pitch=0.24, along=0.28, radius=0.08)).value == 6


def slanted(value: int, tilt_deg: float, yaw_deg: float, front: int = 0) -> tuple[NDArray[np.uint8], PipsReading]:
    """A face as large as crops are cut for, which is by its area, and its reading where the slant is known."""
    side_px = FACE_PX / math.sqrt(math.cos(math.radians(tilt_deg)))
    crop = draw(value, tilt_deg=tilt_deg, yaw_deg=yaw_deg, side_px=side_px, front=front)
    slants = np.array([[0.0, -math.sin(math.radians(tilt_deg))]])
    return crop, read_pips_many(crop[None], slants)[0]


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("tilt_deg", [30, 45, 55])
@pytest.mark.parametrize("yaw_deg", [0, 20, 45, 75])
def test_a_face_turned_away_is_read_if_its_slant_is_known(value: int, tilt_deg: float, yaw_deg: float) -> None:
    assert slanted(value, tilt_deg, yaw_deg)[1].value == value


@pytest.mark.parametrize("value", LAYOUTS)
@pytest.mark.parametrize("front", LAYOUTS)
def test_a_known_slant_keeps_the_face_in_front_apart(value: int, front: int) -> None:
    assert slanted(value, 40, 0, front)[1].value in (value, None)


def test_pips_of_a_slanted_face_are_told_where_they_are_in_the_crop() -> None:
    crop, reading = slanted(4, 50, 0)
    wanted = cv2.connectedComponentsWithStats((crop[..., 1] > 150).astype(np.uint8))[3][1:]
    assert len(reading.pips_px) == len(wanted) == 4
    for x, y in wanted:
        assert min(math.hypot(x - px, y - py) for px, py in reading.pips_px) < 0.8


@pytest.mark.parametrize("value", LAYOUTS)
def test_a_hot_pixel_here_and_there(value: int) -> None:
    crop = draw(value, yaw_deg=20)
    y, x = np.random.default_rng(value).integers(0, CROP_PX, (2, 60))
    crop[y[:30], x[:30]], crop[y[30:], x[30:]] = 255, 0
    assert read_pips(crop).value == value


@pytest.mark.parametrize("value", LAYOUTS)
def test_drilled_pips_with_a_glint(value: int) -> None:
    crop = draw(value, body=(225, 225, 225), pip=(20, 20, 20), noise=0)
    for a, b in LAYOUTS[value]:
        x, y = (round(31.5 + 0.26 * FACE_PX * c) for c in (a, b))
        crop[y, x] = 255
    assert read_pips(crop).value == value


@pytest.mark.parametrize("value", LAYOUTS)
def test_pips_of_the_far_side_that_shine_through_a_translucent_die_are_not_counted(value: int) -> None:
    crop = draw(value, yaw_deg=10)
    for below in LAYOUTS:
        through = 0.8 * crop + 0.2 * draw(below, yaw_deg=10, noise=0)
        assert read_pips(through.astype(np.uint8)).value == value


@pytest.mark.parametrize("value", LAYOUTS)
def test_a_hard_shadow_across_the_face(value: int) -> None:
    crop = draw(value, yaw_deg=10, body=(210, 215, 220), pip=(25, 25, 25)).astype(np.float32)
    crop[:, 36:] *= 0.55
    assert read_pips(crop.astype(np.uint8)).value in (value, None)


@pytest.mark.parametrize("value", LAYOUTS)
def test_a_small_die_from_a_hard_jpeg(value: int) -> None:
    crop = draw(value, yaw_deg=20, body=(220, 220, 220), pip=(30, 30, 30))
    small = cv2.resize(crop, (36, 36), interpolation=cv2.INTER_AREA)  # the face is 18 px wide
    small = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)
    assert read_pips(cv2.resize(small, (CROP_PX, CROP_PX), interpolation=cv2.INTER_CUBIC)).value == value


def test_a_missing_pip_is_doubted_or_refused() -> None:
    """Five of a six, three of a four or four of a five in the corners' cross are no value of their own."""
    for holes in ([(-1, 0)], [(1, 1)]):
        crop = draw(6, body=(220, 220, 220), pip=(30, 30, 30), noise=1)
        for a, b in holes:
            cx, cy = (31.5 + 0.26 * FACE_PX * c for c in (a, b))
            cv2.circle(crop, (round(cx), round(cy)), 5, (220, 220, 220), -1)
        assert read_pips(crop).value is None


@pytest.mark.parametrize("value", [2, 4])
@pytest.mark.parametrize("share", [0.35, 0.5, 0.65])
@pytest.mark.parametrize("yaw_deg", [0, 30, 62])
def test_a_speck_between_the_pips_is_no_pip(value: int, share: float, yaw_deg: float) -> None:
    crop = draw(value, yaw_deg=yaw_deg)
    large = cv2.resize(crop, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_CUBIC)
    middle, radius = CROP_PX * FINE // 2, round(0.1 * FACE_PX * FINE * share)
    cv2.circle(large, (middle, middle), radius, (240, 240, 240), -1)
    reading = read_pips(np.asarray(cv2.resize(large, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), np.uint8))
    assert reading.value in (value, None)
    assert reading.speck or share < 0.5  # one as small as that is no blob to begin with


def test_a_middle_pip_is_no_speck() -> None:
    assert not any(read_pips(draw(value, yaw_deg=20)).speck for value in LAYOUTS)


def test_pips_are_where_they_were_drawn() -> None:
    reading = read_pips(draw(5, yaw_deg=25, off_px=(2, -1), noise=1))
    turn = math.radians(25)
    wanted = [
        (33.5 + 0.26 * FACE_PX * (a * math.cos(turn) - b * math.sin(turn)),
         30.5 + 0.26 * FACE_PX * (a * math.sin(turn) + b * math.cos(turn)))
        for a, b in LAYOUTS[5]
    ]  # fmt: skip
    assert len(reading.pips_px) == 5
    for x, y in wanted:
        assert min(math.hypot(x - px, y - py) for px, py in reading.pips_px) < 0.6


def blank(kind: str) -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    y, x = np.mgrid[:CROP_PX, :CROP_PX]
    pictures = {
        "black": np.zeros((CROP_PX, CROP_PX)),
        "white": np.full((CROP_PX, CROP_PX), 255),
        "grain": rng.normal(120, 6, (CROP_PX, CROP_PX)),
        "checkerboard": 255 * ((x // 8 + y // 8) % 2),
        "stripes": 255 * ((x + y) // 6 % 2),
        "dots": 255 * ((x % 8 - 4) ** 2 + (y % 8 - 4) ** 2 > 6),
        "edge": 255 * (x > 30),
        "blank face": 255 * ((abs(x - 32) < 16) & (abs(y - 32) < 16)),
        "letter": 255 - cv2.putText(np.zeros((CROP_PX, CROP_PX), np.uint8), "H", (20, 46), 0, 1.3, 255, 3),
    }
    return np.repeat(pictures[kind].clip(0, 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize(
    "kind", ["black", "white", "grain", "checkerboard", "stripes", "dots", "edge", "blank face", "letter"]
)
def test_what_is_no_die_has_no_value(kind: str) -> None:
    assert read_pips(blank(kind)).value is None


def test_a_face_without_pips_has_no_value() -> None:
    crop = draw(1, pip=(40, 40, 190), noise=2)
    assert read_pips(crop).value is None


def test_many_at_once_read_as_each_alone() -> None:
    crops = np.stack([draw(value, yaw_deg=9 * value) for value in LAYOUTS] + [blank("grain")])
    together = read_pips_many(crops)
    assert [one.value for one in together] == [*LAYOUTS, None]
    assert [one.value for one in map(read_pips, crops)] == [*LAYOUTS, None]


def test_no_crops_no_readings() -> None:
    assert read_pips_many(np.empty((0, CROP_PX, CROP_PX, 3), np.uint8)) == []


def test_a_crop_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="64"):
        read_pips_many(np.zeros((1, 48, 48, 3), np.uint8))


def test_a_reading_tells_every_values_score() -> None:
    reading: PipsReading = read_pips(draw(4))
    assert len(reading.scores) == 6
    assert 0 < reading.score <= max(reading.scores) <= 1
