"""The about page: whose game it is, and what referees it."""

import math

from pygame import Rect

from ui import draw
from ui.pages import AboutView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Touch
from ui.scenes.great import great_word
from ui.scenes.page import PageLayout, cut_bottom, cut_top, draw_page, lay_page
from ui.theme import CREAM, DIM, Scale
from ui.words import Words

FULL = (1, 2, 3, 4, 5, 6)
WAVE_HZ = 0.25
"""A wave runs through the dice so often."""
DESIGNED = N_("designed by {author}")
FREE = N_("Anyone may play and program it, free of charge, as long as its name and rules stay unchanged.")
REFEREE = N_("Croupier {version} only watches the dice and judges.")
OPEN = N_("Free software, MIT licence. Fonts: Barlow and Noto Sans, SIL Open Font License.")


def lay(view: AboutView, scale: Scale, words: Words) -> PageLayout:
    """The frame alone."""
    return lay_page(scale, words)


def draw_dice(pen: Pen, row: Rect, colours: tuple[str, str], now_s: float) -> None:
    """The full straight, half of it in each of two colours, with a wave that runs through it."""
    side = round(min(row.h * 0.86, row.w / 7.2))
    pitch = side * 1.18
    for place, face in enumerate(FULL):
        lift = side * 0.14 * max(0.0, math.sin(now_s * math.tau * WAVE_HZ - place * 0.5)) ** 6
        middle = row.centerx + (place - 2.5) * pitch, row.centery - lift
        pen.middle(draw.die(face, side, colours[place // 3]), middle)


def draw_credits(pen: Pen, room: Rect, lines: tuple[tuple[str, bool], ...]) -> None:
    """Centred sentences one under the other; those marked are faint."""
    each = room.h // len(lines)
    for place, (sentence, faint) in enumerate(lines):
        box = Rect(room.x, room.y + place * each, room.w, each)
        pen.words(sentence, box, DIM if faint else CREAM, align="centre", share=0.46, lines=3)


def paint(pen: Pen, laid: PageLayout, view: AboutView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The game's name and author; below, the program."""
    _ = words.say
    draw_page(pen, laid, _("About"), touch)
    room = laid.body.inflate(-laid.scale.width // 10, 0)
    dice, room = cut_top(room, round(room.h * 0.2), laid.scale.margin)
    name, room = cut_top(room, round(room.h * 0.32), 0)
    author, room = cut_top(room, round(room.h * 0.16), 0)
    draw_dice(pen, dice, ("red", "blue"), now_s)
    great_word(pen, name, _(view.title))
    designed = _(DESIGNED).format(author=view.author) if view.author else ""
    pen.words(designed, author, CREAM, "ExtraBold", "centre", share=0.9)
    address, room = cut_bottom(room, round(laid.scale.text * 1.6), 0) if view.address else (Rect(0, 0, 0, 0), room)
    free = ((_(FREE), False),) if view.author else ()
    lines = (*free, (_(REFEREE).format(version=view.version), False), (_(OPEN), True))
    draw_credits(pen, room, lines)
    pen.words(view.address, address, CREAM, align="centre")
