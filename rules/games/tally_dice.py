"""The dice of Tally Up, and the exact chances of a bust and of what a roll brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from rules.game import IllegalAction


@dataclass(frozen=True, slots=True)
class Side:
    """One face of a tally die."""

    points: int = 0
    star: bool = False
    circled: bool = False
    """Calls for the Up die."""


def _sides(text: str) -> tuple[Side, ...]:
    """Six faces as the rule sheet writes them: a star, points, or points in a circle."""
    return tuple(
        Side(star=True) if word == "*" else Side(int(word.strip("()")), circled=word.startswith("("))
        for word in text.split()
    )


TALLY: Mapping[str, tuple[Side, ...]] = {
    "red": _sides("* * * 100 50 (50)"),
    "orange": _sides("* * * 70 (70) 50"),
    "yellow": _sides("* * (40) 20 20 20"),
    "green": _sides("* * 40 40 (40) 30"),
    "blue": _sides("* 50 20 10 (10) (10)"),
    "purple": _sides("* 20 20 20 (20) (20)"),
}
"""Each tally die's faces; an ordinary die of that colour stands for it, pip n for the n-th of them."""
UP_COLOUR = "white"
UP = ("+1", "+2", "+3", "-100", "+100", "x2")
"""The Up die's faces: so many bonus dice, points off or on, the running total doubled."""
CHOSEN = 3
"""So many tally dice are rolled in a round, and so many are left for a bonus."""
BUST_STARS = 2
Colours = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    """What some tally dice show together."""

    stars: int
    points: int
    circled: bool


def thrown(colours: Iterable[str], faces: Iterable[int]) -> Thrown:
    """Tally dice of these colours, with these pips.

    >>> thrown(("red", "blue"), (6, 1))
    Thrown(stars=1, points=50, circled=True)
    """
    sides = [TALLY[colour][face - 1] for colour, face in zip(colours, faces, strict=True)]
    return Thrown(sum(s.star for s in sides), sum(s.points for s in sides), any(s.circled for s in sides))


def in_order(colours: Iterable[str]) -> Colours:
    """Colours in the order of the rule sheet, from high risk to low."""
    return tuple(sorted(colours, key=list(TALLY).index))


def rest(dice: Colours) -> Colours:
    """The tally dice that are not rolled in this round."""
    return tuple(colour for colour in TALLY if colour not in dice)


def check_dice(colours: Colours, allowed: Colours, count: int) -> None:
    """IllegalAction "wrong-dice" unless these are so many different dice of the allowed ones."""
    if len(set(colours)) != count or len(colours) != count or not set(colours) <= set(allowed):
        which = ", ".join(allowed) if count == len(allowed) else f"{count} of {', '.join(allowed)}"
        raise IllegalAction("wrong-dice", f"The dice to roll are {which}.")


# --- exact chances


@dataclass(frozen=True, slots=True)
class Prospect:
    """What is to be expected of a roll, everybody staying in until it is settled."""

    bust: Fraction
    """Bonus dice included."""
    gain: Fraction
    """How much the running total grows on the average; what a bust costs is part of it."""


@cache
def throws(colours: Colours) -> Mapping[Thrown, Fraction]:
    """Everything that these dice may show, with its chance."""
    found = Counter(thrown(colours, faces) for faces in product(range(1, 7), repeat=len(colours)))
    return {what: Fraction(count, 6 ** len(colours)) for what, count in found.items()}


@cache
def prospect(dice: Colours, running: int) -> Prospect:
    """Of the next main roll with these three dice; the roller chooses bonus dice for the best running total.

    >>> float(prospect(("blue", "purple", "yellow"), 0).bust) < float(prospect(("red", "orange", "green"), 0).bust)
    True
    """
    bust = gain = Fraction(0)
    for what, chance in throws(dice).items():
        after = _settled(dice, what, running)
        bust += chance * after.bust
        gain += chance * after.gain
    return Prospect(bust, gain)


def _settled(dice: Colours, what: Thrown, running: int) -> Prospect:
    if what.stars == CHOSEN:
        return Prospect(Fraction(0), Fraction(0))
    if what.stars == BUST_STARS:
        return Prospect(Fraction(1), Fraction(-running))
    if not what.circled:
        return Prospect(Fraction(0), Fraction(what.points))
    up = up_prospect(dice, what.stars, running + what.points)
    return Prospect(up.bust, what.points + up.gain)


@cache
def up_prospect(dice: Colours, stars: int, running: int) -> Prospect:
    """Of the Up die after a main roll with so many stars, whose points are in the running total already."""
    bonus = [best_bonus(dice, stars, running, count)[1] for count in (1, 2, 3)]
    gains = [p.gain for p in bonus] + [Fraction(-100), Fraction(100), Fraction(running)]
    return Prospect(sum((p.bust for p in bonus), Fraction(0)) / 6, sum(gains, Fraction(0)) / 6)


def best_bonus(dice: Colours, stars: int, running: int, count: int) -> tuple[Colours, Prospect]:
    """So many of the dice that are left, the best ones, and what is to be expected of them."""
    found = ((colours, _bonus(colours, stars, running)) for colours in combinations(rest(dice), count))
    return max(found, key=lambda pair: (pair[1].gain, -pair[1].bust))


def _bonus(colours: Colours, stars: int, running: int) -> Prospect:
    bust = gain = Fraction(0)
    for what, chance in throws(colours).items():
        if stars + what.stars >= BUST_STARS:
            bust, gain = bust + chance, gain - chance * running
        else:
            gain += chance * what.points
    return Prospect(bust, gain)
