"""Counts over games, on games that can be counted by hand and on many that are played at random."""

import random

import pytest

from rules.game import Action, IllegalAction, Keep, Roll, Say
from rules.games.perudo import PERUDO
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table
from rules.tallies import FIRST_TURN_WIN, PlayerTally, Tally, usual_range

TWO = ("red", "blue")
SHORT: list[Action] = [Roll((1, 2, 3, 4, 4, 4)), Keep((1, 2, 3, 4)), Roll((5, 6, 6, 6, 6, 6)), Keep((5, 6)),
                       Roll((1, 2, 3, 4, 5, 6)), Keep(FULL)]  # fmt: skip


def tally_of(*games: list[Action], players: tuple[str, ...] = TWO) -> Tally:
    tally = Tally()
    for actions in games:
        tally.add(RunBuster(), players, players, players[0], actions)
    return tally


def test_a_game_counted_by_hand() -> None:
    tally = tally_of(SHORT)
    assert (tally.games, tally.unfinished, tally.turns, tally.kills, tally.mean_turns) == (1, 0, 3, 2, 3.0)
    # Red's full straight came with an empty hand, after a kill, and so not on the first turn.
    assert tally.players["red"] == PlayerTally(games=1, wins=1, kills=1, killed=1, turns=2, first_turns=1)
    assert tally.players["blue"] == PlayerTally(games=1, kills=1, killed=1, turns=1, first_turns=1)
    assert tally.dice == {"red": [2, 2, 2, 4, 1, 1], "blue": [0, 0, 0, 0, 1, 5]}
    assert sum(tally.all_dice) == 18


@pytest.mark.parametrize("before", [[], [Roll((6, 6, 6, 6, 6, 6)), Keep((6,))]])
def test_a_first_turn_win_of_either_player(before: list[Action]) -> None:
    tally = tally_of([*before, Roll(FULL), Keep(FULL)])
    assert (tally.first_turns, tally.first_turn_wins) == (1 + bool(before), 1)


def test_a_full_straight_that_is_not_taken_is_no_first_turn_win() -> None:
    tally = tally_of([Roll(FULL), Keep((1, 2, 3, 4, 5)), Roll((1, 1, 1, 1, 1, 1)), Keep((1,)), Roll((6,)), Keep(FULL)])
    assert (tally.first_turns, tally.first_turn_wins, tally.players["red"].wins) == (2, 0, 1)


def test_rounds_of_three() -> None:
    three = ("red", "blue", "green")
    rounds = [Roll(FULL), Keep(FULL), Roll((6, 6, 6, 6, 6, 6)), Keep((6,)), Roll(FULL), Keep(FULL)]
    tally = tally_of(rounds, players=three)
    assert (tally.games, tally.turns, tally.first_turns, tally.first_turn_wins) == (1, 3, 3, 2)
    wins = {player: (counted.wins, counted.drinks) for player, counted in tally.players.items()}
    assert wins == {"red": (1, 0), "blue": (0, 1), "green": (1, 0)}


def test_an_unfinished_game_counts_its_dice_and_not_its_length() -> None:
    tally = tally_of(SHORT[:3], SHORT)
    assert (tally.games, tally.unfinished, tally.turns, tally.shortest, tally.longest) == (1, 1, 3, 3, 3)
    assert sum(tally.all_dice) == 18 + 12
    assert tally.kills == 3


def test_a_game_against_the_rules_leaves_no_trace() -> None:
    tally = Tally()
    with pytest.raises(IllegalAction):
        tally.add(RunBuster(), TWO, TWO, "red", [*SHORT[:3], Keep(FULL)])
    assert tally == Tally()


def test_dice_that_were_hidden_are_counted_once_they_are_shown() -> None:
    table = Table(PERUDO, TWO)
    table.push(Say("bid", {"count": 3, "face": 6}))
    table.push(Say("open"))
    table.push(Roll((6, 6, 1, 2, 3)))
    table.push(Roll((6, 4, 4, 4, 4)))
    tally = Tally()
    tally.add(PERUDO, TWO, TWO, "red", table.actions)
    assert {colour: tuple(counts) for colour, counts in tally.dice.items()} == {"shared": (1, 1, 1, 4, 0, 3)}
    assert tally.players["red"].turns == 0


def test_stuck_turns_are_counted() -> None:
    tally = tally_of([Roll((4, 5, 5, 5, 5, 5)), Keep((4, 5)), Roll((2, 2, 2, 2, 2, 2)), Keep((2,)), Roll((1, 1, 2, 2))])
    assert (tally.players["red"].stuck, tally.players["red"].turns) == (1, 2)


def test_many_random_games_hang_together() -> None:
    chance, tally = random.Random(8), Tally()
    for number in range(25):
        table = Table(RunBuster(), TWO, TWO[number % 2])
        while not table.outcome():
            position = table.position
            rolled = Roll(tuple(chance.randint(1, 6) for _ in range(position.dice)))
            table.push(rolled if position.awaits == "roll" else Keep(chance.choice(position.options)))
        tally.add(RunBuster(), TWO, ("white", "white"), table.first, table.actions)
    red, blue = tally.players["red"], tally.players["blue"]
    assert red.wins + blue.wins == tally.games == 25
    assert (red.kills, blue.kills) == (blue.killed, red.killed)
    assert red.turns + blue.turns == tally.turns
    assert (tally.shortest or 0) <= (tally.mean_turns or 0) <= (tally.longest or 0)
    assert set(tally.dice) == {"white"}
    assert 25 <= tally.first_turns <= 50


@pytest.mark.parametrize(("tries", "hits", "inside"), [(648, 9, True), (648, 3, False), (648, 18, False), (5, 0, True)])
def test_the_usual_range(tries: int, hits: int, inside: bool) -> None:
    low, high = usual_range(tries, FIRST_TURN_WIN)
    assert (low <= hits <= high) == inside
