"""Everything has its place at every size: inside the window, beside the others, large enough for a finger."""

import itertools
from dataclasses import replace

import pytest

from ui.gallery import EVERY_HAND, SIZES, table
from ui.layout import layout_of

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


def test_hands_without_a_pending_keep_have_no_buttons():
    assert layout_of(table(2, awaits="sweep", options=EVERY_HAND), (1024, 600)).hands == ()


@pytest.mark.parametrize("size", [(320, 240), (500, 500), (2560, 300), (240, 320)])
def test_an_odd_window_is_laid_out_all_the_same(size):
    for view in views():
        assert layout_of(view, size).scale.width == size[0]
