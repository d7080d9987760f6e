"""Specks and glints between a die's pips, drawn into crops: a two with a speck in its middle is no three."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

SHARE = 0.12
"""Of the dice."""
IN_THE_MIDDLE = 0.6
"""Share of the specks that lie where the pip of a three or a five would be."""
GLINTS = 0.4
"""Share of the specks that are as light as a lamp's mirror image; the others look like pips."""
PIP_RADIUS = 0.1
"""Of a pip, in sides of its face."""
RADII = (0.25, 0.55)
"""Of specks, in radii of a pip."""
SOFT_PX = 0.5

Point = tuple[float, float]


def specked(
    pictures: Tensor,
    middles: Sequence[Point | None],
    pips: Sequence[NDArray[np.float64] | None],
    face_px: float,
    rng: np.random.Generator,
) -> Tensor:
    """Crops (N, 3, H, W) in 0..1, some with a speck.

    `middles` are where in each the middle of the face is, None where there is none or it is not known, `pips` (n, 2)
    where its pips are, both in pixels from the crop's outer corner; `face_px` is the side of the faces.
    """
    chosen = [k for k, middle in enumerate(middles) if middle is not None and rng.random() < SHARE]
    if not chosen:
        return pictures
    pictures = pictures.clone()
    h, w = pictures.shape[2:]
    y, x = torch.meshgrid(torch.arange(h) + 0.5, torch.arange(w) + 0.5, indexing="ij")
    for k in chosen:
        at = np.array(middles[k]) + face_px * (
            rng.normal(0, 0.03, 2) if rng.random() < IN_THE_MIDDLE else rng.uniform(-0.35, 0.35, 2)
        )
        radius = PIP_RADIUS * face_px * rng.uniform(*RADII)
        colour = _colour(pictures[k], pips[k], rng)
        away = torch.hypot(x - float(at[0]), y - float(at[1]))
        cover = torch.sigmoid((radius - away) / SOFT_PX * 2) * float(rng.uniform(0.6, 1.0))
        pictures[k] = pictures[k] * (1 - cover) + colour[:, None, None] * cover
    return pictures


def _colour(picture: Tensor, pips: NDArray[np.float64] | None, rng: np.random.Generator) -> Tensor:
    """Of one of the pips, or of a glint."""
    if pips is None or not len(pips) or rng.random() < GLINTS:
        return torch.full((3,), float(rng.uniform(0.8, 1.0)))
    h, w = picture.shape[1:]
    x, y = pips[rng.integers(len(pips))]
    return picture[:, min(max(int(y), 0), h - 1), min(max(int(x), 0), w - 1)].clone()
