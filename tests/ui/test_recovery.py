"""The recovery screen: every word of every language finds room on every screen."""

import pygame
import pytest

from ui.language import LANGUAGES
from ui.pen import Pen
from ui.recovery import RecoveryView, draw_recovery
from ui.screen import Screen
from ui.theme import Scale

WHY = "cannot write to the data folder /var/lib/croupier (Read-only file system); give another with --data DIR"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(1024, 600), (800, 480), (1920, 1080), (480, 800)])
@pytest.mark.parametrize("games", [12, None])
def test_nothing_is_cut_and_the_button_is_large_enough(monkeypatch, lang, size, games):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Screen(size, lang) as screen:
        pen = Pen(pygame.display.get_surface(), Scale(*screen.size), screen.words.lang)
        button = draw_recovery(pen, RecoveryView(WHY, games, 120), screen.words)
        assert [placed.words for placed in pen.placed if placed.cut] == []
        assert len(pen.placed) == 7
        assert min(button.size) >= pen.scale.finger
        assert pen.surface.get_rect().contains(button)
