"""A kill, over everything but the footer: the hand is swept back into its cup."""

import math

import pygame

from rules.events import Killed
from ui import draw
from ui.moments import KILL_S, KillMoment
from ui.pen import Pen
from ui.scenes.great import great_word
from ui.scenes.motion import ease, ramp, slam
from ui.theme import CREAM, TABLE, blend, seat_look
from ui.view import TableView
from ui.words import Words, seat_of

SWEEP_START_S, SWEEP_EACH_S, SWEEP_APART_S = 0.55, 0.55, 0.1
"""First the hand is seen as it stood, then one die after the other flies into the cup."""
FADE_S = 0.3
LIFT = 0.45
"""So many of its own sides a die rises on its way: just over the rim, and under the great word."""


def draw_kill(pen: Pen, stage: pygame.Rect, moment: KillMoment, view: TableView, words: Words) -> None:
    """The overlay at its time; fades at its end."""
    opacity = ramp(moment.since_s, 0.0, 0.12) * (1 - ramp(moment.since_s, KILL_S - FADE_S, KILL_S))
    # Only while it fades does it need a sheet of its own, which costs a whole blend.
    fading = opacity < 1
    sheet = pygame.Surface(stage.size).convert() if fading else pen.surface.subsurface(stage)
    layer = pen.on(sheet)
    first = moment.kills[0]
    killer = seat_of(view, first.player)
    _ground(layer, killer.colour if killer else "grey", moment.since_s)
    rows = _rows(stage)
    for kill, row in zip(moment.kills, _split(rows[1], len(moment.kills)), strict=True):
        _sweep(layer, row, kill, view, moment.since_s)
    _headline(layer, rows[0], moment, words)  # over the dice that fly: no letter is ever hidden
    reason = words.killed(first, view) if len(moment.kills) == 1 else words.killed_several(moment.kills, view)
    layer.words(reason, rows[2], CREAM, "SemiBold", "centre", share=0.42, lines=3 if pen.scale.portrait else 2)
    if fading:
        sheet.set_alpha(round(255 * opacity))
        pen.surface.blit(sheet, stage)
    pen.placed.extend(layer.placed)


def _rows(stage: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Headline, hands, reason."""
    pad = round(stage.w * 0.04)
    head = pygame.Rect(pad, round(stage.h * 0.04), stage.w - 2 * pad, round(stage.h * 0.4))
    reason_h = round(stage.h * 0.2)
    reason = pygame.Rect(pad, stage.h - reason_h - round(stage.h * 0.04), stage.w - 2 * pad, reason_h)
    return head, pygame.Rect(pad, head.bottom, stage.w - 2 * pad, reason.y - head.bottom), reason


def _split(row: pygame.Rect, count: int) -> list[pygame.Rect]:
    return [pygame.Rect(row.x, row.y + row.h * k // count, row.w, row.h // count) for k in range(count)]


def _ground(pen: Pen, colour: str, since_s: float) -> None:
    """The killer's colour, dark, with stripes that rush from the killer's side."""
    look = seat_look(colour)
    pen.surface.fill(blend(TABLE, look.body, 0.34))
    size = pen.surface.get_size()
    wide = size[0] // 9
    stripe = blend(TABLE, look.body, 0.5)
    shift = (since_s * wide * 1.6) % (2 * wide)
    for k in range(-3, 8):
        x = k * 2 * wide + shift
        corners = [(x, size[1]), (x + wide, size[1]), (x + wide * 2.2, 0), (x + wide * 1.2, 0)]
        pygame.draw.polygon(pen.surface, stripe, corners)
    flash = 1 - ramp(since_s, 0.0, 0.28)
    if flash > 0:
        pen.surface.fill(tuple(round(c * flash * 0.8) for c in CREAM), special_flags=pygame.BLEND_RGB_ADD)


def _headline(pen: Pen, box: pygame.Rect, moment: KillMoment, words: Words) -> None:
    """The great word falls onto the table; above it who killed whom."""
    _ = words.say
    top = pygame.Rect(box.x, box.y, box.w, round(box.h * 0.27))
    player, victims = words.name(moment.kills[0].player), words.names(moment.kills)
    who = _("{player} busts {victim}").format(player=player, victim=victims)
    pen.words(who, top, CREAM, "ExtraBold", "centre", share=0.95, lines=2)
    room = pygame.Rect(box.x, top.bottom, box.w, box.h - top.h)
    times = slam(ramp(moment.since_s, 0.05, 0.4))
    great_word(pen, room, _("KILLED!"), times, turn_deg=(times - 1) * -4)


def _sweep(pen: Pen, row: pygame.Rect, kill: Killed, view: TableView, since_s: float) -> None:
    """The victim's dice, one after the other, in an arc into the victim's cup."""
    seat = seat_of(view, kill.victim)
    colour = seat.colour if seat else "grey"
    side = round(min(row.h * 0.56, row.w / 9))
    cup_px = round(min(row.h * 0.92, side * 1.7))
    pitch = side * 1.12
    left = float(row.centerx) - (pitch * len(kill.hand) + side + cup_px) / 2
    cup_at: tuple[float, float] = (left + pitch * len(kill.hand) + side + cup_px / 2, row.centery)
    flying: list[tuple[int, float, tuple[float, float]]] = []
    pen.middle(draw.cup(cup_px, seat_look(colour).body), _shaken(cup_at, kill, since_s, cup_px))
    for place, face in enumerate(reversed(kill.hand)):
        start = SWEEP_START_S + place * SWEEP_APART_S
        share = ease(ramp(since_s, start, start + SWEEP_EACH_S))
        home: tuple[float, float] = (left + pitch * (len(kill.hand) - 1 - place) + side / 2, row.centery)
        pen.middle(draw.ghost(face, side, colour), home)
        flying.append((face, share, home))
    for face, share, home in flying:
        if share >= 1:
            continue
        x = home[0] + (cup_at[0] - home[0]) * share
        y = home[1] + (cup_at[1] - cup_px * 0.3 - home[1]) * share - math.sin(share * math.pi) * side * LIFT
        die = draw.die(face, side, colour)
        if share > 0:
            die = pygame.transform.rotozoom(die, -300 * share, 1 - 0.5 * share)
        pen.middle(die, (x, y))


def _shaken(at: tuple[float, float], kill: Killed, since_s: float, cup_px: int) -> tuple[float, float]:
    """The cup shakes while dice fall into it."""
    end = SWEEP_START_S + SWEEP_EACH_S + SWEEP_APART_S * len(kill.hand)
    if not SWEEP_START_S + SWEEP_EACH_S * 0.7 < since_s < end + 0.2:
        return at
    return at[0] + math.sin(since_s * 60) * cup_px * 0.03, at[1]
