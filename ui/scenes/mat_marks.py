"""The mat's zones over the live picture, each hand's in its seat's colour, and that the mat was moved."""

import pygame

from ui.pen import Pen
from ui.phrases import N_
from ui.theme import AMBER, CREAM, DIM, INK, PANEL, Rgb, seat_look
from ui.view import MatZone, TableView
from ui.words import Words, seat_of

MOVED = N_("The mat was moved. I have found it again.")


def mark_zones(pen: Pen, rect: pygame.Rect, view: TableView) -> None:
    """Outline the zones of the mat that lies in the picture shown in `rect`."""
    if view.mat is None or view.frame is None:
        return
    times = rect.w / view.frame.shape[1]
    line = max(2, pen.scale.margin // 4)
    before = pen.surface.get_clip()
    pen.surface.set_clip(rect)
    for zone in view.mat.zones:
        points = [(rect.x + x * times, rect.y + y * times) for x, y in zone.outline]
        pygame.draw.lines(pen.surface, INK, True, points, line + 2)
        pygame.draw.lines(pen.surface, _colour(zone, view), True, points, line)
    pen.surface.set_clip(before)


def say_moved(pen: Pen, rect: pygame.Rect, view: TableView, words: Words) -> None:
    """Along the upper edge of the picture, for a while."""
    if view.mat is None or not view.mat.moved:
        return
    band = pygame.Rect(rect.x, rect.y, rect.w, round(pen.scale.text * 1.7))
    pen.panel(band, PANEL, AMBER, max(2, pen.scale.margin // 4))
    pen.words(words.say(MOVED), band.inflate(-2 * pen.scale.margin, 0), CREAM, align="centre", share=0.8)


def _colour(zone: MatZone, view: TableView) -> Rgb:
    if not zone.player:
        return DIM
    seat = seat_of(view, zone.player)
    return seat_look(seat.colour).bright if seat else DIM
