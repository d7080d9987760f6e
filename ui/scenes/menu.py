"""The menu: large tiles, one for each place to go from the table."""

import pygame
from pygame import Rect

from ui import icons
from ui.pages import MenuView
from ui.pen import Pen
from ui.phrases import N_
from ui.press import Button, Touch
from ui.scenes.page import PageLayout, draw_key, draw_page, draw_plate, grid, lay_page, one_size_px
from ui.text import LINE_SHARE
from ui.theme import CREAM, Scale
from ui.view import Open
from ui.words import Words

TITLES: dict[str, str] = {
    "help": N_("Rules"),
    "show-me": N_("What I saw"),
    "statistics": N_("Statistics"),
    "history": N_("Games so far"),
    "setup": N_("Camera"),
    "settings": N_("Settings"),
    "about": N_("About"),
    "quit": N_("Quit"),
    "replay": N_("Replay"),
    "graph": N_("Graph"),
    "players": N_("Game, players"),
}
"""What a page is called on its tile; one that has no title shows its own name."""
ACROSS, ACROSS_UPRIGHT = 5, 2
REALLY = N_("Really quit?")
"""The tile for leaving says so where a game is on, until it is pressed again."""
QUIT_NUMBER = 9
"""Of the tile for leaving, however many there are before it."""
KEYS = {"quit": (pygame.K_q, pygame.K_9, pygame.K_KP9), "help": (pygame.K_h, pygame.K_F1), "show-me": (pygame.K_s,)}


def lay(view: MenuView, scale: Scale, words: Words) -> PageLayout:
    """A tile a page, in reading order."""
    frame = lay_page(scale, words)
    across = ACROSS_UPRIGHT if scale.portrait else min(ACROSS, -(-len(view.pages) // 2))
    cells = grid(frame.body, len(view.pages), across, scale.margin)
    tiles = (
        Button(Open(page), cell, words.say(_title(page, view)), keys=KEYS.get(page, ()), answer=page != "quit")
        for page, cell in zip(view.pages, cells, strict=True)
    )
    return lay_page(scale, words, *tiles)


def _title(page: str, view: MenuView) -> str:
    return REALLY if page == "quit" and view.asks else TITLES.get(page, page)


def paint(pen: Pen, laid: PageLayout, view: MenuView, words: Words, *, now_s: float, touch: Touch) -> None:
    """The tiles, each with its picture."""
    draw_page(pen, laid, words.say("Menu"), touch)
    labels = [_label(tile.rect, pen.scale) for tile in laid.buttons[1:]]
    size_px = one_size_px(
        pen, [(tile.words, label) for tile, label in zip(laid.buttons[1:], labels, strict=True)], 0.62
    )
    share = (size_px + 0.5) * LINE_SHARE / labels[0].h if size_px else 0.62
    for number, (page, tile) in enumerate(zip(view.pages, laid.buttons[1:], strict=True), start=1):
        draw_plate(pen, tile.rect, tile.choice, touch)
        draw_key(pen, tile.rect, str(QUIT_NUMBER if page == "quit" else number))
        side = round(min(tile.rect.h * 0.42, tile.rect.w * 0.5))
        pen.middle(icons.icon(page, side), (tile.rect.centerx, tile.rect.y + tile.rect.h * 0.38))
        pen.words(tile.words, _label(tile.rect, pen.scale), CREAM, "ExtraBold", "centre", share=share)


def _label(tile: Rect, scale: Scale) -> Rect:
    """Room for a tile's name, under its picture."""
    return Rect(tile.x + scale.margin, tile.y + round(tile.h * 0.66), tile.w - 2 * scale.margin, round(tile.h * 0.28))
