"""A kill and a win are shown when they happen, and not when they were taken back."""

from dataclasses import replace

from rules.events import Drinks, Kept, Killed, Options, Rolled, Round, Undone, Won
from rules.game import Keep, Roll
from ui.gallery import table
from ui.moments import KILL_S, DrinksMoment, KillMoment, WinMoment, moment

KILL = Killed("red", "blue", (1, 2, 3, 4), (5, 6))
OTHER = Killed("red", "green", (1, 2, 3, 4), (5, 6))
ROLLED = Rolled("red", (3, 5, 5, 6))
OPTIONS = Options("red", ((4, 5, 6),))


def told(*events, at=10.0, **changes):
    return table(2, news=tuple((at, event) for event in events), **changes)


def test_a_kill_lasts_its_time_and_no_longer():
    view = told(ROLLED, KILL, OPTIONS)
    assert moment(view, 10.5) == KillMoment((KILL,), 0.5)
    assert moment(view, 10.0 + KILL_S) is None


def test_kills_of_one_roll_are_one_moment():
    assert moment(told(ROLLED, KILL, OTHER, OPTIONS), 10.5) == KillMoment((KILL, OTHER), 0.5)


def test_an_undone_kill_is_silent_at_once():
    assert moment(told(ROLLED, KILL, Undone(Roll((3, 5, 5, 6)))), 10.5) is None


def test_a_new_kill_after_an_undone_one_is_shown():
    view = told(ROLLED, KILL, Undone(Roll((3, 5, 5, 6))), Rolled("red", (5, 5, 6, 6)), KILL, OPTIONS)
    assert moment(view, 10.5) == KillMoment((KILL,), 0.5)


def test_a_win_stays_until_the_table_has_no_winner():
    view = told(Kept("red", (1, 2, 3, 4, 5, 6)), Won("red"), winner="red", to_move=None, awaits="nothing")
    assert moment(view, 12.0) == WinMoment("red", 2.0)
    assert moment(view, 5000.0) == WinMoment("red", 4990.0)
    undone = replace(view, winner=None, to_move="red", news=(*view.news, (12.0, Undone(Keep((1, 2, 3, 4, 5, 6))))))
    assert moment(undone, 12.1) is None


def test_a_win_whose_news_are_gone_is_still_a_win():
    found = moment(told(winner="blue", to_move=None), 3.0)
    assert isinstance(found, WinMoment) and found.player == "blue"


def test_a_won_round_gives_way_to_the_next():
    start = Round(2, ("blue", "green"))
    view = table(3, news=((10.0, Won("red")), (10.0, start)))
    assert moment(view, 11.0) == WinMoment("red", 1.0, start)
    assert moment(view, 20.0) is None


def test_drinks_outlast_the_win_before_them():
    view = table(3, news=((10.0, Won("red")), (10.0, Drinks("blue"))), drinks="blue", to_move=None)
    assert moment(view, 13.0) == DrinksMoment("blue", 3.0)
