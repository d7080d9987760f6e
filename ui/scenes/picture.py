"""The live picture of the play scene, with every die outlined and valued."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import pygame

from rules.events import Told
from ui import draw
from ui.answers import asked_die, letterbox
from ui.pen import Pen
from ui.phrases import N_
from ui.scenes.mat_marks import mark_zones, say_moved
from ui.theme import AMBER, CREAM, DIM, EDGE, INK, PANEL, TABLE, Rgb, seat_look
from ui.view import TableView
from ui.words import Words, seat_of
from vision.frame import Pixels
from vision.reading import Die

PULSE_HZ = 1.4
"""How often the ring around a doubtful die comes and goes."""
MARKING = frozenset({"splits", "counting"})
"""Fields of a game's own events that say which of the dice in view are meant."""
NO_MORE = N_("There are no more pictures.")


@dataclass(slots=True)
class Picture:
    """Scales frames into a box, each only once."""

    _of: Pixels | None = None
    _size: tuple[int, int] = (0, 0)
    _scaled: pygame.Surface | None = None
    _corners: dict[tuple[int, int], pygame.Surface] = field(default_factory=dict)

    def draw(self, pen: Pen, box: pygame.Rect, view: TableView, words: Words, now_s: float) -> None:
        """The picture, or why there is none."""
        if box.w <= 0 or box.h <= 0:
            return
        if view.frame is None or view.camera_fault:
            _no_picture(pen, box, view, words)
            return
        rect = letterbox(view.frame.shape[1], view.frame.shape[0], box)
        pen.surface.blit(self._fitted(view.frame, rect.size), rect)
        pen.surface.blit(self._corner_mask(rect.size, pen.scale.radius), rect)
        _frame_line(pen, rect, view, now_s)
        mark_zones(pen, rect, view)
        _mark_dice(pen, rect, view, now_s)
        say_moved(pen, rect, view, words)
        if view.film_ended:
            _last_picture(pen, rect, words)

    def _fitted(self, frame: Pixels, size: tuple[int, int]) -> pygame.Surface:
        if self._scaled is None or frame is not self._of or size != self._size:
            step = max(1, min(frame.shape[0] // size[1], frame.shape[1] // size[0]) // 2)
            small = cv2.resize(frame[::step, ::step], size, interpolation=cv2.INTER_LINEAR)
            self._scaled = pygame.image.frombuffer(small.tobytes(), size, "BGR")
            self._of, self._size = frame, size
        return self._scaled

    def _corner_mask(self, size: tuple[int, int], radius: int) -> pygame.Surface:
        """The table's colour outside the rounded corners."""
        if size not in self._corners:
            mask = pygame.Surface(size, pygame.SRCALPHA)
            mask.fill((*TABLE, 255))
            pygame.draw.rect(mask, (0, 0, 0, 0), mask.get_rect(), border_radius=radius)
            self._corners = {size: mask}
        return self._corners[size]


def _last_picture(pen: Pen, rect: pygame.Rect, words: Words) -> None:
    """Below a picture that no other will follow, why."""
    high = round(pen.scale.text * 1.7)
    band = pygame.Rect(rect.x, rect.bottom - high, rect.w, high)
    pen.panel(band, PANEL, AMBER, max(2, pen.scale.margin // 4))
    pen.words(words.say(NO_MORE), band.inflate(-2 * pen.scale.margin, 0), CREAM, align="centre", share=0.8)


def _no_picture(pen: Pen, box: pygame.Rect, view: TableView, words: Words) -> None:
    fault = view.camera_fault
    pen.panel(box, PANEL, AMBER if fault else EDGE, max(2, pen.scale.margin // 4) if fault else 1)
    inner = box.inflate(-2 * pen.scale.margin, -2 * pen.scale.margin)
    if not fault:
        why = NO_MORE if view.film_ended else N_("Waiting for the camera…")
        pen.words(words.say(why), inner, DIM, align="centre", share=0.14, lines=2)
        return
    sign = round(min(inner.h * 0.3, pen.scale.text * 5))
    if inner.h > pen.scale.text * 9:
        pen.middle(draw.warning(sign), (inner.centerx, inner.y + sign / 2))
        inner = pygame.Rect(inner.x, inner.y + sign + 4, inner.w, inner.h - sign - 4)
    head = pygame.Rect(inner.x, inner.y, inner.w, round(inner.h * 0.34))
    pen.words(words.say("The camera is gone"), head, AMBER, "ExtraBold", "centre", share=0.8)
    rest = pygame.Rect(inner.x, head.bottom, inner.w, inner.bottom - head.bottom)
    pen.words(words.fault(fault), rest, CREAM, align="centre", share=0.3, lines=4)


def _frame_line(pen: Pen, rect: pygame.Rect, view: TableView, now_s: float) -> None:
    """A calm line around a tray at rest; around a moving one a line that breathes."""
    colour = _mover_colour(view)
    if view.tray == "moving" and math.sin(now_s * math.tau * 1.2) > 0:
        colour = CREAM
    pen.surface.blit(draw.frame_ring(rect.size, pen.scale.radius, colour, max(2, pen.scale.margin // 3)), rect)


def _mover_colour(view: TableView) -> Rgb:
    # While the tray is to be emptied the next player is to move already, and these dice are not theirs.
    seat = seat_of(view, view.to_move) if view.awaits != "sweep" else None
    return seat_look(seat.colour).bright if seat else DIM


def _mark_dice(pen: Pen, rect: pygame.Rect, view: TableView, now_s: float) -> None:
    if view.reading is None:
        return
    times = rect.w / view.reading.width
    colour = _mover_colour(view)
    named, asked = dict(view.named), asked_die(view)
    told = told_dice(view)
    marks = [(place, die, _on_screen(die, rect, times, pen)) for place, die in enumerate(view.reading.dice)]
    for place, die, box in marks:
        if die.sure or place in named:
            _outline(pen, box, AMBER if place in told else colour)
        else:
            _doubt_ring(pen, box, rect, now_s if asked in (None, place) else 0.0)
    for place, die, box in marks:
        known = named.get(place, die.pips if die.sure else None)
        _value(pen, box, rect, str(known) if known else "?", colour if known and place not in told else AMBER)


def told_dice(view: TableView) -> frozenset[int]:
    """Which dice of the picture a game has just told of: a bull's three, those that count for a bid."""
    told = next((e.fields for _, e in reversed(view.news) if isinstance(e, Told) and MARKING & e.fields.keys()), None)
    if told is None or view.reading is None:
        return frozenset()
    meant, lying = _marked(told)
    pips = [die.pips if die.sure else None for die in view.reading.dice]
    if Counter(pips) != Counter(lying):
        return frozenset()  # other dice lie there by now
    found: list[int] = []
    for face in meant:
        found.append(next(place for place, pip in enumerate(pips) if pip == face and place not in found))
    return frozenset(found)


def _marked(told: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces that are told of, and all that lie there."""
    if "counting" in told:
        return tuple(told["counting"]), tuple(told["faces"])
    first, rest = told["splits"][0] if told["splits"] else ((), ())
    return tuple(first), (*first, *rest)


def _on_screen(die: Die, rect: pygame.Rect, times: float, pen: Pen) -> pygame.Rect:
    grow = pen.scale.margin // 2
    box = pygame.Rect(
        round(rect.x + die.box.x * times), round(rect.y + die.box.y * times),
        max(4, round(die.box.w * times)), max(4, round(die.box.h * times)),
    )  # fmt: skip
    return box.inflate(grow, grow).clip(rect)


def _outline(pen: Pen, box: pygame.Rect, colour: Rgb) -> None:
    """The seat's colour within a dark line, so that it stands out from a picture of any brightness."""
    line = max(2, pen.scale.margin // 4)
    corner = max(3, box.h // 6)
    pygame.draw.rect(pen.surface, INK, box.inflate(2 * line, 2 * line), line + 1, border_radius=corner + line)
    pygame.draw.rect(pen.surface, colour, box, line, border_radius=corner)


def _doubt_ring(pen: Pen, box: pygame.Rect, rect: pygame.Rect, now_s: float) -> None:
    beat = 0.5 + 0.5 * math.sin(now_s * math.tau * PULSE_HZ)
    line = max(3, round(pen.scale.margin * (0.35 + 0.25 * beat)))
    radius = round(max(box.w, box.h) * (0.66 + 0.12 * beat))
    previous = pen.surface.get_clip()
    pen.surface.set_clip(rect)
    pygame.draw.circle(pen.surface, INK, box.center, radius + 2, line + 4)
    pygame.draw.circle(pen.surface, AMBER, box.center, radius, line)
    pen.surface.set_clip(previous)


def _value(pen: Pen, box: pygame.Rect, rect: pygame.Rect, value: str, colour: Rgb) -> None:
    """The value on a badge at the die's upper right corner, kept within the picture."""
    side = round(pen.scale.text * 1.25)
    spot = pygame.Rect(0, 0, side, side)
    spot.center = (box.right + side // 5, box.top - side // 5)
    spot.clamp_ip(rect)
    pen.surface.blit(draw.badge(spot.size, colour), spot)
    pen.words(value, spot, INK, "ExtraBold", "centre", share=0.98)
