"""The play scene: the live picture, every hand, whose turn it is, and what may be done now."""

import math
from dataclasses import dataclass, field

import pygame

from ui import draw, text
from ui.layout import FooterName, HandButton, PlayLayout, hand_inset_px, hand_pitch_px, key_width_px, layout_of
from ui.moments import DrinksMoment, KillMoment, WinMoment, moment
from ui.pen import Pen, Placed
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.chances import EQUAL, draw_chances, draw_worth
from ui.scenes.kill import draw_kill
from ui.scenes.page import buttons_size_px, draw_button
from ui.scenes.picture import Picture
from ui.scenes.question import busy, draw_answers
from ui.scenes.seats import draw_plate_of, draw_seat, said_by
from ui.scenes.win import draw_drinks, draw_win
from ui.theme import (
    ALARM,
    AMBER,
    CREAM,
    DIM,
    INK,
    LAMP_OFF,
    NEUTRAL,
    PANEL,
    PANEL_HIGH,
    TABLE,
    Scale,
    blend,
    seat_look,
)
from ui.view import Choice, ChooseHand, NewGame, Open, Seat, TableView, Undo
from ui.words import Words, seat_of

FOOTER_WORDS: dict[FooterName, tuple[Choice, str]] = {
    "undo": (Undo(), N_("Undo")),
    "new": (NewGame(), N_("New game")),
    "menu": (Open("menu"), N_("Menu")),
}
SEAT_LAMP = "seat "
"""A seat's lamp is named so, followed by the player."""


@dataclass(slots=True)
class PlayScene:
    """Draws the play scene; what stays the same from frame to frame is drawn once."""

    _picture: Picture = field(default_factory=Picture)
    _still: pygame.Surface | None = None
    _still_of: object = None
    _still_placed: tuple[Placed, ...] = ()

    def lay(self, view: TableView, scale: Scale, words: Words) -> PlayLayout:
        """Where everything stands."""
        return layout_of(view, (scale.width, scale.height))

    def paint(self, pen: Pen, laid: PlayLayout, view: TableView, words: Words, *, now_s: float, touch: Touch) -> None:
        """The whole scene, with a kill or a win over it for as long as that takes."""
        self._draw_table(pen, laid, view, words, now_s=now_s, pressed=touch.pressed)
        stage = laid.stage.clip(pen.surface.get_rect())
        match moment(view, now_s):
            case KillMoment() as kill:
                draw_kill(pen, stage, kill, view, words)
            case WinMoment() as win:
                draw_win(pen, stage, win, view, words)
            case DrinksMoment() as drinks:
                draw_drinks(pen, stage, drinks, view, words)
            case None:
                pass

    def _draw_table(
        self, pen: Pen, layout: PlayLayout, view: TableView, words: Words, *, now_s: float, pressed: Choice | None
    ) -> None:
        self._draw_still(pen, layout, view, words, pressed)
        self._picture.draw(pen, layout.picture, view, words, now_s)
        if busy(layout):
            draw_answers(pen, layout, view, words, pressed)
        elif view.awaits in ("roll", "sweep") or (view.awaits == "keep" and not layout.hands):
            _draw_cup_card(pen, layout.card, view, now_s)
        draw_chances(pen, layout.chances, view, words, now_s)
        if view.question:
            _pulse(pen, layout, now_s)

    def _draw_still(self, pen: Pen, layout: PlayLayout, view: TableView, words: Words, pressed: Choice | None) -> None:
        news = words.happened(view)
        key = (
            layout.scale, view.seats, view.to_move, view.awaits, view.roll, view.options, view.title, view.author,
            view.question, tuple(view.question_facts.items()), tuple(view.lamps.items()), view.saved, news, pressed,
            words.lang, view.odds.worth if view.odds else (), view.running, view.mat is None,
            view.due, view.to_show,
        )  # fmt: skip
        if self._still is None or key != self._still_of:
            still = pen.on(pygame.Surface(pen.surface.get_size()).convert())
            still.surface.fill(TABLE)
            _draw_banner(still, layout, view, words)
            _draw_seats(still, layout, view, words)
            _draw_card(still, layout, view, pressed)
            _draw_news(still, layout, news, view, words)
            _draw_footer(still, layout, view, words, pressed)
            self._still, self._still_of, self._still_placed = still.surface, key, tuple(still.placed)
        pen.surface.blit(self._still, (0, 0))
        pen.placed.extend(self._still_placed)


def _draw_banner(pen: Pen, layout: PlayLayout, view: TableView, words: Words) -> None:
    seat = seat_of(view, view.to_move)
    look = seat_look(seat.colour) if seat else NEUTRAL
    pen.panel(layout.banner, blend(PANEL, look.body, 0.3), look.body, max(2, pen.scale.margin // 4))
    if view.question:
        _draw_question(pen, layout, view, words)
    else:
        box = layout.prompt.inflate(-2 * pen.scale.margin, -pen.scale.margin)
        if view.running is not None:
            stake = pygame.Rect(box.right - round(box.w * 0.36), box.y, round(box.w * 0.36), box.h)
            box.w -= stake.w + pen.scale.margin
            # Upright there is room for the points alone.
            told = str(view.running) if pen.scale.portrait else words.say("{n} at stake").format(n=view.running)
            pen.words(told, stake, AMBER, "ExtraBold", "right", share=0.6)
        pen.words(words.prompt(view), box, CREAM, "ExtraBold", share=0.9, lines=2 if pen.scale.portrait else 1)
        _draw_roll(pen, layout, view)
    _draw_turn(pen, layout.turn, seat, words)


def _draw_turn(pen: Pen, box: pygame.Rect, seat: Seat | None, words: Words) -> None:
    """The name of the player to move on the seat's colour, with its shape, and the shape again as a pattern."""
    look = seat_look(seat.colour) if seat else NEUTRAL
    pen.panel(box, look.body, None)
    if seat is None:
        return
    _pattern(pen, box, seat)
    if box.w <= box.h:
        pen.middle(draw.seat_shape(look.shape, round(box.h * 0.62), look.ink), box.center)
        return
    name = words.name(seat.name)
    side, pad = round(min(box.h * 0.62, box.w * 0.26)), pen.scale.margin
    left = box.x + pad + side + pad
    room = pygame.Rect(left, box.y, box.right - left - pad, box.h)
    middle = (box.x + pad + side / 2, float(box.centery))
    if pen.scale.portrait and pen.width_px(name, "ExtraBold", pen.scale.text) > room.w:
        # A long name has more room under its shape than beside it.
        middle = (float(box.centerx), box.y + box.h * 0.3)
        room = pygame.Rect(box.x + pad, box.y + round(box.h * 0.55), box.w - 2 * pad, round(box.h * 0.4))
        side = round(box.h * 0.44)
    pen.middle(draw.seat_shape(look.shape, side, look.ink), middle)
    align: text.Align = "centre" if room.y > box.y else "left"
    pen.words(name, room, look.ink, "ExtraBold", align, share=0.86)


def _pattern(pen: Pen, box: pygame.Rect, seat: Seat) -> None:
    look = seat_look(seat.colour)
    side = round(box.h * 0.3)
    faint = draw.seat_shape(look.shape, side, blend(look.body, look.ink, 0.12))
    for row in range(3):
        for column in range(-(-box.w // round(side * 1.4)) + 1):
            middle = box.x + (column + 0.5 * (row % 2)) * side * 1.5, box.y + box.h * (row + 0.5) / 3
            # Whole shapes only: one cut by the edge would stand out of the rounded corner.
            if box.contains(faint.get_rect(center=middle)):
                pen.middle(faint, middle)


def _draw_question(pen: Pen, layout: PlayLayout, view: TableView, words: Words) -> None:
    box = layout.prompt.union(layout.roll) if layout.roll.w else layout.prompt
    pen.panel(box, AMBER, None)
    pad = pen.scale.margin
    # Upright there is room for the sign or for the sentence.
    side = 0 if pen.scale.portrait else round(min(box.h * 0.62, pen.scale.text * 2.4))
    if side:
        pen.middle(draw.warning(side, INK), (box.x + pad + side / 2, box.centery))
    room = pygame.Rect(box.x + side + 2 * pad, box.y + 2, box.w - side - 3 * pad, box.h - 4)
    pen.words(words.question(view), room, INK, "ExtraBold", share=0.5, lines=3 if pen.scale.portrait else 2)


def _draw_roll(pen: Pen, layout: PlayLayout, view: TableView) -> None:
    """The roll that was read, as drawn dice."""
    seat = seat_of(view, view.to_move)
    if not layout.roll.w or not view.roll:
        return
    pitch = (layout.roll.w - pen.scale.margin) / len(view.roll)
    for place, face in enumerate(view.roll):
        die = draw.die(face, round(pitch * 0.88), seat.colour if seat else "grey")
        pen.middle(die, (layout.roll.x + pitch * (place + 0.5), layout.roll.centery))


def _draw_seats(pen: Pen, layout: PlayLayout, view: TableView, words: Words) -> None:
    for place, (rect, seat) in enumerate(zip(layout.seats, view.seats, strict=True)):
        said = said_by(seat, view, words)
        if layout.words:
            said = "" if any(offer.player == seat.name for offer in view.offers) else said or ""
            draw_plate_of(pen, (rect, layout.words[place]), seat, seat.name == view.to_move, words, said=said)
            continue
        draw_seat(pen, rect, seat, seat.name == view.to_move, words, compact=layout.compact, said=said)


def _draw_card(pen: Pen, layout: PlayLayout, view: TableView, pressed: Choice | None) -> None:
    if not layout.card.h:
        return
    pen.panel(layout.card, blend(TABLE, PANEL, 0.55), None)
    seat = seat_of(view, view.to_move)
    for button in layout.hands:
        _draw_hand_button(pen, button, seat.colour if seat else "grey", pressed == ChooseHand(button.hand))
    worth = view.odds.worth if view.odds else ()
    for button, gives in zip(layout.hands, worth, strict=False):
        draw_worth(pen, button, gives, best=gives > max(worth) - EQUAL)


def _draw_hand_button(pen: Pen, button: HandButton, colour: str, pressed: bool) -> None:
    look = seat_look(colour)
    fill = blend(PANEL_HIGH, look.body, 0.55 if pressed else 0.12)
    pen.panel(button.rect, fill, look.bright, 2)
    x = button.rect.x + hand_inset_px(button.die_px)
    if button.key:
        wide = key_width_px(pen.scale)
        box = pygame.Rect(x - wide // 4, button.rect.y, wide, button.rect.h)
        pen.words(button.key, box, DIM, align="left", share=0.0)
        x += wide
    right = button.rect.right - hand_inset_px(button.die_px) - button.worth.w
    slack = right - x - hand_pitch_px(button.die_px) * len(button.hand)
    for place, face in enumerate(button.hand):
        middle = x + slack / 2 + hand_pitch_px(button.die_px) * (place + 0.5)
        pen.middle(draw.die(face, button.die_px, colour), (middle, button.rect.centery))


def _draw_cup_card(pen: Pen, card: pygame.Rect, view: TableView, now_s: float) -> None:
    """A cup that rocks while a roll is awaited, with the dice that are in it."""
    seat = seat_of(view, view.to_move)
    if seat is None or card.h < pen.scale.text * 2:
        return
    side = round(min(card.h * 0.74, card.w * 0.24))
    sway = math.sin(now_s * math.tau * 0.8) if view.awaits == "roll" else 0.0
    row_w = card.w - side - 4 * pen.scale.margin
    die_px = round(min(side * 0.62, row_w / (1.14 * max(6, view.due or seat.cup))))
    count = view.due or seat.cup
    start = card.x + (card.w - side - pen.scale.margin - count * die_px * 1.14) / 2
    middle = (start + side / 2 + sway * side * 0.05, card.centery - abs(sway) * side * 0.05)
    pen.middle(draw.cup(side, seat_look(seat.colour).body), middle)
    for place in range(count):
        hop = max(0.0, math.sin(now_s * math.tau * 0.8 - place * 0.55)) if view.awaits == "roll" else 0.0
        x = start + side + pen.scale.margin + die_px * 1.14 * (place + 0.5)
        pen.middle(draw.die(0, die_px, seat.colour), (x, card.centery - hop * die_px * 0.16))


def _draw_news(pen: Pen, layout: PlayLayout, news: str, view: TableView, words: Words) -> None:
    lines = 2 if pen.scale.portrait else 1
    pen.words(news, layout.news.inflate(-pen.scale.margin, 0), CREAM, share=0.9 / lines, lines=lines)
    if layout.notice.h:
        pen.panel(layout.notice, blend(TABLE, ALARM, 0.3), ALARM)
        side = round(layout.notice.h * 0.74)
        pen.middle(draw.warning(side, ALARM), (layout.notice.x + pen.scale.margin + side / 2, layout.notice.centery))
        room = layout.notice.inflate(-2 * (side + 2 * pen.scale.margin), 0)
        pen.words(words.say("This game is not being saved."), room, CREAM, share=0.85)


def _draw_footer(pen: Pen, layout: PlayLayout, view: TableView, words: Words, pressed: Choice | None) -> None:
    pen.words(words.credit(view), layout.title, DIM, share=0.5)
    _draw_lamps(pen, layout.lamps, view, words)
    chosen = {
        name: Button(FOOTER_WORDS[name][0], rect, words.say(FOOTER_WORDS[name][1]))
        for name, rect in layout.footer.items()
    }
    size_px = buttons_size_px(pen, chosen.values())
    for button in chosen.values():
        draw_button(pen, button, Touch(pressed), size_px=size_px)


def _draw_lamps(pen: Pen, box: pygame.Rect, view: TableView, words: Words) -> None:
    """Seats' lamps in the seats' shapes, the others as discs with their names as far as there is room."""
    if not view.lamps or box.w <= 0:
        return
    side = round(min(box.h * 0.5, pen.scale.text * 0.9))
    seats = {name: seat for name in view.lamps if (seat := seat_of(view, name.removeprefix(SEAT_LAMP)))}
    x = float(box.x)
    for name, seat in seats.items():
        look = seat_look(seat.colour)
        colour = look.bright if view.lamps[name] else blend(TABLE, look.body, 0.35)
        pen.middle(draw.seat_shape(look.shape, side, colour), (x + side / 2, box.centery))
        x += side * 1.3
    others = [name for name in view.lamps if name not in seats]
    pitch = (box.right - x) / max(1, len(others))
    for place, name in enumerate(others):
        left, lit = x + side * 0.3 + pitch * place, view.lamps[name]
        pen.middle(draw.seat_shape("disc", side, AMBER if lit else LAMP_OFF), (left + side / 2, box.centery))
        label = pygame.Rect(round(left + side * 1.2), box.y, round(pitch - side * 1.5), box.h)
        if pen.width_px(words.lamp(name, view), "SemiBold", pen.scale.text) <= label.w:
            pen.words(words.lamp(name, view), label, CREAM if lit else DIM, share=0.5)


def _pulse(pen: Pen, layout: PlayLayout, now_s: float) -> None:
    """The question's frame breathes, so that it catches the eye."""
    if math.sin(now_s * math.tau) > 0:
        ring = draw.frame_ring(layout.banner.size, pen.scale.radius, AMBER, max(3, pen.scale.margin // 2))
        pen.surface.blit(ring, layout.banner)
