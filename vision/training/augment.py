"""Changes of light, colour, sharpness and noise that a camera or a lamp could have made, on batches of pictures."""

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

DIM_SHARE, DIM = 0.15, (-1.7, -0.5)
"""Share of pictures taken in a dim room, and how much darker they are, as natural logarithms: down to a sixth."""

OVER_SHARE, OVER = 0.06, (0.2, 0.9)
"""Share of pictures that are overexposed, and how much, as natural logarithms: up to two and a half times, so that pale
faces are nearly as white as their pips."""


def recompressed(rng: np.random.Generator, pixels: NDArray[np.uint8], lowest: int = 35) -> NDArray[np.uint8]:
    """Through JPEG and back at a random quality."""
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(lowest, 95))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def relit(batch: Tensor, rng: np.random.Generator, strength: float = 1.0) -> Tensor:
    """(N, 3, H, W) in 0..1 with new colours, exposure, contrast, shadow edges, flicker bands, blur and noise.

    `strength` below 1 is for the last stretch of a training, in pictures nearer to those that will be read.
    """
    n, _, h, w = batch.shape

    def per(low: float, high: float) -> Tensor:
        return torch.from_numpy(rng.uniform(low * strength, high * strength, (n, 1, 1, 1)).astype(np.float32))

    def some(share: float) -> Tensor:
        return torch.from_numpy((rng.random((n, 1, 1, 1)) < share).astype(np.float32))

    batch = mixed_channels(batch, rng, strength)
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.12, (n, 3, 1, 1))).astype(np.float32))
    exposure = per(-0.7, 0.4) + per(*DIM) * some(DIM_SHARE) + per(*OVER) * some(OVER_SHARE)
    batch = (batch.clamp(0, 1) * gain * torch.exp(exposure)).clamp(0, 1)
    batch = batch ** torch.exp(per(-0.35, 0.35))
    grey = batch.mean((2, 3), keepdim=True)
    batch = grey + (batch - grey) * torch.exp(per(-0.6, 0.25))
    batch = batch * shadow_edges(n, h, w, rng) * flicker_bands(n, h, rng)
    soft = torch.nn.functional.avg_pool2d(batch, 3, 1, 1)
    share = per(-0.7, 1.0) * some(0.5)
    batch = batch + (soft - batch) * share
    noise = grain(batch.numel(), rng).view_as(batch) * per(0.0, 0.05) * some(0.7)
    return (batch + noise).clamp(0, 1)


_GRAIN = torch.randn(1 << 23, generator=torch.Generator().manual_seed(7))
"""Drawn once: fresh normal numbers would cost a third of a training step."""


def grain(count: int, rng: np.random.Generator) -> Tensor:
    """(count,) normal numbers, a random stretch of the stock."""
    start = int(rng.integers(0, len(_GRAIN) - count))
    return _GRAIN[start : start + count]


def mixed_channels(batch: Tensor, rng: np.random.Generator, strength: float) -> Tensor:
    """Colours turned: near the true ones mostly, at times any, at times grey, so that no value hangs on a colour."""
    n = batch.shape[0]
    matrices = np.tile(np.eye(3, dtype=np.float32), (n, 1, 1))
    for i in range(n):
        kind = rng.random() / strength
        if kind < 0.25:
            matrices[i] = matrices[i][rng.permutation(3)]
        elif kind < 0.4:
            weights = rng.dirichlet(np.ones(3))
            matrices[i] = np.tile(weights, (3, 1))
        elif kind < 0.7:
            matrices[i] += rng.normal(0, 0.15, (3, 3)).astype(np.float32)
            matrices[i] /= np.maximum(matrices[i].sum(1, keepdims=True), 0.3)
    return torch.einsum("nij,njhw->nihw", torch.from_numpy(matrices), batch)


def shadow_edges(n: int, h: int, w: int, rng: np.random.Generator) -> Tensor:
    """(N, 1, H, W) factors: a straight hard or soft shadow across some of the pictures."""
    yy, xx = torch.meshgrid(torch.linspace(-1, 1, h), torch.linspace(-1, 1, w), indexing="ij")
    angle = torch.from_numpy(rng.uniform(0, 2 * np.pi, (n, 1, 1, 1)).astype(np.float32))
    offset = torch.from_numpy(rng.uniform(-0.8, 0.8, (n, 1, 1, 1)).astype(np.float32))
    hard = torch.from_numpy(np.exp(rng.uniform(1, 4, (n, 1, 1, 1))).astype(np.float32))
    depth = torch.from_numpy((rng.uniform(0, 0.65, (n, 1, 1, 1)) * (rng.random((n, 1, 1, 1)) < 0.2)).astype(np.float32))
    side = torch.sigmoid((xx * torch.cos(angle) + yy * torch.sin(angle) - offset) * hard)
    return 1 - depth * side


def flicker_bands(n: int, h: int, rng: np.random.Generator) -> Tensor:
    """(N, 1, H, 1) factors: the bands that mains light draws."""
    rows = torch.linspace(0, 1, h).view(1, 1, h, 1)
    cycles = torch.from_numpy(rng.uniform(1, 8, (n, 1, 1, 1)).astype(np.float32))
    phase = torch.from_numpy(rng.uniform(0, 6.28, (n, 1, 1, 1)).astype(np.float32))
    depth = torch.from_numpy((rng.uniform(0, 0.2, (n, 1, 1, 1)) * (rng.random((n, 1, 1, 1)) < 0.1)).astype(np.float32))
    return 1 + depth * torch.sin(6.2832 * cycles * rows + phase)


def tensor_of(pictures: list[NDArray[np.uint8]]) -> Tensor:
    """(N, 3, H, W) float in 0..1 of pictures (H, W, 3)."""
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float().div_(255)
