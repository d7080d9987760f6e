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

WINDOW_PX = 53
"""Side of the crop's middle part in which pips are looked for: no pip of a well-cut face lies further out.

Its outermost pixels hold nothing: they keep apart the maps that are filtered in one piece.
"""
BLOB_SIGMAS_PX = (1.4, 2.3, 4.0)
"""Scales of the blob measure; a disc of radius r answers best at about r / sqrt 2, pips have radii of 2 to 6 px."""
BLOB_UNITS = np.array(BLOB_SIGMAS_PX, np.float32)[:, None, None] ** 2
"""What makes curvatures at these scales comparable."""
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
MEAN = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]], np.float32) / 2
"""Half the trace of the Hessian."""
STRETCH = np.array([[0, -1, 0], [1, 0, 1], [0, -1, 0]], np.float32) / 2
TWIST = np.array([[1, 0, -1], [0, 0, 0], [-1, 0, 1]], np.float32) / 4
"""What the Hessian has beside it: along the axes and across them."""


class _Fit(NamedTuple):
    """The best that a value can show for itself in one crop."""

    value: int
    score: float
    quality: float
    places: tuple[Point, ...]
    """Of its pips, x then y, from the crop's middle."""


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
    upright = [seen_through(view, cv2.medianBlur(one, 3)) for view, one in zip(views, crops, strict=True)]
    answers, tones = zip(*(_blobness(contrast) for contrast in _contrasts(upright)), strict=True)
    return decided(peaks_of(np.stack(answers), np.stack(tones)), views, FAINT)


def decided(blobs: Blobs, views: Floats, faint: float) -> list[PipsReading]:
    """What blobs make in each of n crops seen through `views` (n, 2, 2); nothing where none is above `faint`."""
    best = best_fits(fit(blobs), len(views))
    legible = blobs.references > faint
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


FACE = _disc(WINDOW_PX, FACE_RADIUS_PX)
MIDDLE = _disc(14, 7.0)[..., None]
"""Where the direction of colour is chosen, in pixels of every other row and column."""
MIDDLE_PX = slice(16, 48, 2)
"""The crop's rows, or columns, that MIDDLE and the pixels around it stand for."""


def _contrasts(crops: list[NDArray[np.uint8]]) -> list[Floats]:
    """For each crop (CROP_PX, CROP_PX): the crop along the direction of colour in which its blobs stand out most.

    Blobs and not all details: the direction in which a die differs from the table is often another one.
    """
    pixels = [crop.astype(np.float32) for crop in crops]
    blobs = np.stack([_coloured_blobs(one) for one in pixels])
    # einsum and not matmul: for pictures this small the threads of a BLAS cost more than they bring.
    directions = np.linalg.eigh(np.einsum("nyxc,nyxd->ncd", blobs, blobs))[1][:, :, -1]
    return [
        np.asarray(cv2.transform(one, along[None]), np.float32) for one, along in zip(pixels, directions, strict=True)
    ]


def _coloured_blobs(pixels: Floats) -> Floats:
    """(14, 14, 3): how much blobs stand out in each channel of a crop's middle."""
    reach = _reach(COLOUR_SIGMA_PX)
    around = slice(MIDDLE_PX.start - reach, MIDDLE_PX.stop + reach)
    within = slice(reach, -reach, MIDDLE_PX.step)
    mean, spread = _curvature(_blur(pixels[around, around], COLOUR_SIGMA_PX)[within, within])
    blobs: Floats = (np.sign(mean) * np.maximum(np.abs(mean) - spread, 0))[1:-1, 1:-1] * MIDDLE
    return blobs


def _reach(sigma_px: float) -> int:
    """How far a blur looks: three sigmas are enough here and cost a quarter less than OpenCV's own choice."""
    return round(3 * sigma_px)


def _blur(picture: Floats, sigma_px: float) -> Floats:
    side = 2 * _reach(sigma_px) + 1
    return np.asarray(cv2.GaussianBlur(picture, (side, side), sigma_px), np.float32)


def _curvature(picture: Floats) -> tuple[Floats, Floats]:
    """Mean and half the difference of the principal curvatures of a picture, each channel on its own.

    Those of the outermost pixels mean nothing.
    """
    mean, stretch, twist = (cv2.filter2D(picture, -1, kernel) for kernel in (MEAN, STRETCH, TWIST))
    return np.asarray(mean, np.float32), np.asarray(cv2.magnitude(stretch, twist), np.float32)


def _blobness(contrast: Floats) -> tuple[Floats, Floats]:
    """How dark, and how light, a place is against every direction around, and the smoothed contrast.

    Answers of shape (2, scales, WINDOW_PX, WINDOW_PX): the lesser curvature of the picture at each scale (the
    smaller eigenvalue of its Hessian), so that edges of dice, shadows and hatchings answer nothing. Tones of shape
    (2, WINDOW_PX, WINDOW_PX), darkness and lightness.
    """
    low = (CROP_PX - WINDOW_PX) // 2
    window = slice(low, low + WINDOW_PX)
    smooth = np.concatenate([_blur(contrast, sigma)[window, window] for sigma in BLOB_SIGMAS_PX])
    mean, spread = _curvature(smooth)
    answers = np.stack([mean - spread, -mean - spread]).reshape(2, -1, WINDOW_PX, WINDOW_PX)
    answers *= BLOB_UNITS
    tones = smooth[:WINDOW_PX]
    return np.maximum(answers, 0, out=answers), np.stack([-tones, tones])


def peaks_of(answers: Floats, tones: Floats) -> Blobs:
    """The peaks of the blob measure, in each map the strongest MAX_BLOBS.

    `answers` (n, 2, scales, WINDOW_PX, WINDOW_PX), which lose their rims, and `tones` (n, 2, WINDOW_PX, WINDOW_PX)
    are float32.
    """
    _clear_rim(answers, 1)
    best = answers.max(2)
    _clear_rim(best, 2)
    references = (best * FACE).max((1, 2, 3))
    high = (best == _widened(best)) & (best > BLOB_FLOOR * references[:, None, None, None])
    best = best.reshape(-1, WINDOW_PX, WINDOW_PX)
    which, rank, y, x = _strongest(best, high.reshape(best.shape))
    most = int(rank.max(initial=0)) + 1
    strengths = np.zeros((len(best), most), np.float32)
    strengths[which, rank] = best[which, y, x]
    places = np.full((2, len(best), most), FAR_PX, np.float32)
    places[:, which, rank] = _refined(best, which, y, x) - WINDOW_PX // 2
    maps = _widened(answers).reshape(len(best), -1, WINDOW_PX, WINDOW_PX)
    return Blobs(places, strengths, maps, tones.reshape(best.shape), references + 1e-6)


def _strongest(best: Floats, high: NDArray[np.bool_]) -> tuple[Indices, Indices, Indices, Indices]:
    """The map, the rank in it, the row and the column of the peaks `high` of maps (m, w, w), at most MAX_BLOBS each.

    Of peaks as strong the outer ones come first: where all are alike, as in a chequered cloth, they speak against a
    face, and those within make anything.
    """
    peaks = np.flatnonzero(high)  # np.nonzero of three dimensions takes ten times as long
    which, place = np.divmod(peaks, WINDOW_PX**2)
    y, x = np.divmod(place, WINDOW_PX)
    middle = WINDOW_PX // 2
    order = np.lexsort((-((y - middle) ** 2) - (x - middle) ** 2, -best.ravel()[peaks], which))
    rank = np.arange(len(which)) - np.searchsorted(which, which)
    kept = rank < MAX_BLOBS
    order = order[kept]
    return which[order], rank[kept], y[order], x[order]


def _clear_rim(maps: Floats, width: int) -> None:
    """Let the outermost pixels of maps (..., w, w) hold nothing."""
    maps[..., :width, :] = maps[..., -width:, :] = maps[..., :width] = maps[..., -width:] = 0


def _widened(maps: Floats) -> Floats:
    """The greatest of each pixel and its neighbours, in maps (..., w, w) with clear rims."""
    wide = cv2.dilate(maps.reshape(-1, maps.shape[-1]), NEIGHBOURS)
    return np.asarray(wide, np.float32).reshape(maps.shape)


def _refined(best: Floats, which: Indices, y: Indices, x: Indices) -> Floats:
    """(2, n): n peaks of maps to a fraction of a pixel, by a parabola through the neighbours in each direction."""
    mid = 2 * best[which, y, x] + 1e-6
    left, right, up, down = best[which, y, x - 1], best[which, y, x + 1], best[which, y - 1, x], best[which, y + 1, x]
    dx, dy = (right - left) / (2 * (mid - left - right) + 1e-6), (down - up) / (2 * (mid - up - down) + 1e-6)
    return np.stack([x + np.clip(dx, -0.5, 0.5), y + np.clip(dy, -0.5, 0.5)])


def best_fits(judged: list[Fits], count: int) -> list[list[_Fit]]:
    """For each of `count` crops and each value the likeliest fit, and the one of best quality wherever it lies."""
    best: list[list[_Fit]] = [[] for _ in range(count)]
    for fits in judged:
        able = np.flatnonzero(fits.quality > 0)
        keys, quality = fits.map[able] // 2 * 7 + fits.value[able], fits.quality[able]
        scores = quality * fits.prior[able]
        for rank in (scores, quality):
            order = np.argsort(rank)
            for key, k in dict(zip(keys[order].tolist(), order.tolist(), strict=True)).items():
                one = _Fit(key % 7, float(scores[k]), float(quality[k]), fits.places(int(able[k])))
                best[key // 7].append(one)
    return best


def _is_part(mine: _Fit, other: _Fit) -> bool:
    """Whether each pip of a fit is also one of a fit of a greater value.

    A one is no part of a two: the two has nothing in its middle, so the places alone decide between them.
    """
    if other.value <= mine.value or (mine.value, other.value) == (1, 2):
        return False
    return all(_is_among(place, other.places) for place in mine.places)


def _is_outdone(mine: _Fit, best: _Fit) -> bool:
    """Whether a fit is no rival of the best: a part of it, or a stray pair of which one is a pip of a full lattice."""
    if best.value >= 4 and mine.value <= 2:
        return any(_is_among(place, best.places) for place in mine.places)
    return _is_part(mine, best)


def _is_among(place: Point, places: tuple[Point, ...]) -> bool:
    """Whether one of the places is the same pip."""
    return any((place[0] - x) ** 2 + (place[1] - y) ** 2 < SAME_PX**2 for x, y in places)


def decide(fits: list[_Fit], view: Floats) -> PipsReading:
    """The best fit's value, unless another is nearly as good or it may be but a part of a larger pattern."""
    if not fits:
        return PipsReading(None, 0.0)
    best = _preferred(fits)
    wholes = [one for one in fits if _is_part(best, one)]
    contested = any(one.quality > CONTEST * best.quality and one.score > RIVAL * best.score for one in wholes)
    others = sorted((one for one in fits if one.value != best.value), key=lambda one: -one.score)
    lead = best.score - next((one.score for one in others if not _is_outdone(one, best)), 0.0)
    pips = tuple((float(x) + ORIGIN_PX, float(y) + ORIGIN_PX) for x, y in np.array(best.places) @ view.T)
    sure = best.score >= SURE_SCORE and lead >= SURE_MARGIN * best.score and not contested
    scores = (max((one.score for one in fits if one.value == value), default=0.0) for value in range(1, 7))
    score = lead / SINGLE_SIZE if best.value == 1 else lead
    return PipsReading(best.value if sure else None, score, pips, tuple(scores))


def _preferred(fits: list[_Fit]) -> _Fit:
    """The likeliest fit, or one that explains its pips and more and is nearly as likely."""
    best = max(fits, key=lambda one: one.score)
    wholes = [one for one in fits if _is_part(best, one) and one.score > WHOLE[best.value] * best.score]
    return max(wholes, key=lambda one: one.score, default=best)
