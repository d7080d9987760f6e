"""The verdict on one die: whether its two witnesses agree on what both could see well."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.colour import body_colour
from vision.dice import Spot
from vision.faces import Crop, FaceGuess
from vision.pips import PipsReading
from vision.reading import Box, Die

SURE = 0.7
"""Least chance of a value that the reader stands by, where the geometric witness tells the same on its own.

This limit and those below were tried on renders held out of training and on drawn decoys; how much evidence of a die is
asked for, and what counts as clutter, was chosen in view of the photographs that docs/reading.md counts.
"""
SURE_IF_BORNE_OUT = 0.95
"""The same where the geometric witness tells no value of its own and only bears this one out."""
SURE_OVER_BLOBS = 0.9
"""The same where the pips that the learned eyes see make this value and the blobs make another."""
SUPPORT = 0.6
"""The geometric witness bears a value out if the value's fit is at least this share of its best fit."""
NO_DIE_AT_ALL = 0.7
"""What is no die with at least this chance is dropped."""
LEAST_EVIDENCE, LEAST_UNAGREED = 0.9, 2.4
"""What has less is dropped: the finder's and the face reader's log odds of a die together, as if independent.

More is asked of what the witnesses do not read alike: the weave of a cloth has pips, but seldom a face's. Of what shows
no value to either, as much is asked as of a certain die: the burnt-out floor of a tray is a large white square too.
"""
NO_DIE_NO_PIPS = 0.45
"""The same where the geometric witness finds no face either."""
NO_DIE_IF_SURE = 0.2
"""What is no die with more than this chance is never sure: a domino, a printed die."""
EVIDENCE_IF_SURE, HEAT_IF_SURE = 1.5, 0.15
"""What has less evidence, or which the finder hardly noticed, is never sure: a thousand dots hold a three by chance."""
EVIDENCE_IF_FEW_PIPS = {1: 2.5, 2: 2.5}
"""The same for a one or a two: a screw, a knot or half a domino shows as much. They are asked about, not dropped,
for of a die that is dropped nobody is told; but see LEAST_IF_NONE_CERTAIN."""
HEAT_IF_FEW_PIPS = 0.2
"""Where the finder noticed such a one or two less than this, it is dropped: as often as not it is none."""
FAINT_EVIDENCE = 0.5
"""What would be dropped but has this much evidence is asked about where dice as large lie sure beside it: alone it is
mostly a thing that is no die, there it mostly is one."""
AS_LARGE = 0.15
"""So near, as the logarithm of the ratio of their faces' sides, are dice of one set that lie beside each other."""
CERTAIN_EVIDENCE = 3.4
"""What has less, 30 to 1, is sure only beside a sure die as large that has it: among dice one at least looks like
nothing else, among dominoes, buttons and print none does, and one of those beside dice is seldom of their size."""
LEAST_IF_NONE_CERTAIN = 2.5
"""Where nothing at all is certain, what has less than this is dropped from a picture that may show anything."""
CLUTTER, CLUTTERED = 4, 0.5
"""Where so many seem to show a value and less than this share of them is sure, what is seen is no tray of dice."""
OFF_LEVEL = 0.23
"""A die whose top face is off level by more than this, as a sine, is cocked whatever the network says of it alone."""
OFF_LEVEL_IF_LEANING = 0.18
"""The same, 10 degrees, where the network thinks that it leans."""
MAY_LEAN = 0.5
"""Chance of leaning from which a die may lean."""
LEANS = 0.85
"""Chance of leaning from which a die is not sure where too few lie with it to compare."""
COMPARABLE = 3
"""Fewer dice do not tell where the table's plane is: of two that differ either may lean."""
WHOLE = 0.3
"""A die whose top face is whole with less than this chance is not sure."""
LEAST_PX = 9.0
"""Faces smaller than this, in pixels of the picture, have pips of a pixel and are never sure."""
MOST_IF_DOUBTED = 0.9
"""Confidence in a value that the reader does not stand by is at most this."""
TELLS = 0.5
"""A value less likely than this is not told at all."""
AGREED_SLIP = 0.04
"""How often the geometric witness shares the network's wrong value: assumed; docs/reading.md's table bears it out."""
BORNE_OUT_SLIP = 0.5
"""The same, also assumed, for only bearing it out."""
COCKED_AT, COCKED_SPREAD = 0.25, 0.031
"""How far off level, as a sine, a die that passes for flat is cocked as often as not, and how that chance falls below:
a logistic curve through what held-out renders show."""
COCKED_ALONE = 0.03
"""Chance that a die is cocked which the network holds for leaning, where no other dice tell."""
BOX = 1.2
"""Side of the box over that of the top face: turned faces stand out."""


@dataclass(frozen=True, slots=True)
class Look:
    """One die as the two witnesses see it."""

    spot: Spot
    crop: Crop
    guess: FaceGuess
    pips: PipsReading | None = None
    heat: PipsReading | None = None
    """What the learned eyes for pips see; they are asked only where blobs do not tell the network's value."""
    off_level: float = 0.0
    """How far the top face is from level with the table, as a sine; 0 where there is nothing to compare."""
    fellows: int = 0
    """How many dice were seen in all."""

    @property
    def chance(self) -> float:
        """Of the likeliest value, given that this is a die: whether it is one is asked apart from it."""
        return float(self.guess.chances[self.guess.value]) / max(1 - self.guess.no_die, 1e-6)

    @property
    def pips_px(self) -> tuple[tuple[float, float], ...]:
        """Where in the crop the geometric witness found pips, with the learned eyes if blobs told it nothing."""
        return next((seen.pips_px for seen in (self.pips, self.heat) if seen is not None and seen.pips_px), ())

    @property
    def evidence(self) -> float:
        """Log odds of a die, the finder's and the face reader's together."""
        return _log_odds(self.spot.heat) - _log_odds(self.guess.no_die)


def is_hopeless(look: Look) -> bool:
    """Whether this is no die whatever the geometric witness finds on a closer look."""
    return look.guess.no_die > NO_DIE_AT_ALL or look.evidence < LEAST_EVIDENCE


def is_nothing(look: Look) -> bool:
    """Whether the witnesses take this for no die."""
    blank = look.pips is None or look.pips.value is None
    if look.guess.no_die > (NO_DIE_NO_PIPS if blank else NO_DIE_AT_ALL):
        return True
    agreed = look.pips is not None and look.pips.value == look.guess.value
    least = LEAST_EVIDENCE if agreed else CERTAIN_EVIDENCE if blank and look.chance <= TELLS else LEAST_UNAGREED
    if look.evidence < least:
        return True
    return look.spot.heat < HEAT_IF_FEW_PIPS and look.evidence < EVIDENCE_IF_FEW_PIPS.get(look.guess.value, -math.inf)


def is_faint(look: Look) -> bool:
    """Whether what is nothing by itself may yet be a die if dice lie beside it."""
    return look.guess.no_die <= NO_DIE_AT_ALL and look.evidence >= FAINT_EVIDENCE


def beside_dice(faint: list[Look], sure: list[Look]) -> list[Look]:
    """Those of the faint looks that are as large as dice that were read for sure."""
    return [look for look in faint if any(_as_large(look, die) for die in sure)]


def _as_large(one: Look, other: Look) -> bool:
    return abs(math.log(one.spot.size / other.spot.size)) < AS_LARGE


def _log_odds(chance: float) -> float:
    kept = min(max(chance, 0.001), 0.999)
    return math.log(kept / (1 - kept))


def judge(look: Look, white: NDArray[np.float64], size: tuple[int, int]) -> Die:
    """The verdict on one die of a picture of that width and height, whose light is `white`."""
    why = _badly_seen(look, size) or _witnesses_doubt(look)
    value, chance = look.guess.value, look.chance
    order = (-look.guess.chances[1:]).argsort() + 1
    return Die(
        value if chance > TELLS else None,
        not why,
        min(chance, MOST_IF_DOUBTED) if why else confidence(look),
        _box(look.spot, size),
        body_colour(look.crop.pixels, look.pips_px, white),
        tuple(order.tolist()),
        why,
        (float(look.guess.slant[0]), float(look.guess.slant[1])),
    )


def confidence(look: Look) -> float:
    """The chance that a sure value is right: that this is a die, that it lies flat, and that the value is the die's.

    For the value to be wrong both witnesses would have to be mistaken, and in the same way.
    """
    agreed = any(pips is not None and pips.value == look.guess.value for pips in (look.pips, look.heat))
    wrong = (1 - look.chance) * (AGREED_SLIP if agreed else BORNE_OUT_SLIP)
    die = 1 / (1 + math.exp(-look.evidence))
    return min(max(die * (1 - _cocked(look)) * (1 - wrong), 0.0), 1.0)


def _cocked(look: Look) -> float:
    """The chance that a die which passes for flat is cocked all the same."""
    if look.fellows < COMPARABLE:
        return COCKED_ALONE * look.guess.leaning
    return 1 / (1 + math.exp((COCKED_AT - look.off_level) / COCKED_SPREAD))


def _badly_seen(look: Look, size: tuple[int, int]) -> str:
    """What keeps the face from being read whatever it shows: its place, its size, how the die lies."""
    spot = look.spot
    half = spot.size / 2
    if spot.x < half or spot.y < half or spot.x > size[0] - half or spot.y > size[1] - half:
        return "cut"
    if spot.size < LEAST_PX:
        return "too-small"
    if look.guess.whole < WHOLE:
        return "covered"
    return "leaning" if _leans(look) else ""


def _leans(look: Look) -> bool:
    """Whether the die lies cocked, by the table's plane where it is known, else by its looks."""
    if look.fellows < COMPARABLE:
        return look.guess.leaning > LEANS or look.off_level > OFF_LEVEL
    return look.off_level > (OFF_LEVEL_IF_LEANING if look.guess.leaning > MAY_LEAN else OFF_LEVEL)


def _witnesses_doubt(look: Look) -> str:
    """Whether the witnesses disagree, or agree on what neither sees well."""
    least = _least_chance(look)
    if least is None:
        return "witnesses-disagree"
    needed = EVIDENCE_IF_FEW_PIPS.get(look.guess.value, EVIDENCE_IF_SURE)
    is_die = look.evidence >= needed and look.spot.heat >= HEAT_IF_SURE
    return "" if look.chance >= least and look.guess.no_die <= NO_DIE_IF_SURE and is_die else "unclear"


def _least_chance(look: Look) -> float | None:
    """How likely the network must hold its value for it to be sure; None where no likelihood is enough."""
    value = look.guess.value
    geometric = [pips for pips in (look.pips, look.heat) if pips is not None]
    told = {pips.value for pips in geometric} - {None}
    if look.pips is not None and look.pips.speck and value in (3, 5):  # learned eyes take a speck for a pip
        return None
    if told == {value}:
        return SURE
    if value in told:
        return SURE_OVER_BLOBS
    if told or not any(0 < pips.scores[value - 1] >= SUPPORT * max(pips.scores) for pips in geometric):
        return None
    return SURE_IF_BORNE_OUT


def _box(spot: Spot, size: tuple[int, int]) -> Box:
    half = spot.size * BOX / 2
    x0, y0 = max(0, round(spot.x - half)), max(0, round(spot.y - half))
    x1, y1 = min(size[0], round(spot.x + half)), min(size[1], round(spot.y + half))
    return Box(x0, y0, max(1, x1 - x0), max(1, y1 - y0))


def doubted_without_a_die(dice: list[Die], looks: list[Look]) -> list[Die]:
    """The dice that were judged by those looks; sure only if certainly a die, or as large as one that is."""
    seen = list(zip(dice, looks, strict=True))
    certain = [look for die, look in seen if die.sure and look.evidence >= CERTAIN_EVIDENCE]
    return [die if not die.sure or any(_as_large(look, one) for one in certain) else doubted(die) for die, look in seen]


def without_decoys(looks: list[Look]) -> list[Look]:
    """The looks, without those that hardly look like dice where none does for certain."""
    if any(look.evidence >= CERTAIN_EVIDENCE for look in looks):
        return looks
    return [look for look in looks if look.evidence >= LEAST_IF_NONE_CERTAIN]


def doubted_in_clutter(dice: list[Die]) -> list[Die]:
    """The dice as they were judged one by one; none of them sure where most of what looks like dice is none."""
    sure, valued = sum(die.sure for die in dice), sum(die.pips is not None for die in dice)
    if valued < CLUTTER or sure >= CLUTTERED * valued:
        return dice
    return [doubted(die) for die in dice]


def doubted(die: Die) -> Die:
    """The die, not sure."""
    return replace(die, sure=False, confidence=min(die.confidence, MOST_IF_DOUBTED), why=die.why or "unclear")
