"""Where dice come to rest in the drawn tray: at random, apart from one another, some snug against another."""

from collections.abc import Sequence

import numpy as np

from vision.reading import Colour
from vision.synthetic_dice import EDGE_MM, DrawnDie, PipShade
from vision.synthetic_tray import Tray


def apart(one: DrawnDie, other: DrawnDie, gap_mm: float = 0.0) -> bool:
    """Whether two dice that lie flat are further apart than the gap (separating axes of their squares)."""
    offset = np.array([other.x_mm - one.x_mm, other.y_mm - one.y_mm])
    for axis_deg in (one.yaw_deg, one.yaw_deg + 90, other.yaw_deg, other.yaw_deg + 90):
        axis = np.array([np.cos(np.radians(axis_deg)), np.sin(np.radians(axis_deg))])
        reach = sum(_reach_mm(die, axis_deg) for die in (one, other))
        if abs(float(offset @ axis)) >= reach + gap_mm:
            return True
    return False


def _reach_mm(die: DrawnDie, axis_deg: float) -> float:
    turn = np.radians(axis_deg - die.yaw_deg)
    return float(die.edge_mm / 2 * (abs(np.cos(turn)) + abs(np.sin(turn))))


def scatter(
    rng: np.random.Generator,
    faces: Sequence[int],
    colour: Colour,
    *,
    among: Sequence[DrawnDie] = (),
    tray: Tray | None = None,
    pips: PipShade | None = None,
    touching: float = 0.1,
) -> list[DrawnDie]:
    """Dice at rest at random places of the tray, none overlapping; some share of them touches another.

    Raises ValueError where there is no room left.
    """
    tray = tray or Tray()
    lying = list(among)
    for face in faces:
        x, y, yaw = _place(rng, lying, tray, snug=bool(lying) and rng.random() < touching)
        lying.append(DrawnDie(face, colour, x, y, yaw, pips=pips))
    return lying[len(among) :]


def _place(
    rng: np.random.Generator, lying: Sequence[DrawnDie], tray: Tray, *, snug: bool
) -> tuple[float, float, float]:
    """x, y and yaw of a free place in the tray, beside another die if it is to be snug and there is room."""
    for attempt in range(900):
        beside = snug and attempt < 40
        if beside:
            x, y, yaw = _beside(rng, lying[int(rng.integers(len(lying)))])
        else:
            x = float(rng.uniform(-1, 1) * (tray.half_width_mm - EDGE_MM * 1.1))
            y = float(rng.uniform(-1, 1) * (tray.half_height_mm - EDGE_MM * 1.1))
            yaw = float(rng.uniform(0, 360))
        gap_mm = 0.15 if beside else 3.0 if attempt < 600 else 0.8
        die = DrawnDie(1, "other", round(x, 2), round(y, 2), round(yaw, 1))
        if tray.holds(x, y, EDGE_MM * 0.85) and all(apart(die, other, gap_mm) for other in lying):
            return die.x_mm, die.y_mm, die.yaw_deg
    raise ValueError(f"no room in the tray for another die beside {len(lying)}")


def _beside(rng: np.random.Generator, other: DrawnDie) -> tuple[float, float, float]:
    """A place and a yaw that touch a side of another die."""
    side = np.radians(other.yaw_deg + 90 * rng.integers(4))
    away = other.edge_mm + 0.3
    slip = rng.uniform(-0.6, 0.6) * other.edge_mm
    x = other.x_mm + away * np.cos(side) - slip * np.sin(side)
    y = other.y_mm + away * np.sin(side) + slip * np.cos(side)
    return float(x), float(y), other.yaw_deg
