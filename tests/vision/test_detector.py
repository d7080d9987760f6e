"""The reader as a whole: drawn trays are read, what is no die is not, and it says when it is not sure."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detector import Detector
from vision.dice import Spot
from vision.faces import Crop, FaceGuess
from vision.frame import Pixels
from vision.judge import OFF_LEVEL, Look
from vision.synthetic import random_still


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector()


def nothing_sure(name: str) -> Pixels:
    """Pictures without a die."""
    rng = np.random.default_rng(5)
    pixels = np.zeros((480, 640, 3), np.uint8)
    if name == "white":
        pixels[:] = 255
    elif name == "noise":
        pixels = rng.integers(0, 256, pixels.shape, dtype=np.uint8)
    elif name == "checkerboard":
        pixels[(np.add.outer(np.arange(480) // 30, np.arange(640) // 30) % 2).astype(bool)] = 230
    elif name == "thousand dots":
        pixels[:] = 220
        for x, y in rng.integers(0, (640, 480), (1000, 2)):
            cv2.circle(pixels, (int(x), int(y)), 5, (20, 20, 20), -1, cv2.LINE_AA)
    elif name == "pips at the wrong proportions":
        pixels[:] = 235
        for x, y in ((100, 100), (300, 100), (100, 350), (500, 200), (420, 400), (250, 300)):
            cv2.circle(pixels, (x, y), 9, (30, 30, 30), -1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize(
    "name", ["black", "white", "noise", "checkerboard", "thousand dots", "pips at the wrong proportions"]
)
def test_nothing_is_invented(detector: Detector, name: str) -> None:
    assert detector.read(nothing_sure(name)).faces == ()


@pytest.mark.parametrize("seed", range(9000, 9012))
def test_drawn_trays_are_read(detector: Detector, seed: int) -> None:
    pixels, truth = random_still(seed, cocked=0)
    reading = detector.read(pixels)
    assert reading.legible
    assert list(reading.faces) == sorted(die.face for die in truth)


def test_places_and_colours_are_those_of_the_dice(detector: Detector) -> None:
    pixels, truth = random_still(9003, count=5, cocked=0)
    reading = detector.read(pixels)
    for die in truth:
        x, y = die.box.centre_px
        (seen,) = [d for d in reading.dice if abs(d.box.centre_px[0] - x) < 8 and abs(d.box.centre_px[1] - y) < 8]
        assert (seen.pips, seen.colour) == (die.face, die.colour)
        assert seen.likeliest[0] == die.face


@pytest.mark.parametrize("turned", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_upright_and_upside_down_pictures_are_read_alike(detector: Detector, turned: int) -> None:
    pixels, truth = random_still(9001, count=5, cocked=0)
    reading = detector.read(np.asarray(cv2.rotate(pixels, turned), np.uint8))
    assert list(reading.faces) == sorted(die.face for die in truth)


def test_a_picture_four_times_as_large_is_read(detector: Detector) -> None:
    pixels, truth = random_still(9002, count=4, cocked=0)
    reading = detector.read(np.asarray(cv2.resize(pixels, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8))
    assert list(reading.faces) == sorted(die.face for die in truth)


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (16, 16), (40, 30)])
def test_a_tiny_picture_has_no_dice(detector: Detector, size: tuple[int, int]) -> None:
    reading = detector.read(np.full((*size, 3), 90, np.uint8))
    assert reading.faces == ()
    assert (reading.height, reading.width) == size


def test_the_steps_are_told_in_order_and_can_be_drawn(detector: Detector) -> None:
    pixels, _ = random_still(9004, count=3, cocked=0)
    told: list[tuple[str, tuple[int, ...]]] = []
    detector.read(pixels, t_s=1.5, on_step=lambda name, picture: told.append((name, picture().shape)))
    assert [name for name, _ in told] == ["find", "first look", "second look", "pips", "judge"]
    assert all(len(shape) == 3 for _, shape in told)


def test_the_same_picture_gives_the_same_reading(detector: Detector) -> None:
    pixels, _ = random_still(9005)
    assert detector.read(pixels, t_s=2.0) == Detector().read(pixels, t_s=2.0)


def test_a_die_cut_by_the_edge_is_seen_and_not_sure(detector: Detector) -> None:
    pixels, truth = random_still(9006, count=1, cocked=0)
    x, _ = truth[0].box.centre_px
    cut = np.ascontiguousarray(pixels[:, round(x) + 4 :])
    assert detector.read(cut).faces == ()


@pytest.mark.parametrize(("count", "asked"), [(4, True), (1, False)])
def test_a_die_that_is_hardly_seen_is_asked_about_beside_others(
    detector: Detector, count: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels, truth = random_still(9003, count=count, cocked=0)
    x, _ = truth[0].box.centre_px
    monkeypatch.setattr("vision.detector.is_nothing", lambda look: abs(look.spot.x - x) < 10)
    reading = detector.read(pixels)
    assert len(reading.faces) == count - 1
    assert [die.why for die in reading.dice if not die.sure] == ["unclear"] * asked


def test_of_a_tray_the_last_faint_die_is_seen_and_of_any_picture_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, _ = random_still(9003, count=1, cocked=0)
    monkeypatch.setattr("vision.judge.CERTAIN_EVIDENCE", 90.0)
    monkeypatch.setattr("vision.judge.LEAST_IF_NONE_CERTAIN", 90.0)
    assert [die.why for die in Detector().read(pixels).dice] == ["unclear"]
    assert Detector(any_picture=True).read(pixels).dice == ()


def test_a_die_that_lies_alone_is_compared_with_those_that_lay_flat_before() -> None:
    def seen(x: float, slant: tuple[float, float]) -> Look:
        crop = Crop(np.zeros((64, 64, 3), np.uint8), x, 240, 1.0)
        return Look(Spot(x, 240, 40, 0.9), crop, FaceGuess(np.eye(7)[5], 0.3, 1.0, 0.0, 0.0, 1.0, slant))

    size = 640, 480
    flat = [seen(200, (0.0, 0.02)), seen(320, (0.0, 0.0)), seen(440, (0.0, 0.01))]
    alone = seen(320, (0.0, -0.34))
    for one_camera, leans in ((True, True), (False, False)):
        detector = Detector(one_camera=one_camera)
        assert detector._levelled([alone], size)[0].off_level == 0
        detector._remember(flat, size)
        (level,) = detector._levelled([seen(320, (0.0, 0.01))], size)
        assert level.off_level < 0.1
        (look,) = detector._levelled([alone], size)
        assert (look.off_level > OFF_LEVEL) is leans
        assert detector._levelled([alone], (1280, 960))[0].off_level == 0
        assert detector._levelled([], size) == []


def asked_of(detector: Detector, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many crops the large network will have been asked about, call by call."""
    asked: list[int] = []
    large = detector._faces.read

    def counted(crops: list[Crop]) -> list[FaceGuess]:
        asked.append(len(crops))
        return large(crops)

    monkeypatch.setattr(detector._faces, "read", counted)
    return asked


def test_a_plain_tray_is_read_at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, truth = random_still(9003, count=5, cocked=0)
    detector = Detector()
    closely = asked_of(detector, monkeypatch)
    reading = detector.read(pixels)
    assert list(reading.faces) == sorted(die.face for die in truth)
    assert sum(closely) < len(truth)


def test_what_a_glance_leaves_open_is_read_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, truth = random_still(9003, count=5, cocked=0)
    monkeypatch.setattr("vision.detector.PLAIN", 1.1)
    detector = Detector()
    closely = asked_of(detector, monkeypatch)
    assert list(detector.read(pixels).faces) == sorted(die.face for die in truth)
    assert sum(closely) >= len(truth)


def test_a_glance_that_the_blobs_contradict_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, truth = random_still(9003, count=5, cocked=0)
    detector = Detector()
    glance = detector._glance.read

    def mistaken(crops: list[Crop]) -> list[FaceGuess]:
        return [replace(guess, chances=guess.chances[[0, 6, 1, 2, 3, 4, 5]]) for guess in glance(crops)]

    monkeypatch.setattr(detector._glance, "read", mistaken)
    assert list(detector.read(pixels).faces) == sorted(die.face for die in truth)
