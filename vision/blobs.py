"""Finds blobs: places in a crop that are darker, or lighter, than all that is around them, whatever their colour.

They are looked for in the colour direction in which the crop's details differ most.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patterns import Blobs, Floats, Indices

CROP_PX = 64
"""Side of the square crop that is read."""
WINDOW_PX = 53
"""Side of the crop's middle part in which pips are looked for: no pip of a well-cut face lies further out.

Its outermost pixels hold nothing: they keep apart the maps that are filtered in one piece.
"""
BLOB_SIGMAS_PX = (1.4, 2.3, 4.0)
"""Scales of the blob measure; a disc of radius r answers best at about r / sqrt 2, pips have radii of 2 to 6 px."""
BLOB_UNITS = np.array(BLOB_SIGMAS_PX, np.float32)[:, None, None] ** 2
"""What makes curvatures at these scales comparable."""
COLOUR_SIGMA_PX = 2.0
"""Scale at which the direction of colour is chosen."""
MAX_BLOBS = 14
"""Candidates kept for each polarity: six pips, those of two side faces and some specks."""
BLOB_FLOOR = 0.16
"""Weakest blob worth keeping, as a share of the strongest near the middle."""
FACE_RADIUS_PX = 20.0
"""Pips of the face turned up lie within this distance of the crop's middle, those of others seldom."""
FAR_PX = 1e4
"""Where the blobs are that a map has fewer of."""
NEIGHBOURS = np.ones((3, 3), np.uint8)
MEAN = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]], np.float32) / 2
"""Half the trace of the Hessian."""
STRETCH = np.array([[0, -1, 0], [1, 0, 1], [0, -1, 0]], np.float32) / 2
TWIST = np.array([[1, 0, -1], [0, 0, 0], [-1, 0, 1]], np.float32) / 4
"""What the Hessian has beside it: along the axes and across them."""


def _disc(side: int, radius_px: float) -> Floats:
    """1 within the radius of the middle, else 0."""
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    disc: Floats = (x**2 + y**2 < radius_px**2).astype(np.float32)
    return disc


FACE = _disc(WINDOW_PX, FACE_RADIUS_PX)
MIDDLE = _disc(14, 7.0)[..., None]
"""Where the direction of colour is chosen, in pixels of every other row and column."""
MIDDLE_PX = slice(16, 48, 2)
"""The crop's rows, or columns, that MIDDLE and the pixels around it stand for."""


def blobs_of(crops: list[NDArray[np.uint8]]) -> Blobs:
    """The blobs of crops (CROP_PX, CROP_PX, 3), B, G, R."""
    return peaks_of(*_blobness(_contrasts(crops)))


def _contrasts(crops: list[NDArray[np.uint8]]) -> list[Floats]:
    """For each crop (CROP_PX, CROP_PX): the crop along the direction of colour in which its blobs stand out most.

    Blobs and not all details: the direction in which a die differs from the table is often another one.
    """
    blobs = _coloured_blobs(crops)
    # einsum and not matmul: for pictures this small the threads of a BLAS cost more than they bring.
    directions = np.linalg.eigh(np.einsum("ncp,ndp->ncd", blobs, blobs))[1][:, :, -1]
    return [
        np.asarray(cv2.transform(crop.astype(np.float32), along[None]), np.float32)
        for crop, along in zip(crops, directions, strict=True)
    ]


def _coloured_blobs(crops: list[NDArray[np.uint8]]) -> Floats:
    """(n, 3, pixels): how much blobs stand out in each channel of the crops' middles."""
    reach = _reach(COLOUR_SIGMA_PX)
    around = slice(MIDDLE_PX.start - reach, MIDDLE_PX.stop + reach)
    within = slice(reach, -reach, MIDDLE_PX.step)
    # One below the other: each part brings along all that the blur sees from within it.
    parts = np.stack([crop[around, around] for crop in crops])
    blurred = _blur(parts.reshape(-1, *parts.shape[2:]).astype(np.float32), COLOUR_SIGMA_PX)
    middles = blurred.reshape(parts.shape)[:, within, within]
    mean, spread = _curvature(middles.reshape(-1, *middles.shape[2:]))
    blobs = np.sign(mean) * np.maximum(np.abs(mean) - spread, 0)
    found = blobs.reshape(middles.shape)[:, 1:-1, 1:-1] * MIDDLE
    return np.ascontiguousarray(found.transpose(0, 3, 1, 2)).reshape(len(crops), 3, -1)


def _reach(sigma_px: float) -> int:
    """How far a blur looks: three sigmas are enough here and cost a quarter less than OpenCV's own choice."""
    return round(3 * sigma_px)


def _blur(picture: Floats, sigma_px: float) -> Floats:
    side = 2 * _reach(sigma_px) + 1
    return np.asarray(cv2.GaussianBlur(picture, (side, side), sigma_px), np.float32)


def _curvature(picture: Floats) -> tuple[Floats, Floats]:
    """Mean and half the difference of the principal curvatures of a picture, each channel on its own.

    Those of the outermost pixels mean nothing.
    """
    mean, stretch, twist = (cv2.filter2D(picture, -1, kernel) for kernel in (MEAN, STRETCH, TWIST))
    return np.asarray(mean, np.float32), np.asarray(cv2.magnitude(stretch, twist), np.float32)


def _blobness(contrasts: list[Floats]) -> tuple[Floats, Floats]:
    """How dark, and how light, a place is against every direction around, and the smoothed contrast, of n crops.

    Answers of shape (n, 2, scales, WINDOW_PX, WINDOW_PX): the lesser curvature of the picture at each scale (the
    smaller eigenvalue of its Hessian), so that edges of dice, shadows and hatchings answer nothing; what those of the
    outermost pixels say means nothing. Tones of shape (n, 2, WINDOW_PX, WINDOW_PX), darkness and lightness.
    """
    low = (CROP_PX - WINDOW_PX) // 2
    window = slice(low, low + WINDOW_PX)
    # As if they were channels of one picture, which are blurred in less than half the time.
    merged = np.asarray(cv2.merge(contrasts), np.float32)
    blurred = np.stack([_blur(merged, sigma)[window, window] for sigma in BLOB_SIGMAS_PX])
    smooth = np.ascontiguousarray(np.moveaxis(blurred.reshape(*blurred.shape[:3], -1), -1, 0))
    mean, spread = (part.reshape(smooth.shape) for part in _curvature(smooth.reshape(-1, WINDOW_PX)))
    answers = np.empty((len(contrasts), 2, *smooth.shape[1:]), np.float32)
    np.subtract(mean, spread, out=answers[:, 0])
    np.subtract(-mean, spread, out=answers[:, 1])
    answers *= BLOB_UNITS
    tones = smooth[:, 0]
    return np.maximum(answers, 0, out=answers), np.stack([-tones, tones], 1)


def peaks_of(answers: Floats, tones: Floats) -> Blobs:
    """The peaks of the blob measure, in each map the strongest MAX_BLOBS.

    `answers` (n, 2, scales, WINDOW_PX, WINDOW_PX), which lose their rims, and `tones` (n, 2, WINDOW_PX, WINDOW_PX)
    are float32.
    """
    _clear_rim(answers, 1)
    best = answers.max(2)
    _clear_rim(best, 2)
    references = (best * FACE).max((1, 2, 3))
    high = (best == _widened(best)) & (best > BLOB_FLOOR * references[:, None, None, None])
    best = best.reshape(-1, WINDOW_PX, WINDOW_PX)
    which, rank, y, x = _strongest(best, high.reshape(best.shape))
    most = int(rank.max(initial=0)) + 1
    strengths = np.zeros((len(best), most), np.float32)
    strengths[which, rank] = best[which, y, x]
    places = np.full((2, len(best), most), FAR_PX, np.float32)
    places[:, which, rank] = _refined(best, which, y, x) - WINDOW_PX // 2
    maps = _widened(answers).reshape(len(best), -1, WINDOW_PX, WINDOW_PX)
    return Blobs(places, strengths, maps, tones.reshape(best.shape), references + 1e-6)


def _strongest(best: Floats, high: NDArray[np.bool_]) -> tuple[Indices, Indices, Indices, Indices]:
    """The map, the rank in it, the row and the column of the peaks `high` of maps (m, w, w), at most MAX_BLOBS each.

    Of peaks as strong the outer ones come first: where all are alike, as in a chequered cloth, they speak against a
    face, and those within make anything.
    """
    peaks = np.flatnonzero(high)  # np.nonzero of three dimensions takes ten times as long
    which, place = np.divmod(peaks, WINDOW_PX**2)
    y, x = np.divmod(place, WINDOW_PX)
    middle = WINDOW_PX // 2
    order = np.lexsort((-((y - middle) ** 2) - (x - middle) ** 2, -best.ravel()[peaks], which))
    rank = np.arange(len(which)) - np.searchsorted(which, which)
    kept = rank < MAX_BLOBS
    order = order[kept]
    return which[order], rank[kept], y[order], x[order]


def _clear_rim(maps: Floats, width: int) -> None:
    """Let the outermost pixels of maps (..., w, w) hold nothing."""
    maps[..., :width, :] = maps[..., -width:, :] = maps[..., :width] = maps[..., -width:] = 0


def _widened(maps: Floats) -> Floats:
    """The greatest of each pixel and its neighbours, in maps (..., w, w) with clear rims."""
    wide = cv2.dilate(maps.reshape(-1, maps.shape[-1]), NEIGHBOURS)
    return np.asarray(wide, np.float32).reshape(maps.shape)


def _refined(best: Floats, which: Indices, y: Indices, x: Indices) -> Floats:
    """(2, n): n peaks of maps to a fraction of a pixel, by a parabola through the neighbours in each direction."""
    pixel = (which * WINDOW_PX + y) * WINDOW_PX + x
    held = best.take(pixel + np.array([[0], [-1], [-WINDOW_PX], [1], [WINDOW_PX]]))
    mid, before, after = 2 * held[0] + 1e-6, held[1:3], held[3:]
    shift = (after - before) / (2 * (mid - before - after) + 1e-6)
    places: Floats = np.stack([x, y]) + np.minimum(np.maximum(shift, -0.5), 0.5)
    return places
