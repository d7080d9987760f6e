"""Where everything of the play scene stands, for any window: rectangles only, nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

import pygame
from pygame import Rect

from rules.game import Faces
from ui.answers import (
    asked_die,
    dice_to_tap,
    die_values,
    it_counts,
    rows_to_say,
    said_beside,
    words_beside,
    words_to_say,
)
from ui.middle import Middle, hand_gap, ways_to_share
from ui.press import NOWHERE, Button
from ui.theme import Scale
from ui.view import ChooseHand, NewGame, Open, Quit, TableView, Undo

FooterName: TypeAlias = Literal["undo", "new", "menu"]
FOOTER: tuple[FooterName, ...] = ("undo", "new", "menu")
FOOTER_SHARES = (0.28, 0.39, 0.33)
"""Of the row of buttons: "New game" needs more than the others."""
CHANCES_SHARE = 0.046
"""Of the window's height: the smallest text and a little."""
ADVICE_SHARE_UPRIGHT = 0.086
"""Upright, what a coach says has two lines."""
WORTH_LINES = 2.3
"""What a hand is worth is so many times the smallest text wide: "100 %"."""
KEYED = 9
"""The first nine hands can be chosen with the keys 1 to 9, and show the number."""


@dataclass(frozen=True, slots=True)
class HandButton:
    """A legal hand to tap."""

    hand: Faces
    rect: Rect
    die_px: int
    key: str
    """The number key that chooses it too, or empty."""
    worth: Rect
    """Room for what the hand is worth; empty where no coach is asked."""


@dataclass(frozen=True, slots=True)
class PlayLayout:
    """The rectangles of the play scene, in pixels of the window."""

    scale: Scale
    banner: Rect
    """Whose turn and what to do."""
    turn: Rect
    """The part of the banner in the colour of the player to move."""
    prompt: Rect
    """The part of the banner that says what to do, or asks."""
    roll: Rect
    """The roll as drawn dice, in the banner; empty when there is none to show."""
    picture: Rect
    """Room for the live picture, empty if there is none."""
    seats: tuple[Rect, ...]
    compact: bool
    """Seats are single rows rather than panels of two."""
    card: Rect
    """What to do now: the cup with its dice, or the legal hands; empty where that stands beside the seats."""
    chances: Rect
    """Each side's chance to win; empty where nobody wants to see it."""
    hands: tuple[HandButton, ...]
    news: Rect
    notice: Rect
    """That the game is not being saved; empty otherwise."""
    title: Rect
    lamps: Rect
    footer: dict[FooterName, Rect]
    buttons: tuple[Button, ...] = ()
    """Everything that can be pressed: the hands, what a question offers, the footer."""
    words: tuple[Rect, ...] = ()
    """Beside each seat, room for what it may say or has said; empty where the card holds what may be said."""

    @property
    def stage(self) -> Rect:
        """All above the footer: what a kill or a win covers, leaving undo and new game within reach."""
        return Rect(0, 0, self.scale.width, min(self.title.top, *(r.top for r in self.footer.values())))

    def parts(self) -> Iterator[tuple[str, Rect]]:
        """Every part that is there, with its name; no two of them overlap."""
        yield from (("turn", self.turn), ("prompt", self.prompt), ("roll", self.roll), ("picture", self.picture))
        yield from ((f"seat {k}", rect) for k, rect in enumerate(self.seats))
        yield from ((f"words {k}", rect) for k, rect in enumerate(self.words))
        yield from (("card", self.card), ("news", self.news), ("notice", self.notice), ("chances", self.chances))
        yield from (("title", self.title), ("lamps", self.lamps))
        yield from self.footer.items()


@dataclass(frozen=True, slots=True)
class _Needs:
    """What of a view decides where things stand."""

    seats: int
    hands: tuple[Faces, ...]
    rolled: int
    asked: bool
    unsaved: bool
    lamps: bool
    chances: bool = False
    coach: bool = False
    advice: bool = False
    """A coach says a sentence."""
    roomy: bool = False
    """The card holds large things to press: a doubtful die's values, or words to say."""
    rows: int = 1
    """The card of an upright window has at least so many rows of buttons."""
    beside: bool = False
    """What may be said stands beside the seats."""


def layout_of(view: TableView, size: tuple[int, int]) -> PlayLayout:
    """The layout that this view needs, with its buttons."""
    hands = view.options if view.awaits == "keep" else ()
    laid = _layout(
        size,
        _Needs(
            len(view.seats), hands, len(view.roll), bool(view.question), not view.saved, bool(view.lamps),
            chances=bool(view.odds and view.odds.chances) or view.no_odds, coach=bool(view.odds and view.odds.worth),
            advice=view.advice is not None, roomy=asked_die(view) is not None or bool(view.offers),
            rows=rows_to_say(view), beside=said_beside(view),
        ),
    )  # fmt: skip
    asked = (
        *die_values(view, laid.card, laid.scale),
        *it_counts(view, laid.card, laid.scale),
        *(words_beside(view, laid.words, laid.scale) or words_to_say(view, laid.card, laid.scale)),
    )
    dice = dice_to_tap(view, laid.picture, laid.scale)
    return replace(laid, buttons=(*_answers(laid), *asked, *_footer_buttons(laid), *dice))


def _answers(laid: PlayLayout) -> tuple[Button, ...]:
    return tuple(Button(ChooseHand(hand.hand), hand.rect, answer=True) for hand in laid.hands)


def _footer_buttons(laid: PlayLayout) -> tuple[Button, ...]:
    at = laid.footer
    return (
        Button(Undo(), at["undo"], keys=(pygame.K_u, pygame.K_BACKSPACE)),
        Button(NewGame(), at["new"], keys=(pygame.K_n,)),
        Button(Open("menu"), at["menu"], keys=(pygame.K_m, pygame.K_ESCAPE)),
        Button(Quit(), NOWHERE, keys=(pygame.K_q,)),
        Button(Open("help"), NOWHERE, keys=(pygame.K_h, pygame.K_F1)),
        Button(Open("show-me"), NOWHERE, keys=(pygame.K_s,)),
    )


@lru_cache(maxsize=128)
def _layout(size: tuple[int, int], needs: _Needs) -> PlayLayout:
    scale = Scale(*size)
    gap, upright = scale.margin, scale.portrait
    room = Rect(gap, gap, scale.width - 2 * gap, scale.height - 2 * gap)
    banner = _cut_top(room, scale.of_height(0.125 if upright else 0.135), gap)
    bar_share = ADVICE_SHARE_UPRIGHT if upright and needs.advice else CHANCES_SHARE
    bar = needs.chances or needs.advice
    chances = _cut_top(room, scale.of_height(bar_share), gap) if bar else Rect(0, 0, 0, 0)
    title, lamp_row, buttons = _footer(room, scale, needs.lamps)
    news = _cut_bottom(room, scale.of_height(0.085 if upright else 0.07), gap)
    notice = _cut_bottom(room, scale.of_height(0.045 if upright else 0.055), gap) if needs.unsaved else Rect(0, 0, 0, 0)
    coach_px = round(scale.text * WORTH_LINES) if needs.coach else 0
    middle, placed = _fit_middle(room, needs, scale, coach_px)
    turn, prompt, roll = _split_banner(banner, needs, scale)
    return PlayLayout(
        scale, banner, turn, prompt, roll, middle.picture, middle.seats, middle.compact,
        middle.card, chances, placed, news, notice, title, lamp_row, buttons,
        words=middle.words,
    )  # fmt: skip


def _cut_top(room: Rect, height: int, gap: int) -> Rect:
    """Takes a row off the top of `room`."""
    row = Rect(room.x, room.y, room.w, height)
    room.update(room.x, room.y + height + gap, room.w, room.h - height - gap)
    return row


def _cut_bottom(room: Rect, height: int, gap: int) -> Rect:
    """Takes a row off the bottom of `room`."""
    row = Rect(room.x, room.bottom - height, room.w, height)
    room.height -= height + gap
    return row


def _footer(room: Rect, scale: Scale, lamps: bool) -> tuple[Rect, Rect, dict[FooterName, Rect]]:
    gap = scale.margin
    row = _cut_bottom(room, scale.finger, gap)
    if scale.portrait:
        lamp_row = _cut_bottom(room, scale.of_height(0.042), gap) if lamps else Rect(0, 0, 0, 0)
        title = _cut_bottom(room, scale.of_height(0.042), gap)
        return title, lamp_row, _button_row(row, gap)
    wide = round(scale.height * 0.6)
    buttons = _button_row(Rect(row.right - wide, row.y, wide, row.h), gap)
    left = Rect(row.x, row.y, row.w - wide - gap, row.h)
    title = Rect(left.x, left.y, min(left.w, round(scale.height * 0.55)) if lamps else left.w, left.h)
    lamp_row = Rect(title.right + gap, left.y, left.right - title.right - gap, left.h) if lamps else Rect(0, 0, 0, 0)
    return title, lamp_row, buttons


def _button_row(row: Rect, gap: int) -> dict[FooterName, Rect]:
    room, x, buttons = row.w - 2 * gap, row.x, {}
    for name, share in zip(FOOTER, FOOTER_SHARES, strict=True):
        buttons[name] = Rect(x, row.y, int(room * share), row.h)
        x += buttons[name].w + gap
    return buttons


def _split_banner(banner: Rect, needs: _Needs, scale: Scale) -> tuple[Rect, Rect, Rect]:
    gap = scale.margin
    wide = round(banner.w * (0.38 if scale.portrait else 0.29))
    if scale.portrait and needs.asked:
        wide = banner.h  # the shape alone: the question needs the room, and the seat itself stands out
    turn = Rect(banner.x, banner.y, wide, banner.h)
    roll = Rect(0, 0, 0, 0)
    if needs.rolled and not scale.portrait:
        roll_w = round(needs.rolled * banner.h * 0.66) + gap
        roll = Rect(banner.right - roll_w, banner.y, roll_w, banner.h)
    right = (roll.x if roll.w else banner.right) - turn.right
    return turn, Rect(turn.right, banner.y, right, banner.h), roll


def _fit_middle(room: Rect, needs: _Needs, scale: Scale, coach_px: int) -> tuple[Middle, tuple[HandButton, ...]]:
    """The first way of sharing the space in which every legal hand has its button, as wide as the coach needs it."""
    seats, hands = needs.seats, needs.hands
    ways = [*ways_to_share(room, seats, scale, roomy=needs.roomy, rows=needs.rows, beside=needs.beside)]
    for way in ways:
        placed = _place_hands(way.card, hands, scale, coach_px=coach_px)
        if len(placed) == len(hands):
            return way, placed
    if coach_px:  # every hand at all is better than some with what they are worth
        return _fit_middle(room, needs, scale, 0)
    # A window too small for fingers: whatever fits is shown, the number keys reach the rest.
    return ways[-1], _place_hands(ways[-1].card, hands, scale, least=0.5)


def _place_hands(
    card: Rect, hands: tuple[Faces, ...], scale: Scale, least: float = 1.0, *, coach_px: int = 0
) -> tuple[HandButton, ...]:
    """Buttons for the hands with the dice as large as fit; fewer buttons than hands if even small ones do not."""
    pad = scale.margin
    room = Rect(card.x + pad, card.y + pad // 2, card.w - 2 * pad, card.h - pad)
    placed: tuple[HandButton, ...] = ()
    for share in (1.5, 1.25, 1.0, least):
        high = round(scale.finger * share)
        for die_px in range(round(high * 0.74), max(6, round(scale.finger * least * 0.42)), -1):
            placed = _flow(room, hands, high, die_px, scale, coach_px=coach_px)
            if len(placed) == len(hands):
                return _centred(placed, room)
    return placed


def _centred(placed: tuple[HandButton, ...], room: Rect) -> tuple[HandButton, ...]:
    """The buttons moved down to the middle of the card's height."""
    if not placed:
        return placed
    drop = (room.bottom - placed[-1].rect.bottom) // 2
    return tuple(replace(button, rect=button.rect.move(0, drop), worth=button.worth.move(0, drop)) for button in placed)


def hand_inset_px(die_px: int) -> int:
    """From a hand button's edge to its first die."""
    return round(die_px * 0.3)


def hand_pitch_px(die_px: int) -> int:
    """From die to die in a hand button."""
    return round(die_px * 1.07)


def key_width_px(scale: Scale) -> int:
    """Room for the number key on a hand button."""
    return round(scale.text * 0.72)


def _flow(
    room: Rect, hands: tuple[Faces, ...], high: int, die_px: int, scale: Scale, *, coach_px: int
) -> tuple[HandButton, ...]:
    """Buttons from left to right, row under row, as many as find room."""
    gap = hand_gap(scale)
    x, y, placed = room.x, room.y, []
    for number, hand in enumerate(hands, start=1):
        key = str(number) if number <= KEYED else ""
        wide = 2 * hand_inset_px(die_px) + hand_pitch_px(die_px) * len(hand) + (key_width_px(scale) if key else 0)
        wide = max(wide, scale.finger if die_px * 2 > scale.finger else 0) + coach_px
        if x + wide > room.right:
            x, y = room.x, y + high + gap
        if x + wide > room.right or y + high > room.bottom:
            break
        worth = Rect(x + wide - coach_px - scale.margin // 2, y, coach_px, high)
        placed.append(HandButton(hand, Rect(x, y, wide, high), die_px, key, worth))
        x += wide + gap
    return tuple(placed)
