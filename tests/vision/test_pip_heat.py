"""The geometric witness with learned eyes, on drawn trays."""

import numpy as np

from vision.blobs import CROP_PX
from vision.detector import Detector
from vision.frame import Pixels
from vision.judge import doubted_in_clutter
from vision.pip_heat import PipHeat
from vision.reading import Box, Die
from vision.synthetic import random_still


def crops_of(pixels: Pixels) -> list[tuple[Pixels, tuple[float, float]]]:
    """The crops of a picture's dice and their slants, as the detector cuts them."""
    return [(look.crop.pixels, look.guess.slant) for look in Detector().looks(pixels)]


def test_marked_pips_make_the_values_that_were_drawn() -> None:
    pixels, truth = random_still(9003, count=6, cocked=0)
    crops = crops_of(pixels)
    said = PipHeat().read([crop for crop, _ in crops], np.array([slant for _, slant in crops]))
    assert sorted(pips.value or 0 for pips in said) == sorted(die.face for die in truth)
    assert [len(pips.pips_px) for pips in said] == [pips.value for pips in said]


def test_a_blank_crop_has_no_pips() -> None:
    blank = np.full((CROP_PX, CROP_PX, 3), 140, np.uint8)
    (said,) = PipHeat().read([blank], np.zeros((1, 2)))
    assert said.value is None


def test_no_crops_no_answers() -> None:
    assert PipHeat().read([], np.zeros((0, 2))) == []


def die(*, sure: bool) -> Die:
    """Some die."""
    return Die(3, sure, 0.999 if sure else 0.6, Box(0, 0, 30, 30), "red", (3, 2, 1, 4, 5, 6), "" if sure else "unclear")


def test_one_sure_die_among_many_doubtful_ones_is_doubted_too() -> None:
    seen = doubted_in_clutter([die(sure=True), *(die(sure=False) for _ in range(3))])
    assert [d.sure for d in seen] == [False] * 4
    assert max(d.confidence for d in seen) < 0.99
    assert seen[0].why


def test_one_doubtful_die_among_sure_ones_leaves_them_sure() -> None:
    dice = [die(sure=True), die(sure=True), die(sure=False), die(sure=True)]
    assert doubted_in_clutter(dice) == dice
