"""The statistics: a leaf for each kind of game with its players, and one for each set of dice."""

import pygame
from pygame import Rect

from rules.fairness import FACES, Fairness
from rules.tallies import usual_range
from ui import draw, icons
from ui.figures import DiceFigures, GameFigures, PlayerFigures, StatisticsView
from ui.pen import Pen
from ui.phrases import DICE_COLOURS, N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, columns, cut_bottom, cut_left, cut_top, draw_page, draw_plate, grid, lay_page
from ui.theme import AMBER, CREAM, DIM, EDGE, PANEL, PANEL_HIGH, TABLE, Scale, blend, seat_look
from ui.verdicts import dice_verdict, first_turns
from ui.view import Leaf
from ui.words import Words

KEYS = {-1: (pygame.K_PAGEUP,), 1: (pygame.K_PAGEDOWN,)}
MOST_PLAYERS = 5
NONE_YET = N_("No game has been played yet.")
GAMES, TURNS, KILLS = N_("Games"), N_("Turns each"), N_("Kills")
WINS = N_("{wins} of {games} won")
DICE, ALL_DICE = N_("Dice: {colour}"), N_("Dice: all")
DEMO_DICE, ALL_DEMO_DICE = N_("Demo: {colour}"), N_("Demo: all")
COUNTING = N_("Counting: {counted} of {total} games")
BAND = N_("Light band: usual for fair dice")


def lay(view: StatisticsView, scale: Scale, words: Words) -> PageLayout:
    """Two arrows where there are more leaves."""
    frame = lay_page(scale, words)
    if view.leaves < 2:
        return frame
    at = frame.title.right - 2 * scale.finger - scale.margin
    arrows = (
        Button(Leaf(steps), Rect(at + k * (scale.finger + scale.margin), frame.title.y, scale.finger, scale.finger),
               keys=KEYS[steps], main=steps > 0)
        for k, steps in enumerate((-1, 1))
    )  # fmt: skip
    return lay_page(scale, words, *arrows)


def paint(pen: Pen, laid: PageLayout, view: StatisticsView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The leaf that lies open."""
    title = laid.title.copy()
    if len(laid.buttons) > 1:
        title.w = laid.buttons[1].rect.x - title.x - pen.scale.margin
    draw_page(pen, PageLayout(laid.scale, title, laid.body, laid.buttons), _title(view, words), touch)
    for button in laid.buttons[1:]:
        draw_plate(pen, button.rect, button.choice, touch)
        sign = "before" if button.choice == Leaf(-1) else "after"
        pen.middle(icons.icon(sign, round(button.rect.h * 0.5)), button.rect.center)
    body = laid.body
    if view.counted < view.total:
        row, body = cut_bottom(body, round(pen.scale.text * 1.4), pen.scale.margin)
        pen.words(words.say(COUNTING).format(counted=view.counted, total=view.total), row, AMBER, share=0.0)
    match view.shown:
        case GameFigures() as game:
            _draw_game(pen, body, game, words)
        case DiceFigures() as dice:
            _draw_dice(pen, body, dice, words)
        case None:
            pen.words(words.say(NONE_YET), body, DIM, align="centre", share=0.1)


def _title(view: StatisticsView, words: Words) -> str:
    match view.shown:
        case GameFigures(title):
            return title
        case DiceFigures(colour):
            one, every = (DEMO_DICE, ALL_DEMO_DICE) if view.shown.simulated else (DICE, ALL_DICE)
            known = words.say(DICE_COLOURS[colour]) if colour in DICE_COLOURS else ""
            return words.say(one).format(colour=known) if known else words.say(every)
        case None:
            return words.say("Statistics")


def _draw_game(pen: Pen, body: Rect, game: GameFigures, words: Words) -> None:
    """Large numbers above, a bar a player below, the first turns in a sentence."""
    _ = words.say
    turns = f"{game.turns:.1f}" if game.turns is not None else "–"
    tiles = ((_(GAMES), f"{game.games:,}"), (_(TURNS), turns), (_(KILLS), f"{game.kills:,}"))
    top, body = cut_top(body, round(body.h * (0.16 if pen.scale.portrait else 0.24)), pen.scale.margin)
    for room, (label, number) in zip(columns(top, len(tiles), pen.scale.margin), tiles, strict=True):
        pen.panel(room, PANEL_HIGH, EDGE)
        above, below = cut_top(room.inflate(-2 * pen.scale.margin, -pen.scale.margin), round(room.h * 0.54), 0)
        pen.words(number, above, CREAM, "ExtraBold", "centre", share=1.0)
        pen.words(label, below, DIM, align="centre", share=0.8)
    if game.first_turns:
        row, body = cut_bottom(body, round(pen.scale.text * (5.4 if pen.scale.portrait else 3.4)), pen.scale.margin)
        _draw_first_turns(pen, row, first_turns(game.first_turns, game.first_turn_wins, _))
    least = round(pen.scale.text * (3.2 if pen.scale.portrait else 1.7))
    most = max(1, min(MOST_PLAYERS, (body.h + pen.scale.margin) // (least + pen.scale.margin)))
    shown = game.players[:most]
    for row, player in zip(grid(body, max(3, len(shown)), 1, pen.scale.margin), shown, strict=False):
        _draw_player(pen, row, player, words)


def _draw_first_turns(pen: Pen, row: Rect, told: str) -> None:
    """The full straight of a first roll, and how often it came."""
    pen.panel(row, blend(TABLE, PANEL, 0.5), EDGE)
    inside = row.inflate(-2 * pen.scale.margin, -pen.scale.margin)
    if pen.scale.portrait:
        dice, sentence = cut_top(inside, round(pen.scale.text * 1.3), 0)
    else:
        dice, sentence = cut_left(inside, round(inside.w * 0.3), 2 * pen.scale.margin)
    side = round(min(dice.h * 0.8, dice.w / 6.9))
    for place, face in enumerate(range(1, FACES + 1)):
        pen.middle(draw.die(face, side, "grey"), (dice.x + side * (1.14 * place + 0.5), dice.centery))
    pen.words(told, sentence, CREAM, share=0.5, lines=3 if pen.scale.portrait else 2)


def _draw_player(pen: Pen, row: Rect, player: PlayerFigures, words: Words) -> None:
    """Name, a bar of games won, and kills."""
    look, pad = seat_look(player.colour), pen.scale.margin
    pen.panel(row, PANEL, None)
    inside = row.inflate(-2 * pad, -pad)
    if pen.scale.portrait:
        upper, inside = cut_top(inside, inside.h // 2, 0)
        name, kills = cut_left(upper, round(upper.w * 0.66), pad)
        bar = inside
    else:
        name, rest = cut_left(inside, round(inside.w * 0.3), pad)
        bar, kills = cut_left(rest, round(rest.w * 0.72), pad)
    side = round(min(name.h * 0.7, pen.scale.text * 1.8))
    pen.middle(draw.seat_shape(look.shape, side, look.bright), (name.x + side / 2, name.centery))
    label = Rect(name.x + round(side * 1.3), name.y, name.w - round(side * 1.3), name.h)
    pen.words(words.name(player.name), label, CREAM, "ExtraBold", share=0.55)
    record = words.count("{n} kill", "{n} kills", player.kills).format(n=player.kills)
    pen.words(record, kills, CREAM, align="right", share=0.5)
    thick = round(min(max(pen.scale.text * 1.3, bar.h * 0.6), pen.scale.text * 2.2))
    track = Rect(bar.x, bar.centery - thick // 2, bar.w, thick)
    pygame.draw.rect(pen.surface, TABLE, track, border_radius=track.h // 4)
    won = Rect(track.x, track.y, round(track.w * min(1.0, player.wins / max(1, player.games))), track.h)
    pygame.draw.rect(pen.surface, blend(TABLE, look.body, 0.62), won, border_radius=track.h // 4)
    told = words.say(WINS).format(wins=player.wins, games=player.games)
    pen.words(told, track.inflate(-2 * pad, 0), CREAM, "ExtraBold", share=0.84)


def _draw_dice(pen: Pen, body: Rect, dice: DiceFigures, words: Words) -> None:
    """A bar a face, the range that chance would give, and what that means in words."""
    lines = 4 if pen.scale.portrait else 2
    verdict, chart = cut_bottom(body, round(pen.scale.text * 1.25 * lines), pen.scale.margin)
    between = " " if words.lang == "en" else ""  # the full stop of Chinese and Japanese brings its own
    told = between.join(dice_verdict(dice.fairness, words.say))
    pen.words(told, verdict, CREAM, share=0.0, lines=lines)
    if dice.fairness.verdict != "too few":
        legend, chart = cut_top(chart, round(pen.scale.text * 1.3), pen.scale.margin)
        pen.words(words.say(BAND), legend, DIM, share=0.0)
    _draw_faces(pen, chart, dice.fairness, dice.colour)


def _draw_faces(pen: Pen, chart: Rect, found: Fairness, colour: str) -> None:
    low, high = usual_range(found.dice, 1 / FACES)
    tallest = max(*found.counts, high, 1)
    side = round(min(chart.h * 0.16, chart.w / FACES * 0.5))
    feet, room = cut_bottom(chart, side, pen.scale.margin)

    def height(count: float) -> int:
        return round(room.h * count / tallest)

    look = seat_look(colour)
    for face, cell in enumerate(columns(room, FACES, 2 * pen.scale.margin), start=1):
        count = found.counts[face - 1]
        bar = Rect(cell.x, cell.bottom - height(count), cell.w, height(count))
        pygame.draw.rect(pen.surface, look.body, bar, border_radius=pen.scale.radius // 2)
        number = Rect(cell.x, cell.bottom - round(pen.scale.text * 1.5), cell.w, round(pen.scale.text * 1.2))
        inside = bar.h > pen.scale.text * 1.6
        pen.words(f"{count:,}", number, look.ink if inside else CREAM, "ExtraBold", "centre", share=0.0)
        pen.middle(draw.die(face, side, colour), (cell.centerx, feet.centery))
    if found.verdict == "too few":
        return
    band = Rect(room.x, room.bottom - height(high), room.w, height(high) - height(low))
    shade = pygame.Surface((band.w, max(1, band.h)), pygame.SRCALPHA)
    shade.fill((*CREAM, 60))
    pen.surface.blit(shade, band)
    expected = room.bottom - height(found.dice / FACES)
    pygame.draw.line(pen.surface, CREAM, (room.x, expected), (room.right, expected), 2)
