"""The empty tray of the drawn table: floor, wall, rim and the light on them, painted once."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.synthetic_dice import Floats, Light, View, tone

FloorKind = Literal["felt", "wood", "paper"]

# linear reflectance B, G, R
FELTS: tuple[tuple[float, float, float], ...] = (
    (0.060, 0.135, 0.030),
    (0.058, 0.034, 0.022),
    (0.085, 0.080, 0.075),
    (0.028, 0.027, 0.026),
)
WOODS: tuple[tuple[float, float, float], ...] = ((0.075, 0.150, 0.270), (0.040, 0.085, 0.170), (0.160, 0.270, 0.400))
PAPERS: tuple[tuple[float, float, float], ...] = ((0.36, 0.40, 0.42), (0.22, 0.27, 0.30))
TABLE = (0.05, 0.07, 0.10)


@dataclass(frozen=True, slots=True)
class Tray:
    """The tray's shape and make."""

    half_width_mm: float = 112.0
    half_height_mm: float = 82.0
    corner_mm: float = 26.0
    """Radius of the corners."""
    wall_mm: float = 20.0
    """Height of the wall."""
    rim_mm: float = 9.0
    """Width of the wall's top."""
    floor: FloorKind = "felt"
    floor_albedo: tuple[float, float, float] = FELTS[0]
    wall_albedo: tuple[float, float, float] = WOODS[1]

    def beyond_wall_mm(self, x: Floats, y: Floats) -> Floats:
        """Signed distance of points to the wall's foot, negative inside the tray."""
        dx = np.abs(x) - np.float32(self.half_width_mm - self.corner_mm)
        dy = np.abs(y) - np.float32(self.half_height_mm - self.corner_mm)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - np.float32(self.corner_mm), np.float32)

    def holds(self, x: float, y: float, margin_mm: float) -> bool:
        """Whether a point lies in the tray, that far from its wall."""
        return float(self.beyond_wall_mm(np.array([x], np.float32), np.array([y], np.float32))[0]) < -margin_mm


def _grain(rng: np.random.Generator, shape: tuple[int, int], across: float, along: float) -> Floats:
    """Smooth noise of unit spread, `across` by `along` pixels a blob."""
    rows, columns = max(2, int(shape[0] / across) + 2), max(2, int(shape[1] / along) + 2)
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    grown = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / max(float(grown.std()), 1e-6), np.float32)


def _felt(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    fibres = np.asarray(cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.8), np.float32)
    nap = _grain(rng, shape, 5, 9) * np.float32(0.5) + _grain(rng, shape, 46, 60) * np.float32(0.7)
    return np.asarray(1 + np.float32(0.22) * fibres + np.float32(0.045) * nap, np.float32)


def _wood(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    rows = np.arange(shape[0], dtype=np.float32)[:, None]
    bend = _grain(rng, shape, 70, 260) * np.float32(9) + _grain(rng, shape, 18, 150) * np.float32(1.6)
    rings = np.sin((rows + bend) * np.float32(0.42)) + np.float32(0.6) * np.sin((rows + bend) * np.float32(0.13))
    pores = _grain(rng, shape, 1.3, 26)
    return np.asarray(1 + np.float32(0.085) * rings + np.float32(0.05) * pores, np.float32)


def _paper(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    return np.asarray(1 + np.float32(0.012) * _grain(rng, shape, 2, 2) + np.float32(0.02) * _grain(rng, shape, 60, 80))


_TEXTURES = {"felt": _felt, "wood": _wood, "paper": _paper}


def _lamp_on_floor(x: Floats, y: Floats, light: Light) -> Floats:
    """The lamp's light on a level surface, 1 below the lamp's middle."""
    lx, ly, lz = light.lamp_mm
    near = (x - np.float32(lx)) ** 2 + (y - np.float32(ly)) ** 2 + np.float32(lz) ** 2
    here = np.float32(lz) / near**1.5
    return np.asarray(here * np.float32((lx**2 + ly**2 + lz**2) ** 1.5 / lz), np.float32)


def lit_floor(x: Floats, y: Floats, light: Light) -> Floats:
    """The lamp's and the room's light, (height, width, 3), on a floor without walls."""
    direct, ambient = _both(light)
    return np.asarray(_lamp_on_floor(x, y, light)[..., None] * direct + ambient, np.float32)


def _wall_shadow(tray: Tray, x: Floats, y: Floats, light: Light) -> Floats:
    """How far the wall keeps the lamp from the floor, 0 to 1."""
    lx, ly, lz = light.lamp_mm
    part = np.float32(tray.wall_mm / lz)
    beyond = tray.beyond_wall_mm(x + (np.float32(lx) - x) * part, y + (np.float32(ly) - y) * part)
    soft_mm = np.float32(1.5 + light.radius_mm * part * 2)
    return np.asarray(np.clip(beyond / soft_mm + np.float32(0.5), 0, 1), np.float32)


def paint_tray(view: View, tray: Tray, light: Light, rng: np.random.Generator) -> Floats:
    """The empty tray, (height, width, 3), display values 0 to 255."""
    v, u = np.mgrid[: view.height, : view.width].astype(np.float32)
    x, y = view.floor_mm(u, v)
    # The same ray, where it is as high as the wall's top.
    top = np.float32(1 - tray.wall_mm / view.above_mm)
    foot, brim = tray.beyond_wall_mm(x, y), tray.beyond_wall_mm(x * top, y * top)
    lamp = _lamp_on_floor(x, y, light)
    wood = _wood(rng, (view.height, view.width))[..., None] * np.array(tray.wall_albedo, np.float32)
    linear = _floor(tray, x, rng) * _floor_light(tray, x, y, light)
    linear = _blend(linear, wood * _wall_light(foot, brim, light), foot)
    linear = _blend(linear, wood * _rim_light(tray, brim, lamp, light), brim)
    linear = _blend(linear, _table(tray, brim, lamp, light), brim - np.float32(tray.rim_mm))
    return tone(linear, light.exposure)


def _both(light: Light) -> tuple[Floats, Floats]:
    """The lamp's and the room's light, B, G, R."""
    return np.array(light.direct, np.float32), np.array(light.ambient, np.float32)


def _floor(tray: Tray, x: Floats, rng: np.random.Generator) -> Floats:
    """What the floor throws back of each colour, (height, width, 3)."""
    height, width = x.shape
    return np.asarray(_TEXTURES[tray.floor](rng, (height, width))[..., None] * np.array(tray.floor_albedo), np.float32)


def _floor_light(tray: Tray, x: Floats, y: Floats, light: Light) -> Floats:
    """The lamp where the wall does not hide it, and the room, darker in the corner between floor and wall."""
    direct, ambient = _both(light)
    corner = 1 - np.float32(0.55) * np.exp(np.minimum(tray.beyond_wall_mm(x, y), 0) / np.float32(7))
    lamp = _lamp_on_floor(x, y, light) * (1 - _wall_shadow(tray, x, y, light))
    return np.asarray(lamp[..., None] * direct + corner[..., None] * ambient, np.float32)


def _wall_light(foot: Floats, brim: Floats, light: Light) -> Floats:
    """On the wall's inner side, which looks towards the tray's middle."""
    direct, ambient = _both(light)
    down, right = np.gradient(foot)
    lx, ly, lz = light.lamp_mm
    facing = -(right * lx - down * ly) / np.maximum(np.hypot(right, down), 1e-6) / np.sqrt(lx**2 + ly**2 + lz**2)
    rise = np.clip(foot / np.maximum(foot - brim, 1e-3), 0, 1)
    return np.asarray(np.clip(facing, 0, 1)[..., None] * direct + (0.35 + 0.5 * rise)[..., None] * ambient, np.float32)


def _rim_light(tray: Tray, brim: Floats, lamp: Floats, light: Light) -> Floats:
    """On the wall's top, whose inner edge catches the light and whose outer edge is rounded off."""
    bevel = 1 + np.float32(0.35) * np.exp(-np.abs(brim) / np.float32(0.7))
    bevel -= np.float32(0.12) * (brim > tray.rim_mm - 1)
    return np.asarray((lamp * bevel)[..., None] * sum(_both(light)), np.float32)


def _table(tray: Tray, brim: Floats, lamp: Floats, light: Light) -> Floats:
    """The table around the tray, in the tray's own shade near by."""
    shade = np.float32(0.6) * np.clip(np.exp(-(brim - tray.rim_mm) / np.float32(12)), 0, 1)
    return np.asarray(np.array(TABLE) * (lamp * (1 - shade))[..., None] * sum(_both(light)), np.float32)


def _blend(inner: Floats, outer: Floats, beyond_mm: Floats) -> Floats:
    """`outer` where the distance is positive, with an edge about a pixel soft."""
    share = np.clip(beyond_mm * 2 + np.float32(0.5), 0, 1)[..., None]
    return np.asarray(inner + (outer - inner) * share, np.float32)
