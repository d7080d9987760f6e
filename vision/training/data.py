"""Labelled pictures of several sources brought to one form: a picture and its dice."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

LEANS_DEG = 12.0
"""A die leaning more than this is cocked: its value must not be sure."""
FLAT_DEG = 3.0
"""A die leaning less than this lies flat."""
WHOLE_SHARE = 0.9
"""A die of which less than this can be seen is not whole."""
PIPS_TO_FACE = {4: 1.1, 5: 1.1, 6: 1.08}
"""The side of a face over the mean side of the box around its pips."""


@dataclass(frozen=True)
class LabelledDie:
    """One die of a label; what the source does not tell is None."""

    x: float
    y: float
    size: float
    """Side of the top face in pixels (root of its area), or its best estimate."""
    value: int
    leaning: float | None = None
    """1 leaning, 0 flat, None unknown or in between."""
    whole: float | None = None
    """1 if all of the top face can be seen and read, 0 if not."""
    slant: tuple[float, float] | None = None
    """Right and down components of the face's normal across the line of sight; its length is the sine of the angle."""
    placed: bool = True
    """Whether the centre is that of the top face (exact), not of the whole die."""
    sized: bool = True
    """Whether the size is exact enough to learn from."""
    pips: tuple[tuple[float, float], ...] | None = None
    """Middles of the top face's pips in the picture, those that can be seen."""


@dataclass(frozen=True)
class LabelledPicture:
    """A picture in memory, B, G, R, and its dice."""

    pixels: NDArray[np.uint8]
    dice: tuple[LabelledDie, ...]
    source: str
    """Name of the source, such as "matteop65", "epanemu", "renders"."""


def area_side(corners: NDArray[np.float64]) -> float:
    """The root of the area of a quadrilateral (4, 2)."""
    x, y = corners[:, 0], corners[:, 1]
    return math.sqrt(max(1e-6, abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2))


def rotation_of(quaternion: list[float]) -> NDArray[np.float64]:
    """(3, 3) of a unit quaternion w, x, y, z."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def slant_of(die: dict[str, Any], camera: dict[str, Any] | None) -> tuple[float, float] | None:
    """The slant as the label gives it, or computed from the pose in a path-traced render."""
    if "slant" in die:
        return die["slant"][0], die["slant"][1]
    if camera is None or "quat" not in die:
        return None
    body = rotation_of(die["quat"])
    axis = int(np.argmax(np.abs(body[2])))
    normal = body[:, axis] * np.sign(body[2, axis])
    towards = np.array(camera["pos"]) - np.array(die["pos_cm"])
    towards = towards / np.linalg.norm(towards)
    across = (normal - (normal @ towards) * towards) @ np.array(camera["R"])
    return float(across[0]), float(-across[1])


def die_of_render(die: dict[str, Any], camera: dict[str, Any] | None) -> LabelledDie:
    """A die of a render, whose truth is full."""
    top = np.array(die["top"], float)
    x, y = top.mean(0)
    tilt = float(die["tilt"])
    leaning = 1.0 if tilt > LEANS_DEG else (0.0 if tilt < FLAT_DEG else None)
    readable = bool(die.get("readable", True))
    whole = 1.0 if die["visible"] >= WHOLE_SHARE and not die["cut"] and readable else 0.0
    pips = None
    if "pips" in die and readable:
        seen = zip(die["pips"], die["pips_visible"], strict=True)
        pips = tuple((float(u), float(v)) for (u, v), in_view in seen if in_view)
    slant = slant_of(die, camera)
    return LabelledDie(float(x), float(y), area_side(top), int(die["value"]), leaning, whole, slant, pips=pips)


def dice_of_pip_boxes(boxes: list[list[float]]) -> tuple[LabelledDie, ...]:
    """Dice boxed around the pips of the top face: the centre is exact, the size comes from the many-pipped ones."""
    sides = [(w + h) / 2 * PIPS_TO_FACE[int(v)] for _, _, w, h, v in boxes if int(v) in PIPS_TO_FACE]
    sides += [math.hypot(w, h) * 1.1 for _, _, w, h, v in boxes if int(v) in (2, 3)]
    size = float(np.median(sides)) if sides else 45.0
    return tuple(
        LabelledDie(x + w / 2, y + h / 2, size, int(v), 0.0, None, None, True, bool(sides)) for x, y, w, h, v in boxes
    )


def dice_of_whole_boxes(boxes: list[list[float]]) -> tuple[LabelledDie, ...]:
    """Dice whose boxes are drawn around the whole tilted die: centre and size are near enough to find them."""
    return tuple(
        LabelledDie(x + w / 2, y + h * 0.46, math.sqrt(w * h) * 0.72, int(v), 0.0, None, None, False, False)
        for x, y, w, h, v in boxes
    )


def picture_of(label: dict[str, Any], folder: Path) -> LabelledPicture | None:
    """One label's picture, or None where the file is not there (yet)."""
    pixels = cv2.imread(str(folder / label["file"]))
    if pixels is None:
        return None
    if "dice" in label:
        dice = tuple(die_of_render(d, label.get("camera")) for d in label["dice"])
        return LabelledPicture(np.asarray(pixels, np.uint8), dice, "renders" if "camera" in label else "scenes")
    if "matteo" in label["source"]:
        return LabelledPicture(np.asarray(pixels, np.uint8), dice_of_pip_boxes(label["boxes"]), "matteop65")
    return LabelledPicture(np.asarray(pixels, np.uint8), dice_of_whole_boxes(label["boxes"]), "epanemu")


def labels_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of labels*.jsonl in a folder, a half-written last line left out."""
    for file in sorted(folder.glob("labels*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue


class Library:
    """The pictures of some folders in memory; `refresh` takes in what was added since."""

    def __init__(self, folders: list[Path], leave_out: tuple[str, ...] = ()) -> None:
        self.folders = folders
        self.leave_out = leave_out
        self.pictures: list[LabelledPicture] = []
        self._known: set[str] = set()
        self.refresh()

    def refresh(self) -> int:
        """Read new labels; returns how many pictures there are now."""
        for folder in self.folders:
            for label in labels_of(folder):
                name = str(folder / label["file"])
                if name in self._known:
                    continue
                picture = picture_of(label, folder)
                if picture is None:
                    continue
                self._known.add(name)
                if picture.source not in self.leave_out:
                    self.pictures.append(picture)
        return len(self.pictures)
