"""Dice Niu Niu: both rule sets over all 252 hands against a plain reckoning, and ties both ways."""

import json
from collections import Counter
from itertools import combinations_with_replacement, permutations, product

import pytest

from rules.game import IllegalAction, Roll, Say
from rules.games.niu_niu import NIU_NIU_SIX, NIU_NIU_TEN, rank_six, rank_ten, splits_of, ways
from rules.protocol import serve
from rules.table import Table

HANDS = list(combinations_with_replacement(range(1, 7), 5))
NIU_NIU, NONE = (1, 3, 6, 4, 6), (2, 2, 2, 3, 3)
RANKS_TEN = ["none", *(f"bull-{n}" for n in range(1, 10)), "niu-niu"]
RANKS_SIX = ["none", *(f"bull-{n}" for n in range(1, 6)), "niu-niu", "four", "five-small", "five"]


def plain_ten(faces):
    """The rank as one finds it with dice in the hand: try every order."""
    numbers = [(d + e) % 10 or 10 for a, b, c, d, e in permutations(faces) if a + b + c == 10]
    return RANKS_TEN[max(numbers)] if numbers else "none"


def plain_six(faces):
    alike = max(faces.count(face) for face in faces)
    if alike == 5:
        return "five"
    if sum(faces) == 6:
        return "five-small"
    if alike == 4:
        return "four"
    numbers = [(d + e) % 6 or 6 for a, b, c, d, e in permutations(faces) if a + b + c in (6, 12, 18)]
    return RANKS_SIX[max(numbers)] if numbers else "none"


@pytest.mark.parametrize(("rank", "plain"), [(rank_ten, plain_ten), (rank_six, plain_six)])
def test_every_hand_has_the_rank_that_trying_every_order_finds(rank, plain):
    assert len(HANDS) == 252
    for faces in HANDS:
        assert rank(faces).name == plain(faces), faces


@pytest.mark.parametrize(("rank", "order"), [(rank_ten, RANKS_TEN), (rank_six, RANKS_SIX)])
def test_ranks_stand_in_the_order_of_the_rules(rank, order):
    for one, other in product(HANDS, HANDS):
        a, b = rank(one), rank(other)
        if a.name != b.name:
            assert (a.worth > b.worth) == (order.index(a.name) > order.index(b.name)), (one, other)


def test_two_hands_without_a_bull_compare_die_by_die_in_tens_only():
    assert rank_ten((6, 6, 6, 6, 1)).worth > rank_ten((6, 6, 6, 5, 5)).worth
    assert rank_ten((6, 6, 6, 5, 5)).worth > rank_ten((6, 6, 5, 5, 5)).worth
    assert rank_ten((2, 2, 2, 3, 3)).worth > rank_ten((1, 2, 2, 3, 3)).worth
    none = [faces for faces in HANDS if rank_six(faces).name == "none"]
    assert len({rank_six(faces).worth for faces in none}) == 1


def test_kinds_compare_by_their_face():
    assert rank_six((6, 6, 6, 6, 6)).worth > rank_six((1, 1, 1, 1, 1)).worth
    assert rank_six((5, 5, 5, 5, 1)).worth > rank_six((4, 4, 4, 4, 6)).worth
    assert rank_six((4, 4, 4, 4, 1)).worth == rank_six((4, 4, 4, 4, 6)).worth
    assert rank_six((1, 1, 1, 1, 2)).worth > rank_six((6, 6, 6, 6, 1)).worth


def test_the_example_of_the_rule_sheet():
    assert rank_ten((2, 2, 2, 3, 3)).name == "none"
    assert rank_six((2, 2, 2, 3, 3)).name == "niu-niu"
    assert ((2, 2, 2), (3, 3)) in rank_six((2, 2, 2, 3, 3)).splits


@pytest.mark.parametrize(("others", "name"), [((5, 6), "bull-1"), ((6, 6), "bull-2"), ((4, 6), "niu-niu")])
def test_sums_over_ten_count_their_last_digit(others, name):
    assert rank_ten((2, 4, 4, *others)).name == name


@pytest.mark.parametrize("rank", [rank_ten, rank_six])
def test_every_best_split_is_found(rank):
    for faces in HANDS:
        found = rank(faces)
        for bull, others in found.splits:
            assert sorted((*bull, *others)) == list(faces)
        if found.name.startswith("bull") or found.name == "niu-niu":
            good = [
                (bull, others)
                for bull, others in splits_of(faces)
                if (sum(bull) == 10 if rank is rank_ten else sum(bull) % 6 == 0)
            ]
            assert list(found.splits) == good
        else:
            assert found.splits == ()


@pytest.mark.parametrize("rank", [rank_ten, rank_six])
def test_the_table_counts_every_one_of_the_7776_rolls(rank):
    counted = Counter((rank(faces).name, rank(faces).worth) for faces in product(range(1, 7), repeat=5))
    assert counted == Counter(ways(rank))
    assert sum(counted.values()) == 6**5


@pytest.mark.parametrize("game", [NIU_NIU_TEN, NIU_NIU_SIX])
def test_the_chance_of_a_tie_is_that_of_all_pairs(game):
    *ranks, pair = game.chances({})
    assert sum(line["ways"] for line in ranks) == 7776
    assert sum(line["chance"] for line in ranks) == pytest.approx(1, abs=1e-15)
    worths = Counter()
    for (_, worth), count in ways(game.rank).items():
        worths[worth] += count
    wins = sum(a * b for x, a in worths.items() for y, b in worths.items() if x > y)
    assert pair["win"] == pytest.approx(wins / 7776**2, abs=1e-12)
    assert pair["tie"] == pytest.approx(1 - 2 * wins / 7776**2, abs=1e-12)


# --- the game


def told(table, faces):
    return [type(event).__name__ if not hasattr(event, "word") else event.word for event in table.push(Roll(faces))]


def test_the_best_of_three_wins():
    table = Table(NIU_NIU_TEN, ("a", "b", "c"), "b")
    assert told(table, NONE) == ["Rolled", "ranked", "Turn"]
    assert table.position.to_move == "c"
    told(table, NIU_NIU)
    assert told(table, NONE) == ["Rolled", "ranked", "wins"]
    assert table.outcome().winner == "c"


def test_only_those_who_tie_for_the_best_roll_again():
    table = Table(NIU_NIU_TEN, ("a", "b", "c"), "a")
    told(table, NIU_NIU)
    told(table, NONE)
    assert told(table, NIU_NIU) == ["Rolled", "ranked", "tie", "Round", "Turn"]
    assert [place.out for place in table.position.places] == [False, True, False]
    told(table, NONE)
    assert table.position.to_move == "c"
    assert told(table, (1, 2, 2, 3, 3))[-1] == "wins"
    assert table.outcome().winner == "a", "none against none: 3-3-2-2-2 is higher than 3-3-2-2-1"


def test_the_banker_wins_ties_and_plays_each():
    table = Table(NIU_NIU_SIX, ("a", "b", "c", "d"), "a")
    table.push(Say("rules", {"ties": "banker", "banker": "c"}))
    for faces in ((2, 2, 2, 3, 3), (1, 1, 1, 1, 1), (2, 2, 2, 3, 3), (1, 1, 2, 2, 3)):
        events = table.push(Roll(faces))
    assert [(event.player, event.fields["loser"]) for event in events if getattr(event, "word", "") == "beats"] == [
        ("c", "d"), ("c", "a"), ("b", "c"),
    ]  # fmt: skip
    assert table.outcome().winners == ("b",)


def test_a_banker_whom_nobody_beats_wins():
    table = Table(NIU_NIU_TEN, ("a", "b", "c"), "a")
    table.push(Say("rules", {"ties": "banker", "banker": "b"}))
    for faces in (NIU_NIU, NIU_NIU, NONE):
        table.push(Roll(faces))
    assert table.outcome().winner == "b"


def test_several_may_beat_the_banker():
    table = Table(NIU_NIU_TEN, ("a", "b", "c"), "a")
    table.push(Say("rules", {"ties": "banker", "banker": "b"}))
    for faces in (NIU_NIU, NONE, NIU_NIU):
        table.push(Roll(faces))
    assert table.outcome().winners == ("c", "a")
    assert table.outcome().winner is None


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"ties": "perhaps"}, "bad-option"),
        ({"banker": "z"}, "bad-option"),
        ({"tie": "banker"}, "bad-option"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(said, reason):
    table = Table(NIU_NIU_TEN, ("a", "b"), "a")
    with pytest.raises(IllegalAction) as error:
        table.push(Say("rules", said))
    assert error.value.reason == reason


def session(*lines, players=("a", "b"), game=NIU_NIU_TEN):
    written: list[str] = []
    serve([json.dumps(line) for line in lines], written.append, game, players, None)
    return [json.loads(line) for line in written]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([{"action": "bid"}], "bad-action"),
        ([{"action": "roll"}], "bad-action"),
        ([{"action": "roll", "faces": [1, 2, 3, 4, 5], "player": "b"}], "wrong-player"),
        ([{"action": "keep", "hand": [1]}], "not-now"),
        ([{"action": "undo"}], "not-now"),
        ([{"action": "roll", "faces": [1, 2, 3, 4, 7]}], "bad-face"),
        ([{"action": "roll", "faces": [1, 2, 3, 4]}], "wrong-dice-count"),
        ([{"action": "roll", "faces": NIU_NIU}, {"action": "rules", "ties": "banker"}], "not-now"),
        ([{"action": "roll", "faces": NIU_NIU}, {"action": "roll", "faces": NONE}] * 2, "not-now"),
    ],
)
def test_refusals_are_those_of_the_other_games(lines, reason):
    assert session(*lines)[-1]["reason"] == reason


def test_nine_players_are_too_many():
    with pytest.raises(ValueError, match="8 players or fewer"):
        Table(NIU_NIU_SIX, tuple("abcdefghi"), "a")
