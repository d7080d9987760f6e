"""The start scene: what it says, where it stands, and what a tap or a key on it means."""

import itertools
from dataclasses import replace
from datetime import datetime

import numpy as np
import pygame
import pytest

from ui.gallery import NOW_S, SIZES, starts, table
from ui.language import LANGUAGES
from ui.screen import Screen
from ui.start_layout import start_layout_of
from ui.theme import Scale
from ui.view import GoOn, NewGame, Open, Put, Quit
from ui.words import Words

START = starts()["start"]


def key(code):
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))


def click(at):
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=False))


@pytest.fixture
def shown(screen):
    screen.draw(START, NOW_S)
    screen.choices()
    return screen


@pytest.mark.parametrize("size", [*SIZES, (320, 240), (500, 500)])
@pytest.mark.parametrize("view", starts().values(), ids=starts())
def test_parts_lie_in_the_window_and_never_on_each_other(size, view):
    layout = start_layout_of(view, Scale(*size), Words())
    window, buttons = pygame.Rect(0, 0, *size), [button.rect for button in layout.buttons if button.rect.w]
    for one, other in itertools.combinations((layout.head, layout.title, *buttons), 2):
        assert not one.colliderect(other)
    inside = (layout.asked, layout.begun, *layout.seats, layout.due)
    for one, other in itertools.combinations(inside, 2):
        assert not one.colliderect(other)
    assert all(layout.main.contains(rect) for rect in inside)
    assert all(window.contains(rect) for rect in (layout.head, layout.title, *buttons))
    assert layout.main.w * layout.main.h > 2 * layout.new.w * layout.new.h
    assert all(rect.h >= min(size) / 9.5 for rect in buttons)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_or_leaves_its_box(size, lang):
    with Screen(size, lang) as screen:
        for name, view in starts().items():
            screen.draw(view, NOW_S)
            for placed in screen.placed:
                where = (name, placed.words)
                assert not placed.cut, where
                assert placed.size_px >= size[1] / 30, where
                assert placed.box.inflate(2, 2).contains(placed.rect), where
            assert screen.words.credit(view) in {placed.words for placed in screen.placed}


def test_it_says_what_goes_on_and_who_made_the_game(shown):
    said = {placed.words for placed in shown.placed}
    offered = {"Go on", "The game of today, 20:11", "Red to roll", "New game", "Game, players", "Menu"}
    assert offered | {"Red", "Blue"} <= said
    assert "Run Buster, designed by Mark Steere" in said


@pytest.mark.parametrize(
    ("begun", "said"),
    [
        (datetime(2026, 11, 29, 0, 5), "The game of today, 00:05"),
        (datetime(2026, 11, 28, 23, 59), "The game of yesterday, 23:59"),
        (datetime(2026, 11, 1, 9, 0), "The game of 1 November, 09:00"),
        (datetime(2025, 11, 29, 9, 0), "The game of 29 November 2025"),
        (datetime(2026, 11, 30, 9, 0), "The game of 30 November 2026"),  # a clock was wrong
    ],
)
def test_when_it_began(begun, said):
    assert Words().begun(replace(START, begun=begun)) == said


def test_what_is_due_is_drawn_as_dice():
    said = Words("zh-Hans").due(starts()["start-keep"])
    assert [ord(c) % 16 for c in said if "\ue000" <= c <= "\ue0ff"] == [1, 4, 4, 5]
    assert said.startswith("蓝方")


@pytest.mark.parametrize("choice", [GoOn(), NewGame(), Open("players"), Put("language", "zh-Hans"), Open("menu")])
def test_clicks(shown, choice):
    click(shown.rect_of(choice).center)
    assert shown.choices() == [choice]


@pytest.mark.parametrize(
    ("code", "choice"),
    [
        (pygame.K_RETURN, GoOn()), (pygame.K_KP_ENTER, GoOn()), (pygame.K_SPACE, GoOn()), (pygame.K_1, GoOn()),
        (pygame.K_KP1, GoOn()), (pygame.K_2, NewGame()), (pygame.K_n, NewGame()), (pygame.K_ESCAPE, Quit()),
    ],
)  # fmt: skip
def test_keys(shown, code, choice):
    key(code)
    assert shown.choices() == [choice]


def test_keys_of_the_table_mean_nothing_yet_and_those_of_the_start_nothing_later(shown):
    for code in (pygame.K_u, pygame.K_BACKSPACE, pygame.K_3):
        key(code)
    click(shown.laid.title.center)
    assert shown.choices() == []
    shown.draw(table(2), NOW_S)
    for code in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_1):
        key(code)
    assert shown.choices() == []


def test_a_press_shows_before_it_counts(shown):
    at = shown.rect_of(NewGame()).move(12, 0).midleft
    before = pygame.display.get_surface().get_at(at)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
    assert shown.choices() == []
    shown.draw(START, NOW_S)
    assert pygame.display.get_surface().get_at(at) != before


def test_the_same_view_at_the_same_time_is_the_same_picture(shown):
    def picture():
        return pygame.surfarray.array3d(pygame.display.get_surface())

    first = picture()
    shown.draw(table(2), NOW_S)
    assert not np.array_equal(first, picture())
    shown.draw(START, NOW_S)
    assert np.array_equal(first, picture())


def test_the_end_of_a_film_is_no_fault_of_a_camera(screen):
    for frame in (table(2).frame, None):
        screen.draw(table(2, film_ended=True, frame=frame), NOW_S)
        said = {placed.words for placed in screen.placed}
        assert "There are no more pictures." in said
        assert "The camera is gone" not in said
