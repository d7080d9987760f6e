"""Words on a surface: cached fonts, wrapping, fitting into a box, and dice within a sentence."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Literal, TypeAlias

import pygame

from ui import draw
from ui.theme import Rgb

Weight: TypeAlias = Literal["SemiBold", "ExtraBold"]
Align: TypeAlias = Literal["left", "centre", "right"]

DIE_CODE = 0xE000
"""Private-use characters stand for dice in a sentence: DIE_CODE + 16 * colour + face."""
DIE_COLOURS = ("red", "blue", "green", "yellow", "purple", "white", "grey")
DIE_SHARE = 1.08
"""A die in a sentence, relative to the font's size: as tall as the capitals with a little air."""
LINE_SHARE = 1.18
"""From line to line, relative to the font's size."""
# A word, a space, or a single Chinese or Japanese character, after which a line may break.
TOKENS = re.compile(r"[ \n]|[\u3000-\u9fff\uff00-\uffef]|[^ \n\u3000-\u9fff\uff00-\uffef]+")


def dice_text(faces: Iterable[int], colour: str) -> str:
    """Dice of a seat's colour as characters that `fit` draws as dice."""
    row = DIE_COLOURS.index(colour) if colour in DIE_COLOURS else len(DIE_COLOURS) - 1
    return "\u200a".join(chr(DIE_CODE + 16 * row + face) for face in faces)


@lru_cache(maxsize=128)
def font(weight: Weight, size_px: int) -> pygame.font.Font:
    """The font of the screen at a size."""
    with as_file(files("ui") / "fonts" / f"BarlowSemiCondensed-{weight}.ttf") as path:
        return pygame.font.Font(path, size_px)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Words that were set into lines."""

    surface: pygame.Surface
    size_px: int
    """The font's size that was found to fit."""
    cut: bool
    """Not everything fitted even at the least size, and an ellipsis says so."""


def _pieces(words: str) -> list[str]:
    """The sentence in runs of letters and single dice."""
    return [piece for piece in re.split(r"([\ue000-\ue0ff])", words.replace("\u200a", "")) if piece]


def _is_die(piece: str) -> bool:
    return len(piece) == 1 and DIE_CODE <= ord(piece) < DIE_CODE + 256


def _die_pitch_px(size_px: int) -> int:
    return round(size_px * (DIE_SHARE + 0.12))


@lru_cache(maxsize=4096)
def width_px(words: str, weight: Weight, size_px: int) -> int:
    """How wide one line is."""
    cut = font(weight, size_px)
    return sum(_die_pitch_px(size_px) if _is_die(p) else cut.size(p)[0] for p in _pieces(words))


def wrap(words: str, weight: Weight, size_px: int, room_px: int) -> list[str]:
    """The words in lines no wider than the room, as far as single words allow."""
    lines = [""]
    for token in TOKENS.findall(words):
        if token == "\n":
            lines.append("")
        elif width_px(lines[-1] + token, weight, size_px) <= room_px or not lines[-1].strip():
            lines[-1] += token
        else:
            lines.append(token)
    return [line.strip() for line in lines]


def _shorten(line: str, weight: Weight, size_px: int, room_px: int) -> str:
    while line and width_px(line + "…", weight, size_px) > room_px:
        line = line[:-1]
    return line.rstrip() + "…"


def _fits(lines: list[str], weight: Weight, size_px: int, room: tuple[int, int], most_lines: int) -> bool:
    wide = max(width_px(line, weight, size_px) for line in lines)
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
) -> Block:
    """The words as large as the room (width, height) allows, between the least and the greatest of `sizes`."""
    least, greatest = sizes
    # The largest size that fits lies just under the first that does not.
    too_large = bisect_left(
        range(least, max(least, greatest) + 1),
        True,
        key=lambda size_px: not _fits(wrap(words, weight, size_px, room[0]), weight, size_px, room, most_lines),
    )
    if too_large > 0:
        size_px = least + too_large - 1
        return Block(_set(wrap(words, weight, size_px, room[0]), weight, size_px, colour, align), size_px, cut=False)
    fitting = max(1, min(most_lines, int(room[1] / (least * LINE_SHARE))))
    lines = wrap(words, weight, least, room[0])
    kept = [*lines[: fitting - 1], " ".join(lines[fitting - 1 :])]
    kept[-1] = _shorten(kept[-1], weight, least, room[0])
    return Block(_set(kept, weight, least, colour, align), least, cut=True)


def _set(lines: list[str], weight: Weight, size_px: int, colour: Rgb, align: Align) -> pygame.Surface:
    widths = [width_px(line, weight, size_px) for line in lines]
    surface = pygame.Surface((max(1, *widths), _height_px(len(lines), size_px)), pygame.SRCALPHA)
    slack = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
    for number, line in enumerate(lines):
        x = round((surface.get_width() - widths[number]) * slack)
        _set_line(surface, line, (x, round(number * size_px * LINE_SHARE)), weight, size_px, colour=colour)
    return surface


def _set_line(
    surface: pygame.Surface, line: str, corner: tuple[int, int], weight: Weight, size_px: int, *, colour: Rgb
) -> None:
    x, y = corner
    cut = font(weight, size_px)
    drop = round((size_px * LINE_SHARE - cut.get_height()) / 2)
    for piece in _pieces(line):
        if _is_die(piece):
            row, face = divmod(ord(piece) - DIE_CODE, 16)
            die = draw.die(face, round(size_px * DIE_SHARE), DIE_COLOURS[row])
            surface.blit(die, (x, y + round((size_px * LINE_SHARE - die.get_height()) / 2)))
            x += _die_pitch_px(size_px)
        else:
            surface.blit(cut.render(piece, True, colour), (x, y + drop))
            x += cut.size(piece)[0]


def forget() -> None:
    """Drops everything cached, for when pygame's fonts end."""
    for cache in (font, width_px, fit):
        cache.cache_clear()
