"""Which font draws which character: Latin in Barlow, Chinese and Japanese in the forms of the language's region."""

import unicodedata
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import groupby
from typing import Literal, TypeAlias

import pygame

from ui.language import Language

Weight: TypeAlias = Literal["SemiBold", "ExtraBold"]
Region: TypeAlias = Literal["SC", "TC", "JP"]

LATIN = "BarlowSemiCondensed"
REGIONS: dict[Language, tuple[Region, ...]] = {
    "en": ("SC", "TC", "JP"),
    "zh-Hans": ("SC", "TC", "JP"),
    "zh-Hant": ("TC", "SC", "JP"),
    "ja": ("JP", "SC", "TC"),
}
"""The same character has another form in each region; a language's own comes first."""
MISSING = "□"
"""Stands for a character that no font has."""
MISSING_FONT = "NotoSansSC-Names"
"""The font that has the sign itself."""
PROBE_PX = 32
"""Any size will do to see whether a font has a character."""


def sentences_font(lang: Language, weight: Weight) -> str | None:
    """The font of all Chinese or Japanese sentences of a language; English has none."""
    return None if lang == "en" else f"NotoSans{REGIONS[lang][0]}-{weight}"


def names_fonts(lang: Language) -> tuple[str, ...]:
    """The fonts of players' names, in one weight, the language's own region first."""
    return tuple(f"NotoSans{region}-Names" for region in REGIONS[lang])


@lru_cache(maxsize=256)
def font(name: str, size_px: int) -> pygame.font.Font:
    """The font of that file name at a size."""
    with as_file(files("ui") / "fonts" / f"{name}.ttf") as path:
        return pygame.font.Font(path, size_px)


@lru_cache(maxsize=4096)
def has(name: str, character: str) -> bool:
    """Whether the font draws the character. Our fonts' sign for a missing one is empty, as pyftsubset makes it."""
    if unicodedata.category(character) == "Cs":
        return False  # half a surrogate pair, from a name that was no UTF-8; pygame would raise
    (metrics,) = font(name, PROBE_PX).metrics(character)
    return metrics is not None and tuple(metrics[:4]) != (0, 0, 0, 0)


def runs(words: str, weight: Weight, lang: Language) -> list[tuple[str, str]]:
    """The words in pieces of one font each: (font's name, characters). Characters that no font has are replaced."""
    latin = f"{LATIN}-{weight}"
    kept = (c for c in unicodedata.normalize("NFC", words) if unicodedata.category(c) not in ("Cf", "Mn", "Me"))
    found: list[tuple[str, str]] = []
    for in_latin, group in groupby(kept, key=lambda c: c.isspace() or has(latin, c)):
        run = "".join(group)
        found += [(latin, run)] if in_latin else _east_asian(run, weight, lang)
    return found


def _east_asian(run: str, weight: Weight, lang: Language) -> list[tuple[str, str]]:
    """The sentences' font if it has the whole run, for a word in two weights is ugly; else the names' fonts."""
    own = sentences_font(lang, weight)
    if own and all(has(own, c) for c in run):
        return [(own, run)]
    fonts = names_fonts(lang) if own is None else (*names_fonts(lang), own)
    chosen = [_chosen(c, fonts) for c in run]
    return [(name, "".join(c for _, c in group)) for name, group in groupby(chosen, key=lambda pair: pair[0])]


def _chosen(character: str, fonts: tuple[str, ...]) -> tuple[str, str]:
    name = next((name for name in fonts if has(name, character)), None)
    return (name, character) if name else (MISSING_FONT, MISSING)


def forget() -> None:
    """Drops everything cached, for when pygame's fonts end."""
    font.cache_clear()
    has.cache_clear()
