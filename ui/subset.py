"""Cuts Noto Sans down to what the screen needs: python -m ui.subset PACKAGES (ui/fonts/README.md says how)."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import get_args

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from ui.language import LANGUAGES
from ui.letters import MARKS, SHEETS
from ui.typeface import MISSING, Region, Weight, sentences_font

HERE = Path(__file__).parent
CUTS: dict[str, str] = {"SemiBold": "600SemiBold", "ExtraBold": "800ExtraBold", "Names": "700Bold"}
"""What we call a weight, and what the packages call it; names lie between the two weights of sentences."""
SAME_FORM_UNITS = 2
"""Outlines that differ by no more, of 1000 units of the em, are one form: hundredths of a pixel on the screen."""

# Letters of given and family names that the first levels below leave out.
CHINESE_NAMES = (
    "婷雯琪瑶璇璐颖昊睿馨晗琳钰梓萱妍彤怡悦晨轩浩宇辰泽桐楠芸茜莹倩嫣娜妮婧婕媛嫒姗姝娴菁薇蕾蓓蔚珂珊瑾瑜琦瑞璟珺琛珏玥琬翊翔煜烨炜焱煊熠晖晔昕昱晏旻旭暄"
    "曦骏骁鑫淼森垚磊喆哲锴铭锐钧铮霖霏霓韬韵祺祎禧裕褚邵郝鄢鲍龚佟俞倪佘俊侃岑岚崔嵘嵩彭彬彦憬恺戚晁曹栾桦榕樊沁沐沛泓泠洵洛浔湛滢潇澜濮灏珑琰璞甄甯睦瞿祁禹"
    "竺笪筱箐絮绮缪羿翟聂肖臧芃芊芮苒苓茉茗茵荀荔莘菡菲萌蒋蓉蔡蔺薛虞衍裴覃詹赟郁酆阎闫阮隽隗雍霁靖黎祐澪羚"
)
JAPANESE_NAMES = "颯澪惺彌凜熙祐禎羚苺莉茉玲瑛璃瑠琉凪昴煌翠碧葵萌菫蓮蘭曙曜朔晟暉侑凛毬絢絆綺纏舜芹莞薫蕾雫霞鞠"


def main(packages: Path) -> None:
    """Writes every font of the screen that holds Chinese or Japanese. OSError where a package is missing."""
    for lang, weight in product(LANGUAGES, get_args(Weight)):
        name = sentences_font(lang, weight)
        if name:
            _write(name, packages, sentences(lang.replace("-", "_"), weight))
    for region, letters in names(packages).items():
        _write(f"NotoSans{region}-Names", packages, letters)


def sentences(locale: str, weight: Weight) -> set[str]:
    """Every character of the catalogues that the Latin font lacks."""
    said: list[str] = []
    for path in sorted((HERE / "locales" / locale / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            said += [text for message in read_po(file) if message.id for text in _texts(message)]
    latin = TTFont(HERE / "fonts" / f"BarlowSemiCondensed-{weight}.ttf").getBestCmap()
    return {character for text in said for character in text if ord(character) not in latin}


def _texts(message: Message) -> Iterable[str]:
    """The translation, in each of its plural forms."""
    return (message.string,) if isinstance(message.string, str) else message.string or ()


@dataclass(frozen=True, slots=True)
class _Forms:
    """The outlines of one region's font."""

    font: TTFont

    def same(self, other: "_Forms", character: str) -> bool:
        """Whether both regions draw the character alike."""
        return _close(self._outline(character), other._outline(character))

    def _outline(self, character: str) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
        glyph = self.font.getBestCmap().get(ord(character))
        pen = DecomposingRecordingPen(self.font.getGlyphSet())
        if glyph is not None:
            self.font.getGlyphSet()[glyph].draw(pen)
        return [(step, tuple(point for point in points if point)) for step, points in pen.value]


def _close(
    one: list[tuple[str, tuple[tuple[float, float], ...]]], other: list[tuple[str, tuple[tuple[float, float], ...]]]
) -> bool:
    if [(step, len(points)) for step, points in one] != [(step, len(points)) for step, points in other]:
        return False
    pairs = (pair for (_, a), (_, b) in zip(one, other, strict=True) for pair in zip(a, b, strict=True))
    return all(max(abs(x - u), abs(y - v)) <= SAME_FORM_UNITS for (x, y), (u, v) in pairs)


def names(packages: Path) -> dict[Region, set[str]]:
    """The common characters of each region, less those that its next font in turn draws alike."""
    forms = {region: _Forms(_source(packages, region, "Names")) for region in ("SC", "TC", "JP")}
    found: dict[Region, set[str]] = {
        "SC": {*_rows("gb2312", 1, 55), *CHINESE_NAMES, *SHEETS["简"], MISSING},
        "TC": {*_big5_level_1(), *SHEETS["繁"]},
        "JP": {*_rows("euc_jp", 16, 47), *JAPANESE_NAMES, *SHEETS["かな"], *MARKS},
    }
    found["TC"] -= {c for c in found["TC"] & found["SC"] if forms["TC"].same(forms["SC"], c)}
    found["JP"] -= {c for c in found["JP"] & found["SC"] if forms["JP"].same(forms["SC"], c)}
    found["JP"] -= {c for c in found["JP"] & (found["TC"] - found["SC"]) if forms["JP"].same(forms["TC"], c)}
    return found


def _rows(encoding: str, first: int, last: int) -> Iterator[str]:
    """Rows of 94 characters of a national standard; level 1, the common characters, comes first in each."""
    for row, cell in product(range(first, last + 1), range(1, 95)):
        yield from bytes((row + 0xA0, cell + 0xA0)).decode(encoding, errors="ignore")


def _big5_level_1() -> Iterator[str]:
    for code in range(0xA440, 0xC67F):
        letters = code.to_bytes(2, "big").decode("big5", errors="ignore")
        yield from letters if len(letters) == 1 and ord(letters) > 0x7F else ""


def _source(packages: Path, region: str, weight: str) -> TTFont:
    cut = CUTS[weight]
    return TTFont(packages / f"noto-sans-{region.lower()}" / cut / f"NotoSans{region}_{cut}.ttf", lazy=True)


def _write(name: str, packages: Path, characters: set[str]) -> None:
    region, weight = name.removeprefix("NotoSans").split("-")
    font = _source(packages, region, weight)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx", "STAT"]
    options.name_IDs = [0, 1, 2, 13, 14]  # who made it, its name, its licence
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(characters)))
    subsetter.subset(font)
    path = HERE / "fonts" / f"{name}.ttf"
    font.save(path)
    sys.stderr.write(f"{path.name}: {len(characters)} characters, {path.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
