"""A printed mat, drawn back from its PDF, under a camera: where it is found, and how well."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from ui.mat_sheet import write_mat
from vision.frame import Pixels
from vision.lens import Lens
from vision.mat import MatFinder, on_mat
from vision.mat_layout import BETWEEN, GAP, PAPERS, ROLLING, SEATS, Paper, layout_of, mat_layout
from vision.mat_watch import MatWatch
from vision.reading import Box, Die, Reading
from vision.synthetic import TrayScene, look_of, scatter
from vision.synthetic_mat import Homography, MatScene, flat, overhead, table_mm

SIZE = (640, 480)
A4 = mat_layout("a4", 2)


def scanned(path: Path, dpi: int = 150) -> Pixels:
    """The only page of a PDF as a picture."""
    page = pypdfium2.PdfDocument(str(path))[0]
    return np.ascontiguousarray(page.render(scale=dpi / 72).to_numpy()[..., :3])


@pytest.fixture(scope="module")
def print_(tmp_path_factory: pytest.TempPathFactory) -> Pixels:
    path = tmp_path_factory.mktemp("mat") / "mat.pdf"
    write_mat(path, A4, "en")
    return scanned(path)


def from_somewhere(seed: int) -> Homography:
    """The mat as a camera has it that looks from any side, up to 40 degrees off the vertical, and sees all of it."""
    rng = np.random.default_rng(seed)
    turn, tilt, bearing = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, 40)), rng.uniform(0, 2 * np.pi)
    about = np.array([np.cos(bearing), np.sin(bearing), 0.0])
    spin = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0] @ cv2.Rodrigues(about * tilt)[0]
    focal = rng.uniform(0.8, 1.6) * SIZE[0]
    middle = np.array([[1, 0, -A4.width_mm / 2], [0, 1, -A4.height_mm / 2], [0, 0, 1]])
    lens = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])
    corners = np.array([[0, 0], [A4.width_mm, 0], [A4.width_mm, A4.height_mm], [0, A4.height_mm]])
    for far in np.arange(200.0, 2000.0, 10.0):
        matrix = lens @ np.column_stack([spin[:, 0], spin[:, 1], (0, 0, far)]) @ middle
        ends = cv2.perspectiveTransform(corners[None], matrix)[0]
        if (ends > 6).all() and (ends < np.array(SIZE) - 6).all():
            return matrix / matrix[2, 2]
    raise AssertionError


GRID = np.array([(x, y) for x in np.linspace(4, 293, 8) for y in np.linspace(4, 206, 6)])
"""Places all over an A4 mat."""


@pytest.mark.parametrize("seed", range(12))
def test_a_print_under_dice_is_found_within_a_millimetre(print_: Pixels, seed: int) -> None:
    matrix = from_somewhere(seed)
    scene = MatScene(A4, seed, SIZE, print_=print_, to_px=matrix)
    rng = np.random.default_rng(seed)
    dice = scatter(rng, [1, 2, 3, 4, 5, 6], "red", tray=scene.look.tray)
    dice += scatter(rng, [2, 3, 4], "white", among=dice, tray=scene.look.tray)
    mat = MatFinder().find(scene.draw(dice, tick=seed))
    assert mat is not None and mat.layout is A4
    seen = cv2.perspectiveTransform(GRID[None], matrix)[0]
    error_mm = np.linalg.norm(mat.places(seen) - GRID, axis=1)
    assert error_mm.max() < 1.0
    assert np.abs(mat.pixels(GRID) - seen).max() < 2.0


@pytest.mark.parametrize("numbers", [(0, 2), (1, 3), (0, 1)])
def test_any_two_markers_suffice(numbers: tuple[int, int]) -> None:
    scene = MatScene(A4, 1, SIZE)
    picture = scene.draw([])
    for marker in A4.markers:
        if marker.number not in numbers:
            corners = cv2.perspectiveTransform(marker.square.corners[None], scene.to_px)[0]
            low, high = corners.min(axis=0).astype(int) - 3, corners.max(axis=0).astype(int) + 3
            picture[low[1] : high[1], low[0] : high[0]] = (60, 70, 160)
    mat = MatFinder().find(picture)
    assert mat is not None and mat.seen == frozenset(numbers)
    seen = cv2.perspectiveTransform(GRID[None], scene.to_px)[0]
    assert np.linalg.norm(mat.places(seen) - GRID, axis=1).max() < 6.0


@pytest.mark.parametrize("bend", [-0.12, -0.05, 0.05])
def test_a_lens_that_bends_lines_is_tolerated(bend: float) -> None:
    lens = Lens(*SIZE, bend)
    matrix = np.array([[0.92, 0, 26], [0, 0.92, 19], [0, 0, 1]]) @ flat(overhead(A4, SIZE), A4)
    scene = MatScene(A4, 2, SIZE, to_px=matrix)
    v, u = np.mgrid[: SIZE[1], : SIZE[0]]
    straight = lens.straight(np.column_stack([u.ravel(), v.ravel()]).astype(np.float64)).astype(np.float32)
    x, y = (straight[:, k].reshape(SIZE[1], SIZE[0]) for k in (0, 1))
    picture = cv2.remap(scene.draw([]), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mat = MatFinder().find(picture)
    assert mat is not None
    seen = lens.bent(cv2.perspectiveTransform(GRID[None], matrix)[0])
    assert np.linalg.norm(mat.places(seen) - GRID, axis=1).max() < 1.2


def test_bent_and_straight_are_each_others_inverse() -> None:
    points = np.random.default_rng(1).uniform(0, 480, (50, 2))
    for bend in (-0.2, 0.0, 0.1):
        lens = Lens(*SIZE, bend)
        assert np.abs(lens.bent(lens.straight(points)) - points).max() < 1e-6


def test_dice_have_places_and_zones_and_markers_are_no_dice() -> None:
    scene = MatScene(A4, 3, SIZE)
    mat = MatFinder().find(scene.draw([]))
    assert mat is not None

    def die(x: float, y: float, above_mm: float = 16.0) -> Die:
        # Seen where a die's top is, as the drawing's camera has it.
        [(right, up)] = table_mm(A4, np.array([[x, y]]))
        [(u, v)] = scene.view.project(np.array([[right, up, above_mm]], np.float32))
        return Die(3, True, 1.0, Box(round(u) - 18, round(v) - 18, 36, 36), "red")

    dice = (die(148, 100), die(90, 187), die(148, 22), die(70, 60), die(278, 140), die(300, 225), die(18, 18, 0.0))
    read = on_mat(Reading(dice, *SIZE), mat)
    assert [d.zone for d in read.dice] == [ROLLING, 1, 2, ROLLING, BETWEEN]
    for told, true in zip(read.dice, [(148, 100), (90, 187), (148, 22), (70, 60)], strict=False):
        assert np.hypot(told.place_mm[0] - true[0], told.place_mm[1] - true[1]) < 2.0


def test_a_tray_is_no_mat() -> None:
    assert MatFinder().find(TrayScene(1, SIZE).draw([])) is None
    assert MatFinder().find(np.zeros((480, 640, 3), np.uint8)) is None


def test_a_mat_stays_where_it_was_until_it_is_moved() -> None:
    watch, scene = MatWatch(), MatScene(A4, 4, SIZE)
    first = watch.see(scene.draw([]), 1.0)
    assert first is not None and first.moved_s < 0
    hidden = scene.draw([], tick=1)
    hidden[:, 110:] = 120  # two markers and an edge one are left
    kept = watch.see(hidden, 2.0)
    assert kept is not None and len(kept.seen) < len(first.seen) and np.array_equal(kept.to_px, first.to_px)
    hidden[:240] = 120
    assert watch.see(hidden, 3.0) is not None  # one marker, where it was
    aside = np.array([[1, 0, 20], [0, 1, 0], [0, 0, 1]]) @ scene.to_px
    moved = watch.see(MatScene(A4, 4, SIZE, to_px=aside).draw([]), 4.0)
    assert moved is not None and moved.moved_s == 4.0
    again = watch.see(MatScene(A4, 4, SIZE, to_px=aside).draw([], tick=2), 5.0)
    assert again is not None and again.moved_s == 4.0
    assert watch.see(np.full((480, 640, 3), 120, np.uint8), 6.0) is None


# --- the layout


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("seats", SEATS)
def test_nothing_on_a_mat_touches_anything_else(paper: Paper, seats: int) -> None:
    mat = mat_layout(paper, seats)
    rects = [mat.rolling, *(hand.rect for hand in mat.hands), *(marker.square for marker in mat.markers)]
    for n, one in enumerate(rects):
        assert min(one.x, one.y, mat.width_mm - one.x - one.w, mat.height_mm - one.y - one.h) > 7
        for other in rects[:n]:
            across = max(one.x - other.x - other.w, other.x - one.x - one.w)
            down = max(one.y - other.y - other.h, other.y - one.y - one.h)
            assert max(across, down) > GAP - 1e-6
    assert [hand.seat for hand in mat.hands] == list(range(1, seats + 1))
    assert all(max(hand.rect.w, hand.rect.h) >= 100 for hand in mat.hands)
    assert all(layout_of(marker.number) is mat for marker in mat.markers)


def test_there_are_no_other_mats() -> None:
    with pytest.raises(ValueError, match="a4, letter, a3"):
        mat_layout("a5", 2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 to 6"):
        mat_layout("a4", 7)
    assert layout_of(249) is None and layout_of(15) is None


def test_the_look_of_a_seed_is_the_tray_scenes() -> None:
    assert MatScene(A4, 5, SIZE).look == look_of(5)
