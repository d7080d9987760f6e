"""Finds a printed mat in a picture by any two or more of its markers, and says where on it a pixel lies."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.lens import Lens, Points
from vision.mat_edges import sharpened
from vision.mat_layout import CELLS, DICTIONARY, Marker, MatLayout, Millimetres, Rect, layout_of
from vision.reading import Reading

Matrix = NDArray[np.float64]
"""(3, 3): a homography."""

FEWEST_MARKERS = 2
LEAST_FOR_LENS = 5
"""Markers from which the lens is told apart from a slanted view: they must surround the middle."""
MOST_BEND = 0.25
"""Of lenses that anybody plays under; a fish-eye has more."""
STRAY_PX = 3.0
"""A marker whose corners are further than this share of a thousandth of the picture from where the others say that
they are belongs to something else, or is covered in part."""
FOCAL = 1.0
"""In picture widths, where the picture does not tell: webcams have 0.8 to 1.1, a Pi's camera module 0.8 to 0.9."""
FOCALS = (0.5, 3.0)
"""What a picture may tell; beyond it the picture is misjudged."""
SLANT_TOLD = 0.12
"""From so much perspective across the mat on the picture tells its focal length."""
TOP_MM = 16.0
"""The height of the face that a reading's box is centred on, of common dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """Where a mat lies in a picture."""

    layout: MatLayout
    lens: Lens
    to_px: Matrix
    """From millimetres on the mat to pixels of a pinhole camera."""
    seen: frozenset[int]
    """The numbers of the markers that were found, and so are covered by nothing."""
    error_px: float
    """How far their corners are off on average (root of the mean square)."""
    moved_s: float = float("-inf")
    """When it was last found elsewhere than before, in seconds of the camera."""

    def middle_mm(self, number: int) -> tuple[float, float]:
        """The middle of one of its markers."""
        x, y, side, _ = _marker(self.layout, number).square
        return x + side / 2, y + side / 2

    def pixels(self, places_mm: Millimetres, above_mm: float = 0.0) -> Points:
        """Where the picture shows places of the mat, or points that far above them."""
        return self.lens.bent(_mapped(self._at(above_mm), places_mm))

    def places(self, points_px: Points, above_mm: float = 0.0) -> Millimetres:
        """Where on the mat things lie whose tops, that far above it, are seen there."""
        inverse = np.asarray(np.linalg.inv(self._at(above_mm)), np.float64)
        return _mapped(inverse, self.lens.straight(points_px))

    def outline(self, rect: Rect) -> Points:
        """A rectangle of the mat as the picture shows it, with enough points for a lens that bends its sides."""
        corners = rect.corners
        share = np.linspace(0, 1, 8, endpoint=False, dtype=np.float64)[:, None]
        sides = [one + (other - one) * share for one, other in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        return self.pixels(np.asarray(np.concatenate(sides), np.float64))

    def _at(self, above_mm: float) -> Matrix:
        """The homography of the plane that far above the mat."""
        return self.to_px if above_mm == 0 else self.to_px + above_mm * self._up()

    def _up(self) -> Matrix:
        """What a millimetre upwards adds to the homography: the camera's image of the mat's normal (Zhang, 2000)."""
        middle, focal = _middle(self.lens), self.focal_px
        centred = np.linalg.inv(middle) @ self.to_px
        lens = np.diag([focal, focal, 1.0])
        first, second, _ = (np.linalg.inv(lens) @ centred).T
        size = float(np.sqrt(np.linalg.norm(first) * np.linalg.norm(second)))
        # x to the right and y down make z point away from the camera, and up is towards it.
        normal = -np.cross(first, second) / size
        column = middle @ lens @ normal
        return np.outer(column, (0.0, 0.0, 1.0))

    @property
    def focal_px(self) -> float:
        """The focal length, as far as a slanted view tells it (Zhang, 2000), else a common one."""
        usual = FOCAL * self.lens.width
        if self._slant() < SLANT_TOLD:
            return usual
        (a, b, _), (c, d, _), (e, f, _) = np.linalg.inv(_middle(self.lens)) @ self.to_px
        # The mat's sides are at right angles, and a millimetre is as long on either: two equations in 1 / focal**2.
        left = np.array([a * b + c * d, a * a + c * c - b * b - d * d])
        right = -np.array([e * f, e * e - f * f])
        told = float(left @ right / (right @ right))  # left = focal**2 * right, by least squares
        least, most = (share * self.lens.width for share in FOCALS)
        return float(np.clip(np.sqrt(told), least, most)) if told > 0 else usual

    def _slant(self) -> float:
        """By which share the mat's far side is smaller than its near side, roughly."""
        e, f, g = self.to_px[2]
        corners = Rect(0, 0, self.layout.width_mm, self.layout.height_mm).corners
        depths = corners @ (e, f) + g
        return float(1 - depths.min() / depths.max())


def _middle(lens: Lens) -> Matrix:
    """From pixels about the middle of the picture to pixels of the picture."""
    return np.array([[1, 0, (lens.width - 1) / 2], [0, 1, (lens.height - 1) / 2], [0, 0, 1]], np.float64)


class MatFinder:
    """Finds mats in the pictures of one camera; what it has learnt of the lens, it keeps."""

    def __init__(self) -> None:
        dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
        self._detector = cv2.aruco.ArucoDetector(dictionary)
        self._lens = Lens(0, 0)

    def find(self, pixels: Pixels) -> Registration | None:
        """The mat of a picture (H, W, 3), uint8; None where fewer than two of its markers are seen."""
        size = pixels.shape[1], pixels.shape[0]
        if (self._lens.width, self._lens.height) != size:
            self._lens = Lens(*size)
        layout, seen = self.markers(pixels)
        if layout is None or len(seen) < FEWEST_MARKERS:
            return None
        seen = _agreeing(layout, seen, self._lens)
        if len(seen) < FEWEST_MARKERS:
            return None
        if len(seen) >= LEAST_FOR_LENS:
            self._lens = _fitted_lens(layout, seen, self._lens)
        return _registered(layout, seen, self._lens)

    def markers(self, pixels: Pixels) -> tuple[MatLayout | None, dict[int, Points]]:
        """The mat that most markers in view belong to, and each one's corners (4, 2), clockwise from its upper left."""
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        corners, numbers, _ = self._detector.detectMarkers(grey)
        # OpenCV 4 gives the numbers as (n, 1), 5 as (n,); None where there are none.
        flat = [] if numbers is None else [int(number) for number in np.asarray(numbers).ravel()]
        kinds = Counter(layout for number in flat if (layout := layout_of(number)))
        if not kinds:
            return None, {}
        [(kind, _)] = kinds.most_common(1)
        twice = {number for number, count in Counter(flat).items() if count > 1}
        known = [n for n, number in enumerate(flat) if layout_of(number) is kind and number not in twice]
        quads = np.array([np.asarray(corners[n], np.float64).reshape(4, 2) for n in known])
        return kind, {flat[n]: quad for n, quad in zip(known, sharpened(grey, quads, CELLS), strict=True)}


def on_mat(reading: Reading, mat: Registration) -> Reading:
    """The reading with each die's place and zone; without what a marker looks like, and without dice beside the mat."""
    if not reading.dice:
        return replace(reading, mat=mat)
    tops = np.array([die.box.centre_px for die in reading.dice], np.float64)
    flat, places = mat.places(tops), mat.places(tops, TOP_MM)
    dice = []
    for die, (x, y), (on_x, on_y) in zip(reading.dice, places, flat, strict=True):
        zone = mat.layout.zone_at(float(x), float(y))
        if zone is not None and not _is_marker(mat, float(on_x), float(on_y)):
            dice.append(replace(die, place_mm=(float(x), float(y)), zone=zone))
    return replace(reading, dice=tuple(dice), mat=mat)


def _is_marker(mat: Registration, x: float, y: float) -> bool:
    """Whether a marker lies there that was found, so that nothing lies on it."""
    seen = (mat.layout.marker(number) for number in mat.seen)
    return any(marker.square.holds(x, y) for marker in seen if marker)


def _mapped(matrix: Matrix, points: Points) -> Points:
    """Points (n, 2) through a homography."""
    ends = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(ends[:, :2] / ends[:, 2:], np.float64)


def _pairs(layout: MatLayout, seen: dict[int, Points]) -> tuple[Millimetres, Points]:
    """The corners of the seen markers on the mat and in the picture, each (4 n, 2)."""
    known = [_marker(layout, number).square.corners for number in seen]
    return np.concatenate(known), np.concatenate(list(seen.values()))


def _marker(layout: MatLayout, number: int) -> Marker:
    marker = layout.marker(number)
    assert marker is not None
    return marker


def _homography(mat_mm: Millimetres, points_px: Points) -> Matrix:
    """The homography of least squared error in the picture."""
    matrix, _ = cv2.findHomography(mat_mm, points_px, 0)
    return np.full((3, 3), np.nan) if matrix is None else np.asarray(matrix, np.float64)


def _off(matrix: Matrix, mat_mm: Millimetres, points_px: Points) -> Points:
    return np.asarray(np.linalg.norm(_mapped(matrix, mat_mm) - points_px, axis=1), np.float64)


def _agreeing(layout: MatLayout, seen: dict[int, Points], lens: Lens) -> dict[int, Points]:
    """The markers that lie as one sheet would have them: those that most pairs of markers account for."""
    reach = STRAY_PX * max(1.0, lens.width / 1000) + MOST_BEND * 0.05 * lens.width
    best: list[int] = []
    for pair in combinations(seen, 2) if len(seen) > 2 else ():
        matrix = _homography(*_pairs(layout, {number: lens.straight(seen[number]) for number in pair}))
        fits = [number for number in seen if _fits(layout, number, lens.straight(seen[number]), matrix, reach)]
        best = max(best, fits, key=len)
    return {number: seen[number] for number in best} if best else seen


def _fits(layout: MatLayout, number: int, quad: Points, matrix: Matrix, reach_px: float) -> bool:
    return bool(np.all(_off(matrix, _marker(layout, number).square.corners, quad) < reach_px))


def _fitted_lens(layout: MatLayout, seen: dict[int, Points], lens: Lens) -> Lens:
    """The lens that bends the mat's markers back into one sheet best (golden-section search)."""
    mat_mm, points = _pairs(layout, seen)

    def error(bend: float) -> float:
        straight = replace(lens, bend=bend).straight(points)
        return float(np.mean(_off(_homography(mat_mm, straight), mat_mm, straight) ** 2))

    low, high, golden = -MOST_BEND, MOST_BEND, (5**0.5 - 1) / 2
    one, other = high - golden * (high - low), low + golden * (high - low)
    at_one, at_other = error(one), error(other)
    while high - low > 1e-4:
        if at_one < at_other:
            high, other, at_other = other, one, at_one
            one = high - golden * (high - low)
            at_one = error(one)
        else:
            low, one, at_one = one, other, at_other
            other = low + golden * (high - low)
            at_other = error(other)
    return replace(lens, bend=(low + high) / 2)


def _registered(layout: MatLayout, seen: dict[int, Points], lens: Lens) -> Registration | None:
    mat_mm, points = _pairs(layout, seen)
    straight = lens.straight(points)
    matrix = _homography(mat_mm, straight)
    if not np.all(np.isfinite(matrix)):
        return None
    error = float(np.sqrt(np.mean(_off(matrix, mat_mm, straight) ** 2)))
    return Registration(layout, lens, matrix, frozenset(seen), error)
