"""The geometric witness: finds the pips of the face turned up and fits them to a die's lattice, nothing learned.

A face's pips lie on a square lattice of three by three, seen under a perspective that is affine to within a
fraction of a pixel at the size of a die. Blobs that are round in every direction are looked for in the colour
direction in which the crop's details differ most, whatever their polarity; pairs of them are taken as diagonals of
the lattice, and each hypothesis is judged by the pips it predicts and as much by those it forbids.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Blobs, Fit, Floats, best_fits

CROP_PX = 64
"""Side of the square crop that is read."""
FACE_PX = 32.0
"""Side of the face turned up within the crop; errors up to 20 % are expected."""

Point = tuple[float, float]

WINDOW_PX = 51
"""Side of the crop's middle part in which pips are looked for: no pip of a well-cut face lies further out."""
BLOB_SIGMAS_PX = (1.4, 2.0, 2.9)
"""Scales of the blob measure; a disc of radius r answers best at about r / sqrt 2, pips have radii of 2 to 5 px."""
MAX_BLOBS = 14
"""Candidates kept for each polarity: six pips, those of two side faces and some specks."""
BLOB_FLOOR = 0.16
"""Weakest blob worth keeping, as a share of the strongest near the middle."""
FACE_RADIUS_PX = 20.0
"""Pips of the face turned up lie within this distance of the crop's middle, those of others seldom."""
SURE_SCORE = 0.3
"""Least score of a value that is told."""
SURE_MARGIN = 0.2
"""Least lead over the second best value."""

PART_SCORE = 0.5
"""A fit that explains more pips outdoes one of its parts if it has this share of the part's score."""
SAME_PX = 2.5
"""Two places nearer than this are the same pip."""


@dataclass(frozen=True, slots=True)
class PipsReading:
    """What the geometric witness has to say about one crop."""

    value: int | None
    """1 to 6, or None where no value or more than one fits."""
    score: float
    """How well the best value fits, 0 to 1, less what the second best has."""
    pips_px: tuple[Point, ...] = ()
    """Places of the best value's pips within the crop, x then y, pixel centres at whole numbers."""
    scores: tuple[float, ...] = (0.0,) * 6
    """How well each value 1 to 6 fits on its own."""


def read_pips(crop: NDArray[np.uint8]) -> PipsReading:
    """Read one crop of shape (CROP_PX, CROP_PX, 3), B, G, R, whose middle is about the middle of the face."""
    return read_pips_many(crop[None])[0]


def read_pips_many(crops: NDArray[np.uint8]) -> list[PipsReading]:
    """Read crops of shape (n, CROP_PX, CROP_PX, 3) at once; raises ValueError for another shape."""
    if crops.shape[1:] != (CROP_PX, CROP_PX, 3):
        raise ValueError(f"crops must have the shape (n, {CROP_PX}, {CROP_PX}, 3), not {crops.shape}")
    return [_read(contrast) for contrast in _contrasts(crops)] if len(crops) else []


def _disc(side: int, radius_px: float) -> Floats:
    """1 within the radius of the middle, else 0."""
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    return (x**2 + y**2 < radius_px**2).astype(np.float32)


MIDDLE = _disc(CROP_PX, 18.0)
FACE = _disc(WINDOW_PX, FACE_RADIUS_PX)


def _contrasts(crops: NDArray[np.uint8]) -> Floats:
    """(n, CROP_PX, CROP_PX): each crop along the direction of colour in which its middle's details differ most."""
    n = len(crops)
    stacked = crops.reshape(n * CROP_PX, CROP_PX, 3).astype(np.float32)
    details = (cv2.GaussianBlur(stacked, (0, 0), 1.0) - cv2.GaussianBlur(stacked, (0, 0), 4.5)).reshape(n, -1, 3)
    details *= MIDDLE.reshape(1, -1, 1)
    direction = np.linalg.eigh(details.transpose(0, 2, 1) @ details)[1][:, :, -1]
    return (stacked.reshape(n, -1, 3) @ direction[:, :, None]).reshape(n, CROP_PX, CROP_PX)


def _blobness(contrast: Floats) -> Floats:
    """(2, scales, WINDOW_PX, WINDOW_PX): how dark, and how light, the place is against every direction around.

    The lesser curvature of the picture at each scale (the smaller eigenvalue of its Hessian), so that edges of
    dice, shadows and hatchings answer nothing.
    """
    answers = np.empty((2, len(BLOB_SIGMAS_PX), WINDOW_PX, WINDOW_PX), np.float32)
    low = (CROP_PX - WINDOW_PX) // 2 - 1
    high = low + WINDOW_PX + 2
    for k, sigma in enumerate(BLOB_SIGMAS_PX):
        s = cv2.GaussianBlur(contrast, (0, 0), sigma)[low:high, low:high]
        mid = s[1:-1, 1:-1]
        xx = s[1:-1, 2:] + s[1:-1, :-2] - 2 * mid
        yy = s[2:, 1:-1] + s[:-2, 1:-1] - 2 * mid
        xy = (s[2:, 2:] + s[:-2, :-2] - s[2:, :-2] - s[:-2, 2:]) / 4
        mean, spread = (xx + yy) / 2, np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
        answers[0, k] = (mean - spread) * sigma**2
        answers[1, k] = (-mean - spread) * sigma**2
    return np.maximum(answers, 0)


def _read(contrast: Floats) -> PipsReading:
    answers = _blobness(contrast)
    best = answers.max(1)
    cut = slice((CROP_PX - WINDOW_PX) // 2, (CROP_PX - WINDOW_PX) // 2 + WINDOW_PX)
    tone = cv2.GaussianBlur(contrast, (0, 0), 1.4)[cut, cut]
    reference = float((best * FACE).max())
    if reference < 2.0:
        return PipsReading(None, 0.0)
    fits: dict[int, Fit] = {}
    for strongest, maps, light in zip(best, answers, (-tone, tone), strict=True):
        for value, fit in best_fits(_blobs(strongest, maps, reference, light)).items():
            if value not in fits or fit.score > fits[value].score:
                fits[value] = fit
    return _decide(_without_parts(fits))


def _without_parts(fits: dict[int, Fit]) -> dict[int, Fit]:
    """Leave out what is only a part of a fit that explains more: two corners of a four are no two."""
    whole: dict[int, Fit] = {}
    for value in sorted(fits, reverse=True):
        fit = fits[value]
        if not any(_is_part(fit, other) and other.score > PART_SCORE * fit.score for other in whole.values()):
            whole[value] = fit
    return whole


def _is_part(fit: Fit, other: Fit) -> bool:
    gaps = np.hypot(*(fit.places[:, None] - other.places[None]).transpose(2, 0, 1))
    return bool((gaps.min(1) < SAME_PX).all())


def _blobs(strongest: Floats, maps: Floats, reference: float, tone: Floats) -> Blobs:
    """The peaks of the blob measure, strongest first."""
    kernel = np.ones((3, 3), np.uint8)
    peaks = np.flatnonzero((strongest == cv2.dilate(strongest, kernel)) & (strongest > BLOB_FLOOR * reference))
    peaks = peaks[np.argsort(-strongest.ravel()[peaks])][:MAX_BLOBS]
    y, x = np.divmod(peaks, WINDOW_PX)
    wide = np.stack([cv2.dilate(one, kernel) for one in maps])
    return Blobs(_refine(strongest, x, y) - WINDOW_PX // 2, strongest[y, x], wide, reference, tone)


def _refine(strongest: Floats, x: NDArray[np.intp], y: NDArray[np.intp]) -> Floats:
    """Peaks to a fraction of a pixel, by a parabola through the neighbours in each direction."""
    padded = cv2.copyMakeBorder(strongest, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    mid = strongest[y, x]
    left, right, up, down = padded[y + 1, x], padded[y + 1, x + 2], padded[y, x + 1], padded[y + 2, x + 1]
    dx = (right - left) / (2 * (2 * mid - left - right) + 1e-6)
    dy = (down - up) / (2 * (2 * mid - up - down) + 1e-6)
    return np.stack([x + np.clip(dx, -0.5, 0.5), y + np.clip(dy, -0.5, 0.5)], 1).astype(np.float32)


def _decide(fits: dict[int, Fit]) -> PipsReading:
    scores = tuple(fits[value].score if value in fits else 0.0 for value in range(1, 7))
    order = sorted(range(1, 7), key=lambda value: -scores[value - 1])
    lead = scores[order[0] - 1] - scores[order[1] - 1]
    if order[0] not in fits:
        return PipsReading(None, 0.0)
    origin = (CROP_PX - WINDOW_PX) // 2 + WINDOW_PX // 2
    pips = tuple((float(x) + origin, float(y) + origin) for x, y in fits[order[0]].places)
    sure = scores[order[0] - 1] >= SURE_SCORE and lead >= SURE_MARGIN
    return PipsReading(order[0] if sure else None, lead, pips, scores)
