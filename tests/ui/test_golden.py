"""Every scene looks as it did when people last looked; `python -m ui.sheets golden tests/ui/golden` renews them."""

from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from ui.gallery_pages import SHOWN
from ui.language import LANGUAGES
from ui.sheets import GOLDEN_SIZES, golden_path, golden_width_px, photograph

GOLDEN = Path(__file__).parent / "golden"
BLUR_PX = 2
"""Fonts and JPEG are drawn a little differently by other versions of their libraries; that is no wider than this."""
MOST_OFF = 26
"""Of 255, by which a blurred place may differ: a button that moves or a word that is missing differs by far more."""


def blurred(picture):
    return cv2.GaussianBlur(picture.astype(np.float32), (0, 0), BLUR_PX)


@pytest.mark.parametrize(("size", "lang"), list(product(GOLDEN_SIZES, LANGUAGES)))
def test_every_scene_looks_as_it_did(size, lang, tmp_path):
    kept = cv2.imread(str(golden_path(GOLDEN, size, lang)))
    assert kept is not None, "there are no golden pictures of this size and language"
    now = photograph(size, lang, golden_width_px(size))
    assert tuple(now) == SHOWN
    old = dict(zip(SHOWN, np.split(kept, len(SHOWN)), strict=True))
    off = {name: float(np.abs(blurred(now[name]) - blurred(old[name])).max()) for name in SHOWN}
    changed = [name for name, by in off.items() if by > MOST_OFF]
    for name in changed:  # both are left to look at
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.vstack([old[name], now[name]]))
    assert not changed, f"look at {tmp_path}; if they are right: python -m ui.sheets golden tests/ui/golden"


def test_a_button_that_is_missing_is_seen():
    size = GOLDEN_SIZES[0]
    kept = cv2.imread(str(golden_path(GOLDEN, size, "en")))
    menu = np.split(kept, len(SHOWN))[SHOWN.index("menu")]
    high, wide = menu.shape[:2]
    without = menu.copy()
    without[high // 2 :, : wide // 5] = (24, 19, 15)  # one tile of the menu is gone
    assert np.abs(blurred(menu) - blurred(without)).max() > MOST_OFF
