"""The learned witness: small networks that read one die from a crop."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.nets import load
from vision.scaling import reduced

CROP_PX = 64
"""Side of a crop, in pixels."""
FACE_PX = 32.0
"""Side of the top face in a crop that is cut well."""
NET_PX, GLANCE_PX = 48, 32
"""Sides of a crop as the networks `faces.onnx` and `glance.onnx` take it."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A square of the picture brought to CROP_PX."""

    pixels: Pixels
    """(CROP_PX, CROP_PX, 3)."""
    x: float
    y: float
    """Its middle in the picture, in pixels."""
    scale: float
    """Crop pixels over picture pixels."""


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """What the network says of one crop."""

    chances: NDArray[np.float64]
    """(7,): of no die, and of the values 1 to 6; they sum to 1."""
    leaning: float
    """Chance that the die leans."""
    whole: float
    """Chance that all of its top face can be seen."""
    right: float
    down: float
    """Middle of the top face from the middle of the crop, in sides of the face."""
    size: float
    """Side of the top face over FACE_PX."""
    slant: tuple[float, float]
    """The face's normal across the line of sight, right and down; its length is the sine of the angle."""
    at_a_glance: bool = False
    """Whether only the small network was asked."""

    @property
    def value(self) -> int:
        """The likeliest value, 1 to 6."""
        return int(self.chances[1:].argmax()) + 1

    @property
    def no_die(self) -> float:
        """Chance that this is no die."""
        return float(self.chances[0])


def cut(pixels: Pixels, x: float, y: float, size: float) -> Crop:
    """The crop around (x, y) with a face of side `size` FACE_PX wide; beyond the picture its edge is repeated."""
    half = size * CROP_PX / FACE_PX / 2
    x0, y0 = round(x - half), round(y - half)
    side = max(2, round(2 * half))
    h, w = pixels.shape[:2]
    left, top = max(0, -x0), max(0, -y0)
    right, bottom = max(0, x0 + side - w), max(0, y0 + side - h)
    part = pixels[max(0, y0) : min(h, y0 + side), max(0, x0) : min(w, x0 + side)]
    if part.size == 0:
        part, left, top, right, bottom = np.zeros((side, side, 3), np.uint8), 0, 0, 0, 0
    if left or top or right or bottom:
        part = np.asarray(cv2.copyMakeBorder(part, top, bottom, left, right, cv2.BORDER_REPLICATE), np.uint8)
    if side > CROP_PX:
        crop = reduced(part, CROP_PX, CROP_PX)
    else:
        crop = np.asarray(cv2.resize(part, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR), np.uint8)
    return Crop(crop, x0 + side / 2, y0 + side / 2, CROP_PX / side)


def quarter_turned(crop: Crop, turns: int) -> Crop:
    """The crop turned to the left by so many quarters."""
    return replace(crop, pixels=np.ascontiguousarray(np.rot90(crop.pixels, turns)))


def together(guesses: list[FaceGuess]) -> FaceGuess:
    """What the network says of one crop turned by 0, 1, 2… quarters: chances multiplied, places and slants averaged."""
    logs = np.mean([np.log(g.chances + 1e-9) for g in guesses], axis=0)
    powers = np.exp(logs - logs.max())
    right, down = _turned_back([(g.right, g.down) for g in guesses])
    return FaceGuess(
        powers / powers.sum(),
        float(np.mean([g.leaning for g in guesses])),
        float(np.mean([g.whole for g in guesses])),
        right,
        down,
        float(np.exp(np.mean([np.log(g.size) for g in guesses]))),
        _turned_back([g.slant for g in guesses]),
    )


def surely_a_die(guess: FaceGuess) -> FaceGuess:
    """What the network says of a crop that shows a die, as is known from elsewhere."""
    chances = guess.chances.copy()
    chances[0] = 0.0
    return replace(guess, chances=chances / max(float(chances.sum()), 1e-9))


def _turned_back(vectors: list[tuple[float, float]]) -> tuple[float, float]:
    """The mean of vectors (right, down) seen in crops turned to the left by 0, 1, 2… quarters."""
    back = []
    for turns, (x, y) in enumerate(vectors):
        for _ in range(turns):
            x, y = -y, x  # noqa: PLW2901 - turned in place
        back.append((x, y))
    x, y = np.mean(back, axis=0)
    return float(x), float(y)


class FaceReader:
    """The network `faces.onnx`, or for a glance `glance.onnx`, run by cv2.dnn."""

    def __init__(self, *, at_a_glance: bool = False) -> None:
        self._net = load("glance.onnx" if at_a_glance else "faces.onnx")
        self._side = GLANCE_PX if at_a_glance else NET_PX
        self._at_a_glance = at_a_glance

    def read(self, crops: list[Crop]) -> list[FaceGuess]:
        """What the network says of each crop."""
        # One by one: cv2.dnn prepares itself anew whenever the number of crops is not the last one, which costs more
        # than several at once save. What is done before and after is done for all together: a run of the network
        # drives everything else out of the processor's cache.
        size = self._side, self._side
        pictures = [cv2.resize(crop.pixels, size, interpolation=cv2.INTER_AREA) for crop in crops]
        answers = [self._answer(blob) for blob in [cv2.dnn.blobFromImage(one, 1 / 255.0) for one in pictures]]
        guesses = [guess_of(np.asarray(answer, np.float64)[0]) for answer in answers]
        return [replace(guess, at_a_glance=True) for guess in guesses] if self._at_a_glance else guesses

    def _answer(self, blob: cv2.typing.MatLike) -> cv2.typing.MatLike:
        self._net.setInput(blob)
        return self._net.forward()


def guess_of(row: NDArray[np.float64]) -> FaceGuess:
    """A row of the network's 14 outputs in words."""
    logits, (leaning, whole, right, down, size, slant_right, slant_down) = row[:7].tolist(), row[7:].tolist()
    most = max(logits)
    powers = np.array([math.exp(logit - most) for logit in logits])
    return FaceGuess(
        powers / powers.sum(),
        1 / (1 + math.exp(-_within(leaning, 30.0))),
        1 / (1 + math.exp(-_within(whole, 30.0))),
        _within(right, 0.6),
        _within(down, 0.6),
        2.0 ** _within(size, 1.0),
        (slant_right, slant_down),
    )


def _within(x: float, limit: float) -> float:
    """What of x lies between -limit and limit."""
    return min(max(x, -limit), limit)
