"""What all pages share: a title with the way back beside it, room for the rest, and buttons that look alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame
from pygame import Rect

from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Laid, Touch
from ui.text import LINE_SHARE
from ui.theme import AMBER, CREAM, DIM, EDGE, INK, PANEL_HIGH, TABLE, Rgb, Scale, blend
from ui.view import Back, Choice
from ui.words import Words

BACK = N_("Back")
BACK_KEYS = (pygame.K_ESCAPE, pygame.K_BACKSPACE)
TITLE_LINES = 2.5
"""Upright, a title has two lines, which are so many times the smallest text high."""
BACK_LINES = 5.2
"""The back button is so many times the smallest text wide."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The rectangles of a page, in pixels of the window."""

    scale: Scale
    title: Rect
    body: Rect
    """All below the title."""
    buttons: tuple[Button, ...]
    """The first is the way back."""


def lay_page(scale: Scale, words: Words, *more: Button, beside_px: int = 0) -> PageLayout:
    """A page's frame; `more` are the buttons of its own, `beside_px` the room for some of them right of the title."""
    gap = scale.margin
    high = max(scale.finger, round(scale.text * TITLE_LINES)) if scale.portrait else scale.finger
    back = Rect(gap, gap, max(scale.finger, round(scale.text * BACK_LINES)), high)
    title = Rect(back.right + 2 * gap, gap, scale.width - back.right - 3 * gap - beside_px, high)
    body = Rect(gap, back.bottom + gap, scale.width - 2 * gap, scale.height - back.bottom - 2 * gap)
    way_back = Button(Back(), back, words.say(BACK), keys=BACK_KEYS)
    return PageLayout(scale, title, body, (way_back, *more))


class Framed(Laid, Protocol):
    """A page's layout: the way back is its first button."""

    @property
    def title(self) -> Rect:
        """Room for the title."""
        ...


def draw_page(pen: Pen, laid: Framed, title: str, touch: Touch) -> None:
    """The page's ground, its title and the way back."""
    pen.surface.fill(TABLE)
    pen.words(title, laid.title, CREAM, "ExtraBold", share=0.8, lines=2 if pen.scale.portrait else 1)
    draw_button(pen, laid.buttons[0], touch)


def draw_button(
    pen: Pen, button: Button, touch: Touch, *, main: bool = False, lit: bool = False, size_px: int = 0
) -> None:
    """A plate with the button's words; amber for what most people want, with a light rim for what is switched on.

    The words stand on one line of `size_px`, where that is given.
    """
    draw_plate(pen, button.rect, button.choice, touch, main=main, lit=lit)
    inside = _inside(button.rect, pen.scale)
    lines = 2 if inside.h > pen.scale.text * 2.4 and not size_px else 1
    share = (size_px + 0.5) * LINE_SHARE / inside.h if size_px else 0.5
    pen.words(button.words, inside, INK if main else CREAM, "ExtraBold", "centre", share=share, lines=lines)


def _inside(rect: Rect, scale: Scale) -> Rect:
    """Room for a button's words."""
    return rect.inflate(-scale.margin, -scale.margin // 2)


def buttons_size_px(pen: Pen, buttons: Iterable[Button]) -> int:
    """As `one_size_px` for words on buttons: beside each other they look like one row only if they are of one size."""
    return one_size_px(pen, [(button.words, _inside(button.rect, pen.scale)) for button in buttons])


def one_size_px(pen: Pen, rooms: Sequence[tuple[str, Rect]], share: float = 0.5) -> int:
    """The greatest size in which each of the words stands on one line in its room, at most that share of its height.

    0 where that is less than the smallest text.
    """
    greatest = max(pen.scale.text, min(int(room.h * share / LINE_SHARE) for _, room in rooms))
    for size_px in range(greatest, pen.scale.text - 1, -1):
        if all(pen.width_px(words, "ExtraBold", size_px) <= room.w for words, room in rooms):
            return size_px
    return 0


def draw_plate(
    pen: Pen, rect: Rect, choice: Choice, touch: Touch, *, main: bool = False, lit: bool = False, fill: Rgb = PANEL_HIGH
) -> None:
    """A button without its words, lighter under a finger."""
    ground = AMBER if main else fill
    edge = CREAM if lit else blend(ground, CREAM, 0.35) if main else EDGE
    pen.panel(rect, blend(ground, CREAM, 0.3) if touch.on(choice) else ground, edge, 3 if lit else 2)


def draw_key(pen: Pen, rect: Rect, key: str) -> None:
    """The number key that presses a button too, in its upper right corner."""
    side = round(pen.scale.text * 1.3)
    box = Rect(rect.right - side - pen.scale.margin, rect.y + pen.scale.margin // 2, side, side)
    pen.words(key, box, DIM, align="right", share=0.0)


def rows(room: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """The room in equal rows."""
    high = (room.h + gap) / max(1, count)
    return tuple(
        Rect(room.x, room.y + round(k * high), room.w, round((k + 1) * high) - round(k * high) - gap)
        for k in range(count)
    )


def columns(room: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """The room in equal columns."""
    wide = (room.w + gap) / max(1, count)
    return tuple(
        Rect(room.x + round(k * wide), room.y, round((k + 1) * wide) - round(k * wide) - gap, room.h)
        for k in range(count)
    )


def grid(room: Rect, count: int, across: int, gap: int) -> tuple[Rect, ...]:
    """The room in equal cells, row after row, as many across."""
    down = -(-count // across)
    return tuple(cell for row in rows(room, down, gap) for cell in columns(row, across, gap))[:count]


def cut_top(room: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """A row off the top, and what is left below it."""
    return Rect(room.x, room.y, room.w, height), Rect(room.x, room.y + height + gap, room.w, room.h - height - gap)


def cut_bottom(room: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """A row off the bottom, and what is left above it."""
    return Rect(room.x, room.bottom - height, room.w, height), Rect(room.x, room.y, room.w, room.h - height - gap)


def cut_left(room: Rect, width: int, gap: int) -> tuple[Rect, Rect]:
    """A column off the left, and what is left beside it."""
    return Rect(room.x, room.y, width, room.h), Rect(room.x + width + gap, room.y, room.w - width - gap, room.h)
