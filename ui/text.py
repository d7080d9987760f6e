"""Words on a surface: cached fonts, wrapping, fitting into a box, and dice within a sentence."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import pygame

from ui import draw, typeface
from ui.language import Language
from ui.theme import Rgb
from ui.typeface import Weight

Align: TypeAlias = Literal["left", "centre", "right"]

DIE_CODE = 0xE000
"""Private-use characters stand for dice in a sentence: DIE_CODE + 16 * colour + face."""
DIE_COLOURS = ("red", "blue", "green", "yellow", "purple", "white", "grey")
DIE_SHARE = 1.08
"""A die in a sentence, relative to the font's size: as tall as the capitals with a little air."""
LINE_SHARE = 1.18
"""From line to line, relative to the font's size."""
WIDE = "\u3000-\u9fff\uff00-\uffef"
"""Chinese and Japanese: a line may break between any two characters, but"""
OPENING = "（「『《“"
"""never after one of these,"""
CLOSING = "!?%、。，．：；！？％）」』》〉】”…・·々ゝゞヽヾーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
"""never before one of these (JIS X 4051 and the Chinese rules: stops, closing brackets, middle dots, small kana),"""
KANJI, HIRAGANA, KATAKANA = "\u4e00-\u9fff", "\u3041-\u309f", "\u30a1-\u30ff"
DICE = "\ue000-\ue0ff\u200a"
# and not within a Japanese phrase either: a word in kanji or katakana, a number with its counter, or dice, each with
# the hiragana that ends it. Chinese has no hiragana, and so breaks anywhere.
PHRASE = (
    rf"(?:[{DICE}]+|[0-9]+[{KANJI}]|[{KATAKANA}]+|[{KANJI}]{{1,4}}(?=[{HIRAGANA}{KATAKANA}])"
    rf"|[^ \n{WIDE}{DICE}{OPENING}]+)[{HIRAGANA}]{{0,10}}|[{HIRAGANA}]{{1,10}}|[{WIDE}]"
)
TOKENS = re.compile(rf"[ \n]|[{OPENING}]*(?:{PHRASE})[{CLOSING}]*|[{OPENING}]+")
PAUSES = (".", ",", ":", ";", "!", "?", "。", "、", "，", "：", "；", "！", "？")
"""After these a line ends well."""


def dice_text(faces: Iterable[int], colour: str) -> str:
    """Dice of a seat's colour as characters that `fit` draws as dice."""
    row = DIE_COLOURS.index(colour) if colour in DIE_COLOURS else len(DIE_COLOURS) - 1
    return "\u200a".join(chr(DIE_CODE + 16 * row + face) for face in faces)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Words that were set into lines."""

    surface: pygame.Surface
    size_px: int
    """The font's size that was found to fit."""
    cut: bool
    """Not everything fitted even at the least size; an ellipsis says so where words were left out."""


def _pieces(words: str) -> list[str]:
    """The sentence in runs of letters and single dice."""
    return [piece for piece in re.split(r"([\ue000-\ue0ff])", words.replace("\u200a", "")) if piece]


def _is_die(piece: str) -> bool:
    return len(piece) == 1 and DIE_CODE <= ord(piece) < DIE_CODE + 256


def _die_pitch_px(size_px: int) -> int:
    return round(size_px * (DIE_SHARE + 0.12))


@lru_cache(maxsize=4096)
def width_px(words: str, weight: Weight, size_px: int, lang: Language = "en") -> int:
    """How wide one line is."""
    return sum(
        _die_pitch_px(size_px) if _is_die(piece) else _letters_px(piece, weight, size_px, lang)
        for piece in _pieces(words)
    )


def _letters_px(letters: str, weight: Weight, size_px: int, lang: Language) -> int:
    return sum(typeface.font(name, size_px).size(run)[0] for name, run in typeface.runs(letters, weight, lang))


def wrap(words: str, weight: Weight, size_px: int, room_px: int, lang: Language = "en") -> list[str]:
    """The words in lines no wider than the room, as far as single words allow."""
    lines = [""]
    for token in TOKENS.findall(words):
        if token == "\n":
            lines.append("")
        elif width_px(lines[-1] + token, weight, size_px, lang) <= room_px or not lines[-1].strip():
            lines[-1] += token
        else:
            lines.append(token)
    return [line.strip() for line in lines]


def even(words: str, weight: Weight, size_px: int, room_px: int, lang: Language = "en") -> list[str]:
    """The words in as few lines as `wrap` needs, which end at pauses if they can, else are alike in length."""
    best = wrap(words, weight, size_px, room_px, lang)
    for narrower_px in range(room_px, room_px // 3, -max(1, size_px // 2)) if len(best) > 1 else ():
        tried = wrap(words, weight, size_px, narrower_px, lang)
        if len(tried) > len(best):
            break
        if _pauses(tried) >= _pauses(best):
            best = tried
    return best


def _pauses(lines: list[str]) -> int:
    return sum(line.endswith(PAUSES) for line in lines[:-1])


def _shorten(line: str, weight: Weight, size_px: int, room_px: int, lang: Language) -> str:
    while line and width_px(line + "…", weight, size_px, lang) > room_px:
        line = line[:-1]
    return line.rstrip() + "…"


def _fits(words: str, weight: Weight, size_px: int, room: tuple[int, int], most_lines: int, *, lang: Language) -> bool:
    lines = wrap(words, weight, size_px, room[0], lang)
    wide = max(width_px(line, weight, size_px, lang) for line in lines)
    return len(lines) <= most_lines and wide <= room[0] and _height_px(len(lines), size_px) <= room[1]


def _height_px(lines: int, size_px: int) -> int:
    return round(size_px * LINE_SHARE * lines)


@lru_cache(maxsize=512)
def fit(
    words: str,
    weight: Weight,
    colour: Rgb,
    room: tuple[int, int],
    sizes: tuple[int, int],
    *,
    most_lines: int = 1,
    align: Align = "left",
    lang: Language = "en",
) -> Block:
    """The words as large as the room (width, height) allows, between the least and the greatest of `sizes`."""
    least, greatest = sizes
    # The largest size that fits lies just under the first that does not.
    too_large = bisect_left(
        range(least, max(least, greatest) + 1),
        True,
        key=lambda size_px: not _fits(words, weight, size_px, room, most_lines, lang=lang),
    )
    if too_large > 0:
        size_px = least + too_large - 1
        lines = even(words, weight, size_px, room[0], lang)
        return Block(_set(lines, weight, size_px, colour, align, lang=lang), size_px, cut=False)
    fitting = max(1, min(most_lines, int(room[1] / (least * LINE_SHARE))))
    lines = wrap(words, weight, least, room[0], lang)
    kept = [*lines[: fitting - 1], " ".join(lines[fitting - 1 :])]
    if width_px(kept[-1], weight, least, lang) > room[0]:  # it may be the height alone that is too small
        kept[-1] = _shorten(kept[-1], weight, least, room[0], lang)
    return Block(_set(kept, weight, least, colour, align, lang=lang), least, cut=True)


def _set(
    lines: list[str], weight: Weight, size_px: int, colour: Rgb, align: Align, *, lang: Language
) -> pygame.Surface:
    widths = [width_px(line, weight, size_px, lang) for line in lines]
    surface = pygame.Surface((max(1, *widths), _height_px(len(lines), size_px)), pygame.SRCALPHA)
    slack = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    for number, line in enumerate(lines):
        x = round((surface.get_width() - widths[number]) * slack)
        _set_line(surface, line, (x, round(number * size_px * LINE_SHARE)), weight, size_px, colour=colour, lang=lang)
    return surface


def _set_line(
    surface: pygame.Surface,
    line: str,
    corner: tuple[int, int],
    weight: Weight,
    size_px: int,
    *,
    colour: Rgb,
    lang: Language,
) -> None:
    x, y = corner
    latin = typeface.font(f"{typeface.LATIN}-{weight}", size_px)
    baseline = y + round((size_px * LINE_SHARE - latin.get_height()) / 2) + latin.get_ascent()
    for piece in _pieces(line):
        if _is_die(piece):
            row, face = divmod(ord(piece) - DIE_CODE, 16)
            die = draw.die(face, round(size_px * DIE_SHARE), DIE_COLOURS[row])
            surface.blit(die, (x, y + round((size_px * LINE_SHARE - die.get_height()) / 2)))
            x += _die_pitch_px(size_px)
            continue
        for name, run in typeface.runs(piece, weight, lang):
            cut = typeface.font(name, size_px)
            surface.blit(cut.render(run, True, colour), (x, baseline - cut.get_ascent()))
            x += cut.size(run)[0]


def forget() -> None:
    """Drops everything cached, for when pygame's fonts end."""
    typeface.forget()
    for cache in (width_px, fit):
        cache.cache_clear()
