"""What can be pressed on the table beside the hands: a doubtful die's values, "it counts", a game's words, the dice."""

from collections.abc import Mapping

import pygame
from pygame import Rect

from rules.game import Say
from rules.sayings import OFFER, VALUE
from ui.press import Button
from ui.theme import Scale
from ui.view import AskDie, Open, Speak, TableView, TakeAsRoll, TellDie

FACES = range(1, 7)
DOUBTS = frozenset({"doubtful-die", "cocked-die", "hidden-die"})
"""Questions whose answer may be the value of a die."""
PIP_KEYS = {face: (getattr(pygame, f"K_{face}"), getattr(pygame, f"K_KP{face}")) for face in FACES}
"""A value's keys are its own digit, wherever it stands."""
SAY_LINES, NAMED_LINES = 5.0, 7.5
"""A word to say is at least so many times the smallest text wide; with a player's name before it, so many."""
MOST_ROWS = 3
"""So many rows of words in an upright window leave room for the picture."""
MOST_TAKEN = 0.5
"""How much of the card the picture of a doubtful die may take."""


def asked_die(view: TableView) -> int | None:
    """The die of the reading that is asked about now: the first that is not sure and that nobody has named."""
    if view.question not in DOUBTS or view.awaits != "roll" or view.reading is None or view.frame is None:
        return None
    named = {place for place, _ in view.named}
    return next((k for k, die in enumerate(view.reading.dice) if not die.sure and k not in named), None)


def values(view: TableView, place: int) -> tuple[int, ...]:
    """All six values of a die, the likeliest first."""
    assert view.reading is not None
    die = view.reading.dice[place]
    likely = die.likeliest or ((die.pips,) if die.pips else ())
    return (*likely, *(face for face in FACES if face not in likely))


def close_up(card: Rect, scale: Scale) -> Rect:
    """Room in the card for the picture of the die that is asked about; empty where there is none to spare."""
    side = min(card.h - 2 * scale.margin, round(card.w * MOST_TAKEN) - scale.margin)
    if side < 2 * scale.finger or card.w - side - 3 * scale.margin < 3 * (scale.finger + scale.margin):
        return Rect(card.x, card.y, 0, 0)
    return Rect(card.x + scale.margin, card.y + (card.h - side) // 2, side, side)


def die_values(view: TableView, card: Rect, scale: Scale) -> tuple[Button, ...]:
    """The values of the die that is asked about, largest where the card has most room."""
    place = asked_die(view)
    if place is None:
        return ()
    gap, taken = max(4, scale.margin // 2), close_up(card, scale)
    left = taken.right + gap if taken.w else card.x + scale.margin
    room = Rect(left, card.y + gap, card.right - scale.margin - left, card.h - 2 * gap)
    across = 6 if room.h < 2 * scale.finger + gap else 2 if room.h > room.w and room.h > 3 * scale.finger else 3
    return tuple(
        Button(TellDie(place, pips), cell, keys=PIP_KEYS[pips], answer=True, main=number == 0)
        for number, (pips, cell) in enumerate(zip(values(view, place), _cells(room, 6, across, gap), strict=True))
    )


def it_counts(view: TableView, card: Rect, scale: Scale) -> tuple[Button, ...]:
    """The roll may count although it was asked about."""
    if not (view.question and view.may_count):
        return ()
    high = min(card.h - scale.margin, round(scale.finger * 1.6))
    wide = min(card.w - 2 * scale.margin, round(scale.text * 14))
    rect = Rect(0, 0, wide, max(scale.finger, high))
    rect.center = card.center
    return (Button(TakeAsRoll(), rect, keys=(pygame.K_c, pygame.K_RETURN), answer=True, main=True),)


def said_beside(view: TableView) -> bool:
    """Whether what may be said is each seat's own, and short enough to stand beside it."""
    seated = {seat.name for seat in view.seats}
    return bool(view.offers) and all(
        offer.player in seated and VALUE + offer.word in view.sayings for offer in view.offers
    )


def words_beside(view: TableView, rooms: tuple[Rect, ...], scale: Scale) -> tuple[Button, ...]:
    """What each seat may say, beside it; none where there is no room for it beside the seats."""
    found: list[Button] = []
    for seat, room in zip(view.seats, rooms, strict=False):
        theirs = [offer for offer in view.offers if offer.player == seat.name]
        cells = _cells(room, len(theirs), len(theirs), max(4, scale.margin // 2)) if theirs else ()
        found += [Button(Speak(offer), cell, answer=True) for offer, cell in zip(theirs, cells, strict=True)]
    return tuple(found)


def rows_to_say(view: TableView) -> int:
    """How many rows of words an upright card should have: two beside each other where names stand before them."""
    return min(MOST_ROWS, -(-len(view.offers) // 2)) if names_told(view.offers, view.sayings) else 1


def names_told(offers: tuple[Say, ...], sayings: Mapping[str, str]) -> bool:
    """Whether a player's name stands before some of the words to say."""
    return any("{player}" in sayings.get(OFFER + offer.word, "") for offer in offers)


def words_to_say(view: TableView, card: Rect, scale: Scale) -> tuple[Button, ...]:
    """What the game lets people say, as far as there is room; the last button then opens all of it."""
    if not view.offers:
        return ()
    gap = max(4, scale.margin // 2)
    room = card.inflate(-2 * scale.margin, -scale.margin)
    least = round(scale.text * (NAMED_LINES if names_told(view.offers, view.sayings) else SAY_LINES))
    across = max(1, (room.w + gap) // (least + gap))
    down = max(1, (room.h + gap) // (scale.finger + gap))
    shown, fits = len(view.offers), across * down
    across = min(across, shown if shown <= 3 else -(-min(shown, fits) // down))
    cells = _cells(room, min(shown, fits), across, gap)
    direct = cells if shown <= fits else cells[:-1]
    said = [Button(Speak(offer), cell, answer=True) for offer, cell in zip(view.offers, direct, strict=False)]
    return (*said, Button(Open("say"), cells[-1])) if shown > fits else tuple(said)


def dice_to_tap(view: TableView, picture: Rect, scale: Scale) -> tuple[Button, ...]:
    """The dice of the picture, where what they show may be put right; each large enough for a finger."""
    if view.reading is None or view.frame is None or view.camera_fault or view.awaits == "nothing" or not picture.w:
        return ()
    rect = letterbox(view.frame.shape[1], view.frame.shape[0], picture)
    times = rect.w / view.reading.width
    found = []
    for place, die in enumerate(view.reading.dice):
        x, y = die.box.centre_px
        side = max(scale.finger, round(max(die.box.w, die.box.h) * times))
        spot = Rect(0, 0, side, side)
        spot.center = round(rect.x + x * times), round(rect.y + y * times)
        found.append(Button(AskDie(place), spot.clip(picture)))
    return tuple(found)


def letterbox(width: int, height: int, box: Rect) -> Rect:
    """The largest rectangle of that shape in the middle of the box."""
    times = min(box.w / width, box.h / height)
    rect = Rect(0, 0, max(1, round(width * times)), max(1, round(height * times)))
    rect.center = box.center
    return rect


def _cells(room: Rect, count: int, across: int, gap: int) -> tuple[Rect, ...]:
    """The room in equal cells, row after row, none higher than it is wide by much."""
    down = -(-count // across)
    wide, high = (room.w + gap) / across, (room.h + gap) / down
    return tuple(
        Rect(
            round(room.x + k % across * wide), round(room.y + k // across * high), round(wide) - gap, round(high) - gap
        )
        for k in range(count)
    )
