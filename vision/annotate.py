"""Draws a reading into a copy of its picture, to be looked at by people."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.frame import Pixels
from vision.reading import Box, Die, Reading

Bgr = tuple[int, int, int]
SURE: Bgr = (80, 220, 60)
DOUBTED: Bgr = (0, 150, 255)
INK: Bgr = (20, 20, 20)
LINE_SHARE = 1 / 400
"""A line's width as a share of the picture's longer side, so that it is seen when the picture is shown small."""
BADGE_SHARE = 0.42
"""A badge's height as a share of the die's."""
LEAST_BADGE_PX = 11
"""Below this Hershey's digits run together."""
DASHES = 4
"""Of each side of a doubted die's box, with gaps between."""
FONT = cv2.FONT_HERSHEY_DUPLEX
FONT_PX = 22
"""The height of the font's digits at scale 1."""


def annotate(pixels: Pixels, reading: Reading) -> Pixels:
    """A copy of the picture with each die's box, and its value in a badge beside the box.

    A sure die has a whole frame; one that is doubted has a broken frame and a question mark, so that no colour is
    needed to tell them apart. `reading` may be of the same picture in another size. Lines grow with the picture.
    """
    copy = np.ascontiguousarray(pixels).copy()
    boxes = [_scaled(die.box, reading, pixels) for die in reading.dice]
    thick = max(1, round(max(pixels.shape[:2]) * LINE_SHARE))
    for die, box in zip(reading.dice, boxes, strict=True):
        _draw_frame(copy, box, sure=die.sure, thick=thick)
    taken = list(boxes)
    for die, box in zip(reading.dice, boxes, strict=True):
        badge = _place_badge(box, _words(die), taken, copy)
        _draw_badge(copy, badge, die)
        taken.append(badge)
    return copy


def _scaled(box: Box, reading: Reading, pixels: Pixels) -> Box:
    across, down = pixels.shape[1] / max(1, reading.width), pixels.shape[0] / max(1, reading.height)
    return Box(round(box.x * across), round(box.y * down), round(box.w * across), round(box.h * down))


def _words(die: Die) -> str:
    value = "" if die.pips is None else str(die.pips)
    return value if die.sure else value + "?"


def _draw_frame(copy: Pixels, box: Box, *, sure: bool, thick: int) -> None:
    corners = [(box.x, box.y), (box.x + box.w, box.y), (box.x + box.w, box.y + box.h), (box.x, box.y + box.h)]
    # A dark line under the bright one shows on white and on black alike.
    for colour, width in ((INK, thick + 2 * max(1, thick // 2)), (SURE if sure else DOUBTED, thick)):
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            for a, b in [(0.0, 1.0)] if sure else _dashes():
                cv2.line(copy, _between(start, end, a), _between(start, end, b), colour, width)


def _dashes() -> list[tuple[float, float]]:
    step = 1 / (2 * DASHES - 1)
    return [(2 * k * step, (2 * k + 1) * step) for k in range(DASHES)]


def _between(start: tuple[int, int], end: tuple[int, int], share: float) -> tuple[int, int]:
    return round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)


def _place_badge(box: Box, words: str, taken: Iterable[Box], copy: Pixels) -> Box:
    """Beside the box where it hides no die and no other badge, else above: never on the face itself."""
    height = max(LEAST_BADGE_PX, round(BADGE_SHARE * min(box.w, box.h)))
    width = round(height * (0.4 + 0.6 * len(words)))
    gap = max(2, height // 8)
    x, y = box.x, box.y - height - gap
    places = [
        Box(x, y, width, height),
        Box(x, box.y + box.h + gap, width, height),
        Box(box.x + box.w + gap, box.y, width, height),
        Box(box.x - width - gap, box.y, width, height),
    ]
    inside = [place for place in places if _fits(place, copy)]
    free = [place for place in inside if not any(_overlap(place, other) for other in taken)]
    return (free or inside or places)[0]


def _fits(place: Box, copy: Pixels) -> bool:
    height, width = copy.shape[:2]
    return place.x >= 0 and place.y >= 0 and place.x + place.w <= width and place.y + place.h <= height


def _overlap(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.w and other.x < one.x + one.w
    return across and one.y < other.y + other.h and other.y < one.y + one.h


def _draw_badge(copy: Pixels, badge: Box, die: Die) -> None:
    corner = (badge.x + badge.w - 1, badge.y + badge.h - 1)
    cv2.rectangle(copy, (badge.x, badge.y), corner, SURE if die.sure else DOUBTED, cv2.FILLED)
    cv2.rectangle(copy, (badge.x, badge.y), corner, INK, max(1, badge.h // 16))
    words, scale = _words(die), 0.68 * badge.h / FONT_PX
    thick = max(1, round(badge.h / 14))
    (width, height), _ = cv2.getTextSize(words, FONT, scale, thick)
    foot = (badge.x + (badge.w - width) // 2, badge.y + (badge.h + height) // 2)
    cv2.putText(copy, words, foot, FONT, scale, INK, thick, cv2.LINE_AA)
