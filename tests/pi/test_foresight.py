"""Chances for the screen: told where they are wanted and known, and moved on as the game does."""

from pathlib import Path

import pytest

from pi.foresight import Foresight
from pi.preferences import PreferenceFile
from rules import odds
from rules.game import Keep, Roll, Say
from rules.games.run_buster import RunBuster
from rules.games.tally_up import TALLY_UP
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


def test_a_game_s_own_coach_speaks_where_it_is_wanted(preferences: PreferenceFile) -> None:
    table, foresight = Table(TALLY_UP, ("red", "blue")), Foresight(preferences)
    assert foresight.add(views(table), table, 1.0).advice is None
    preferences.put(coach=True)
    dice = ("red", "yellow", "green")
    table.push(Say("choose", {"dice": list(dice)}))
    table.push(Roll((4, 4, 3), colours=dice))  # 100, 20 and 40, nothing circled, no star
    advice = foresight.add(views(table), table, 2.0).advice
    assert advice == TALLY_UP.advice(table.position)
    [line] = TALLY_UP.chances({"colours": ",".join(dice), "running": str(table.position.running)})
    assert advice.fields == {"bust": f"{round(100 * line['bust'])} %", "gain": f"{round(line['gain']):+d}"}
    table.pop()
    assert foresight.add(views(table), table, 3.0).advice != advice
    preferences.put(coach=False, odds=True)
    assert foresight.add(views(table), table, 4.0).advice is None


def test_the_coach_of_tally_up_says_what_the_phase_asks_for() -> None:
    table = Table(TALLY_UP, ("red", "blue"))
    first = TALLY_UP.advice(table.position)
    assert first.word == "advice choose"
    best = max(TALLY_UP.chances({}), key=lambda line: line["gain"])
    assert first.fields["gain"] == f"{round(best['gain']):+d}"
    table.push(Roll((6, 4, 6), colours=("red", "yellow", "green")))  # the red 50 is circled
    assert TALLY_UP.advice(table.position).word == "advice up"
    for player in table.players:
        table.push(Say("in", {}, player))
    assert TALLY_UP.advice(table.position).word == "advice up"
    table.push(Roll((2,), colours=("white",)))
    bonus = TALLY_UP.advice(table.position)
    assert bonus.word == "advice bonus"
    assert len(bonus.fields["dice"]) == 2
    assert not set(bonus.fields["dice"]) & {"red", "yellow", "green"}
