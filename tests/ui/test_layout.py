"""Everything has its place at every size: inside the window, beside the others, large enough for a finger."""

import itertools
from dataclasses import replace

import pytest

from rules.game import Say
from ui.gallery import EVERY_HAND, SIZES, table
from ui.gallery_pages import tables
from ui.layout import layout_of
from ui.view import Speak

HANDS = {"none": (), "seven": EVERY_HAND[:7], "fifteen": EVERY_HAND[:15], "every": EVERY_HAND}
LAMPS = {"seat red": True, "kill": False}


def views():
    for seats, hands, full in itertools.product((2, 3, 4, 5, 6), HANDS, (False, True)):
        plain = table(seats, awaits="keep" if HANDS[hands] else "roll", options=HANDS[hands])
        extra = {"saved": False, "lamps": LAMPS, "roll": (1, 2, 3, 4, 5, 6), "question": "which-hand"}
        yield replace(plain, **extra) if full else plain


@pytest.mark.parametrize("size", SIZES)
def test_parts_lie_in_the_window_and_never_on_each_other(size):
    for view in views():
        parts = [(name, rect) for name, rect in layout_of(view, size).parts() if rect.w and rect.h]
        for name, rect in parts:
            assert rect.left >= 0 and rect.top >= 0 and rect.right <= size[0] and rect.bottom <= size[1], name
        for (one, a), (other, b) in itertools.combinations(parts, 2):
            assert not a.colliderect(b), (one, other, len(view.seats), len(view.options))


@pytest.mark.parametrize("size", SIZES)
def test_every_legal_hand_has_a_button_a_finger_can_hit(size):
    for view in views():
        layout = layout_of(view, size)
        assert tuple(button.hand for button in layout.hands) == view.options
        for button in layout.hands:
            assert layout.card.contains(button.rect)
            assert button.rect.h >= min(size) / 9.5
        for one, other in itertools.combinations(layout.hands, 2):
            assert not one.rect.colliderect(other.rect)


@pytest.mark.parametrize("size", SIZES)
def test_the_standing_buttons_are_large_and_stay_clear_of_a_great_moment(size):
    layout = layout_of(table(2), size)
    for rect in layout.footer.values():
        assert rect.h >= min(size) / 9.5
        assert not rect.colliderect(layout.stage)
    assert not layout.title.colliderect(layout.stage)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 9))
def test_what_each_seat_may_say_stands_beside_it_for_a_finger_to_find(size, seats):
    base = tables()["decide-8"]
    names = [seat.name for seat in base.seats[:seats]]
    offers = tuple(Say(word, player=name) for name in names for word in ("in", "out"))
    layout = layout_of(replace(base, seats=base.seats[:seats], offers=offers), size)
    said = [button for button in layout.buttons if isinstance(button.choice, Speak)]
    assert [button.choice.said for button in said] == list(offers)
    beside = dict(zip(names, layout.seats, strict=True))
    for button in said:
        plate = beside[button.choice.said.player]
        assert button.rect.left > plate.right and (button.rect.top, button.rect.h) == (plate.top, plate.h)
        assert min(button.rect.size) >= min(size) / 9.5
    for (one, a), (other, b) in itertools.combinations(layout.parts(), 2):
        assert not a.colliderect(b) or not (a.w and b.w), (one, other)


def test_bids_are_the_cards():
    layout = layout_of(tables()["offers-many"], (1024, 600))
    assert layout.words == ()
    assert all(layout.card.contains(b.rect) for b in layout.buttons if isinstance(b.choice, Speak))


def test_hands_without_a_pending_keep_have_no_buttons():
    assert layout_of(table(2, awaits="sweep", options=EVERY_HAND), (1024, 600)).hands == ()


@pytest.mark.parametrize("size", [(320, 240), (500, 500), (2560, 300), (240, 320)])
def test_an_odd_window_is_laid_out_all_the_same(size):
    for view in views():
        assert layout_of(view, size).scale.width == size[0]
