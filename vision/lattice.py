"""The lattice of a die's face: where lattices may lie over the blobs of a crop, and how well they fit there."""

import functools

import numpy as np
from numpy.typing import NDArray

from vision.patterns import (
    GRID,
    LINE,
    SINGLE,
    SQUARE,
    TINY,
    Blobs,
    Fits,
    Floats,
    Indices,
    Lattices,
    judge,
    pixels_of,
    ramp,
    strengths_at,
)

CENTRE_PX = 14.0
"""How far from the crop's middle a lattice is looked for at all, if only to contest a smaller one."""
CENTRE_SPREAD_PX = 5.0
"""Usual distance of the centre of the face turned up from the crop's middle."""
LINE_SPREAD_PX = 4.7
"""The same for a two or three, stricter: the sides of a four and six, 8 px from the middle, look like them."""
SIZE_SPREAD = 0.35
"""Usual error of the face's size, as a natural logarithm."""
NOMINAL_DIAGONAL_PX = 11.0
"""Half the distance of opposite corner pips of a face some 32 px wide."""
DIAGONAL_PX = (6.0, 19.5)
"""Half the distance of two pips in opposite corners, from foreshortened small faces to large ones."""
CELL_PX2 = (16.0, 190.0)
"""Area of a lattice cell."""
NOMINAL_CELL_PX2 = 60.0
"""Pips are some 0.26 of the face's side apart, the face is some 32 px wide and often a little foreshortened."""
SLANT = 3.0
"""Greatest (|u|^2 + |v|^2) / |u x v| of a cell's sides: seen with sides in the ratio r it is r + 1/r, here r = 0.38."""
MIDPOINT_PX = 1.8
"""How far the midpoints of a face's two diagonals may lie apart, for perspective and noise."""
INSIDE = 1.45
"""Half the side of the square, in cells, in which every pip must be explained; the nearest side pips are beyond 1.9."""
NEAR = 0.45
"""Distance in cells within which a blob is the pip that was predicted."""
MAX_DIAGONALS = 20
"""Diagonals a map may offer for squares, those nearest the middle; a six has 15 pairs in all."""
SINGLE_SIZE = 0.6
"""What a single pip loses for telling nothing about the face's size: as much as a lattice a quarter too large."""
SINGLE_PX = (4.5, 11.5, 18.0)
"""Between the first two distances from a single pip there is no other; up to the third one of a side face may be."""
ALONG, ACROSS_FROM, ACROSS_TO = 1.15, 1.2, 1.7
"""How far around a diagonal, in halves of it, no other pip is: along it, and across, where side faces come nearer."""
STRETCH = (0.95, 1.6)
"""Distance of the rows of a six over that of its pips along them."""
SLANT_SPREADS = np.array([0.3, 0.4, 0.5, 0.5], np.float32)
"""Usual excess of a cell's slant over the 2 of a square, for each: the more pips, the less it takes to believe them."""
ACROSS = 0.85
"""The other diagonal's length where only one is known: between one seen square and one foreshortened."""
TURN = np.array([[-ACROSS], [ACROSS]], np.float32)
"""By which a diagonal, its x and y exchanged, becomes the other."""
LARGE_RING = 1.5
"""How much further out they are if the pip answers best at the largest scale, as the large red ones do."""


def fit(blobs: Blobs) -> list[Fits]:
    """Judge every hypothesis that the blobs allow."""
    judged = [_singles(blobs)]
    left, right = _pairs(blobs.places.shape[2])
    one, other = blobs.places.take(left, axis=2), blobs.places.take(right, axis=2)
    middle, half = (one + other) / 2, (one - other) / 2
    length, off_middle = _length(half), _length(middle)
    good = (off_middle < CENTRE_PX) & (length > DIAGONAL_PX[0]) & (length < DIAGONAL_PX[1])
    which, pair = np.divmod(np.flatnonzero(good), len(left))
    if len(which):
        judged.append(_lines(blobs, which, middle[:, which, pair], half[:, which, pair]))
        nearest = np.argsort(np.where(good, off_middle, np.inf), axis=1)[:, :MAX_DIAGONALS]
        rows = np.arange(len(good))[:, None]
        judged.append(_squares(blobs, middle[:, rows, nearest], half[:, rows, nearest], good[rows, nearest]))
    return judged


def _singles(blobs: Blobs) -> Fits:
    which, blob = np.nonzero(_length(blobs.places) < CENTRE_PX)
    place = blobs.places[:, which, blob]
    apart = _length(_away(blobs, which, place))
    near = ramp(apart, SINGLE_PX[2], SINGLE_PX[1]) * (apart > SINGLE_PX[0])
    strays = (near * _strengths(blobs, which)).max(0)
    at = strengths_at(blobs.maps, which, pixels_of(place[:, None], blobs.tones.shape[-1]))[0]
    length = np.where(at.argmax(0) == len(at) - 1, np.float32(LARGE_RING), np.float32(1))
    u, v = np.array([[[1], [0]], [[0], [1]]], np.float32) * length
    return judge(blobs, Lattices(which, place, u, v, SINGLE_SIZE * _prior(place, 0.0)), SINGLE, strays[None])


def _lines(blobs: Blobs, which: Indices, middle: Floats, half: Floats) -> Fits:
    """Two and three: one diagonal, without and with the pip between, and nothing else round about."""
    turned = TURN * half[::-1]
    length2 = _length2(half)
    away = _away(blobs, which, middle)
    along = np.abs((away * half[:, None]).sum(0) / length2)
    across = np.abs((away * turned[:, None]).sum(0) / length2 / ACROSS)
    on_line = (np.minimum(np.abs(along - 1), along) < 0.3) & (across < 0.3)
    near = ramp(np.sqrt((along * (ACROSS_FROM / ALONG)) ** 2 + across**2), ACROSS_TO, ACROSS_FROM) * (along < ALONG)
    strays = np.where(on_line, 0, near * _strengths(blobs, which)).max(0)
    prior = _prior(middle, np.log(length2 / NOMINAL_DIAGONAL_PX**2) / 2, LINE_SPREAD_PX)
    return judge(blobs, Lattices(which, middle, half, turned, prior), LINE, strays[None])


def _squares(blobs: Blobs, middle: Floats, half: Floats, good: NDArray[np.bool_]) -> Fits:
    """Four, five, six: two diagonals that cross in their middles."""
    lattices, det = _crossings(middle, half, good)
    away = _away(blobs, lattices.map, lattices.centre)
    u, v = lattices.u, lattices.v
    a, b = (away[0] * v[1] - away[1] * v[0]) / det, (u[0] * away[1] - u[1] * away[0]) / det
    far = (a - GRID[:, :1, None]) ** 2 + (b - GRID[:, 1:, None]) ** 2 > NEAR**2
    stray = (np.maximum(np.abs(a), np.abs(b)) < INSIDE) & (far | ~SQUARE.on[..., None, None]).all(1)
    strays = np.where(stray, _strengths(blobs, lattices.map), 0).max(1)
    return judge(blobs, lattices, SQUARE, strays, _squareness(u, v, np.abs(det)))


def _crossings(middle: Floats, half: Floats, good: NDArray[np.bool_]) -> tuple[Lattices, Floats]:
    """The lattices of which two diagonals (2, m, d) cross in their middles, and u x v of each."""
    i, j = _pairs(middle.shape[2])
    fair = good[:, i] & good[:, j] & (_length(middle.take(i, axis=2) - middle.take(j, axis=2)) < MIDPOINT_PX)
    which, pair = np.divmod(np.flatnonzero(fair), len(i))
    one, other = (which, i[pair]), (which, j[pair])
    u, v = (half[:, *one] + half[:, *other]) / 2, (half[:, *one] - half[:, *other]) / 2
    det = u[0] * v[1] - u[1] * v[0]
    cell = np.abs(det) + TINY
    slant = (_length2(u) + _length2(v)) / cell
    centre = (middle[:, *one] + middle[:, *other]) / 2
    lattices = Lattices(which, centre, u, v, _prior(centre, np.log(cell / NOMINAL_CELL_PX2) / 2))
    able = np.flatnonzero((cell > CELL_PX2[0]) & (cell < CELL_PX2[1]) & (slant < SLANT))
    return lattices.only(able), det[able]


@functools.cache
def _pairs(count: int) -> tuple[Indices, Indices]:
    """The first and the second of all pairs of so many things."""
    first, second = np.triu_indices(count, 1)
    return first, second


def _squareness(u: Floats, v: Floats, cell: Floats) -> Floats:
    """(patterns, h), 0 to 1: how near a cell with the sides u and v is to what each of SQUARE has on a die.

    The pips in the rows of a six often stand closer than the rows do, so its cells are judged stretched along the rows.
    """
    uu, vv = _length2(u), _length2(v)
    root = np.sqrt(uu / vv)
    rows_u, rows_v = (np.minimum(np.maximum(rows, STRETCH[0]), STRETCH[1]) for rows in (1 / root, root))
    square = (uu + vv) / cell
    lying, standing = (uu + vv * rows_v**2) / (cell * rows_v), (uu * rows_u**2 + vv) / (cell * rows_u)
    excess = (np.stack([square, square, lying, standing]) - 2) / SLANT_SPREADS[:, None]
    shape: Floats = np.exp(-(excess**2) / 2)
    return shape


def _away(blobs: Blobs, which: Indices, centre: Floats) -> Floats:
    """(2, k, h): from each of h centres to all blobs of its map."""
    away: Floats = blobs.places.transpose(0, 2, 1).take(which, axis=2) - centre[:, None]
    return away


def _strengths(blobs: Blobs, which: Indices) -> Floats:
    """(k, h): of all blobs of the map of each of h hypotheses."""
    return blobs.strengths.T.take(which, axis=1)


def _length2(vectors: Floats) -> Floats:
    """Squares of the lengths of vectors (2, ...)."""
    square: Floats = vectors[0] ** 2 + vectors[1] ** 2
    return square


def _length(vectors: Floats) -> Floats:
    """Of vectors (2, ...); np.hypot takes several times as long."""
    length: Floats = np.sqrt(_length2(vectors))
    return length


def _prior(middle: Floats, log_size: Floats | float, spread_px: float = CENTRE_SPREAD_PX) -> Floats:
    prior: Floats = np.exp(-(_length2(middle) / spread_px**2 + (log_size / SIZE_SPREAD) ** 2) / 2)
    return prior
