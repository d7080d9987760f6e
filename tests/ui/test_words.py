"""The screen's sentences: one for every question and event, and none with a hole in it."""

import re
from importlib.resources import files

import pytest

from rules.events import Killed, Options, Rolled, Stuck, Turn, Undone, Won
from rules.game import Roll
from ui.gallery import examples, table
from ui.phrases import QUESTIONS, REFUSALS
from ui.words import Words

WORDS = Words()
FACTS = {"player": "red", "seen": "1-2-3", "due": "1-2-4", "hand": "3-4-6", "options": "3-4", "doubtful": "1"}
REFEREE_KEYS = (
    "wrong-dice-count", "doubtful-die", "wrong-colour", "mixed-colours", "throw-again",
    "dice-changed", "too-many-dice", "illegal-keep", "which-hand", "clear-tray",
    "cocked-die", "hidden-die", "rim-die", "put-back",
    "mat-lost", "mat-too-small", "between-zones", "die-in-zone", "hand-changed", "hand-gone", "strange-hand",
    "hand-to-cup", "hand-to-zone", "lay-hand",
)  # fmt: skip


@pytest.mark.parametrize("key", REFEREE_KEYS)
@pytest.mark.parametrize("facts", [{}, FACTS])
def test_every_question_has_words_with_and_without_its_facts(key, facts):
    said = WORDS.question(table(2, question=key, question_facts=facts))
    assert said != WORDS.question(table(2, question="never-heard-of"))
    assert "{" not in said and said.endswith(".")


def test_the_referee_asks_nothing_that_has_no_words():
    source = "".join((files("rules") / name).read_text() for name in ("referee.py", "zones.py"))
    asked = set(re.findall(r'Ask\("([a-z-]+)"', source))
    assert asked
    assert asked <= set(QUESTIONS)


def test_facts_are_named_in_the_question():
    said = WORDS.question(table(2, question="wrong-dice-count", question_facts={"seen": "5", "due": "6"}))
    assert "5" in said and "6" in said


def test_an_unknown_question_is_neutral():
    assert WORDS.question(table(2, question="never-heard-of")) == "Please look at the tray."


def test_dice_in_words_are_drawn_not_spelled():
    said = WORDS.question(table(2, question="illegal-keep", question_facts={"hand": "3-4-6"}))
    assert [ord(c) % 16 for c in said if "\ue000" <= c <= "\ue0ff"] == [3, 4, 6]


@pytest.mark.parametrize(
    ("awaits", "prompt"),
    [("roll", "Roll 4 dice"), ("sweep", "Clear the tray, then roll 4 dice"), ("nothing", "Game over")],
)
def test_prompts(awaits, prompt):
    assert WORDS.prompt(table(2, awaits=awaits)) == prompt


def test_one_die_is_a_die():
    assert WORDS.dice_count(1) == "1 die"


def test_news_of_a_kill_says_why():
    kill = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
    view = table(2, news=((1.0, Turn("red", 4)), (1.0, Rolled("red", (3, 5, 5, 6))), (1.0, kill)))
    said = WORDS.happened(view)
    assert "the complement of" in said and "Red" in said and "Blue's" in said


def test_news_of_several_kills_name_every_victim_once():
    kills = (Killed("red", "blue", (1, 2, 3, 4), (5, 6)), Killed("red", "green", (6,), (1, 2, 3, 4, 5)))
    view = table(3, news=((1.0, Rolled("red", (1, 2, 3, 4, 5, 6))), *((1.0, kill) for kill in kills)))
    assert "Red kills Blue and Green with " in WORDS.happened(view)


def test_news_of_a_stuck_roll_tell_the_roll_too():
    view = table(2, news=((1.0, Rolled("red", (1, 2, 2, 4))), (1.0, Stuck("red", (4, 5))), (1.0, Turn("blue", 2))))
    assert WORDS.happened(view).startswith("Red rolled ") and "turn passes" in WORDS.happened(view)


def test_what_was_undone_is_the_news():
    view = table(2, news=((1.0, Won("red")), (2.0, Undone(Roll((1,)))), (2.0, Options("red", ((1,),)))))
    assert WORDS.happened(view) == "Taken back: the roll."


def test_names_are_left_as_they_were_given_unless_they_are_colours():
    assert (WORDS.name("red"), WORDS.name("Änne")) == ("Red", "Änne")


def test_an_unknown_language_is_english():
    assert Words("xx").say("Undo") == "Undo"


def test_no_sentence_shows_a_hole():
    for view in examples().values():
        for said in (WORDS.prompt(view), WORDS.question(view), WORDS.happened(view), WORDS.credit(view)):
            assert "{" not in said and "None" not in said


def test_refusals_are_those_of_the_protocol_a_table_can_meet():
    assert {"wrong-player", "not-now", "bad-face", "wrong-dice-count", "illegal-hand"} == set(REFUSALS)
