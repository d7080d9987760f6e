"""One die of the drawn tray: its geometry, and a small ray caster that paints it as a sprite.

A die is a rounded cube. A ray first meets the sharp cube (slab test), then a few steps of sphere tracing
lead it onto the rounded edge (Quilez, "distance functions": the rounded box). All of a sprite's rays are
cast at once, as numpy arrays.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box, Colour

Floats = NDArray[np.float32]

PipShade = Literal["light", "dark", "red", "gold"]

EDGE_MM = 16.0  # the commonest dice
ROUNDING = 0.26  # of the half edge: 13 % of the edge, a common moulded die
PIP_RADIUS = 0.185  # of the half edge: a pip's diameter is nearly a fifth of the edge
PIP_PITCH = 0.5  # of the half edge, from the face's centre to a corner pip's centre
ONE_PIP_SCALE = 1.15  # a single pip is often drilled a little larger
TRACE_STEPS = 6  # from the slab's entry point this is well below a tenth of a pixel
GLOSS = 46.0  # Blinn-Phong exponent of moulded acrylic

BODY_ALBEDO: dict[Colour, tuple[float, float, float]] = {
    # linear reflectance B, G, R
    "red": (0.035, 0.025, 0.56),
    "blue": (0.52, 0.10, 0.025),
    "green": (0.10, 0.30, 0.025),
    "yellow": (0.03, 0.56, 0.80),
    "orange": (0.02, 0.22, 0.80),
    "purple": (0.26, 0.04, 0.24),
    "black": (0.022, 0.020, 0.020),
    "white": (0.74, 0.79, 0.80),
    "pink": (0.45, 0.28, 0.78),
    "grey": (0.24, 0.24, 0.23),
    "brown": (0.04, 0.10, 0.21),
    "other": (0.42, 0.40, 0.06),
}
PIP_ALBEDO: dict[PipShade, tuple[float, float, float]] = {
    "light": (0.80, 0.83, 0.84),
    "dark": (0.016, 0.016, 0.017),
    "red": (0.03, 0.02, 0.50),
    "gold": (0.10, 0.50, 0.74),
}
DARK_PIPPED: frozenset[Colour] = frozenset({"white", "yellow", "orange", "pink"})

_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)

# Face to outward axis of the body: 1 up +z, 2 +x, 3 +y and opposite faces sum to seven. Seen from the corner
# where they meet, 1, 2, 3 run counter-clockwise: the western die.
FACE_AXIS: dict[int, tuple[int, int]] = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}
_AXIS_FACE = np.zeros((3, 2), np.int8)
for _face, (_axis, _sign) in FACE_AXIS.items():
    _AXIS_FACE[_axis, (_sign + 1) // 2] = _face

CENTRED = frozenset({1, 3, 5})
DIAGONAL = frozenset({2, 3})
CORNERED = frozenset({4, 5, 6})
"""Which faces have a pip in the middle, on two opposite corners, on all four; the six has two more at its sides."""


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """One die as it is to be drawn; origin of the tray is the middle of the picture."""

    face: int
    """The face turned up while it does not lean, 1 to 6."""
    colour: Colour
    """The body's colour."""
    x_mm: float
    """Of the die's centre, to the right."""
    y_mm: float
    """Of the die's centre, up the picture."""
    yaw_deg: float = 0.0
    """Turned about the vertical, counter-clockwise as the camera sees it."""
    lean_deg: float = 0.0
    """Tipped over a horizontal axis; a rolling die leans by hundreds of degrees."""
    lean_to_deg: float = 0.0
    """Where it tips to: 0 is right, 90 is up the picture."""
    lift_mm: float = 0.0
    """Of its lowest point above the tray's floor."""
    streak_mm: tuple[float, float] = (0.0, 0.0)
    """How far it travels while the shutter is open."""
    pips: PipShade | None = None
    """None: dark on light bodies, light on the others."""
    edge_mm: float = EDGE_MM

    @property
    def pip_shade(self) -> PipShade:
        """The shade that is drawn."""
        return self.pips or ("dark" if self.colour in DARK_PIPPED else "light")


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera that looks straight down on the tray's floor."""

    width: int
    height: int
    focal_px: float
    above_mm: float
    """From the floor to the lens."""

    def project(self, points_mm: Floats) -> Floats:
        """Points (…, 3) of the tray to pixels (…, 2); pixel centres are whole numbers."""
        scale = self.focal_px / (self.above_mm - points_mm[..., 2])
        u = (self.width - 1) / 2 + points_mm[..., 0] * scale
        v = (self.height - 1) / 2 - points_mm[..., 1] * scale
        return np.stack([u, v], axis=-1).astype(np.float32)

    def floor_mm(self, u: Floats, v: Floats) -> tuple[Floats, Floats]:
        """Where the rays of pixels (u, v) meet the floor, in mm."""
        scale = np.float32(self.above_mm / self.focal_px)
        x = (u - np.float32((self.width - 1) / 2)) * scale
        return x, (np.float32((self.height - 1) / 2) - v) * scale


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp, and what the room throws back."""

    lamp_mm: tuple[float, float, float]
    radius_mm: float
    """Of the lamp's disc: the larger, the softer the shadows."""
    direct: tuple[float, float, float]
    """B, G, R of the lamp on a surface that faces it."""
    ambient: tuple[float, float, float]
    """B, G, R from everywhere else."""
    bounce: tuple[float, float, float] = (0.1, 0.1, 0.1)
    """B, G, R that the tray's floor throws up onto the sides of the dice."""
    exposure: float = 1.0


class Sprite(NamedTuple):
    """A painted die, ready to be laid into a picture."""

    x: int
    y: int
    colour: Floats
    """(h, w, 3), display values 0 to 255, already multiplied by alpha."""
    alpha: Floats
    """(h, w, 1), 0 to 1."""


def tone(linear: Floats, exposure: float) -> Floats:
    """Light to display values 0 to 255: exposure, a soft shoulder, gamma 2.2."""
    lit = linear * np.float32(exposure)
    shoulder = lit * (1 + lit * np.float32(0.16)) / (1 + lit * np.float32(0.36))
    return np.asarray(255 * np.clip(shoulder, 0, 1) ** np.float32(1 / 2.2), np.float32)


def _about(axis: NDArray[np.float64], angle_rad: float) -> NDArray[np.float64]:
    """Rodrigues' rotation about a unit axis."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle_rad) * k + (1 - np.cos(angle_rad)) * (k @ k))


def _face_up(face: int) -> NDArray[np.float64]:
    """The rotation that turns the face's axis to +z."""
    axis, sign = FACE_AXIS[face]
    rows = np.zeros((3, 3))
    rows[2, axis] = sign
    rows[0, (axis + 1) % 3] = 1
    rows[1] = np.cross(rows[2], rows[0])
    return rows


_FACE_UP = {face: _face_up(face) for face in FACE_AXIS}


@lru_cache(maxsize=256)
def rotation(die: DrawnDie) -> Floats:
    """The die's axes in the tray, as the columns of a (3, 3) matrix, not to be written to."""
    yaw = _about(np.array([0.0, 0.0, 1.0]), np.radians(die.yaw_deg))
    to = np.radians(die.lean_to_deg)
    lean = _about(np.array([-np.sin(to), np.cos(to), 0.0]), np.radians(die.lean_deg))
    turn = np.asarray(lean @ yaw @ _FACE_UP[die.face], np.float32)
    turn.setflags(write=False)
    return turn


def corners_mm(die: DrawnDie, inset: float = 0.0) -> Floats:
    """The eight corners (8, 3) in the tray, drawn in by `inset` of the half edge; the lowest is at `lift_mm`."""
    turn = rotation(die)
    reach = _CORNERS @ turn.T * np.float32(die.edge_mm / 2)
    return np.asarray(reach * (1 - inset) + centre_mm(die), np.float32)


def centre_mm(die: DrawnDie) -> Floats:
    """The die's middle (3,) in the tray."""
    rise = -_rounded_low(rotation(die)) * die.edge_mm / 2 + die.lift_mm
    return np.array([die.x_mm, die.y_mm, rise], np.float32)


def _rounded_low(turn: Floats) -> float:
    """The lowest point of a rounded cube of half edge 1 about its centre."""
    return float(-np.abs(turn[2]).sum() * (1 - ROUNDING) - ROUNDING)


def top_face(die: DrawnDie) -> int:
    """The face whose normal is nearest to up."""
    up = rotation(die)[2]
    axis = int(np.argmax(np.abs(up)))
    return int(_AXIS_FACE[axis, 1 if up[axis] > 0 else 0])


def lean_of_top_deg(die: DrawnDie) -> float:
    """How far the face turned up is from level."""
    return float(np.degrees(np.arccos(min(1.0, float(np.abs(rotation(die)[2]).max())))))


def _box_around(points_px: Floats) -> Box:
    low, high = np.floor(points_px.min(axis=0)), np.ceil(points_px.max(axis=0))
    return Box(int(low[0]), int(low[1]), int(high[0] - low[0]) + 1, int(high[1] - low[1]) + 1)


def outline_box(view: View, die: DrawnDie) -> Box:
    """Around the whole die in the picture."""
    return _rounded_box(view, die, _CORNERS * np.float32(1 - ROUNDING))


def top_box(view: View, die: DrawnDie) -> Box:
    """Around the face turned up."""
    axis, sign = FACE_AXIS[top_face(die)]
    face = _CORNERS[_CORNERS[:, axis] == sign] * np.float32(1 - ROUNDING)
    face[:, axis] = sign
    return _rounded_box(view, die, face)


def _rounded_box(view: View, die: DrawnDie, points: Floats) -> Box:
    """Around points (n, 3) of the body, in half edges, each rounded by the edge's radius."""
    half = die.edge_mm / 2
    there = np.asarray(points @ rotation(die).T * np.float32(half) + centre_mm(die), np.float32)
    radius = (ROUNDING * half * view.focal_px / (view.above_mm - there[:, 2:])).astype(np.float32)
    pixels = view.project(there)
    return _box_around(np.concatenate([pixels - radius, pixels + radius]))


def _rays(view: View, box: Box, fine: float) -> Floats:
    """Directions (3, h, w) of a box's rays, `fine` by `fine` a pixel, each falling 1 mm a unit."""
    u = (np.arange(int(np.ceil(box.w * fine)), dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    v = (np.arange(int(np.ceil(box.h * fine)), dtype=np.float32) + np.float32(0.5)) / np.float32(fine)
    rays = np.empty((3, v.size, u.size), np.float32)
    rays[0] = (u + np.float32(box.x - view.width / 2)) / np.float32(view.focal_px)
    rays[1] = ((np.float32(view.height / 2 - box.y) - v) / np.float32(view.focal_px))[:, None]
    rays[2] = -1
    return rays


def _length(vectors: Floats) -> Floats:
    """Of vectors (3, n)."""
    return np.asarray(np.sqrt(vectors[0] ** 2 + vectors[1] ** 2 + vectors[2] ** 2), np.float32)


def _trace(origin: Floats, rays: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Which rays meet the rounded cube of half edge 1, and where, (3, hits)."""
    inverse = 1 / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    middle, spread = -origin[:, None] * inverse, np.abs(inverse)
    first, last = middle - spread, middle + spread
    near = np.maximum(np.maximum(first[0], first[1]), first[2])
    hit = np.flatnonzero(near < np.minimum(np.minimum(last[0], last[1]), last[2]))
    rays = rays[:, hit]
    points = origin[:, None] + near[hit] * rays
    pace = rays / _length(rays)
    gap = _gap(points)
    for _ in range(TRACE_STEPS):
        off = np.flatnonzero(gap > 2e-3)
        points[:, off] += gap[off] * pace[:, off]
        gap[off] = _gap(points[:, off])
    on = np.flatnonzero(gap < 0.03)
    return hit[on], points[:, on]


def _gap(points: Floats) -> Floats:
    """Distance of outer points (3, n) to the rounded cube; 0 on its faces."""
    return _length(np.maximum(np.abs(points) - np.float32(1 - ROUNDING), 0)) - np.float32(ROUNDING)


def _pips(points: Floats) -> tuple[Floats, Floats]:
    """How far each point (3, n) lies in a pip, 0 to 1, and its offset (3, n) from the pip's centre in pip radii."""
    axis = np.argmax(np.abs(points), axis=0)
    cover = np.zeros(points.shape[1], np.float32)
    offset = np.zeros_like(points)
    for face, (normal, sign) in FACE_AXIS.items():
        at = np.flatnonzero((axis == normal) & (points[normal] * sign > 0))
        if at.size:
            first, second = (normal + 1) % 3, (normal + 2) % 3
            cover[at], offset[first, at], offset[second, at] = _pips_of_face(
                face, points[first, at], points[second, at]
            )
    return cover, offset


def _pips_of_face(face: int, a: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    """Cover and offsets on one face. A face's symmetry folds its pips onto one another, so that few are measured."""
    radius = np.float32(PIP_RADIUS * (ONE_PIP_SCALE if face == 1 else 1))
    pitch_a, pitch_b = np.copysign(np.float32(PIP_PITCH), a), np.copysign(np.float32(PIP_PITCH), b)
    offsets: list[tuple[Floats, Floats]] = []
    if face in CENTRED:
        offsets.append((a, b))
    if face in DIAGONAL:
        offsets.append((a - pitch_a, b - pitch_a))
    if face in CORNERED:
        offsets.append((a - pitch_a, b - pitch_b))
    if face == 6:
        offsets.append((a - pitch_a, b))
    cover, du, dv = np.zeros_like(a), np.zeros_like(a), np.zeros_like(a)
    for from_a, from_b in offsets:
        away = np.sqrt(from_a**2 + from_b**2) / radius
        depth = np.clip((1 - away) * 6 + np.float32(0.5), 0, 1)
        here = depth > 0
        np.copyto(cover, depth, where=here)
        np.copyto(du, from_a / radius, where=here)
        np.copyto(dv, from_b / radius, where=here)
    return cover, du, dv


def _shade(die: DrawnDie, points: Floats, rays: Floats, light: Light) -> Floats:
    """Linear B, G, R (n, 3) of the points (3, n) of the die's surface, in half edges from its centre."""
    turn, centre = rotation(die), centre_mm(die)
    beyond = np.maximum(np.abs(points) - np.float32(1 - ROUNDING), 0) * np.sign(points)
    normal = beyond / np.float32(ROUNDING)
    cover, offset = _pips(points)
    normal = normal - offset * (cover * np.float32(0.55))  # a pip is a shallow bowl
    normal = np.asarray(turn @ (normal / _length(np.asarray(normal, np.float32))), np.float32)
    lamp = np.array(light.lamp_mm, np.float32) - centre
    lamp /= np.linalg.norm(lamp)
    half_way = np.asarray(lamp[:, None] - rays / _length(rays), np.float32)
    half_way /= _length(half_way)
    facing = np.maximum(lamp @ normal, 0)
    glint = np.maximum(np.einsum("ij,ij->j", normal, half_way), 0) ** np.float32(GLOSS)
    height = np.clip((turn[2] @ points) * np.float32(die.edge_mm / 2) + centre[2], 0, die.edge_mm)
    # Near the floor little light comes in.
    open_sky = np.float32(0.5) + np.float32(0.5 / die.edge_mm) * height
    up = np.float32(0.5) + np.float32(0.5) * normal[2]
    body, pip = np.array(BODY_ALBEDO[die.colour], np.float32), np.array(PIP_ALBEDO[die.pip_shade], np.float32)
    albedo = body + cover[:, None] * (pip - body)
    ambient = (up * open_sky)[:, None] * np.array(light.ambient, np.float32)
    bounce = ((1 - up) * open_sky)[:, None] * np.array(light.bounce, np.float32)
    direct = np.array(light.direct, np.float32)
    sheen = (np.float32(0.11) * glint * (1 - np.float32(0.6) * cover))[:, None]
    return np.asarray(albedo * (ambient + bounce + facing[:, None] * direct) + sheen * direct, np.float32)


def _smear(sheet: Floats, streak_px: tuple[float, float]) -> Floats:
    """Motion blur: the mean along the way travelled while the shutter was open."""
    reach = int(np.ceil(max(abs(streak_px[0]), abs(streak_px[1])))) | 1
    kernel = np.zeros((reach, reach), np.float32)
    middle = (reach - 1) / 2
    for s in np.linspace(-0.5, 0.5, reach * 2):
        kernel[round(middle + s * (streak_px[1])), round(middle + s * streak_px[0])] += 1
    return np.asarray(cv2.filter2D(sheet, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT), np.float32)


def paint(view: View, die: DrawnDie, light: Light, fine: float = 3) -> Sprite:
    """The die as the camera sees it, `fine` by `fine` rays a pixel (below one: coarser), smeared by its streak."""
    box = _box_around(view.project(corners_mm(die)))
    sheet = _cast(view, die, light, box, fine)
    shrunk = min(fine, 1.0)  # finer sheets come as pixels, coarser ones are smeared while they are small
    scale = view.focal_px / (view.above_mm - float(centre_mm(die)[2])) * shrunk
    streak = (die.streak_mm[0] * scale, -die.streak_mm[1] * scale)
    margin = int(max(abs(streak[0]), abs(streak[1])) / 2 + 0.5)
    if margin:
        wide = cv2.copyMakeBorder(sheet, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
        sheet = _smear(np.asarray(wide, np.float32), streak)
    if shrunk < 1:
        sheet = np.asarray(cv2.resize(sheet, None, fx=1 / shrunk, fy=1 / shrunk), np.float32)
    x, y = box.x - round(margin / shrunk), box.y - round(margin / shrunk)
    return Sprite(x, y, np.ascontiguousarray(sheet[..., :3]), np.ascontiguousarray(sheet[..., 3:]))


def _cast(view: View, die: DrawnDie, light: Light, box: Box, fine: float) -> Floats:
    """Display values multiplied by alpha, and alpha, (h, w, 4) of a box of the picture; of its pixels, or coarser."""
    turn, half = rotation(die), np.float32(die.edge_mm / 2)
    rays = _rays(view, box, fine)
    size, rays = rays.shape[1:], rays.reshape(3, -1)
    eye = np.array([0, 0, view.above_mm], np.float32) - centre_mm(die)
    hit, points = _trace(np.asarray(turn.T @ eye / half, np.float32), turn.T @ rays / half)
    sheet = np.zeros((rays.shape[1], 4), np.float32)
    sheet[hit, :3] = tone(_shade(die, points, rays[:, hit], light), light.exposure)
    sheet[hit, 3] = 1
    sheet = sheet.reshape(*size, 4)
    return (
        np.asarray(cv2.resize(sheet, (box.w, box.h), interpolation=cv2.INTER_AREA), np.float32) if fine > 1 else sheet
    )
