"""Whether dice are fair: Pearson's chi-squared test of how often each face came up, and what it can and cannot tell."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, expm1, log1p, pi, sqrt
from typing import Literal, TypeAlias

FACES = 6
LEAST_DICE = 30
"""The test's usual rule: five of each face expected, or the distribution it goes by does not hold."""
UNEVEN, LOADED = 0.05, 0.001
"""Chances of fair dice to come out so unevenly, below which they are called uneven, and loaded. The second is strict:
people look again and again, and fair dice that are looked at often enough look uneven some day."""
SEEN_NONCENTRALITY = 12.83
"""Of chi-squared with 5 degrees of freedom, at which the test at 5 % has a power of 0.8 (tables of its power)."""

Verdict: TypeAlias = Literal["too few", "no sign", "uneven", "loaded"]


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the counts of one set of dice tell."""

    counts: tuple[int, ...]
    """How often 1, 2, ... 6 came up."""
    dice: int
    """How many were rolled, all faces together."""
    chi_squared: float
    """0 where nothing was rolled."""
    p: float
    """The chance of fair dice to come out as unevenly as this or more."""
    corrected: float
    """The same for the most uneven of all sets that were looked at."""
    verdict: Verdict

    @property
    def face(self) -> int:
        """The face that is furthest from its share; 1 where nothing was rolled."""
        return max(range(1, FACES + 1), key=lambda face: abs(self.counts[face - 1] - self.dice / FACES))

    @property
    def share(self) -> float:
        """The share of that face among all."""
        return self.counts[self.face - 1] / self.dice if self.dice else 1 / FACES

    @property
    def noticeable(self) -> float:
        """The share of a single favoured face that would have been noticed four times of five; 1 where none would."""
        return noticeable(self.dice)


def fairness(counts: tuple[int, ...], sets: int = 1) -> Fairness:
    """The test of one set of dice among `sets` that are looked at, so that one in many may look odd (Sidak's bound)."""
    dice = sum(counts)
    expected = dice / FACES
    chi_squared = sum((count - expected) ** 2 for count in counts) / expected if dice else 0.0
    p = tail(chi_squared)
    corrected = among(sets, p)
    return Fairness(counts, dice, chi_squared, p, corrected, _verdict(dice, corrected))


def among(sets: int, p: float) -> float:
    """The chance that the most uneven of so many sets of fair dice comes out with `p` or less; `p` itself for one set.

    >>> among(1, 0.3), round(among(2, 0.3), 2), among(3, 1.0), among(3, 1e-20) > 1e-20
    (0.3, 0.51, 1.0, True)
    """
    if sets <= 1 or p == 1.0:
        return p
    return -expm1(sets * log1p(-p))  # 1 - (1 - p)^sets, which in floating point is 0 for the smallest p


def tail(chi_squared: float) -> float:
    """The chance of chi-squared with 5 degrees of freedom to be this great or greater (Abramowitz and Stegun 26.4.4).

    >>> round(tail(11.0705), 4), round(tail(20.515), 5), tail(0.0)
    (0.05, 0.001, 1.0)
    """
    half = chi_squared / 2
    return min(1.0, erfc(sqrt(half)) + sqrt(2 * chi_squared / pi) * exp(-half) * (1 + chi_squared / 3))


def noticeable(dice: int) -> float:
    """The share of one face, the others alike, that so many dice show to be uneven four times of five; at most 1.

    With d above its sixth, the face and the five others give a noncentrality of dice * 6 * (d^2 + 5 (d/5)^2).

    >>> round(noticeable(1204), 3), noticeable(10)
    (0.205, 1.0)
    """
    if dice < LEAST_DICE:
        return 1.0
    return min(1.0, 1 / FACES + sqrt(SEEN_NONCENTRALITY / (7.2 * dice)))


def _verdict(dice: int, corrected: float) -> Verdict:
    if dice < LEAST_DICE:
        return "too few"
    if corrected < LOADED:
        return "loaded"
    return "uneven" if corrected < UNEVEN else "no sign"
