"""The mat as a PDF that prints true to scale: markers, zones and words, all of it drawn with lines."""

from collections.abc import Iterator
from importlib.resources import as_file, files
from itertools import groupby
from pathlib import Path
from typing import IO

import cv2
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from ui.phrases import N_
from ui.typeface import LATIN, sentences_font
from ui.words import Words
from vision.mat_layout import CELLS, DICTIONARY, HandZone, Marker, MatLayout, Rect, Side

PAPER_NAMES = {"a4": "A4", "letter": "Letter", "a3": "A3"}
ROLLING = N_("Rolling zone")
HAND = N_("Hand {seat}")
FOR_SEATS = N_("Mat for {seats} players, {paper}")
TO_SCALE = N_("Print at 100 %, not fitted to the page: each side is as long as it says.")

LINE_MM, CORNER_MM = 0.6, 3.0
GREY, FAINT = 0.35, 0.55
"""Of zones, and of words: enough to be read, too little to be taken for pips. 0 is black."""
SMALL_MM, LARGE_MM = 3.2, 5.0
"""Heights of letters."""
TURNS: dict[Side, float] = {"lower": 0, "left": -90, "upper": 180, "right": 90}
"""Degrees, counter-clockwise, by which words are turned towards who sits there."""


def write_mat(out: Path | IO[bytes], layout: MatLayout, lang: str) -> None:
    """Write the mat as a PDF of one page, into a file or a stream of bytes; OSError where that cannot be written."""
    size = layout.width_mm * mm, layout.height_mm * mm
    # Without dates and random names: the same mat is the same file.
    canvas = Canvas(str(out) if isinstance(out, Path) else out, pagesize=size, invariant=1, pageCompression=1)
    words = Words(lang)
    canvas.setTitle(_sentence(layout, words))
    canvas.setCreator("Croupier")
    # The page's own scale is to be kept by viewers that heed it.
    canvas.setViewerPreference("PrintScaling", "None")
    _Sheet(canvas, layout, words).draw()
    canvas.save()


def _sentence(layout: MatLayout, words: Words) -> str:
    return words.say(FOR_SEATS).format(seats=layout.seats, paper=PAPER_NAMES[layout.paper])


class _Sheet:
    """One page being drawn, in millimetres from its upper left corner."""

    def __init__(self, canvas: Canvas, layout: MatLayout, words: Words) -> None:
        self._canvas, self._layout, self._words = canvas, layout, words
        self._fonts = _fonts(words)

    def draw(self) -> None:
        for marker in self._layout.markers:
            self._marker(marker)
        self._zone(self._layout.rolling)
        for hand in self._layout.hands:
            self._zone(hand.rect)
            self._hand_words(hand)
        self._rolling_words()

    def _marker(self, marker: Marker) -> None:
        """The cells of a marker; rows of black ones are one rectangle each, so that no hair line parts them."""
        cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), marker.number, CELLS)
        x, y, side, _ = marker.square
        cell = side / CELLS
        path = self._canvas.beginPath()
        for row, values in enumerate(cells):
            at = 0
            for black, run in groupby(values < 128):
                wide = len(list(run))
                if black:
                    path.rect(*self._up(Rect(x + at * cell, y + row * cell, wide * cell, cell)))
                at += wide
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def _zone(self, rect: Rect) -> None:
        self._canvas.setStrokeGray(GREY)
        self._canvas.setLineWidth(LINE_MM * mm)
        self._canvas.roundRect(*self._up(rect), radius=CORNER_MM * mm, stroke=1, fill=0)

    def _hand_words(self, hand: HandZone) -> None:
        """Whose zone it is, along its outer edge, and how long it is."""
        length, depth = max(hand.rect.w, hand.rect.h), min(hand.rect.w, hand.rect.h)
        middle = hand.rect.x + hand.rect.w / 2, hand.rect.y + hand.rect.h / 2
        name = self._words.say(HAND).format(seat=hand.seat)
        low = depth / 2 - 1.5
        with _Turned(self._canvas, self._layout, middle, TURNS[hand.side]):
            self._say(name, -length / 2 + 3, low, LARGE_MM, "left")
            self._say(_mm(length), length / 2 - 3, low, SMALL_MM, "right")

    def _rolling_words(self) -> None:
        x, y, w, h = self._layout.rolling
        with _Turned(self._canvas, self._layout, (0, 0), 0):
            self._say(self._words.say(ROLLING), x + 4, y + 7.5, LARGE_MM, "left")
            self._say(_sentence(self._layout, self._words), x + w - 4, y + 6.5, SMALL_MM, "right")
            self._say(self._words.say(TO_SCALE), x + 4, y + h - 3.5, SMALL_MM, "left")
            self._say(_mm(w), x + w - 4, y + h - 3.5, SMALL_MM, "right")
        with _Turned(self._canvas, self._layout, (x + w, y + h / 2), 90):
            self._say(_mm(h), 0, -3.5, SMALL_MM, "centre")

    def _say(self, words: str, x: float, y: float, high_mm: float, align: str) -> None:
        """Words on a base line, in the font that has each letter."""
        runs = list(self._runs(words))
        size = high_mm * mm / 0.7  # letters are some 0.7 of their font's size high
        wide = sum(pdfmetrics.stringWidth(run, font, size) for font, run in runs)
        left = x * mm - {"left": 0, "centre": wide / 2, "right": wide}[align]
        self._canvas.setFillGray(FAINT)
        for font, run in runs:
            self._canvas.setFont(font, size)
            self._canvas.drawString(left, -y * mm, run)
            left += pdfmetrics.stringWidth(run, font, size)

    def _runs(self, words: str) -> Iterator[tuple[str, str]]:
        def font(character: str) -> str:
            has = (name for name in self._fonts if ord(character) in pdfmetrics.getFont(name).face.charToGlyph)
            return next(has, self._fonts[0])

        for name, group in groupby(words, key=font):
            yield name, "".join(group)

    def _up(self, rect: Rect) -> tuple[float, float, float, float]:
        """A rectangle as PDF has it: in points, from the lower left corner of the page."""
        low = self._layout.height_mm - rect.y - rect.h
        return rect.x * mm, low * mm, rect.w * mm, rect.h * mm


class _Turned:
    """A place of the page about which all is turned for a while."""

    def __init__(self, canvas: Canvas, layout: MatLayout, place: tuple[float, float], turn_deg: float) -> None:
        self._canvas = canvas
        self._at = place[0] * mm, (layout.height_mm - place[1]) * mm
        self._turn_deg = turn_deg

    def __enter__(self) -> None:
        self._canvas.saveState()
        self._canvas.translate(*self._at)
        self._canvas.rotate(self._turn_deg)

    def __exit__(self, *_: object) -> None:
        self._canvas.restoreState()


def _mm(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0") + " mm"


def _fonts(words: Words) -> tuple[str, ...]:
    """The screen's own fonts, embedded: Latin first."""
    names = [f"{LATIN}-SemiBold"]
    if east_asian := sentences_font(words.lang, "SemiBold"):
        names.append(east_asian)
    for name in names:
        with as_file(files("ui") / "fonts" / f"{name}.ttf") as path:
            pdfmetrics.registerFont(TTFont(name, str(path)))
    return tuple(names)
