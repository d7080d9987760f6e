"""The replay: the picture that an action was judged from, what followed, and how the hands stood then."""

from dataclasses import dataclass

import pygame
from pygame import Rect

from ui.looking import ReplayView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import cut_bottom, cut_left, cut_top, draw_button, draw_page, lay_page, rows
from ui.scenes.picture import Picture
from ui.scenes.seats import draw_seat
from ui.theme import CREAM, DIM, EDGE, PANEL, Scale
from ui.view import Leaf
from ui.words import Words

STEPS = ((-1, N_("Earlier")), (1, N_("Later")))
KEYS = {-1: (pygame.K_LEFT, pygame.K_PAGEUP), 1: (pygame.K_RIGHT, pygame.K_PAGEDOWN, pygame.K_SPACE)}
TITLE, LATEST = N_("Game replay"), N_("What I saw")
STEP = N_("{step} of {steps}")
CORRECTED = N_("The dice are as people said.")
NOTHING = N_("Nothing was rolled in this game.")
NO_PICTURE = N_("No picture of this was kept.")
PICTURE_SHARE = 0.56
"""Of a lying window's width; the rest is for the hands."""
SEAT_LINES = 1.5
"""A seat's row is at least so many times the smallest text high."""

_picture = Picture()
"""Scales a picture once, however long it is shown."""


@dataclass(frozen=True, slots=True)
class ReplayLayout:
    """The rectangles of the replay, in pixels of the window."""

    scale: Scale
    title: Rect
    picture: Rect
    seats: tuple[Rect, ...]
    compact: bool
    """Seats are single rows rather than panels of two."""
    told: Rect
    """What followed from the action."""
    place: Rect
    """Which action of how many this is, and when it was; empty where one is shown by itself."""
    buttons: tuple[Button, ...]
    """The first is the way back."""


def lay(view: ReplayView, scale: Scale, words: Words) -> ReplayLayout:
    """Picture and hands side by side, or one above the other in a standing window; below them the sentence."""
    frame, gap = lay_page(scale, words), scale.margin
    room, place, buttons = frame.body, Rect(0, 0, 0, 0), frame.buttons
    if view.steps > 1:
        row, room = cut_bottom(room, max(scale.finger, round(scale.text * 2.6)), gap)
        place, *at = _thirds(row, gap)
        buttons += tuple(
            Button(Leaf(by), rect, words.say(said), keys=KEYS[by], answer=True, main=by > 0)
            for (by, said), rect in zip(STEPS, at, strict=True)
        )
        ends = ((-view.steps, pygame.K_HOME), (view.steps, pygame.K_END))
        buttons += tuple(Button(Leaf(by), Rect(0, 0, 0, 0), keys=(key,)) for by, key in ends)
    told, room = cut_bottom(room, round(scale.text * (3.0 if scale.portrait else 2.6)), gap)
    if scale.portrait:
        hands = len(view.table.seats) * (round(scale.text * SEAT_LINES) + gap)
        picture, column = cut_top(room, round(min(room.h * 0.55, room.w * 3 / 4, room.h - hands)), gap)
    else:
        picture, column = cut_left(room, round(min(room.w * PICTURE_SHARE, room.h * 4 / 3)), gap)
    seats = rows(column, len(view.table.seats), gap)
    return ReplayLayout(scale, frame.title, picture, seats, seats[0].h < 4 * scale.text, told, place, buttons)


def _thirds(row: Rect, gap: int) -> tuple[Rect, Rect, Rect]:
    """The words in the middle, a button on either side; words first."""
    side = round((row.w - 2 * gap) * 0.3)
    left, right = Rect(row.x, row.y, side, row.h), Rect(row.right - side, row.y, side, row.h)
    return Rect(left.right + gap, row.y, right.x - left.right - 2 * gap, row.h), left, right


def paint(pen: Pen, laid: ReplayLayout, view: ReplayView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The whole page."""
    _ = words.say
    frame = lay_page(laid.scale, words)
    draw_page(pen, frame, _(TITLE) if view.steps != 1 else _(LATEST), touch)
    if view.table.frame is None:
        pen.panel(laid.picture, PANEL, EDGE)
        inner = laid.picture.inflate(-4 * pen.scale.margin, -4 * pen.scale.margin)
        pen.words(_(NO_PICTURE), inner, DIM, align="centre", share=0.14, lines=2)
    else:
        _picture.draw(pen, laid.picture, view.table, words, 0.0)
    for rect, seat in zip(laid.seats, view.table.seats, strict=True):
        draw_seat(pen, rect, seat, seat.name == view.table.to_move, words, compact=laid.compact)
    told = words.happened(view.table) if view.steps else _(NOTHING)
    if view.corrected:
        told = f"{told} {_(CORRECTED)}"
    pen.words(told, laid.told, CREAM, "ExtraBold", "centre", share=0.5, lines=2)
    for button in laid.buttons[1:]:
        if button.rect.w:
            draw_button(pen, button, touch)
    if laid.place.w:
        _draw_place(pen, laid.place, view, words)


def _draw_place(pen: Pen, box: Rect, view: ReplayView, words: Words) -> None:
    place = words.say(STEP).format(step=view.step, steps=view.steps)
    upper = Rect(box.x, box.y, box.w, box.h // 2)
    pen.words(place, upper if view.at else box, CREAM, "ExtraBold", "centre", share=0.8)
    if view.at:
        lower = Rect(box.x, upper.bottom, box.w, box.h - upper.h)
        pen.words(f"{view.at:%H:%M:%S}", lower, DIM, align="centre", share=0.7)
