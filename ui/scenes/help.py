"""The help: the rules in short, with drawn dice, four cards a leaf."""

import math
from dataclasses import replace

import pygame
from pygame import Rect

from ui import draw, icons, text
from ui.lessons import AT_TABLE, LESSONS, Bit, Card, Dice, Sides, Worth
from ui.pages import HelpView
from ui.pen import Pen
from ui.press import Button, Touch
from ui.scenes.about import DESIGNED
from ui.scenes.page import (
    BACK_LINES,
    PageLayout,
    columns,
    cut_bottom,
    cut_top,
    draw_button,
    draw_page,
    grid,
    lay_page,
)
from ui.theme import AMBER, CREAM, DIM, EDGE, PANEL, Scale, seat_look
from ui.view import Leaf
from ui.words import Words

NEXT_KEYS = (pygame.K_PAGEDOWN, pygame.K_n)
WOOD, WOOD_EDGE = (146, 106, 72), (92, 64, 42)
"""Of a tray."""
SIGN_SHARE = 1.25
"""A sign is so many dice wide."""
DIGIT_SHARE = 0.62
"""A digit is so many dice wide."""
MINUS, TIMES = "\u2212", "\u00d7"


def lay(view: HelpView, scale: Scale, words: Words) -> PageLayout:
    """The cards' room, and the way to the next leaf."""
    if len(LESSONS.get(view.game, ())) < 2:
        return lay_page(scale, words)
    if scale.portrait:
        frame = lay_page(scale, words)
        row, body = cut_bottom(frame.body, frame.title.h, scale.margin)
        on = Rect(row.right - round(scale.text * BACK_LINES), row.y, round(scale.text * BACK_LINES), row.h)
        return replace(frame, body=body, buttons=(*frame.buttons, _next(on, words)))
    wide = round(scale.text * BACK_LINES)
    title = lay_page(scale, words, beside_px=wide + scale.margin).title
    on = Rect(title.right + scale.margin, title.y, wide, title.h)
    return lay_page(scale, words, _next(on, words), beside_px=wide + scale.margin)


def _next(rect: Rect, words: Words) -> Button:
    return Button(Leaf(1), rect, words.say("Next"), keys=NEXT_KEYS, main=True)


def draw_sides(pen: Pen, room: Rect, sides: Sides) -> None:
    """The faces of a die side by side, and below each what it is worth."""
    pen.panel(room, PANEL, EDGE)
    line_px = math.ceil(pen.scale.text * text.LINE_SHARE)
    inside = room.inflate(-2 * pen.scale.margin, -pen.scale.margin)
    side = min(inside.h - line_px - pen.scale.margin // 2, round(inside.w / 8))
    top = inside.centery - (side + line_px) // 2
    for place, (cell, worth) in enumerate(zip(columns(inside, len(sides.worth), 0), sides.worth, strict=True)):
        pen.middle(draw.die(place + 1, side, sides.colour), (cell.centerx, top + side / 2))
        _worth(pen, Rect(cell.x, top + side, cell.w, line_px), worth)


def _worth(pen: Pen, box: Rect, worth: str) -> None:
    """A number, maybe in a ring, or a star."""
    if worth == "*":
        pen.middle(draw.seat_shape("star", round(min(box.h * 0.9, box.w)), AMBER), box.center)
        return
    told = pen.words(worth.strip("()").replace("-", MINUS).replace("x", TIMES), box, CREAM, "ExtraBold", "centre")
    if worth.startswith("("):
        ring = told.inflate(round(told.h * 0.55), 0)
        pen.surface.blit(draw.frame_ring(ring.size, ring.h // 2, AMBER, max(2, box.h // 16)), ring)


def draw_card(pen: Pen, room: Rect, card: Card, view: HelpView, words: Words) -> None:
    """The drawn row above its sentence."""
    pen.panel(room, PANEL, EDGE)
    inside = room.inflate(-3 * pen.scale.margin, -(1 if pen.scale.portrait else 2) * pen.scale.margin)
    said, gap = words.say(card.sentence), pen.scale.margin // 2
    lines = _lines(pen, said, inside.w) if pen.scale.portrait else 3
    high = round(inside.h * 0.46)
    if pen.scale.portrait:  # what the sentence leaves
        high = min(high, inside.h - gap - round(pen.scale.text * text.LINE_SHARE * lines) - 1)
    row, sentence = cut_top(inside, high, gap)
    _row(pen, row, card.row, view.colours)
    pen.words(said, sentence, CREAM, "SemiBold", "centre", share=1 / lines, lines=lines)


def _lines(pen: Pen, sentence: str, wide_px: int) -> int:
    """So many the sentence needs in the smallest text."""
    return len(text.wrap(sentence, "SemiBold", pen.scale.text, wide_px, pen.lang))


def _row(pen: Pen, room: Rect, bits: tuple[Bit, ...], colours: tuple[str, str]) -> None:
    """The bits side by side in the middle of the room, as large as fit."""
    widths = [_width(bit) for bit in bits]
    total = sum(widths) + 0.45 * (len(bits) - 1)
    side = min(room.h * 0.8, room.w / total)
    x = room.centerx - total * side / 2
    for bit, wide in zip(bits, widths, strict=True):
        box = Rect(round(x), room.y, round(wide * side), room.h)
        match bit:
            case Dice():
                _dice(pen, box, bit, round(side), colours[bit.other])
            case Worth(told):
                high = max(round(side), math.ceil(pen.scale.text * text.LINE_SHARE))
                _worth(pen, Rect(box.x, box.centery - high // 2, box.w, high), told)
            case _:
                _sign(pen, box, bit, round(side * SIGN_SHARE), colours)
        x += (wide + 0.45) * side


def _width(bit: Bit) -> float:
    """In dice."""
    match bit:
        case Dice(faces):
            return len(faces) * 1.1
        case Worth(told):
            return max(1.0, DIGIT_SHARE * len(told))
        case _:
            return SIGN_SHARE


def _dice(pen: Pen, box: Rect, dice: Dice, side: int, colour: str) -> None:
    for place, face in enumerate(dice.faces):
        colour = dice.colours[place] if dice.colours else colour
        picture = draw.ghost(face, side, colour) if face in dice.faint else draw.die(face, side, colour)
        pen.middle(picture, (box.x + side * 1.1 * (place + 0.5), box.centery))


def _sign(pen: Pen, box: Rect, sign: str, side: int, colours: tuple[str, str]) -> None:
    match sign:
        case "cup" | "other cup":
            picture = draw.cup(round(side * 1.1), seat_look(colours[sign == "other cup"]).body)
        case "tray":
            picture = draw.panel((side * 5 // 4, side), side // 8, WOOD, WOOD_EDGE, 3)
        case "arrow":
            picture = icons.icon("arrow", round(side * 0.7), DIM)
        case "glass":
            picture = draw.glass(round(side * 1.1))
        case _:
            picture = icons.icon(sign, side)
    pen.middle(picture, box.center)


def draw_leaf(pen: Pen, room: Rect, view: HelpView, words: Words) -> None:
    """The cards of the leaf that lies open."""
    leaves = LESSONS.get(view.game, ())
    if not leaves:
        pen.words(words.designed(view.title, view.author), room, CREAM,
                  align="centre", share=0.2)  # fmt: skip
        return
    cards: tuple[Card | Sides, ...] = leaves[view.leaf % len(leaves)]
    cells = list(grid(room, len(cards), 1 if pen.scale.portrait else 2, pen.scale.margin))
    if len(cards) % 2:  # the last one has no neighbour
        cells[-1].centerx = room.centerx
    for card, cell in zip(cards, cells, strict=True):
        if isinstance(card, Sides):
            draw_sides(pen, cell, card)
        else:
            draw_card(pen, cell, card, view, words)


def paint(pen: Pen, laid: PageLayout, view: HelpView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The leaf under its title, with the author's name."""
    leaves = LESSONS.get(view.game, ())
    first = not leaves or leaves[view.leaf % len(leaves)] is not AT_TABLE
    upright = pen.scale.portrait
    title = words.say(view.title) if upright else words.designed(view.title, view.author)
    draw_page(pen, laid, title if first else words.say("At this table"), touch)
    if first and upright and view.author and len(laid.buttons) > 1:
        row = laid.buttons[1].rect
        room = Rect(laid.body.x, row.y, row.x - laid.body.x - pen.scale.margin, row.h)
        pen.words(words.say(DESIGNED).format(author=view.author), room, DIM, share=0.45, lines=2)
    for button in laid.buttons[1:]:
        draw_button(pen, button, touch)
    draw_leaf(pen, laid.body, view, words)
