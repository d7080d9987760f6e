"""Follows films whose truth is known, as they are and in worse light, and counts what was told rightly, falsely or not.

python tests/check_films.py FOLDER                    # every NAME.mp4 with its NAME.json, in every condition
python tests/check_films.py FOLDER --as noisy large   # in these conditions only; --list says what went wrong

NAME.json holds `timeline`, a list of {"t0", "t1", "state", "faces", "cocked"}, times in seconds.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

# Else the folder of the tests of `pi` hides the package.
sys.path.insert(0, str(Path(__file__).parents[1]))

from pi.cameras.film import Film
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.settle import Change, Settler

SLACK_S = 0.2  # as exactly as the truth is known
LATE_S = 0.6
SHORTEST_S = 0.8  # a shorter rest need not be told
Rest = dict[str, Any]


def noisy(frame: Frame) -> Pixels:
    """Sensor noise of sigma 8."""
    noise = np.random.default_rng(frame.number).normal(0, 8, frame.pixels.shape)
    return np.clip(frame.pixels + noise, 0, 255).astype(np.uint8)


CONDITIONS: dict[str, Callable[[Frame], Pixels | None]] = {
    "plain": lambda frame: frame.pixels,
    "half": lambda frame: frame.pixels // 2,
    "double": lambda frame: np.asarray(cv2.convertScaleAbs(frame.pixels, alpha=2), np.uint8),
    "noisy": noisy,
    "15fps": lambda frame: frame.pixels if frame.number % 2 == 0 else None,
    "large": lambda frame: np.asarray(cv2.resize(frame.pixels, (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8),
}
"""What is done to each frame; None drops it."""


def told_of(film: Path, condition: str, detector: Detector) -> Iterator[Change]:
    """The rests that are told of a film."""
    settler = Settler(lambda pixels, t_s: detector.read(pixels, t_s=t_s))
    bend = CONDITIONS[condition]
    with Film(str(film)) as source:
        while (frame := source.read()) is not None:
            pixels = bend(frame)
            change = None if pixels is None else settler.see(replace(frame, pixels=pixels))
            if change is not None and change.state == "settled":
                yield change


def fits(change: Change, rest: Rest) -> bool:
    """Whether what was told is what lies there: faces right, and all of them legible unless a die leans."""
    assert change.reading is not None
    return change.reading.faces == tuple(sorted(rest["faces"])) and change.reading.legible == (not rest["cocked"])


def during(change: Change, rest: Rest) -> bool:
    """Whether it was told while that rest lasted."""
    return bool(rest["t0"] - SLACK_S <= change.t_s <= rest["t1"] + SLACK_S)


def score(timeline: list[Rest], told: list[Change]) -> tuple[Counter[str], list[str]]:
    """How many rests were told right, late, twice or not, and what was told falsely; and the particulars."""
    counts, notes = Counter[str](), []
    at_rest = [rest for rest in timeline if rest["state"] == "settled"]
    before: Rest | None = None
    for rest in (rest for rest in at_rest if rest["t1"] - rest["t0"] >= SHORTEST_S):
        good = [change for change in told if during(change, rest) and fits(change, rest)]
        same = before is not None and (before["faces"], before["cocked"]) == (rest["faces"], rest["cocked"])
        before = rest
        if good:
            counts["late" if good[0].t_s - rest["t0"] > LATE_S else "right"] += 1
            counts["again"] += len(good) - 1
        elif not same:  # the same dice, uncovered, need not be told twice
            counts["missed"] += 1
            notes.append(f"{rest['t0']:.2f} s missed {rest['faces']}, {rest['cocked']} leaning")
    for change in told:
        if not any(during(change, rest) and fits(change, rest) for rest in at_rest):
            counts["false"] += 1
            notes.append(f"{change.t_s:.2f} s told {_spelled(change)}")
    return counts, notes


def _spelled(change: Change) -> str:
    assert change.reading is not None
    return " ".join(f"{die.pips}" if die.sure else f"({die.pips} {die.why})" for die in change.reading.dice)


def row(name: str, counts: Counter[str]) -> str:
    """A line of the table."""
    return f"{name:32}" + "".join(
        f"{what} {counts[what]:3}  " for what in ("right", "late", "missed", "false", "again")
    )


def main(arguments: Iterable[str] | None = None) -> int:
    """Print a row a film and condition; 1 unless all was told rightly, once and in time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--as", dest="conditions", nargs="+", choices=CONDITIONS, default=list(CONDITIONS))
    parser.add_argument("--list", action="store_true", help="say what went wrong")
    asked = parser.parse_args(arguments)
    detector, total = Detector(), Counter[str]()
    cv2.setNumThreads(1)
    for condition in asked.conditions:
        for film in sorted(asked.folder.glob("*.mp4")):
            timeline = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))["timeline"]
            counts, notes = score(timeline, list(told_of(film, condition, detector)))
            total += counts
            lines = [row(f"{condition} {film.stem}", counts), *(f"    {note}" for note in notes if asked.list)]
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.flush()
    sys.stdout.write(row("all", total) + "\n")
    return min(1, total["late"] + total["missed"] + total["false"] + total["again"] + (not total))


if __name__ == "__main__":
    sys.exit(main())
