"""A win and the drinks, over everything but the footer, until the next game."""

import math

import pygame

from rules.events import Told
from ui import draw
from ui.moments import DrinksMoment, WinMoment
from ui.pen import Pen
from ui.scenes.great import great_word
from ui.scenes.motion import ease, ramp, scatter, slam
from ui.theme import AMBER, CREAM, SEAT_LOOKS, TABLE, Rgb, SeatLook, blend, seat_look
from ui.view import TableView
from ui.words import Words, seat_of

CONFETTI = 90
RAYS = 12
FULL = (1, 2, 3, 4, 5, 6)
NO_BREAK = "\u00a0"
"""A space at which no line ends."""


def draw_win(pen: Pen, stage: pygame.Rect, moment: WinMoment, view: TableView, words: Words) -> None:
    """The winner's name, the full straight, and paper in the air."""
    _ = words.say
    seat = seat_of(view, moment.player)
    colour = seat.colour if seat else "grey"
    look = seat_look(colour)
    layer = pen.on(pen.surface.subsurface(stage))
    _sunburst(layer.surface, blend(TABLE, look.body, 0.42), blend(TABLE, look.body, 0.6), moment.since_s)
    _paper(layer.surface, moment.since_s)
    head, row, foot = _rows(stage)
    name = _("{player} wins!") if moment.next_round is None else _("{player} wins the round!")
    own = _own_words(view, moment.player, words)
    faces = FULL if own is None else seat.hand if seat else ()
    if faces:
        _straight(layer, row, colour, faces, moment.since_s)
    else:
        _cup(layer, row, look, moment.since_s)
    # Over the dice that fly in, so that no letter is ever hidden.
    _great(layer, head, name.format(player=words.name(moment.player)), moment.since_s)
    title = view.title.replace(" ", NO_BREAK)
    below = _("The full straight: {title}!").format(title=title) if own is None else own
    if moment.next_round is not None:
        below = words.event(moment.next_round, view)
    layer.words(below, foot, CREAM, "SemiBold", "centre", share=0.5, lines=2)
    pen.placed.extend(layer.placed)


def draw_drinks(pen: Pen, stage: pygame.Rect, moment: DrinksMoment, view: TableView, words: Words) -> None:
    """Who was left, and a round of glasses."""
    _ = words.say
    seat = seat_of(view, moment.player)
    layer = pen.on(pen.surface.subsurface(stage))
    _sunburst(layer.surface, blend(TABLE, AMBER, 0.16), blend(TABLE, AMBER, 0.26), moment.since_s)
    head, row, foot = _rows(stage)
    _great(layer, head, _("{player} buys the drinks!").format(player=words.name(moment.player)), moment.since_s)
    _glasses(layer, row, len(view.seats), moment.since_s)
    look = seat_look(seat.colour if seat else "grey")
    below = layer.words(
        words.say(view.title) if view.sayings else _("The last one left. Cheers!"),
        foot.inflate(-pen.scale.text * 4, 0),
        CREAM,
        "SemiBold",
        "centre",
        share=0.5,
        lines=2,
    )
    side = pen.scale.text * 1.4
    for x in (max(side, below.left - side), min(stage.w - side, below.right + side)):
        layer.middle(draw.seat_shape(look.shape, round(side), look.bright), (x, below.centery))
    pen.placed.extend(layer.placed)


def _rows(stage: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Great words, dice, small words."""
    pad = round(stage.w * 0.04)
    wide = stage.w - 2 * pad
    head = pygame.Rect(pad, round(stage.h * 0.06), wide, round(stage.h * 0.4))
    foot = pygame.Rect(pad, round(stage.h * 0.8), wide, round(stage.h * 0.16))
    return head, pygame.Rect(pad, head.bottom, wide, foot.y - head.bottom), foot


def _sunburst(surface: pygame.Surface, dark: Rgb, light: Rgb, since_s: float) -> None:
    """Rays that turn slowly around the middle."""
    surface.fill(dark)
    width, height = surface.get_size()
    centre, radius = (width / 2, height * 0.62), math.hypot(width, height)
    for ray in range(RAYS):
        a = math.tau * ray / RAYS + since_s * 0.12
        b = a + math.pi / RAYS
        tips = [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in (a, b)]
        pygame.draw.polygon(surface, light, [centre, *tips])


def _great(pen: Pen, box: pygame.Rect, sentence: str, since_s: float) -> None:
    """Great words that fall into place."""
    great_word(pen, box, sentence, slam(ramp(since_s, 0.0, 0.4)))


def _own_words(view: TableView, player: str, words: Words) -> str | None:
    """How a game that has words of its own tells the win; None where a full straight wins."""
    if not view.sayings:
        return None
    told = [event for _, event in view.news if isinstance(event, Told) and event.cue == "win"]
    wins = [event for event in told if event.player == player and event.fields]
    return words.event(wins[-1], view) if wins else words.say(view.title)


def _straight(pen: Pen, row: pygame.Rect, colour: str, faces: tuple[int, ...], since_s: float) -> None:
    """The dice that win fly in one by one, then a wave runs through them."""
    side = round(min(row.h * 0.72, row.w / 7.4))
    pitch = side * 1.14
    left = row.centerx - pitch * len(faces) / 2
    for place, face in enumerate(faces):
        share = ease(ramp(since_s, 0.25 + place * 0.12, 0.65 + place * 0.12))
        if share <= 0:
            continue
        wave = max(0.0, math.sin(since_s * 3.4 - place * 0.6)) ** 3 * ramp(since_s, 1.4, 1.8)
        y = row.centery - wave * side * 0.24 - (1 - share) * row.h * 0.8
        die = draw.die(face, side, colour)
        if share < 1:
            die = pygame.transform.rotozoom(die, 200 * (1 - share), 1.0)
        pen.middle(die, (left + pitch * (place + 0.5), y))


def _cup(pen: Pen, row: pygame.Rect, look: SeatLook, since_s: float) -> None:
    """Where no dice win: the winner's cup with the seat's shape falls in and rocks."""
    side = round(min(row.h * 0.9, row.w / 3))
    share = ease(ramp(since_s, 0.25, 0.75))
    if share <= 0:
        return
    cup = draw.cup(side, blend(look.body, CREAM, 0.14)).copy()
    shape = draw.seat_shape(look.shape, round(side * 0.36), look.ink)
    cup.blit(shape, shape.get_rect(center=(cup.get_width() // 2, round(cup.get_height() * 0.6))))
    tilt = math.sin(since_s * 2.6) * 8 * ramp(since_s, 0.8, 1.4)
    pen.middle(pygame.transform.rotozoom(cup, tilt, 1.0), (row.centerx, row.centery - (1 - share) * row.h * 0.8))


def _paper(surface: pygame.Surface, since_s: float) -> None:
    """Confetti in the seats' colours, for ever falling; none is white, which would look like strokes of the letters."""
    width, height = surface.get_size()
    colours = [look.bright for colour, look in SEAT_LOOKS.items() if colour != "white"]
    for piece in range(CONFETTI):
        speed = 0.16 + 0.22 * scatter(piece)
        y = ((scatter(piece + 500) + since_s * speed) % 1.15 - 0.1) * height
        x = (scatter(piece + 900) + 0.02 * math.sin(since_s * 2 + piece)) * width
        size = height * (0.012 + 0.012 * scatter(piece + 1300))
        turn = abs(math.sin(since_s * 4 * (0.5 + scatter(piece + 1700)) + piece))
        pygame.draw.rect(surface, colours[piece % len(colours)], (x, y, size, max(2.0, size * 1.6 * turn)))


def _glasses(pen: Pen, row: pygame.Rect, count: int, since_s: float) -> None:
    side = round(min(row.h * 0.86, row.w / (count * 1.12)))
    left = row.centerx - side * 1.08 * count / 2
    for place in range(count):
        share = ease(ramp(since_s, 0.2 + 0.14 * place, 0.6 + 0.14 * place))
        tilt = math.sin(since_s * 2.6 + place * math.pi) * 7 * ramp(since_s, 1.2, 1.6)
        if share > 0:
            glass = pygame.transform.rotozoom(draw.glass(side), tilt, share)
            pen.middle(glass, (left + side * 1.08 * (place + 0.5), row.centery))
