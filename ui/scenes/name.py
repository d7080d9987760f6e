"""A player's name, written with letters on the screen or on a keyboard."""

import math
from dataclasses import dataclass

import pygame
from pygame import Rect

from ui import draw, icons
from ui.letters import MARKS, SHEETS, sheet_after
from ui.pages import NameView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import cut_bottom, cut_top, draw_button, draw_page, draw_plate, grid, lay_page
from ui.theme import AMBER, CREAM, DIM, PANEL, Scale, seat_look
from ui.view import Put
from ui.words import Words

DONE, TAKEN, WRITE = N_("Done"), N_("Somebody has this name already."), N_("A name")
KANA = "かな"


@dataclass(frozen=True, slots=True)
class NameLayout:
    """The rectangles of the page, in pixels of the window."""

    scale: Scale
    title: Rect
    body: Rect
    buttons: tuple[Button, ...]
    field: Rect
    """Where the name stands."""
    typing: bool = True
    """A keyboard's letters are letters here, and press no buttons."""


def lay(view: NameView, scale: Scale, words: Words) -> NameLayout:
    """The name, the letters, and a row to erase, change the sheet, and be done."""
    frame, gap = lay_page(scale, words), max(4, scale.margin // 2)
    field, room = cut_top(frame.body, scale.finger, gap)
    last, room = cut_bottom(room, 2 * scale.finger + gap if scale.portrait else scale.finger, gap)
    letters = SHEETS[view.sheet]
    across = min(14, (room.w + gap) // (scale.finger + gap))
    while -(-len(letters) // (across - 1)) * (scale.finger + gap) <= room.h + gap and across > 8:
        across -= 1  # fewer and wider keys, as long as fingers find them
    cells = grid(room, len(letters), across, gap)
    keys = [Button(Put("key", letter), cell, letter) for letter, cell in zip(letters, cells, strict=True)]
    done = Button(Put("done"), Rect(0, 0, 1, 1), words.say(DONE), keys=(pygame.K_RETURN, pygame.K_KP_ENTER), main=True)
    rest = [
        Button(Put("sheet"), Rect(0, 0, 1, 1), sheet_after(view.sheet), keys=(pygame.K_TAB,)),
        *(Button(Put("mark", mark), Rect(0, 0, 1, 1), mark) for mark in (MARKS if view.sheet == KANA else "")),
        Button(Put("key", " "), Rect(0, 0, 1, 1), words.say("Space")),
        Button(Put("erase"), Rect(0, 0, 1, 1), words.say("Erase"), keys=(pygame.K_BACKSPACE, pygame.K_DELETE)),
        done,
    ]
    placed = [
        Button(b.choice, cell, b.words, b.keys, main=b.main)
        for b, cell in zip(
            rest, grid(last, len(rest), -(-len(rest) // 2) if scale.portrait else len(rest), gap), strict=True
        )
    ]
    back = Button(frame.buttons[0].choice, frame.buttons[0].rect, frame.buttons[0].words, keys=(pygame.K_ESCAPE,))
    return NameLayout(scale, frame.title, frame.body, (back, *keys, *placed), field)


def paint(pen: Pen, laid: NameLayout, view: NameView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The name in the seat's colour with a mark that blinks where the next letter comes."""
    draw_page(pen, laid, words.say(TAKEN) if view.taken else words.say(WRITE), touch)
    look = seat_look(view.colour)
    pen.panel(laid.field, PANEL, AMBER if view.taken else look.bright, 3)
    side = round(laid.field.h * 0.56)
    pen.middle(draw.seat_shape(look.shape, side, look.bright), (laid.field.x + side, laid.field.centery))
    room = Rect(laid.field.x + 2 * side, laid.field.y, laid.field.w - 3 * side, laid.field.h)
    name = view.name or words.name(view.colour)
    rect = pen.words(name, room, CREAM if view.name else DIM, "ExtraBold", share=0.7)
    if math.sin(now_s * math.tau) > 0:
        x = (rect.right if view.name else rect.x) + pen.scale.margin // 3
        pygame.draw.line(
            pen.surface, CREAM, (x, room.y + room.h * 0.2), (x, room.y + room.h * 0.8), max(2, pen.scale.margin // 4)
        )
    for button in laid.buttons[1:]:
        if button.choice == Put("erase"):
            draw_plate(pen, button.rect, button.choice, touch)
            pen.middle(icons.icon("erase", round(pen.scale.finger * 0.5)), button.rect.center)
        else:
            draw_button(pen, button, touch, main=button.main)
