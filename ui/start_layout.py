"""Where everything of the start scene stands, for any window: rectangles only, nothing is drawn here."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from pygame import Rect

from ui.layout import HandButton
from ui.theme import Scale
from ui.view import StartView

StartButton: TypeAlias = Literal["go-on", "new", "quit"]
FEW_SEATS = 3
"""With more seats everything else makes room for the hands."""
TALL_LINES, TALL_LINES_UPRIGHT = 4.0, 3.2
"""From so many lines of the smallest text on, a seat's panel has two rows; upright, names need one of their own."""


@dataclass(frozen=True, slots=True)
class StartLayout:
    """The rectangles of the start scene, in pixels of the window."""

    scale: Scale
    head: Rect
    """The game's name between dice."""
    buttons: dict[StartButton, Rect]
    asked: Rect
    """In the button that goes on: what it does."""
    begun: Rect
    """In it too: of which game."""
    seats: tuple[Rect, ...]
    """In it too, each player's hand."""
    compact: bool
    """Seats are single rows rather than panels of two."""
    due: Rect
    """In it too: who is to do what."""
    title: Rect
    hands: tuple[HandButton, ...] = ()
    """There are none to choose before the game goes on."""


def start_layout_of(view: StartView, size: tuple[int, int]) -> StartLayout:
    """The layout that this view needs."""
    return _layout(size, len(view.seats))


@lru_cache(maxsize=32)
def _layout(size: tuple[int, int], seats: int) -> StartLayout:
    scale = Scale(*size)
    gap, upright = scale.margin, scale.portrait
    room = Rect(gap, gap, scale.width - 2 * gap, scale.height - 2 * gap)
    # A crowded table needs the height for its hands.
    head_share = 0.1 if upright else 0.17 if seats <= FEW_SEATS else 0.12
    if upright:
        head, title = _cut_top(room, scale.of_height(head_share), 0), _cut_top(room, scale.of_height(0.042), gap)
        new, quit_ = _split(_cut_bottom(room, scale.of_height(0.13), gap), 0.74, gap)
        go_on = room
    else:
        title, quit_ = _split(_cut_bottom(room, scale.touch, gap), 0.82, gap)
        head = _cut_top(room, scale.of_height(head_share), gap)
        go_on, new = _split(room, 0.7, gap)
    asked, begun, rows, due, compact = _inside(go_on, seats, scale)
    return StartLayout(
        scale, head, {"go-on": go_on, "new": new, "quit": quit_}, asked, begun, rows, compact, due, title
    )


def _inside(button: Rect, seats: int, scale: Scale) -> tuple[Rect, Rect, tuple[Rect, ...], Rect, bool]:
    """What stands in the button that goes on, from top to bottom."""
    gap, upright, few = scale.margin, scale.portrait, seats <= FEW_SEATS
    room = button.inflate(-(3 if upright else 4) * gap, -3 * gap)
    line = round(scale.text * 1.5)
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
