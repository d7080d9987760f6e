"""The story of a game that is over: who won, in how many turns, with which kills, and what to do next."""

import pygame
from pygame import Rect

from rules.events import Killed
from ui import draw
from ui.pages import Chapter, StoryView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.menu import TITLES
from ui.scenes.page import (
    PageLayout,
    cut_bottom,
    cut_left,
    cut_top,
    draw_button,
    draw_page,
    grid,
    lay_page,
    rows,
)
from ui.theme import AMBER, CREAM, DIM, EDGE, PANEL, Scale, blend, seat_look
from ui.view import NewGame, Open, Undo
from ui.words import Words, seat_of

TURN = N_("Turn {n}")
QUIET = N_("Nobody was killed.")
MOST_CHAPTERS, MOST_CHAPTERS_UPRIGHT = 5, 3
"""So many rows find room on the smallest screen."""
ITEMS = {"replay": True}
"""Pages that are told which game."""


def lay(view: StoryView, scale: Scale, words: Words) -> PageLayout:
    """What to do next, in a row below."""
    frame = lay_page(scale, words)
    row = _rooms(frame)[2]
    more = [page for page in view.more if view.number or page not in ITEMS]
    across = min(2, 1 + len(more)) if scale.portrait else 1 + len(more)
    cells = grid(row, 1 + len(more), across, scale.margin)
    new = Button(NewGame(), cells[0], words.say("New game"), keys=(pygame.K_n,), answer=True, main=True)
    others = (
        Button(
            Open(page, str(view.number) if page in ITEMS else ""), cell, words.say(TITLES.get(page, page)), answer=True
        )
        for page, cell in zip(more, cells[1:], strict=True)
    )
    undo = Button(Undo(), Rect(0, 0, 0, 0), keys=(pygame.K_u,))
    return lay_page(scale, words, new, *others, undo)


def _rooms(frame: PageLayout) -> tuple[Rect, Rect, Rect]:
    """The players, the chapters, what next."""
    scale, gap = frame.scale, frame.scale.margin
    high = round(scale.finger * 1.2)
    row, room = cut_bottom(frame.body, 2 * high + gap if scale.portrait else high, gap)
    if scale.portrait:
        players, chapters = cut_top(room, round(room.h * 0.42), gap)
    else:
        players, chapters = cut_left(room, round(room.w * 0.36), gap)
    return players, chapters, row


def paint(pen: Pen, laid: PageLayout, view: StoryView, words: Words, *, now_s: float, touch: Touch) -> None:
    """Title, players, chapters, buttons."""
    draw_page(pen, laid, _title(view, words), touch)
    players, chapters, _ = _rooms(laid)
    _players(pen, players, view, words)
    _chapters(pen, chapters, view, words)
    for button in laid.buttons[1:]:
        if button.rect.w:
            draw_button(pen, button, touch, main=button.main)


def _title(view: StoryView, words: Words) -> str:
    _, table = words.say, view.table
    if table.winner is not None:
        return _("{player} wins!").format(player=words.name(table.winner))
    if table.drinks is not None:
        return _("{player} buys the drinks!").format(player=words.name(table.drinks))
    return _("Game over")


def _players(pen: Pen, room: Rect, view: StoryView, words: Words) -> None:
    """How long it took, and each player with their kills."""
    pen.panel(room, PANEL, EDGE)
    inside = room.inflate(-2 * pen.scale.margin, -2 * pen.scale.margin)
    head, rest = cut_top(inside, round(pen.scale.text * 1.6), pen.scale.margin // 2)
    length = [words.count("{n} turn", "{n} turns", view.turns).format(n=view.turns)]
    if view.minutes:
        length.append(words.count("{n} minute", "{n} minutes", view.minutes).format(n=view.minutes))
    pen.words(words.say(", ").join(length), head, DIM, share=0.9)
    cells = rows(rest, max(3, len(view.kills)), 2)
    for (player, kills), cell in zip(view.kills, cells, strict=False):
        seat = seat_of(view.table, player)
        look = seat_look(seat.colour if seat else "grey")
        side = round(min(cell.h * 0.7, pen.scale.text * 1.8))
        pen.middle(draw.seat_shape(look.shape, side, look.bright), (cell.x + side / 2, cell.centery))
        count_w = round(cell.w * 0.36)
        name = Rect(cell.x + round(side * 1.3), cell.y, cell.w - round(side * 1.3) - count_w, cell.h)
        won = player == view.table.winner
        pen.words(words.name(player), name, AMBER if won else CREAM, "ExtraBold", share=0.5)
        count = Rect(cell.right - count_w, cell.y, count_w, cell.h)
        pen.words(
            words.count("{n} kill", "{n} kills", kills).format(n=kills),
            count,
            CREAM if kills else DIM,
            align="right",
            share=0.42,
        )


def shown(chapters: tuple[Chapter, ...], most: int) -> tuple[Chapter, ...]:
    """The first of the chapters and the last ones, where they are more than find room."""
    return chapters if len(chapters) <= most else (chapters[0], *chapters[len(chapters) - most + 1 :])


def _chapters(pen: Pen, room: Rect, view: StoryView, words: Words) -> None:
    """One under the other along a line; kills in the killer's colour."""
    upright = pen.scale.portrait
    told = shown(view.chapters, MOST_CHAPTERS_UPRIGHT if upright else MOST_CHAPTERS)
    cells = rows(room, max(len(told), 3), pen.scale.margin // 2)
    if not any(isinstance(chapter.event, Killed) for chapter in told) and len(told) < len(cells):
        pen.words(words.say(QUIET), cells[len(told)], DIM, align="centre", share=0.4)
    for chapter, cell in zip(told, cells, strict=False):
        seat = seat_of(view.table, getattr(chapter.event, "player", None))
        look = seat_look(seat.colour if seat else "grey")
        pen.panel(cell, blend(PANEL, look.body, 0.24), look.body)
        inside = cell.inflate(-2 * pen.scale.margin, -pen.scale.margin // 2)
        turn, sentence = cut_left(inside, round(pen.scale.text * 4.2), pen.scale.margin)
        pen.words(words.say(TURN).format(n=chapter.turn), turn, DIM, share=0.5)
        share = 0.3 if upright else 0.45
        pen.words(words.event(chapter.event, view.table), sentence, CREAM, share=share, lines=3)
