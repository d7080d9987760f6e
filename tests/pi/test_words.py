"""The game as it is told at a terminal."""

import io

import pytest
from rich.console import Console

from pi.seats import SeatedPlayer
from pi.words import _QUESTIONS, Words
from rules.events import Drinks, Kept, Killed, Options, Refused, Rolled, Round, Stuck, Turn, Undone, Won
from rules.game import Keep
from rules.referee import QUESTIONS, Ask
from vision.reading import Box, Die, Reading


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def words(out: io.StringIO) -> Words:
    seats = (SeatedPlayer("red", "red"), SeatedPlayer("anna", "white"))
    return Words(Console(file=out, width=200), seats, "Run Buster, designed by Mark Steere")


def seen(*pips: int | None) -> Reading:
    return Reading(tuple(Die(n, n is not None, 1.0, Box(0, 0, 9, 9), "red") for n in pips), 640, 480)


def test_a_game(words: Words, out: io.StringIO) -> None:
    words.see(seen())
    words.listen(Turn("red", 1))
    words.see(seen(4, None, 1))
    for event in (
        Rolled("red", (2, 2, 4)),
        Killed("red", "anna", (1, 2, 3, 4), (5, 6)),
        Options("red", ((2,), (4,))),
        Options("red", ((2, 3),)),
        Kept("red", (4, 5)),
        Undone(Keep((4, 5))),
        Stuck("red", (2,)),
        Refused("illegal-hand", "Not that."),
        Won("red"),
        Turn("anna", 6),
    ):
        words.listen(event)
    assert out.getvalue().splitlines() == [
        "Run Buster, designed by Mark Steere",
        "",
        "red to roll 1 die",
        "    the camera sees 1 4 ?",
        "red rolls 2 2 4",
        "red has 5-6: KILL! anna's 1-2-3-4 goes back to the cup",
        "red may keep 2, 4",
        "red can only keep 2-3",
        "red keeps 4-5",
        "taken back: keep 4-5",
        "red is stuck with 2",
        "refused: Not that.",
        "red has the full straight and WINS!",
        "",
        "Another game.",
        "",
        "anna to roll 6 dice",
    ]


def test_rounds_are_no_new_games(words: Words, out: io.StringIO) -> None:
    for event in (Won("red"), Round(2, ("anna", "bo")), Turn("anna", 6), Won("bo"), Drinks("anna")):
        words.listen(event)
    told = out.getvalue().splitlines()
    assert "Round 2: anna, bo" in told and "Another game." not in told
    assert told[-1] == "anna buys the drinks"


def test_every_question_has_its_sentence(words: Words, out: io.StringIO) -> None:
    assert set(_QUESTIONS) == set(QUESTIONS)
    words.ask(Ask("wrong-dice-count", {"player": "red", "seen": "5", "due": "6"}))
    words.ask(Ask("which-hand", {"options": "2, 2-3"}))
    words.ask(Ask("doubtful-die", {"doubtful": "1"}))
    assert out.getvalue().splitlines() == [
        "  ? red has 6 to roll, and the tray shows 5: put it right, or throw again",
        "  ? everything is gone: was it 2 or 2-3?",
        "  ? a die cannot be read: nudge it, or say what it shows",
    ]
