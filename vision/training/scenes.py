"""Random pictures of dice with full truth, ray-marched by a fragment shader."""

import itertools
import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import moderngl
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MOST_DICE = 14
MOST_THINGS = 5
KINDS = (0.34, 0.22, 0.14, 0.12, 0.06, 0.12)
"""Shares of coins and buttons, dominoes, print, pens, marbles and numeral blocks among the things that are no dice."""
KINDS_ALONE = (0.2, 0.5, 0.12, 0.04, 0.04, 0.1)
"""The same in pictures without dice: what is most like a die most often."""
ROW_SHARE = 0.2
"""Of the pictures with dice: those with dice laid out in a row."""
STEEPEST_DEG = 52.0
"""Most the camera is tilted."""
STANDING = 0.4
"""Share of the dominoes that stand on an edge."""
VALUE_OF_AXIS = {(2, 1): 1, (2, -1): 6, (1, 1): 2, (1, -1): 5, (0, 1): 3, (0, -1): 4}
"""Which value looks along which axis of the body; the shader paints the same."""

BODIES = {  # linear light
    "white": [(0.82, 0.82, 0.8), (0.7, 0.72, 0.75)],
    "ivory": [(0.76, 0.66, 0.46), (0.8, 0.74, 0.6)],
    "red": [(0.55, 0.015, 0.02), (0.4, 0.01, 0.02), (0.7, 0.06, 0.05)],
    "blue": [(0.015, 0.05, 0.42), (0.02, 0.15, 0.6), (0.01, 0.02, 0.2)],
    "black": [(0.012, 0.012, 0.013), (0.04, 0.04, 0.045)],
    "green": [(0.01, 0.25, 0.06), (0.02, 0.12, 0.04), (0.1, 0.5, 0.1)],
    "yellow": [(0.8, 0.55, 0.03), (0.7, 0.62, 0.1)],
    "orange": [(0.8, 0.22, 0.02), (0.75, 0.32, 0.12)],
    "purple": [(0.16, 0.02, 0.3), (0.3, 0.08, 0.4)],
    "grey": [(0.3, 0.3, 0.3), (0.15, 0.15, 0.16)],
    "brown": [(0.2, 0.07, 0.03), (0.35, 0.17, 0.07)],
    "pink": [(0.85, 0.3, 0.42), (0.8, 0.1, 0.3)],
    "other": [(0.1, 0.55, 0.6), (0.2, 0.7, 0.6)],
}
LIGHT = {"white", "ivory", "yellow", "orange", "pink", "other"}
INKS = {
    "white": (0.85, 0.85, 0.82),
    "black": (0.012, 0.012, 0.012),
    "gold": (0.75, 0.5, 0.12),
    "red": (0.55, 0.01, 0.01),
    "blue": (0.02, 0.05, 0.4),
}


def turn_about(axis: Array, angle: float) -> Array:
    """The rotation by `angle` radians about `axis` (Rodrigues)."""
    x, y, z = axis / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def turn_up(angle: float) -> Array:
    """The rotation by `angle` radians about the vertical."""
    return turn_about(np.array([0.0, 0.0, 1.0]), angle)


UPRIGHT = [
    m
    for order in itertools.permutations(range(3))
    for signs in itertools.product([1, -1], repeat=3)
    if np.linalg.det(m := np.eye(3)[list(order)] * np.array(signs)[:, None]) > 0
]
"""The 24 ways to set a die on a face."""


@dataclass
class Style:
    """How one set of dice was made."""

    colour: str
    body: Array
    ink: Array
    special: Array
    shape: Array
    finish: Array
    layout: Array


def random_style(rng: np.random.Generator) -> Style:
    """A set of dice as it could be bought: colour, pips, rounding, gloss."""
    colour = str(
        rng.choice(list(BODIES), p=[0.2, 0.12, 0.14, 0.1, 0.1, 0.07, 0.07, 0.05, 0.05, 0.03, 0.03, 0.02, 0.02])
    )
    choices = BODIES[colour]
    body = np.clip(np.array(choices[rng.integers(len(choices))]) * np.exp(rng.normal(0, 0.15, 3)), 0, 0.92)
    light = colour in LIGHT
    ink = str(
        rng.choice(["black", "red", "blue", "white"], p=[0.86, 0.06, 0.04, 0.04])
        if light
        else rng.choice(["white", "gold", "black"], p=[0.84, 0.12, 0.04])
    )
    if colour in ("white", "black", "yellow") and ink in ("white", "black") and (ink == "black") != light:
        ink = "black" if light else "white"
    rounding = float(
        rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.1, 0.25), rng.uniform(0.25, 0.5)], p=[0.25, 0.45, 0.3])
    )
    radius, pitch = rng.uniform(0.12, 0.24), rng.uniform(0.42, 0.58)
    pitch = min(pitch, 1 - 0.6 * rounding - radius * 0.8)
    pitch = max(pitch, 2.1 * radius)
    asian = light and rng.random() < 0.22
    big = rng.uniform(1.4, 2.4) if asian else (rng.uniform(1.1, 1.7) if rng.random() < 0.2 else 1.0)
    special = np.array(INKS["red"]) if asian and ink == "black" else np.array([-1.0, 0, 0])
    matt = rng.random() < 0.3
    finish = np.array(
        [
            rng.uniform(0.02, 0.15) if matt else rng.uniform(0.2, 0.9),
            rng.choice([0.0, rng.uniform(0.3, 1.4)], p=[0.35, 0.65]),
            rng.uniform(0.3, 1.0) if rng.random() < 0.12 else 0.0,
            rng.uniform(0.2, 0.8) if colour in ("red", "blue", "green", "purple") and rng.random() < 0.25 else 0.0,
        ]
    )
    layout = np.array([pitch * rng.uniform(0.8, 1.0), *(rng.random(3) < 0.5)])
    return Style(colour, body, np.array(INKS[ink]), special, np.array([rounding, radius, pitch, big]), finish, layout)


@dataclass
class PlacedDie:
    """One die where it lies: rotation body to world, centre, half edge."""

    style: Style
    rotation: Array
    centre: Array
    half: float
    yaw: float
    tilt_deg: float

    @property
    def top(self) -> tuple[int, Array]:
        """The value turned up and the outward normal of that face, world coordinates."""
        up = self.rotation[2]
        axis = int(np.argmax(np.abs(up)))
        sign = 1 if up[axis] > 0 else -1
        return VALUE_OF_AXIS[(axis, sign)], self.rotation[:, axis] * sign

    def top_corners(self, inset: float) -> Array:
        """(4, 3): the corners of the top face, world coordinates, `inset` half edges from the ideal corner."""
        up = self.rotation[2]
        axis = int(np.argmax(np.abs(up)))
        u, w = (self.rotation[:, i] for i in range(3) if i != axis)
        _, normal = self.top
        k = self.half * (1 - inset)
        middle = self.centre + normal * self.half
        return np.array([middle + k * (a * u + b * w) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def apart(a: PlacedDie, x: float, y: float, half: float, yaw: float) -> bool:
    """Whether a square of `half` at (x, y) turned by `yaw` is clear of die `a` (separating axes)."""
    d = np.array([x, y]) - a.centre[:2]
    reach = a.half * (1 + 0.5 * math.sin(math.radians(a.tilt_deg)))
    for angle in (a.yaw, a.yaw + math.pi / 2, yaw, yaw + math.pi / 2):
        axis = np.array([math.cos(angle), math.sin(angle)])
        span = sum(k * (abs(math.cos(angle - t)) + abs(math.sin(angle - t))) for k, t in ((reach, a.yaw), (half, yaw)))
        if abs(d @ axis) > span:
            return True
    return False


def row_of_dice(rng: np.random.Generator, style: Style, half: float, reach: tuple[float, float]) -> list[PlacedDie]:
    """Dice of one set laid side by side, as people lay out the hand they keep."""
    yaw = rng.uniform(0, 2 * math.pi)
    along = np.array([math.cos(yaw), math.sin(yaw)])
    step = 2 * half * (rng.uniform(1.0, 1.08) if rng.random() < 0.6 else rng.uniform(1.08, 1.4))
    count = int(rng.integers(2, 7))
    start = rng.uniform(-0.5, 0.5, 2) * reach - along * step * (count - 1) / 2
    row = []
    for k in range(count):
        turned = yaw + rng.normal(0, 0.03)
        x, y = start + along * step * k + rng.normal(0, 0.03 * half, 2)
        rotation = turn_up(turned) @ UPRIGHT[rng.integers(24)]
        row.append(PlacedDie(style, rotation, np.array([x, y, half]), half, turned, 0.0))
    return row


def place_dice(rng: np.random.Generator, count: int, reach: tuple[float, float]) -> list[PlacedDie]:
    """Dice strewn over the floor, some touching, a few leaning on nothing in particular."""
    styles = [random_style(rng) for _ in range(int(rng.choice([1, 2, 4], p=[0.45, 0.3, 0.25])))]
    base, alike, clump = rng.uniform(0.8, 1.1), rng.random() < 0.7, rng.random() < 0.35
    leaning = rng.uniform(0, 0.3) if rng.random() < 0.35 else 0.0
    placed: list[PlacedDie] = []
    if count > 1 and rng.random() < ROW_SHARE:
        placed = row_of_dice(rng, styles[0], base, reach)
        count = min(count, MOST_DICE - len(placed))
    for _ in range(count):
        half = base if alike else base * rng.uniform(0.75, 1.25)
        for _attempt in range(30):
            yaw = rng.uniform(0, 2 * math.pi)
            if placed and rng.random() < (0.8 if clump else 0.3):
                other = placed[rng.integers(len(placed))]
                angle, gap = rng.uniform(0, 2 * math.pi), (half + other.half) * rng.uniform(1.0, 1.42)
                if rng.random() < 0.4:
                    yaw = angle = other.yaw + math.pi / 2 * rng.integers(4)
                x, y = other.centre[:2] + gap * np.array([math.cos(angle), math.sin(angle)])
            else:
                x, y = rng.uniform(-reach[0], reach[0]), rng.uniform(-reach[1], reach[1])
            if all(apart(p, x, y, half, yaw) for p in placed):
                break
        else:
            continue
        rotation = turn_up(yaw) @ UPRIGHT[rng.integers(24)]
        tilt, height = 0.0, half
        if rng.random() < leaning:
            tilt = rng.uniform(6, 44)
            rotation = turn_about(np.array([math.cos(yaw), math.sin(yaw), 0]), math.radians(tilt)) @ rotation
            height = half * float(np.abs(rotation[2]).sum()) * 0.97
        placed.append(PlacedDie(styles[rng.integers(len(styles))], rotation, np.array([x, y, height]), half, yaw, tilt))
    if placed and rng.random() < 0.06:  # one stacked on another
        below = placed[rng.integers(len(placed))]
        if below.tilt_deg == 0 and len(placed) < MOST_DICE:
            yaw = rng.uniform(0, 2 * math.pi)
            centre = below.centre + np.array([*rng.uniform(-0.7, 0.7, 2) * below.half, 2 * below.half])
            placed.append(
                PlacedDie(
                    styles[rng.integers(len(styles))],
                    turn_up(yaw) @ UPRIGHT[rng.integers(24)],
                    centre,
                    below.half,
                    yaw,
                    0.0,
                )
            )
    return placed


class Painter:
    """The shader on an off-screen surface."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.context = moderngl.create_context(standalone=True, backend="egl")
        source = (Path(__file__).parent / "tray.frag").read_text(encoding="utf-8")
        corner = "#version 330\nin vec2 p; void main(){ gl_Position=vec4(p,0,1); }"
        self.program = self.context.program(vertex_shader=corner, fragment_shader=source)
        sheet = self.context.buffer(np.array([-1, -1, 3, -1, -1, 3], "f4").tobytes())
        self.sheet = self.context.vertex_array(self.program, [(sheet, "2f", "p")])
        self.target = self.context.framebuffer([self.context.texture(self.size, 4, dtype="f4")])
        self.target.use()

    def set(self, name: str, value: Any) -> None:
        """Give a uniform its value; one the compiler dropped is passed over."""
        if name not in self.program:
            return
        uniform: Any = self.program[name]
        if isinstance(value, int):
            uniform.value = value
        else:
            uniform.write(np.ascontiguousarray(value, dtype="f4").tobytes())

    def paint(self) -> NDArray[np.float32]:
        """(H, W, 4): linear R, G, B, and the number of what is seen plus one (0 floor)."""
        self.sheet.render()
        w, h = self.size
        data = np.frombuffer(self.target.read(components=4, dtype="f4"), np.float32).reshape(h, w, 4)
        return data[::-1].copy()


def padded(rows: list[Array], shape: tuple[int, ...], most: int) -> Array:
    """`rows` filled up with zeros to `most` entries."""
    out = np.zeros((most, *shape))
    for i, row in enumerate(rows):
        out[i] = row
    return out


@dataclass
class Eye:
    """The camera: place, rotation camera to world (columns right, up, back), focal length in picture heights."""

    place: Array
    rotation: Array
    focal: float
    size: tuple[int, int]

    def project(self, points: Array) -> Array:
        """(N, 2) pixels of (N, 3) world points."""
        c = (points - self.place) @ self.rotation
        w, h = self.size
        z = np.maximum(-c[:, 2], 1e-6)
        return np.stack([w / 2 + c[:, 0] / z * self.focal * h, h / 2 - c[:, 1] / z * self.focal * h], 1)


def random_eye(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Eye, float, float]:
    """A camera over the tray, mostly from above; also its distance and tilt in degrees."""
    die_px = math.exp(rng.uniform(math.log(13), math.log(130))) if rng.random() < 0.75 else rng.uniform(25, 60)
    focal = rng.uniform(0.9, 2.2)
    distance = 2 * focal * size[1] / die_px
    tilt = rng.uniform(0, 22) if rng.random() < 0.7 else rng.uniform(22, STEEPEST_DEG)
    azimuth, t = rng.uniform(0, 2 * math.pi), math.radians(tilt)
    back = np.array([math.sin(t) * math.cos(azimuth), math.sin(t) * math.sin(azimuth), math.cos(t)])
    up = turn_up(rng.uniform(0, 2 * math.pi)) @ np.array([0, 1.0, 0])
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return Eye(back * distance, np.stack([right, np.cross(back, right), back], 1), focal, size), distance, tilt


def set_floor_and_light(
    rng: np.random.Generator, painter: Painter, reach: tuple[float, float], distance: float
) -> None:
    """Floor, wall, lamp, ambient light and a mirrored window, all at random."""
    a = rng.uniform(0, 0.8, 3) * rng.uniform(0.05, 1)
    a = a * 0.4 + a.mean() * 0.6 if rng.random() < 0.55 else a
    if rng.random() < 0.12:
        a = np.full(3, rng.uniform(0.5, 0.85)) * np.exp(rng.normal(0, 0.05, 3))
    painter.set("floorA", a)
    painter.set("floorB", np.clip(a + rng.normal(0, 0.12, 3) * rng.choice([0.2, 0.6, 1.5]) * (a.mean() + 0.1), 0, 0.95))
    painter.set("floorKind", int(rng.integers(0, 9)))
    painter.set("floorScale", rng.uniform(0.3, 3))
    painter.set("floorGloss", rng.uniform(0, 0.3) if rng.random() < 0.4 else 0.0)
    tall = rng.uniform(1.2, 3.5) if rng.random() < 0.35 else 0.0
    painter.set(
        "wall", [reach[0] * rng.uniform(0.9, 1.6), reach[1] * rng.uniform(0.9, 1.6), tall, rng.uniform(0.5, min(reach))]
    )
    painter.set("wallColour", rng.uniform(0.01, 0.4, 3))
    angle, height, radius = rng.uniform(0, 2 * math.pi), rng.uniform(6, 40), rng.uniform(0, 25)
    painter.set("lamp", [radius * math.cos(angle), radius * math.sin(angle), height])
    painter.set("lampSize", rng.uniform(0.02, 0.7))
    share = rng.uniform(0.1, 0.85)
    warmth = np.exp(np.array([1, 0, -1]) * rng.normal(0.08, 0.22))
    painter.set("ambient", share * np.exp(rng.normal(0, 0.08, 3)))
    painter.set("lampColour", (1.25 - share) * warmth)
    painter.set(
        "window", [rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), rng.uniform(0, 2.5) if rng.random() < 0.4 else 0.0]
    )


def set_things(
    rng: np.random.Generator, painter: Painter, dice: list[PlacedDie], reach: tuple[float, float], many: bool
) -> None:
    """Coins, dominoes, print, pens, marbles and numeral blocks that are no dice."""
    count = int(rng.integers(1, MOST_THINGS + 1)) if many or rng.random() < 0.3 else 0
    thing, size, ink, body = [], [], [], []
    for _ in range(count):
        kind = int(rng.choice(6, p=KINDS_ALONE if many else KINDS))
        extent = {
            0: (rng.uniform(0.4, 1.4), 0, rng.uniform(0.05, 0.35), rng.uniform(0, 3)),
            1: (rng.uniform(1.6, 2.2), 0, 0.35, rng.uniform(1, 20)),
            2: (rng.uniform(2.5, 5), rng.uniform(2.5, 5), 0.02, rng.uniform(0, 50)),
            3: (rng.uniform(1.5, 6), rng.uniform(0.25, 0.7), 0, 0),
            4: (rng.uniform(0.4, 0.9), 0, 0, 0),
            5: (rng.uniform(0.7, 1.0), 0, 0.9, rng.uniform(0, 50)),
        }[kind]
        extent = (extent[0], extent[0] / 2 if kind == 1 else (extent[0] if kind == 5 else extent[1]), *extent[2:])
        if kind == 1 and rng.random() < STANDING:
            extent = (extent[0], 0.35, extent[0] / 2, extent[3])
        big = max(extent[0], extent[1])
        for _attempt in range(20):
            x, y = rng.uniform(-reach[0], reach[0]), rng.uniform(-reach[1], reach[1])
            if all(math.hypot(x - d.centre[0], y - d.centre[1]) > big * 1.2 + d.half * 1.5 for d in dice):
                thing.append(np.array([x, y, rng.uniform(0, 2 * math.pi), kind]))
                size.append(np.array(extent))
                dark = rng.random() < 0.5
                body.append(
                    np.clip(
                        rng.uniform(0.01, 0.15, 3) if dark else rng.uniform(0.45, 0.85) * np.exp(rng.normal(0, 0.2, 3)),
                        0,
                        0.9,
                    )
                )
                ink.append(rng.uniform(0.5, 0.9, 3) if dark else rng.uniform(0.01, 0.2, 3))
                break
    painter.set("things", len(thing))
    for name, rows, width in (
        ("thing", thing, 4),
        ("thingSize", size, 4),
        ("thingInk", ink, 3),
        ("thingBody", body, 3),
    ):
        painter.set(name, padded(rows, (width,), MOST_THINGS))


def set_dice(painter: Painter, dice: list[PlacedDie]) -> None:
    """Hand the dice to the shader."""
    painter.set("dice", len(dice))
    painter.set("R", padded([d.rotation.T for d in dice], (3, 3), MOST_DICE))
    painter.set("T", padded([np.array([*d.centre, d.half]) for d in dice], (4,), MOST_DICE))
    for name, attribute, width in (
        ("body", "body", 3),
        ("ink", "ink", 3),
        ("special", "special", 3),
        ("shape", "shape", 4),
        ("finish", "finish", 4),
        ("layout_", "layout", 4),
    ):
        painter.set(name, padded([getattr(d.style, attribute) for d in dice], (width,), MOST_DICE))


def develop(rng: np.random.Generator, linear: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A camera's picture of linear light: exposure, white balance, tone curve, lens blur, noise. Returns B, G, R."""
    level = float(np.percentile(linear, 90)) + 1e-3
    picture = linear * (rng.uniform(0.35, 1.2) / level) * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    h, w = picture.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w]
    corner = ((xx / w - 0.5) ** 2 + (yy / h - 0.5) ** 2) / 0.5
    picture = picture * (1 - rng.uniform(0, 0.4) * corner[..., None]).astype(np.float32)
    if rng.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.1))
    picture = picture + rng.normal(0, 1, picture.shape).astype(np.float32) * np.sqrt(
        rng.uniform(0, 0.002) * np.maximum(picture, 0) + rng.uniform(0, 0.006) ** 2
    )
    picture = np.clip(picture, 0, 1) ** np.float32(1 / 2.2)
    picture = picture + np.float32(rng.uniform(0, 0.4)) * (picture * picture * (3 - 2 * picture) - picture)
    if rng.random() < 0.5:
        picture = picture + np.float32(rng.uniform(0, 0.8)) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.0))
    return (np.clip(picture[..., ::-1], 0, 1) * 255 + 0.5).astype(np.uint8)


def seen_share(number: int, die: PlacedDie, eye: Eye, seen: NDArray[np.int64]) -> tuple[float, bool]:
    """The share of the top face that nothing hides, and whether the face is cut by the picture's edge."""
    corners = die.top_corners(0.25)
    grid = np.linspace(0, 1, 9)
    points = np.array(
        [
            (1 - b) * ((1 - a) * corners[0] + a * corners[1]) + b * ((1 - a) * corners[3] + a * corners[2])
            for a in grid
            for b in grid
        ]
    )
    px = np.floor(eye.project(points)).astype(int)
    h, w = seen.shape
    inside = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < w) & (px[:, 1] < h)
    mine = np.array([seen[y, x] == number + 1 for x, y in px[inside]])
    return float(mine.sum()) / len(points), not bool(inside.all())


def truth_of(number: int, die: PlacedDie, eye: Eye, seen: NDArray[np.int64]) -> dict[str, Any]:
    """What a label says of one die."""
    value, normal = die.top
    towards = eye.place - die.centre
    towards = towards / np.linalg.norm(towards)
    slant = (normal - (normal @ towards) * towards) @ eye.rotation
    top = eye.project(die.top_corners(die.style.shape[0] * 0.5))
    share, cut = seen_share(number, die, eye, seen)
    return {
        "value": value,
        "tilt": round(die.tilt_deg, 1),
        "colour": die.style.colour,
        "top": [[round(float(v), 2) for v in p] for p in top],
        "visible": round(share, 3),
        "cut": cut,
        "slant": [round(float(slant[0]), 4), round(float(-slant[1]), 4)],
    }


def make_pictures(
    folder: Path, count: int, seed: int, size: tuple[int, int] = (448, 336), empty_share: float = 0.08
) -> None:
    """Write `count` pictures and their labels.jsonl into `folder`; a stopped run goes on where it stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    painter = Painter(*size)
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as labels:
        for n in range(count):
            file = folder / f"{seed}_{n}.jpg"
            if file.exists():
                continue
            rng = np.random.default_rng([seed, n])
            eye, distance, tilt = random_eye(rng, size)
            half_height = distance / eye.focal / 2
            reach = (half_height * size[0] / size[1], half_height)
            empty = rng.random() < empty_share
            dice = [] if empty else place_dice(rng, int(rng.integers(1, MOST_DICE)), reach)
            set_dice(painter, dice)
            set_things(rng, painter, dice, (min(reach[0], 12), min(reach[1], 12)), empty)
            set_floor_and_light(rng, painter, reach, distance)
            painter.set("resolution", size)
            painter.set("eye", eye.place)
            painter.set("turn", eye.rotation.T)
            painter.set("focal", eye.focal)
            raw = painter.paint()
            seen = np.rint(raw[..., 3]).astype(np.int64)
            truths = [truth_of(i, d, eye, seen) for i, d in enumerate(dice)]
            cv2.imwrite(str(file), develop(rng, raw[..., :3]), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 97))])
            labels.write(json.dumps({"file": file.name, "tilt": round(tilt, 1), "dice": truths}) + "\n")
            labels.flush()
