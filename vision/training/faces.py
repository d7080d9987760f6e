"""Trains `FaceNet` on crops of dice and of what is no die."""

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.detector import Detector
from vision.dice import Finder, Spot
from vision.training.augment import recompressed, relit, tensor_of
from vision.training.borrowed import borrowed
from vision.training.data import LabelledDie, LabelledPicture, Library
from vision.training.loop import Batch, Course, teach
from vision.training.nets import FaceNet
from vision.training.specks import specked

CROP_PX = 48
FACE_PX = 24.0
"""Side of the top face in a crop."""
FAR = 0.55
"""A crop whose middle is this many faces from every die shows none."""
BATCH = 96
NO_DIE_SHARE = 0.24
"""Of the crops of a batch."""
MISTAKEN_SHARE = 0.15
"""Of the crops of a batch: what the finder of the day takes for a die and is none."""
COCKED_SHARE = 0.22
"""Of the crops of dice, where the source has any: rare at a table, and what must not be overlooked."""
PART_SHARE = 0.2
"""Of the crops of no die: parts of a large die."""
SMALLEST_PART_PX = 9.0
SEARCHED_AT_ONCE = 250
"""Pictures searched for the finder's mistakes at a time: the search is slower than a step of training."""
STRETCHED = 1.05
"""Ratio of the sides of a squeezed square from which its slant is no longer told."""
SEEN_AGAIN_SHARE = 0.5
"""Of a batch: crops of the batch before in another light. Cutting one costs as much as learning from it (data echoing,
after Choi and others 2019)."""
INCOMPLETE = ("epanemu",)
"""Sources in which some dice of the fuller pictures have no label."""
FEW = 2


@dataclass
class Target:
    """What the net should say of one crop; weights are 0 where the truth is unknown."""

    value: int = 0
    value_weight: float = 1.0
    leaning: float = 0.0
    leaning_weight: float = 0.0
    whole: float = 0.0
    whole_weight: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)
    offset_weight: float = 0.0
    log_size: float = 0.0
    size_weight: float = 0.0
    slant: tuple[float, float] = (0.0, 0.0)
    slant_weight: float = 0.0
    pips: NDArray[np.float64] | None = None
    """(n, 2), in pixels from the crop's outer corner; None where they are not known."""

    def row(self) -> list[float]:
        """As numbers in the order of the fields, without the pips."""
        return [
            self.value,
            self.value_weight,
            self.leaning,
            self.leaning_weight,
            self.whole,
            self.whole_weight,
            *self.offset,
            self.offset_weight,
            self.log_size,
            self.size_weight,
            *self.slant,
            self.slant_weight,
        ]


def cut(
    pixels: NDArray[np.uint8],
    x: float,
    y: float,
    matrix: NDArray[np.float64],
    blur: float,
    *,
    side: int = CROP_PX,
) -> NDArray[np.uint8]:
    """The crop of `side` pixels around (x, y), which count from the picture's outer corner.

    `matrix` (2, 2) maps picture pixels to those of a crop of CROP_PX, `blur` picture pixels are averaged.
    """
    matrix = matrix * (side / CROP_PX)
    shift = np.full(2, side / 2 - 0.5) - matrix @ (np.array([x, y]) - 0.5)
    whole = np.hstack([matrix, shift[:, None]])
    scale = math.sqrt(abs(float(np.linalg.det(matrix))))
    reach = int(side / scale) + 4
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    part = pixels[y0 : int(y) + reach + 1, x0 : int(x) + reach + 1]
    if part.size == 0:
        return np.zeros((side, side, 3), np.uint8)
    whole[:, 2] += matrix @ np.array([x0, y0], float)
    if blur > 1.2:
        part = cv2.GaussianBlur(part, (0, 0), 0.42 * math.sqrt(blur * blur - 1))
    return np.asarray(
        cv2.warpAffine(part, whole, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def random_matrix(rng: np.random.Generator, scale: float) -> NDArray[np.float64]:
    """A random rotation, at times mirrored or squeezed, times `scale`."""
    a = rng.uniform(0, 2 * math.pi)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    if rng.random() < 0.5:
        turn = turn @ np.diag([1.0, -1.0])
    if rng.random() < 0.3:
        b, k = rng.uniform(0, math.pi), rng.uniform(0.72, 1.0)
        axis = np.array([[math.cos(b), -math.sin(b)], [math.sin(b), math.cos(b)]])
        turn = axis @ np.diag([1.0, k]) @ axis.T @ turn
    return turn * scale


def squeezed(matrix: NDArray[np.float64]) -> bool:
    """Whether a matrix changes angles, so that a face looks otherwise slanted than it is."""
    long, short = np.linalg.svd(matrix, compute_uv=False)
    return bool(long > STRETCHED * short)


def die_crop(
    rng: np.random.Generator, picture: LabelledPicture, die: LabelledDie, side: int = CROP_PX
) -> tuple[NDArray[np.uint8], Target]:
    """A crop of a die as the finder may hand it over: off the middle, off the size, turned, at times coarse."""
    scale = FACE_PX / die.size * math.exp(rng.normal(0, 0.13))
    matrix = random_matrix(rng, scale)
    off = rng.normal(0, 0.09, 2) * die.size
    target = Target(die.value)
    if not die.placed:
        off *= 0.5
    x, y = die.x + off[0], die.y + off[1]
    coarse = max(1.0, 1 / scale)
    if rng.random() < 0.4:
        coarse *= rng.uniform(1, 2.0)
    crop = cut(picture.pixels, x, y, matrix, coarse, side=side)
    target.offset = tuple(matrix @ -off / FACE_PX)  # type: ignore[assignment]
    target.offset_weight = float(die.placed)
    target.log_size = math.log2(die.size * math.sqrt(abs(float(np.linalg.det(matrix)))) / FACE_PX)
    target.size_weight = float(die.sized and die.placed)
    if die.leaning is not None:
        target.leaning, target.leaning_weight = die.leaning, 1.0 if die.placed else 0.3
    if die.whole is not None:
        target.whole, target.whole_weight = die.whole, 1.0
        target.value_weight = 1.0 if die.whole else 0.15
    if die.pips is not None:
        target.pips = (np.array(die.pips).reshape(-1, 2) - (x, y)) @ matrix.T * (side / CROP_PX) + side / 2
    if die.slant is not None and not squeezed(matrix):
        turned = matrix @ np.array(die.slant) / math.sqrt(abs(float(np.linalg.det(matrix))))
        target.slant, target.slant_weight = (float(turned[0]), float(turned[1])), 1.0
    return crop, target


def false_spots(finder: Finder, picture: LabelledPicture) -> list[Spot]:
    """Spots that the finder takes for dice and that are none; empty where dice may lack a label."""
    if picture.source in INCOMPLETE and len(picture.dice) > FEW:
        return []
    return [
        s
        for s in finder.find(picture.pixels)
        if all(math.hypot(s.x - d.x, s.y - d.y) > 0.8 * max(d.size, s.size) for d in picture.dice)
    ]


def false_crop(
    rng: np.random.Generator, pixels: NDArray[np.uint8], spot: Spot, side: int = CROP_PX
) -> tuple[NDArray[np.uint8], Target]:
    """A crop of what the finder took for a die."""
    off = rng.normal(0, 0.09, 2) * spot.size
    scale = FACE_PX / spot.size * math.exp(rng.normal(0, 0.13))
    matrix = random_matrix(rng, scale)
    crop = cut(pixels, spot.x + off[0], spot.y + off[1], matrix, max(1.0, 1 / scale), side=side)
    return crop, Target(0)


def part_crop(
    rng: np.random.Generator, pixels: NDArray[np.uint8], die: LabelledDie, side: int = CROP_PX
) -> tuple[NDArray[np.uint8], Target] | None:
    """A crop of a part of a large die: one of its pips, an edge. None where the die is too small for that."""
    size = die.size * rng.uniform(0.15, 0.42)
    if size < SMALLEST_PART_PX:
        return None
    off = rng.uniform(-0.6, 0.6, 2) * die.size
    matrix = random_matrix(rng, FACE_PX / size)
    return cut(pixels, die.x + off[0], die.y + off[1], matrix, max(1.0, size / FACE_PX), side=side), Target(0)


def empty_crop(
    rng: np.random.Generator, picture: LabelledPicture, side: int = CROP_PX
) -> tuple[NDArray[np.uint8], Target] | None:
    """A crop of no die: anywhere, or beside a die, such as its side face or a neighbour's gap."""
    h, w = picture.pixels.shape[:2]
    if picture.dice and rng.random() < PART_SHARE:
        return part_crop(rng, picture.pixels, picture.dice[rng.integers(len(picture.dice))], side)
    if picture.dice and rng.random() < 0.45:
        die = picture.dice[rng.integers(len(picture.dice))]
        angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(FAR, 1.3) * die.size
        x, y, size = (
            die.x + far * math.cos(angle),
            die.y + far * math.sin(angle),
            die.size * math.exp(rng.normal(0, 0.25)),
        )
    else:
        x, y, size = rng.uniform(0, w), rng.uniform(0, h), math.exp(rng.uniform(math.log(12), math.log(140)))
    for die in picture.dice:
        away = math.hypot(x - die.x, y - die.y)
        if away < FAR * die.size * (1.0 if die.placed else 1.5) or (size > 1.7 * die.size and away < size * 0.5):
            return None
    matrix = random_matrix(rng, FACE_PX / size)
    return cut(picture.pixels, x, y, matrix, max(1.0, size / FACE_PX), side=side), Target(0)


class Crops:
    """Draws batches; a source's share does not grow with its number of pictures."""

    side = CROP_PX
    """Of a crop, in pixels."""

    def __init__(self, library: Library, shares: dict[str, float], seed: int, strength: float = 1.0) -> None:
        self.strength = strength
        self.stock, self.shares = library, shares
        self.rng = np.random.default_rng(seed)
        self.finder = Finder()
        self.detector = Detector()
        self.pictures: list[LabelledPicture] = []
        self.last: list[tuple[NDArray[np.uint8], Target]] = []
        self.mistaken: list[tuple[NDArray[np.uint8], Spot]] = []
        self.searched = 0
        self.arrange()

    def arrange(self) -> None:
        """Sort the pictures by source, after a refresh, and see where the finder is mistaken in some more."""
        found = self.stock.pictures[self.searched : self.searched + SEARCHED_AT_ONCE]
        for picture in found:
            self.mistaken += [(picture.pixels, spot) for spot in false_spots(self.finder, picture)]
        self.searched += len(found)
        new = self.stock.pictures[len(self.pictures) :]
        self.pictures += [borrowed(self.detector, p) if self.borrows(p) else p for p in new]
        self.by_source: dict[str, list[LabelledPicture]] = {}
        for picture in self.pictures:
            self.by_source.setdefault(picture.source, []).append(picture)
        self.dice = {s: [(p, d) for p in ps for d in p.dice] for s, ps in self.by_source.items()}
        self.cocked = {s: [(p, d) for p, d in pairs if d.leaning == 1.0] for s, pairs in self.dice.items()}
        self.sources = [s for s in self.by_source if self.dice[s]]
        weights = np.array([self.shares.get(s, 1.0) for s in self.sources])
        self.weights = weights / weights.sum()

    def refresh(self) -> int:
        """Take in pictures that were added since; returns how many there are now."""
        count = self.stock.refresh()
        self.arrange()
        return count

    def borrows(self, picture: LabelledPicture) -> bool:
        """Whether a picture's label lacks what this network learns."""
        return any(die.slant is None for die in picture.dice)

    def one(self) -> tuple[NDArray[np.uint8], Target]:
        """One crop and its target."""
        rng = self.rng
        while True:
            source = self.sources[int(rng.choice(len(self.sources), p=self.weights))]
            if self.mistaken and rng.random() < MISTAKEN_SHARE:
                crop, target = false_crop(rng, *self.mistaken[rng.integers(len(self.mistaken))], self.side)
            elif rng.random() < NO_DIE_SHARE:
                pictures = self.by_source[source]
                got = empty_crop(rng, pictures[rng.integers(len(pictures))], self.side)
                if got is None:
                    continue
                crop, target = got
            else:
                dice = self.cocked[source] if rng.random() < COCKED_SHARE and self.cocked[source] else self.dice[source]
                crop, target = die_crop(rng, *dice[rng.integers(len(dice))], self.side)
            if rng.random() < 0.3:
                crop = recompressed(rng, crop)
            return crop, target

    def drawn(self, size: int) -> list[tuple[NDArray[np.uint8], Target]]:
        """So many crops, some of them those of the time before."""
        again = self.last[: round(SEEN_AGAIN_SHARE * size)]
        self.last = [self.one() for _ in range(size - len(again))]
        return again + self.last

    def with_specks(self, pictures: Tensor, pairs: list[tuple[NDArray[np.uint8], Target]]) -> Tensor:
        """The crops of those pairs, (N, 3, side, side), some dice with a speck on their face."""
        face_px = FACE_PX * self.side / CROP_PX
        middles = [
            (self.side / 2 + t.offset[0] * face_px, self.side / 2 + t.offset[1] * face_px)
            if t.value and t.offset_weight
            else None
            for _, t in pairs
        ]
        return specked(pictures, middles, [t.pips for _, t in pairs], face_px, self.rng)

    def batch(self, size: int) -> Batch:
        """(N, 3, 48, 48) in 0..1, light and colours changed, and (N, 14) targets."""
        pairs = self.drawn(size)
        pictures = self.with_specks(relit(tensor_of([c for c, _ in pairs]), self.rng, self.strength), pairs)
        return pictures, (torch.tensor([t.row() for _, t in pairs], dtype=torch.float32),)


def loss_of(said: Tensor, targets: tuple[Tensor, ...]) -> Tensor:
    """Cross entropy of the value, and what is known of leaning, wholeness, place, size and slant."""
    out, row = said.float(), targets[0]
    bits = torch.nn.functional.binary_cross_entropy_with_logits
    near = torch.nn.functional.smooth_l1_loss
    value = torch.nn.functional.cross_entropy(out[:, :7], row[:, 0].long(), reduction="none", label_smoothing=0.01)
    parts = (
        value * row[:, 1],
        0.6 * bits(out[:, 7], row[:, 2], reduction="none") * row[:, 3],
        0.2 * bits(out[:, 8], row[:, 4], reduction="none") * row[:, 5],
        1.5 * near(out[:, 9:11], row[:, 6:8], reduction="none", beta=0.05).sum(1) * row[:, 8],
        0.4 * near(out[:, 11], row[:, 9], reduction="none", beta=0.1) * row[:, 10],
        5.0 * near(out[:, 12:14], row[:, 11:13], reduction="none", beta=0.1).sum(1) * row[:, 13],
    )
    return torch.stack([part.mean() for part in parts]).sum()


def train(library: Library, out: Path, course: Course, shares: dict[str, float]) -> None:
    """Train the reader of one die."""
    torch.manual_seed(course.seed)
    crops = Crops(library, shares, course.seed, course.strength)

    teach(FaceNet(), lambda: crops.batch(BATCH), loss_of, course=course, out=out, refresh=crops.refresh)
