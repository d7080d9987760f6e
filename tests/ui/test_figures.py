"""Figures in words: the verdict on dice, first turns, and the examples in the docstrings."""

import doctest
from types import ModuleType

import pytest

import pi.cues
import pi.outputs
import pi.preferences
import pi.tunes
import ui.scenes.chances
import ui.scenes.graph
import ui.verdicts
from rules.fairness import fairness
from ui.language import LANGUAGES
from ui.verdicts import dice_verdict, first_turns
from ui.words import Words

MODULES = (
    pi.cues, pi.outputs, pi.preferences, pi.tunes, ui.scenes.chances, ui.scenes.graph, ui.verdicts,
)  # fmt: skip


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((1, 0, 2, 0, 0, 0), "3 dice rolled: too few to say anything about them."),
        ((200, 201, 199, 203, 201, 200),
         "No sign of a loaded die in 1,204 dice rolled."
         " A face that comes up 21 % of the time would most likely have been noticed."),
        ((5, 8, 9, 8, 10, 20), "Uneven, but fair dice are so once in 50 times: watch them."),
        ((170, 170, 170, 170, 170, 350),
         "Fair dice are so uneven only once in 1,000,000 times."
         " The 6 came up 29 % of the time: it is loaded, or often misread."),
    ],
)  # fmt: skip
def test_the_verdict_on_dice(counts: tuple[int, ...], words: str) -> None:
    assert " ".join(dice_verdict(fairness(counts))) == words


@pytest.mark.parametrize(
    ("tries", "wins", "words"),
    [
        (648, 11, "Won on the first turn: 11 in 648. Chance gives 1 in 64.8, here 4 to 17."),
        (0, 0, "Won on the first turn: 0 in 0. Chance gives 1 in 64.8, here 0."),
    ],
)
def test_wins_on_the_first_turn(tries: int, wins: int, words: str) -> None:
    assert first_turns(tries, wins) == words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_shows_a_hole(lang: str) -> None:
    say = Words(lang).say
    for counts in ((1, 0, 0, 0, 0, 0), (100,) * 6, (5, 8, 9, 8, 10, 20), (10, 10, 10, 10, 10, 100)):
        assert "{" not in "".join(dice_verdict(fairness(counts), say))
    assert "{" not in first_turns(500, 9, say)
