"""A game that is taken up again is said to be, in words and on the screen."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from pi.seats import parse_players
from pi.words import Words
from rules.events import Kept, Turn
from ui.gallery import table
from ui.words import Words as ScreenWords


def test_words_say_which_game_goes_on() -> None:
    out = StringIO()
    words = Words(Console(file=out), parse_players(["red", "blue"]), "Run Buster")
    words.going_on(3)
    words.listen(Turn("red", 4))
    assert out.getvalue().splitlines()[0] == "Going on with game 3."


def test_the_screen_says_so_until_something_happens() -> None:
    view = replace(table(2), going_on=3, news=((0.0, Turn("red", 4)),))
    assert ScreenWords("en").happened(view) == "Going on with game 3."
    assert "3" in ScreenWords("ja").happened(view) and "Going" not in ScreenWords("ja").happened(view)
    kept = replace(view, news=(*view.news, (1.0, Kept("red", (4,)))))
    assert "Going on" not in ScreenWords("en").happened(kept)
