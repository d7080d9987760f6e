"""Drawn things: dice, seat shapes, the cup, panels; antialiased by drawing large and scaling down, and cached."""

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from ui.theme import AMBER, CREAM, EDGE, PANEL, Rgb, Shape, blend, seat_look

OVERSAMPLE = 4
"""Things are drawn this many times too large and scaled down, which smooths their edges."""
LARGEST_PX = 1600
"""Beyond this, oversampling costs more than it shows."""

# Where the pips of each face sit, in quarters of the die from its middle.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


def smooth(size: tuple[int, int], ground: Rgb, paint: Callable[[pygame.Surface, float], None]) -> pygame.Surface:
    """A transparent surface that `paint` filled at a larger scale; `ground` is the colour edges fade to."""
    times = OVERSAMPLE if max(size) * OVERSAMPLE <= LARGEST_PX else 2
    large = pygame.Surface((size[0] * times, size[1] * times), pygame.SRCALPHA)
    large.fill((*ground, 0))
    paint(large, float(times))
    return pygame.transform.smoothscale(large, size)


def _round_gradient(surface: pygame.Surface, rect: pygame.Rect, radius: int, top: Rgb, bottom: Rgb) -> None:
    shade = pygame.Surface((1, 2))
    shade.set_at((0, 0), top)
    shade.set_at((0, 1), bottom)
    body = pygame.Surface(rect.size, pygame.SRCALPHA)
    body.blit(pygame.transform.smoothscale(shade, rect.size), (0, 0))
    mask = pygame.Surface(rect.size, pygame.SRCALPHA)
    pygame.draw.rect(mask, WHITE, mask.get_rect(), border_radius=radius)
    body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(body, rect)


def _pip_spots(face: int, rect: pygame.Rect) -> list[tuple[int, int]]:
    step = rect.width * 0.255
    return [(round(rect.centerx + x * step), round(rect.centery + y * step)) for x, y in PIPS.get(face, ())]


@lru_cache(maxsize=1024)
def die(face: int, size_px: int, colour: str) -> pygame.Surface:
    """A die seen from above, in a seat's colour; face 0 shows no pips."""
    look = seat_look(colour)
    size = max(4, size_px)

    def paint(large: pygame.Surface, _: float) -> None:
        side = large.get_width()
        rim = pygame.Rect(0, 0, side, side)
        _round_gradient(large, rim, side // 5, blend(look.body, BLACK, 0.12), blend(look.body, BLACK, 0.52))
        top = pygame.Rect(0, 0, round(side * 0.93), round(side * 0.93))
        top.midtop = (side // 2, round(side * 0.02))
        _round_gradient(large, top, round(side * 0.19), blend(look.body, WHITE, 0.22), look.body)
        for x, y in _pip_spots(face, top):
            radius = round(side * 0.098)
            pygame.draw.circle(large, blend(look.body, BLACK, 0.34), (x, y - round(side * 0.012)), radius)
            pygame.draw.circle(large, look.ink, (x, y), round(radius * 0.92))

    return smooth((size, size), look.body, paint)


@lru_cache(maxsize=512)
def ghost(face: int, size_px: int, colour: str) -> pygame.Surface:
    """An empty slot of the rail: what is missing, faint."""
    look = seat_look(colour)
    line = blend(PANEL, look.bright, 0.42)
    size = max(4, size_px)

    def paint(large: pygame.Surface, times: float) -> None:
        side = large.get_width()
        rect = large.get_rect()
        pygame.draw.rect(large, blend(PANEL, BLACK, 0.42), rect, border_radius=side // 5)
        pygame.draw.rect(large, line, rect, max(1, round(1.6 * times)), border_radius=side // 5)
        for spot in _pip_spots(face, rect):
            pygame.draw.circle(large, line, spot, round(side * 0.075))

    return smooth((size, size), line, paint)


def _ring(middle: float, radius: float, corners: int, turn: float) -> list[tuple[float, float]]:
    angles = [math.tau * k / corners + turn for k in range(corners)]
    return [(middle + radius * math.cos(a), middle + radius * math.sin(a)) for a in angles]


def outline(shape: Shape, middle: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a seat's shape around (middle, middle)."""
    up = -math.pi / 2
    match shape:
        case "diamond":
            return _ring(middle, radius, 4, up)
        case "triangle":
            return [(x, y + radius * 0.18) for x, y in _ring(middle, radius, 3, up)]
        case "square":
            return _ring(middle, radius * 1.1, 4, math.pi / 4)
        case "hexagon":
            return _ring(middle, radius, 6, up)
        case "star":
            outer, inner = _ring(middle, radius, 5, up), _ring(middle, radius * 0.46, 5, up + math.pi / 5)
            return [corner for pair in zip(outer, inner, strict=True) for corner in pair]
        case "disc":
            return _ring(middle, radius * 0.92, 48, up)


@lru_cache(maxsize=256)
def seat_shape(shape: Shape, size_px: int, colour: Rgb) -> pygame.Surface:
    """A seat's shape, filled."""

    def paint(large: pygame.Surface, _: float) -> None:
        middle = large.get_width() / 2
        pygame.draw.polygon(large, colour, outline(shape, middle, middle * 0.94))

    return smooth((max(4, size_px), max(4, size_px)), colour, paint)


@lru_cache(maxsize=128)
def cup(size_px: int, colour: Rgb) -> pygame.Surface:
    """A dice cup, standing."""

    def paint(large: pygame.Surface, _: float) -> None:
        s = large.get_width()
        dark, light = blend(colour, BLACK, 0.5), blend(colour, WHITE, 0.25)
        body = [(0.14, 0.2), (0.86, 0.2), (0.74, 0.9), (0.26, 0.9)]
        pygame.draw.polygon(large, blend(colour, BLACK, 0.18), [(x * s, y * s) for x, y in body])
        pygame.draw.ellipse(large, blend(colour, BLACK, 0.18), (0.26 * s, 0.82 * s, 0.48 * s, 0.16 * s))
        shine = [(0.22, 0.3), (0.34, 0.3), (0.38, 0.88), (0.32, 0.88)]
        pygame.draw.polygon(large, blend(colour, WHITE, 0.12), [(x * s, y * s) for x, y in shine])
        pygame.draw.ellipse(large, light, (0.1 * s, 0.06 * s, 0.8 * s, 0.3 * s))
        pygame.draw.ellipse(large, dark, (0.16 * s, 0.1 * s, 0.68 * s, 0.21 * s))

    return smooth((max(6, size_px), max(6, size_px)), colour, paint)


@lru_cache(maxsize=256)
def panel(
    size: tuple[int, int], radius: int, fill: Rgb = PANEL, edge: Rgb | None = EDGE, line_px: int = 1
) -> pygame.Surface:
    """A plate with rounded corners, a little lighter at its top."""

    def paint(large: pygame.Surface, times: float) -> None:
        rect = large.get_rect()
        corner = round(radius * times)
        _round_gradient(large, rect, corner, blend(fill, WHITE, 0.05), blend(fill, BLACK, 0.08))
        if edge is not None:
            pygame.draw.rect(large, edge, rect, max(1, round(line_px * times)), border_radius=corner)

    return smooth((max(2, size[0]), max(2, size[1])), edge or fill, paint)


@lru_cache(maxsize=128)
def frame_ring(size: tuple[int, int], radius: int, colour: Rgb, line_px: int) -> pygame.Surface:
    """A rounded outline, nothing inside."""

    def paint(large: pygame.Surface, times: float) -> None:
        pygame.draw.rect(
            large, colour, large.get_rect(), max(1, round(line_px * times)), border_radius=round(radius * times)
        )

    return smooth((max(2, size[0]), max(2, size[1])), colour, paint)


@lru_cache(maxsize=64)
def badge(size: tuple[int, int], colour: Rgb) -> pygame.Surface:
    """A pill to carry a value, with a dark rim that stands out from any picture."""

    def paint(large: pygame.Surface, times: float) -> None:
        rect = large.get_rect()
        pygame.draw.rect(large, BLACK, rect, border_radius=rect.height // 2)
        pygame.draw.rect(large, colour, rect.inflate(-3 * times, -3 * times), border_radius=rect.height // 2)

    return smooth(size, BLACK, paint)


@lru_cache(maxsize=16)
def warning(size_px: int, colour: Rgb = AMBER) -> pygame.Surface:
    """A triangle with an exclamation mark."""

    def paint(large: pygame.Surface, _: float) -> None:
        s = large.get_width()
        pygame.draw.polygon(large, colour, [(s * 0.5, s * 0.06), (s * 0.98, s * 0.92), (s * 0.02, s * 0.92)])
        pygame.draw.line(large, BLACK, (s * 0.5, s * 0.36), (s * 0.5, s * 0.64), max(2, s // 9))
        pygame.draw.circle(large, BLACK, (s * 0.5, s * 0.78), s * 0.06)

    return smooth((size_px, size_px), colour, paint)


@lru_cache(maxsize=16)
def glass(size_px: int) -> pygame.Surface:
    """A glass of beer with a handle and a head of foam."""

    def paint(large: pygame.Surface, _: float) -> None:
        s = large.get_width()
        pygame.draw.ellipse(large, CREAM, (0.6 * s, 0.36 * s, 0.34 * s, 0.4 * s), max(2, round(0.07 * s)))
        body = pygame.Rect(0.16 * s, 0.24 * s, 0.58 * s, 0.7 * s)
        _round_gradient(large, body, round(0.08 * s), (255, 200, 70), (224, 138, 20))
        for x in (0.28, 0.43, 0.58):
            pygame.draw.line(large, (255, 222, 130), (x * s, 0.44 * s), (x * s, 0.84 * s), max(2, round(0.045 * s)))
        for x, y, r in ((0.2, 0.26, 0.12), (0.36, 0.18, 0.14), (0.54, 0.19, 0.14), (0.69, 0.27, 0.11)):
            pygame.draw.circle(large, CREAM, (x * s, y * s), r * s)
        pygame.draw.rect(large, CREAM, (0.16 * s, 0.22 * s, 0.58 * s, 0.14 * s))

    return smooth((size_px, size_px), CREAM, paint)


def forget() -> None:
    """Drops everything cached, for when the display ends."""
    for cache in (die, ghost, seat_shape, cup, panel, frame_ring, badge, warning, glass):
        cache.cache_clear()
