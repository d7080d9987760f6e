"""Where dice lie: canvases and windows keep places, and no spot is told twice."""

import numpy as np
import pytest

from vision.dice import CANVAS_H, CANVAS_W, Finder, Spot, apart, canvas_of, peaks, quarters, windows_around
from vision.synthetic import random_still


def dot(w: int, h: int, x: int, y: int, side: int) -> np.ndarray:
    """A black picture with one white square whose top left corner is (x, y)."""
    pixels = np.zeros((h, w, 3), np.uint8)
    pixels[y : y + side, x : x + side] = 255
    return pixels


@pytest.mark.parametrize(("w", "h"), [(640, 480), (480, 640), (1600, 1200), (900, 1600), (200, 150), (1000, 300)])
def test_a_place_on_the_canvas_is_the_same_place_in_the_picture(w: int, h: int) -> None:
    side, x, y = 40, w // 3, h // 5
    canvas = canvas_of(dot(w, h, x, y, side), (0, 0, w, h))
    assert canvas.pixels.shape == (CANVAS_H, CANVAS_W, 3)
    rows, columns = np.nonzero((canvas.pixels > 200).all(2))
    spot = canvas.spot(float(columns.mean() + 0.5), float(rows.mean() + 0.5), side * canvas.scale, 1.0)
    reach = 1.5 / canvas.scale
    assert spot.x == pytest.approx(x + side / 2, abs=reach)
    assert spot.y == pytest.approx(y + side / 2, abs=reach)
    assert spot.size == pytest.approx(side)


def test_a_window_keeps_its_place() -> None:
    pixels = dot(1600, 1200, 1000, 700, 30)
    canvas = canvas_of(pixels, (900, 600, 300, 225))
    rows, columns = np.nonzero((canvas.pixels > 200).all(2))
    spot = canvas.spot(float(columns.mean() + 0.5), float(rows.mean() + 0.5), 30 * canvas.scale, 1.0)
    assert (spot.x, spot.y) == (pytest.approx(1015, abs=1.5), pytest.approx(715, abs=1.5))


def test_peaks_give_place_and_size_of_a_cell() -> None:
    answer = np.full((4, 6, 8), -9.0, np.float32)
    answer[:, 2, 5] = (3.0, 1.0, 0.25, -0.25)
    ((x, y, size, heat),) = peaks(answer, 4)
    assert (x, y, size) == (pytest.approx(23.0), pytest.approx(9.0), pytest.approx(8.0))
    assert heat == pytest.approx(0.9526, abs=1e-3)


def test_two_spots_on_one_die_are_one_and_neighbours_are_two() -> None:
    die, again, neighbour = Spot(100, 100, 40, 0.9), Spot(104, 97, 36, 0.5), Spot(140, 100, 40, 0.4)
    assert apart([again, neighbour, die]) == [die, neighbour]


def test_windows_show_every_spot_they_can() -> None:
    pixels = np.zeros((1200, 1600, 3), np.uint8)
    whole = canvas_of(pixels, (0, 0, 1600, 1200))
    spots = [Spot(200, 200, 40, 0.9), Spot(300, 260, 40, 0.8), Spot(1400, 1000, 40, 0.7)]
    windows = windows_around(spots, whole, 1600, 1200)
    for spot in spots:
        assert any(x <= spot.x <= x + w and y <= spot.y <= y + h for x, y, w, h in windows)
    for x, y, w, h in windows:
        assert 0 <= x < x + w <= 1600 and 0 <= y < y + h <= 1200


def test_quarters_cover_the_picture() -> None:
    covered = np.zeros((1200, 1600), bool)
    for x, y, w, h in quarters(1600, 1200):
        covered[y : y + h, x : x + w] = True
    assert covered.all()


@pytest.mark.parametrize("seed", range(9100, 9106))
def test_every_drawn_die_is_found(seed: int) -> None:
    pixels, truth = random_still(seed, count=6, cocked=0)
    spots = Finder().find(pixels)
    for die in truth:
        x, y = die.box.centre_px
        assert any(np.hypot(s.x - x, s.y - y) < 0.4 * die.box.w for s in spots), f"{die} among {spots}"
