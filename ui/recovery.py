"""The screen of a table that could not be opened: what failed, what is safe, and one button."""

from dataclasses import dataclass

import pygame

from ui.pen import Pen
from ui.phrases import N_
from ui.theme import ALARM, AMBER, CREAM, DIM, EDGE, INK, PANEL, TABLE
from ui.words import Words

TITLE = N_("The table could not be opened")
FAILED = N_("It was tried several times. The last time, this was wrong:")
SAFE = N_("Nothing was deleted. Games that are safe in the journal: {count}")
UNKNOWN = N_("Nothing was deleted. The journal could not be looked at.")
HELP = N_("Look at the cables, then try again. At a keyboard, “croupier doctor” names what is wrong and what mends it.")
AGAIN = N_("Try again")
BY_ITSELF = N_("It is tried again by itself in {seconds} s.")


LYING, UPRIGHT = (15, 8, 22, 9, 18, 18, 8), (10, 12, 24, 12, 28, 12, 8)
"""How the rows share the height of a screen."""


@dataclass(frozen=True, slots=True)
class RecoveryView:
    """All that is shown."""

    why: str
    """What the last start said, in one sentence."""
    games: int | None
    """How many games are in the journal; None where that cannot be known."""
    seconds: int
    """Until it is tried again by itself."""


def draw_recovery(pen: Pen, view: RecoveryView, words: Words) -> pygame.Rect:
    """Draws the whole screen, and gives where the button lies."""
    pen.surface.fill(TABLE)
    room = pygame.Rect(0, 0, pen.scale.width, pen.scale.height)
    page = room.inflate(-room.w // 8, -room.h // 10)
    title, failed, why, safe, helps, button, itself = _rows(page, UPRIGHT if pen.scale.portrait else LYING)
    pen.words(words.say(TITLE), title, ALARM, "ExtraBold", share=0.8)
    pen.words(words.say(FAILED), failed, DIM, lines=2, share=0.7)
    pen.panel(why, PANEL, EDGE)
    pen.words(view.why, why.inflate(-pen.scale.text, -pen.scale.text // 2), CREAM, lines=3, share=0.3)
    sure = words.say(UNKNOWN) if view.games is None else words.say(SAFE).format(count=view.games)
    pen.words(sure, safe, AMBER, "SemiBold", lines=2, share=0.7)
    pen.words(words.say(HELP), helps, CREAM, lines=4, share=0.4)
    again = button.inflate(-button.w // 2, -button.h // 8)
    pen.panel(again, AMBER, AMBER)
    pen.words(words.say(AGAIN), again, INK, "ExtraBold", "centre", share=0.6)
    pen.words(words.say(BY_ITSELF).format(seconds=view.seconds), itself, DIM, align="centre", share=0.7)
    return again


def _rows(page: pygame.Rect, shares: tuple[int, ...]) -> list[pygame.Rect]:
    """Rows of the page from top to bottom, in these shares of its height, with a little air between them."""
    rows, top = [], float(page.y)
    for share in shares:
        height = page.h * share / sum(shares)
        rows.append(pygame.Rect(page.x, round(top), page.w, round(height * 0.9)))
        top += height
    return rows
