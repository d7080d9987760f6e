"""Crops keep places, and what the network says is put into words rightly."""

import numpy as np
import pytest

from vision.faces import CROP_PX, FACE_PX, FaceGuess, FaceReader, cut, guess_of, quarter_turned, together


@pytest.mark.parametrize(
    ("x", "y", "size"), [(100, 80, 16), (200, 150, 40), (5, 5, 40), (318, 238, 60), (160, 120, 150)]
)
def test_the_middle_of_a_crop_is_the_place_asked_for(x: int, y: int, size: int) -> None:
    pixels = np.zeros((240, 320, 3), np.uint8)
    pixels[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] = 255
    crop = cut(pixels, x + 0.5, y + 0.5, size)
    assert crop.pixels.shape == (CROP_PX, CROP_PX, 3)
    assert crop.scale == pytest.approx(FACE_PX / size, rel=0.05)
    bright = crop.pixels[..., 0].astype(float)
    row, column = (np.array(np.unravel_index(np.argmax(bright), bright.shape)) + 0.5) / crop.scale
    assert column - CROP_PX / 2 / crop.scale + crop.x == pytest.approx(x + 0.5, abs=max(2.0, 1.5 / crop.scale))
    assert row - CROP_PX / 2 / crop.scale + crop.y == pytest.approx(y + 0.5, abs=max(2.0, 1.5 / crop.scale))


def test_a_place_outside_the_picture_gives_a_crop_all_the_same() -> None:
    assert cut(np.zeros((50, 50, 3), np.uint8), 500, -300, 20).pixels.shape == (CROP_PX, CROP_PX, 3)


def test_a_row_of_the_network_in_words() -> None:
    row = np.array([0, 0, 0, 8, 0, 0, 0, -2, 3, 0.1, -0.2, 1, 0.3, -0.4], float)
    guess = guess_of(row)
    assert guess.value == 3
    assert guess.chances.sum() == pytest.approx(1)
    assert guess.leaning < 0.2
    assert guess.whole > 0.9
    assert (guess.right, guess.down, guess.size) == (0.1, -0.2, 2.0)
    assert guess.slant == (0.3, -0.4)


def test_no_crops_are_no_guesses() -> None:
    assert FaceReader().read([]) == []


def guess(value: int, chance: float, slant: tuple[float, float]) -> FaceGuess:
    """What the network might say of one crop."""
    chances = np.full(7, (1 - chance) / 6)
    chances[value] = chance
    return FaceGuess(chances, 0.1, 0.9, slant[0] / 10, slant[1] / 10, 1.0, slant)


def test_a_crop_is_turned_to_the_left() -> None:
    pixels = np.zeros((240, 320, 3), np.uint8)
    crop = cut(pixels, 100, 80, 40)
    crop.pixels[2, 30] = 255  # near the middle of the upper edge
    turned = quarter_turned(crop, 1)
    assert tuple(np.argwhere(turned.pixels[..., 0])[0]) == (CROP_PX - 1 - 30, 2)
    assert (turned.x, turned.y, turned.scale) == (crop.x, crop.y, crop.scale)


def test_what_is_seen_from_four_sides_is_turned_back() -> None:
    # A slant to the right is one upwards, to the left, and downwards in crops turned to the left by quarters.
    sides = [guess(4, 0.9, slant) for slant in ((0.3, 0.0), (0.0, -0.3), (-0.3, 0.0), (0.0, 0.3))]
    said = together(sides)
    assert said.slant == pytest.approx((0.3, 0.0))
    assert (said.right, said.down) == pytest.approx((0.03, 0.0))
    assert said.value == 4


def test_one_side_that_sees_another_value_makes_the_whole_less_sure() -> None:
    steady = together([guess(4, 0.99, (0, 0))] * 4)
    shaken = together([guess(4, 0.99, (0, 0))] * 3 + [guess(2, 0.9, (0, 0))])
    assert shaken.value == 4
    assert shaken.chances[4] < steady.chances[4]
    assert shaken.chances.sum() == pytest.approx(1)
