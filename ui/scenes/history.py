"""The games so far: a row a game, newest first, with who played, when, and how it ended."""

import pygame
from pygame import Rect

from ui import draw, icons
from ui.pages import HistoryView, PastGame
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, cut_left, cut_top, draw_page, draw_plate, lay_page, rows
from ui.theme import AMBER, CREAM, DIM, PANEL, Scale, seat_look
from ui.view import Leaf, Open
from ui.words import Words

MOST_ROWS = 5
NONE_YET = N_("No game has been played yet.")
OPEN = N_("Not finished")
SIMULATED = N_("{when} · demo")
"""A game that nobody played: the program threw the dice."""
WINS, BUYS = N_("{player} won"), N_("{player} bought the drinks")
KEYS = {-1: (pygame.K_PAGEUP,), 1: (pygame.K_PAGEDOWN,)}


def lay(view: HistoryView, scale: Scale, words: Words) -> PageLayout:
    """A row a game; two arrows where there are more leaves."""
    beside = 2 * (scale.finger + scale.margin) if view.leaves > 1 else 0
    frame = lay_page(scale, words, beside_px=beside)
    buttons = []
    if view.leaves > 1:
        at = frame.title.right + scale.margin
        for k, steps in enumerate((-1, 1)):
            rect = Rect(at + k * (scale.finger + scale.margin), frame.title.y, scale.finger, scale.finger)
            buttons.append(Button(Leaf(steps), rect, keys=KEYS[steps]))
    if view.replays:
        cells = rows(frame.body, MOST_ROWS, scale.margin)
        buttons += [
            Button(Open("replay", str(g.number)), c, answer=True) for g, c in zip(view.games, cells, strict=False)
        ]
    return lay_page(scale, words, *buttons, beside_px=beside)


def paint(pen: Pen, laid: PageLayout, view: HistoryView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The leaf that lies open."""
    draw_page(pen, laid, words.say("Games so far"), touch)
    for button in laid.buttons[1:]:
        if isinstance(button.choice, Leaf):
            draw_plate(pen, button.rect, button.choice, touch)
            sign = "before" if button.choice.steps < 0 else "after"
            pen.middle(icons.icon(sign, round(button.rect.h * 0.5)), button.rect.center)
    if not view.games:
        pen.words(words.say(NONE_YET), laid.body, DIM, align="centre", share=0.1)
    for game, row in zip(view.games, rows(laid.body, MOST_ROWS, pen.scale.margin), strict=False):
        if view.replays:
            draw_plate(pen, row, Open("replay", str(game.number)), touch, fill=PANEL)
        else:
            pen.panel(row, PANEL)
        _game(pen, row.inflate(-2 * pen.scale.margin, -pen.scale.margin), game, view, words)


def _game(pen: Pen, row: Rect, game: PastGame, view: HistoryView, words: Words) -> None:
    """Shapes of the seats, the game and its day above who won it."""
    side = round(min(row.h * 0.4, pen.scale.text * 1.5))
    across = max(min(3, len(game.colours)), -(-len(game.colours) // 2))
    shapes, rest = cut_left(row, round(across * side * 1.2), 2 * pen.scale.margin)
    for place, colour in enumerate(game.colours):
        look, (line, column) = seat_look(colour), divmod(place, across)
        lines = -(-len(game.colours) // across)
        y = row.centery + (line - (lines - 1) / 2) * side * 1.15
        pen.middle(draw.seat_shape(look.shape, side, look.bright), (shapes.x + (column + 0.5) * side * 1.2, y))
    day, ending = cut_top(rest, round(rest.h * (0.34 if pen.scale.portrait else 0.46)), 0)
    when = words.day(game.begun, view.today)
    if game.simulated and not pen.scale.portrait:
        when = words.say(SIMULATED).format(when=when)
    pen.words(when, day, DIM, share=0.8)
    _ending(pen, ending, game, words)


def _ending(pen: Pen, box: Rect, game: PastGame, words: Words) -> None:
    _ = words.say
    if game.winner is not None:
        said = _(WINS).format(player=words.name(game.winner))
    elif game.drinks is not None:
        said = _(BUYS).format(player=words.name(game.drinks))
    else:
        said = "–" if game.over else _(OPEN)
    lines = 2 if pen.scale.portrait else 1
    told = _("{title}: {ending}").format(title=_(game.title), ending=said)
    if game.simulated and pen.scale.portrait:  # the day has no room left for it
        told = _(SIMULATED).format(when=told)
    pen.words(told, box, CREAM if game.over else AMBER, "ExtraBold", share=0.44 if lines > 1 else 0.86, lines=lines)
