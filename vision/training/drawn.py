"""Stills of the drawn tray with full truth: the mock camera's dice are among those the networks know."""

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Colour
from vision.synthetic import TrayScene, scatter
from vision.synthetic_dice import DrawnDie, View, centre_mm, corners_mm, lean_of_top_deg, rotation, top_face

COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "black", "green", "yellow", "purple", "orange")
COCKED_SHARE = 0.12
MOST_DICE = 12


def top_corners_px(view: View, die: DrawnDie) -> NDArray[np.float64]:
    """(4, 2): the corners of the face turned up, in order around it, in pixels."""
    up = rotation(die)[2]
    axis = int(np.argmax(np.abs(up)))
    corners = corners_mm(die, inset=0.06)
    side = (corners - centre_mm(die)) @ rotation(die)[:, axis] * np.sign(up[axis])
    points = np.asarray(view.project(corners[np.argsort(-side)[:4]]), float)
    middle = points.mean(0)
    order = np.argsort([math.atan2(p[1] - middle[1], p[0] - middle[0]) for p in points])
    return np.asarray(points[order], float)


def slant(view: View, die: DrawnDie) -> list[float]:
    """The face's normal across the line of sight, right and down."""
    turn = rotation(die).astype(float)
    axis = int(np.argmax(np.abs(turn[2])))
    normal = turn[:, axis] * np.sign(turn[2, axis])
    towards = np.array([0.0, 0.0, view.above_mm]) - centre_mm(die)
    towards = towards / np.linalg.norm(towards)
    across = normal - (normal @ towards) * towards
    return [round(float(across[0]), 4), round(float(-across[1]), 4)]


def truth(view: View, die: DrawnDie) -> dict[str, Any]:
    """What a label says of one die."""
    top = top_corners_px(view, die)
    inside = bool(((top >= 0) & (top < [view.width, view.height])).all())
    return {
        "value": top_face(die),
        "tilt": round(lean_of_top_deg(die), 1),
        "colour": die.colour,
        "top": [[round(float(v), 2) for v in p] for p in top],
        "visible": 1.0,
        "cut": not inside,
        "slant": slant(view, die),
    }


def make_drawn(folder: Path, count: int, seed: int) -> None:
    """Write `count` stills and their labels.jsonl into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for n in range(count):
            rng = np.random.default_rng([seed, n])
            scene = TrayScene(int(rng.integers(1 << 30)))
            one = COLOURS[rng.choice(len(COLOURS), p=[0.25, 0.25, 0.2, 0.08, 0.08, 0.06, 0.04, 0.04])]
            dice: list[DrawnDie] = []
            for _ in range(int(rng.integers(0, MOST_DICE + 1))):
                colour = COLOURS[rng.integers(len(COLOURS))] if rng.random() < 0.15 else one
                (die,) = scatter(
                    rng, [int(rng.integers(1, 7))], colour, among=dice, tray=scene.look.tray, touching=0.25
                )
                if rng.random() < COCKED_SHARE:
                    lean, to = float(rng.uniform(14, 40)), die.yaw_deg + 90 * int(rng.integers(4))
                    die = DrawnDie(die.face, die.colour, die.x_mm, die.y_mm, die.yaw_deg, lean, to, pips=die.pips)
                dice.append(die)
            file = f"drawn_{seed}_{n}.png"
            cv2.imwrite(str(folder / file), scene.draw(dice, tick=n))
            label = {"file": file, "dice": [truth(scene.view, die) for die in dice]}
            labels.write(json.dumps(label) + "\n")
