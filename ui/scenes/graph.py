"""The chances of a game over its turns: a line between the two sides' colours, and the turns that stand out."""

import pygame
from pygame import Rect

from ui import draw
from ui.figures import GraphView, Mark
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Touch
from ui.scenes.page import PageLayout, cut_bottom, draw_page, lay_page, rows
from ui.text import dice_text
from ui.theme import AMBER, CREAM, DIM, EDGE, INK, TABLE, Scale, blend, seat_look
from ui.words import Words

Point = tuple[float, float]

LUCKIEST = N_("Luckiest roll: {player} in turn {turn}, {roll} {change}")
COSTLIEST = N_("Costliest choice: {player} in turn {turn}, {hand} not {best} {change}")
FLAWLESS = N_("Every choice was the best one.")
NONE_KNOWN = N_("No exact odds for this table.")
TOO_EARLY = N_("No turn has been played yet.")
TICKS = (1, 2, 5, 10, 20, 50, 100)
"""Turns from one number on the axis to the next: the least that leaves room."""


def lay(view: GraphView, scale: Scale, words: Words) -> PageLayout:
    """The frame alone."""
    return lay_page(scale, words)


def paint(pen: Pen, laid: PageLayout, view: GraphView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The graph, and below it the luckiest roll and the costliest choice."""
    draw_page(pen, laid, words.say("Chances"), touch)
    if len(view.chances) < 2:
        pen.words(words.say(TOO_EARLY if view.chances else NONE_KNOWN), laid.body, DIM, align="centre", share=0.1)
        return
    notes_h = round(pen.scale.text * (5.6 if pen.scale.portrait else 3.0))
    notes, graph = cut_bottom(laid.body, notes_h, pen.scale.margin)
    _draw_graph(pen, graph, view, words)
    _draw_notes(pen, notes, view, words)


def points(room: Rect, chances: tuple[float, ...]) -> tuple[Point, ...]:
    """Where the line runs: from left to right turn by turn, up for the first seat."""
    step = room.w / max(1, len(chances) - 1)
    return tuple((room.x + place * step, room.bottom - chance * room.h) for place, chance in enumerate(chances))


def tick_every(turns: int, room_px: int, number_px: int) -> int:
    """How many turns lie between two numbers on the axis.

    >>> tick_every(30, 600, 60), tick_every(4, 600, 60)
    (5, 1)
    """
    return next((every for every in TICKS if turns / every * number_px <= room_px), TICKS[-1])


def _draw_graph(pen: Pen, box: Rect, view: GraphView, words: Words) -> None:
    axis_h = round(pen.scale.text * 1.3)
    room = Rect(box.x, box.y, box.w, box.h - axis_h).inflate(-2 * pen.scale.margin, -2 * pen.scale.margin)
    first, second = (seat_look(colour) for colour in view.colours)
    line = points(room, view.chances)
    pygame.draw.rect(pen.surface, blend(TABLE, second.body, 0.55), room)
    below = [*line, room.bottomright, room.bottomleft]
    pygame.draw.polygon(pen.surface, blend(TABLE, first.body, 0.62), below)
    for x in range(room.x, room.right, 2 * pen.scale.margin):
        pygame.draw.line(pen.surface, DIM, (x, room.centery), (x + pen.scale.margin, room.centery))
    pygame.draw.rect(pen.surface, EDGE, room, 2)
    _draw_line(pen, line)
    _draw_sides(pen, room, view, words)
    _draw_kills(pen, line, view)
    for number, mark in ((1, view.luckiest), (2, view.costliest)):
        if mark is not None:
            _draw_badge(pen, _beside(pen, room, line[mark.turn]), str(number))
    _draw_axis(pen, Rect(room.x, room.bottom, room.w, box.bottom - room.bottom), len(view.chances) - 1)


def _draw_line(pen: Pen, line: tuple[Point, ...]) -> None:
    """Drawn by discs, so that its corners are round whatever its width."""
    width = max(3, pen.scale.margin // 3)
    pygame.draw.lines(pen.surface, INK, False, line, width + 4)
    pygame.draw.lines(pen.surface, CREAM, False, line, width)
    for point in line:
        pygame.draw.circle(pen.surface, CREAM, point, width)


def _draw_sides(pen: Pen, room: Rect, view: GraphView, words: Words) -> None:
    """Whose side is up and whose is down."""
    high = round(pen.scale.text * 1.4)
    for place, (name, colour) in enumerate(zip(view.names, view.colours, strict=True)):
        # The first seat's chance is the ground below the line: its name stands at the foot.
        row = Rect(room.x, room.bottom - high if place == 0 else room.y, room.w, high).inflate(-pen.scale.margin, 0)
        look, side = seat_look(colour), round(high * 0.6)
        pen.middle(draw.seat_shape(look.shape, side, look.bright), (row.x + side / 2, row.centery))
        label = Rect(row.x + round(side * 1.3), row.y, row.w // 2, row.h)
        pen.words(words.name(name), label, CREAM, "ExtraBold", share=0.0)


def _draw_kills(pen: Pen, line: tuple[Point, ...], view: GraphView) -> None:
    """A cross in the colour of the hand that went back to its cup."""
    arm = max(4, round(pen.scale.text * 0.3))
    for turn, seat in view.kills:
        x, y = line[turn]
        for colour, width in ((INK, arm), (seat_look(view.colours[seat]).bright, arm // 2)):
            pygame.draw.line(pen.surface, colour, (x - arm, y - arm), (x + arm, y + arm), max(2, width))
            pygame.draw.line(pen.surface, colour, (x - arm, y + arm), (x + arm, y - arm), max(2, width))


def _beside(pen: Pen, room: Rect, point: Point) -> Point:
    """Above or below the point, wherever there is room, and not over the edge."""
    away, edge = pen.scale.text * 1.2, pen.scale.text * 0.8
    y = point[1] - away if point[1] - away - edge > room.y else point[1] + away
    return min(max(point[0], room.x + edge), room.right - edge), y


def _draw_badge(pen: Pen, middle: Point, number: str) -> Rect:
    """The number by which a sentence below finds its turn."""
    side = round(pen.scale.text * 1.3)
    rect = pen.middle(draw.badge((side, side), AMBER), middle)
    pen.words(number, rect, INK, "ExtraBold", "centre", share=0.0)
    return rect


def _draw_axis(pen: Pen, room: Rect, turns: int) -> None:
    number_px = pen.width_px("000", "SemiBold", pen.scale.text)
    every, step = tick_every(turns, room.w, number_px), room.w / max(1, turns)
    for turn in range(0, turns + 1, every):
        x = room.x + turn * step
        pygame.draw.line(pen.surface, EDGE, (x, room.y), (x, room.y + pen.scale.margin // 2), 2)
        if turn and x + number_px / 2 <= room.right + pen.scale.margin:
            high = round(pen.scale.text * 1.2)
            box = Rect(round(x) - number_px // 2, room.y + pen.scale.margin // 2, number_px, high)
            pen.words(str(turn), box, DIM, align="centre", share=0.0)


def _draw_notes(pen: Pen, room: Rect, view: GraphView, words: Words) -> None:
    told = [words.say(FLAWLESS)] if view.over and view.costliest is None else []
    marks = [(LUCKIEST, view.luckiest), (COSTLIEST, view.costliest)]
    said = [_note(template, mark, view, words) for template, mark in marks if mark is not None] + told
    numbers = [str(number) for number, (_, mark) in enumerate(marks, start=1) if mark is not None] + [""] * len(told)
    for row, number, sentence in zip(rows(room, len(said), 2), numbers, said, strict=True):
        side = round(pen.scale.text * 1.3)
        if number:
            _draw_badge(pen, (row.x + side / 2, row.centery), number)
        box = Rect(row.x + round(side * 1.4), row.y, row.w - round(side * 1.4), row.h)
        pen.words(sentence, box, CREAM, share=0.0, lines=2)


def _note(template: str, mark: Mark, view: GraphView, words: Words) -> str:
    colour = view.colours[mark.seat]
    faces, best = dice_text(mark.faces, colour), dice_text(mark.best, colour)
    player = words.name(view.names[mark.seat])
    return words.say(template).format(
        player=player, turn=mark.turn, roll=faces, hand=faces, best=best, change=signed_percent(mark.change)
    )


def signed_percent(change: float) -> str:
    """A gain or loss; small ones to a tenth.

    >>> signed_percent(0.452), signed_percent(-0.0034), signed_percent(-0.02)
    ('+45 %', '\u22120.3 %', '\u22122 %')
    """
    digits = 0 if abs(change) >= 0.0095 else 1
    return f"{100 * change:+.{digits}f} %".replace("-", "\u2212")
