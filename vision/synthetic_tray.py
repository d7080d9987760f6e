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
    (0.130, 0.060, 0.028),
    (0.045, 0.035, 0.150),
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


def _grain(rng: np.random.Generator, shape: tuple[int, int], across: float, along: float) -> Floats:
    """Smooth noise of unit spread, `across` by `along` pixels a blob."""
    rows, columns = max(2, int(shape[0] / across) + 2), max(2, int(shape[1] / along) + 2)
    coarse = rng.standard_normal((rows, columns), dtype=np.float32)
    grown = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / max(float(grown.std()), 1e-6), np.float32)


def _felt(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    fibres = rng.standard_normal(shape, dtype=np.float32)
    fibres = cv2.GaussianBlur(fibres, (0, 0), 0.8)
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


def _wall_shadow(tray: Tray, x: Floats, y: Floats, light: Light) -> Floats:
    """How far the wall keeps the lamp from the floor, 0 to 1."""
    lx, ly, lz = light.lamp_mm
    part = np.float32(tray.wall_mm / lz)
    beyond = tray.beyond_wall_mm(x + (np.float32(lx) - x) * part, y + (np.float32(ly) - y) * part)
    return np.asarray(np.clip(beyond / np.float32(1.5 + light.radius_mm * part * 2) + np.float32(0.5), 0, 1), np.float32)


def paint_tray(view: View, tray: Tray, light: Light, rng: np.random.Generator) -> Floats:
    """The empty tray, (height, width, 3), display values 0 to 255."""
    shape = (view.height, view.width)
    v, u = np.mgrid[: view.height, : view.width].astype(np.float32)
    x, y = view.floor_mm(u, v)
    top = np.float32(1 - tray.wall_mm / view.above_mm)
    foot, brim = tray.beyond_wall_mm(x, y), tray.beyond_wall_mm(x * top, y * top)
    direct, ambient = np.array(light.direct, np.float32), np.array(light.ambient, np.float32)
    lamp = _lamp_on_floor(x, y, light)

    corner_dark = 1 - np.float32(0.55) * np.exp(np.minimum(foot, 0) / np.float32(7))
    floor_light = (lamp * (1 - _wall_shadow(tray, x, y, light)))[..., None] * direct + corner_dark[..., None] * ambient
    floor = _TEXTURES[tray.floor](rng, shape)[..., None] * np.array(tray.floor_albedo, np.float32) * floor_light

    wood = _wood(rng, shape)[..., None] * np.array(tray.wall_albedo, np.float32)
    slope_y, slope_x = np.gradient(foot)
    lx, ly, lz = light.lamp_mm
    facing = -(slope_x * lx - slope_y * ly) / np.hypot(slope_x, slope_y).clip(1e-6) / np.hypot(np.hypot(lx, ly), lz)
    rise = np.clip(foot / np.maximum(foot - brim, 1e-3), 0, 1)
    wall = wood * (np.clip(facing, 0, 1)[..., None] * direct + (0.35 + 0.5 * rise)[..., None] * ambient)
    bevel = 1 + np.float32(0.35) * np.exp(-np.abs(brim) / np.float32(0.7)) - np.float32(0.12) * (brim > tray.rim_mm - 1)
    rim = wood * (lamp * bevel)[..., None] * (direct + ambient)
    table = np.array(TABLE, np.float32) * (lamp * (1 - np.float32(0.6) * np.exp(-(brim - tray.rim_mm) / 12).clip(0, 1)))[
        ..., None
    ] * (direct + ambient)

    linear = _blend(floor, wall, foot)
    linear = _blend(linear, rim, brim)
    linear = _blend(linear, table, brim - tray.rim_mm)
    return tone(linear, light.exposure)


def _blend(inner: Floats, outer: Floats, beyond_mm: Floats) -> Floats:
    """`outer` where the distance is positive, with an edge about a pixel soft."""
    share = np.clip(beyond_mm * 2 + np.float32(0.5), 0, 1)[..., None]
    return np.asarray(inner + (outer - inner) * share, np.float32)
