"""Which dice lean: those whose top face is not level with the table that the others lie on.

A die's slant is its face's normal across the line of sight. All dice that lie flat share one normal, the table's,
and from it, their places and the camera's focal length their slants follow. The normal and the focal length on which
most dice agree are found by trying each die's own (RANSAC, after Fischler and Bolles 1981, with every sample drawn).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FOCAL_WIDTHS = np.array([0.75, 1.0, 1.35, 1.9])
"""Focal lengths that are tried, in longer sides of the picture: from a wide webcam to a telephoto phone."""
USUAL_FOCAL = 1
"""Which of them a camera has of which nothing is known."""
FAR_OFF = 0.25
"""A die that is off by more than this counts no more against a hypothesis: it leans, however far."""
UPRIGHT_BONUS = 0.04
"""Of two hypotheses as good the one with the camera more overhead is preferred, for each unit of the sine."""
AGREES = 0.22
"""A die that is off by less agrees with a hypothesis."""
FEWEST = 2
"""With fewer dice there is nothing to compare."""


def departures(
    places_px: Sequence[tuple[float, float]], slants: Sequence[tuple[float, float]], size: tuple[int, int]
) -> Floats:
    """(n,): how far each die's slant is from what the table's would be, as a sine; zeros where nothing can be compared.

    `places_px` are the middles of the top faces, `slants` right and down, `size` is width and height of the picture.
    """
    if len(slants) < FEWEST:
        return np.zeros(len(slants))
    levels, best = _hypotheses(np.asarray(places_px, float), np.asarray(slants, float), size)
    off: Floats = np.hypot(*np.moveaxis(levels - np.asarray(slants, float), -1, 0))
    return _off_either(off, best)


def _off_either(off: Floats, best: int) -> Floats:
    """(n,): how far off the best of the hypotheses (h, n), or off another that as many other dice agree with.

    Of four dice of which two lean alike, nothing tells which two lie flat.
    """
    agree = off < AGREES
    counts = agree.sum(-1)
    as_good = (counts >= max(counts[best], FEWEST)) & ~(agree & agree[best]).any(-1)
    either: Floats = np.maximum(off[best], off[as_good].min(0)) if as_good.any() else off[best]
    return either


def table_slants(
    places_px: Sequence[tuple[float, float]], slants: Sequence[tuple[float, float]], size: tuple[int, int]
) -> Floats:
    """(n, 2): the slants that dice lying flat would have at these places, by what most of the slants seen say.

    Needs at least one die; see `departures` for the parameters.
    """
    levels, best = _hypotheses(np.asarray(places_px, float), np.asarray(slants, float), size)
    slants_there: Floats = levels[best]
    return slants_there


def tilts_deg(
    places_px: Sequence[tuple[float, float]], slants: Sequence[tuple[float, float]], size: tuple[int, int]
) -> Floats:
    """(n,): the angle between each face's normal and the camera's axis; see `departures` for the parameters."""
    towards = _towards(np.asarray(places_px, float).reshape(-1, 2), size)[USUAL_FOCAL, None]
    normals = _normals(np.asarray(slants, float).reshape(-1, 2), towards)[0]
    angles: Floats = np.degrees(np.arccos(np.clip(-normals[:, 2], -1, 1)))
    return angles


def _hypotheses(places_px: Floats, seen: Floats, size: tuple[int, int]) -> tuple[Floats, int]:
    """(h, n, 2): the slants at n places by each focal length and each die's own normal; and which is the best."""
    towards = _towards(places_px, size)
    normals = _normals(seen, towards)
    level = _slants(normals, towards)
    off = np.hypot(level[..., 0] - seen[:, 0], level[..., 1] - seen[:, 1])
    costs = np.minimum(off, FAR_OFF).sum(-1) + UPRIGHT_BONUS * np.hypot(normals[..., 0], normals[..., 1])
    return level.reshape(-1, *seen.shape), int(np.argmin(costs))


def _towards(places_px: Floats, size: tuple[int, int]) -> Floats:
    """(f, n, 3): unit vectors from each place to the camera, for each focal length; right, down, away from it."""
    rays = np.ones((len(FOCAL_WIDTHS), len(places_px), 3))
    rays[..., :2] = (places_px - np.array(size, float) / 2) / (FOCAL_WIDTHS[:, None, None] * max(size))
    unit: Floats = -rays / np.sqrt((rays**2).sum(-1, keepdims=True))
    return unit


def _normals(seen: Floats, towards: Floats) -> Floats:
    """(f, n, 3): the normal that each slant stands for."""
    across = np.empty(towards.shape)
    across[..., :2] = seen
    across[..., 2] = -(seen * towards[..., :2]).sum(-1) / towards[..., 2]
    along = np.sqrt(np.clip(1 - (across**2).sum(-1, keepdims=True), 0, 1))
    normals: Floats = across + along * towards
    return normals


def _slants(normals: Floats, towards: Floats) -> Floats:
    """(f, h, n, 2): the slants of faces at n places, for each of h normals."""
    along = np.einsum("fhc,fnc->fhn", normals, towards)  # a matmul's threads cost more than they bring here
    across: Floats = normals[:, :, None, :2] - along[..., None] * towards[:, None, :, :2]
    return across
