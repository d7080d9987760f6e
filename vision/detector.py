"""The reader: the named steps from a picture to a reading, in order."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import body_colour, estimate_white
from vision.dice import Finder, Spot
from vision.faces import FACE_PX, Crop, FaceGuess, FaceReader, cut
from vision.frame import Pixels
from vision.level import departures
from vision.pips import PipsReading, read_pips_many
from vision.reading import Box, Die, Reading

OnStep = Callable[[str, Callable[[], Pixels]], None]
"""Called after each step with its name and a function that draws what it found."""

STRIP_SCALE = 2
"""Crops are shown twice as large in the pictures of the steps."""
NO_DIE = 0.45
"""A spot that is no die with at least this chance is dropped."""
NO_PIPS = 0.2
"""The same where the geometric witness finds no face either."""
FIRST_NO_DIE = 0.97
"""The same at the first look, whose crops may be off the middle."""
SURE = 0.9
"""Least chance of a value that the reader stands by, where the geometric witness tells the same."""
SURE_IF_BORNE_OUT = 0.95
"""The same where the geometric witness tells no value of its own and only bears this one out."""
OTHER_CUTS = (0.86, 1.16)
"""Sizes of further crops, over the face's, for a geometric witness that is undecided."""
LEANS = 0.75
"""A die that leans with at least this chance is not sure."""
OFF_LEVEL = 0.26
"""A die whose top face is off level by more than this, as a sine, is not sure: 12 degrees and the networks' error."""
WHOLE = 0.3
"""A die whose top face is whole with less than this chance is not sure."""
SAME = 0.5
"""Two dice nearer than this, in sides of the smaller, are one."""
PART = 0.55
"""A spot smaller than this share of another within it is a part of that die, or the other is no die."""
OFF = 0.07
"""A first crop whose middle is off by more than this share of the face is cut again."""
SMALLER, LARGER = 0.88, 1.14
"""The same for a face smaller or larger than the crop is made for."""
LIGHT_PX = 144
"""The light is estimated from every so many pixels that about this many are left across: it needs no detail."""
BOX = 1.2
"""Side of the box over that of the top face: turned faces stand out."""
SUPPORT = 0.6
"""The geometric witness agrees if the value's fit is at least this share of its best fit."""
LEAST_PX = 9.0
"""Faces smaller than this, in pixels of the picture, have pips of a pixel and are never sure."""


@dataclass(frozen=True, slots=True)
class Look:
    """One die as the two witnesses see it."""

    spot: Spot
    crop: Crop
    guess: FaceGuess
    pips: PipsReading | None = None
    off_level: float = 0.0
    """How far the top face is from level with the table, as a sine; 0 where there is nothing to compare."""


class Detector:
    """Reads pictures; loads its networks once and may be kept as long as wished. Not for use by two threads at once."""

    def __init__(self) -> None:
        self._finder = Finder()
        self._faces = FaceReader()

    def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: OnStep | None = None) -> Reading:
        """All dice of a picture (H, W, 3), uint8, B, G, R."""
        tell = on_step or _nobody
        spots = self._finder.find(pixels)
        tell("find", lambda: _ringed(pixels, spots))
        looks = self._look(pixels, spots, FIRST_NO_DIE)
        tell("first look", lambda: _strip([look.crop for look in looks]))
        looks = _apart([replace(look, spot=_moved(look)) for look in self._again(pixels, looks)])
        tell("second look", lambda: _strip([look.crop for look in looks]))
        witnesses = read_pips_many(np.stack([look.crop.pixels for look in looks])) if looks else []
        looks = [replace(look, pips=pips) for look, pips in zip(looks, witnesses, strict=True)]
        looks = [self._asked_again(pixels, look) for look in looks if not _is_nothing(look)]
        tell("pips", lambda: _strip([look.crop for look in looks], [look.pips for look in looks]))
        thin = max(1, min(pixels.shape[:2]) // LIGHT_PX)
        white = estimate_white(np.ascontiguousarray(pixels[::thin, ::thin]))
        h, w = pixels.shape[:2]
        off = departures([(k.spot.x, k.spot.y) for k in looks], [k.guess.slant for k in looks], (w, h))
        looks = [replace(look, off_level=float(o)) for look, o in zip(looks, off, strict=True)]
        dice = [_die(look, white, w, h) for look in looks]
        tell("judge", lambda: pixels)
        return Reading(tuple(sorted(dice, key=lambda die: (die.box.x, die.box.y))), w, h, t_s)

    def _again(self, pixels: Pixels, looks: list[Look]) -> list[Look]:
        """Look once more where the first crop was off the middle or the size; the rest stands."""
        good = [look for look in looks if _well_cut(look)]
        again = self._look(pixels, [_moved(look) for look in looks if not _well_cut(look)], NO_DIE)
        return [look for look in good if look.guess.no_die < NO_DIE] + again

    @staticmethod
    def _asked_again(pixels: Pixels, look: Look) -> Look:
        """The look with a decided geometric witness, if other cuts of the crop all say the same value or nothing."""
        assert look.pips is not None
        if look.pips.value is not None or look.guess.chances[look.guess.value] < SURE:
            return look
        spot = look.spot
        crops = [cut(pixels, spot.x, spot.y, spot.size * k).pixels for k in OTHER_CUTS]
        said = [pips for pips in read_pips_many(np.stack(crops)) if pips.value is not None]
        values = {pips.value for pips in said}
        return replace(look, pips=replace(look.pips, value=values.pop())) if len(values) == 1 else look

    def _look(self, pixels: Pixels, spots: list[Spot], no_die: float) -> list[Look]:
        """Cut and read each spot, leaving out what is no die."""
        crops = [cut(pixels, s.x, s.y, s.size) for s in spots]
        looks = [Look(s, c, g) for s, c, g in zip(spots, crops, self._faces.read(crops), strict=True)]
        return [look for look in looks if look.guess.no_die < no_die]


def _nobody(_name: str, _picture: Callable[[], Pixels]) -> None:
    """Nobody asked."""


def _is_nothing(look: Look) -> bool:
    """Whether neither witness takes this for a die."""
    return look.guess.no_die > NO_PIPS and look.pips is not None and look.pips.value is None


def _well_cut(look: Look) -> bool:
    """Whether the crop's middle and size are so near the face's that a second look would show the same."""
    guess = look.guess
    return bool(np.hypot(guess.right, guess.down) < OFF and SMALLER < guess.size < LARGER)


def _moved(look: Look) -> Spot:
    """The spot where the first look says that the top face is."""
    face = FACE_PX / look.crop.scale * look.guess.size
    x = look.crop.x + look.guess.right * FACE_PX / look.crop.scale
    y = look.crop.y + look.guess.down * FACE_PX / look.crop.scale
    return Spot(x, y, face, look.spot.heat)


def _apart(looks: list[Look]) -> list[Look]:
    """Of looks at the same die only the one that is likeliest a die."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda k: k.guess.no_die):
        if not any(_same(look.spot, k.spot) for k in kept):
            kept.append(look)
    return kept


def _same(one: Spot, other: Spot) -> bool:
    """Whether two spots are one die, or one is a part of the other, such as a pip, or spans several."""
    small, large = sorted((one.size, other.size))
    reach = SAME * (small if small > PART * large else large)
    return float(np.hypot(one.x - other.x, one.y - other.y)) < reach


def _die(look: Look, white: NDArray[np.float64], width: int, height: int) -> Die:
    """The verdict on one die."""
    value = look.guess.value
    chance = float(look.guess.chances[value])
    why = _doubt(look, value, chance, width, height)
    order = np.argsort(-look.guess.chances[1:]) + 1
    pips = look.pips.pips_px if look.pips is not None else ()
    return Die(
        value if chance > 0.5 else None,
        not why,
        min(1.0, max(0.0, chance if not why else min(chance, 0.9))),
        _box(look.spot, width, height),
        body_colour(look.crop.pixels, pips, white),
        tuple(int(v) for v in order),
        why,
    )


def _doubt(look: Look, value: int, chance: float, width: int, height: int) -> str:
    """Why the reader does not stand by the value; empty if it does."""
    return _badly_seen(look, width, height) or _witnesses_doubt(look.pips, value, chance)


def _badly_seen(look: Look, width: int, height: int) -> str:
    """What keeps the face from being read whatever it shows: its place, its size, how the die lies."""
    guess, spot = look.guess, look.spot
    half = spot.size / 2
    if spot.x < half or spot.y < half or spot.x > width - half or spot.y > height - half:
        return "cut"
    if spot.size < LEAST_PX:
        return "too-small"
    if guess.whole < WHOLE:
        return "covered"
    return "leaning" if guess.leaning > LEANS or look.off_level > OFF_LEVEL else ""


def _witnesses_doubt(pips: PipsReading | None, value: int, chance: float) -> str:
    """Whether the witnesses disagree, or agree on what neither sees well."""
    if pips is None or (pips.value is not None and pips.value != value):
        return "witnesses-disagree"
    if pips.value == value:
        return "" if chance >= SURE else "unclear"
    borne_out = 0 < pips.scores[value - 1] >= SUPPORT * max(pips.scores)
    if not borne_out:
        return "witnesses-disagree"
    return "" if chance >= SURE_IF_BORNE_OUT else "unclear"


def _box(spot: Spot, width: int, height: int) -> Box:
    half = spot.size * BOX / 2
    x0, y0 = max(0, round(spot.x - half)), max(0, round(spot.y - half))
    x1, y1 = min(width, round(spot.x + half)), min(height, round(spot.y + half))
    return Box(x0, y0, max(1, x1 - x0), max(1, y1 - y0))


# --- pictures of the steps


def _ringed(pixels: Pixels, spots: list[Spot]) -> Pixels:
    """The picture with a ring around each spot."""
    copy = pixels.copy()
    for s in spots:
        cv2.circle(
            copy, (round(s.x), round(s.y)), max(2, round(s.size / 2)), (0, 200, 255), max(1, pixels.shape[1] // 400)
        )
    return copy


def _strip(crops: list[Crop], pips: list[PipsReading | None] | None = None) -> Pixels:
    """The crops side by side, with the pips that were found."""
    if not crops:
        return np.zeros((16, 16, 3), np.uint8)
    shown = []
    for i, crop in enumerate(crops):
        large = cv2.resize(crop.pixels, None, fx=STRIP_SCALE, fy=STRIP_SCALE, interpolation=cv2.INTER_NEAREST)
        seen = pips[i] if pips is not None else None
        for x, y in seen.pips_px if seen is not None else ():
            cv2.circle(large, (round((x + 0.5) * STRIP_SCALE), round((y + 0.5) * STRIP_SCALE)), 5, (0, 255, 0), 1)
        shown.append(large)
    return np.asarray(np.hstack(shown), np.uint8)
