"""The lattice of a die's face: which of the six patterns of pips do given blobs make, and how well."""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Indices = NDArray[np.intp]

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
EVEN = (0.2, 0.55)
"""Strength of the weakest pip over that of the strongest: impossible, and good."""
ABSENT = (0.5, 0.25)
"""Strength of the strongest blob where none may be over that of the pips."""
NEGATIVE = (0.9, 0.6)
"""Strength of blobs of the other polarity at empty nodes over that of the pips: a checkerboard has 1, a five 0.5."""
STRONG = (0.3, 0.65)
"""Strength of the pips over that of the strongest blob near the middle."""
ROWS_EVEN, ROWS_STRONG = (0.12, 0.35), (0.15, 0.35)
"""The same for a six, whose pips nearly touch along the rows and are no good blobs there."""
APART = (0.2, 0.55)
"""Least difference in tone between a pip and places without, over the usual one."""
UNIFORM = (1.0, 0.5)
"""Spread of the body's tone (between its quartiles) over the contrast of the pips."""
SINGLE_SIZE = 0.6
"""What a single pip loses for telling nothing about the face's size: as much as a lattice a quarter too large."""
SINGLE_PX = (4.5, 11.5, 18.0)
"""Between the first two distances from a single pip there is no other; up to the third one of a side face may be."""
ALONG, ACROSS_FROM, ACROSS_TO = 1.15, 1.2, 1.7
"""How far around a diagonal, in halves of it, no other pip is: along it, and across, where side faces come nearer."""
STRETCH = (0.95, 1.6)
"""Distance of the rows of a six over that of its pips along them."""


def _table(*rows: tuple[float, ...]) -> Floats:
    return np.array(rows, np.float32)


GRID = _table(*((a, b) for b in (-1, 0, 1) for a in (-1, 0, 1)))
"""The lattice's nine nodes in cells, row by row."""
SQUARES = np.array(
    [
        [1, 0, 1, 0, 0, 0, 1, 0, 1],
        [1, 0, 1, 0, 1, 0, 1, 0, 1],
        [1, 1, 1, 0, 0, 0, 1, 1, 1],
        [1, 0, 1, 1, 0, 1, 1, 0, 1],
    ],
    bool,
)
"""Nodes that hold a pip: four, five, and six lying either way."""
SQUARE_VALUES = (4, 5, 6, 6)
SLANT_SPREADS = np.array([0.3, 0.4, 0.5, 0.5], np.float32)
"""Usual excess of a cell's slant over the 2 of a square, for each: the more pips, the less it takes to believe them."""
SQUARE_BODY = _table((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5))
"""Places in cells that are body in all of them."""
LINE = _table((-1, 0), (0, 0), (1, 0))
"""The nodes of one diagonal, in halves of it."""
LINES = np.array([[1, 0, 1], [1, 1, 1]], bool)
"""Two and three."""
LINE_BODY = _table(
    (0.5, 0), (-0.5, 0), (0.4, 0.5), (0.4, -0.5), (-0.4, 0.5), (-0.4, -0.5), (0, 0.7), (0, -0.7), (1.4, 0), (-1.4, 0)
)
"""Places that are body about a diagonal, in halves of it and of what stands square to it."""
ACROSS = 0.85
"""The other diagonal's length where only one is known: between one seen square and one foreshortened."""
RING = 7.0 * _table(*((np.cos(t), np.sin(t)) for t in np.arange(8) * np.pi / 4))
"""Places that are body about a single pip, in pixels."""
LARGE_RING = 1.5
"""How much further out they are if the pip answers best at the largest scale, as the large red ones do."""


class Blobs(NamedTuple):
    """Candidates for pips in m maps: for each crop one of dark blobs and then one of light ones; all float32."""

    places: Floats
    """(2, m, k), x and y, relative to the crop's middle, in pixels; missing ones are far away."""
    strengths: Floats
    """(m, k), the blob measure at its best scale; 0 where missing."""
    maps: Floats
    """(m, scales, w, w), the blob measure around the crop's middle, tolerant to a shift by a pixel."""
    tones: Floats
    """(m, w, w), the smoothed contrast, with the sign that makes the map's blobs the lighter places."""
    references: Floats
    """(m / 2,), for each crop the strongest blob of either polarity near its middle."""


class Fits(NamedTuple):
    """Hypotheses that were judged: every one of h lattices with each of p patterns, by the pattern first."""

    value: Indices
    """(p h,), 1 to 6"""
    map: Indices
    """(p h,), which of the maps"""
    quality: Floats
    """(p h,), 0 to 1, how well the pips and what lies between them suit the value."""
    prior: Floats
    """(p h,), 0 to 1, how well place and size suit the face that the crop was cut for."""
    nodes: Floats
    """(2, n, h), as in _Guess."""
    patterns: NDArray[np.bool_]
    """(p, n), which nodes hold a pip."""

    def places(self, k: int) -> tuple[tuple[float, float], ...]:
        """The pips of a hypothesis, x and y relative to the crop's middle."""
        pattern, guess = divmod(k, self.nodes.shape[2])
        x, y = self.nodes[:, self.patterns[pattern], guess].tolist()
        return tuple(zip(x, y, strict=True))


class _Guess(NamedTuple):
    """Lattices to be judged, all with the same nodes."""

    map: Indices
    """(h,)"""
    nodes: Floats
    """(2, n, h), x and y of places that hold a pip or hold none, as the pattern says."""
    body: Floats
    """(2, b, h), places that are body whatever the pattern."""
    prior: Floats
    """(h,), 0 to 1."""


# Coordinates come first and hypotheses last in all that follows: what is summed over then lies far apart, and whole
# rows of hypotheses are worked on at once, which is several times as fast as the other way round.


def fit(blobs: Blobs) -> list[Fits]:
    """Judge every hypothesis that the blobs allow."""
    judged = [_singles(blobs)]
    left, right = _pairs(blobs.places.shape[2])
    one, other = blobs.places.take(left, axis=2), blobs.places.take(right, axis=2)
    middle, half = (one + other) / 2, (one - other) / 2
    length, off_middle = _length(half), _length(middle)
    good = (off_middle < CENTRE_PX) & (length > DIAGONAL_PX[0]) & (length < DIAGONAL_PX[1])
    which, pair = np.nonzero(good)
    if len(which):
        judged.append(_lines(blobs, which, middle[:, which, pair], half[:, which, pair]))
        nearest = np.argsort(np.where(good, off_middle, np.inf), axis=1)[:, :MAX_DIAGONALS]
        rows = np.arange(len(good))[:, None]
        judged.extend(_squares(blobs, middle[:, rows, nearest], half[:, rows, nearest], good[rows, nearest]))
    return judged


def _singles(blobs: Blobs) -> Fits:
    which, blob = np.nonzero(_length(blobs.places) < CENTRE_PX)
    place = blobs.places[:, which, blob]
    apart = _length(_away(blobs, which, place))
    near = _ramp(apart, SINGLE_PX[2], SINGLE_PX[1]) * (apart > SINGLE_PX[0])
    others = (near * _strengths(blobs, which)).max(0)
    at = _at_scales(blobs.maps, which, _pixels(place[:, None], blobs.tones.shape[-1]))[0]
    large = at.argmax(0) == len(at) - 1
    ring = np.where(large, np.float32(LARGE_RING), np.float32(1)) * RING.T[..., None]
    guess = _Guess(which, place[:, None], place[:, None] + ring, SINGLE_SIZE * _prior(place, 0.0))
    return _judge(blobs, guess, np.ones((1, 1), bool), (1,), others[None])


def _lines(blobs: Blobs, which: Indices, middle: Floats, half: Floats) -> Fits:
    """Two and three: one diagonal, without and with the pip between, and nothing else round about."""
    turned = ACROSS * np.stack([-half[1], half[0]])
    length2 = (half**2).sum(0)
    away = _away(blobs, which, middle)
    along = np.abs((away * half[:, None]).sum(0) / length2)
    across = np.abs((away * turned[:, None]).sum(0) / length2 / ACROSS)
    on_line = (np.minimum(np.abs(along - 1), along) < 0.3) & (across < 0.3)
    near = _ramp(np.sqrt((along * (ACROSS_FROM / ALONG)) ** 2 + across**2), ACROSS_TO, ACROSS_FROM) * (along < ALONG)
    others = np.where(on_line, 0, near * _strengths(blobs, which)).max(0)
    prior = _prior(middle, np.log(length2 / NOMINAL_DIAGONAL_PX**2) / 2, LINE_SPREAD_PX)
    guess = _Guess(which, _at(LINE, middle, half, turned), _at(LINE_BODY, middle, half, turned), prior)
    return _judge(blobs, guess, LINES, (2, 3), np.stack([others, others]))


def _squares(blobs: Blobs, middle: Floats, half: Floats, good: NDArray[np.bool_]) -> list[Fits]:
    """Four, five, six: two diagonals that cross in their middles."""
    i, j = _pairs(middle.shape[2])
    fair = good[:, i] & good[:, j] & (_length(middle.take(i, axis=2) - middle.take(j, axis=2)) < MIDPOINT_PX)
    which, pair = np.nonzero(fair)
    one, other = (which, i[pair]), (which, j[pair])
    c = (middle[:, *one] + middle[:, *other]) / 2
    u, v = (half[:, *one] + half[:, *other]) / 2, (half[:, *one] - half[:, *other]) / 2
    det = u[0] * v[1] - u[1] * v[0]
    cell = np.abs(det) + 1e-6
    slant = ((u**2).sum(0) + (v**2).sum(0)) / cell
    able = np.flatnonzero((cell > CELL_PX2[0]) & (cell < CELL_PX2[1]) & (slant < SLANT))
    if not len(able):
        return []
    which, c, u, v, det, cell = which[able], c[:, able], u[:, able], v[:, able], det[able], cell[able]
    away = _away(blobs, which, c)
    a, b = (away[0] * v[1] - away[1] * v[0]) / det, (u[0] * away[1] - u[1] * away[0]) / det
    far = (a - GRID[:, :1, None]) ** 2 + (b - GRID[:, 1:, None]) ** 2 > NEAR**2
    stray = (np.maximum(np.abs(a), np.abs(b)) < INSIDE) & np.stack([far[on].all(0) for on in SQUARES])
    others = np.where(stray, _strengths(blobs, which), 0).max(1)
    prior = _prior(c, np.log(cell / NOMINAL_CELL_PX2) / 2)
    guess = _Guess(which, _at(GRID, c, u, v), _at(SQUARE_BODY, c, u, v), prior)
    fits = _judge(blobs, guess, SQUARES, SQUARE_VALUES, others)
    return [fits._replace(quality=fits.quality * _squareness(u, v, cell).ravel())]


@functools.cache
def _pairs(count: int) -> tuple[Indices, Indices]:
    """The first and the second of all pairs of so many things."""
    first, second = np.triu_indices(count, 1)
    return first, second


def _squareness(u: Floats, v: Floats, cell: Floats) -> Floats:
    """(patterns, h), 0 to 1: how near a cell with the sides u and v is to what each of SQUARES has on a die.

    The pips in the rows of a six often stand closer than the rows do, so its cells are judged stretched along the rows.
    """
    uu, vv = (u**2).sum(0), (v**2).sum(0)
    square = (uu + vv) / cell
    root = np.sqrt(uu / vv)
    rows_u, rows_v = np.clip(1 / root, *STRETCH), np.clip(root, *STRETCH)
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


def _length(vectors: Floats) -> Floats:
    """Of vectors (2, ...); np.hypot takes several times as long."""
    length: Floats = np.sqrt(vectors[0] ** 2 + vectors[1] ** 2)
    return length


def _at(table: Floats, centre: Floats, u: Floats, v: Floats) -> Floats:
    """(2, n, h): the table's places in each of h frames."""
    return centre[:, None] + table[:, :1] * u[:, None] + table[:, 1:] * v[:, None]


def _prior(middle: Floats, log_size: Floats | float, spread_px: float = CENTRE_SPREAD_PX) -> Floats:
    prior: Floats = np.exp(-((middle**2).sum(0) / spread_px**2 + (log_size / SIZE_SPREAD) ** 2) / 2)
    return prior


def _ramp(x: Floats, low: float | Floats, high: float | Floats) -> Floats:
    """0 at `low`, 1 at `high` (which may be the smaller), straight between and flat beyond."""
    share: Floats = np.minimum(np.maximum((x - low) / (high - low), 0), 1)
    return share


def _pixels(places: Floats, width: int) -> Indices:
    """(n, h): where places (2, n, h) are in a map of that width, row after row; never in its rim, which is empty."""
    x, y = np.minimum(np.maximum(np.rint(places).astype(np.intp) + width // 2, 1), width - 2)
    index: Indices = y * width + x
    return index


def _at_scales(maps: Floats, which: Indices, pixels: Indices) -> Floats:
    """(n, scales, h): the maps of h hypotheses at pixels (n, h)."""
    scales, width = maps.shape[1:3]
    first = (which * scales + np.arange(scales)[:, None]) * width**2
    held: Floats = maps.ravel()[first + pixels[:, None]]
    return held


def _tones_at(tones: Floats, which: Indices, pixels: Indices) -> Floats:
    """(n, h): the tones of the maps of h hypotheses at pixels (n, h)."""
    there: Floats = tones.ravel()[which * tones.shape[-1] ** 2 + pixels]
    return there


def _judge(blobs: Blobs, guess: _Guess, patterns: NDArray[np.bool_], values: tuple[int, ...], others: Floats) -> Fits:
    """Pips alike, strong, and nothing where nothing should be; `others` (patterns, h) are the strongest strays."""
    on, count = patterns[:, :, None, None], patterns.sum(1)[:, None, None].astype(np.float32)
    pixels = _pixels(guess.nodes, blobs.tones.shape[-1])
    held, opposite = (_at_scales(blobs.maps, which, pixels) for which in (guess.map, guess.map ^ 1))
    pips = np.where(on, held, 0)
    low, high, mean = np.where(on, held, np.inf).min(1), pips.max(1), pips.sum(1) / count + 1e-6
    forbidden = np.maximum(np.where(on, 0, held).max(1), others[:, None])
    negative = np.where(on, 0, opposite).max(1)
    even = _by_count(count, ROWS_EVEN, EVEN)
    strong = _by_count(count, ROWS_STRONG, STRONG)
    fit_of_scale = _ramp(low / (high + 1e-6), *even) * _ramp(forbidden / mean, *ABSENT)
    fit_of_scale *= _ramp(negative / mean, *NEGATIVE)
    fit_of_scale *= _ramp(mean / blobs.references[guess.map // 2], *strong)
    quality = fit_of_scale.max(1) * _apart(blobs, guess, patterns, pixels)
    which, prior = np.tile(guess.map, len(values)), np.tile(guess.prior, len(values))
    return Fits(np.repeat(np.array(values), len(guess.map)), which, quality.ravel(), prior, guess.nodes, patterns)


def _by_count(count: Floats, of_six: tuple[float, float], of_fewer: tuple[float, float]) -> tuple[Floats, Floats]:
    """The ends of a ramp for patterns of so many pips."""
    low, high = (np.where(count == 6, a, b).astype(np.float32) for a, b in zip(of_six, of_fewer, strict=True))
    return low, high


def _apart(blobs: Blobs, guess: _Guess, patterns: NDArray[np.bool_], pixels: Indices) -> Floats:
    """(patterns, h), 0 to 1: whether every pip differs in tone from the empty nodes and nearly all of the body.

    `pixels` (n, h) are where the nodes are.
    A blank bright face has corners that answer as blobs do, but its body is as bright as they are.
    """
    tones = _tones_at(blobs.tones, guess.map, pixels)
    body = np.sort(_tones_at(blobs.tones, guess.map, _pixels(guess.body, blobs.tones.shape[-1])), axis=0)
    usual, high, low = body[len(body) // 2], body[(3 * len(body)) // 4], body[len(body) // 4]
    on, count = patterns[:, :, None], patterns.sum(1)[:, None].astype(np.float32)
    least = np.where(on, tones, np.inf).min(1)
    contrast = np.abs(np.where(on, tones, 0).sum(1) / count - usual) + 1e-6
    empty = np.where(on, -np.inf, tones).max(1)
    return _ramp((least - np.maximum(high, empty)) / contrast, *APART) * _ramp((high - low) / contrast, *UNIFORM)
