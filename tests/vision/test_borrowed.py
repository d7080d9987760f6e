"""What labels lack is borrowed from the reader only where the label proves it right."""

import math
from dataclasses import replace

import pytest

from vision.detector import Detector
from vision.synthetic import random_still
from vision.training.borrowed import borrowed
from vision.training.data import LabelledDie, LabelledPicture


@pytest.fixture(scope="module")
def picture() -> LabelledPicture:
    """A drawn tray, labelled as a photograph is: places and values alone."""
    pixels, truth = random_still(9003, count=5, cocked=0)
    dice = tuple(LabelledDie(*die.box.centre_px, size=0.8 * die.box.w, value=die.face, leaning=0.0) for die in truth)
    return LabelledPicture(pixels, dice, "drawn")


def test_pips_are_borrowed_for_values_that_were_read(picture: LabelledPicture) -> None:
    for die in borrowed(Detector(), picture).dice:
        assert die.pips is not None
        assert len(die.pips) == die.value
        assert all(math.dist(pip, (die.x, die.y)) < die.size for pip in die.pips)


def test_no_pips_are_borrowed_where_the_label_says_another_value(picture: LabelledPicture) -> None:
    wrong = replace(picture, dice=tuple(replace(die, value=die.value % 6 + 1) for die in picture.dice))
    assert all(die.pips is None for die in borrowed(Detector(), wrong).dice)


def test_flat_dice_borrow_slants_of_one_plane(picture: LabelledPicture) -> None:
    slants = [die.slant for die in borrowed(Detector(), picture).dice if die.slant is not None]
    assert len(slants) >= 4
    # The drawn camera looks down from nearly above, so that what slants there are come from the perspective alone.
    assert all(math.hypot(*slant) < 0.5 for slant in slants)


def test_two_dice_tell_no_plane(picture: LabelledPicture) -> None:
    two = replace(picture, dice=picture.dice[:2])
    assert all(die.slant is None for die in borrowed(Detector(), two).dice)


def test_labels_that_lack_nothing_stay_as_they_are(picture: LabelledPicture) -> None:
    full = replace(picture, dice=tuple(replace(die, slant=(0.0, 0.0), pips=((0.0, 0.0),)) for die in picture.dice))
    assert borrowed(Detector(), full) is full
