"""Fingers, mouse and keys mean what people expect."""

import pygame
import pytest

from ui.gallery import examples, table
from ui.view import AskDie, ChooseHand, NewGame, Open, Quit, Undo

KEEP = examples()["keep"]


def post(kind, **facts):
    pygame.event.post(pygame.event.Event(kind, **facts))


def key(code):
    post(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)


def click(at, button=1):
    post(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)


@pytest.fixture
def shown(screen):
    screen.draw(KEEP, 100.0)
    screen.choices()
    return screen


@pytest.mark.parametrize(
    ("code", "choice"),
    [
        (pygame.K_u, Undo()),
        (pygame.K_BACKSPACE, Undo()),
        (pygame.K_n, NewGame()),
        (pygame.K_q, Quit()),
        (pygame.K_ESCAPE, Open("menu")),
        (pygame.K_F1, Open("help")),
        (pygame.K_1, ChooseHand((3, 4, 5))),
        (pygame.K_KP3, ChooseHand((4, 5, 6))),
    ],
)
def test_keys(shown, code, choice):
    key(code)
    assert shown.choices() == [choice]


def test_a_number_without_a_hand_means_nothing(shown):
    key(pygame.K_4)
    assert shown.choices() == []


def test_numbers_mean_nothing_while_a_roll_is_awaited(screen):
    screen.draw(table(2, awaits="roll", options=KEEP.options), 100.0)
    key(pygame.K_1)
    assert screen.choices() == []


@pytest.mark.parametrize("choice", [Undo(), NewGame(), Open("menu"), AskDie(1)])
def test_clicks_on_what_can_be_pressed(shown, choice):
    click(shown.rect_of(choice).center)
    assert shown.choices() == [choice]


def test_a_click_on_a_hand_chooses_it(shown):
    for hand in KEEP.options:
        click(shown.rect_of(ChooseHand(hand)).center)
    assert shown.choices() == [ChooseHand(hand) for hand in KEEP.options]


def test_a_finger_chooses_once_though_sdl_also_tells_it_as_a_mouse(shown):
    choice = ChooseHand(KEEP.options[1])
    rect = shown.rect_of(choice)
    x, y = rect.centerx / shown.size[0], rect.centery / shown.size[1]
    post(pygame.FINGERDOWN, x=x, y=y, touch_id=1, finger_id=1, dx=0.0, dy=0.0)
    post(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1, touch=True)
    post(pygame.FINGERUP, x=x, y=y, touch_id=1, finger_id=1, dx=0.0, dy=0.0)
    post(pygame.MOUSEBUTTONUP, pos=rect.center, button=1, touch=True)
    assert shown.choices() == [choice]


def test_a_finger_that_slides_off_changes_its_mind(shown):
    post(pygame.MOUSEBUTTONDOWN, pos=shown.rect_of(NewGame()).center, button=1, touch=False)
    post(pygame.MOUSEBUTTONUP, pos=shown.rect_of(Undo()).center, button=1, touch=False)
    assert shown.choices() == []


def test_a_press_shows_before_it_counts(shown):
    rect = shown.rect_of(Undo())
    before = pygame.display.get_surface().get_at((rect.x + 12, rect.centery))
    post(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1, touch=False)
    assert shown.choices() == []
    shown.draw(KEEP, 100.0)
    assert pygame.display.get_surface().get_at((rect.x + 12, rect.centery)) != before


def test_other_mouse_buttons_and_empty_places_mean_nothing(shown):
    click(shown.rect_of(Undo()).center, button=3)
    click(shown.laid.news.center)
    assert shown.choices() == []


def test_closing_the_window_is_quit(shown):
    post(pygame.QUIT)
    assert shown.choices() == [Quit()]


def test_before_anything_was_drawn_only_closing_counts(screen):
    click((10, 10))
    key(pygame.K_q)
    post(pygame.QUIT)
    assert screen.choices() == [Quit()]


def test_f11_goes_to_the_full_screen_and_back(shown):
    flags = []
    for _ in range(2):
        key(pygame.K_F11)
        assert shown.choices() == []
        flags.append(bool(pygame.display.get_surface().get_flags() & pygame.FULLSCREEN))
        shown.draw(KEEP, 100.0)
    assert flags == [True, False]
