"""Another cloth under the dice: the dice stay as they are, everything else changes, the same seed weaves the same."""

import numpy as np

from vision.training.cloth import BODY_RADIUS, rewoven

GREY = np.full((240, 320, 3), 128, np.uint8)
SIZE_PX = 40.0
DICE = [(100.0, 120.0, SIZE_PX, 1.0), (230.0, 90.0, SIZE_PX, 1.0)]


def near(x: float, y: float, radius: float) -> np.ndarray:
    yy, xx = np.mgrid[0 : GREY.shape[0], 0 : GREY.shape[1]]
    return np.hypot(xx - x, yy - y) < radius


def test_dice_stay_and_the_rest_is_woven() -> None:
    woven = rewoven(np.random.default_rng(3), GREY, DICE)
    kept = np.zeros(GREY.shape[:2], bool)
    for x, y, size, _ in DICE:
        kept |= near(x, y, BODY_RADIUS[0] * size - 4)
    assert (woven[kept] == 128).all()
    far = ~kept & ~near(100, 120, BODY_RADIUS[1] * SIZE_PX + 4) & ~near(230, 90, BODY_RADIUS[1] * SIZE_PX + 4)
    assert np.ptp(woven[far]) > 20
    assert (woven[far] != 128).mean() > 0.5


def test_the_picture_given_is_left_alone_and_the_same_seed_weaves_the_same() -> None:
    before = GREY.copy()
    one, again, other = (rewoven(np.random.default_rng(seed), GREY, DICE) for seed in (5, 5, 6))
    assert (before == GREY).all()
    assert (one == again).all()
    assert (one != other).any()


def test_a_picture_without_dice_is_woven_throughout() -> None:
    woven = rewoven(np.random.default_rng(4), GREY, [])
    blocks = woven[:240, :320, 0].reshape(6, 40, 8, 40).swapaxes(1, 2).reshape(48, -1)
    assert (np.ptp(blocks.astype(int), axis=1) > 5).all()
