"""Who plays the next game, and which: a row a seat, the games beside it."""

import pygame
from pygame import Rect

from ui import draw, icons
from ui.pages import PlayersView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, cut_bottom, cut_left, cut_top, draw_button, draw_page, draw_plate, grid, lay_page
from ui.theme import CREAM, DIM, Scale, seat_look
from ui.view import NewGame, Open, Put
from ui.words import Words

PLAY, JOIN, OPTIONS = N_("Play"), N_("One more player"), N_("Options")
OPTIONS_SHARE = 0.4
"""Of the row with "play", where there is something to agree on before it."""
SEATS_SHARE = 0.56
"""Of a lying window's width; the games have the rest."""
ROWS_ABOVE, GAMES_BELOW, GAMES_SHARE = 4, 3, 0.62
"""Where many sit at the table: rows of seats, games beside each other below them, the games' share of the width."""
FEWEST = 2
MOST_ROWS = 4
"""More games than this lie in two columns, with longer names in two lines."""


LEAST_EMBLEM, NAME_LINES = 0.55, 2.4
"""Smaller dice than so many times the smallest text are no picture; so many a name in two lines needs, upright too."""
EMBLEMS: dict[str, tuple[tuple[int, str], ...]] = {
    "run-buster": tuple((face, "red") for face in range(1, 7)),
    "niu-niu-ten": ((1, "red"), (3, "red"), (6, "red"), (4, "white"), (6, "white")),
    "niu-niu-six": ((2, "blue"), (2, "blue"), (2, "blue"), (3, "white"), (3, "white")),
    "liars-dice": ((1, "white"), (0, "red"), (0, "blue"), (0, "green")),
    "perudo": ((1, "yellow"), (0, "purple"), (0, "green"), (0, "yellow")),
    "tally-up": ((1, "red"), (2, "yellow"), (3, "green"), (4, "blue"), (5, "purple"), (6, "white")),
}
"""The dice that stand for a game; one that is not here has its name alone."""


def lay(view: PlayersView, scale: Scale, words: Words) -> PageLayout:
    """Each seat's colour, name and way out; below them one more; beside them the games and "play"."""
    frame, gap = lay_page(scale, words), scale.margin
    seats, games, play, across = _share(frame.body, view, scale)
    close = max(4, gap // 2)
    lines = grid(seats, view.most, across, gap if seats.h >= _seats_h(view, scale, across, gap) else close)
    buttons = [
        button for place, line in enumerate(lines[: len(view.names)]) for button in _seat(view, place, line, scale)
    ]
    if len(view.names) < view.most:
        buttons.append(
            Button(Put("join"), lines[len(view.names)], words.say(JOIN), keys=(pygame.K_PLUS, pygame.K_KP_PLUS))
        )
    cells = grid(games, len(view.games), _across(view, scale) if across == 1 else GAMES_BELOW, gap)
    for (key, title), cell in zip(view.games, cells, strict=True):
        buttons.append(Button(Put("game", key), cell, words.say(title)))
    if view.options:
        if play.h >= 2 * scale.finger + gap:
            options, play = cut_top(play, round(play.h * OPTIONS_SHARE), gap)
        else:
            options, play = cut_left(play, round(play.w * OPTIONS_SHARE), gap)
        buttons.append(Button(Open("agree"), options, words.say(OPTIONS), keys=(pygame.K_o,)))
    buttons.append(Button(NewGame(), play, words.say(PLAY), keys=(pygame.K_n,), main=True))
    return lay_page(scale, words, *buttons)


def _share(body: Rect, view: PlayersView, scale: Scale) -> tuple[Rect, Rect, Rect, int]:
    """Room for the seats, the games and "play", and how many seats lie beside each other."""
    gap, finger = scale.margin, scale.finger
    if scale.portrait:
        play, room = cut_bottom(body, round(finger * 1.3), gap)
        games, seats = cut_bottom(room, _games_h(view, scale), gap)
        if seats.h < (least := _seats_h(view, scale, 1, max(4, gap // 2))):
            play, room = cut_bottom(body, finger, gap)
            seats, games = cut_top(room, min(least, room.h - _games_h(view, scale, 1.0) - gap), gap)
        return seats, games, play, 1
    if _seats_h(view, scale, 1, gap) <= body.h:
        seats, right = cut_left(body, round(body.w * SEATS_SHARE), gap)
        play, games = cut_bottom(right, round(finger * 1.5), gap)
        return seats, Rect(games.x, games.y, games.w, min(games.h, _games_h(view, scale))), play, 1
    # So many seats, one above the other, would be too low for fingers: they lie side by side, and all else below them.
    across = 2 if view.most <= 2 * ROWS_ABOVE else 3
    seats, below = cut_top(body, _seats_h(view, scale, across, gap), gap)
    games, play = cut_left(below, round(below.w * GAMES_SHARE), gap)
    return seats, games, play, across


def _across(view: PlayersView, scale: Scale) -> int:
    return 2 if len(view.games) > (1 if scale.portrait else MOST_ROWS) else 1


def _seats_h(view: PlayersView, scale: Scale, across: int, gap: int) -> int:
    """What the seats need, so many of them beside each other, for a finger to find each."""
    return -(-view.most // across) * (scale.finger + gap) - gap


def _games_h(view: PlayersView, scale: Scale, fingers: float = 0.0) -> int:
    """What the games take, each as many `fingers` high; 0 for as many as look well."""
    down = -(-len(view.games) // _across(view, scale))
    fingers = fingers or ((2.0 if _across(view, scale) > 1 else 1.25) if scale.portrait else 1.6)
    high = round(scale.finger * fingers)
    return down * (high + scale.margin) - scale.margin


def _seat(view: PlayersView, place: int, line: Rect, scale: Scale) -> list[Button]:
    """Colour, name, and a way out where enough stay."""
    side = max(scale.finger, min(line.h, scale.finger * 2))
    colour, rest = cut_left(line, side, scale.margin // 2)
    found = [Button(Put("colour", str(place)), colour)]
    if len(view.names) > FEWEST:
        away = Rect(rest.right - side, line.y, side, line.h)
        rest = Rect(rest.x, rest.y, away.x - scale.margin // 2 - rest.x, rest.h)
        return [*found, Button(Put("name", str(place)), rest), Button(Put("leave", str(place)), away)]
    return [*found, Button(Put("name", str(place)), rest)]


def paint(pen: Pen, laid: PageLayout, view: PlayersView, words: Words, *, now_s: float, touch: Touch) -> None:
    """Cups in the seats' colours, names to write over, the games; the one that is chosen is lit."""
    draw_page(pen, laid, words.say("Game and players"), touch)
    for button in laid.buttons[1:]:
        match button.choice:
            case Put("colour", place):
                _colour(pen, button, view.colours[int(place)], touch)
            case Put("name", place):
                _name(pen, button, words.name(view.names[int(place)]), touch)
            case Put("leave"):
                draw_plate(pen, button.rect, button.choice, touch)
                pen.middle(icons.icon("minus", round(pen.scale.finger * 0.42), DIM), button.rect.center)
            case Put("join"):
                _join(pen, button, touch)
            case Put("game", key):
                _game(pen, button, key, touch, lit=key == view.game)
            case _:
                draw_button(pen, button, touch, main=button.main)


def _game(pen: Pen, button: Button, key: str, touch: Touch, *, lit: bool) -> None:
    """A game by its name above the dice that tell it from the others, where there is room for them."""
    draw_plate(pen, button.rect, button.choice, touch, lit=lit)
    inside = button.rect.inflate(-2 * pen.scale.margin, -pen.scale.margin)
    faces = EMBLEMS.get(key, ())
    side = min(round(inside.h * (0.2 if pen.scale.portrait else 0.3)), round(inside.w / (1.14 * max(1, len(faces)))))
    two_lines = not pen.scale.portrait or inside.h - round(side * 1.2) > pen.scale.text * NAME_LINES
    if faces and side >= pen.scale.text * LEAST_EMBLEM and two_lines:
        left = inside.centerx - 1.14 * side * len(faces) / 2
        for place, (face, colour) in enumerate(faces):
            pen.middle(draw.die(face, side, colour), (left + 1.14 * side * (place + 0.5), inside.bottom - side * 0.6))
        inside = Rect(inside.x, inside.y, inside.w, inside.h - round(side * 1.2))
    lines = 2 if inside.h > pen.scale.text * NAME_LINES else 1
    pen.words(button.words, inside, CREAM, "ExtraBold", "centre", share=0.5, lines=lines)


def _colour(pen: Pen, button: Button, colour: str, touch: Touch) -> None:
    look = seat_look(colour)
    draw_plate(pen, button.rect, button.choice, touch)
    side = round(min(button.rect.size) * 0.86)
    pen.middle(draw.cup(side, look.body), button.rect.center)
    pen.middle(
        draw.seat_shape(look.shape, round(side * 0.36), look.ink),
        (button.rect.centerx, button.rect.centery + side * 0.12),
    )


def _name(pen: Pen, button: Button, name: str, touch: Touch) -> None:
    draw_plate(pen, button.rect, button.choice, touch)
    side = round(pen.scale.finger * 0.36)
    pen.middle(icons.icon("pen", side, DIM), (button.rect.right - side, button.rect.centery))
    room = button.rect.inflate(-2 * pen.scale.margin - 2 * side, 0)
    room.x = button.rect.x + 2 * pen.scale.margin
    pen.words(name, room, CREAM, "ExtraBold", share=0.6)


def _join(pen: Pen, button: Button, touch: Touch) -> None:
    draw_plate(pen, button.rect, button.choice, touch)
    side = round(pen.scale.finger * 0.4)
    pen.middle(icons.icon("plus", side, DIM), (button.rect.x + side * 1.2, button.rect.centery))
    room = button.rect.inflate(-2 * pen.scale.margin, 0)
    room.x, room.w = button.rect.x + side * 2 + pen.scale.margin, button.rect.w - side * 2 - 2 * pen.scale.margin
    pen.words(button.words, room, DIM, "ExtraBold", share=0.5)
