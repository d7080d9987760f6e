"""Where dice lie: a small network over the reduced picture, and a closer look where they are small."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.nets import load
from vision.scaling import reduced

CANVAS_W, CANVAS_H = 256, 192
"""What the network sees, in pixels; a die of 16 pixels in a 640-pixel frame is still 6 across in it."""
GREY = 114
"""Level of the canvas beside the picture, as in training."""
CELLS_PX = (4, 16)
"""Cells of the fine and the coarse map, in canvas pixels."""
HEAT = 0.12
"""Least heat of a spot worth a look: low, for to overlook a die is worse than to look in vain. On a coarse cloth plain
dice have no more than twice as much."""
LEAST_LOGIT = math.log(HEAT / (1 - HEAT))
"""The same as the network has it."""
SAME = 0.5
"""Two spots nearer than this, in sides of the smaller, are one die."""
SMALL_PX = 13.0
"""Dice smaller than this on the canvas are looked for again, larger, where the picture shows more."""
CLOSE_PX = 22.0
"""How large a small die is made for the closer look, in canvas pixels."""
MOST_WINDOWS = 4
"""Windows of the closer look: a bound on time."""
MOST_SPOTS = 40
"""Spots that are looked at, the hottest: a bound on time; a tray holds fifteen dice or fewer."""
ENLARGE = 2.0
"""A window is enlarged at most this many times: more shows nothing more."""
NEIGHBOURS = np.ones((3, 3), np.uint8)
LEVEL = np.float32(1 / 255)
"""One grey level in what the network takes."""


Window = tuple[int, int, int, int]
"""A part of a picture: left, top, width, height in pixels."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that may be a die, in pixels of the picture."""

    x: float
    y: float
    size: float
    """Side of its top face: the root of the area."""
    heat: float
    """0 to 1, how much the network thinks of it."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A part of the picture as the network sees it."""

    pixels: Pixels
    """(CANVAS_H, CANVAS_W, 3)."""
    x: int
    y: int
    """The part's top left corner in the picture."""
    scale_x: float
    scale_y: float
    """Canvas pixels over picture pixels, along the canvas's own axes."""
    turned: bool
    """Upright parts are mirrored about the diagonal to fill the canvas; dice look as well mirrored."""

    @property
    def scale(self) -> float:
        """Canvas pixels over picture pixels."""
        return (self.scale_x + self.scale_y) / 2

    def spot(self, x: float, y: float, size: float, heat: float) -> Spot:
        """A place on the canvas as a spot of the picture."""
        across, down = x / self.scale_x, y / self.scale_y
        if self.turned:
            across, down = down, across
        return Spot(self.x + across, self.y + down, size / self.scale, heat)


def canvas_of(pixels: Pixels, window: Window) -> Canvas:
    """A window of a picture on a canvas, enlarged where it is small."""
    x, y, w, h = window
    part = pixels[y : y + h, x : x + w]
    turned = h > w
    if turned:
        part = np.asarray(cv2.transpose(part), np.uint8)
    across, down = part.shape[1], part.shape[0]
    scale = min(CANVAS_W / across, CANVAS_H / down, ENLARGE)
    wide, tall = max(1, round(across * scale)), max(1, round(down * scale))
    if scale < 1:
        canvas = reduced(part, wide, tall)
    else:
        canvas = np.asarray(cv2.resize(part, (wide, tall), interpolation=cv2.INTER_LINEAR), np.uint8)
    if (wide, tall) != (CANVAS_W, CANVAS_H):
        beside = 0, CANVAS_H - tall, 0, CANVAS_W - wide
        canvas = np.asarray(cv2.copyMakeBorder(canvas, *beside, cv2.BORDER_CONSTANT, value=(GREY,) * 3), np.uint8)
    return Canvas(canvas, x, y, wide / across, tall / down, turned)


class Finder:
    """The network `where.onnx`: its maps are hot at the middle of top faces (after Zhou et al. 2019)."""

    def __init__(self) -> None:
        self._net = load("where.onnx")
        self._input = np.empty((1, 3, CANVAS_H, CANVAS_W), np.float32)

    def find(self, pixels: Pixels) -> list[Spot]:
        """All spots of a picture of any size, hottest first."""
        h, w = pixels.shape[:2]
        whole = canvas_of(pixels, (0, 0, w, h))
        spots = self.look(whole)
        if whole.scale < 1:
            for window in self._closer(spots, whole, w, h):
                spots = self._replaced(spots, window, self.look(canvas_of(pixels, window)))
        return apart(spots)[:MOST_SPOTS]

    def look(self, canvas: Canvas) -> list[Spot]:
        """The spots of one canvas."""
        # The same as blobFromImage makes, in less time for a picture of this size.
        for levels, numbers in zip(cv2.split(canvas.pixels), self._input[0], strict=True):
            np.multiply(levels, LEVEL, out=numbers)
        self._net.setInput(self._input)
        maps = self._net.forward(["fine", "coarse"])
        return [
            canvas.spot(*place) for cell, answer in zip(CELLS_PX, maps, strict=True) for place in peaks(answer[0], cell)
        ]

    def _closer(self, spots: list[Spot], whole: Canvas, w: int, h: int) -> list[Window]:
        small = [s for s in spots if s.size * whole.scale < SMALL_PX]
        if not small:
            return quarters(w, h) if not spots and whole.scale < 0.5 else []
        return windows_around(small, whole, w, h)

    @staticmethod
    def _replaced(spots: list[Spot], window: Window, closer: list[Spot]) -> list[Spot]:
        """Small spots well inside the window give way to what was seen there from near."""
        x, y, w, h = window

        def inside(s: Spot) -> bool:
            return x + s.size < s.x < x + w - s.size and y + s.size < s.y < y + h - s.size

        biggest = max((s.size for s in closer), default=0.0)
        return [s for s in spots if not (inside(s) and s.size <= 1.5 * biggest)] + closer


def quarters(w: int, h: int) -> list[Window]:
    """Four overlapping windows that cover a picture."""
    wide, tall = round(w * 0.56), round(h * 0.56)
    return [(x, y, wide, tall) for y in (0, h - tall) for x in (0, w - wide)]


def windows_around(spots: list[Spot], whole: Canvas, w: int, h: int) -> list[Window]:
    """At most MOST_WINDOWS windows that show the spots at a comfortable size."""
    size = float(np.median([s.size for s in spots]))
    side = max(size * CANVAS_W / CLOSE_PX, 1.0)
    wide, tall = (side, side * 0.75) if not whole.turned else (side * 0.75, side)
    left = sorted(spots, key=lambda s: -s.heat)
    windows: list[Window] = []
    margin = 1.5 * size
    while left and len(windows) < MOST_WINDOWS:
        group = _fitting(left, wide - 2 * margin, tall - 2 * margin)
        cx = (min(s.x for s in group) + max(s.x for s in group)) / 2
        cy = (min(s.y for s in group) + max(s.y for s in group)) / 2
        x, y = max(0, int(cx - wide / 2)), max(0, int(cy - tall / 2))
        windows.append((x, y, min(w, int(cx + wide / 2) + 1) - x, min(h, int(cy + tall / 2) + 1) - y))
        seen = set(group)
        left = [s for s in left if s not in seen]
    return windows


def _fitting(spots: list[Spot], wide: float, tall: float) -> list[Spot]:
    """As many spots, beginning with the first, as a window of that size can hold."""
    wide, tall = max(wide, 1.0), max(tall, 1.0)
    first = spots[0]
    group = [first]
    left, right, top, bottom = first.x, first.x, first.y, first.y
    for spot in spots[1:]:
        wider = min(left, spot.x), max(right, spot.x), min(top, spot.y), max(bottom, spot.y)
        if wider[1] - wider[0] <= wide and wider[3] - wider[2] <= tall:
            group.append(spot)
            left, right, top, bottom = wider
    return group


def peaks(answer: NDArray[np.float32], cell: int) -> list[tuple[float, float, float, float]]:
    """The local maxima of a map (4, H, W): x, y and size in canvas pixels, and heat."""
    logits = answer[0]
    i, j = np.nonzero((logits >= cv2.dilate(logits, NEIGHBOURS)) & (logits > LEAST_LOGIT))
    logit, size, right, down = answer[:, i, j].astype(np.float64)
    x, y, side = (j + 0.5 + right) * cell, (i + 0.5 + down) * cell, cell * 2.0 ** np.clip(size, -2, 6)
    heat = 1 / (1 + np.exp(-np.clip(logit, -20, 20)))
    return list(zip(x.tolist(), y.tolist(), side.tolist(), heat.tolist(), strict=True))


def apart(spots: list[Spot]) -> list[Spot]:
    """Of spots that are one die only the hottest, hottest first."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda s: -s.heat):
        if all((spot.x - k.x) ** 2 + (spot.y - k.y) ** 2 > (SAME * min(spot.size, k.size)) ** 2 for k in kept):
            kept.append(spot)
    return kept
