"""A reading drawn in: beside the dice, whole frames for what is sure, broken ones for what is not."""

import numpy as np
import pytest

from vision.annotate import annotate
from vision.frame import Pixels
from vision.reading import Box, Die, Reading

GREY = 128


def picture(width: int, height: int) -> Pixels:
    return np.full((height, width, 3), GREY, np.uint8)


def die(pips: int | None, box: Box, *, sure: bool = True) -> Die:
    return Die(pips, sure, 0.9, box, "red")


def drawn(pixels: Pixels) -> np.ndarray:
    """Where something was drawn."""
    return np.any(pixels != GREY, axis=2)


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_the_face_stays_free_and_the_picture_its_own(scale: int) -> None:
    box = Box(100 * scale, 80 * scale, 40 * scale, 40 * scale)
    original = picture(320 * scale, 240 * scale)
    marked = drawn(annotate(original, Reading((die(5, box),), 320 * scale, 240 * scale)))
    inner = box.w // 8 + 2
    assert not marked[box.y + inner : box.y + box.h - inner, box.x + inner : box.x + box.w - inner].any()
    assert marked.any()
    assert (original == GREY).all()


@pytest.mark.parametrize("at", [(0, 0), (280, 0), (0, 200), (280, 200)])
def test_a_badge_stays_in_the_picture(at: tuple[int, int]) -> None:
    box = Box(*at, 40, 40)
    marked = drawn(annotate(picture(320, 240), Reading((die(5, box),), 320, 240)))
    marked[max(0, box.y - 2) : box.y + 42, max(0, box.x - 2) : box.x + 42] = False
    assert marked.sum() > 60


def test_a_doubted_frame_is_broken() -> None:
    def share_of_top_edge(sure: bool) -> float:
        marked = drawn(annotate(picture(640, 480), Reading((die(5, Box(300, 200, 80, 80), sure=sure),), 640, 480)))
        return float(marked[200, 300:380].mean())

    assert share_of_top_edge(True) == 1
    assert 0.4 < share_of_top_edge(False) < 0.9


def test_lines_grow_with_the_picture() -> None:
    def line_px(scale: int) -> int:
        size = (640 * scale, 480 * scale)
        box = Box(300 * scale, 200 * scale, 80 * scale, 80 * scale)
        marked = drawn(annotate(picture(*size), Reading((die(5, box),), *size)))
        return int(marked[box.y + box.h // 2, box.x - 20 * scale : box.x + 20 * scale].sum())

    assert line_px(4) >= 2 * line_px(1)


def test_a_reading_of_another_size_is_scaled() -> None:
    half = annotate(picture(640, 480), Reading((die(5, Box(150, 100, 40, 40)),), 320, 240))
    whole = annotate(picture(640, 480), Reading((die(5, Box(300, 200, 80, 80)),), 640, 480))
    assert (half == whole).all()


def test_values_differ_and_none_has_a_badge_too() -> None:
    def of(pips: int | None) -> bytes:
        return annotate(picture(320, 240), Reading((die(pips, Box(100, 100, 40, 40), sure=False),), 320, 240)).tobytes()

    assert len({of(pips) for pips in (1, 2, 3, 4, 5, 6, None)}) == 7


def test_no_dice_leave_the_picture_as_it_is() -> None:
    assert (annotate(picture(320, 240), Reading((), 320, 240)) == GREY).all()
