"""A drawn hand and forearm that reaches into the tray."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.synthetic_dice import Floats, Light, View, tone

HandKind = Literal["grab", "point"]

SKIN = (0.23, 0.33, 0.56)  # linear B, G, R
SLEEVE = (0.12, 0.075, 0.055)
CANVAS_MM = (250.0, 330.0)
"""Width and length of the hand's sheet before it is turned; the fingertips are at its middle."""
HAND_DETAIL = 0.5
SLEEVE_FROM_MM = 165.0
"""From the fingertips down the arm."""


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand over the tray."""

    x_mm: float
    """Of the fingertips, to the right."""
    y_mm: float
    """Of the fingertips, up the picture."""
    from_deg: float = 270.0
    """Where the arm comes from: 0 is right, 90 the far edge, 270 the near edge."""
    kind: HandKind = "grab"
    above_mm: float = 45.0
    """Of the fingertips above the floor: how far the shadow falls."""


class _Bone(NamedTuple):
    """A limb as a tapering rod: from (x, y) to (x, y), radius at either end, its axis' height, all in mm."""

    x0: float
    y0: float
    r0: float
    x1: float
    y1: float
    r1: float
    z: float


# Fingertips near (0, 0), the arm along +y: a right hand seen from above.
_ARM = (
    _Bone(6, 112, 27, 10, 330, 40, 14),
    _Bone(2, 62, 25, 6, 118, 26, 14),
    _Bone(-14, 58, 21, 0, 96, 25, 15),
    _Bone(20, 62, 20, 8, 98, 24, 14),
)
_GRAB = (
    _Bone(-9, 3, 8.0, -15, 30, 9.5, 18),
    _Bone(-15, 30, 9.5, -20, 58, 11.5, 22),
    _Bone(4, -4, 8.2, 3, 28, 9.8, 19),
    _Bone(3, 28, 9.8, 1, 58, 12, 24),
    _Bone(17, 2, 8.0, 20, 32, 9.4, 18),
    _Bone(20, 32, 9.4, 19, 60, 11.5, 22),
    _Bone(29, 14, 7.0, 34, 38, 8.2, 15),
    _Bone(34, 38, 8.2, 34, 64, 10, 18),
    _Bone(-16, 10, 8.6, -34, 38, 10.5, 10),
    _Bone(-34, 38, 10.5, -24, 78, 15, 14),
)
_POINT = (
    _Bone(0, 4, 7.6, -3, 34, 9.0, 22),
    _Bone(-3, 34, 9.0, -10, 66, 11.5, 24),
    _Bone(8, 46, 10.5, 6, 66, 12, 24),
    _Bone(25, 50, 10, 22, 70, 12, 22),
    _Bone(38, 58, 9, 35, 76, 10, 18),
    _Bone(-8, 52, 9.5, -30, 62, 10.5, 12),
    _Bone(-30, 62, 10.5, -22, 88, 15, 14),
)
_POSES: dict[HandKind, tuple[_Bone, ...]] = {"grab": _GRAB + _ARM, "point": _POINT + _ARM}


class HandSprite(NamedTuple):
    """A hand turned the way it reaches, with its fingertips at `tip_px` of the sheet."""

    colour: Floats
    """(h, w, 3), display values, multiplied by alpha."""
    alpha: Floats
    """(h, w, 1), 0 to 1."""
    tip_px: tuple[float, float]


def _heights(kind: HandKind, scale: float) -> tuple[Floats, tuple[float, float]]:
    """The hand's relief in mm (0 where there is none) with the arm down the sheet, and the fingertips' pixel."""
    width, length = (round(side * scale) for side in CANVAS_MM)
    tip = (width / 2, 20 * scale)
    v, u = np.mgrid[:length, :width].astype(np.float32)
    x, y = (u - np.float32(tip[0])) / np.float32(scale), (v - np.float32(tip[1])) / np.float32(scale)
    relief = np.zeros((length, width), np.float32)
    for bone in _POSES[kind]:
        dx, dy = bone.x1 - bone.x0, bone.y1 - bone.y0
        along = np.clip(((x - bone.x0) * dx + (y - bone.y0) * dy) / np.float32(dx * dx + dy * dy), 0, 1)
        radius = bone.r0 + along * np.float32(bone.r1 - bone.r0)
        off = (x - bone.x0 - along * np.float32(dx)) ** 2 + (y - bone.y0 - along * np.float32(dy)) ** 2
        dome = np.sqrt(np.maximum(radius * radius - off, 0))
        relief = np.maximum(relief, np.where(dome > 0, dome + np.float32(bone.z), 0))
    return relief, tip


def _turned(relief: Floats, tip: tuple[float, float], turn_deg: float) -> tuple[Floats, Floats, tuple[float, float]]:
    """The relief and the distance down the arm (px) turned about the fingertips, on a sheet that holds all of it."""
    length, width = relief.shape
    matrix = cv2.getRotationMatrix2D(tip, turn_deg, 1.0)
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, length, 1], [width, length, 1]], np.float64) @ matrix.T
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    matrix[:, 2] -= low
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    down = np.repeat(np.arange(length, dtype=np.float32)[:, None] - np.float32(tip[1]), width, axis=1)
    turned = cv2.warpAffine(relief, matrix, size, flags=cv2.INTER_LINEAR)
    return (
        np.asarray(turned, np.float32),
        np.asarray(cv2.warpAffine(down, matrix, size), np.float32),
        (tip[0] - low[0], tip[1] - low[1]),
    )


def _soft(sheet: Floats, spread_px: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), spread_px), np.float32)


def paint_hand(view: View, kind: HandKind, from_deg: float, light: Light) -> HandSprite:
    """The hand as the camera sees it, reaching in from the given direction."""
    # A hand is nearer to the lens than the floor, and softer than dice: painted at half size.
    scale = view.focal_px / view.above_mm * 1.1 * HAND_DETAIL
    relief, tip = _heights(kind, scale)
    # The sheet's arm points down the picture, which is 270 degrees.
    relief, down, tip = _turned(relief, tip, from_deg - 270)
    alpha = _soft((relief > 4).astype(np.float32), 0.6)
    soft = _soft(relief, 0.9 * scale)  # skin has no sharp seams
    slope_x = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125 * scale)
    slope_y = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125 * scale)
    steep = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lamp = np.array(light.lamp_mm) / np.linalg.norm(light.lamp_mm)
    facing = np.clip((-slope_x * lamp[0] + slope_y * lamp[1] + lamp[2]) / steep, 0, 1)
    sleeve = np.clip((down - np.float32(SLEEVE_FROM_MM * scale)) / 3 + np.float32(0.5), 0, 1)[..., None]
    mottle = _soft(np.random.default_rng(5).standard_normal(relief.shape, dtype=np.float32), 2.5)
    albedo = np.array(SKIN) * (1 - sleeve) + np.array(SLEEVE) * sleeve
    albedo = albedo * (1 + 0.18 * mottle[..., None])
    lit = facing[..., None] * np.array(light.direct) + (0.35 + 0.65 / steep)[..., None] * np.array(light.ambient)
    colour = tone(np.asarray(albedo * lit, np.float32), light.exposure) * alpha[..., None]
    return HandSprite(_grown(colour), _grown(alpha)[..., None], (tip[0] / HAND_DETAIL, tip[1] / HAND_DETAIL))


def _grown(sheet: Floats) -> Floats:
    return np.asarray(cv2.resize(sheet, None, fx=1 / HAND_DETAIL, fy=1 / HAND_DETAIL), np.float32)


def hand_shadow(sprite: HandSprite, softness_px: float) -> Floats:
    """The hand's shadow on the same sheet, 0 to 1, blurred by how far it falls."""
    small = cv2.resize(sprite.alpha[..., 0], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), max(softness_px / 4, 0.5))
    height, width = sprite.alpha.shape[:2]
    return np.asarray(cv2.resize(blurred, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
