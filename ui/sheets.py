"""Sheets of small pictures of every scene: the page docs/screens.md, and the golden pictures of the tests.

python -m ui.sheets docs          writes docs/screens.md with a sheet for each size
python -m ui.sheets golden DIR    writes the golden pictures; look at them before they are kept
"""

import os
import sys
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import pygame

from ui.gallery import NOW_S, SIZES
from ui.gallery_pages import SHOWN, shown
from ui.language import LANGUAGES, OWN_NAMES

Picture: TypeAlias = npt.NDArray[np.uint8]
"""(height, width, 3), blue first, as OpenCV has it."""

GOLDEN_SIZES = ((1024, 600), (720, 1280))
GOLDEN_SHORT_PX = 72
"""The shorter side of a golden picture: small, but a button that moves or a word that breaks is seen."""
GOLDEN_QUALITY = 85
DOCS_PX = {True: 132, False: 212}
"""Width of a picture on a page's sheet, of standing and lying windows."""
DOCS_QUALITY = 50
ACROSS = {True: 12, False: 8}
"""Pictures beside each other on a page's sheet: every scene in its four languages, two scenes a row or more."""
LINE_PX = 2
HEAD = """# The screens

Every scene in every language ({languages}, from left to right), in the five sizes that are tested. Made by
`.venv/bin/python -m ui.sheets docs`; nothing here is drawn by hand.

Each scene can be used by touch, mouse, keyboard and push-buttons alike. On a keyboard: arrows or Tab move, Enter
presses, Esc goes back, digits answer, `u` takes back, `n` begins anew, `m` opens the menu, F1 the rules, F11 the full
screen. With push-buttons: where one to three answers are asked for, each button is one of them; everywhere else the
first goes back, the second presses, the third goes on, and undo leaves a page.

What is set on the screen (language, light, sound, who plays) is kept in `preferences.json` beside the journal; the
command line comes before it, the settings file after it.

The scenes, in order: {scenes}.
"""


def small(picture: Picture, width_px: int) -> Picture:
    """The picture at that width, its shape kept."""
    height = round(picture.shape[0] * width_px / picture.shape[1])
    return np.asarray(cv2.resize(picture, (width_px, height), interpolation=cv2.INTER_AREA), np.uint8)


def photograph(size: tuple[int, int], lang: str, width_px: int) -> dict[str, Picture]:
    """Every scene in that size and language, made small."""
    from ui.screen import Screen  # noqa: PLC0415 - the module can be imported where there is no pygame display

    found = {}
    with Screen(size, lang) as screen:
        for name, view in shown().items():
            screen.draw(view, NOW_S)
            pixels = pygame.surfarray.array3d(pygame.display.get_surface())
            found[name] = small(np.ascontiguousarray(pixels.transpose(1, 0, 2)[:, :, ::-1]), width_px)
    return found


def sheet(pictures: list[Picture], across: int) -> Picture:
    """All of them side by side, as many across."""
    high, wide = pictures[0].shape[:2]
    down = -(-len(pictures) // across)
    whole = np.full((down * (high + LINE_PX), across * (wide + LINE_PX), 3), 40, np.uint8)
    for place, picture in enumerate(pictures):
        y, x = place // across * (high + LINE_PX), place % across * (wide + LINE_PX)
        whole[y : y + high, x : x + wide] = picture
    return whole


def golden_width_px(size: tuple[int, int]) -> int:
    """How wide golden pictures of that size are."""
    return round(GOLDEN_SHORT_PX * size[0] / min(size))


def golden_path(folder: Path, size: tuple[int, int], lang: str) -> Path:
    """The strip of golden pictures of a size and language, one under the other in the order of SHOWN."""
    return folder / f"{size[0]}x{size[1]}-{lang}.jpg"


def write_golden(folder: Path) -> None:
    """Writes all golden pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, lang in product(GOLDEN_SIZES, LANGUAGES):
        pictures = photograph(size, lang, golden_width_px(size))
        strip = np.vstack([pictures[name] for name in SHOWN])
        _write(golden_path(folder, size, lang), strip, [cv2.IMWRITE_JPEG_QUALITY, GOLDEN_QUALITY])


def write_docs(folder: Path) -> None:
    """Writes the page and its sheets."""
    (folder / "screens").mkdir(parents=True, exist_ok=True)
    names = ", ".join(name.replace("-", " ") for name in SHOWN)
    lines = [HEAD.format(languages=", ".join(OWN_NAMES.values()), scenes=names)]
    for size in SIZES:
        upright = size[1] > size[0]
        width = DOCS_PX[upright]
        by_lang = {lang: photograph(size, lang, width) for lang in LANGUAGES}
        pictures = [by_lang[lang][name] for name in SHOWN for lang in LANGUAGES]
        name = f"{size[0]}x{size[1]}.webp"
        _write(folder / "screens" / name, sheet(pictures, ACROSS[upright]), [cv2.IMWRITE_WEBP_QUALITY, DOCS_QUALITY])
        lines.append(f"## {size[0]} x {size[1]}\n\n![Every scene at {size[0]} x {size[1]}](screens/{name})\n")
    (folder / "screens.md").write_text("\n".join(lines), encoding="utf-8")


def _write(path: Path, picture: Picture, how: list[Any]) -> None:
    """Raises OSError where it cannot be written."""
    if not cv2.imwrite(str(path), picture, how):
        raise OSError(f"{path} cannot be written")
    sys.stderr.write(f"{path}: {path.stat().st_size // 1024} kB\n")


def main(arguments: list[str]) -> None:
    """One of the two commands."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    match arguments:
        case ["docs"]:
            write_docs(Path("docs"))
        case ["docs" | "golden" as what, folder]:
            (write_docs if what == "docs" else write_golden)(Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
