"""Pictures are made smaller without aliasing."""

import cv2
import numpy as np
import pytest

from vision.scaling import reduced


@pytest.mark.parametrize("size", [(320, 240), (256, 192), (400, 301), (64, 64), (640, 480)])
def test_small_pictures_look_like_the_large_one(size: tuple[int, int]) -> None:
    ramp = np.add.outer(np.arange(481), np.arange(641)) * (255 / 1120)
    pixels = np.repeat(ramp[..., None], 3, axis=2).astype(np.uint8)
    small = reduced(pixels, *size)
    assert small.shape == (size[1], size[0], 3)
    by_areas = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - by_areas).max() <= 3


@pytest.mark.parametrize("size", [(320, 240), (256, 192), (200, 150), (90, 64)])
def test_a_fine_checkerboard_turns_grey(size: tuple[int, int]) -> None:
    board = (np.add.outer(np.arange(480), np.arange(640)) % 2 * 255).astype(np.uint8)
    small = reduced(np.repeat(board[..., None], 3, axis=2), *size)
    assert np.abs(small.astype(int) - 127).max() <= 3
