"""The lattice of a die's face: which of the six patterns of pips do given blobs make, and how well."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CENTRE_PX = 9.5
"""How far the centre of a face may lie from the crop's middle."""
DIAGONAL_PX = (6.0, 17.0)
"""Half the distance of two pips in opposite corners, from foreshortened small faces to large ones."""
CELL_PX2 = (16.0, 150.0)
"""Area of a lattice cell."""
NOMINAL_CELL_PX2 = 60.0
"""Pips are some 0.26 of the face's side apart, the face is some 32 px wide and often a little foreshortened."""
SLANT = 2.37
"""Greatest (|u|^2 + |v|^2) / |u x v| of a cell's sides: a square seen at 57 degrees gives r + 1/r with r = 0.55."""
MIDPOINT_PX = 1.8
"""How far the midpoints of a face's two diagonals may lie apart, for perspective and noise."""
INSIDE = 1.45
"""Half the side of the square, in cells, in which every pip must be explained; the nearest side pips are beyond 1.9."""
NEAR = 0.45
"""Distance in cells within which a blob is the pip that was predicted."""

NODES = np.array([(a, b) for b in (-1, 0, 1) for a in (-1, 0, 1)], np.float32)
"""The lattice's nine places in cells, row by row."""
HALVES = NODES[[0, 2, 6, 8]] / 2
"""Places in cells that are body in every pattern."""
BETWEEN = np.array([(0.5, 0), (-0.5, 0), (0.4, 0.5), (0.4, -0.5), (-0.4, 0.5), (-0.4, -0.5), (0, 0.7), (0, -0.7)], np.float32)
"""Places that are body about a diagonal, in halves of it and of what stands square to it."""
RING = 7.0 * np.array([(np.cos(t), np.sin(t)) for t in np.arange(8) * np.pi / 4], np.float32)
"""Places that are body about a single pip, in pixels."""
PATTERNS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
)
"""Value and occupied nodes of the patterns that hold both diagonals."""


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Candidates for pips of one polarity, and the maps they were found in."""

    places: Floats
    """(n, 2), x then y, relative to the crop's middle, in pixels."""
    strengths: Floats
    """(n,), the blob measure at its best scale."""
    maps: Floats
    """(scales, m, m), the blob measure around the crop's middle, tolerant to a shift by a pixel."""
    reference: float
    """The strongest blob of either polarity near the crop's middle."""
    tone: Floats
    """(m, m), the smoothed contrast, with the sign that makes these blobs the lighter places."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The best that a value can show for itself."""

    score: float
    """0 to 1."""
    places: Floats
    """(value, 2), as in Blobs."""


def best_fits(blobs: Blobs) -> dict[int, Fit]:
    """The best fit of each value that has any."""
    found: dict[int, Fit] = {}
    if len(blobs.places):
        _add_single(blobs, found)
    if len(blobs.places) > 1:
        ends = np.triu_indices(len(blobs.places), 1)
        middle = (blobs.places[ends[0]] + blobs.places[ends[1]]) / 2
        half = (blobs.places[ends[0]] - blobs.places[ends[1]]) / 2
        length = np.hypot(half[:, 0], half[:, 1])
        good = (np.hypot(middle[:, 0], middle[:, 1]) < CENTRE_PX) & (length > DIAGONAL_PX[0]) & (length < DIAGONAL_PX[1])
        if good.any():
            _add_diagonals(blobs, middle[good], half[good], found)
            _add_squares(blobs, middle[good], half[good], found)
    return found


def _ramp(x: Floats, low: float, high: float) -> Floats:
    """0 at `low`, 1 at `high` (which may be the smaller), straight between and flat beyond."""
    return np.clip((x - low) / (high - low), 0, 1)


def _sample(maps: Floats, places: Floats) -> Floats:
    """Values of the maps (scales, m, m) at places (..., 2): (scales, ...)."""
    middle = maps.shape[-1] // 2
    index = np.clip(np.rint(places).astype(np.int32) + middle, 0, maps.shape[-1] - 1)
    return maps[:, index[..., 1], index[..., 0]]


def _apart(blobs: Blobs, pips: Floats, body: Floats) -> Floats:
    """(h,), 0 to 1: whether each place in `pips` (h, p, 2) differs in tone from nearly all of `body` (h, b, 2).

    A blank bright face has corners that answer as blobs do, but its body is as bright as they are.
    """
    on = _sample(blobs.tone[None], pips)[0]
    between = np.sort(_sample(blobs.tone[None], body)[0], axis=-1)
    count = between.shape[-1]
    usual, high = between[:, count // 2], between[:, (3 * count) // 4]
    return _ramp((on.min(-1) - high) / (np.abs(on.mean(-1) - usual) + 1e-6), 0.15, 0.5)


def _judge(on_low: Floats, on_high: Floats, on_mean: Floats, off: Floats, reference: float) -> Floats:
    """Pips alike, strong, and nothing where nothing should be."""
    even = _ramp(on_low / (on_high + 1e-6), 0.2, 0.55)
    absent = _ramp(off / (on_mean + 1e-6), 0.6, 0.3)
    strong = _ramp(on_mean / reference, 0.25, 0.6)
    return even * absent * strong


def _prior(middle: Floats) -> Floats:
    return 1 - 0.3 * (middle**2).sum(-1) / CENTRE_PX**2


def _add_single(blobs: Blobs, found: dict[int, Fit]) -> None:
    radius = np.hypot(blobs.places[:, 0], blobs.places[:, 1])
    near = np.flatnonzero(radius < CENTRE_PX)
    if not len(near):
        return
    apart = np.hypot(*(blobs.places[near, None] - blobs.places[None]).transpose(2, 0, 1))
    others = np.where((apart > 2.5) & (apart < 11.5), blobs.strengths, 0).max(1)
    mine = blobs.strengths[near]
    score = _judge(mine, mine, mine, others, blobs.reference) * _prior(blobs.places[near])
    score *= _apart(blobs, blobs.places[near, None], blobs.places[near, None] + RING)
    k = int(score.argmax())
    found[1] = Fit(float(score[k]), blobs.places[near[k]][None])


def _add_diagonals(blobs: Blobs, middle: Floats, half: Floats, found: dict[int, Fit]) -> None:
    """Two and three: one diagonal, without and with the pip between, and nothing else round about."""
    length = np.hypot(half[:, 0], half[:, 1])
    nodes = np.stack([middle + half, middle, middle - half], 1)
    values = _sample(blobs.maps, nodes)
    away = blobs.places[None] - middle[:, None]
    along = np.einsum("hnk,hk->hn", away, half) / length[:, None] ** 2
    across = (away[..., 0] * half[:, None, 1] - away[..., 1] * half[:, None, 0]) / length[:, None] ** 2
    explained = (np.minimum(np.abs(np.abs(along) - 1), np.abs(along)) < 0.3) & (np.abs(across) < 0.3)
    inside = (along**2 + across**2 < 1.15**2) & ~explained
    others = np.where(inside, blobs.strengths, 0).max(1)
    prior = _prior(middle)
    turned = np.stack([-half[:, 1], half[:, 0]], 1) * 0.85
    body = middle[:, None] + BETWEEN[:, :1] * half[:, None] + BETWEEN[:, 1:] * turned[:, None]
    for value, on, off in ((2, (0, 2), (1,)), (3, (0, 1, 2), ())):
        held = values[..., on]
        forbidden = np.maximum(values[..., off].max(-1), others) if off else np.broadcast_to(others, held.shape[:2])
        score = _judge(held.min(-1), held.max(-1), held.mean(-1), forbidden, blobs.reference) * prior
        _keep(found, value, score.max(0) * _apart(blobs, nodes[:, on], body), nodes[:, on])


def _add_squares(blobs: Blobs, middle: Floats, half: Floats, found: dict[int, Fit]) -> None:
    """Four, five, six: two diagonals that cross in their middles."""
    i, j = np.triu_indices(len(middle), 1)
    gap = middle[i] - middle[j]
    u, v = (half[i] + half[j]) / 2, (half[i] - half[j]) / 2
    cell = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    slant = ((u**2).sum(1) + (v**2).sum(1)) / (cell + 1e-6)
    good = (np.hypot(gap[:, 0], gap[:, 1]) < MIDPOINT_PX) & (cell > CELL_PX2[0]) & (cell < CELL_PX2[1]) & (slant < SLANT)
    if not good.any():
        return
    c, u, v, cell = (middle[i] + middle[j])[good] / 2, u[good], v[good], cell[good]
    prior = _prior(c) * (1 - 0.15 * np.log(cell / NOMINAL_CELL_PX2) ** 2)
    nodes = c[:, None] + NODES[:, :1] * u[:, None] + NODES[:, 1:] * v[:, None]
    halves = c[:, None] + HALVES[:, :1] * u[:, None] + HALVES[:, 1:] * v[:, None]
    values = _sample(blobs.maps, nodes)
    away = blobs.places[None] - c[:, None]
    det = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    a = (away[..., 0] * v[:, None, 1] - away[..., 1] * v[:, None, 0]) / det[:, None]
    b = (u[:, None, 0] * away[..., 1] - u[:, None, 1] * away[..., 0]) / det[:, None]
    inside = np.maximum(np.abs(a), np.abs(b)) < INSIDE
    off_node = (a[..., None] - NODES[:, 0]) ** 2 + (b[..., None] - NODES[:, 1]) ** 2
    for value, on in PATTERNS:
        off = [k for k in range(9) if k not in on]
        stray = inside & (off_node[..., list(on)].min(-1) > NEAR**2)
        others = np.where(stray, blobs.strengths, 0).max(1)
        held = values[..., list(on)]
        forbidden = np.maximum(values[..., off].max(-1), others)
        score = _judge(held.min(-1), held.max(-1), held.mean(-1), forbidden, blobs.reference) * prior
        body = np.concatenate([nodes[:, off], halves], 1)
        _keep(found, value, score.max(0) * _apart(blobs, nodes[:, list(on)], body), nodes[:, list(on)])


def _keep(found: dict[int, Fit], value: int, score: Floats, places: Floats) -> None:
    k = int(score.argmax())
    if value not in found or score[k] > found[value].score:
        found[value] = Fit(float(score[k]), places[k])
