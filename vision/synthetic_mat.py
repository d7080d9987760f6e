"""Draws a table with a mat on it, seen by a camera: the mock camera's eye in mat mode, and the tests' truth."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.mat_layout import DICTIONARY, MatLayout, Millimetres
from vision.synthetic import Look, TrayScene, look_of
from vision.synthetic_dice import Floats, View, tone
from vision.synthetic_tray import TABLE, lit_floor

PX_A_MM = 6.0
"""Of a print's picture: finer than any camera sees it."""
AROUND_MM = 12.0
"""So much of the table shows beyond the mat's edges."""
FOCAL = 1.25
"""Of the lens, in picture widths: between a webcam and a camera module that is zoomed in."""
FINER = 2
"""The mat is laid under the camera so many times finer than the picture, so that its edges are soft."""
PAPER = np.array([0.72, 0.74, 0.74])
INK = np.array([0.035, 0.035, 0.035])
"""Linear reflectance, B, G, R."""
LINE_MM = 0.6

Homography = NDArray[np.float64]
"""(3, 3), from millimetres on the mat to pixels of the picture, whose centres are whole numbers."""


def printed(layout: MatLayout, px_a_mm: float = PX_A_MM) -> Pixels:
    """The mat's markers and zones as a scan of the print would show them, without its words."""
    size = round(layout.height_mm * px_a_mm), round(layout.width_mm * px_a_mm)
    page = np.full(size, 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    for marker in layout.markers:
        x, y, side, _ = (round(v * px_a_mm) for v in marker.square)
        page[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(dictionary, marker.number, side)
    for rect in (layout.rolling, *(hand.rect for hand in layout.hands)):
        low, high = (np.rint(corner * px_a_mm).astype(int) for corner in rect.corners[[0, 2]])
        cv2.rectangle(page, tuple(low), tuple(high), 90, max(1, round(LINE_MM * px_a_mm)))
    return np.asarray(cv2.merge([page] * 3), np.uint8)


def overhead(layout: MatLayout, size: tuple[int, int]) -> View:
    """A camera that looks straight down on the middle of the mat and sees all of it."""
    width, height = size
    scale = min(width / (layout.width_mm + 2 * AROUND_MM), height / (layout.height_mm + 2 * AROUND_MM))
    return View(width, height, focal_px=FOCAL * width, above_mm=FOCAL * width / scale)


def flat(view: View, layout: MatLayout) -> Homography:
    """Where the mat lies if its middle is the middle of the picture and its sides are level."""
    scale = view.focal_px / view.above_mm
    middle = (view.width - 1) / 2, (view.height - 1) / 2
    return np.array(
        [
            [scale, 0, middle[0] - scale * layout.width_mm / 2],
            [0, scale, middle[1] - scale * layout.height_mm / 2],
            [0, 0, 1],
        ]
    )


def table_mm(layout: MatLayout, places: Millimetres) -> Millimetres:
    """Places on a mat that lies flat in the middle, as drawn dice have them: from the middle, y up the picture."""
    return np.asarray((places - (layout.width_mm / 2, layout.height_mm / 2)) * (1, -1), np.float64)


class MatScene(TrayScene):
    """A mat before a camera that looks straight down; drawn dice lie on it."""

    def __init__(
        self,
        layout: MatLayout,
        seed: int = 0,
        size: tuple[int, int] = (640, 480),
        *,
        look: Look | None = None,
        print_: Pixels | None = None,
        to_px: Homography | None = None,
    ) -> None:
        """`print_` is a scan of the whole sheet instead of `printed`; `to_px` lays it elsewhere than flat."""
        self.layout = layout
        self._print = printed(layout) if print_ is None else print_
        view = overhead(layout, size)
        self.to_px = flat(view, layout) if to_px is None else to_px
        super().__init__(seed, size, look or look_of(seed), view)

    def _painted(self) -> Floats:
        """The empty table with the mat, (height, width, 3), display values 0 to 255."""
        view, light = self.view, self.look.light
        v, u = np.mgrid[: view.height, : view.width].astype(np.float32)
        lamp = lit_floor(*view.floor_mm(u, v), light)
        ink, paper = self._laid()
        sheet = PAPER + (INK - PAPER) * ink[..., None]
        sheet *= 1 + 0.012 * self._rng.standard_normal(ink.shape)[..., None]
        linear = (np.array(TABLE) * (1 - paper[..., None]) + sheet * paper[..., None]) * lamp
        return tone(np.asarray(linear, np.float32), light.exposure)

    def _laid(self) -> tuple[Floats, Floats]:
        """How much ink and how much paper each pixel of the picture shows, 0 to 1."""
        across = self._print.shape[1] / self.layout.width_mm
        down = self._print.shape[0] / self.layout.height_mm
        # Pixels have their centres at whole numbers, places in mm their corners.
        to_mm = np.array([[1 / across, 0, 0.5 / across], [0, 1 / down, 0.5 / down], [0, 0, 1]])
        finer = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]])
        matrix = finer @ self.to_px @ to_mm
        size = (self.view.width * FINER, self.view.height * FINER)
        grey = cv2.cvtColor(self._print, cv2.COLOR_BGR2GRAY).astype(np.float32) / 255
        reduced = cv2.GaussianBlur(grey, (0, 0), 0.3 * across * self.layout.width_mm / size[0])
        ink = cv2.warpPerspective(1 - reduced, matrix, size)
        paper = cv2.warpPerspective(np.ones_like(grey), matrix, size)
        small = (self.view.width, self.view.height)
        ink, paper = (cv2.resize(sheet, small, interpolation=cv2.INTER_AREA) for sheet in (ink, paper))
        return np.asarray(ink, np.float32), np.asarray(paper, np.float32)
