"""Colours of dice drawn under lamps of several colours."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.colour import body_colour, estimate_white

SIDE = 64
BODIES = {
    "red": (45, 40, 190),
    "blue": (170, 80, 35),
    "green": (60, 130, 40),
    "yellow": (40, 200, 230),
    "orange": (30, 120, 235),
    "purple": (140, 45, 110),
    "black": (28, 28, 28),
    "white": (228, 230, 230),
}
"""B, G, R under white light."""
LAMPS = {"neutral": (1.0, 1.0, 1.0), "warm": (0.75, 0.95, 1.1), "cold": (1.15, 1.0, 0.85)}


def draw_die(body: tuple[int, int, int], pip: tuple[int, int, int], table: int = 128) -> NDArray[np.uint8]:
    """A five on a grey table, its face half as wide as the crop."""
    crop = np.full((SIDE, SIDE, 3), table, np.uint8)
    cv2.rectangle(crop, (16, 16), (47, 47), body, -1)
    for x, y in pips():
        cv2.circle(crop, (int(x), int(y)), 3, pip, -1)
    return cv2.GaussianBlur(crop, (0, 0), 0.7)


def pips() -> list[tuple[float, float]]:
    return [(23, 23), (40, 23), (23, 40), (40, 40), (31.5, 31.5)]


def under(picture: NDArray[np.uint8], lamp: tuple[float, float, float]) -> NDArray[np.uint8]:
    grain = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(picture * np.array(lamp) + grain, 0, 255).astype(np.uint8)


def pip_of(name: str) -> tuple[int, int, int]:
    return (25, 25, 25) if name in ("white", "yellow", "orange") else (235, 235, 235)


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("name", BODIES)
def test_names_the_body_under_every_lamp(name: str, lamp: str) -> None:
    crop = under(draw_die(BODIES[name], pip_of(name)), LAMPS[lamp])
    tray = np.vstack([crop, under(np.full_like(crop, 180), LAMPS[lamp])])
    assert body_colour(crop, pips(), estimate_white(tray)) == name


@pytest.mark.parametrize("name", BODIES)
def test_pips_need_not_be_known(name: str) -> None:
    assert body_colour(draw_die(BODIES[name], pip_of(name))) == name


def test_ivory_is_white() -> None:
    assert body_colour(draw_die((175, 210, 225), (20, 20, 20)), pips()) == "white"


def test_channels_are_blue_green_red() -> None:
    crop = draw_die(BODIES["red"], (235, 235, 235))
    assert body_colour(crop, pips()) == "red"
    assert body_colour(np.ascontiguousarray(crop[..., ::-1]), pips()) == "blue"


def test_a_lamp_mirrored_in_the_face_leaves_the_rims_colour() -> None:
    crop = draw_die(BODIES["red"], (250, 250, 250))
    cv2.circle(crop, (31, 31), 13, (225, 225, 235), -1)
    for x, y in pips():
        cv2.circle(crop, (int(x), int(y)), 3, (252, 252, 252), -1)
    assert body_colour(crop, pips()) == "red"


def test_a_grey_scene_is_white_already() -> None:
    assert estimate_white(np.full((480, 640, 3), 140, np.uint8)) == pytest.approx([1, 1, 1])
    assert estimate_white(np.zeros((60, 80, 3), np.uint8)) == pytest.approx([1, 1, 1])


def test_a_warm_scene_is_corrected_the_right_way() -> None:
    blue, green, red = estimate_white(under(np.full((120, 160, 3), 150, np.uint8), LAMPS["warm"]))
    assert blue < green == 1 < red


def test_a_table_of_one_colour_is_not_taken_for_a_lamp() -> None:
    """A purple felt: no lamp is purple, so a red die on it stays red."""
    felt = np.full((120, 160, 3), (160, 40, 130), np.uint8)
    white = estimate_white(felt)
    assert max(white) / min(white) < 1.6
    assert body_colour(draw_die(BODIES["red"], (235, 235, 235)), pips(), white) == "red"


def test_a_crop_of_another_side_serves() -> None:
    crop = cv2.resize(draw_die(BODIES["green"], (235, 235, 235)), (40, 40), interpolation=cv2.INTER_AREA)
    assert body_colour(crop, [(x * 40 / SIDE, y * 40 / SIDE) for x, y in pips()]) == "green"


def test_the_sky_mirrored_in_a_black_die_makes_it_no_blue_one() -> None:
    assert body_colour(draw_die((88, 70, 48), (235, 235, 235)), pips()) == "black"
    assert body_colour(draw_die((120, 40, 20), (235, 235, 235)), pips()) == "blue"


@pytest.mark.parametrize("body", [(130, 195, 220), (150, 200, 170), (215, 185, 160), (70, 72, 70)])
def test_a_white_die_in_tinted_light_or_shade_stays_white(body: tuple[int, int, int]) -> None:
    assert body_colour(draw_die(body, (12, 12, 12)), pips()) == "white"


def test_a_large_red_pip_is_not_the_bodys_colour() -> None:
    crop = draw_die(BODIES["white"], BODIES["white"])
    cv2.circle(crop, (31, 31), 7, (40, 35, 180), -1)
    assert body_colour(crop, [(31.5, 31.5)]) == "white"


def test_orange_that_the_camera_cut_off_is_not_yellow() -> None:
    assert body_colour(draw_die((20, 180, 255), (20, 20, 20)), pips()) == "orange"
    assert body_colour(draw_die((20, 225, 255), (20, 20, 20)), pips()) == "yellow"
