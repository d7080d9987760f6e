"""What light does to a tray: warm lamps, dusk, mains flicker, and dice that let light through; it adds no pips."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from vision.detector import Detector
from vision.frame import Pixels
from vision.reading import Reading
from vision.synthetic import random_still


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector()


def lit(pixels: Pixels, factor: object) -> Pixels:
    return np.clip(pixels * np.asarray(factor), 0, 255).astype(np.uint8)


def bands(pixels: Pixels, depth: float, rows: int) -> Pixels:
    """As a lamp at the mains draws them on a sensor that is read row by row."""
    waves = 1 + depth * np.sin(np.arange(pixels.shape[0]) * 2 * np.pi / rows)
    return lit(pixels, waves[:, None, None])


def invented(reading: Reading, faces: list[int]) -> Counter[int]:
    """Sure faces that do not lie there."""
    return Counter(reading.faces) - Counter(faces)


@pytest.mark.parametrize(
    ("name", "light"),
    [
        ("warm lamp", lambda pixels: lit(pixels, (0.55, 0.8, 1.1))),
        ("dusk", lambda pixels: lit(pixels, 0.4)),
        ("bright", lambda pixels: lit(pixels, 1.5)),
        ("flicker", lambda pixels: bands(pixels, 0.25, 60)),
        ("fine flicker", lambda pixels: bands(pixels, 0.2, 24)),
    ],
)
def test_the_faces_stay_what_they_are(detector: Detector, name: str, light: Callable[[Pixels], Pixels]) -> None:
    pixels, truth = random_still(9006, cocked=0)
    faces = [die.face for die in truth]
    reading = detector.read(light(pixels))
    assert not invented(reading, faces)
    assert len(reading.faces) >= len(faces) - 1, name


@pytest.mark.parametrize("rows", [24, 60])
def test_bands_over_an_empty_tray_are_no_pips(detector: Detector, rows: int) -> None:
    pixels, _ = random_still(9003, count=0)
    assert detector.read(bands(pixels, 0.3, rows)).dice == ()
