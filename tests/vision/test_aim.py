"""What a picture tells of light, focus, distance and tilt: drawn trays, spoilt one thing at a time."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from vision.aim import ADVICE, advise, sight_of, smeared_px
from vision.detector import Detector
from vision.frame import Pixels
from vision.reading import Box, Colour, Die, Reading
from vision.synthetic import DrawnDie, TrayScene, scatter
from vision.synthetic_dice import View

LEATHER = 1
"""The seed of a tray with a grey floor within a wooden rim."""


@lru_cache(maxsize=1)
def detector() -> Detector:
    return Detector()


@lru_cache(maxsize=8)
def tray(colour: Colour = "red", count: int = 6) -> Pixels:
    scene = TrayScene(LEATHER, (640, 480))
    dice = scatter(np.random.default_rng(3), range(1, count + 1), colour, tray=scene.look.tray, touching=0)
    return scene.draw(dice)


def advice(pixels: Pixels, due: str = "") -> str:
    reading = detector().read(pixels)
    return advise(sight_of(pixels, reading), reading, pixels, due).about


def times(factor: float) -> Pixels:
    return np.clip(tray() * factor, 0, 255).astype(np.uint8)


def far() -> Pixels:
    """The tray in the middle of a wide, plain table."""
    small = cv2.resize(tray(), None, fx=0.34, fy=0.34, interpolation=cv2.INTER_AREA)
    table = np.full((480, 640, 3), (70, 80, 90), np.uint8)
    table[160 : 160 + small.shape[0], 220 : 220 + small.shape[1]] = small
    return table


def shone_at() -> Pixels:
    """A lamp that is mirrored in the tray, beside the dice."""
    shine = np.zeros((480, 640, 1), np.float32)
    cv2.circle(shine, (330, 420), 28, 255.0, -1)
    shine = cv2.GaussianBlur(shine, (0, 0), 6)[..., None]
    return np.clip(tray() + 1.2 * shine, 0, 255).astype(np.uint8)


def cut_off() -> Pixels:
    """The tray's lower part is out of view."""
    shifted = np.full((480, 640, 3), (70, 80, 90), np.uint8)
    shifted[200:] = tray()[:280]
    return shifted


@pytest.mark.parametrize(
    ("spoilt", "about"),
    [
        (tray, "ready"),
        (lambda: times(0.12), "too-dark"),
        (lambda: times(5.0), "too-bright"),
        (lambda: cv2.GaussianBlur(tray(), (0, 0), 5.0), "out-of-focus"),
        (lambda: cv2.GaussianBlur(tray(), (0, 0), 14.0), "out-of-focus"),
        (far, "too-far"),
        (lambda: tray(count=0), "no-dice"),
        (cut_off, "tray-not-in-view"),
        (shone_at, "glare"),
    ],
    ids=["ready", "dark", "bright", "blurred", "very blurred", "far", "no dice", "cut off", "glare"],
)
def test_one_thing_at_a_time(spoilt: object, about: str) -> None:
    assert advice(spoilt()) == about  # type: ignore[operator]


def test_red_and_blue_swapped() -> None:
    swapped = np.ascontiguousarray(tray("red")[..., ::-1])
    assert advice(swapped, due="red") == "swapped"
    assert advice(tray("red"), due="red") == "ready"
    assert advice(tray("blue"), due="red") == "ready"  # other dice in a warm picture are no fault of the camera
    assert advice(np.ascontiguousarray(tray("blue")[..., ::-1]), due="blue") == "swapped"


def seen_from(far_mm: float) -> Pixels:
    """Dice that lie so far aside of a lens 400 mm above the table: the right end of a very wide picture."""
    focal_px, width = 560.0, 1700
    scene = TrayScene(LEATHER, (width, 480), view=View(width, 480, focal_px=focal_px, above_mm=400.0))
    rng, places = np.random.default_rng(3), ((-50, 40), (0, 50), (50, 35), (-45, -40), (5, -30), (55, -45))
    dice = [
        DrawnDie(face, "red", far_mm + x, y, yaw_deg=float(rng.uniform(0, 90)))
        for face, (x, y) in enumerate(places, start=1)
    ]
    left = min(round(width / 2 + focal_px * far_mm / 400.0) - 320, width - 640)
    return np.ascontiguousarray(scene.draw(dice)[:, left : left + 640])


@pytest.mark.parametrize(("far_mm", "about"), [(0.0, "ready"), (250.0, "ready"), (430.0, "tilted"), (520.0, "tilted")])
def test_a_camera_far_to_the_side(far_mm: float, about: str) -> None:
    assert advice(seen_from(far_mm)) == about


def test_a_doubtful_die_below_a_camera_that_stands_right_is_no_fault_of_the_camera() -> None:
    corners = [(40, 40), (560, 40), (40, 400), (560, 400)]
    # What a wide lens right above sees of level faces: they turn away from the middle of the picture.
    slants = [((x + 20 - 320) / 640, (y + 20 - 240) / 640) for x, y in corners]
    dice = tuple(
        Die(3, k > 0, 0.9, Box(x, y, 40, 40), "red", (3,), "" if k else "unclear", slants[k])
        for k, (x, y) in enumerate(corners)
    )
    reading = Reading(dice, 640, 480)
    assert advise(sight_of(tray(), detector().read(tray())), reading, tray()).about == "doubtful-die"


def test_the_outline_is_the_floor_of_the_tray() -> None:
    sight = sight_of(tray(), detector().read(tray()))
    xs, ys = zip(*sight.outline, strict=True)
    assert len(sight.outline) >= 4
    assert 0.02 < min(xs) < 0.14 and 0.86 < max(xs) < 0.98
    assert 0.02 < min(ys) < 0.16 and 0.84 < max(ys) < 0.98
    assert 34 < sight.die_px < 46
    assert sight.lost == ()


@pytest.mark.parametrize("sigma_px", [2.0, 4.0, 7.0])
def test_smear_is_told_in_pixels(sigma_px: float) -> None:
    edge = np.zeros((120, 160, 3), np.uint8)
    edge[:, 80:] = 220
    smeared = cv2.GaussianBlur(edge, (0, 0), sigma_px)
    assert smeared_px(smeared) == pytest.approx(sigma_px, rel=0.15)


def test_a_plain_picture_has_no_edge_to_judge_by() -> None:
    assert smeared_px(np.full((120, 160, 3), 90, np.uint8)) == 0.0


def test_every_advice_has_its_sentence() -> None:
    asked = {"too-dark", "too-bright", "out-of-focus", "no-dice", "too-far", "tilted", "tray-not-in-view", "glare"}
    assert asked | {"swapped", "doubtful-die", "ready"} == set(ADVICE)
