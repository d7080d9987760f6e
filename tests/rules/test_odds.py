"""Exact odds: symmetric, settled, and what really happens when the game is played so."""

import json
import random
from math import sqrt

import pytest

from rules import odds
from rules.game import Faces, Keep, Roll
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table


def mirrored(hand: Faces) -> Faces:
    return tuple(sorted(7 - face for face in hand))


def test_a_line_for_each_of_the_441_states() -> None:
    lines = list(odds.records())
    assert len({(tuple(line["hand"]), tuple(line["opponent"])) for line in lines}) == len(lines) == 441
    assert all(0 < line["win"] < 1 and line["dice"] == 6 - len(line["hand"]) for line in lines)


def test_turning_every_face_to_seven_less_changes_nothing() -> None:
    for hand in odds.HANDS:
        for opponent in odds.HANDS:
            turned = odds.win(mirrored(hand), mirrored(opponent))
            assert odds.win(hand, opponent) == pytest.approx(turned, abs=1e-12)


def test_one_more_sweep_changes_nothing() -> None:
    values = [odds.win(hand, opponent) for hand in odds.HANDS for opponent in odds.HANDS]
    assert max(abs(new - old) for new, old in zip(odds.sweep(values), values, strict=True)) < 1e-12


def test_a_state_that_can_be_reckoned_by_hand() -> None:
    # One die each and nothing extends or kills but the last face: win now, kill, or pass the same to the other.
    # With (1..5) against (1..5) a 6 wins (the hand is full); else the turn passes: w = 1/6 + 5/6 (1 - w), w = 6/11.
    assert odds.win((1, 2, 3, 4, 5), (1, 2, 3, 4, 5)) == pytest.approx(6 / 11, abs=1e-12)


def test_the_chance_before_a_roll_is_the_mean_of_the_best_choices() -> None:
    hand, opponent = (2, 3, 4, 5), (1, 2, 3, 4)
    rolls = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    mean = sum(odds.choices(hand, opponent, roll)[0].win for roll in rolls) / 36
    assert odds.win(hand, opponent) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize(("hand", "opponent", "games"), [((), (), 2000), ((2, 3), (4, 5, 6), 1500)])
def test_played_games_agree(hand: Faces, opponent: Faces, games: int) -> None:
    chance = random.Random(20)
    won = sum(_play(hand, opponent, chance) for _ in range(games))
    expected = odds.win(hand, opponent)
    assert abs(won / games - expected) < 4 * sqrt(expected * (1 - expected) / games)


def _play(hand: Faces, opponent: Faces, chance: random.Random) -> bool:
    """One game of best play through the rules themselves, from these hands: whether the first to roll won."""
    play = Table(RunBuster(), ("red", "blue"))
    if hand:
        play.push(Roll((*hand, *([hand[0]] * (6 - len(hand))))))
        play.push(Keep(hand))
        play.push(Roll((*opponent, *([opponent[0]] * (6 - len(opponent))))))
        play.push(Keep(opponent))
    while not (outcome := play.outcome()):
        position = play.position
        if position.awaits == "roll":
            play.push(Roll(tuple(chance.randint(1, 6) for _ in range(position.dice))))
            continue
        mine, theirs = sorted(position.places, key=lambda place: place.player != position.to_move)
        play.push(Keep(odds.choices(mine.hand, theirs.hand, position.roll)[0].hand))
    return outcome.winner == "red"


def test_choices_come_best_first_and_the_full_straight_is_certain() -> None:
    found = odds.choices((4, 5), (1, 2, 3), (1, 2, 3, 6))
    assert (found[0].hand, found[0].win) == (FULL, 1.0)
    assert [choice.win for choice in found] == sorted((choice.win for choice in found), reverse=True)


def test_a_roll_that_extends_nothing_lists_the_hand_itself() -> None:
    assert [choice.hand for choice in odds.choices((4, 5), (), (1, 2, 4, 5))] == [(4, 5)]


def test_a_record_as_the_command_prints_it() -> None:
    line = odds.record((5, 4), (1, 2, 3), (3, 4, 4, 6))
    assert list(line) == ["hand", "opponent", "dice", "win", "roll", "kills", "options"]
    assert (line["hand"], line["dice"], line["kills"]) == ([4, 5], 4, False)
    assert sorted(option["hand"] for option in line["options"]) == [[3, 4, 5], [3, 4, 5, 6], [4, 5, 6]]
    assert json.loads(json.dumps(line)) == line
    assert odds.record((), (1, 2, 3, 4, 5), (6, 6, 6, 6, 6, 6))["kills"] is True


@pytest.mark.parametrize(
    ("hand", "opponent", "roll", "word"),
    [
        (FULL, (), None, "full"),
        ((), FULL, None, "full"),
        ((4, 6), (), None, "4,6"),
        ((4, 4), (), None, "4,4"),
        ((0, 1), (), None, "0,1"),
        ((4, 5), (), (1, 1, 1), "4 dice"),
        ((4, 5), (), (1, 1, 1, 7), "7"),
    ],
)
def test_what_cannot_be_is_named(hand: Faces, opponent: Faces, roll: Faces | None, word: str) -> None:
    with pytest.raises(odds.ImpossibleState, match=word):
        odds.record(hand, opponent, roll)


@pytest.mark.parametrize("text", ["7", "-1", "4,0", "12"])
def test_a_number_that_no_die_shows_is_named_as_such(text: str) -> None:
    with pytest.raises(odds.ImpossibleState, match=f"a die shows 1 to 6, not {text.rsplit(',', maxsplit=1)[-1]}"):
        odds.parse_faces(text)


@pytest.mark.parametrize("text", ["4;5", "4,,5", "x", "4.0", "7,x", "４"])
def test_a_list_of_faces_is_read_strictly(text: str) -> None:
    with pytest.raises(odds.ImpossibleState, match="list of faces"):
        odds.parse_faces(text)
    assert odds.parse_faces("") == ()
    assert odds.parse_faces(" 4, 5") == (4, 5)
