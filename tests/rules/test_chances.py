"""The odds of a game in play, and the story of one that is over, on games whose answer is known."""

import random

import pytest

from rules import chances, odds
from rules.game import Faces, Keep, Roll
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table

TWO = ("red", "blue")
GAME = [
    Roll((1, 2, 2, 4, 4, 5)), Keep((4, 5)),
    Roll((1, 1, 3, 3, 6, 6)), Keep((6,)),
    Roll((1, 1, 2, 2)),  # red is stuck
    Roll((1, 2, 3, 4, 5)), Keep(FULL),
]  # fmt: skip


def at(*actions: Roll | Keep, players: tuple[str, ...] = TWO, first: str = "red") -> Table:
    return Table.replay(RunBuster(), players, first, actions)


def test_before_a_roll_it_is_the_chance_of_the_odds() -> None:
    assert chances.chances(at().position) == pytest.approx((odds.win((), ()), 1 - odds.win((), ())))
    assert chances.chances(at(first="blue").position)[1] == odds.win((), ())
    after_red = at(*GAME[:2]).position
    assert chances.chances(after_red)[1] == odds.win((), (4, 5))


def test_while_a_hand_is_chosen_it_is_that_of_the_best_one() -> None:
    position = at(*GAME[:3]).position
    worth = chances.worth(position)
    assert len(worth) == len(position.options) == 3
    assert chances.chances(position)[1] == max(worth)
    known = {choice.hand: choice.win for choice in odds.choices((), (4, 5), position.roll)}
    assert dict(zip(position.options, worth, strict=True)) == known


def test_a_kill_counts_while_the_hand_is_chosen() -> None:
    table = at(Roll((1, 2, 3, 4, 4, 4)), Keep((1, 2, 3, 4)), Roll((5, 6, 6, 6, 6, 6)))
    assert table.position.place("red").hand == ()
    known = {choice.hand: choice.win for choice in odds.choices((), (1, 2, 3, 4), (5, 6, 6, 6, 6, 6))}
    assert dict(zip(table.position.options, chances.worth(table.position), strict=True)) == known


def test_once_it_is_over_one_has_won() -> None:
    assert chances.chances(at(*GAME).position) == (0.0, 1.0)
    assert chances.worth(at(*GAME).position) == ()


def test_the_story_tells_every_turn() -> None:
    told = chances.story(RunBuster(), TWO, "red", GAME)
    assert [turn.player for turn in told.turns] == ["red", "blue", "red", "blue"]
    assert [turn.hand for turn in told.turns] == [(4, 5), (6,), (4, 5), FULL]
    assert [turn.stuck for turn in told.turns] == [False, False, True, False]
    assert len(told.chances) == 5
    assert told.chances[0] == odds.win((), ())
    assert told.chances[-1] == 0.0
    for place, turn in enumerate(told.turns):
        before, after = told.chances[place : place + 2]
        mine = (before, after) if turn.player == "red" else (1 - before, 1 - after)
        assert mine == pytest.approx((turn.before, turn.after), abs=1e-12)
        assert turn.luck - turn.cost == pytest.approx(turn.after - turn.before, abs=1e-12)


def test_the_luckiest_roll_and_the_costliest_choice() -> None:
    told = chances.story(RunBuster(), TWO, "red", GAME)
    lucky, costly = told.turns[told.luckiest or 0], told.turns[told.costliest or 0]
    assert lucky.roll == (1, 2, 3, 4, 5)
    assert lucky.luck == max(turn.luck for turn in told.turns) > 0.3
    assert costly.cost == max(turn.cost for turn in told.turns) > 0
    best = odds.choices((), (4, 5), (1, 1, 3, 3, 6, 6))[0]
    blues_first = told.turns[1]
    assert (blues_first.best, blues_first.rolled) == (best.hand, best.win)


def test_a_kill_is_told_with_the_hand_that_went() -> None:
    told = chances.story(RunBuster(), TWO, "red", [Roll((1, 2, 3, 4, 4, 4)), Keep((1, 2, 3, 4)),
                                                   Roll((5, 6, 6, 6, 6, 6)), Keep((5, 6))])  # fmt: skip
    assert told.turns[1].killed == (1, 2, 3, 4)
    assert told.turns[0].killed == ()
    stuck = chances.story(
        RunBuster(),
        TWO,
        "red",
        [
            Roll((4, 5, 4, 4, 4, 4)),
            Keep((4, 5)),
            Roll((1, 2, 3, 3, 3, 3)),
            Keep((1, 2, 3)),
            Roll((4, 5, 5, 4)),
            Roll((4, 5, 6)),
            Keep(FULL),
        ],
    )
    assert [turn.stuck for turn in stuck.turns] == [False, False, True, False]


def test_best_play_costs_nothing_and_its_luck_adds_up_to_the_result() -> None:
    chance, table, actions = random.Random(5), at(), []
    while not table.outcome():
        position = table.position
        if position.awaits == "roll":
            action: Roll | Keep = Roll(tuple(chance.randint(1, 6) for _ in range(position.dice)))
        else:
            worth = chances.worth(position)
            action = Keep(position.options[worth.index(max(worth))])
        actions.append(action)
        table.push(action)
    told = chances.story(RunBuster(), TWO, "red", actions)
    assert told.costliest is None
    assert all(turn.best == turn.hand for turn in told.turns)
    gained = sum(turn.luck if turn.player == "red" else -turn.luck for turn in told.turns)
    assert told.chances[-1] - told.chances[0] == pytest.approx(gained, abs=1e-9)


def test_an_unfinished_turn_is_no_turn_yet() -> None:
    assert chances.story(RunBuster(), TWO, "red", GAME[:3]).turns[-1].player == "red"
    nothing = chances.story(RunBuster(), TWO, "red", [])
    assert (nothing.turns, nothing.luckiest, nothing.costliest) == ((), None, None)


@pytest.mark.parametrize(("players", "known"), [(TWO, True), (("a", "b", "c"), False)])
def test_there_are_odds_for_two(players: tuple[str, ...], known: bool) -> None:
    assert chances.has_odds(RunBuster(), players) == known
    if not known:
        with pytest.raises(ValueError, match="two players"):
            chances.story(RunBuster(), players, players[0], [])


def test_a_mean_roll_gains_nothing() -> None:
    hand: Faces = (1, 2, 3, 4)
    start = [Roll((1, 2, 3, 4, 4, 4)), Keep(hand), Roll((5, 5, 5, 5, 5, 5)), Keep((5,))]
    gains = []
    for first in range(1, 7):
        for second in range(1, 7):
            table = at(*start, Roll((first, second)))
            options = table.position.options if table.position.awaits == "keep" else ()
            actions = [*table.actions, *([Keep(options[0])] if options else [])]
            gains.append(chances.story(RunBuster(), TWO, "red", actions).turns[2].luck)
    assert sum(gains) == pytest.approx(0, abs=1e-9)
