"""Where everything of the start scene stands, for any window: rectangles only, nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect

from ui.inputs import ENTER
from ui.language import LANGUAGES, OWN_NAMES, Language
from ui.phrases import N_
from ui.press import NOWHERE, Button
from ui.theme import Scale
from ui.view import GoOn, NewGame, Open, Put, Quit, StartView
from ui.words import Words

FEW_SEATS = 3
"""With more seats everything else makes room for the hands."""
TALL_LINES, TALL_LINES_UPRIGHT = 4.0, 3.2
"""From so many lines of the smallest text on, a seat's panel has two rows; upright, names need one of their own."""
PLAYERS, MENU = N_("Game, players"), N_("Menu")


@dataclass(frozen=True, slots=True)
class StartLayout:
    """The rectangles of the start scene, in pixels of the window."""

    scale: Scale
    head: Rect
    """The game's name between dice."""
    main: Rect
    """The card that goes on, or begins where nothing was broken off."""
    asked: Rect
    """In it: what it does."""
    begun: Rect
    """In it too: of which game."""
    seats: tuple[Rect, ...]
    """In it too, each player's hand, where a game was broken off."""
    compact: bool
    """Seats are single rows rather than panels of two."""
    due: Rect
    """In it too: who is to do what."""
    new: Rect
    """The card that begins a new game, empty where `main` does."""
    title: Rect
    buttons: tuple[Button, ...]


def start_layout_of(view: StartView, scale: Scale, words: Words) -> StartLayout:
    """The layout that this view needs, with its buttons."""
    return _layout((scale.width, scale.height), len(view.seats) if view.offered else 0, words.lang,
                   tuple(words.say(label) for label in (PLAYERS, MENU)))  # fmt: skip


@lru_cache(maxsize=32)
def _layout(size: tuple[int, int], seats: int, lang: Language, labels: tuple[str, str]) -> StartLayout:
    """`seats` are those of the game that was broken off, 0 where there is none."""
    scale = Scale(*size)
    gap, upright = scale.margin, scale.portrait
    room = Rect(gap, gap, scale.width - 2 * gap, scale.height - 2 * gap)
    # A crowded table needs the height for its hands.
    head_share = 0.1 if upright else 0.17 if seats <= FEW_SEATS else 0.12
    if upright:
        head, title = _cut_top(room, scale.of_height(head_share), 0), _cut_top(room, scale.of_height(0.042), gap)
        row = _cut_bottom(room, round(scale.finger * 1.15), gap)
        new = _cut_bottom(room, scale.of_height(0.13), gap) if seats else Rect(NOWHERE)
        main = room
    else:
        foot = _cut_bottom(room, scale.finger, gap)
        title, row = _split(foot, 0.5, gap)
        head = _cut_top(room, scale.of_height(head_share), gap)
        main, new = _split(room, 0.7, gap) if seats else (room, Rect(NOWHERE))
    asked, begun, rows, due, compact = _inside(main, seats, scale)
    buttons = (*_cards(main, new), *_row(row, lang, labels, gap), Button(Quit(), NOWHERE, keys=_QUIT_KEYS))
    return StartLayout(scale, head, main, asked, begun, rows, compact, due, new, title, buttons)


_QUIT_KEYS = (pygame.K_q, pygame.K_ESCAPE)


def _cards(main: Rect, new: Rect) -> tuple[Button, ...]:
    """Go on and begin anew, or begin alone."""
    if not new.w:
        return (Button(NewGame(), main, keys=(*ENTER, pygame.K_n), answer=True, main=True),)
    return (
        Button(GoOn(), main, answer=True, main=True),
        Button(NewGame(), new, keys=(pygame.K_n,), answer=True),
    )


def _row(row: Rect, lang: Language, labels: tuple[str, str], gap: int) -> tuple[Button, ...]:
    """Players, the next language in its own name, the menu."""
    following = LANGUAGES[(LANGUAGES.index(lang) + 1) % len(LANGUAGES)]
    widths = [round((row.w - 2 * gap) * share) for share in (0.4, 0.31, 0.29)]
    rects = [Rect(row.x + sum(widths[:k]) + k * gap, row.y, widths[k], row.h) for k in range(3)]
    return (
        Button(Open("players"), rects[0], labels[0], keys=(pygame.K_p,)),
        Button(Put("language", following), rects[1], OWN_NAMES[lang], keys=(pygame.K_l,)),
        Button(Open("menu"), rects[2], labels[1], keys=(pygame.K_m,)),
    )


def _inside(card: Rect, seats: int, scale: Scale) -> tuple[Rect, Rect, tuple[Rect, ...], Rect, bool]:
    """What stands in the main card, from top to bottom."""
    gap, upright, few = scale.margin, scale.portrait, seats <= FEW_SEATS
    room = card.inflate(-(3 if upright else 4) * gap, -3 * gap)
    line = round(scale.text * 1.5)
    if not seats:
        asked = _cut_top(room, round(room.h * 0.3), 0)
        due = _cut_bottom(room, round(line * (2.0 if upright else 1.25)), gap)
        return asked, room, (), due, False
    asked = _cut_top(room, scale.of_height(0.07 if upright else 0.1 if few else 0.085), 0)
    begun = _cut_top(room, line, gap)
    due = _cut_bottom(room, round(line * (1.25 if few else 1)), gap)
    between = gap if few else max(2, gap // 2)
    high = min((room.h + between) // seats - between, scale.of_height(0.15 if upright else 0.19))
    top = room.y + (room.h - seats * (high + between) + between) // 2
    rows = tuple(Rect(room.x, top + place * (high + between), room.w, high) for place in range(seats))
    return asked, begun, rows, due, high < (TALL_LINES_UPRIGHT if upright else TALL_LINES) * scale.text


def _split(row: Rect, share: float, gap: int) -> tuple[Rect, Rect]:
    """A left part with that share of the width, and what is right of it."""
    left = Rect(row.x, row.y, round(row.w * share), row.h)
    return left, Rect(left.right + gap, row.y, row.right - left.right - gap, row.h)


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
