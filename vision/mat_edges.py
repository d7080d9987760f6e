"""The corners of a marker to a tenth of a pixel: where lines through its four edges meet.

A corner by itself is drawn inward by every blur; an edge is not.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Points

Grey = NDArray[np.uint8]
"""A picture, shape (height, width), uint8."""
Quads = NDArray[np.float64]
"""Corners of markers, shape (n, 4, 2), clockwise."""

ALONG = np.linspace(0.12, 0.88, 16)
"""Where along an edge it is looked for, in shares of its length: away from the corners."""
REACH_CELLS = 0.55
"""How far to either side it is looked for, in cells: the next edge inside is a cell away."""
REACH_PX = 3.0
STEPS = 21
FAINT = 12.0
"""An edge that is fainter than so many levels is covered."""
OUTLIER = 2.5
"""Points of an edge further from its line than this many times the usual are left out, such as at a die's side."""
MOST_MOVED = 0.6
"""In cells: further than that no corner moves; it stays where it was found."""


def sharpened(grey: Grey, quads: Quads, cells: int) -> Quads:
    """The corners of markers of so many cells, black on white, better than they are given."""
    if not len(quads):
        return quads
    refined = quads.copy()
    starts, ends = quads, np.roll(quads, -1, axis=1)
    points, seen = _edge_points(grey, starts, ends, cells)
    for n, quad in enumerate(quads):
        lines = [_line(points[n, side][seen[n, side]]) for side in range(4)]
        cell = float(np.mean(np.linalg.norm(ends[n] - starts[n], axis=1))) / cells
        for corner in range(4):
            met = _meeting(lines[corner - 1], lines[corner])
            if met is not None and np.linalg.norm(met - quad[corner]) < MOST_MOVED * cell + 1:
                refined[n, corner] = met
    return refined


def _edge_points(grey: Grey, starts: Quads, ends: Quads, cells: int) -> tuple[Quads, NDArray[np.bool_]]:
    """Points on each edge (n, 4, len(ALONG), 2), and which of them are on an edge indeed."""
    sides = ends - starts
    length = np.linalg.norm(sides, axis=2, keepdims=True)
    outward = np.stack([sides[..., 1], -sides[..., 0]], axis=2) / length
    reach = np.minimum(REACH_PX, REACH_CELLS * length / cells)
    across = np.linspace(-1, 1, STEPS)
    on = starts[:, :, None] + sides[:, :, None] * ALONG[:, None]
    offsets = reach * across  # (n, 4, STEPS)
    spots = on[:, :, :, None] + (outward[:, :, None] * offsets[..., None])[:, :, None]
    levels = _levels(grey, spots)
    rise = np.maximum(np.diff(levels, axis=3), 0)
    total = rise.sum(axis=3)
    middle = (offsets[..., 1:] + offsets[..., :-1]) / 2
    at = (rise * middle[:, :, None]).sum(axis=3) / np.maximum(total, 1e-6)
    return on + outward[:, :, None] * at[..., None], total > FAINT


def _levels(grey: Grey, spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """The picture at places (…, 2)."""
    flat = spots.reshape(-1, 1, 2).astype(np.float32)
    # remap takes no more than 32767 rows; a few hundred columns keep it below.
    return np.asarray(
        cv2.remap(grey, _sheet(flat[..., 0]), _sheet(flat[..., 1]), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        .ravel()[: flat.shape[0]]
        .reshape(spots.shape[:-1]),
        np.float64,
    )


def _sheet(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values in rows of 256, the last filled up."""
    flat = values.ravel()
    return np.pad(flat, (0, -len(flat) % 256)).reshape(-1, 256)


def _line(points: Points) -> tuple[float, float, float] | None:
    """a x + b y = c through the points, a unit normal; None where there are too few."""
    for _ in range(2):
        if len(points) < 5:
            return None
        middle = points.mean(axis=0)
        _, _, axes = np.linalg.svd(points - middle)
        off = np.abs((points - middle) @ axes[1])
        near = off <= max(0.25, OUTLIER * float(np.median(off)))
        if near.all():
            break
        points = points[near]
    a, b = axes[1]
    return float(a), float(b), float(middle @ axes[1])


def _meeting(
    one: tuple[float, float, float] | None, other: tuple[float, float, float] | None
) -> NDArray[np.float64] | None:
    """Where two lines meet; None where they hardly do."""
    if one is None or other is None:
        return None
    normals = np.array([one[:2], other[:2]])
    if abs(np.linalg.det(normals)) < 0.2:
        return None
    return np.asarray(np.linalg.solve(normals, (one[2], other[2])), np.float64)
