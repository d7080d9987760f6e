"""The bar of chances and the coach: what is shown, and that it moves from what was to what is."""

from dataclasses import replace

import pygame
import pytest

from ui.gallery import NOW_S, examples, table
from ui.scenes.chances import MOVES_S, percent, shown
from ui.theme import SEAT_LOOKS
from ui.view import Odds

BAR = Odds((0.75, 0.25), (0.25, 0.75), NOW_S)


def said(screen):
    return [placed.words for placed in screen.placed]


def test_the_bar_stands_where_the_chance_is(screen):
    screen.draw(table(2, odds=Odds((0.75, 0.25))), NOW_S)
    bar, surface = screen.laid.chances, pygame.display.get_surface()
    red, blue = SEAT_LOOKS["red"].body, SEAT_LOOKS["blue"].body

    def at(share):
        colour = surface.get_at((bar.x + round(bar.w * share), bar.centery))[:3]
        return min((red, blue), key=lambda seat: sum(abs(a - b) for a, b in zip(seat, colour, strict=True)))

    assert [at(share) for share in (0.3, 0.72, 0.78)] == [red, red, blue]
    assert {"75 %", "25 %"} <= set(said(screen))


def test_it_moves_from_what_was_to_what_is():
    assert shown(BAR, NOW_S) == 0.25
    assert 0.25 < shown(BAR, NOW_S + MOVES_S / 2) < 0.75
    assert shown(BAR, NOW_S + MOVES_S) == shown(replace(BAR, before=()), NOW_S) == 0.75


def test_nobody_sees_it_who_did_not_ask(screen):
    screen.draw(table(2), NOW_S)
    assert screen.laid.chances.h == 0
    assert not any("%" in words for words in said(screen))


def test_the_coach_tells_what_each_hand_gives(screen):
    view = examples()["coach"]
    screen.draw(view, NOW_S)
    for button, worth in zip(screen.laid.hands, view.odds.worth, strict=True):
        assert button.rect.contains(button.worth)
        told = [placed for placed in screen.placed if button.worth.contains(placed.rect)]
        assert [placed.words for placed in told] == [percent(worth)]


def test_where_there_are_none_it_is_said(screen):
    screen.draw(table(3, no_odds=True), NOW_S)
    assert "No exact odds for this table." in said(screen)


@pytest.mark.parametrize(("chance", "told"), [(0.0, "0 %"), (0.001, "1 %"), (0.999, "99 %"), (1.0, "100 %")])
def test_only_what_is_certain_is_called_so(chance, told):
    assert percent(chance) == told
