"""Draws a lit tray with known dice: the mock camera's eye, the tests' truth, the README's picture."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

import cv2
import numpy as np

from vision.frame import Pixels
from vision.reading import Box, Colour
from vision.synthetic_dice import (
    EDGE_MM,
    DrawnDie,
    Floats,
    Light,
    View,
    centre_mm,
    corners_mm,
    lean_of_top_deg,
    outline_box,
    paint,
    top_box,
    top_face,
)
from vision.synthetic_hand import DrawnHand, hand_shadow, paint_hand
from vision.synthetic_layers import Paint, Shade, cut_paint, cut_shade, lay, paint_of, shade_of, soften
from vision.synthetic_places import apart, scatter
from vision.synthetic_tray import FELTS, PAPERS, WOODS, FloorKind, Tray, paint_tray

__all__ = ["DrawnDie", "DrawnHand", "StillDie", "Tray", "TrayScene", "apart", "random_still", "scatter"]

DIE_PX_AT_640 = 42.0  # a 16 mm die on the floor, in a picture 640 px wide
ABOVE_MM = 400.0  # the lens is an arm's length above the tray
COCKED_DEG = 12.0  # beyond this a die counts as cocked
RAYS = ((0.5, 2.0), (1.6, 1.0), (float("inf"), 0.5))
"""Up to so many mm travelled while the shutter is open: rays a pixel side. Blur hides the steps of coarse ones."""
LAMP_SAMPLES = 8  # points of the lamp's disc that throw a die's shadow
KEPT_SHEETS = 64
REACH_MM = 60.0  # how far a die, its blur and its shadow reach
NOISE_SHIFTS = 61  # the noise sheet is this much larger than the picture, so that each frame shows another part


class StillDie(NamedTuple):
    """What is known of one drawn die."""

    face: int
    """The face turned up."""
    box: Box
    """Around the face turned up."""
    colour: Colour
    flat: bool
    """False where it leans by more than 12 degrees."""
    outline: Box
    """Around the whole die."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a scene is lit and what its camera adds."""

    light: Light
    tray: Tray
    noise: float
    """Spread of the sensor's noise, display levels."""
    blur_px: float


def look_of(seed: int) -> Look:
    """The tray, the light and the sensor of a seed."""
    rng = np.random.default_rng([seed, 1])
    floor: FloorKind = get_args(FloorKind)[rng.choice(3, p=[0.62, 0.3, 0.08])]
    albedo = {"felt": FELTS, "wood": WOODS, "paper": PAPERS}[floor]
    tray = Tray(
        corner_mm=float(rng.uniform(14, 50)),
        floor=floor,
        floor_albedo=albedo[rng.integers(len(albedo))],
        wall_albedo=WOODS[rng.integers(len(WOODS))],
    )
    return Look(_light(rng, tray), tray, noise=float(rng.uniform(1.6, 3.4)), blur_px=float(rng.uniform(0.35, 0.7)))


def _light(rng: np.random.Generator, tray: Tray) -> Light:
    bearing = rng.uniform(0, 2 * np.pi)
    aside = rng.uniform(170, 330)
    warmth = rng.uniform(-0.12, 0.2)
    tint = np.array([1 - warmth, 1.0 - 0.15 * abs(warmth), 1 + 0.6 * warmth])
    share = rng.uniform(0.3, 0.5)
    direct, ambient = tint * 1.35 * (1 - share), (0.5 + 0.5 * tint) * 1.25 * share
    return Light(
        lamp_mm=(float(aside * np.cos(bearing)), float(aside * np.sin(bearing)), float(rng.uniform(430, 620))),
        radius_mm=float(rng.uniform(22, 60)),
        direct=(float(direct[0]), float(direct[1]), float(direct[2])),
        ambient=(float(ambient[0]), float(ambient[1]), float(ambient[2])),
        bounce=tuple(float(a * d) for a, d in zip(tray.floor_albedo, direct + ambient, strict=True)),  # type: ignore[arg-type]
        exposure=float(rng.uniform(0.9, 1.15)),
    )


class TrayScene:
    """A tray before a camera that looks straight down.

    The look follows from the seed; a drawing follows from the look, the dice, the hand and `tick`, nothing else.
    """

    def __init__(
        self, seed: int = 0, size: tuple[int, int] = (640, 480), look: Look | None = None, view: View | None = None
    ) -> None:
        width, height = size
        focal_px = DIE_PX_AT_640 * max(width / 640, height / 480) / EDGE_MM * ABOVE_MM
        self.view = view or View(width, height, focal_px, above_mm=ABOVE_MM)
        self.look = look or look_of(seed)
        self._rng = np.random.default_rng([seed, 2])
        self._empty = np.asarray(cv2.convertScaleAbs(self._painted()), np.uint8)
        self._empty_seen = np.asarray(cv2.GaussianBlur(self._empty, (0, 0), self.look.blur_px), np.uint8)
        self._louder, self._quieter = self._noise_sheets()
        self._lamps = _lamp_points(self.look.light)
        self._sheets: OrderedDict[DrawnDie, tuple[Shade, Paint]] = OrderedDict()
        self._hands: dict[tuple[str, float], tuple[Shade, Paint]] = {}
        self._still: tuple[tuple[DrawnDie, ...], Pixels] = ((), self._empty_seen)

    def _painted(self) -> Floats:
        """The scene without dice, (height, width, 3), display values 0 to 255."""
        return paint_tray(self.view, self.look.tray, self.look.light, self._rng)

    def _noise_sheets(self) -> tuple[Pixels, Pixels]:
        """Sensor noise in two sheets, what it adds and what it takes; slightly smooth, as after demosaicking."""
        shape = (self.view.height + NOISE_SHIFTS, self.view.width + NOISE_SHIFTS, 3)
        noise = self._rng.standard_normal(shape, dtype=np.float32)
        grey = self._rng.standard_normal(shape[:2], dtype=np.float32)
        noise = np.asarray(cv2.GaussianBlur(noise * 0.6 + grey[..., None] * 0.8, (0, 0), 0.45), np.float32)
        noise *= np.float32(self.look.noise / max(float(noise.std()), 1e-6))
        return np.clip(noise + 0.5, 0, 255).astype(np.uint8), np.clip(0.5 - noise, 0, 255).astype(np.uint8)

    def draw(self, dice: Sequence[DrawnDie], hand: DrawnHand | None = None, *, tick: int = 0) -> Pixels:
        """The picture, (height, width, 3) uint8 B, G, R; `tick` chooses the sensor's noise and nothing else."""
        picture = self._clean(tuple(dice))
        if hand is not None:
            picture = self._with_hand(picture, hand)
        return self._noisy(picture, tick)

    def truth(self, dice: Sequence[DrawnDie]) -> list[StillDie]:
        """What is known of the dice as they are drawn, in the order given."""
        return [
            StillDie(
                top_face(die),
                top_box(self.view, die),
                die.colour,
                lean_of_top_deg(die) <= COCKED_DEG,
                outline_box(self.view, die),
            )
            for die in dice
        ]

    def _clean(self, dice: tuple[DrawnDie, ...]) -> Pixels:
        """Tray and dice without noise; the last such picture is kept, since dice mostly lie still."""
        if self._still[0] != dice:
            self._still = dice, self._compose(dice)
        return self._still[1]

    def _compose(self, dice: tuple[DrawnDie, ...]) -> Pixels:
        sharp, seen = self._empty.copy(), self._empty_seen.copy()
        # From straight above, what is nearer to the lens hides what is further.
        near = sorted(filter(self._in_view, dice), key=self._from_lens_mm, reverse=True)
        sheets = [self._sheets_of(die) for die in near]
        laid: list[Shade | Paint] = [*(shade for shade, _ in sheets), *(paint for _, paint in sheets)]
        for sheet in laid:
            lay(sharp, sheet)
        soften(sharp, seen, (sheet.box for sheet in laid), self.look.blur_px)
        return seen

    def _in_view(self, die: DrawnDie) -> bool:
        """Whether the die or its shadow may reach into the picture."""
        scale = self.view.above_mm / self.view.focal_px
        wide, high = self.view.width / 2 * scale + REACH_MM, self.view.height / 2 * scale + REACH_MM
        return abs(die.x_mm) < wide and abs(die.y_mm) < high

    def _from_lens_mm(self, die: DrawnDie) -> float:
        return float(np.linalg.norm(centre_mm(die) - np.array([0, 0, self.view.above_mm])))

    def _sheets_of(self, die: DrawnDie) -> tuple[Shade, Paint]:
        """The die's shadow and the die; kept where it lies still."""
        if die in self._sheets:
            self._sheets.move_to_end(die)
            return self._sheets[die]
        travel = float(np.hypot(*die.streak_mm))
        sprite = paint(self.view, die, self.look.light, next(rays for most_mm, rays in RAYS if travel < most_mm))
        sheets = self._shadow(die), paint_of(*sprite)
        if travel == 0:
            self._sheets[die] = sheets
            if len(self._sheets) > KEPT_SHEETS:
                self._sheets.popitem(last=False)
        return sheets

    def _shadow(self, die: DrawnDie) -> Shade:
        """Where the die keeps the lamp away from the floor, and a little where it touches."""
        corners = corners_mm(die, inset=0.1)
        hulls = self.view.project(_thrown(corners, self._lamps))
        foot = self.view.project(corners * np.array([1, 1, 0], np.float32))
        points = np.concatenate([*hulls, foot])
        margin = 9
        x, y = (int(value) - margin for value in np.floor(points.min(axis=0)))
        w, h = (int(value) + margin + 1 for value in np.ceil(points.max(axis=0)) - (x, y))
        shade = np.zeros((h, w), np.float32)
        for hull in hulls:
            shade += _filled(hull - (x, y), (h, w))
        shade = _blurred(shade / np.float32(len(hulls)), 1.3 + die.lift_mm * 0.05)
        contact = _blurred(_filled(foot - (x, y), (h, w)), 4.0 + die.lift_mm * 0.1)
        closeness = np.float32(0.75 / (1 + die.lift_mm * 0.15))
        return shade_of(x, y, self._left_over(shade, contact * closeness))

    def _left_over(self, shade: Floats, contact: Floats) -> Floats:
        """Display factors (h, w, 3) where a share of the lamp and of the room's light is kept away."""
        left = [
            # gamma 2 is near enough, and cheap
            cv2.sqrt(cv2.addWeighted(shade, -direct / (direct + ambient), contact, -ambient / (direct + ambient), 1.0))
            for direct, ambient in zip(self.look.light.direct, self.look.light.ambient, strict=True)
        ]
        return np.asarray(cv2.merge(left), np.float32)

    def _with_hand(self, picture: Pixels, hand: DrawnHand) -> Pixels:
        shade, skin = self._hand_sheets(hand)
        over = picture.copy()
        lx, ly, lz = self.look.light.lamp_mm
        tip = np.array([hand.x_mm, hand.y_mm, 0], np.float32)
        fall = np.array([-lx, -ly, 0], np.float32) * np.float32(hand.above_mm / lz)
        for sheet, at in ((shade, tip + fall), (skin, tip)):
            u, v = self.view.project(at)
            lay(over, sheet, round(float(u)), round(float(v)))
        return over

    def _hand_sheets(self, hand: DrawnHand) -> tuple[Shade, Paint]:
        """The hand's shadow and the hand with its fingertips at (0, 0), kept for each bearing."""
        key = (hand.kind, round(hand.from_deg / 3) * 3.0)
        if key not in self._hands:
            sprite = paint_hand(self.view, hand.kind, key[1], self.look.light)
            dark = hand_shadow(sprite, 4 + self.look.light.radius_mm * 0.16)
            x, y = -round(sprite.tip_px[0]), -round(sprite.tip_px[1])
            self._hands[key] = (
                cut_shade(shade_of(x, y, self._left_over(dark, dark * np.float32(0.45)))),
                cut_paint(paint_of(x, y, sprite.colour, sprite.alpha)),
            )
        return self._hands[key]

    def _noisy(self, picture: Pixels, tick: int) -> Pixels:
        """The picture with this frame's noise: another part of the noise sheet each time."""
        dx, dy = (tick * 37) % NOISE_SHIFTS, (tick * 23 + tick // NOISE_SHIFTS) % NOISE_SHIFTS
        rows, columns = slice(dy, dy + self.view.height), slice(dx, dx + self.view.width)
        return np.asarray(cv2.subtract(cv2.add(picture, self._louder[rows, columns]), self._quieter[rows, columns]))


def _lamp_points(light: Light) -> Floats:
    """Points (n, 1, 3) on the lamp's disc."""
    turns = np.arange(LAMP_SAMPLES) * 2.39996  # the golden angle spreads them evenly
    radii = light.radius_mm * np.sqrt((np.arange(LAMP_SAMPLES) + 0.5) / LAMP_SAMPLES)
    around = np.stack([radii * np.cos(turns), radii * np.sin(turns), np.zeros(LAMP_SAMPLES)], axis=1)
    return np.asarray(np.array(light.lamp_mm) + around, np.float32)[:, None]


def _thrown(points: Floats, lamps: Floats) -> Floats:
    """Where each lamp (n, 1, 3) throws points (m, 3) onto the floor, (n, m, 3)."""
    share = lamps[..., 2:] / (lamps[..., 2:] - points[:, 2:])
    return np.asarray((lamps + (points - lamps) * share) * np.array([1, 1, 0]), np.float32)


def _filled(points: Floats, shape: tuple[int, int]) -> Floats:
    """The convex hull of points (n, 2) filled with 1."""
    mask = np.zeros(shape, np.float32)
    hull = cv2.convexHull(np.asarray(points, np.float32))
    cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return mask


def _blurred(mask: Floats, spread_px: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), spread_px), np.float32)


def random_still(
    seed: int,
    size: tuple[int, int] = (640, 480),
    *,
    count: int | None = None,
    cocked: float = 0.05,
) -> tuple[Pixels, list[StillDie]]:
    """A still picture of a seed and what lies in it: no to eight dice of one or several colours."""
    rng = np.random.default_rng([seed, 3])
    scene = TrayScene(seed, size)
    colours: tuple[Colour, ...] = ("red", "blue", "white", "black", "green", "yellow", "purple", "orange")
    many = int(rng.integers(0, 9)) if count is None else count
    one = colours[rng.choice(len(colours), p=[0.25, 0.25, 0.2, 0.08, 0.08, 0.06, 0.04, 0.04])]
    mixed = rng.random() < 0.25
    dice: list[DrawnDie] = []
    for _ in range(many):
        colour = colours[rng.integers(len(colours))] if mixed else one
        (die,) = scatter(rng, [int(rng.integers(1, 7))], colour, among=dice, tray=scene.look.tray)
        dice.append(die)
    dice = [_cocked(rng, die) if rng.random() < cocked else die for die in dice]
    return scene.draw(dice, tick=seed), scene.truth(dice)


def _cocked(rng: np.random.Generator, die: DrawnDie) -> DrawnDie:
    """The die tipped over the edge that is furthest out: inward, the lens would see its face straight on."""
    outward = np.degrees(np.arctan2(die.y_mm, die.x_mm))
    side = die.yaw_deg + 90 * float(np.round((outward - die.yaw_deg) / 90))
    lean = float(rng.uniform(18, 38))
    return DrawnDie(die.face, die.colour, die.x_mm, die.y_mm, die.yaw_deg, lean, side, pips=die.pips)
