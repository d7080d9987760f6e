"""Whether the camera still sees what it saw: drawn trays in other light, shifted, turned away."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.frame import Pixels
from vision.outlook import Finding, Outlook
from vision.reading import Box, Die, Reading
from vision.synthetic import DrawnDie, TrayScene, scatter

WELL = Finding()


@lru_cache(maxsize=4)
def scene(seed: int = 1) -> TrayScene:
    return TrayScene(seed, (640, 480))


@lru_cache(maxsize=8)
def dice(count: int, seed: int = 1) -> tuple[DrawnDie, ...]:
    if not count:
        return ()
    faces = range(1, count + 1)
    return tuple(scatter(np.random.default_rng(3), faces, "red", tray=scene(seed).look.tray, touching=0))


@lru_cache(maxsize=8)
def picture(count: int, seed: int = 1) -> Pixels:
    return scene(seed).draw(dice(count, seed))


def reading(count: int, seed: int = 1, dx: int = 0) -> Reading:
    """The truth, as far as it is in view."""
    found = [
        Die(still.face, True, 1.0, Box(still.box.x + dx, still.box.y, still.box.w, still.box.h), "red")
        for still in scene(seed).truth(dice(count, seed))
    ]
    return Reading(tuple(die for die in found if -20 < die.box.x < 620), 640, 480)


def shifted(pixels: Pixels, dx: float, dy: float, turn_deg: float = 0.0) -> Pixels:
    matrix = cv2.getRotationMatrix2D((320, 240), turn_deg, 1.0)
    matrix[:, 2] += (dx, dy)
    return np.asarray(cv2.warpAffine(pixels, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def lit(pixels: Pixels, *factors: float) -> Pixels:
    return np.clip(pixels * np.array(factors, float), 0, 255).astype(np.uint8)


def seen_before(count: int, seed: int = 1) -> Outlook:
    outlook = Outlook()
    assert outlook.see(picture(count, seed), reading(count, seed)) == WELL
    return outlook


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_dice_that_come_and_go_are_no_news(seed: int) -> None:
    outlook = seen_before(0, seed)
    for count in (6, 3, 0, 6):
        assert outlook.see(picture(count, seed), reading(count, seed)) == WELL


def test_a_small_knock_and_a_lamp_a_little_dimmer_are_no_news() -> None:
    outlook = seen_before(0)
    assert outlook.see(shifted(picture(6), 3, 2), reading(6)) == WELL
    assert outlook.see(lit(picture(6), 0.7), reading(6)) == WELL


def test_where_the_light_has_gone_nothing_is_judged_until_it_is_back() -> None:
    outlook = seen_before(6)
    dark = lit(picture(6), 0.06)
    assert outlook.see(dark, Reading((), 640, 480)) == Finding(blind="too-dark")
    assert outlook.see(picture(6), reading(6)) == WELL


def test_a_lamp_into_the_lens() -> None:
    outlook = seen_before(6)
    assert outlook.see(lit(picture(6), 4.0), Reading((), 640, 480)) == Finding(blind="too-bright")


@pytest.mark.parametrize("factors", [(0.35, 0.35, 0.35), (0.5, 0.9, 1.2)], ids=["darker", "warmer"])
def test_another_light_is_said_once(factors: tuple[float, float, float]) -> None:
    outlook = seen_before(0)
    assert outlook.see(lit(picture(6), *factors), reading(6)) == Finding(notice="light-changed")
    assert outlook.see(lit(picture(3), *factors), reading(3)) == WELL


@pytest.mark.parametrize(("dx", "dy"), [(14, 6), (60, -30), (200, 0)])
def test_a_camera_that_was_moved_is_said_once(dx: int, dy: int) -> None:
    outlook = seen_before(0)
    moved = shifted(picture(6), dx, dy)
    assert outlook.see(moved, reading(6, dx=dx)) == Finding(notice="camera-moved")
    assert outlook.see(moved, reading(6, dx=dx)) == WELL


def test_dice_that_are_missing_from_another_view_were_not_taken() -> None:
    outlook = seen_before(6)
    away = scene(9).draw(())
    assert outlook.see(away, Reading((), 640, 480)) == Finding(blind="camera-turned")
    assert outlook.see(picture(6), reading(6)) == WELL


def test_dice_that_slid_out_of_view_were_not_taken() -> None:
    outlook = seen_before(6)
    slid = shifted(picture(6), 330, 0)
    kept = reading(6, dx=330)
    assert 0 < len(kept.dice) < 6
    assert outlook.see(slid, kept) == Finding(blind="camera-turned")


def test_dice_that_were_taken_while_the_camera_slid_a_little_are_gone() -> None:
    outlook = seen_before(6)
    assert outlook.see(shifted(picture(0), 24, 8), reading(0)) == Finding(notice="camera-moved")


def test_a_cup_put_down_beside_the_dice_is_no_other_view() -> None:
    outlook = seen_before(6)
    with_cup = picture(3).copy()
    cv2.circle(with_cup, (420, 260), 70, (30, 40, 90), -1)
    assert outlook.see(with_cup, reading(3)) == WELL


def test_people_can_say_that_it_looks_so_now() -> None:
    outlook = seen_before(6)
    away = scene(9).draw(())
    outlook.see(away, Reading((), 640, 480))
    outlook.trust()
    assert outlook.see(away, Reading((), 640, 480)) == WELL


def test_how_it_looked_when_it_was_set_up_is_compared_with() -> None:
    outlook = Outlook()
    outlook.begin(picture(6), reading(6))
    assert outlook.see(picture(0), reading(0)) == WELL
    outlook = Outlook()
    outlook.begin(picture(6), reading(6))
    assert outlook.see(shifted(picture(0), 80, 40), reading(0)) == Finding(notice="camera-moved")
