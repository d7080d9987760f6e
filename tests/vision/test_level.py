"""The table's plane: dice that lie flat agree on it, a leaning one does not."""

import numpy as np
import pytest

from vision.level import departures, tilts_deg

SIZE = (640, 480)
PLACES = [(100.0, 90.0), (500.0, 120.0), (320.0, 250.0), (150.0, 400.0), (560.0, 430.0)]


def slants_of(normals: list[np.ndarray], focal_px: float) -> list[tuple[float, float]]:
    """What a camera sees of faces with these normals (right, down, away), computed on its own."""
    seen = []
    for (x, y), normal in zip(PLACES, normals, strict=True):
        towards = -np.array([(x - 320) / focal_px, (y - 240) / focal_px, 1.0])
        towards /= np.linalg.norm(towards)
        across = normal - (normal @ towards) * towards
        seen.append((float(across[0]), float(across[1])))
    return seen


def normal_at(tilt_deg: float, to_deg: float) -> np.ndarray:
    tilt, to = np.radians(tilt_deg), np.radians(to_deg)
    return np.array([np.sin(tilt) * np.cos(to), np.sin(tilt) * np.sin(to), -np.cos(tilt)])


@pytest.mark.parametrize("camera_deg", [0, 12, 35])
@pytest.mark.parametrize("focal_px", [520, 820])
def test_flat_dice_agree_wherever_the_camera_is(camera_deg: float, focal_px: float) -> None:
    table = normal_at(camera_deg, 70)
    assert departures(PLACES, slants_of([table] * 5, focal_px), SIZE).max() < 0.06


@pytest.mark.parametrize("which", range(5))
def test_a_leaning_die_stands_out(which: int) -> None:
    normals = [normal_at(10, 70)] * 5
    normals[which] = normal_at(30, 200)
    off = departures(PLACES, slants_of(normals, 640), SIZE)
    assert int(np.argmax(off)) == which
    assert off[which] > 0.3
    assert np.delete(off, which).max() < 0.06


def test_one_die_alone_cannot_be_compared() -> None:
    assert departures(PLACES[:1], [(0.4, 0.1)], SIZE).tolist() == [0.0]
    assert departures([], [], SIZE).shape == (0,)


def test_of_two_that_disagree_the_one_seen_from_above_is_believed() -> None:
    upright, leaning = slants_of([normal_at(2, 0)] * 4 + [normal_at(30, 0)], 640)[3:]
    off = departures(PLACES[3:], [upright, leaning], SIZE)
    assert off[0] < 0.05
    assert off[1] > 0.3


def test_of_two_pairs_that_differ_either_may_lean() -> None:
    normals = [normal_at(10, 70)] * 2 + [normal_at(40, 200)] * 2
    slants = slants_of([*normals, normals[0]], 640)
    assert departures(PLACES[:4], slants[:4], SIZE).min() > 0.25
    # A third that lies as two do decides.
    off = departures(PLACES, slants, SIZE)
    assert off[[0, 1, 4]].max() < 0.06
    assert off[[2, 3]].min() > 0.25


@pytest.mark.parametrize("camera_deg", [0, 25, 50])
def test_how_far_the_faces_are_turned_away_is_told_wherever_they_lie(camera_deg: float) -> None:
    seen = tilts_deg(PLACES, slants_of([normal_at(camera_deg, 70)] * 5, 600), SIZE)
    assert np.abs(seen - camera_deg).max() < 5
    assert tilts_deg([], [], SIZE).size == 0
