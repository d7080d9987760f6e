"""The seats of the play scene: each player's hand on a rail of six slots, and the dice left in the cup."""

import math

import pygame

from rules.sayings import VALUE
from ui import draw, text
from ui.pen import Pen
from ui.theme import CREAM, DIM, EDGE, PANEL, PANEL_HIGH, blend, seat_look
from ui.view import Seat, StartView, TableView
from ui.words import Words

FACES = range(1, 7)
HANDS_ON_A_RAIL = ("run-buster",)
"""Games in which a hand grows to a straight of six."""


def said_by(seat: Seat, view: TableView | StartView, words: Words) -> str | None:
    """What the seat's word is on the button that says it, maybe nothing; None where a hand is collected on a rail."""
    if view.game in HANDS_ON_A_RAIL:
        return None
    return words.say(view.sayings.get(VALUE + seat.said, seat.said)) if seat.said else ""


def draw_seat(
    pen: Pen, rect: pygame.Rect, seat: Seat, moving: bool, words: Words, *, compact: bool, said: str | None = None
) -> None:
    """One player's panel; `moving` is the player to move.

    In a game without hands to collect, `said` is what the seat has said, maybe nothing, and points stand for the hand.
    """
    inner = _panel(pen, rect, seat, moving)
    if compact:
        _row(pen, inner, seat, words, said)
    else:
        _tall(pen, inner, seat, words, said)


def draw_plate_of(
    pen: Pen, rects: tuple[pygame.Rect, pygame.Rect], seat: Seat, moving: bool, words: Words, *, said: str
) -> None:
    """One player's name and points, and in the second place what was said, where others may still say theirs."""
    rect, beside = rects
    inner, line_px = _panel(pen, rect, seat, moving), math.ceil(pen.scale.text * text.LINE_SHARE)
    points = str(seat.score) if seat.score is not None else ""
    if pen.scale.portrait and rect.h >= 2 * line_px:
        # Upright a name needs the width for itself.
        upper = pygame.Rect(inner.x, rect.centery - line_px, inner.w, line_px)
        _name(pen, upper, seat, words)
        pen.words(points, upper.move(0, line_px), CREAM, "ExtraBold", "right")
    else:
        size_px = max(pen.scale.text, round(min(inner.h * 0.36, pen.scale.text * 1.5)))
        wide = pen.width_px(points, "ExtraBold", size_px) if points else 0
        name, score = inner.inflate(0, 0), pygame.Rect(inner.right - wide, inner.y, wide, inner.h)
        name.w -= wide + pen.scale.margin
        _name(pen, name, seat, words, share=0.42, shape=1.05 if pen.scale.portrait else 1.6)
        pen.words(points, score, CREAM, "ExtraBold", "right", share=size_px * text.LINE_SHARE / inner.h)
    pen.words(said[:1].upper() + said[1:], beside, seat_look(seat.colour).bright, "ExtraBold", "centre", share=0.4)


def _panel(pen: Pen, rect: pygame.Rect, seat: Seat, moving: bool) -> pygame.Rect:
    """A seat's ground, lit for the player to move; gives the room within."""
    look = seat_look(seat.colour)
    fill = blend(PANEL_HIGH, look.body, 0.24) if moving else PANEL
    pen.panel(rect, fill, look.bright if moving else EDGE, max(1, pen.scale.margin // 3) if moving else 1)
    return rect.inflate(-2 * pen.scale.margin, -min(pen.scale.margin, rect.h // 10))


def _tall(pen: Pen, inner: pygame.Rect, seat: Seat, words: Words, said: str | None) -> None:
    """Name and cup above, the rail below."""
    head_h = max(round(inner.h * 0.31), round(pen.scale.text * 1.24))
    head = pygame.Rect(inner.x, inner.y, inner.w, head_h)
    _name(pen, pygame.Rect(head.x, head.y, round(head.w * 0.6), head.h), seat, words)
    if seat.cup or said is None:
        _cup(pen, pygame.Rect(head.right - round(head.w * 0.34), head.y, round(head.w * 0.34), head.h), seat)
    rail = pygame.Rect(inner.x, head.bottom + 2, inner.w, inner.bottom - head.bottom - 2)
    _rail(pen, rail, seat, words) if said is None else _points(pen, rail, seat, words, said)


def _row(pen: Pen, inner: pygame.Rect, seat: Seat, words: Words, said: str | None) -> None:
    """All of it side by side."""
    cup_w = round(max(pen.scale.text * 2.1, min(inner.h * 1.5, inner.w * 0.16)))
    # Where there is no room for names the shapes tell the seats apart; the banner names the player to move.
    name_w = round(inner.w * 0.3) if inner.w > pen.scale.text * 9 else round(pen.scale.text * 1.2)
    _name(pen, pygame.Rect(inner.x, inner.y, name_w, inner.h), seat, words, share=0.62)
    if seat.cup or said is None:
        _cup(pen, pygame.Rect(inner.right - cup_w, inner.y, cup_w, inner.h), seat)
    rail = pygame.Rect(inner.x + name_w + 4, inner.y, inner.w - name_w - cup_w - 12, inner.h)
    _rail(pen, rail, seat, words) if said is None else _points(pen, rail, seat, words, said)


def _name(pen: Pen, box: pygame.Rect, seat: Seat, words: Words, share: float = 0.94, *, shape: float = 1.6) -> None:
    """The seat's shape, at most so many times the smallest text high, and the name."""
    look = seat_look(seat.colour)
    # Where a name is short of room its shape leaves it some.
    side = round(min(box.h * 0.8, box.w, pen.scale.text * (shape if box.w > pen.scale.text * 5 else min(shape, 1.25))))
    pen.middle(draw.seat_shape(look.shape, side, look.bright), (box.x + side / 2, box.centery))
    room = pygame.Rect(box.x + side + side // 4, box.y, box.w - side - side // 4, box.h)
    if room.w < pen.scale.text:
        return
    pen.words(words.name(seat.name), room, DIM if seat.out else CREAM, "ExtraBold", share=share)


def _cup(pen: Pen, box: pygame.Rect, seat: Seat) -> None:
    """How many dice are in the cup, beside a cup."""
    look = seat_look(seat.colour)
    number = pygame.Rect(box.right - round(pen.scale.text * 0.8), box.y, round(pen.scale.text * 0.8), box.h)
    side = round(min(box.h * 0.9, box.w - number.w - 4, pen.scale.text * 2.2))
    pen.middle(draw.cup(side, look.body), (number.x - 4 - side / 2, box.centery))
    pen.words(str(seat.cup), number, CREAM, "ExtraBold", "centre", share=0.9 if box.h < pen.scale.text * 2 else 0.62)


def die_in_rail_px(rail: pygame.Rect) -> int:
    """How large six dice are that fill the rail."""
    return min(rail.h, int(rail.w / 6.6))


def _rail(pen: Pen, rail: pygame.Rect, seat: Seat, words: Words) -> None:
    """Every face has its slot: the hand stands in colour, its complement is faint."""
    if seat.out:
        pen.words(words.say("Out: has won"), rail, DIM, share=0.6)
        return
    side = die_in_rail_px(rail)
    pitch = min(rail.w / 6, side * 1.16)
    for face in FACES:
        have = face in seat.hand
        slot = draw.die(face, side, seat.colour) if have else draw.ghost(face, side, seat.colour)
        pen.middle(slot, (rail.x + pitch * (face - 0.5), rail.centery))


def _points(pen: Pen, box: pygame.Rect, seat: Seat, words: Words, said: str) -> None:
    """What the seat has said or its dice are worth, and its dice or its points."""
    if seat.out:
        pen.words(words.say("Out"), box, DIM, share=0.6)
        return
    word, points = pygame.Rect(box.x, box.y, box.w // 2, box.h), pygame.Rect(box.centerx, box.y, box.w // 2 - 2, box.h)
    pen.words(said, word, seat_look(seat.colour).bright, "ExtraBold", share=0.6)
    if seat.hand:
        side = min(round(box.h * 0.86), round(points.w / (len(seat.hand) * 1.12)))
        for place, face in enumerate(reversed(seat.hand)):
            pen.middle(draw.die(face, side, seat.colour), (points.right - side * (1.12 * place + 0.5), points.centery))
    if seat.score is not None:
        pen.words(str(seat.score), points, CREAM, "ExtraBold", "right", share=0.8)
