"""The start scene: one tap plays, or goes on with the game that was broken off."""

import math

import pygame

from ui import draw
from ui.pen import Pen
from ui.press import Touch
from ui.scenes.great import great_word
from ui.scenes.page import draw_button, grid
from ui.scenes.seats import draw_seat, said_by
from ui.start_layout import StartLayout, start_layout_of
from ui.theme import CREAM, DIM, EDGE, PANEL, PANEL_HIGH, TABLE, Rgb, Scale, blend, seat_look
from ui.view import GoOn, NewGame, StartView
from ui.words import Words, seat_of

GAME_SHARE = 0.44
"""How much of the head's width the game's name may take; dice stand on both sides of it."""
WAVE_HZ = 0.25
"""A wave runs through the dice so often, slowly: people sit down and talk."""


def lay(view: StartView, scale: Scale, words: Words) -> StartLayout:
    """Where everything stands."""
    return start_layout_of(view, scale, words)


def paint(pen: Pen, laid: StartLayout, view: StartView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The whole scene for the time `now_s`."""
    pen.surface.fill(TABLE)
    _draw_head(pen, laid.head, view, words, now_s)
    if view.offered:
        _draw_go_on(pen, laid, view, words, touch)
        _draw_new(pen, laid.new, view, words, touch)
    else:
        _draw_play(pen, laid, view, words, now_s=now_s, touch=touch)
    pen.words(
        words.credit(view), laid.title, DIM, align="centre" if pen.scale.portrait else "left",
        share=0.9 if pen.scale.portrait else 0.5,
    )  # fmt: skip
    for button in laid.buttons:
        if button.words:
            draw_button(pen, button, touch)


def _lit(fill: Rgb, pressed: bool) -> Rgb:
    """The fill of a button, lighter under a finger."""
    return blend(fill, CREAM, 0.25) if pressed else fill


def _draw_head(pen: Pen, head: pygame.Rect, view: StartView, words: Words, now_s: float) -> None:
    """The game's name between the full straight, half of it in each of two seats' colours."""
    title = words.say(view.title if view.offered else view.new_title or view.title)
    great_word(pen, head.inflate(-round(head.w * (1 - GAME_SHARE)), 0), title)
    name = pen.placed[-1].rect
    left, right = ((*(seat.colour for seat in view.seats), *view.colours) if view.offered else view.colours)[:2]
    side = round(min(head.h * 0.62, (name.x - head.x) / 4))
    for place in range(3):
        lift = side * 0.16 * max(0.0, math.sin(now_s * math.tau * WAVE_HZ - place * 0.6)) ** 6
        beside = side * (0.9 + 1.16 * place)
        pen.middle(draw.die(3 - place, side, left), (name.x - beside, head.centery - lift))
        pen.middle(draw.die(4 + place, side, right), (name.right + beside, head.centery - lift))


def _draw_go_on(pen: Pen, layout: StartLayout, view: StartView, words: Words, touch: Touch) -> None:
    button, mover = layout.main, seat_of(view, view.to_move)
    look = seat_look(mover.colour if mover else "grey")
    ground = _lit(blend(PANEL, look.body, 0.3), touch.on(GoOn()))
    pen.panel(button, ground, look.bright, max(3, pen.scale.margin // 3))
    _key(pen, button, "1")
    side = round(layout.asked.h * 0.74)
    arrow = pygame.transform.rotate(draw.seat_shape("triangle", side, look.bright), -90)
    pen.middle(arrow, (layout.asked.x + side / 2, layout.asked.centery))
    room = layout.asked.move(round(side * 1.25), 0)
    room.w = layout.asked.right - room.x - 2 * pen.scale.text
    pen.words(words.say("Go on"), room, CREAM, "ExtraBold", share=0.96)
    pen.words(words.begun(view), layout.begun, CREAM, share=0.8)
    for rect, seat in zip(layout.seats, view.seats, strict=True):
        said = said_by(seat, view, words)
        draw_seat(pen, rect, seat, seat.name == view.to_move, words, compact=layout.compact, said=said)
    pen.words(words.due(view), layout.due, CREAM, "ExtraBold", share=0.8)


def _draw_play(pen: Pen, layout: StartLayout, view: StartView, words: Words, *, now_s: float, touch: Touch) -> None:
    """One card: who plays, and that a tap, or a throw, begins."""
    look = seat_look(view.colours[0])
    ground = _lit(blend(PANEL, look.body, 0.3), touch.on(NewGame()))
    pen.panel(layout.main, ground, look.bright, max(3, pen.scale.margin // 3))
    beat = 1 + 0.05 * math.sin(now_s * math.tau * 0.6)
    side = round(min(layout.asked.h * 0.62, layout.asked.w * 0.11) * beat)
    word = words.say("Play")
    room = layout.asked.inflate(-layout.asked.w // 3, 0)
    set_at = pen.words(word, room, CREAM, "ExtraBold", "centre", share=0.9)
    arrow = pygame.transform.rotate(draw.seat_shape("triangle", side, look.bright), -90)
    pen.middle(arrow, (set_at.x - side * 0.75, layout.asked.centery))
    _draw_players(pen, layout.begun, view, words)
    lines = 2 if pen.scale.portrait else 1
    pen.words(_how_to_begin(view, words), layout.due, CREAM, align="centre", share=0.8 / lines, lines=lines)


def _how_to_begin(view: StartView, words: Words) -> str:
    _ = words.say
    if view.first is None:
        return _("Tap to begin: the first player is drawn by lot.")
    sentence = _("Tap, or just throw: {player} begins.") if view.throw_begins else _("Tap to play: {player} begins.")
    return sentence.format(player=words.name(view.first))


def _draw_players(pen: Pen, room: pygame.Rect, view: StartView, words: Words) -> None:
    """A cup for each seat with its shape, the name below."""
    names = view.names or view.colours
    across = min(len(names), 3 if pen.scale.portrait else 6)
    cells = grid(room, len(names), across, pen.scale.margin)
    name_h = max(round(pen.scale.text * 1.5), round(cells[0].h * 0.2))
    side = round(min(cells[0].h - name_h - pen.scale.text * 0.1, cells[0].w * 0.8))
    for name, colour, cell in zip(names, view.colours, cells, strict=True):
        look = seat_look(colour)
        top = cell.centery - (side + name_h) / 2
        pen.middle(draw.cup(side, look.body), (cell.centerx, top + side / 2))
        pen.middle(draw.seat_shape(look.shape, round(side * 0.34), look.ink), (cell.centerx, top + side * 0.62))
        label = pygame.Rect(cell.x, round(top + side), cell.w, name_h)
        pen.words(words.name(name), label, CREAM, "ExtraBold", "centre", share=0.9)


def _draw_new(pen: Pen, button: pygame.Rect, view: StartView, words: Words, touch: Touch) -> None:
    """A cup in the colour of each seat, and what the button does."""
    pen.panel(button, _lit(PANEL_HIGH, touch.on(NewGame())), EDGE, 2)
    _key(pen, button, "2")
    room = button.inflate(-4 * pen.scale.margin, -2 * pen.scale.margin)
    if pen.scale.portrait:
        cups, label = room.copy(), room.copy()
        cups.w = round(room.w * 0.44)
        label.x, label.w = cups.right + pen.scale.margin, room.w - cups.w - pen.scale.margin - pen.scale.text
    else:
        middle = round(room.h * 0.4)
        cups = pygame.Rect(room.x, room.y + middle // 3, room.w, middle)
        label = pygame.Rect(room.x, cups.bottom, room.w, round(room.h * 0.24))
    _draw_cups(pen, cups, view.colours)
    pen.words(words.say("New game"), label, CREAM, "ExtraBold", "centre", share=0.6 if pen.scale.portrait else 0.5)


def _draw_cups(pen: Pen, box: pygame.Rect, colours: tuple[str, ...]) -> None:
    """The cups in rows of three at most, each with its seat's shape."""
    across = min(len(colours), 3)
    down = -(-len(colours) // across)
    side = round(min(box.h / down * 0.92, box.w / across * 0.86, box.h * 0.7))
    for place, colour in enumerate(colours):
        look = seat_look(colour)
        row, column = divmod(place, across)
        here = min(across, len(colours) - row * across)
        x = box.centerx + (column - (here - 1) / 2) * side * 1.1
        y = box.centery + (row - (down - 1) / 2) * side * 1.06
        pen.middle(draw.cup(side, look.body), (x, y))
        pen.middle(draw.seat_shape(look.shape, round(side * 0.3), look.ink), (x, y + side * 0.14))


def _key(pen: Pen, button: pygame.Rect, key: str) -> None:
    """The number key that presses the button too, in its corner."""
    side = round(pen.scale.text * 1.3)
    box = pygame.Rect(button.right - side - pen.scale.margin, button.y + pen.scale.margin, side, side)
    pen.words(key, box, DIM, align="right", share=0.0)
