"""Trains `PipNet` on crops of dice whose pips are known, and of what is no die."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.training.augment import relit, tensor_of
from vision.training.data import LabelledPicture, Library
from vision.training.faces import Crops, Target
from vision.training.loop import Batch, Course, teach
from vision.training.nets import PipNet

CROP_PX = 64
CELL_PX = 2
"""Of the heat map, in pixels of the crop."""
SPREAD_CELLS = 1.0
"""Of the bump of heat around a pip, as a standard deviation."""
BATCH = 96


class PipCrops(Crops):
    """Draws crops with heat maps; of dice only those whose pips are known."""

    side = CROP_PX

    def borrows(self, picture: LabelledPicture) -> bool:
        """Whether some die's pips are not known."""
        return any(die.pips is None for die in picture.dice)

    def arrange(self) -> None:
        """Also leaves out the dice whose pips nobody knows."""
        super().arrange()
        for pairs in (self.dice, self.cocked):
            for source in pairs:
                pairs[source] = [(p, d) for p, d in pairs[source] if d.pips is not None]
        self.sources = [s for s in self.by_source if self.dice[s]]
        weights = np.array([self.shares.get(s, 1.0) for s in self.sources])
        self.weights = weights / weights.sum()

    def batch(self, size: int) -> Batch:
        """(N, 3, 64, 64) in 0..1, light and colours changed, and heat maps (N, 32, 32)."""
        pairs = self.drawn(size)
        heat = torch.from_numpy(np.stack([heat_of(target) for _, target in pairs]))
        pictures = relit(tensor_of([c for c, _ in pairs]), self.rng, self.strength)
        return self.with_specks(pictures, pairs), (heat,)


def heat_of(target: Target) -> NDArray[np.float32]:
    """(32, 32): 1 in the cell of each pip, less around it, 0 where no die is."""
    cells = CROP_PX // CELL_PX
    heat = np.zeros((cells, cells), np.float32)
    if target.value == 0 or target.pips is None:
        return heat
    at = np.arange(cells, dtype=np.float32) + 0.5
    for x, y in target.pips / CELL_PX:
        near = np.exp(-((at[None, :] - x) ** 2 + (at[:, None] - y) ** 2) / (2 * SPREAD_CELLS**2))
        heat = np.maximum(heat, near.astype(np.float32))
        if 0 <= x < cells and 0 <= y < cells:
            heat[int(y), int(x)] = 1
    return heat


def loss_of(said: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Penalty-reduced focal loss (Law and Deng 2018)."""
    heat = targets[0]
    p = torch.sigmoid(said[:, 0].float().clamp(-12, 12))
    hit = (heat > 0.99).float()
    pull = -hit * (1 - p) ** 2 * torch.log(p + 1e-6)
    push = -(1 - hit) * (1 - heat) ** 4 * p**2 * torch.log(1 - p + 1e-6)
    return (pull + push).sum() / hit.sum().clamp(min=1)


def train(library: Library, out: Path, course: Course, shares: dict[str, float]) -> None:
    """Train the finder of pips."""
    torch.manual_seed(course.seed)
    crops = PipCrops(library, shares, course.seed, course.strength)

    teach(PipNet(), lambda: crops.batch(BATCH), loss_of, course=course, out=out, refresh=crops.refresh)
