"""The ways to share the space between the play scene's banner and its news: picture, seats, card."""

from collections.abc import Iterator
from dataclasses import dataclass

from pygame import Rect

from ui.theme import Scale

NONE = Rect(0, 0, 0, 0)
"""Of what is not there."""
WORDS_SHARE = {True: 0.43, False: 0.46}
"""Of a seat's row, beside it, for what the seat may say: of upright windows, and of lying ones."""
WORDS_HIGH = {True: 0.11, False: 0.19}
"""A row with words to say is at most that share of the window's height: upright, and lying."""
LEAST_PICTURE = 0.12
"""Upright, a picture is at least that share of the window's height, or is not there at all."""


@dataclass(frozen=True, slots=True)
class Middle:
    """One way to share the space between banner and news."""

    picture: Rect
    seats: tuple[Rect, ...]
    compact: bool
    card: Rect
    words: tuple[Rect, ...] = ()
    """Beside each seat, room for what it may say; empty where the card holds that."""


def ways_to_share(room: Rect, seats: int, scale: Scale, *, roomy: bool, rows: int, beside: bool) -> Iterator[Middle]:
    """The ways, the finest first; later ones give up picture for the sake of the card.

    `roomy`: the card holds large things to press; of an upright window at least so many `rows` of them. `beside`: what
    people may say stands beside their seats, and there is no card.
    """
    if beside:
        yield _words_beside(room, seats, scale)
    elif scale.portrait:
        yield from _upright(room, seats, scale, rows)
    else:
        yield from _lying(room, seats, scale, roomy)


def _words_beside(room: Rect, seats: int, scale: Scale) -> Middle:
    """A row a seat, below the picture or beside it; in two columns where a window lies and they are many."""
    gap, most = scale.margin, scale.of_height(WORDS_HIGH[scale.portrait])
    if scale.portrait:
        left = room.h - seats * (round(scale.finger * 1.35) + gap)
        high = min(left, round(room.w * 0.75)) if left >= scale.height * LEAST_PICTURE else 0
        picture = Rect(room.x, room.y, room.w, high)
        below = high + gap if high else 0
        lines = _rows_at_most(Rect(room.x, room.y + below, room.w, room.h - below), seats, scale, most)
    elif seats * (scale.finger + gap) - gap <= room.h:
        picture = Rect(room.x, room.y, min(round(room.h * 4 / 3), round(room.w * 0.48)), room.h)
        beside = Rect(picture.right + gap, room.y, room.right - picture.right - gap, room.h)
        lines = _rows_at_most(beside, seats, scale, most)
    else:
        picture, half = NONE, (room.w - gap) // 2
        left_rows = _rows_at_most(Rect(room.x, room.y, half, room.h), (seats + 1) // 2, scale, most)
        lines = tuple(row.move(side * (half + gap), 0) for row in left_rows for side in (0, 1))[:seats]
    wide = round(lines[0].w * WORDS_SHARE[scale.portrait])
    plates = tuple(Rect(row.x, row.y, row.w - wide - hand_gap(scale), row.h) for row in lines)
    words = tuple(Rect(row.right - wide, row.y, wide, row.h) for row in lines)
    return Middle(picture if picture.h else NONE, plates, True, NONE, words)


def _rows_at_most(room: Rect, count: int, scale: Scale, most: int) -> tuple[Rect, ...]:
    """Rows in the middle of the room, closer together where fingers would find them too low."""
    wide = scale.margin if count * (scale.finger + scale.margin) - scale.margin <= room.h else hand_gap(scale)
    high = min(room.h, count * (most + wide) - wide)
    return share_rows(Rect(room.x, room.y + (room.h - high) // 2, room.w, high), count, wide)


def _card_h(rows: int, scale: Scale) -> int:
    """The height of a card with that many rows of hands."""
    return rows * (scale.finger + hand_gap(scale)) - hand_gap(scale) + scale.margin


def _lying(room: Rect, seats: int, scale: Scale, roomy: bool) -> Iterator[Middle]:
    """Ways to share a lying window, the finest first; later ones give up picture for the hands' sake."""
    gap = scale.margin
    picture = Rect(room.x, room.y, min(round(room.h * 4 / 3), round(room.w * 0.52)), room.h)
    column = Rect(picture.right + gap, room.y, room.right - picture.right - gap, room.h)
    if seats <= 3:
        high = scale.of_height(0.1 * seats if roomy else 0.37)
        rows = share_rows(Rect(column.x, column.y, column.w, high), seats, gap)
        rest = room.h - high - gap
        yield Middle(picture, rows, seats > 2 or roomy, Rect(column.x, column.y + high + gap, column.w, rest))
        small = Rect(room.x, room.y, picture.w, high)
        yield Middle(small, rows, seats > 2, Rect(room.x, room.bottom - rest, room.w, rest))
    else:
        for count in (1, 2):
            card = Rect(picture.x, room.bottom - _card_h(count, scale), picture.w, _card_h(count, scale))
            small = Rect(picture.x, room.y, picture.w, card.y - gap - room.y)
            yield Middle(small, share_rows(column, seats, gap), True, card)
    for count in (2, 3):
        card = Rect(room.x, room.bottom - _card_h(count, scale), room.w, _card_h(count, scale))
        yield _over_wide_card(Rect(room.x, room.y, room.w, card.y - gap - room.y), seats, card, gap)


def _over_wide_card(top: Rect, seats: int, card: Rect, gap: int) -> Middle:
    """Hands across the whole width; above them the seats, beside a small picture if they are few."""
    if seats <= 3:
        picture = Rect(top.x, top.y, round(top.w * 0.44), top.h)
        column = Rect(picture.right + gap, top.y, top.right - picture.right - gap, top.h)
        return Middle(picture, share_rows(column, seats, gap), True, card)
    return Middle(NONE, _grid(top, seats, gap), True, card)


def _grid(room: Rect, seats: int, gap: int) -> tuple[Rect, ...]:
    """Seats in two columns, in reading order."""
    half = (room.w - gap) // 2
    rows = share_rows(Rect(room.x, room.y, half, room.h), (seats + 1) // 2, gap)
    return tuple(row.move(side * (half + gap), 0) for row in rows for side in (0, 1))[:seats]


def _upright(room: Rect, seats: int, scale: Scale, least: int) -> Iterator[Middle]:
    """Ways to share a standing window, the finest first; the card has at least so many rows."""
    gap = scale.margin
    for with_picture in (True, False):
        for each, compact, rows in (
            (0.115, False, 1), (0.115, False, 2), (0.066, True, 2), (0.056, True, 1), (0.056, True, 2),
            (0.056, True, 3), (0.056, True, 4), (0.046, True, 5),
        ):  # fmt: skip
            high = scale.of_height(each)
            picture_h = room.h - seats * (high + gap) - _card_h(rows, scale) - gap
            if rows < least:
                continue
            if with_picture and picture_h >= scale.height * LEAST_PICTURE:
                yield _stack(room, min(picture_h, round(room.w * 3 / 4)), seats, high, compact=compact, gap=gap)
            elif not with_picture and picture_h > -gap:
                yield _stack(room, 0, seats, high, compact=compact, gap=gap)
    high = (seats + 1) // 2 * (scale.of_height(0.056) + gap) - gap
    card = Rect(room.x, room.y + high + gap, room.w, room.h - high - gap)
    yield Middle(NONE, _grid(Rect(room.x, room.y, room.w, high), seats, gap), True, card)


def _stack(room: Rect, picture_h: int, seats: int, each: int, *, compact: bool, gap: int) -> Middle:
    top = room.y + (picture_h + gap if picture_h else 0)
    rows = tuple(Rect(room.x, top + k * (each + gap), room.w, each) for k in range(seats))
    y = rows[-1].bottom + gap
    picture = Rect(room.x, room.y, room.w, picture_h) if picture_h else NONE
    return Middle(picture, rows, compact, Rect(room.x, y, room.w, room.bottom - y))


def share_rows(column: Rect, count: int, gap: int) -> tuple[Rect, ...]:
    """The column in equal rows."""
    high = (column.h + gap) // count - gap
    return tuple(Rect(column.x, column.y + k * (high + gap), column.w, high) for k in range(count))


def hand_gap(scale: Scale) -> int:
    """Between buttons beside each other, in pixels."""
    return max(4, scale.margin // 2)
