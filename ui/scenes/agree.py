"""What is agreed on before a game: a row an option, its values side by side; the one that holds is lit."""

from itertools import pairwise

from pygame import Rect

from ui.pages import Agreed, AgreeView
from ui.pen import Pen
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, buttons_size_px, cut_left, cut_top, draw_button, draw_page, grid, lay_page
from ui.theme import CREAM, EDGE, PANEL, Scale
from ui.view import Put
from ui.words import Words

LABEL_SHARE = 0.22
"""Of a row's width; upright the label stands above its buttons."""
HIGHEST_FINGERS = 2.2
"""A row is no higher than so many fingers, upright half as many again, however few there are."""
MOST_UPRIGHT = 3
"""Upright, more values than these stand in several rows, unless they are single digits."""


def lay(view: AgreeView, scale: Scale, words: Words) -> PageLayout:
    """The values of each option as buttons."""
    frame = lay_page(scale, words)
    buttons: list[Button] = []
    for line, row in zip(_lines(frame, view), view.rows, strict=True):
        cells = grid(_split(line, scale)[1], len(row.values), _across(row, scale), scale.margin)
        for (value, said), cell in zip(row.values, cells, strict=True):
            buttons.append(Button(Put(row.key, value), cell, words.name(words.say(said))))
    return lay_page(scale, words, *buttons)


def _lines(frame: PageLayout, view: AgreeView) -> tuple[Rect, ...]:
    """Each option's row, twice as high where its values stand in two rows."""
    scale, gap = frame.scale, frame.scale.margin
    downs = [-(-len(row.values) // _across(row, scale)) for row in view.rows]
    highest = round(scale.finger * HIGHEST_FINGERS * (1.5 if scale.portrait else 1)) + gap
    unit = min(highest, (frame.body.h + gap) / sum(downs))
    tops = [frame.body.y + round(unit * sum(downs[:k])) for k in range(len(downs) + 1)]
    return tuple(Rect(frame.body.x, top, frame.body.w, below - top - gap) for top, below in pairwise(tops))


def _across(row: Agreed, scale: Scale) -> int:
    """So many values stand side by side: upright, names need room."""
    longest = max(len(said) for _, said in row.values)
    return 2 if scale.portrait and len(row.values) > MOST_UPRIGHT and longest > 1 else len(row.values)


def _split(line: Rect, scale: Scale) -> tuple[Rect, Rect]:
    """Label and values."""
    inside = line.inflate(-2 * scale.margin, -scale.margin)
    if scale.portrait:
        return cut_top(inside, round(scale.text * 1.4), scale.margin // 2)
    return cut_left(inside, round(line.w * LABEL_SHARE), scale.margin)


def paint(pen: Pen, laid: PageLayout, view: AgreeView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The game's name above the rows."""
    draw_page(pen, laid, words.say(view.title), touch)
    for line, row in zip(_lines(laid, view), view.rows, strict=True):
        pen.panel(line, PANEL, EDGE)
        label = _split(line, pen.scale)[0]
        pen.words(words.say(row.name), label, CREAM, "ExtraBold", share=0.5, lines=1 if pen.scale.portrait else 2)
    in_force = {_in_force(row) for row in view.rows}
    left = list(laid.buttons[1:])
    for row in view.rows:
        beside, left = left[: len(row.values)], left[len(row.values) :]
        size_px = buttons_size_px(pen, beside)
        for button in beside:
            draw_button(pen, button, touch, main=button.choice in in_force, size_px=size_px)


def _in_force(row: Agreed) -> Put:
    return Put(row.key, row.value)
