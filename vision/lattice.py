"""The lattice of a die's face: which of the six patterns of pips do given blobs make, and how well."""

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
SLANT_SPREADS = np.array([0.3, 0.4, 0.5, 0.5])
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
    """Candidates for pips in m maps: for each crop one of dark blobs and then one of light ones."""

    places: Floats
    """(m, k, 2), x then y, relative to the crop's middle, in pixels; missing ones are far away."""
    strengths: Floats
    """(m, k), the blob measure at its best scale; 0 where missing."""
    maps: Floats
    """(m, scales, w, w), the blob measure around the crop's middle, tolerant to a shift by a pixel."""
    tones: Floats
    """(m, w, w), the smoothed contrast, with the sign that makes the map's blobs the lighter places."""
    references: Floats
    """(m,), the strongest blob of either polarity near the crop's middle."""


class Fits(NamedTuple):
    """Hypotheses that were judged, in no order."""

    value: Indices
    """(h,), 1 to 6"""
    map: Indices
    """(h,), which of the maps"""
    quality: Floats
    """(h,), 0 to 1, how well the pips and what lies between them suit the value."""
    prior: Floats
    """(h,), 0 to 1, how well place and size suit the face that the crop was cut for."""
    places: Floats
    """(h, 9, 2), as in Blobs; rows beyond the pips are NaN."""


class _Guess(NamedTuple):
    """Lattices to be judged, all with the same nodes."""

    map: Indices
    """(h,)"""
    nodes: Floats
    """(h, n, 2), places that hold a pip or hold none, as the pattern says."""
    body: Floats
    """(h, b, 2), places that are body whatever the pattern."""
    prior: Floats
    """(h,), 0 to 1."""


def fit(blobs: Blobs) -> list[Fits]:
    """Judge every hypothesis that the blobs allow."""
    judged = [_singles(blobs)]
    left, right = np.triu_indices(blobs.places.shape[1], 1)
    middle = (blobs.places[:, left] + blobs.places[:, right]) / 2
    half = (blobs.places[:, left] - blobs.places[:, right]) / 2
    length, off_middle = np.hypot(half[..., 0], half[..., 1]), np.hypot(middle[..., 0], middle[..., 1])
    good = (off_middle < CENTRE_PX) & (length > DIAGONAL_PX[0]) & (length < DIAGONAL_PX[1])
    which, pair = np.nonzero(good)
    if len(which):
        judged.append(_lines(blobs, which, middle[which, pair], half[which, pair]))
        nearest = np.argsort(np.where(good, off_middle, np.inf), axis=1)[:, :MAX_DIAGONALS]
        rows = np.arange(len(good))[:, None]
        judged.extend(_squares(blobs, middle[rows, nearest], half[rows, nearest], good[rows, nearest]))
    return judged


def _singles(blobs: Blobs) -> Fits:
    which, blob = np.nonzero(np.hypot(blobs.places[..., 0], blobs.places[..., 1]) < CENTRE_PX)
    place = blobs.places[which, blob]
    apart = np.linalg.norm(blobs.places[which] - place[:, None], axis=-1)
    near = _ramp(apart, SINGLE_PX[2], SINGLE_PX[1]) * (apart > SINGLE_PX[0])
    others = (near * blobs.strengths[which]).max(1)
    y, x = _pixels(place, blobs.tones.shape[-1])
    large = blobs.maps[which, :, y, x].argmax(1) == blobs.maps.shape[1] - 1
    ring = np.where(large[:, None, None], LARGE_RING, 1) * RING
    guess = _Guess(which, place[:, None], place[:, None] + ring, SINGLE_SIZE * _prior(place, np.zeros(1)))
    return _judge(blobs, guess, np.ones((1, 1), bool), (1,), others[None])


def _lines(blobs: Blobs, which: Indices, middle: Floats, half: Floats) -> Fits:
    """Two and three: one diagonal, without and with the pip between, and nothing else round about."""
    turned = ACROSS * np.stack([-half[:, 1], half[:, 0]], 1)
    length2 = (half**2).sum(1)[:, None]
    away = blobs.places[which] - middle[:, None]
    along = (away * half[:, None]).sum(-1) / length2
    across = (away * turned[:, None]).sum(-1) / length2 / ACROSS
    on_line = (np.minimum(np.abs(np.abs(along) - 1), np.abs(along)) < 0.3) & (np.abs(across) < 0.3)
    near = _ramp(np.hypot(along * ACROSS_FROM / ALONG, across), ACROSS_TO, ACROSS_FROM) * (np.abs(along) < ALONG)
    others = np.where(on_line, 0, near * blobs.strengths[which]).max(1)
    prior = _prior(middle, np.log(length2[:, 0] / NOMINAL_DIAGONAL_PX**2) / 2, LINE_SPREAD_PX)
    guess = _Guess(which, _at(LINE, middle, half, turned), _at(LINE_BODY, middle, half, turned), prior)
    return _judge(blobs, guess, LINES, (2, 3), np.stack([others, others]))


def _squares(blobs: Blobs, middle: Floats, half: Floats, good: NDArray[np.bool_]) -> list[Fits]:
    """Four, five, six: two diagonals that cross in their middles."""
    i, j = np.triu_indices(middle.shape[1], 1)
    gap = middle[:, i] - middle[:, j]
    u, v = (half[:, i] + half[:, j]) / 2, (half[:, i] - half[:, j]) / 2
    det = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    cell = np.abs(det) + 1e-6
    slant = ((u**2).sum(-1) + (v**2).sum(-1)) / cell
    fair = good[:, i] & good[:, j] & (np.hypot(gap[..., 0], gap[..., 1]) < MIDPOINT_PX)
    which, pair = np.nonzero(fair & (cell > CELL_PX2[0]) & (cell < CELL_PX2[1]) & (slant < SLANT))
    if not len(which):
        return []
    at = (which, pair)
    c, u, v, det = (middle[which, i[pair]] + middle[which, j[pair]]) / 2, u[at], v[at], det[at]
    away = blobs.places[which] - c[:, None]
    a = (away[..., 0] * v[:, None, 1] - away[..., 1] * v[:, None, 0]) / det[:, None]
    b = (u[:, None, 0] * away[..., 1] - u[:, None, 1] * away[..., 0]) / det[:, None]
    far = (a[..., None] - GRID[:, 0]) ** 2 + (b[..., None] - GRID[:, 1]) ** 2 > NEAR**2
    stray = (np.maximum(np.abs(a), np.abs(b)) < INSIDE) & np.stack([far[..., on].all(-1) for on in SQUARES])
    others = np.where(stray, blobs.strengths[which], 0).max(-1)
    prior = _prior(c, np.log(cell[at] / NOMINAL_CELL_PX2) / 2)
    guess = _Guess(which, _at(GRID, c, u, v), _at(SQUARE_BODY, c, u, v), prior)
    fits = _judge(blobs, guess, SQUARES, SQUARE_VALUES, others)
    return [fits._replace(quality=fits.quality * _squareness(u, v, cell[at]).ravel())]


def _squareness(u: Floats, v: Floats, cell: Floats) -> Floats:
    """(patterns, h), 0 to 1: how near a cell with the sides u and v is to what each of SQUARES has on a die.

    The pips in the rows of a six often stand closer than the rows do, so its cells are judged stretched along the rows.
    """
    uu, vv = (u**2).sum(-1), (v**2).sum(-1)
    square = (uu + vv) / cell
    root = np.sqrt(uu / vv)
    rows_u, rows_v = np.clip(1 / root, *STRETCH), np.clip(root, *STRETCH)
    lying, standing = (uu + vv * rows_v**2) / (cell * rows_v), (uu * rows_u**2 + vv) / (cell * rows_u)
    excess = (np.stack([square, square, lying, standing]) - 2) / SLANT_SPREADS[:, None]
    shape: Floats = np.exp(-(excess**2) / 2)
    return shape


def _at(table: Floats, centre: Floats, u: Floats, v: Floats) -> Floats:
    """(h, n, 2): the table's places in each of h frames."""
    return centre[:, None] + table[:, :1] * u[:, None] + table[:, 1:] * v[:, None]


def _prior(middle: Floats, log_size: Floats, spread_px: float = CENTRE_SPREAD_PX) -> Floats:
    prior: Floats = np.exp(-((middle**2).sum(-1) / spread_px**2 + (log_size / SIZE_SPREAD) ** 2) / 2)
    return prior


def _ramp(x: Floats, low: float | Floats, high: float | Floats) -> Floats:
    """0 at `low`, 1 at `high` (which may be the smaller), straight between and flat beyond."""
    share: Floats = np.minimum(np.maximum((x - low) / (high - low), 0), 1)
    return share


def _pixels(places: Floats, width: int) -> tuple[Indices, Indices]:
    """Rows and columns of the places in a map of that width."""
    index = np.minimum(np.maximum(np.rint(places).astype(np.intp) + width // 2, 0), width - 1)
    return index[..., 1], index[..., 0]


def _judge(blobs: Blobs, guess: _Guess, patterns: NDArray[np.bool_], values: tuple[int, ...], others: Floats) -> Fits:
    """Pips alike, strong, and nothing where nothing should be; `others` (patterns, h) are the strongest strays."""
    width, h = blobs.tones.shape[-1], len(guess.map)
    y, x = _pixels(guess.nodes, width)
    held = blobs.maps[guess.map[:, None], :, y, x]
    on = patterns[:, None, :, None]
    low, high = np.where(on, held, np.inf).min(2), np.where(on, held, 0).max(2)
    mean = np.where(on, held, 0).sum(2) / patterns.sum(1)[:, None, None] + 1e-6
    forbidden = np.maximum(np.where(on, 0, held).max(2), others[..., None])
    six = patterns.sum(1)[:, None, None] == 6
    even = [np.where(six, *both) for both in zip(ROWS_EVEN, EVEN, strict=True)]
    strong = [np.where(six, *both) for both in zip(ROWS_STRONG, STRONG, strict=True)]
    fit_of_scale = _ramp(low / (high + 1e-6), *even) * _ramp(forbidden / mean, *ABSENT)
    negative = np.where(on, 0, blobs.maps[guess.map[:, None] ^ 1, :, y, x]).max(2)
    fit_of_scale *= _ramp(negative / mean, *NEGATIVE)
    fit_of_scale *= _ramp(mean / blobs.references[guess.map][:, None], *strong)
    quality = fit_of_scale.max(-1) * _apart(blobs, guess, patterns)
    places = np.full((len(patterns), h, 9, 2), np.nan, np.float32)
    for k, pattern in enumerate(patterns):
        places[k, :, : pattern.sum()] = guess.nodes[:, pattern]
    which, prior = np.tile(guess.map, len(values)), np.tile(guess.prior, len(values))
    return Fits(np.repeat(np.array(values), h), which, quality.ravel(), prior, places.reshape(-1, 9, 2))


def _apart(blobs: Blobs, guess: _Guess, patterns: NDArray[np.bool_]) -> Floats:
    """(patterns, h), 0 to 1: whether every pip differs in tone from the empty nodes and nearly all of the body.

    A blank bright face has corners that answer as blobs do, but its body is as bright as they are.
    """
    width = blobs.tones.shape[-1]
    tones = blobs.tones[guess.map[:, None], *_pixels(guess.nodes, width)]
    body = np.sort(blobs.tones[guess.map[:, None], *_pixels(guess.body, width)], axis=-1)
    count = body.shape[-1]
    usual, high, low = body[:, count // 2], body[:, (3 * count) // 4], body[:, count // 4]
    on = patterns[:, None]
    least = np.where(on, tones, np.inf).min(-1)
    contrast = np.abs(np.where(on, tones, 0).sum(-1) / patterns.sum(1)[:, None] - usual) + 1e-6
    empty = np.where(on, -np.inf, tones).max(-1)
    return _ramp((least - np.maximum(high, empty)) / contrast, *APART) * _ramp((high - low) / contrast, *UNIFORM)
