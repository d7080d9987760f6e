"""What the reader is worth on labelled pictures, and whether its confidence is honest."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.detector import Detector
from vision.reading import Die, Reading
from vision.training.data import FLAT_DEG, LEANS_DEG, WHOLE_SHARE, labels_of

STEPS = (0.0, 0.5, 0.9, 0.95, 0.99, 0.999, 1.01)
"""Edges of the reliability table's rows."""
EDGE_PX = 3
"""A doubted die within this of the picture's edge is no fault: it is cut."""


@dataclass(frozen=True)
class TrueDie:
    """One die of a label; `owed` says whether a sure value is expected of it."""

    value: int
    box: tuple[float, float, float, float]
    owed: bool = True
    cocked: bool = False


def true_dice(label: dict[str, Any]) -> list[TrueDie] | None:
    """The dice of a label with their places, or None where only the faces are known."""
    if label.get("dice"):
        return [render_die(d) for d in label["dice"]]
    if label.get("boxes") is not None:
        return [TrueDie(int(v), (x, y, w, h)) for x, y, w, h, v in label["boxes"]]
    return None


def render_die(die: dict[str, Any]) -> TrueDie:
    """A die of a render, whose truth is full."""
    top = np.array(die["top"], float)
    low, high = top.min(0), top.max(0)
    box = tuple(die["bbox"]) if "bbox" in die else (*low, *(high - low))
    owed = die["tilt"] < FLAT_DEG and not die["cut"] and die["visible"] >= WHOLE_SHARE and die.get("readable", True)
    return TrueDie(int(die["value"]), box, bool(owed), die["tilt"] > LEANS_DEG)  # type: ignore[arg-type]


@dataclass
class Tally:
    """Counts over pictures."""

    pictures: int = 0
    exact: int = 0
    dice: int = 0
    right: int = 0
    silent: int = 0
    invented: int = 0
    told: Counter[int] = field(default_factory=Counter)
    """Dice with a value by row of the reliability table."""
    wrong: Counter[int] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        """One line of the table."""
        n, dice = max(self.pictures, 1), max(self.dice, 1)
        return (
            f"{name:14} {self.pictures:8d} {self.exact / n:7.1%} {self.right / dice:7.1%} {self.silent:7d}"
            f" {100 * self.invented / dice:9.2f}"
        )


def step_of(confidence: float) -> int:
    """The row of the reliability table."""
    return int(np.searchsorted(STEPS, confidence, side="right")) - 1


def match(truth: list[TrueDie], dice: tuple[Die, ...]) -> Iterator[tuple[Die, TrueDie | None]]:
    """Each die that was seen with the true one at its place, the most confident first."""
    left = list(truth)
    for die in sorted(dice, key=lambda d: -d.confidence):
        cx, cy = die.box.centre_px
        near = min(left, key=lambda t: far(t, cx, cy), default=None)
        if near is None or far(near, cx, cy) > 0.5:
            yield die, None
            continue
        left.remove(near)
        yield die, near


def far(true: TrueDie, x: float, y: float) -> float:
    """How far a place is from a box's middle, in sides of the box."""
    bx, by, bw, bh = true.box
    return max(abs(bx + bw / 2 - x) / max(bw, 1), abs(by + bh / 2 - y) / max(bh, 1))


def count(tally: Tally, label: dict[str, Any], reading: Reading) -> None:
    """Add one picture."""
    tally.pictures += 1
    truth = true_dice(label)
    if truth is None:
        count_faces(tally, label.get("faces", []), reading)
        return
    right = wrong = invented = 0
    for die, true in match(truth, reading.dice):
        if die.pips is not None and true is not None and (true.owed or die.sure):
            good = die.pips == true.value and not (die.sure and true.cocked)
            tally.told[step_of(die.confidence)] += 1
            tally.wrong[step_of(die.confidence)] += not good
            wrong += die.sure and not good
            right += die.sure and good and true.owed
        elif true is None and die.sure:
            tally.told[step_of(die.confidence)] += 1
            tally.wrong[step_of(die.confidence)] += 1
            invented += 1
    due = sum(t.owed for t in truth)
    tally.dice, tally.right, tally.invented = tally.dice + due, tally.right + right, tally.invented + invented
    tally.exact += right == due and not wrong and not invented
    tally.silent += bool(wrong or invented) or (reading.legible and right < due)


def count_faces(tally: Tally, faces: list[int], reading: Reading) -> None:
    """Add a picture of which only the faces are known."""
    dice = [d for d in reading.dice if d.sure or not at_edge(d, reading)]
    sure = sorted(d.pips for d in dice if d.sure and d.pips is not None)
    legible = all(d.sure for d in dice)
    tally.dice += len(faces)
    tally.right += sum((Counter(faces) & Counter(sure)).values())
    tally.invented += max(0, len(sure) - len(faces))
    tally.exact += legible and sure == sorted(faces)
    tally.silent += legible and sure != sorted(faces)


def at_edge(die: Die, reading: Reading) -> bool:
    """Whether the die's box touches the edge of the picture."""
    x, y, w, h = die.box
    return min(x, y) <= EDGE_PX or x + w >= reading.width - EDGE_PX or y + h >= reading.height - EDGE_PX


def measure(folders: list[Path], say: Callable[[str], None], source: str = "") -> None:
    """Read every labelled picture of the folders and say the figures, a row a set, then the reliability table.

    With a `source` only the pictures whose label names it are read.
    """
    detector = Detector(any_picture=True)
    tallies: dict[str, Tally] = {}
    whole = Tally()
    for folder in folders:
        for label in labels_of(folder):
            pixels = cv2.imread(str(folder / label["file"])) if source in label.get("source", "") else None
            if pixels is None:
                continue
            reading = detector.read(np.asarray(pixels, np.uint8))
            for tally in (tallies.setdefault(str(label.get("set", folder.name)), Tally()), whole):
                count(tally, label, reading)
    say(f"{'set':14} {'pictures':>8} {'exact':>7} {'dice':>7} {'silent':>7} {'invented':>9}")
    for name in sorted(tallies):
        say(tallies[name].row(name))
    say(whole.row("all"))
    say("")
    say(f"{'confidence':16} {'dice':>7} {'wrong':>6} {'one in':>8}")
    for i, low in enumerate(STEPS[:-1]):
        told, wrong = whole.told[i], whole.wrong[i]
        rate = f"{told / wrong:8.0f}" if wrong else "       -"
        say(f"{low:5.3f} to {min(STEPS[i + 1], 1.0):5.3f}   {told:7d} {wrong:6d} {rate}")
