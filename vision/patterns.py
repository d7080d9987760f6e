"""The six patterns of pips, and how well lattices laid over the blobs of a crop show each of them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Indices = NDArray[np.intp]
Point = tuple[float, float]

EVEN = (0.2, 0.55)
"""Strength of the weakest pip over that of the strongest: impossible, and good."""
STRONG = (0.3, 0.65)
"""Strength of the pips over that of the strongest blob near the middle."""
ROWS_EVEN, ROWS_STRONG = (0.12, 0.35), (0.15, 0.35)
"""The same for a six, whose pips nearly touch along the rows and are no good blobs there."""
ABSENT = (0.5, 0.25)
"""Strength of the strongest blob where none may be over that of the pips."""
NEGATIVE = (0.9, 0.6)
"""Strength of blobs of the other polarity at empty nodes over that of the pips: a checkerboard has 1, a five 0.5."""
APART = (0.2, 0.55)
"""Least difference in tone between a pip and places without, over the usual one."""
UNIFORM = (1.0, 0.5)
"""Spread of the body's tone (between its quartiles) over the contrast of the pips."""
POLARITIES = np.array([[0], [1]])
"""Turns a map, by exclusive or, into itself and that of the other polarity."""
TINY = 1e-6
"""Added to what is divided by."""


class Blobs(NamedTuple):
    """Candidates for pips in m maps: for each crop one of dark blobs and then one of light ones; all float32."""

    places: Floats
    """(2, m, k), x and y, relative to the crop's middle, in pixels; missing ones are far away."""
    strengths: Floats
    """(m, k), the blob measure at its best scale; 0 where missing."""
    maps: Floats
    """(m, scales, w, w), the blob measure around the crop's middle, tolerant to a shift by a pixel; w is odd."""
    tones: Floats
    """(m, w, w), the smoothed contrast, with the sign that makes the map's blobs the lighter places."""
    references: Floats
    """(m / 2,), for each crop the strongest blob of either polarity near its middle."""


class Lattices(NamedTuple):
    """Lattices to be judged."""

    map: Indices
    """(h,), in which of the maps"""
    centre: Floats
    """(2, h), x and y relative to the crop's middle."""
    u: Floats
    v: Floats
    """(2, h), the lattice's axes."""
    prior: Floats
    """(h,), 0 to 1, how well place and size suit the face that the crop was cut for."""

    def at(self, table: Floats) -> Floats:
        """(2, n, h): where the table's places, given along the axes, are in each lattice."""
        return self.centre[:, None] + table[:, :1] * self.u[:, None] + table[:, 1:] * self.v[:, None]

    def only(self, which: Indices) -> "Lattices":
        """Some of the lattices."""
        centre, u, v = (part[:, which] for part in (self.centre, self.u, self.v))
        return Lattices(self.map[which], centre, u, v, self.prior[which])


class Patterns(NamedTuple):
    """Patterns of pips, p of them, that may lie on the same n nodes of a lattice."""

    values: tuple[int, ...]
    """1 to 6, of each."""
    nodes: Floats
    """(n, 2), places along the lattice's axes that hold a pip or hold none."""
    on: NDArray[np.bool_]
    """(p, n), which nodes hold a pip."""
    body: Floats
    """(b, 2), places along the lattice's axes that are body whatever the pattern."""
    counts: Floats
    """(p, 1, 1), of pips."""
    bad: Floats
    span: Floats
    """(4, p, 1, 1), where each of the four ratios of `_strength_ratios` is impossible, and how far from there good."""


class Fits(NamedTuple):
    """What was judged: h lattices with each of p patterns; those that no pattern fits are left out."""

    quality: Floats
    """(p, h), 0 to 1, how well the pips and what lies between them suit the value."""
    lattices: Lattices
    """(h,)"""
    patterns: Patterns

    def places(self) -> Callable[[int, int], tuple[Point, ...]]:
        """Tells the pips of one pattern on one lattice, x and y relative to the crop's middle."""
        x, y = self.lattices.at(self.patterns.nodes).tolist()
        nodes = [np.flatnonzero(on).tolist() for on in self.patterns.on]
        return lambda pattern, lattice: tuple((x[n][lattice], y[n][lattice]) for n in nodes[pattern])


def table(*rows: tuple[float, ...]) -> Floats:
    """Rows of numbers as float32."""
    return np.array(rows, np.float32)


def patterns_on(nodes: Floats, body: Floats, on: dict[int, tuple[str, ...]]) -> Patterns:
    """Patterns on the same nodes: for each value one or more strings that have `o` for each node with a pip."""
    values = tuple(value for value, ways in on.items() for _ in ways)
    holds = np.array([[mark == "o" for mark in way.replace(" ", "")] for ways in on.values() for way in ways])
    ends = [
        (ROWS_EVEN, ROWS_STRONG, ABSENT, NEGATIVE) if value == 6 else (EVEN, STRONG, ABSENT, NEGATIVE)
        for value in values
    ]
    bad, good = np.array(ends, np.float32).transpose(2, 1, 0)[..., None, None]
    return Patterns(values, nodes, holds, body, holds.sum(1, np.float32)[:, None, None], bad, good - bad)


RING = 7.0 * table(*((np.cos(t), np.sin(t)) for t in np.arange(8) * np.pi / 4))
"""Places that are body about a single pip, in pixels."""
SINGLE = patterns_on(table((0, 0)), RING, {1: ("o",)})
"""A pip alone; the axes are of one pixel, or longer for a large pip."""
LINE_BODY = table(
    (0.5, 0), (-0.5, 0), (0.4, 0.5), (0.4, -0.5), (-0.4, 0.5), (-0.4, -0.5), (0, 0.7), (0, -0.7), (1.4, 0), (-1.4, 0)
)
LINE = patterns_on(table((-1, 0), (0, 0), (1, 0)), LINE_BODY, {2: ("o.o",), 3: ("ooo",)})
"""One diagonal, and what stands square to it; the axes are half as long as the diagonals."""
GRID = table(*((a, b) for b in (-1, 0, 1) for a in (-1, 0, 1)))
"""The lattice's nine nodes in cells, row by row."""
SQUARE = patterns_on(
    GRID,
    table((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    {4: ("o.o ... o.o",), 5: ("o.o .o. o.o",), 6: ("ooo ... ooo", "o.o o.o o.o")},
)
"""Two diagonals; the axes are the sides of a cell, and a six may lie either way."""

# Coordinates come first and lattices last in all that follows: what is summed over then lies far apart, and whole rows
# of lattices are worked on at once, which is several times as fast as the other way round. There are few of them, so
# that what counts is how often NumPy is called.


def judge(blobs: Blobs, lattices: Lattices, patterns: Patterns, strays: Floats, likeness: Floats | float = 1.0) -> Fits:
    """How well lattices show patterns: pips alike, strong, of one tone, and nothing where nothing should be.

    `strays` (p, h) are the strongest blobs that a pattern leaves unexplained, `likeness` (p, h) is how well the
    lattice's shape suits it.
    """
    pixels = pixels_of(lattices.at(patterns.nodes), blobs.tones.shape[-1])
    shares = _ramps(_strength_ratios(blobs, lattices.map, patterns, pixels, strays), patterns.bad, patterns.span)
    quality = shares.max(1) * likeness
    able = np.flatnonzero(quality.any(0))
    lattices = lattices.only(able)
    return Fits(quality[:, able] * _apart(blobs, lattices, patterns, pixels[:, able]), lattices, patterns)


def _strength_ratios(blobs: Blobs, which: Indices, patterns: Patterns, pixels: Indices, strays: Floats) -> Floats:
    """(4, p, scales, h): EVEN, STRONG, ABSENT and NEGATIVE are what these should be; the nodes are at `pixels`."""
    here_and_opposite = strengths_at(blobs.maps, which ^ POLARITIES, pixels)
    held, on = here_and_opposite[0], patterns.on[:, :, None, None]
    pips = np.where(on, held, 0)
    mean, high = pips.sum(1) / patterns.counts + TINY, pips.max(1) + TINY
    ratios = np.empty((4, *mean.shape), np.float32)
    np.divide(np.where(on, held, np.inf).min(1), high, out=ratios[0])
    np.divide(mean, blobs.references[which // 2], out=ratios[1])
    empty = np.where(on, 0, here_and_opposite[:, None]).max(2)
    np.maximum(empty[0], strays[:, None], out=empty[0])
    np.divide(empty, mean, out=ratios[2:])
    return ratios


def _apart(blobs: Blobs, lattices: Lattices, patterns: Patterns, pixels: Indices) -> Floats:
    """(p, h), 0 to 1: whether every pip differs in tone from the empty nodes and nearly all of the body.

    `pixels` (n, h) are where the nodes are.
    A blank bright face has corners that answer as blobs do, but its body is as bright as they are.
    """
    width = blobs.tones.shape[-1]
    first = lattices.map * width**2
    tones = blobs.tones.take(first + pixels)
    body = np.sort(blobs.tones.take(first + pixels_of(lattices.at(patterns.body), width)), axis=0)
    low, usual, high = body[len(body) // 4], body[len(body) // 2], body[(3 * len(body)) // 4]
    on = patterns.on[:, :, None]
    contrast = np.abs(np.where(on, tones, 0).sum(1) / patterns.counts[:, 0] - usual) + TINY
    gap = np.where(on, tones, np.inf).min(1) - np.maximum(high, np.where(on, -np.inf, tones).max(1))
    return ramp(gap / contrast, *APART) * ramp((high - low) / contrast, *UNIFORM)


def strengths_at(maps: Floats, which: Indices, pixels: Indices) -> Floats:
    """(..., n, scales, h): the blob measure in maps `which` (..., h) at pixels (n, h)."""
    scales, width = maps.shape[1:3]
    first = (which[..., None, None, :] * scales + np.arange(scales)[:, None]) * width**2
    held: Floats = maps.take(first + pixels[:, None])
    return held


def pixels_of(places: Floats, width: int) -> Indices:
    """(...): where places (2, ...) are in a map of that width, row after row; never in its rim, which is empty."""
    edge = width // 2 - 1
    x, y = np.minimum(np.maximum(np.rint(places), -edge), edge)
    index: Indices = (y * width + x + width**2 // 2).astype(np.intp)
    return index


def ramp(x: Floats, low: float, high: float) -> Floats:
    """0 at `low`, 1 at `high` (which may be the smaller), straight between and flat beyond."""
    share: Floats = np.minimum(np.maximum((x - low) / (high - low), 0), 1)
    return share


def _ramps(x: Floats, low: Floats, span: Floats) -> Floats:
    """The product of several ramps (r, ...), each from its `low` over its `span`; `x` is overwritten."""
    x -= low
    x /= span
    product: Floats = np.minimum(np.maximum(x, 0, out=x), 1, out=x).prod(0)
    return product
