"""Trains `WhereNet` on pictures reduced to the canvas on which it will find dice."""

import math
from collections import Counter, deque
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.dice import CANVAS_H, CANVAS_W
from vision.training.augment import recompressed, relit, tensor_of
from vision.training.cloth import Placed, rewoven
from vision.training.data import LabelledPicture, Library
from vision.training.loop import Batch, Course, teach
from vision.training.nets import WhereNet

WIDTH_PX, HEIGHT_PX = CANVAS_W, CANVAS_H
BATCH = 12
ECHOES = 40
"""Half batches that are kept to be seen once more."""
MAPS = ("fine", "coarse")
"""Outputs of the network."""
TAUGHT = 2.0
"""Weight of a teacher's answers beside that of the labels."""
GREY = (114, 114, 114)
FINE_PX, COARSE_PX = 4, 16
FINE_SIZES = (4.5, 40.0)
"""Sides of the top face, in pixels of the reduced picture, that the fine map answers for."""
COARSE_SIZES = (26.0, 220.0)
REWOVEN_SHARE = 0.12
"""Of the pictures: their table is given another texture."""


Window = tuple[NDArray[np.uint8], list[Placed]]
"""A picture (192, 256, 3) and its dice."""


def random_scale(rng: np.random.Generator, picture: LabelledPicture, fit: float) -> float:
    """How much to reduce a picture: mostly so that its dice come out at a size between 7 and 150 pixels."""
    if not picture.dice or rng.random() > 0.7:
        return fit * math.exp(rng.normal(0, 0.15))
    low, high = (7, 45) if rng.random() < 0.75 else (30, 150)
    wanted = math.exp(rng.uniform(math.log(low), math.log(high)))
    return max(wanted / float(np.median([d.size for d in picture.dice])), fit * 0.5)


def averaged(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """Blurred as much as reducing by areas would, so that nothing aliases."""
    if scale >= 0.75:
        return pixels
    if scale > 0.3:
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.42 * math.sqrt(1 / scale**2 - 1)), np.uint8)
    return np.asarray(cv2.blur(pixels, (int(1 / scale), int(1 / scale))), np.uint8)


def view(rng: np.random.Generator, picture: LabelledPicture) -> Window:
    """A random window on a picture, turned, mirrored and scaled."""
    h, w = picture.pixels.shape[:2]
    fit = min(WIDTH_PX / max(w, h), HEIGHT_PX / min(w, h))
    scale = random_scale(rng, picture, fit)
    middle = np.array([w / 2, h / 2])
    if picture.dice and scale > fit * 1.3:
        die = picture.dice[rng.integers(len(picture.dice))]
        middle = np.array([die.x, die.y])
    a = rng.integers(4) * math.pi / 2 + rng.normal(0, 0.12)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) * scale
    if rng.random() < 0.5:
        turn = turn @ np.diag([1.0, -1.0])
    room = np.array([WIDTH_PX, HEIGHT_PX]) * rng.uniform(0.35, 0.65, 2)
    matrix = np.hstack([turn, (room - turn @ middle)[:, None]])
    small = cv2.warpAffine(
        averaged(picture.pixels, scale),
        matrix,
        (WIDTH_PX, HEIGHT_PX),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REPLICATE,
        borderValue=GREY,
    )
    dice = []
    for die in picture.dice:
        x, y = turn @ np.array([die.x, die.y]) + matrix[:, 2]
        dice.append((float(x), float(y), die.size * scale, 1.0 if die.placed else 0.0))
    seen = np.asarray(small, np.uint8)
    return rewoven(rng, seen, dice) if rng.random() < REWOVEN_SHARE else seen, dice


def maps(dice: list[Placed], cell: int, sizes: tuple[float, float]) -> NDArray[np.float32]:
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


def loss_of_map(out: Tensor, row: Tensor) -> Tensor:
    """Penalty-reduced focal loss on the heat (Law and Deng 2018; Zhou et al. 2019), L1 on size and offset."""
    heat, weight = row[:, 0], row[:, 5]
    p = torch.sigmoid(out[:, 0].clamp(-12, 12))
    hit = (heat > 0.99).float()
    pull = -hit * (1 - p) ** 2 * torch.log(p + 1e-6)
    push = -(1 - hit) * (1 - heat) ** 4 * p**2 * torch.log(1 - p + 1e-6)
    focal = ((pull + push) * weight).sum() / hit.sum().clamp(min=1)
    place = row[:, 4:5]
    off = torch.nn.functional.smooth_l1_loss(out[:, 1:4], row[:, 1:4], reduction="none", beta=0.1) * place
    return focal + 0.7 * off.sum() / place.sum().clamp(min=1)


def loss_of(said: tuple[Tensor, Tensor], targets: tuple[Tensor, ...]) -> Tensor:
    """Both maps together, and the teacher's answers where there is one."""
    fine, coarse = said[0].float(), said[1].float()
    loss = loss_of_map(fine, targets[0]) + loss_of_map(coarse, targets[1])
    return loss + sum(taught(own, theirs) for own, theirs in zip((fine, coarse), targets[2:], strict=False))


def taught(own: Tensor, theirs: Tensor) -> Tensor:
    """How far maps (N, 4, H, W) are from those of a teacher: heat by chance, size and place where it is hot.

    Answers are learned instead of labels after Hinton, Vinyals and Dean (2015).
    """
    heat, hot = torch.sigmoid(own[:, 0]), torch.sigmoid(theirs[:, 0])
    places = torch.nn.functional.smooth_l1_loss(own[:, 1:], theirs[:, 1:], reduction="none", beta=0.1).sum(1)
    # Most of a picture is cold on both maps: errors count by how hot a cell is, or is taken to be.
    weight = torch.maximum(heat.detach(), hot)
    return TAUGHT * ((heat - hot) ** 2 * weight).sum() / hot.sum().clamp(min=1) + TAUGHT * 0.3 * (
        (places * hot**2).sum() / (hot**2).sum().clamp(min=1)
    )


class Views:
    """Draws batches; a source's share does not grow with its number of pictures."""

    def __init__(self, library: Library, shares: dict[str, float], course: Course) -> None:
        self.strength = course.strength
        self.stock, self.shares = library, shares
        self.rng = np.random.default_rng(course.seed)
        self.echoes: deque[tuple[Tensor, ...]] = deque(maxlen=ECHOES)
        self.teacher = None if course.teacher is None else cv2.dnn.readNetFromONNX(str(course.teacher))
        self.arrange()

    def arrange(self) -> None:
        """Weigh the pictures, after a refresh."""
        counts = Counter(p.source for p in self.stock.pictures)
        weights = np.array([self.shares.get(p.source, 1.0) / counts[p.source] for p in self.stock.pictures])
        self.weights = weights / weights.sum()

    def refresh(self) -> int:
        """Take in pictures that were added since; returns how many there are now."""
        count = self.stock.refresh()
        self.arrange()
        return count

    def batch(self, size: int) -> Batch:
        """(N, 3, 192, 256) in 0..1, light and colours changed, and the targets of the fine and the coarse map.

        Half of the views are new, the others some that were drawn a while ago: drawing one and asking the teacher costs
        more than learning from it (data echoing, after Choi and others 2019).
        """
        drawn = self.drawn(size // 2)
        self.echoes.append(drawn)
        earlier = self.echoes[self.rng.integers(len(self.echoes))]
        pictures, *targets = (torch.cat(pair) for pair in zip(drawn, earlier, strict=True))
        return pictures, tuple(targets)

    def drawn(self, size: int) -> tuple[Tensor, ...]:
        """So many new views, their targets, and what a teacher says of them."""
        chosen = self.rng.choice(len(self.weights), size, p=self.weights)
        views = [view(self.rng, self.stock.pictures[i]) for i in chosen]
        seen = [recompressed(self.rng, v) if self.rng.random() < 0.3 else v for v, _ in views]
        fine = torch.from_numpy(np.stack([maps(d, FINE_PX, FINE_SIZES) for _, d in views]))
        coarse = torch.from_numpy(np.stack([maps(d, COARSE_PX, COARSE_SIZES) for _, d in views]))
        pictures = relit(tensor_of(seen), self.rng, self.strength)
        return pictures, fine, coarse, *self.answers(pictures)

    def answers(self, pictures: Tensor) -> tuple[Tensor, ...]:
        """The teacher's fine and coarse maps of a batch; nothing without a teacher."""
        if self.teacher is None:
            return ()
        said = []
        for picture in pictures.numpy():
            self.teacher.setInput(picture[None])
            said.append(self.teacher.forward(MAPS))
        return tuple(torch.from_numpy(np.concatenate([maps[k] for maps in said])) for k in range(len(MAPS)))


def train(library: Library, out: Path, course: Course, shares: dict[str, float]) -> None:
    """Train the finder."""
    torch.manual_seed(course.seed)
    views = Views(library, shares, course)

    teach(WhereNet(), lambda: views.batch(BATCH), loss_of, course=course, out=out, refresh=views.refresh)
