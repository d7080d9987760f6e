"""The geometric witness: finds the pips of the face turned up and fits them to a die's lattice, nothing learned.

A face's pips lie on a square lattice of three by three, seen under a perspective that is affine to within a
fraction of a pixel at the size of a die. Blobs that are round in every direction are looked for in the colour
direction in which the crop's details differ most, whatever their polarity; pairs of them are taken as diagonals of
the lattice, and each hypothesis is judged by the pips it predicts and as much by those it forbids.
"""

import math
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import CROP_PX, WINDOW_PX, blobs_of
from vision.lattice import SINGLE_SIZE, fit
from vision.patterns import Blobs, Fits, Floats, Point, pixels_of

FACE_PX = 32.0
"""Side of the face turned up within the crop; errors up to 20 % are expected."""

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
SPECK = 1.5
"""How much sharper a speck in the middle of a two or a four is than their pips: how much stronger at the finest scale
than at the next, over the same of the pips. The middle pips of threes and fives of several makes hardly reach 1.2."""
SAME_PX = 2.5
"""Two places nearer than this are the same pip."""


LEAST_TILT, MOST_TILT = 0.2, 0.85
"""Slants, as a sine, below which a face is taken as it is, and beyond which its shape tells nothing more."""
FAINT = 8.0
"""Blob measure, in grey levels, below which a crop is blank."""
ORIGIN_PX = (CROP_PX - WINDOW_PX) // 2 + WINDOW_PX // 2
"""The crop's pixel from which places are counted within."""


class _Fit(NamedTuple):
    """The best that a value can show for itself in one crop."""

    value: int
    score: float
    quality: float
    places: tuple[Point, ...]
    """Of its pips, x then y, from the crop's middle."""
    map: int = 0
    """In which of the maps of blobs it was found."""
    speck: bool = False
    """Whether a speck lies in its middle, where a value greater by one has a pip."""


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
    speck: bool = False
    """Whether a speck or a glint lies where the value that is greater by one has its middle pip."""


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
    views = views_of(np.zeros((len(crops), 2)) if slants is None else np.asarray(slants, np.float64))
    upright = [seen_through(view, cv2.medianBlur(one, 3)) for view, one in zip(views, crops, strict=True)]
    return decided(blobs_of(upright), views, FAINT)


def decided(blobs: Blobs, views: Floats, faint: float) -> list[PipsReading]:
    """What blobs make in each of n crops seen through `views` (n, 2, 2); nothing where none is above `faint`."""
    best = best_fits(fit(blobs), len(views))
    legible = blobs.references > faint
    return [
        decide([_without_speck(fit, blobs) for fit in one], view) if clear else PipsReading(None, 0.0)
        for one, view, clear in zip(best, views, legible, strict=True)
    ]


def views_of(slants: Floats) -> Floats:
    """(n, 2, 2): where in the crop, from its middle, the places of a face are that is seen from straight above.

    A face that is turned away looks shorter in that direction; its area is kept, as the crops are cut by it.
    """
    return np.array([_view(right, down) for right, down in slants.tolist()], np.float64).reshape(-1, 2, 2)


def _view(right: float, down: float) -> tuple[Point, Point]:
    tilt = math.hypot(right, down)
    if tilt < LEAST_TILT:
        return (1.0, 0.0), (0.0, 1.0)
    squash = math.sqrt(1 - min(tilt, MOST_TILT) ** 2)
    less, whole = (1 - squash) / tilt**2, math.sqrt(squash)
    mixed = -less * right * down / whole
    return ((1 - less * right**2) / whole, mixed), (mixed, (1 - less * down**2) / whole)


def seen_through(view: Floats, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop as its face would look from straight above."""
    if view[0, 0] == view[1, 1] == 1:
        return crop
    middle = np.full(2, (CROP_PX - 1) / 2)
    matrix = np.column_stack([view, middle - view @ middle])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    turned = cv2.warpAffine(crop, matrix, (CROP_PX, CROP_PX), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def best_fits(judged: list[Fits], count: int) -> list[list[_Fit]]:
    """For each of `count` crops and each value the likeliest fit, and the one of best quality wherever it lies."""
    best: list[list[_Fit]] = [[] for _ in range(count)]
    for fits in judged:
        able, places = _able(fits), fits.places()
        likeliest, finest = ({one[:2]: one for one in sorted(able, key=itemgetter(rank))} for rank in (2, 3))
        for crop, value, score, quality, pattern, lattice in dict.fromkeys((*likeliest.values(), *finest.values())):
            best[crop].append(_Fit(value, score, quality, places(pattern, lattice), int(fits.lattices.map[lattice])))
    return best


def _able(fits: Fits) -> list[tuple[int, int, float, float, int, int]]:
    """Of all that fits at all the crop, the value, the score, the quality, which pattern it is and on which lattice."""
    pattern, lattice = np.nonzero(fits.quality)
    quality = fits.quality[pattern, lattice]
    score = quality * fits.lattices.prior[lattice]
    crop, value = fits.lattices.map[lattice] // 2, np.take(fits.patterns.values, pattern)
    return list(zip(*(column.tolist() for column in (crop, value, score, quality, pattern, lattice)), strict=True))


def _without_speck(fit: _Fit, blobs: Blobs) -> _Fit:
    """A fit of three or five, or of one less if what lies in its middle is a speck or a glint, and no pip."""
    if fit.value not in (3, 5):
        return fit
    places = np.array(fit.places, np.float32)
    pixels = pixels_of(places.T, blobs.tones.shape[-1])
    fine, coarser = blobs.maps[fit.map].reshape(blobs.maps.shape[1], -1)[:2, pixels]
    if not coarser.all():
        return fit
    away = ((places - places.mean(0)) ** 2).sum(1)
    middle, sharpness = int(away.argmin()), fine / coarser
    others = np.delete(sharpness, middle)
    if sharpness[middle] < SPECK * others.mean():
        return fit
    fewer = tuple(tuple(place) for place in np.delete(places, middle, axis=0).tolist())
    return fit._replace(value=fit.value - 1, places=fewer, speck=True)


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
    x0, y0 = place
    return any((x0 - x) ** 2 + (y0 - y) ** 2 < SAME_PX**2 for x, y in places)


def decide(fits: list[_Fit], view: Floats) -> PipsReading:
    """The best fit's value, unless another is nearly as good or it may be but a part of a larger pattern."""
    if not fits:
        return PipsReading(None, 0.0)
    best = _preferred(fits)
    contested = any(
        one.quality > CONTEST * best.quality and one.score > RIVAL * best.score and _is_part(best, one) for one in fits
    )
    rivals = sorted((one for one in fits if one.value != best.value), key=lambda one: -one.score)
    lead = best.score - next((one.score for one in rivals if not _is_outdone(one, best)), 0.0)
    sure = best.score >= SURE_SCORE and lead >= SURE_MARGIN * best.score and not contested
    scores = [0.0] * 6
    for one in fits:
        scores[one.value - 1] = max(one.score, scores[one.value - 1])
    speck = any(one.speck and one.value == best.value for one in fits)
    score = lead / SINGLE_SIZE if best.value == 1 else lead
    return PipsReading(best.value if sure else None, score, _in_crop(best.places, view), tuple(scores), speck)


def _in_crop(places: tuple[Point, ...], view: Floats) -> tuple[Point, ...]:
    """Where in the crop places are that were seen through the view."""
    (a, b), (c, d) = view.tolist()
    return tuple((a * x + b * y + ORIGIN_PX, c * x + d * y + ORIGIN_PX) for x, y in places)


def _preferred(fits: list[_Fit]) -> _Fit:
    """The likeliest fit, or one that explains its pips and more and is nearly as likely."""
    best = max(fits, key=lambda one: one.score)
    wholes = [one for one in fits if one.score > WHOLE.get(best.value, 1) * best.score and _is_part(best, one)]
    return max(wholes, key=lambda one: one.score, default=best)
