"""Letters on the screen to write names with, a sheet a script."""

import unicodedata

from ui.language import Language

SHEETS: dict[str, str] = {
    "abc": "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉ'-.&",
    "かな": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんゃゅょっー",
    "简": "王李张刘陈杨黄赵吴周徐孙马朱胡小大阿老明红伟芳丽军强静杰洋勇敏华平飞龙鱼猫虎月花雪",
    "繁": "王李張劉陳楊黃趙吳周徐孫馬朱胡小大阿老明紅偉芳麗軍強靜傑洋勇敏華平飛龍魚貓虎月花雪",
}
"""A sheet's name, which is also what its key shows, to its letters."""
FIRST: dict[Language, str] = {"en": "abc", "zh-Hans": "简", "zh-Hant": "繁", "ja": "かな"}
MARKS = "゛゜"
"""What is put to the kana before it, as in か and が."""
_COMBINING = {"゛": "\u3099", "゜": "\u309a"}


def first_sheet(lang: Language) -> str:
    """The sheet that people who read this language want."""
    return FIRST[lang]


def sheet_after(sheet: str) -> str:
    """The next sheet in turn."""
    names = list(SHEETS)
    return names[(names.index(sheet) + 1) % len(names)]


def with_mark(name: str, mark: str) -> str:
    """The name with the mark on its last letter; as it was where that takes none.

    >>> with_mark("さくらか", "゛"), with_mark("さん", "゛"), with_mark("が", "゛")
    ('さくらが', 'さん', 'か')
    """
    if not name or mark not in MARKS:
        return name
    bare = unicodedata.normalize("NFD", name[-1])[0]
    marked = unicodedata.normalize("NFC", bare + _COMBINING[mark])
    if len(marked) != 1:
        return name
    return name[:-1] + (bare if marked == name[-1] else marked)
