"""The geometric witness: finds the pips of the face turned up and fits them to a die's lattice, nothing learned.

A face's pips lie on a square lattice of three by three, seen under a perspective that is affine to within a
fraction of a pixel at the size of a die. Blobs that are round in every direction are looked for in the colour
direction in which the crop's details differ most, whatever their polarity; pairs of them are taken as diagonals of
the lattice, and each hypothesis is judged by the pips it predicts and as much by those it forbids.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import SINGLE_SIZE, Blobs, Fits, Floats, Indices, fit

CROP_PX = 64
"""Side of the square crop that is read."""
FACE_PX = 32.0
"""Side of the face turned up within the crop; errors up to 20 % are expected."""

Point = tuple[float, float]

WINDOW_PX = 51
"""Side of the crop's middle part in which pips are looked for: no pip of a well-cut face lies further out."""
BLOB_SIGMAS_PX = (1.4, 2.3, 4.0)
"""Scales of the blob measure; a disc of radius r answers best at about r / sqrt 2, pips have radii of 2 to 6 px."""
COLOUR_SIGMA_PX = 2.0
"""Scale at which the direction of colour is chosen."""
MAX_BLOBS = 14
"""Candidates kept for each polarity: six pips, those of two side faces and some specks."""
BLOB_FLOOR = 0.16
"""Weakest blob worth keeping, as a share of the strongest near the middle."""
FACE_RADIUS_PX = 20.0
"""Pips of the face turned up lie within this distance of the crop's middle, those of others seldom."""
SURE_SCORE = 0.2
"""Least score of a value that is told."""
SURE_MARGIN = 0.4
"""Least lead over the second best value, as a share of the score."""

CONTEST = 0.3
"""A fit that explains more pips makes one of its parts doubtful if it has this share of the part's quality."""
RIVAL = 0.35
"""The same for the part's score: a pattern that lies far from the crop's middle makes nothing doubtful."""
WHOLE = {1: 0.75, 2: 0.4, 3: 0.4, 4: 0.5, 5: 0.75}
"""A fit that explains more pips is preferred to a part of that value if it has this share of the part's score.

A one and a speck may be a chance; five or six in a lattice are none.
"""
SAME_PX = 2.5
"""Two places nearer than this are the same pip."""


LEAST_TILT, MOST_TILT = 0.2, 0.85
"""Slants, as a sine, below which a face is taken as it is, and beyond which its shape tells nothing more."""
FAINT = 8.0
"""Blob measure, in grey levels, below which a crop is blank."""
FAR_PX = 1e4
"""Where the blobs are that a map has fewer of."""
ORIGIN_PX = (CROP_PX - WINDOW_PX) // 2 + WINDOW_PX // 2
"""The crop's pixel from which places are counted within."""
NEIGHBOURS = np.ones((3, 3), np.uint8)


class _Fit(NamedTuple):
    """The best that a value can show for itself in one crop."""

    value: int
    score: float
    quality: float
    places: Floats


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


def read_pips_many(crops: NDArray[np.uint8], slants: Floats | None = None) -> list[PipsReading]:
    """Read crops of shape (n, CROP_PX, CROP_PX, 3) at once; raises ValueError for another shape.

    `slants`, (n, 2), are the parts of each face's unit normal across the line of sight, right and down, as far as
    they are known: then the faces are read as if seen from straight above.
    """
    if crops.shape[1:] != (CROP_PX, CROP_PX, 3):
        raise ValueError(f"crops must have the shape (n, {CROP_PX}, {CROP_PX}, 3), not {crops.shape}")
    if not len(crops):
        return []
    # One by one as far as whole pictures go, which then stay in the processor's cache; together for the hypotheses.
    views = views_of(np.zeros((len(crops), 2)) if slants is None else np.asarray(slants, np.float64))
    upright = np.stack([seen_through(view, cv2.medianBlur(one, 3)) for view, one in zip(views, crops, strict=True)])
    answers, tones = zip(*(_blobness(contrast) for contrast in _contrasts(upright)), strict=True)
    blobs = peaks_of(np.stack(answers), np.stack(tones))
    return decided(blobs, views, FAINT)


def decided(blobs: Blobs, views: Floats, faint: float) -> list[PipsReading]:
    """What blobs make in each of n crops seen through `views` (n, 2, 2); nothing where none is above `faint`."""
    best = best_fits(fit(blobs), len(views))
    legible = blobs.references[::2] > faint
    return [
        decide(one, view) if clear else PipsReading(None, 0.0)
        for one, view, clear in zip(best, views, legible, strict=True)
    ]


def views_of(slants: Floats) -> Floats:
    """(n, 2, 2): where in the crop, from its middle, the places of a face are that is seen from straight above.

    A face that is turned away looks shorter in that direction; its area is kept, as the crops are cut by it.
    """
    tilt = np.hypot(slants[:, 0], slants[:, 1])[:, None, None] + 1e-9
    towards = slants[:, :, None] * slants[:, None] / tilt**2
    squash = np.sqrt(1 - np.minimum(tilt, MOST_TILT) ** 2)
    squash = np.where(tilt < LEAST_TILT, 1, squash)
    views: Floats = (np.eye(2) - (1 - squash) * towards) / np.sqrt(squash)
    return views


def seen_through(view: Floats, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop as its face would look from straight above."""
    if view[0, 0] == view[1, 1] == 1:
        return crop
    middle = np.full(2, (CROP_PX - 1) / 2)
    matrix = np.column_stack([view, middle - view @ middle])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    turned = cv2.warpAffine(crop, matrix, (CROP_PX, CROP_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def _disc(side: int, radius_px: float) -> Floats:
    """1 within the radius of the middle, else 0."""
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    disc: Floats = (x**2 + y**2 < radius_px**2).astype(np.float32)
    return disc


MIDDLE = _disc(CROP_PX // 2 - 2, 7.0)
FACE = _disc(WINDOW_PX, FACE_RADIUS_PX)


def _contrasts(crops: NDArray[np.uint8]) -> Floats:
    """(n, CROP_PX, CROP_PX): each crop along the direction of colour in which its middle's blobs stand out most.

    Blobs and not all details: the direction in which a die differs from the table is often another one.
    """
    pixels = crops.astype(np.float32)
    smooth = np.stack([_blur(one, COLOUR_SIGMA_PX)[::2, ::2] for one in pixels])
    mean, spread = _curvature(smooth.transpose(0, 3, 1, 2))
    blobs = np.sign(mean) * np.maximum(np.abs(mean) - spread, 0) * MIDDLE
    # einsum and not matmul: for pictures this small the threads of a BLAS cost more than they bring.
    direction = np.linalg.eigh(np.einsum("ncyx,ndyx->ncd", blobs, blobs))[1][:, :, -1]
    contrasts: Floats = np.einsum("nyxc,nc->nyx", pixels, direction)
    return contrasts


def _blur(picture: Floats, sigma_px: float) -> Floats:
    # Three sigmas are enough here and cost a quarter less than OpenCV's own choice.
    side = 2 * round(3 * sigma_px) + 1
    return np.asarray(cv2.GaussianBlur(picture, (side, side), sigma_px), np.float32)


def _curvature(pictures: Floats) -> tuple[Floats, Floats]:
    """Mean and half the difference of the principal curvatures of pictures (..., h, w), without their outer pixels."""
    mid = 2 * pictures[..., 1:-1, 1:-1]
    xx = pictures[..., 1:-1, 2:] + pictures[..., 1:-1, :-2] - mid
    yy = pictures[..., 2:, 1:-1] + pictures[..., :-2, 1:-1] - mid
    xy = pictures[..., 2:, 2:] + pictures[..., :-2, :-2] - pictures[..., 2:, :-2] - pictures[..., :-2, 2:]
    half: Floats = np.sqrt((xx - yy) ** 2 + xy**2 / 4) / 2
    return (xx + yy) / 2, half


def _blobness(contrast: Floats) -> tuple[Floats, Floats]:
    """How dark, and how light, a place is against every direction around, and the smoothed contrast.

    Answers of shape (2, scales, WINDOW_PX, WINDOW_PX): the lesser curvature of the picture at each scale (the
    smaller eigenvalue of its Hessian), so that edges of dice, shadows and hatchings answer nothing. Tones of shape
    (2, WINDOW_PX, WINDOW_PX), darkness and lightness.
    """
    sigmas = np.array(BLOB_SIGMAS_PX, np.float32)[:, None, None]
    low = (CROP_PX - WINDOW_PX) // 2
    rim = slice(low - 1, low + WINDOW_PX + 1)
    smooth = np.stack([_blur(contrast, sigma)[rim, rim] for sigma in BLOB_SIGMAS_PX])
    mean, spread = _curvature(smooth)
    answers = np.stack([mean - spread, -mean - spread]) * sigmas**2
    tones = smooth[0, 1:-1, 1:-1]
    return np.maximum(answers, 0), np.stack([-tones, tones])


def peaks_of(answers: Floats, tones: Floats) -> Blobs:
    """The peaks of the blob measure, in each map the strongest MAX_BLOBS."""
    best = answers.max(2)
    best[..., [0, -1], :] = best[..., [0, -1]] = 0
    references = (best * FACE).max((1, 2, 3))
    peaks = np.stack([cv2.dilate(one, NEIGHBOURS) for one in best.reshape(-1, WINDOW_PX, WINDOW_PX)])
    flat = best.reshape(-1, WINDOW_PX**2)
    references = np.repeat(references, 2)
    flat = np.where((flat == peaks.reshape(flat.shape)) & (flat > BLOB_FLOOR * references[:, None]), flat, 0)
    order = np.argpartition(-flat, MAX_BLOBS, axis=1)[:, :MAX_BLOBS]
    strengths = np.take_along_axis(flat, order, 1)
    places = _refine(best.reshape(-1, WINDOW_PX, WINDOW_PX), *np.divmod(order, WINDOW_PX)) - WINDOW_PX // 2
    places[strengths == 0] = FAR_PX
    wide = np.stack([cv2.dilate(one, NEIGHBOURS) for one in answers.reshape(-1, WINDOW_PX, WINDOW_PX)])
    maps = wide.astype(np.float32).reshape(len(flat), -1, WINDOW_PX, WINDOW_PX)
    return Blobs(places, strengths, maps, tones.reshape(-1, WINDOW_PX, WINDOW_PX), references + 1e-6)


def _refine(best: Floats, y: Indices, x: Indices) -> Floats:
    """Peaks to a fraction of a pixel, by a parabola through the neighbours in each direction."""
    which = np.arange(len(best))[:, None]
    y, x = np.clip(y, 1, WINDOW_PX - 2), np.clip(x, 1, WINDOW_PX - 2)
    mid = 2 * best[which, y, x] + 1e-6
    left, right, up, down = best[which, y, x - 1], best[which, y, x + 1], best[which, y - 1, x], best[which, y + 1, x]
    dx, dy = (right - left) / (2 * (mid - left - right) + 1e-6), (down - up) / (2 * (mid - up - down) + 1e-6)
    return np.stack([x + np.clip(dx, -0.5, 0.5), y + np.clip(dy, -0.5, 0.5)], -1).astype(np.float32)


def best_fits(judged: list[Fits], count: int) -> list[list[_Fit]]:
    """For each of `count` crops and each value the likeliest fit, and the one of best quality wherever it lies."""
    best: list[list[_Fit]] = [[] for _ in range(count)]
    for fits in judged:
        keys, scores = fits.map // 2 * 7 + fits.value, fits.quality * fits.prior
        for rank in (scores, fits.quality):
            order = np.argsort(rank)
            for key, k in dict(zip(keys[order].tolist(), order.tolist(), strict=True)).items():
                if rank[k] > 0:
                    value = key % 7
                    best[key // 7].append(_Fit(value, float(scores[k]), float(fits.quality[k]), fits.places[k, :value]))
    return best


def _is_part(mine: _Fit, other: _Fit) -> bool:
    """Whether each pip of a fit is also one of a fit of a greater value.

    A one is no part of a two: the two has nothing in its middle, so the places alone decide between them.
    """
    if other.value <= mine.value or (mine.value, other.value) == (1, 2):
        return False
    gaps = mine.places[:, None] - other.places[None]
    return bool(((gaps**2).sum(-1).min(1) < SAME_PX**2).all())


def _is_outdone(mine: _Fit, best: _Fit) -> bool:
    """Whether a fit is no rival of the best: a part of it, or a stray pair of which one is a pip of a full lattice."""
    if best.value >= 4 and mine.value <= 2:
        gaps = mine.places[:, None] - best.places[None]
        return bool(((gaps**2).sum(-1) < SAME_PX**2).any())
    return _is_part(mine, best)


def decide(fits: list[_Fit], view: Floats) -> PipsReading:
    """The best fit's value, unless another is nearly as good or it may be but a part of a larger pattern."""
    if not fits:
        return PipsReading(None, 0.0)
    best = _preferred(fits)
    wholes = [one for one in fits if _is_part(best, one)]
    contested = any(one.quality > CONTEST * best.quality and one.score > RIVAL * best.score for one in wholes)
    rivals = [one.score for one in fits if one.value != best.value and not _is_outdone(one, best)]
    lead = best.score - max(rivals, default=0.0)
    pips = tuple((float(x) + ORIGIN_PX, float(y) + ORIGIN_PX) for x, y in best.places @ view.T)
    sure = best.score >= SURE_SCORE and lead >= SURE_MARGIN * best.score and not contested
    scores = (max((one.score for one in fits if one.value == value), default=0.0) for value in range(1, 7))
    score = lead / SINGLE_SIZE if best.value == 1 else lead
    return PipsReading(best.value if sure else None, score, pips, tuple(scores))


def _preferred(fits: list[_Fit]) -> _Fit:
    """The likeliest fit, or one that explains its pips and more and is nearly as likely."""
    best = max(fits, key=lambda one: one.score)
    wholes = [one for one in fits if _is_part(best, one) and one.score > WHOLE[best.value] * best.score]
    return max(wholes, key=lambda one: one.score, default=best)
