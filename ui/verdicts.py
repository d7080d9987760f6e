"""What the counts say in plain words: of dice, and of wins on the first turn. No more than they bear."""

from collections.abc import Callable

from rules.fairness import Fairness, Verdict
from rules.tallies import FIRST_TURN_WIN, usual_range
from ui.phrases import N_

Say = Callable[[str], str]
"""Gives a sentence in the reader's language."""

VERDICTS: dict[Verdict, str] = {
    "too few": N_("{dice} dice rolled: too few to say anything about them."),
    "no sign": N_("No sign of a loaded die in {dice} dice rolled."),
    "uneven": N_("Uneven, but fair dice are so once in {once} times: watch them."),
    "loaded": N_("Fair dice are so uneven only once in {once} times."),
}
NOTICEABLE = N_("A face that comes up {share} of the time would most likely have been noticed.")
SUSPECT = N_("The {face} came up {share} of the time: it is loaded, or often misread.")
MOST_TIMES = 1_000_000
"""Beyond this the test's distribution is no longer to be trusted to the digit."""


def dice_verdict(found: Fairness, say: Say = str) -> tuple[str, ...]:
    """One or two sentences on one set of dice."""
    facts = {
        "dice": f"{found.dice:,}",
        "once": times(found.corrected),
        "face": str(found.face),
        "share": percent(found.share),
    }
    first = say(VERDICTS[found.verdict]).format_map(facts)
    if found.verdict == "no sign":
        return first, say(NOTICEABLE).format(share=percent(found.noticeable))
    return (first, say(SUSPECT).format_map(facts)) if found.verdict == "loaded" else (first,)


def times(chance: float) -> str:
    """Once in how many times, in two digits.

    >>> times(0.05), times(0.00123), times(0.0)
    ('20', '810', '1,000,000')
    """
    often = MOST_TIMES if chance * MOST_TIMES <= 1 else 1 / chance
    digits = max(0, len(str(int(often))) - 2)
    return f"{int(round(often, -digits)):,}"


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(1 / 6), percent(0.004), percent(1.0)
    ('17 %', '0.4 %', '100 %')
    """
    return f"{share:.1%}".replace("%", " %") if 0 < share < 0.0995 else f"{share:.0%}".replace("%", " %")


def first_turns(tries: int, wins: int, say: Say = str) -> str:
    """How the wins on the first turn stand to what chance gives."""
    low, high = usual_range(tries, FIRST_TURN_WIN)
    usual = str(low) if low == high else say(N_("{low} to {high}")).format(low=low, high=high)
    return say(N_("Won on the first turn: {wins} in {tries}. Chance gives 1 in 64.8, here {usual}.")).format(
        wins=wins, tries=f"{tries:,}", usual=usual
    )
