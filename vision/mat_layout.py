"""The printed mat: where its markers and zones lie, in millimetres, for each paper and number of seats.

Places on a mat are measured from the upper left corner of the sheet lying on its long side, x to the right, y down.
Seat 1 sits at the lower edge; the others follow clockwise.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal, NamedTuple, TypeAlias, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

Paper: TypeAlias = Literal["a4", "letter", "a3"]
Side: TypeAlias = Literal["lower", "left", "upper", "right"]
Millimetres: TypeAlias = NDArray[np.float64]
"""Places on a mat, shape (n, 2), x then y."""

PAPERS: tuple[Paper, ...] = get_args(Paper)
SIDES: tuple[Side, ...] = get_args(Side)
SEATS = (2, 3, 4, 5, 6)
DICTIONARY = cv2.aruco.DICT_5X5_250
"""Markers of 5 by 5 cells; two of them differ in 6 cells at least, so that no print or die passes for one."""
CELLS = 7
"""Of a marker's side, its black border included."""
IDS_A_MAT = 16
"""Each kind of mat has so many marker numbers of its own: its markers alone tell paper and seats. Never change it,
nor the order of PAPERS and SEATS, or mats that are printed already are taken for others."""

ROLLING, BETWEEN = 0, -1
"""The rolling zone; on the mat, but in no zone. Hand zones are numbered as their seats, from 1."""


class _Sizes(NamedTuple):
    """What a paper has room for, all in mm."""

    width: float
    height: float
    margin: float
    """Blank at each edge: printers reach no further than 7 mm, and markers want white around them."""
    marker: float
    depth: float
    """Of a hand zone: one row of dice, with room for fingers."""
    longest: float
    """Of a hand zone: six dice with room to spare."""


_SIZES: dict[Paper, _Sizes] = {
    "a4": _Sizes(297.0, 210.0, 8.0, 20.0, 30.0, 130.0),
    "letter": _Sizes(279.4, 215.9, 8.0, 20.0, 30.0, 130.0),
    "a3": _Sizes(420.0, 297.0, 10.0, 30.0, 40.0, 180.0),
}
GAP = 5.0
"""Between markers and zones, in mm: a marker is found by the white around it, which is to be a cell wide at least."""
SHORTEST = 100.0
"""Of a hand zone, in mm: six dice of the common 16 mm."""
_ZONES_ON: dict[int, tuple[int, int, int, int]] = {
    2: (1, 0, 1, 0), 3: (1, 0, 2, 0), 4: (1, 1, 1, 1), 5: (1, 1, 2, 1), 6: (2, 1, 2, 1),
}  # fmt: skip
"""For each number of seats, how many hands lie along the lower, left, upper and right side."""


class Rect(NamedTuple):
    """An upright rectangle on the mat, in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def corners(self) -> Millimetres:
        """(4, 2), clockwise from the upper left."""
        x, y, w, h = self
        return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float64)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place lies in it."""
        return self.x <= x <= self.x + self.w and self.y <= y <= self.y + self.h


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker of DICTIONARY, upright."""

    number: int
    square: Rect


@dataclass(frozen=True, slots=True)
class HandZone:
    """Where one seat's hand lies."""

    seat: int
    """Counts from 1."""
    side: Side
    """Where the player sits."""
    rect: Rect


@dataclass(frozen=True, slots=True)
class MatLayout:
    """One kind of mat."""

    paper: Paper
    seats: int
    width_mm: float
    height_mm: float
    markers: tuple[Marker, ...]
    rolling: Rect
    hands: tuple[HandZone, ...]
    """In seat order."""

    def zone_at(self, x: float, y: float) -> int | None:
        """ROLLING, a seat's number, BETWEEN on the rest of the sheet, None beside it."""
        if self.rolling.holds(x, y):
            return ROLLING
        for hand in self.hands:
            if hand.rect.holds(x, y):
                return hand.seat
        return BETWEEN if Rect(0, 0, self.width_mm, self.height_mm).holds(x, y) else None

    def marker(self, number: int) -> Marker | None:
        """The marker of that number, None for one of another mat."""
        return next((marker for marker in self.markers if marker.number == number), None)


@cache
def mat_layout(paper: Paper, seats: int) -> MatLayout:
    """The mat for that paper and so many seats; ValueError where there is none.

    >>> mat_layout("a4", 2).rolling
    Rect(x=33.0, y=43.0, w=231.0, h=124.0)
    """
    if paper not in PAPERS:
        raise ValueError(f"there is no mat on paper {paper!r}; the papers are {', '.join(PAPERS)}")
    if seats not in SEATS:
        raise ValueError(f"there is no mat for {seats} seats; a mat has {SEATS[0]} to {SEATS[-1]}")
    sizes = _SIZES[paper]
    squares = _corners(sizes)
    hands: list[HandZone] = []
    for side in SIDES:
        for kind, rect in _row(sizes, side, seats):
            if kind == "marker":
                squares.append(rect)
            else:
                hands.append(HandZone(len(hands) + 1, side, rect))
    first = IDS_A_MAT * list(product(PAPERS, SEATS)).index((paper, seats))
    markers = tuple(Marker(first + n, square) for n, square in enumerate(squares))
    return MatLayout(paper, seats, sizes.width, sizes.height, markers, _rolling(sizes, seats), tuple(hands))


def layout_of(number: int) -> MatLayout | None:
    """The mat that has the marker of that number; None for one that is on no mat."""
    kinds = list(product(PAPERS, SEATS))
    kind, _ = divmod(number, IDS_A_MAT)
    layout = mat_layout(*kinds[kind]) if kind < len(kinds) else None
    return layout if layout and layout.marker(number) else None


def _corners(sizes: _Sizes) -> list[Rect]:
    """The squares of the four corner markers."""
    near, side = sizes.margin, sizes.marker
    right, low = sizes.width - near - side, sizes.height - near - side
    return [Rect(x, y, side, side) for x, y in ((near, near), (right, near), (right, low), (near, low))]


def _row(sizes: _Sizes, side: Side, seats: int) -> list[tuple[str, Rect]]:
    """What lies along a side between its corner markers, clockwise: markers and zones at equal distances."""
    length = (sizes.width if side in ("lower", "upper") else sizes.height) - 2 * sizes.margin
    for kinds in _ROWS[side in ("lower", "upper"), _zones_on(side, seats)]:
        first, last = _ends(sizes, side, seats, kinds)
        zones, markers = kinds.count("zone"), kinds.count("marker")
        free = length - first - last - markers * sizes.marker
        longest = min((free - (len(kinds) + 1) * GAP) // max(1, zones), sizes.longest)
        if longest >= SHORTEST:
            break
    gap = (free - zones * longest) / (len(kinds) + 1)
    found, at = [], first + gap
    for kind in kinds:
        size, depth = (sizes.marker, sizes.marker) if kind == "marker" else (longest, sizes.depth)
        found.append((kind, _turned(sizes, side, at, size, depth)))
        at += size + gap
    return found


def _zones_on(side: Side, seats: int) -> int:
    return _ZONES_ON[seats][SIDES.index(side)]


def _ends(sizes: _Sizes, side: Side, seats: int, kinds: tuple[str, ...]) -> tuple[float, float]:
    """How much of a side its two corners take: a marker, or a zone that comes round from a side with two of them."""

    def end(kind: str, neighbour: Side) -> float:
        meet = side in ("left", "right") and kind == "zone" and _zones_on(neighbour, seats) == 2
        return sizes.depth if meet else sizes.marker

    place = SIDES.index(side)
    return end(kinds[0], SIDES[place - 1]), end(kinds[-1], SIDES[(place + 1) % 4])


_ROWS: dict[tuple[bool, int], tuple[tuple[str, ...], ...]] = {
    (True, 1): (("marker", "zone", "marker"), ("zone",)),
    (True, 2): (("zone", "marker", "zone"), ("zone", "zone")),
    (False, 0): (("marker",),),
    (False, 1): (("marker", "zone"), ("zone",)),
}
"""For a long side and the zones on it, what lies there: the first row that leaves each zone room for six dice."""


def _turned(sizes: _Sizes, side: Side, at: float, size: float, depth: float) -> Rect:
    """A thing that lies `at` mm down a side, clockwise from the side's first corner, as a rectangle of the mat."""
    near, right, low = sizes.margin, sizes.width - sizes.margin, sizes.height - sizes.margin
    match side:
        case "lower":
            return Rect(right - at - size, low - depth, size, depth)
        case "left":
            return Rect(near, low - at - size, depth, size)
        case "upper":
            return Rect(near + at, near, size, depth)
        case "right":
            return Rect(right - depth, near + at, depth, size)


def _rolling(sizes: _Sizes, seats: int) -> Rect:
    """Within all that lies along the sides."""
    inset = [sizes.margin + (sizes.depth if zones else sizes.marker) + GAP for zones in _ZONES_ON[seats]]
    lower, left, upper, right = inset
    return Rect(left, upper, sizes.width - left - right, sizes.height - upper - lower)
