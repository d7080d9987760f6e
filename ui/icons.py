"""Small drawn signs for the menu's tiles and for buttons, in one line weight."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import pygame

from ui import draw
from ui.theme import AMBER, CREAM, PANEL_HIGH, Rgb, seat_look

LINE = 0.07
"""Of the icon's side."""
Paint = Callable[[pygame.Surface, float, Rgb], None]


@lru_cache(maxsize=128)
def icon(name: str, size_px: int, colour: Rgb = CREAM) -> pygame.Surface:
    """The sign of that name; a plain square for one that has none."""
    paint = SIGNS.get(name, _square)
    side = max(8, size_px)
    return draw.smooth((side, side), colour, lambda large, _: paint(large, float(large.get_width()), colour))


def _line(surface: pygame.Surface, side: float, colour: Rgb, *points: tuple[float, float]) -> None:
    """A line through points given as shares of the side, with round ends and corners."""
    width = max(2, round(side * LINE))
    at = [(x * side, y * side) for x, y in points]
    for one, other in pairwise(at):
        along = math.hypot(other[0] - one[0], other[1] - one[1]) or 1.0
        across = (other[1] - one[1]) / along * width / 2, (one[0] - other[0]) / along * width / 2
        corners = [
            (p[0] + sign * across[0], p[1] + sign * across[1])
            for p, sign in ((one, 1), (other, 1), (other, -1), (one, -1))
        ]
        pygame.draw.polygon(surface, colour, corners)
    for point in at:
        pygame.draw.circle(surface, colour, point, width / 2)


def _ring(surface: pygame.Surface, side: float, colour: Rgb, x: float, y: float, *, radius: float) -> None:
    pygame.draw.circle(surface, colour, (x * side, y * side), radius * side, max(2, round(side * LINE)))


def _square(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8), (0.2, 0.2))


def _help(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """An open book with a die on each leaf."""
    _line(surface, side, colour, (0.5, 0.24), (0.3, 0.16), (0.08, 0.2), (0.08, 0.8), (0.3, 0.76), (0.5, 0.84))
    _line(
        surface, side, colour, (0.5, 0.24), (0.7, 0.16), (0.92, 0.2), (0.92, 0.8), (0.7, 0.76), (0.5, 0.84), (0.5, 0.24)
    )
    for face, seat, x in ((2, "red", 0.28), (5, "blue", 0.72)):
        die = draw.die(face, round(side * 0.26), seat)
        surface.blit(die, die.get_rect(center=(x * side, 0.48 * side)))


def _statistics(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    for x, top, seat in ((0.24, 0.52, "red"), (0.5, 0.22, "blue"), (0.76, 0.38, "green")):
        bar = pygame.Rect((x - 0.09) * side, top * side, 0.18 * side, (0.8 - top) * side)
        pygame.draw.rect(surface, seat_look(seat).bright, bar, border_radius=round(side * 0.03))
    _line(surface, side, colour, (0.08, 0.84), (0.92, 0.84))


def _graph(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """A line that rises and falls."""
    _line(surface, side, colour, (0.1, 0.12), (0.1, 0.88), (0.92, 0.88))
    _line(surface, side, AMBER, (0.16, 0.6), (0.36, 0.46), (0.52, 0.66), (0.7, 0.3), (0.88, 0.18))


def _history(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """A clock whose hand turns back."""
    _ring(surface, side, colour, 0.5, 0.52, radius=0.36)
    _line(surface, side, AMBER, (0.5, 0.3), (0.5, 0.53), (0.66, 0.62))
    pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in ((0.06, 0.22), (0.36, 0.16), (0.2, 0.42))])


def _setup(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """A camera."""
    _line(surface, side, colour, (0.1, 0.3), (0.3, 0.3), (0.38, 0.18), (0.62, 0.18), (0.7, 0.3), (0.9, 0.3),
          (0.9, 0.8), (0.1, 0.8), (0.1, 0.3))  # fmt: skip
    _ring(surface, side, AMBER, 0.5, 0.54, radius=0.17)


def _eye(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """An eye."""
    lid = [(0.08 + 0.84 * k / 12, 0.3 * math.sin(math.pi * k / 12)) for k in range(13)]
    _line(surface, side, colour, *((x, 0.5 - y) for x, y in lid))
    _line(surface, side, colour, *((x, 0.5 + y) for x, y in lid))
    pygame.draw.circle(surface, AMBER, (side * 0.5, side * 0.5), side * 0.14)


def _settings(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """Three sliders."""
    for y, x in ((0.24, 0.68), (0.5, 0.32), (0.76, 0.56)):
        _line(surface, side, colour, (0.1, y), (0.9, y))
        pygame.draw.circle(surface, PANEL_HIGH, (x * side, y * side), side * 0.13)
        pygame.draw.circle(surface, AMBER, (x * side, y * side), side * 0.1)


def _about(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _ring(surface, side, colour, 0.5, 0.5, radius=0.42)
    pygame.draw.circle(surface, AMBER, (0.5 * side, 0.29 * side), side * 0.065)
    _line(surface, side, AMBER, (0.5, 0.47), (0.5, 0.72))


def _quit(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """A way out of a door."""
    _line(surface, side, colour, (0.56, 0.3), (0.56, 0.12), (0.14, 0.12), (0.14, 0.88), (0.56, 0.88), (0.56, 0.7))
    _line(surface, side, AMBER, (0.36, 0.5), (0.88, 0.5))
    _line(surface, side, AMBER, (0.72, 0.34), (0.88, 0.5), (0.72, 0.66))


def _replay(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _ring(surface, side, colour, 0.5, 0.5, radius=0.4)
    pygame.draw.polygon(surface, AMBER, [(x * side, y * side) for x, y in ((0.4, 0.3), (0.72, 0.5), (0.4, 0.7))])


def _players(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """Two cups."""
    for x, seat in ((0.31, "red"), (0.69, "blue")):
        cup = draw.cup(round(side * 0.56), seat_look(seat).body)
        surface.blit(cup, cup.get_rect(center=(x * side, 0.5 * side)))


def _before(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.62, 0.2), (0.34, 0.5), (0.62, 0.8))


def _after(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.38, 0.2), (0.66, 0.5), (0.38, 0.8))


def _undo(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """An arrow that turns back."""
    arc = [(0.52 + 0.32 * math.cos(a / 10), 0.52 + 0.32 * math.sin(a / 10)) for a in range(-22, 22)]
    _line(surface, side, colour, *arc)
    head = ((0.12, 0.3), (0.46, 0.12), (0.44, 0.44))
    pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in head])


def _plus(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.2, 0.5), (0.8, 0.5))
    _line(surface, side, colour, (0.5, 0.2), (0.5, 0.8))


def _minus(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.2, 0.5), (0.8, 0.5))


def _arrow(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.08, 0.5), (0.9, 0.5))
    _line(surface, side, colour, (0.62, 0.24), (0.9, 0.5), (0.62, 0.76))


def _tick(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.16, 0.54), (0.4, 0.78), (0.86, 0.24))


def _pen(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _line(surface, side, colour, (0.2, 0.8), (0.26, 0.6), (0.7, 0.16), (0.84, 0.3), (0.4, 0.74), (0.2, 0.8))


def _moon(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    pygame.draw.circle(surface, colour, (side * 0.46, side * 0.54), side * 0.38)
    pygame.draw.circle(surface, (*colour, 0), (side * 0.64, side * 0.38), side * 0.34)


def _globe(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    _ring(surface, side, colour, 0.5, 0.5, radius=0.42)
    wide = max(2, round(side * LINE))
    pygame.draw.ellipse(surface, colour, (0.3 * side, 0.08 * side, 0.4 * side, 0.84 * side), wide)
    _line(surface, side, colour, (0.1, 0.5), (0.9, 0.5))


def _sound(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """A loudspeaker."""
    body = ((0.12, 0.38), (0.28, 0.38), (0.48, 0.2), (0.48, 0.8), (0.28, 0.62), (0.12, 0.62))
    pygame.draw.polygon(surface, colour, [(x * side, y * side) for x, y in body])
    for radius in (0.16, 0.32):
        arc = [(0.54 + radius * math.cos(a / 10), 0.5 + radius * math.sin(a / 10)) for a in range(-8, 9)]
        _line(surface, side, colour, *arc)


def _erase(surface: pygame.Surface, side: float, colour: Rgb) -> None:
    """The key that takes back a letter."""
    _line(surface, side, colour, (0.34, 0.2), (0.94, 0.2), (0.94, 0.8), (0.34, 0.8), (0.06, 0.5), (0.34, 0.2))
    _line(surface, side, colour, (0.5, 0.38), (0.74, 0.62))
    _line(surface, side, colour, (0.74, 0.38), (0.5, 0.62))


SIGNS: dict[str, Paint] = {
    "help": _help, "statistics": _statistics, "graph": _graph, "history": _history, "setup": _setup,
    "settings": _settings, "about": _about, "quit": _quit, "replay": _replay, "players": _players,
    "show-me": _eye, "before": _before, "after": _after,
    "plus": _plus, "minus": _minus, "arrow": _arrow, "tick": _tick, "pen": _pen, "moon": _moon, "globe": _globe,
    "undo": _undo, "sound": _sound, "erase": _erase,
}  # fmt: skip


def forget() -> None:
    """Drops everything cached, for when the display ends."""
    icon.cache_clear()
