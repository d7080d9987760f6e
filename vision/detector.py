"""The reader: the named steps from a picture to a reading, in order."""

import functools
import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.colour import estimate_white, thinned
from vision.dice import Finder, Spot
from vision.faces import FACE_PX, Crop, FaceReader, cut, quarter_turned, surely_a_die, together
from vision.frame import Pixels
from vision.judge import (
    COMPARABLE,
    MAY_LEAN,
    SURE,
    Look,
    beside_dice,
    doubted,
    doubted_in_clutter,
    doubted_without_a_die,
    is_faint,
    is_hopeless,
    is_nothing,
    judge,
    without_decoys,
)
from vision.level import departures
from vision.pip_heat import PipHeat
from vision.pips import PipsReading, read_pips_many
from vision.reading import Reading

OnStep = Callable[[str, Callable[[], Pixels]], None]
"""Called after each step with its name and a function that draws what it found."""

Pairs = tuple[tuple[float, float], ...]
Flat = tuple[tuple[int, int], Pairs, Pairs]
"""Dice that lay flat: width and height of the picture, places in it, slants."""

FIRST_NO_DIE = 0.985
"""A spot that is no die with less than this chance may only have been cut badly, and is looked at again."""
OFF = 0.07
"""A first crop whose middle is off by more than this share of the face is cut again."""
SMALLER, LARGER = 0.88, 1.14
"""The same for a face smaller or larger than the crop is made for."""
DUBIOUS = 0.25
"""The same for one that is no die with more than this chance."""
READ_OFF, READ_SMALLER, READ_LARGER = 0.16, 0.8, 1.25
"""A crop no worse than this whose value is steady is cut again for the pips and not read again: it would hardly ever be
read otherwise."""
PLAIN, PLAIN_HEAT, PLAIN_LEANING = 0.99, 0.5, 0.25
"""A glance is enough where it is more certain than the first of a die and of its value, the finder noticed more than
the second, and it leans, or is covered, with less chance than the third. At 0.98 a cocked
die passed in a rough game."""
AIMED = 2
"""A spot beside a die is moved to its middle in so many steps."""
STEADY = 0.97
"""Chance of a value above which one look is enough."""
SUSPECT = 0.12
"""How far off level, as a sine, a die may seem before its slant is looked at from more sides."""
OTHER_CUTS = (0.86, 1.16)
"""Sizes of further crops, over the face's, for a geometric witness that is undecided."""
SAME = 0.5
"""Two dice nearer than this, in sides of the smaller, are one."""
PART = 0.55
"""A spot smaller than this share of another within it is a part of that die, or the other is no die."""
LIGHT_PX = 144
"""The light is estimated from every so many pixels that about this many are left across: it needs no detail."""
STRIP_SCALE = 2
"""Crops are shown twice as large in the pictures of the steps."""


class Detector:
    """Reads pictures; loads its networks once and may be kept as long as wished. Not for use by two threads at once."""

    def __init__(self, *, one_camera: bool = False, any_picture: bool = False) -> None:
        """`one_camera` says that all pictures come from a camera that stands still: a die that lies alone is compared
        with those that lay flat before, for alone it does not show where the table's plane is. `any_picture` says that
        they may show anything, not just a tray: where nothing is certainly a die, what hardly looks like one is left
        out. Over a tray it is not, for a die left alone in the dark must not pass for an empty tray."""
        self._one_camera = one_camera
        self._any_picture = any_picture
        self._flat: Flat = ((0, 0), (), ())
        self._finder = Finder()
        self._glance = FaceReader(at_a_glance=True)
        self._faces = FaceReader()
        self._heat = PipHeat()

    def read(self, pixels: Pixels, *, t_s: float = 0.0, on_step: OnStep | None = None) -> Reading:
        """All dice of a picture (H, W, 3), uint8, B, G, R."""
        tell = on_step or _nobody
        size = pixels.shape[1], pixels.shape[0]
        # First, so that the picture need not come from memory twice: a network drives it out of the cache.
        white = estimate_white(thinned(pixels, max(1, min(size) // LIGHT_PX)))
        looks, faint = self._seen(pixels, tell)
        if self._any_picture:
            looks = self._levelled(without_decoys(looks), size)
        dice = doubted_without_a_die(doubted_in_clutter([judge(look, white, size) for look in looks]), looks)
        sure = [look for look, die in zip(looks, dice, strict=True) if die.sure]
        asked = beside_dice(faint, sure)
        dice += [doubted(judge(look, white, size)) for look in asked]
        self._remember(sure, size)
        reading = Reading(tuple(sorted(dice, key=lambda die: (die.box.x, die.box.y))), *size, t_s)
        tell("judge", lambda: _ringed(pixels, [look.spot for look in (*looks, *asked)]))
        return reading

    def looks(self, pixels: Pixels, tell: OnStep | None = None) -> list[Look]:
        """What both witnesses see of each die, before any verdict."""
        return self._seen(pixels, tell or _nobody)[0]

    def _seen(self, pixels: Pixels, tell: OnStep) -> tuple[list[Look], list[Look]]:
        """What both witnesses see of each die, and of what is one only if dice lie beside it."""
        spots = self._finder.find(pixels)
        tell("find", lambda: _ringed(pixels, spots))
        first = _dice_among(self._glanced_at(pixels, spots))
        tell("first look", lambda: _strip(first))
        second = self._turned(self._again(pixels, first), pixels)
        tell("second look", lambda: _strip(second))
        looks, faint = self._with_pips(pixels, second)
        tell("pips", lambda: _strip(looks))
        return self._levelled(looks, (pixels.shape[1], pixels.shape[0])), faint

    def looks_at(self, pixels: Pixels, spots: list[Spot]) -> list[Look]:
        """What both witnesses see at places where something else tells that dice lie, such as a mat.

        Several spots may be at one die. How likely the network takes each for no die only orders them.
        """
        looks = self._read_at(pixels, spots)
        for _ in range(AIMED):
            looks = _apart(self._read_at(pixels, [_moved(look) for look in looks]))
        certain = [replace(look, guess=surely_a_die(look.guess)) for look in self._turned(looks, pixels)]
        looks, _ = self._with_pips(pixels, certain)
        return self._levelled(looks, (pixels.shape[1], pixels.shape[0]))

    def _read_at(self, pixels: Pixels, spots: list[Spot]) -> list[Look]:
        crops = [cut(pixels, s.x, s.y, s.size) for s in spots]
        return [Look(s, c, g) for s, c, g in zip(spots, crops, self._faces.read(crops), strict=True)]

    def _glanced_at(self, pixels: Pixels, spots: list[Spot]) -> list[Look]:
        """Cut and read each spot: at a glance where that is enough."""
        crops = [cut(pixels, s.x, s.y, s.size) for s in spots]
        looks = [Look(s, c, g) for s, c, g in zip(spots, crops, self._glance.read(crops), strict=True)]
        return self._read_closely(looks, [k for k, look in enumerate(looks) if not _is_plain(look)])

    def _read_closely(self, looks: list[Look], which: list[int]) -> list[Look]:
        """The looks, those of these numbers read by the large network."""
        said = dict(zip(which, self._faces.read([looks[k].crop for k in which]), strict=True))
        return [replace(look, guess=said[k]) if k in said else look for k, look in enumerate(looks)]

    def _again(self, pixels: Pixels, looks: list[Look]) -> list[Look]:
        """Look once more where the first crop was cut badly; the rest stands. One look a die is kept."""
        badly = [look for look in looks if not _well_cut(look)]
        again = _dice_among(self._read_at(pixels, [_moved(look) for look in badly if not _read_well(look)]))
        recut = [_recut(pixels, look) for look in badly if _read_well(look)]
        both = [look for look in looks if _well_cut(look)] + recut + again
        return _apart([replace(look, spot=_moved(look)) for look in both])

    def _turned(self, looks: list[Look], pixels: Pixels) -> list[Look]:
        """Doubtful looks read also turned by quarters: what the network says of all four is steadier than of one."""
        size = pixels.shape[1], pixels.shape[0]
        doubtful = self._doubtful(looks, size)
        glanced = [k for k in doubtful if looks[k].guess.at_a_glance]
        if glanced:
            looks = self._read_closely(looks, glanced)
            doubtful = self._doubtful(looks, size)
        return self._from_four_sides(looks, doubtful)

    def _from_four_sides(self, looks: list[Look], which: list[int]) -> list[Look]:
        """The looks, those of these numbers with what the large network says of the turned crops as well."""
        said = self._faces.read([quarter_turned(looks[k].crop, turns) for k in which for turns in (1, 2, 3)])
        sides = {k: said[3 * i : 3 * i + 3] for i, k in enumerate(which)}
        return [replace(x, guess=together([x.guess, *sides[k]])) if k in sides else x for k, x in enumerate(looks)]

    def _doubtful(self, looks: list[Look], size: tuple[int, int]) -> list[int]:
        """Which of the looks leave something open."""
        return [k for k, look in enumerate(self._levelled(looks, size)) if not _steady(look)]

    def _with_pips(self, pixels: Pixels, looks: list[Look]) -> tuple[list[Look], list[Look]]:
        """The looks with what the geometric witness says; of what neither takes for a die only the faint."""
        said = _pips_of([look.crop for look in looks], [look.guess.slant for look in looks])
        heard = [replace(look, pips=pips) for look, pips in zip(looks, said, strict=True)]
        unlike = [k for k, look in enumerate(heard) if look.guess.at_a_glance and not _agree(look)]
        heard = self._read_closely(heard, unlike)
        heard = self._from_four_sides(heard, [k for k in unlike if not _steady(heard[k])])
        asked = [look if is_hopeless(look) else _asked_again(pixels, look) for look in heard]
        dice = [look for look in asked if not is_nothing(look)]
        return self._with_heat(dice), [look for look in asked if is_nothing(look) and is_faint(look)]

    def _with_heat(self, looks: list[Look]) -> list[Look]:
        """The looks, with the learned eyes' view of those whose blobs do not tell the network's value."""
        asked = [k for k, look in enumerate(looks) if not _agree(look)]
        if not asked:
            return looks
        slants = np.array([looks[k].guess.slant for k in asked]).reshape(-1, 2)
        said = dict(zip(asked, self._heat.read([looks[k].crop.pixels for k in asked], slants), strict=True))
        return [replace(look, heat=said.get(k)) for k, look in enumerate(looks)]

    def _remember(self, sure: list[Look], size: tuple[int, int]) -> None:
        """Where dice lay flat and how their faces were slanted, for those that will lie alone."""
        if self._one_camera and len(sure) >= COMPARABLE:
            places = tuple((look.spot.x, look.spot.y) for look in sure)
            self._flat = size, places, tuple(look.guess.slant for look in sure)

    def _levelled(self, looks: list[Look], size: tuple[int, int]) -> list[Look]:
        """The looks with how far each top face is off the plane that most dice lie on."""
        places = tuple((look.spot.x, look.spot.y) for look in looks)
        slants = tuple(look.guess.slant for look in looks)
        if len(looks) < COMPARABLE and self._flat[0] == size:
            places, slants = places + self._flat[1], slants + self._flat[2]
        off = _departures(places, slants, size)
        return [replace(k, off_level=float(o), fellows=len(places)) for k, o in zip(looks, off, strict=False)]


def _nobody(_name: str, _picture: Callable[[], Pixels]) -> None:
    """Nobody asked."""


def _dice_among(looks: list[Look]) -> list[Look]:
    """The looks without those at what is certainly no die."""
    return [look for look in looks if look.guess.no_die < FIRST_NO_DIE]


def _agree(look: Look) -> bool:
    """Whether blobs make the value that the network tells."""
    return look.pips is not None and look.pips.value == look.guess.value


def _is_plain(look: Look) -> bool:
    """Whether a glance is enough: it is certain of a die that lies flat, of its value, and of its place."""
    guess = look.guess
    near = math.hypot(guess.right, guess.down) < READ_OFF and READ_SMALLER < guess.size < READ_LARGER
    certain = look.chance > PLAIN and guess.no_die < 1 - PLAIN and look.spot.heat > PLAIN_HEAT
    return near and certain and guess.leaning < PLAIN_LEANING and guess.whole > 1 - PLAIN_LEANING


def _well_cut(look: Look) -> bool:
    """Whether the crop's middle and size are so near the face's that a second look would show the same."""
    guess = look.guess
    centred = math.hypot(guess.right, guess.down) < OFF and SMALLER < guess.size < LARGER
    return centred and guess.no_die < DUBIOUS


def _read_well(look: Look) -> bool:
    """Whether the network is as good as certain of a die, though the crop is a little off."""
    guess = look.guess
    near = math.hypot(guess.right, guess.down) < READ_OFF and READ_SMALLER < guess.size < READ_LARGER
    return near and guess.no_die < DUBIOUS and look.chance > STEADY and guess.leaning < MAY_LEAN


def _recut(pixels: Pixels, look: Look) -> Look:
    """The look with a crop around the face's middle, of its size, and what was said of it before."""
    spot = _moved(look)
    return Look(spot, cut(pixels, spot.x, spot.y, spot.size), replace(look.guess, right=0.0, down=0.0, size=1.0))


def _steady(look: Look) -> bool:
    """Whether the network is so sure of all that it says that turning the crop would change nothing."""
    return look.chance > STEADY and look.guess.leaning < MAY_LEAN and look.off_level < SUSPECT


def _moved(look: Look) -> Spot:
    """The spot where a look says that the top face is."""
    face = FACE_PX / look.crop.scale
    x, y = look.crop.x + look.guess.right * face, look.crop.y + look.guess.down * face
    return Spot(x, y, face * look.guess.size, look.spot.heat)


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
    return math.hypot(one.x - other.x, one.y - other.y) < reach


def _pips_of(crops: list[Crop], slants: list[tuple[float, float]]) -> list[PipsReading]:
    """What the geometric witness says of each crop; the slants tell it only from where a face is seen."""
    return read_pips_many(np.stack([crop.pixels for crop in crops]), np.array(slants)) if crops else []


def _asked_again(pixels: Pixels, look: Look) -> Look:
    """The look with a decided geometric witness, if other cuts of the crop all say the same value or nothing."""
    if look.pips is None or look.pips.value is not None or look.chance < SURE:
        return look
    spot = look.spot
    crops = [cut(pixels, spot.x, spot.y, spot.size * k) for k in OTHER_CUTS]
    said = _pips_of(crops, [look.guess.slant] * len(crops))
    values = {pips.value for pips in said if pips.value is not None}
    return replace(look, pips=replace(look.pips, value=values.pop())) if len(values) == 1 else look


_departures = functools.lru_cache(maxsize=1)(departures)
"""Asked twice in a reading, and seldom about other dice or slants the second time."""


# --- pictures of the steps


def _ringed(pixels: Pixels, spots: list[Spot]) -> Pixels:
    """The picture with a ring around each spot."""
    copy = pixels.copy()
    thick = max(1, pixels.shape[1] // 400)
    for s in spots:
        cv2.circle(copy, (round(s.x), round(s.y)), max(2, round(s.size / 2)), (0, 200, 255), thick)
    return copy


def _strip(looks: list[Look]) -> Pixels:
    """The crops side by side, with the pips that were found."""
    if not looks:
        return np.zeros((16, 16, 3), np.uint8)
    shown = []
    for look in looks:
        large = cv2.resize(look.crop.pixels, None, fx=STRIP_SCALE, fy=STRIP_SCALE, interpolation=cv2.INTER_NEAREST)
        for x, y in look.pips.pips_px if look.pips is not None else ():
            cv2.circle(large, (round((x + 0.5) * STRIP_SCALE), round((y + 0.5) * STRIP_SCALE)), 5, (0, 255, 0), 1)
        shown.append(large)
    return np.asarray(np.hstack(shown), np.uint8)
