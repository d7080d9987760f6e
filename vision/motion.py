"""What has changed between two pictures of a tray, whatever the light does: stillness, movement, foreign objects."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.reading import Box

Contrast = NDArray[np.float32]
"""A reduced picture, shape (height, width, 3): how far each channel stands out from what lies around it."""
Mask = NDArray[np.uint8]
"""A reduced picture, shape (height, width): 255 where something is so, else 0."""

SMALL_PX = 160
"""The longer side of a reduced picture: a die is still 7 pixels wide, and its noise is averaged away."""
AROUND_PX = 25
"""What counts as "around": wider than the largest die (19 reduced pixels), narrower than a band of mains flicker."""
DARK_SHARE = 0.5
DARK_LEVELS = 8.0
"""Added to the surroundings, as a share of the mean brightness and in levels: noise in black corners is no contrast."""
MOVED_BLOCKS = 6
"""Solid 3x3 blocks that must differ before something moved: a rolling die changes dozens, noise comes as specks."""
LEAST_CONTRAST = 0.06
"""No smaller difference counts, however quiet the camera: film compression alone makes 0.05."""
NOISE_FACTOR = 7.0
"""A difference counts from this many standard deviations: dark parts of a picture are noisier than its median."""
BLOCK: Mask = np.ones((3, 3), np.uint8)
MOST_NOISE = 0.03
"""No camera that shows pips is noisier; keeps a picture that moves as a whole from passing for noise."""


def contrast_of(pixels: Pixels) -> Contrast:
    """The reduced contrast picture; the same whether lamps dim, flicker in bands, or the exposure changes.

    A gain and a gamma cancel in the ratio of a pixel to its surroundings; only clipped white and black do not.
    """
    height, width = pixels.shape[:2]
    scale = SMALL_PX / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.blur(_reduced(pixels, size), (3, 3)).astype(np.float32)
    around = cv2.blur(small, (AROUND_PX, AROUND_PX))
    # All channels by the brightest: the blue of red felt is all noise.
    blue, green, red = cv2.split(around)
    brightest = cv2.max(cv2.max(blue, green), red)
    brightest = np.asarray(brightest + (DARK_SHARE * float(np.mean(brightest)) + DARK_LEVELS), np.float32)
    ratio = cv2.divide(cv2.subtract(small, around), cv2.merge((brightest, brightest, brightest)))
    return np.asarray(ratio, np.float32)


def _reduced(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture at that (width, height); halved as long as it goes, since OpenCV is quickest at that."""
    width, height = size
    while (
        pixels.shape[1] >= 2 * width and pixels.shape[0] >= 2 * height and not (pixels.shape[0] | pixels.shape[1]) & 1
    ):
        half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
        pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
    if pixels.shape[1::-1] == size:
        return pixels
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def difference_of(one: Contrast, other: Contrast) -> Contrast:
    """The absolute difference of two contrast pictures of one size."""
    return np.asarray(cv2.absdiff(one, other), np.float32)


MOST_BAND = 0.5
"""No band of mains flicker changes a row's light by more than this share."""


def without_bands(one: Contrast, other: Contrast) -> Contrast:
    """The absolute difference less what bands of flickering light explain: rows that are brighter or darker as a whole.

    A gain of a row shifts its contrasts and stretches them; both are fitted to each row by least squares. What has
    moved is a small part of its rows and is not explained so.
    """
    height = one.shape[0]
    was = other.reshape(height, -1)
    off = one.reshape(height, -1) - was
    was = was - was.mean(axis=1, keepdims=True)
    off -= off.mean(axis=1, keepdims=True)
    spread = np.maximum((was * was).mean(axis=1, keepdims=True), 1e-6)
    stretch = np.clip((was * off).mean(axis=1, keepdims=True) / spread, -MOST_BAND, MOST_BAND)
    return np.asarray(np.abs(off - stretch * was).reshape(one.shape), np.float32)


def unlike(one: Contrast, other: Contrast, threshold: float) -> bool:
    """Whether two contrast pictures differ by more than noise and flicker."""
    return moved(difference_of(one, other), threshold) and moved(without_bands(one, other), threshold)


class Noise:
    """The sensor's noise in a contrast picture, learnt from frame to frame."""

    def __init__(self) -> None:
        self._sigma = 0.0

    @property
    def threshold(self) -> float:
        """The contrast from which a difference is no noise."""
        return max(LEAST_CONTRAST, NOISE_FACTOR * self._sigma)

    def learn(self, difference: Contrast) -> None:
        """Take in the absolute difference of two pictures, most of which show the same."""
        # The median of |difference| is 0.6745 sigma, and half the picture may move without harm.
        seen = min(float(np.median(difference[::4, ::4])) / 0.6745, MOST_NOISE)
        # Upwards at once, so that a camera which turns noisy is not taken for movement; downwards slowly.
        self._sigma = seen if seen > self._sigma else self._sigma + 0.05 * (seen - self._sigma)


def moved(difference: Contrast, threshold: float) -> bool:
    """Whether an absolute difference of two contrast pictures is more than noise."""
    if np.count_nonzero(difference > threshold) < 9:  # not even one block
        return False
    return int(np.count_nonzero(cv2.erode(_beyond(difference, threshold), BLOCK))) >= MOVED_BLOCKS


def _beyond(difference: Contrast, threshold: float) -> Mask:
    """Where any channel of an absolute difference is above the threshold."""
    blue, green, red = cv2.split(difference)
    return np.where(cv2.max(cv2.max(blue, green), red) > threshold, 255, 0).astype(np.uint8)


class Stillness:
    """Follows a picture that moves until it has come to rest; one bad frame does not start the rest anew."""

    def __init__(self, contrast: Contrast, t_s: float, noise: Noise) -> None:
        self._noise = noise
        self.anchor = contrast
        """The first picture of the present rest, to which all later ones are compared: slow drift adds up and shows."""
        self.since_s = t_s
        """When the present rest began, in the source's seconds."""
        self._stray: tuple[Contrast, float] | None = None

    def see(self, contrast: Contrast, t_s: float) -> bool:
        """Take in the next picture; whether it shows what the anchor shows."""
        if not unlike(contrast, self.anchor, self._noise.threshold):
            self._stray = None
            return True
        stray, self._stray = self._stray, (contrast, t_s)
        if stray is None:
            return False
        # The second unlike frame in a row: the rest is over, and may have begun anew with the first of them.
        again = not unlike(contrast, stray[0], self._noise.threshold)
        self.anchor, self.since_s = stray if again else (contrast, t_s)
        self._stray = None
        return again


FOREIGN_CONTRAST = 0.10
"""A hand, a sleeve or a cup stands out at least this far from the tray along its outline."""
BORDER_SHARE = 0.002
"""Of the picture: a finger tip that reaches in from the side; small dice are as large, but they are known as dice."""
INSIDE_SHARE = 0.05
"""Of the picture: something inside that is no die and larger than several dice, such as a cup put down."""
BOX_MARGIN = 0.6
"""A die's shadow and soft edge reach this share of its size beyond its box."""
SHADOW = 2.5
"""What reaches in from the border and goes on over a die counts from so many times as much: long shadows lie so."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture of the tray that was known to be free of hands, and the dice in it."""

    contrast: Contrast
    boxes: tuple[Box, ...]
    """In pixels of the full frame."""


def foreign(contrast: Contrast, noise: Noise, clear: Scene, boxes: Iterable[Box], scale: float) -> bool:
    """Whether something that is no die has come into view since `clear`.

    `boxes` are the dice seen now; `scale` is reduced pixels per pixel of the frame. A change counts that reaches in
    from the picture's border, or is larger than several dice, and is not covered by the dice of then and now. A camera
    that was knocked changes every edge of the picture; that is no hand if a shift explains it.
    """
    known = _covered(contrast, [*clear.boxes, *boxes], scale)
    if not _intrudes(_unlike(contrast, clear.contrast, noise), known):
        return False
    return _intrudes(_unlike(contrast, _aligned(clear.contrast, contrast), noise), known)


def _unlike(contrast: Contrast, other: Contrast, noise: Noise) -> Mask:
    # Where dice were taken out the fit of a row is pulled aside: only what differs both ways counts.
    difference = cv2.min(difference_of(contrast, other), without_bands(contrast, other))
    return _beyond(np.asarray(difference, np.float32), max(FOREIGN_CONTRAST, noise.threshold))


def _covered(contrast: Contrast, boxes: Iterable[Box], scale: float) -> Mask:
    covered = np.zeros(contrast.shape[:2], np.uint8)
    for box in boxes:
        margin = BOX_MARGIN * max(box.w, box.h) * scale + 1
        left, top = int(box.x * scale - margin), int(box.y * scale - margin)
        right, bottom = int((box.x + box.w) * scale + margin) + 1, int((box.y + box.h) * scale + margin) + 1
        covered[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = 255
    return covered


def _intrudes(unlike: Mask, known: Mask) -> bool:
    # Opening drops the hair lines that a shift of a fraction of a pixel leaves along every edge.
    solid = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, BLOCK)
    # Closing joins the outline of a hand with its knuckles.
    solid = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    beside_known = cv2.dilate(cv2.bitwise_and(solid, known), BLOCK)
    solid[known > 0] = 0
    height, width = solid.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    shadows = set(np.unique(labels[beside_known > 0]).tolist())
    for label, (x, y, w, h, area) in enumerate(stats[1:], start=1):
        at_border = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
        least = (BORDER_SHARE * (SHADOW if label in shadows else 1.0)) if at_border else INSIDE_SHARE
        if area >= least * solid.size:
            return True
    return False


def _aligned(contrast: Contrast, to: Contrast) -> Contrast:
    """`contrast` shifted to lie on `to` as well as it can."""
    first, second = contrast.mean(axis=2), to.mean(axis=2)
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(first, second, window)
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (contrast.shape[1], contrast.shape[0])
    return np.asarray(cv2.warpAffine(contrast, shift, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
