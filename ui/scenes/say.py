"""Everything that a game lets people say, as buttons over the whole window."""

from dataclasses import replace

import pygame
from pygame import Rect

from ui import draw, icons
from ui.answers import names_told
from ui.pages import SayView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, buttons_size_px, draw_button, draw_page, draw_plate, grid, lay_page
from ui.theme import Scale, seat_look
from ui.view import Leaf, Speak
from ui.words import Words

SAYS = N_("{player} says:")
WIDE_LINES, NAMED_LINES = 4.6, 7.5
"""A word to say is at least so many times the smallest text wide; with a player's name before it, so many."""
KEYS = {-1: (pygame.K_PAGEUP,), 1: (pygame.K_PAGEDOWN,)}


def lay(view: SayView, scale: Scale, words: Words) -> PageLayout:
    """As many as find room, and the way to the others."""
    beside, gap = 2 * (scale.finger + scale.margin), max(4, scale.margin // 2)
    frame = lay_page(scale, words, beside_px=beside)
    least = round(scale.text * (NAMED_LINES if names_told(view.offers, view.sayings) else WIDE_LINES))
    across = max(1, (frame.body.w + gap) // (max(scale.finger, least) + gap))
    fit = across * max(1, (frame.body.h + gap) // (scale.finger + gap))
    leaves = -(-len(view.offers) // fit)
    shown = view.offers[view.leaf % leaves * fit :][:fit] if leaves else ()
    cells = grid(frame.body, fit, across, gap)
    said = (
        Button(Speak(offer), cell, words.offer(view.sayings, offer), answer=True)
        for offer, cell in zip(shown, cells, strict=False)
    )
    return lay_page(scale, words, *(_arrows(frame) if leaves > 1 else ()), *said, beside_px=beside)


def _arrows(frame: PageLayout) -> tuple[Button, ...]:
    side, gap = frame.scale.finger, frame.scale.margin
    left = frame.title.right + gap
    rects = (Rect(left + k * (side + gap), frame.title.y, side, side) for k in range(2))
    return tuple(Button(Leaf(by), rect, keys=KEYS[by]) for by, rect in zip((-1, 1), rects, strict=True))


def paint(pen: Pen, laid: PageLayout, view: SayView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The words, under whose they are."""
    look, side, title = seat_look(view.colour), round(laid.title.h * 0.6), laid.title
    beside = Rect(title.x + side + pen.scale.margin, title.y, title.w - side - pen.scale.margin, title.h)
    draw_page(pen, replace(laid, title=beside), words.say(SAYS).format(player=words.name(view.player)), touch)
    pen.middle(draw.seat_shape(look.shape, side, look.bright), (title.x + side / 2, title.centery))
    size_px = buttons_size_px(pen, (button for button in laid.buttons[1:] if button.words))
    for button in laid.buttons[1:]:
        if isinstance(button.choice, Leaf):
            draw_plate(pen, button.rect, button.choice, touch)
            sign = "before" if button.choice.steps < 0 else "after"
            pen.middle(icons.icon(sign, round(button.rect.h * 0.5)), button.rect.center)
        else:
            draw_button(pen, button, touch, size_px=size_px)
