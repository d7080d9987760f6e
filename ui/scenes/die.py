"""One die, enlarged, and what it may show, the likeliest value first."""

import cv2
import pygame
from pygame import Rect

from ui import draw
from ui.answers import PIP_KEYS
from ui.pages import DieView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, cut_left, cut_top, draw_page, draw_plate, grid, lay_page
from ui.theme import AMBER, Scale
from ui.view import TellDie
from ui.words import Words
from vision.frame import Pixels
from vision.reading import Box

ASKED = N_("What does this die show?")
AROUND = 1.9
"""So many times the die is seen with what lies around it."""
LARGE = 1.5
"""The likeliest value is larger than the others by so much."""


def lay(view: DieView, scale: Scale, words: Words) -> PageLayout:
    """The die on one side, six values on the other."""
    frame = lay_page(scale, words)
    cells = grid(_room(frame)[1], len(view.values), 3 if not scale.portrait else 2, scale.margin)
    values = (
        Button(TellDie(view.place, pips), cell, keys=PIP_KEYS[pips], answer=True, main=pips == view.values[0])
        for pips, cell in zip(view.values, cells, strict=True)
    )
    return lay_page(scale, words, *values)


def _room(frame: PageLayout) -> tuple[Rect, Rect]:
    """For the picture and for the values."""
    if frame.scale.portrait:
        return cut_top(frame.body, round(frame.body.h * 0.42), frame.scale.margin)
    return cut_left(frame.body, round(frame.body.w * 0.42), frame.scale.margin)


def paint(pen: Pen, laid: PageLayout, view: DieView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The picture of the die beside the values."""
    draw_page(pen, laid, words.say(ASKED), touch)
    room, _ = _room(laid)
    side = min(room.w, room.h)
    picture = enlarged(view.picture, view.die.box, side)
    rect = pen.middle(picture, room.center)
    pen.surface.blit(draw.frame_ring(rect.size, pen.scale.radius, AMBER, max(3, pen.scale.margin // 2)), rect)
    for button, pips in zip(laid.buttons[1:], view.values, strict=True):
        draw_plate(pen, button.rect, button.choice, touch, lit=button.main)
        pen.middle(draw.die(pips, round(min(button.rect.size) * 0.66), view.colour), button.rect.center)


def enlarged(frame: Pixels, box: Box, side_px: int) -> pygame.Surface:
    """The frame around the die, a square of that side."""
    x, y = box.centre_px
    half = max(8.0, max(box.w, box.h) * AROUND / 2)
    high, wide = frame.shape[:2]
    half = min(half, wide / 2, high / 2)
    x, y = min(max(x, half), wide - half), min(max(y, half), high - half)
    cut = frame[round(y - half) : round(y + half), round(x - half) : round(x + half)]
    large = cv2.resize(cut, (side_px, side_px), interpolation=cv2.INTER_CUBIC)
    return pygame.image.frombuffer(large.tobytes(), (side_px, side_px), "BGR")
