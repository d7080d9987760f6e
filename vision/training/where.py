"""Trains `WhereNet` on pictures reduced to 320 by 240."""

import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.augment import recompressed, relit, tensor_of
from vision.training.data import LabelledPicture, Library
from vision.training.nets import WhereNet

WIDTH_PX, HEIGHT_PX = 320, 240
FINE_PX, COARSE_PX = 4, 16
FINE_SIZES = (4.5, 40.0)
"""Sides of the top face, in pixels of the reduced picture, that the fine map answers for."""
COARSE_SIZES = (26.0, 220.0)


def view(rng: np.random.Generator, picture: LabelledPicture) -> tuple[NDArray[np.uint8], list[tuple[float, float, float, float]]]:
    """A random window on a picture, turned and scaled: (240, 320, 3) and dice as x, y, size, weight of place and size."""
    h, w = picture.pixels.shape[:2]
    fit = min(WIDTH_PX / max(w, h), HEIGHT_PX / min(w, h))
    if picture.dice and rng.random() < 0.7:
        size = float(np.median([d.size for d in picture.dice]))
        scale = math.exp(rng.uniform(math.log(7), math.log(45))) / size if rng.random() < 0.75 else math.exp(rng.uniform(math.log(30), math.log(150))) / size
        scale = max(scale, fit * 0.5)
        middle = picture.dice[rng.integers(len(picture.dice))]
        cx, cy = (middle.x, middle.y) if scale > fit * 1.3 else (w / 2, h / 2)
    else:
        scale, cx, cy = fit * math.exp(rng.normal(0, 0.15)), w / 2, h / 2
    a = rng.integers(4) * math.pi / 2 + rng.normal(0, 0.12)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) * scale
    if rng.random() < 0.5:
        turn = turn @ np.diag([1.0, -1.0])
    room = np.array([WIDTH_PX * rng.uniform(0.35, 0.65), HEIGHT_PX * rng.uniform(0.35, 0.65)])
    matrix = np.hstack([turn, (room - turn @ np.array([cx, cy]))[:, None]])
    pixels = picture.pixels
    if scale < 0.75:  # as INTER_AREA does at reading
        pixels = cv2.GaussianBlur(pixels, (0, 0), 0.42 * math.sqrt(1 / scale**2 - 1)) if scale > 0.3 else cv2.blur(pixels, (int(1 / scale),) * 2)
    border = cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REPLICATE
    small = cv2.warpAffine(pixels, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=(114, 114, 114))
    dice = []
    for die in picture.dice:
        x, y = turn @ np.array([die.x, die.y]) + matrix[:, 2]
        dice.append((float(x), float(y), die.size * scale, 1.0 if die.placed else 0.0))
    return np.asarray(small, np.uint8), dice


def maps(dice: list[tuple[float, float, float, float]], cell: int, sizes: tuple[float, float]) -> NDArray[np.float32]:
    """(6, H, W): heat, log2 size over the cell, offsets in cells, weight of the places, weight of the heat."""
    h, w = HEIGHT_PX // cell, WIDTH_PX // cell
    out = np.zeros((6, h, w), np.float32)
    out[5] = 1
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32) + 0.5
    for x, y, size, exact in dice:
        if not (-size < x < WIDTH_PX + size and -size < y < HEIGHT_PX + size):
            continue
        cx, cy, wide = x / cell, y / cell, max(0.6, 0.16 * size / cell)
        near = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * wide * wide))
        if not sizes[0] <= size <= sizes[1]:
            blur = np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / (2 * (0.5 * size / cell) ** 2))
            out[5][blur > 0.3] = 0  # neither asked for nor punished here
            continue
        out[0] = np.maximum(out[0], near)
        if not (0 <= cx < w and 0 <= cy < h):
            continue
        i, j = int(cy), int(cx)
        out[0, i, j] = 1
        for a in range(max(0, i - 1), min(h, i + 2)):
            for b in range(max(0, j - 1), min(w, j + 2)):
                if near[a, b] > 0.5 or (a, b) == (i, j):
                    out[1, a, b] = math.log2(size / cell)
                    out[2, a, b], out[3, a, b] = cx - b - 0.5, cy - a - 0.5
                    out[4, a, b] = 0.25 + 0.75 * exact
    return out


def loss_of(out: Tensor, row: Tensor) -> Tensor:
    """Penalty-reduced focal loss on the heat (Law and Deng 2018; Zhou et al. 2019), L1 on size and offset."""
    heat, weight = row[:, 0], row[:, 5]
    p = torch.sigmoid(out[:, 0].clamp(-12, 12))
    hit = (heat > 0.99).float()
    pull = -hit * (1 - p) ** 2 * torch.log(p + 1e-6)
    push = -(1 - hit) * (1 - heat) ** 4 * p**2 * torch.log(1 - p + 1e-6)
    count = hit.sum().clamp(min=1)
    focal = ((pull + push) * weight).sum() / count
    place = row[:, 4:5]
    off = (torch.nn.functional.smooth_l1_loss(out[:, 1:4], row[:, 1:4], reduction="none", beta=0.1) * place).sum() / place.sum().clamp(min=1)
    return focal + 0.7 * off


def train(library: Library, out: Path, *, minutes: float, seed: int, shares: dict[str, float], rate: float = 2e-3, start: Path | None = None, batch: int = 12) -> None:
    """Train for so many minutes with a cosine rate; writes the weights to `out` every minute."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = WhereNet().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if start is not None:
        net.load_state_dict(torch.load(start))
    steps = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True)
    began = saved = time.monotonic()
    shown = [0.0, 0.0]
    net.train()
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in steps.param_groups:
            group["lr"] = rate * min(1.0, done * 50 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        weights = np.array([shares.get(p.source, 1.0) for p in library.pictures])
        counts: dict[str, int] = {}
        for p in library.pictures:
            counts[p.source] = counts.get(p.source, 0) + 1
        weights /= np.array([counts[p.source] for p in library.pictures])
        chosen = rng.choice(len(weights), batch, p=weights / weights.sum())
        views = [view(rng, library.pictures[i]) for i in chosen]
        pictures = relit(tensor_of([recompressed(rng, v) if rng.random() < 0.3 else v for v, _ in views]), rng)
        fine = torch.from_numpy(np.stack([maps(d, FINE_PX, FINE_SIZES) for _, d in views]))
        coarse = torch.from_numpy(np.stack([maps(d, COARSE_PX, COARSE_SIZES) for _, d in views]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said_fine, said_coarse = net(pictures.to(memory_format=torch.channels_last))
        loss = loss_of(said_fine.float(), fine) + loss_of(said_coarse.float(), coarse)
        steps.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        steps.step()
        average.update_parameters(net)
        shown = [shown[0] + loss.item(), shown[1] + 1]
        if time.monotonic() - saved > 60:
            saved = time.monotonic()
            torch.save(average.module.state_dict(), out)
            library.refresh()
            print(f"{done:.2f} loss {shown[0] / shown[1]:.4f} pictures/s {shown[1] * batch / 60:.0f} of {len(library.pictures)}", flush=True)
            shown = [0.0, 0.0]
    torch.save(average.module.state_dict(), out)
