"""Each side's chance to win as a bar over the table, and what the coach thinks of each hand."""

import pygame
from pygame import Rect

from rules.sayings import told_sentence
from ui import draw
from ui.layout import HandButton
from ui.pen import Pen
from ui.scenes.motion import ease, ramp
from ui.theme import AMBER, CREAM, DIM, INK, PANEL, seat_look
from ui.view import Odds, Seat, TableView
from ui.words import Words

MOVES_S = 0.9
"""The bar takes so long to follow: slow enough to see who gained."""
EQUAL = 1e-9
"""Hands whose worth differs by less are equally good."""


def draw_chances(pen: Pen, bar: Rect, view: TableView, words: Words, now_s: float) -> None:
    """The bar in both sides' colours with shapes and chances, or what a coach says, or that there are none."""
    if not bar.h:
        return
    if view.advice is not None:
        sentence = told_sentence(view.sayings, view.advice, say=words.say, count=words.count, name=words.name)
        lines = 2 if pen.scale.portrait else 1
        pen.words(sentence, bar, AMBER, "ExtraBold", "centre", share=0.86 / lines, lines=lines)
        return
    if view.odds is None:
        sentence = words.say("No exact odds for this table.")
        pen.words(sentence, bar, DIM, align="centre", share=0.86)
        return
    left, right = view.seats
    share = shown(view.odds, now_s)
    _draw_side(pen, bar, left, 0.0, share)
    _draw_side(pen, bar, right, share, 1.0)
    half = Rect(bar.centerx - 1, bar.y, 2, bar.h)
    pygame.draw.rect(pen.surface, INK, half.inflate(2, 0))
    pygame.draw.rect(pen.surface, CREAM, half)
    now, *_ = view.odds.chances
    _draw_chance(pen, bar, left, now, first=True)
    _draw_chance(pen, bar, right, 1.0 - now, first=False)


def shown(odds: Odds, now_s: float) -> float:
    """The first seat's part of the bar at this time: on its way from what it was to what it is."""
    now, *_ = odds.chances
    before, *_ = odds.before or odds.chances
    return before + (now - before) * ease(ramp(now_s, odds.changed_s, odds.changed_s + MOVES_S))


def percent(chance: float) -> str:
    """A chance in whole percent; 0 and 100 only where it is certain.

    >>> percent(0.5124), percent(0.0001), percent(0.9999), percent(1.0)
    ('51 %', '1 %', '99 %', '100 %')
    """
    whole = round(100 * chance)
    return f"{whole if chance in (0.0, 1.0) else min(99, max(1, whole))} %"


def _draw_side(pen: Pen, bar: Rect, seat: Seat, begin: float, end: float) -> None:
    plate = draw.panel(bar.size, bar.h // 3, seat_look(seat.colour).body, None)
    part = Rect(round(bar.w * begin), 0, round(bar.w * end) - round(bar.w * begin), bar.h)
    pen.surface.blit(plate, bar.move(part.x, 0), part)


def _draw_chance(pen: Pen, bar: Rect, seat: Seat, chance: float, *, first: bool) -> None:
    """The chance at its side's end of the bar, on a dark ground: its part may be too short for it."""
    look = seat_look(seat.colour)
    side, pad = round(bar.h * 0.62), max(3, bar.h // 6)
    wide = side + 4 * pad + pen.width_px("100 %", "ExtraBold", pen.scale.text)
    label = Rect(bar.x + 2, bar.y + 2, wide, bar.h - 4)
    if not first:
        label.right = bar.right - 2
    pen.surface.blit(draw.panel(label.size, bar.h // 3, PANEL, None), label)
    middle = label.x + pad + side / 2 if first else label.right - pad - side / 2
    pen.middle(draw.seat_shape(look.shape, side, look.bright), (middle, label.centery))
    room = Rect(label.x + (side + 2 * pad if first else pad), bar.y, label.w - side - 3 * pad, bar.h)
    pen.words(percent(chance), room, CREAM, "ExtraBold", "left" if first else "right", share=0.0)


def draw_worth(pen: Pen, button: HandButton, worth: float, *, best: bool) -> None:
    """What a hand is worth, within its button if there is room; the best is framed as well."""
    if best:
        ring = draw.frame_ring(button.rect.size, pen.scale.radius, AMBER, max(3, pen.scale.margin // 3))
        pen.surface.blit(ring, button.rect)
    if button.worth.w:
        pen.words(percent(worth), button.worth, AMBER if best else CREAM, "ExtraBold", "right", share=0.0)
