"""Dice on the tray's rim, where it is known."""

import pytest

from pi.rim import Rim
from vision.reading import Box, Die, Reading

FLOOR = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))


def doubt(x: int, outline: tuple[tuple[float, float], ...] = FLOOR, why: str = "") -> str:
    """Of a die of 40 pixels whose middle is at that x of a picture of 1000."""
    die = Die(3, not why, 0.9, Box(x - 20, 480, 40, 40), "red", why=why)
    return Rim(outline).doubt(die, Reading((die,), 1000, 1000))


@pytest.mark.parametrize(("x", "told"), [(500, ""), (205, ""), (190, ""), (170, "rim"), (60, "rim"), (840, "rim")])
def test_a_die_well_outside_the_floor_is_on_the_rim(x: int, told: str) -> None:
    assert doubt(x) == told


def test_what_the_reader_doubts_comes_first_and_without_an_outline_all_is_tray() -> None:
    assert doubt(60, why="leaning") == "leaning"
    assert doubt(60, outline=()) == ""
