"""Great words with a shadow, set once and then only moved."""

from functools import lru_cache

import pygame

from ui import text
from ui.language import Language
from ui.pen import Pen, Placed
from ui.theme import CREAM, INK

STILL = 0.004
"""Grown by less than this, words are drawn as they were set."""


@lru_cache(maxsize=8)
def _set(sentence: str, room: tuple[int, int], least: int, lang: Language) -> tuple[pygame.Surface, int, bool]:
    """The words and their shadow, the font's size, and whether they were cut."""
    drop = max(2, room[1] // 40)
    inside = (room[0] - drop, room[1] - drop)
    sizes = (least, max(least, round(inside[1] * 0.96)))
    light = text.fit(sentence, "ExtraBold", CREAM, inside, sizes, most_lines=2, align="centre", lang=lang)
    dark = text.fit(sentence, "ExtraBold", INK, inside, sizes, most_lines=2, align="centre", lang=lang)
    wide, high = light.surface.get_size()
    both = pygame.Surface((wide + drop, high + drop), pygame.SRCALPHA)
    both.blit(dark.surface, (drop, drop))
    both.blit(light.surface, (0, 0))
    return both, light.size_px, light.cut


def great_word(pen: Pen, box: pygame.Rect, sentence: str, times: float = 1.0, turn_deg: float = 0.0) -> None:
    """The sentence as large as the box allows, grown `times` and turned while it falls into place."""
    words, size_px, cut = _set(sentence, box.size, pen.scale.text, pen.lang)
    pen.placed.append(Placed(sentence, words.get_rect(center=box.center), box.copy(), size_px, cut))
    if abs(times - 1) > STILL:
        words = pygame.transform.rotozoom(words, turn_deg, times)
    pen.middle(words, box.center)


def forget() -> None:
    """Drops everything cached, for when pygame's fonts end."""
    _set.cache_clear()
