"""Chances for the screen: told where they are wanted and known, and moved on as the game does."""

from pathlib import Path

import pytest

from pi.foresight import Foresight
from pi.preferences import PreferenceFile
from rules import odds
from rules.game import Keep, Roll
from rules.games.run_buster import RunBuster
from rules.table import Table
from ui.gallery import table as view_of


def views(table: Table):
    position = table.position
    return view_of(len(table.players), awaits=position.awaits, options=position.options)


@pytest.fixture
def preferences(tmp_path: Path) -> PreferenceFile:
    return PreferenceFile(tmp_path)


def test_nothing_is_added_unless_somebody_wants_it(preferences: PreferenceFile) -> None:
    table = Table(RunBuster(), ("red", "blue"))
    assert Foresight(preferences).add(views(table), table, 1.0) == views(table)


def test_the_bar_follows_the_game(preferences: PreferenceFile) -> None:
    preferences.put(odds=True)
    foresight, table = Foresight(preferences), Table(RunBuster(), ("red", "blue"))
    start = foresight.add(views(table), table, 1.0).odds
    assert start.chances == (odds.win((), ()), 1 - odds.win((), ()))
    assert (start.before, start.worth) == ((), ())
    table.push(Roll((1, 2, 3, 4, 5, 5)))
    rolled = foresight.add(views(table), table, 5.0).odds
    assert (rolled.before, rolled.changed_s) == (start.chances, 5.0)
    assert rolled.chances[0] > start.chances[0]
    assert foresight.add(views(table), table, 9.0).odds == rolled
    table.pop()
    undone = foresight.add(views(table), table, 10.0).odds
    assert (undone.chances, undone.before) == (start.chances, rolled.chances)


def test_the_coach_speaks_while_a_hand_is_chosen(preferences: PreferenceFile) -> None:
    preferences.put(coach=True)
    foresight, table = Foresight(preferences), Table(RunBuster(), ("red", "blue"))
    assert foresight.add(views(table), table, 1.0).odds.worth == ()
    table.push(Roll((1, 2, 2, 4, 4, 5)))
    told = foresight.add(views(table), table, 2.0).odds
    assert told.chances == ()
    assert len(told.worth) == len(table.position.options)
    table.push(Keep((4, 5)))
    assert foresight.add(views(table), table, 3.0).odds.worth == ()


def test_another_game_begins_without_a_past(preferences: PreferenceFile) -> None:
    preferences.put(odds=True)
    foresight, first = Foresight(preferences), Table(RunBuster(), ("red", "blue"))
    foresight.add(views(first), first, 1.0)
    second = Table(RunBuster(), ("red", "blue"), "blue")
    assert foresight.add(views(second), second, 2.0).odds.before == ()


def test_three_are_told_once_that_there_are_none(preferences: PreferenceFile) -> None:
    preferences.put(odds=True)
    foresight, table = Foresight(preferences), Table(RunBuster(), ("red", "blue", "green"))
    assert foresight.add(views(table), table, 1.0).no_odds
    table.push(Roll((1, 2, 2, 4, 4, 5)))
    assert not foresight.add(views(table), table, 2.0).no_odds
    assert foresight.add(views(table), table, 2.0).odds is None
