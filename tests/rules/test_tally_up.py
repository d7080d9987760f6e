"""Tally Up: the rule sheet's dice and rounds, what the page of open points settles, and exact chances."""

import json
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from rules.game import IllegalAction, Roll, Say
from rules.games.tally_dice import TALLY, Prospect, prospect, rest, throws
from rules.games.tally_up import TALLY_UP
from rules.protocol import serve
from rules.table import Table

RGB = ("red", "green", "blue")


def table(players=("a", "b"), **house):
    table = Table(TALLY_UP, players, players[0])
    if house:
        table.push(Say("rules", house))
    return table


def roll(**dice):
    """Coloured dice with the pips they show."""
    return Roll(tuple(dice.values()), colours=tuple(dice))


def say(word, player):
    return Say(word, {}, player)


def words(events):
    return [getattr(event, "word", type(event).__name__) for event in events]


def event(events, word):
    return next(event for event in events if getattr(event, "word", "") == word)


def refused(table, action):
    with pytest.raises(IllegalAction) as error:
        table.push(action)
    return error.value.reason


def scores(table):
    return {place.player: place.score for place in table.position.places}


def stay(table):
    for player in table._state.deciding:
        events = table.push(say("in", player))
    return events


PLAIN = {"red": 4, "green": 3, "blue": 4}  # 100 + 40 + 10
CIRCLED = {"red": 6, "green": 3, "blue": 2}  # (50) + 40 + 50


def test_the_dice_are_those_of_the_rule_sheet():
    stars = {colour: sum(side.star for side in sides) for colour, sides in TALLY.items()}
    assert stars == {"red": 3, "orange": 3, "yellow": 2, "green": 2, "blue": 1, "purple": 1}
    circled = {colour: [side.points for side in sides if side.circled] for colour, sides in TALLY.items()}
    assert circled == {"red": [50], "orange": [70], "yellow": [40], "green": [40], "blue": [10, 10], "purple": [20, 20]}
    plain = {c: [side.points for side in sides if not side.circled and not side.star] for c, sides in TALLY.items()}
    assert plain == {
        "red": [100, 50], "orange": [70, 50], "yellow": [20, 20, 20], "green": [40, 40, 30], "blue": [50, 20, 10],
        "purple": [20, 20, 20],
    }  # fmt: skip
    assert TALLY["red"][5].circled and TALLY["orange"][4].circled and TALLY["yellow"][2].circled


def test_no_or_one_star_adds_the_points():
    game = table()
    events = game.push(roll(**PLAIN))
    assert words(events) == ["chosen", "Rolled", "scored", "decide"]
    assert event(events, "scored").fields == {"points": 150, "stars": 0, "running": 150}
    stay(game)
    assert event(game.push(roll(red=1, green=4, blue=2)), "scored").fields == {"points": 90, "stars": 1, "running": 240}


def test_two_stars_are_a_bust_and_the_dice_go_on():
    game = table()
    game.push(roll(**PLAIN))
    game.push(say("out", "b"))
    game.push(say("in", "a"))
    events = game.push(roll(red=1, green=1, blue=2))
    assert words(events) == ["Rolled", "bust", "Round", "to-roll"]
    assert event(events, "bust").fields["lost"] == 150
    assert scores(game) == {"a": 0, "b": 150}
    assert game.position.to_move == "b"
    assert game.position.running == 0
    assert {place.said for place in game.position.places} == {"in"}


def test_two_stars_and_a_circle_are_a_bust_without_the_up_die():
    game = table()
    assert "bust" in words(game.push(roll(red=1, green=1, blue=5)))


def test_the_dice_of_a_round_cannot_be_changed():
    game = table()
    game.push(roll(**PLAIN))
    stay(game)
    assert refused(game, roll(red=4, green=3, purple=4)) == "wrong-dice"
    assert refused(game, Say("choose", {"dice": ["red", "orange", "blue"]})) == "not-now"
    game.push(roll(**PLAIN))


def test_dice_may_be_chosen_before_they_are_rolled():
    game = table()
    assert game.push(Say("choose", {"dice": ["blue", "red", "green"]}))[0].fields == {"dice": list(RGB)}
    assert refused(game, roll(red=4, green=3, purple=4)) == "wrong-dice"
    game.push(roll(**PLAIN))


@pytest.mark.parametrize("dice", [["red", "red", "blue"], ["red", "blue"], ["red", "blue", "white"], []])
def test_three_different_tally_dice_are_chosen(dice):
    assert refused(table(), Say("choose", {"dice": dice})) == "wrong-dice"


def test_who_is_out_keeps_rolling_in_their_round():
    game = table()
    game.push(roll(**PLAIN))
    game.push(say("out", "a"))
    game.push(say("in", "b"))
    assert game.position.to_move == "a"
    game.push(roll(**PLAIN))
    assert game._state.deciding == ("b",)
    game.push(say("out", "b"))
    assert scores(game) == {"a": 150, "b": 300}
    assert game.position.round_number == 2
    assert game.position.to_move == "b"


def test_a_circle_calls_for_the_up_die_after_another_decision():
    game = table()
    events = game.push(roll(**CIRCLED))
    assert event(events, "decide").fields == {"players": ["a", "b"], "running": 140, "before": "up"}
    game.push(say("in", "a"))
    events = game.push(say("out", "b"))
    assert event(events, "out").fields == {"banked": 140, "score": 140}
    assert event(events, "to-roll").fields == {"dice": 1, "of": ["white"]}


def test_all_out_before_the_up_die_end_the_round():
    game = table()
    game.push(roll(**CIRCLED))
    game.push(say("out", "a"))
    assert words(game.push(say("out", "b"))) == ["out", "Round", "to-roll"]


@pytest.mark.parametrize(("face", "running"), [(4, 40), (5, 240), (6, 280)])
def test_the_up_die_takes_gives_or_doubles(face, running):
    game = table()
    game.push(roll(**CIRCLED))
    stay(game)
    events = game.push(Roll((face,)))
    assert words(events) == ["Rolled", "up", "decide"]
    assert game.position.running == running


@pytest.mark.parametrize("count", [1, 2, 3])
def test_bonus_dice_are_those_that_are_left(count):
    game = table()
    game.push(roll(**CIRCLED))
    stay(game)
    due = event(game.push(roll(white=count)), "to-roll").fields
    assert due == {"dice": count, "of": ["orange", "yellow", "purple"]}
    left = {"orange": 5, "yellow": 3, "purple": 4}  # (70), (40), 20: circles call for no second Up die
    if count < 3:
        assert refused(game, roll(**dict(list(left.items())[: count - 1]), red=4)) == "wrong-dice"
    points = [70, 110, 130][count - 1]
    events = game.push(roll(**dict(list(left.items())[:count])))
    assert words(events) == ["Rolled", "scored", "decide"]
    assert event(events, "decide").fields["before"] == "roll"
    assert game.position.running == 140 + points


def test_stars_of_bonus_dice_count_together_with_the_main_rolls():
    game = table()
    game.push(roll(red=1, green=5, blue=2))
    stay(game)
    game.push(roll(white=1))
    assert "bust" in words(game.push(roll(orange=2)))


def test_three_stars_with_a_bonus_are_a_bust_and_no_tally_up():
    game = table()
    game.push(roll(**CIRCLED))
    stay(game)
    game.push(roll(white=3))
    assert "bust" in words(game.push(roll(orange=1, yellow=1, purple=1)))


def test_a_running_total_may_fall_below_zero():
    game = table()
    game.push(roll(yellow=3, blue=6, purple=1))  # (40) + (10)
    stay(game)
    game.push(roll(white=4))
    assert game.position.running == -50
    game.push(say("out", "a"))
    assert scores(game)["a"] == -50


def test_three_stars_score_for_the_first_to_press_even_if_out():
    game = table(("a", "b", "c"))
    game.push(roll(**PLAIN))
    game.push(say("out", "c"))
    stay(game)
    assert words(game.push(roll(red=1, green=1, blue=1))) == ["Rolled", "race"]
    assert {offer.player for offer in game.position.offers} == {"a", "b", "c"}
    with pytest.raises(IllegalAction, match="first somebody presses"):
        game.push(say("in", "a"))
    events = game.push(say("press", "c"))
    assert words(events) == ["tally-up", "also", "also", "decide"]
    assert scores(game) == {"a": 100, "b": 100, "c": 350}
    assert game.position.running == 150
    assert refused(game, say("press", "a")) == "not-now"


def test_who_presses_second_and_is_out_has_nothing():
    game = table(("a", "b", "c"))
    game.push(roll(**PLAIN))
    game.push(say("out", "c"))
    stay(game)
    game.push(roll(red=1, green=1, blue=1))
    game.push(say("press", "a"))
    assert scores(game) == {"a": 200, "b": 100, "c": 150}


def test_the_highest_score_wins_after_the_round_in_which_somebody_reaches_the_goal():
    game = table(goal=150)
    game.push(roll(**PLAIN))
    game.push(say("out", "a"))
    game.push(say("in", "b"))
    assert game.outcome() is None, "b is still in this round"
    game.push(roll(**PLAIN))
    assert words(game.push(say("out", "b"))) == ["out", "wins"]
    assert game.outcome().winner == "b"


def test_a_tie_for_the_highest_plays_another_round():
    game = table(goal=150)
    game.push(roll(**PLAIN))
    game.push(say("out", "a"))
    assert words(game.push(say("out", "b"))) == ["out", "tie", "Round", "to-roll"]
    game.push(roll(yellow=3, blue=6, purple=1))
    stay(game)
    game.push(roll(white=4))
    game.push(say("out", "a"))  # 150 - 50, below the goal again
    game.push(say("in", "b"))
    events = game.push(roll(yellow=1, blue=1, purple=3))
    assert words(events) == ["Rolled", "bust", "wins"]
    assert game.outcome().winner == "b"


def test_2500_points_are_the_goal_unless_agreed_otherwise():
    assert table().prompt()[0].fields == {"goal": 2500}


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ([say("in", "a")], "not-now"),
        ([say("press", "a")], "not-now"),
        ([say("in", "z")], "wrong-player"),
        ([Roll((1, 2, 3), "b", RGB)], "wrong-player"),
        ([Roll((1, 2, 7), colours=RGB)], "bad-face"),
        ([Roll((1, 2), colours=("red", "blue"))], "wrong-dice-count"),
        ([Roll((1, 2, 3))], "wrong-dice"),
        ([Roll((1, 2, 3), colours=("red", "red", "blue"))], "wrong-dice"),
        ([roll(**PLAIN), roll(**PLAIN)], "not-now"),
        ([roll(**PLAIN), say("in", "a"), say("out", "a")], "not-now"),
        ([roll(**PLAIN), Say("rules", {"goal": 10})], "not-now"),
        ([Say("bid")], "bad-action"),
        ([Say("rules", {"goal": 0})], "bad-option"),
    ],
)
def test_what_cannot_be_is_refused(actions, reason):
    game = table()
    for action in actions[:-1]:
        game.push(action)
    assert refused(game, actions[-1]) == reason


def test_lines_name_colours_and_players():
    lines = [
        {"action": "roll", "faces": [2, 5, 4], "colours": ["blue", "red", "green"]},
        {"action": "in"},
        {"action": "in", "player": "b"},
        {"action": "roll", "faces": [2, 5, 4], "colours": ["blue", "red"]},
        {"action": "undo"},
    ]
    written: list[str] = []
    serve(map(json.dumps, lines), written.append, TALLY_UP, ("a", "b"), None)
    told = [json.loads(line) for line in written]
    assert told[3] == {"event": "rolled", "player": "a", "faces": [2, 4, 5], "colours": ["blue", "green", "red"]}
    assert [line.get("reason") for line in told if line["event"] == "refused"] == ["bad-action", "bad-action"]
    assert told[-2] == {"event": "undone", "action": {"action": "in", "player": "b"}}


# --- chances


def reckon(dice, running):
    """Every main roll, Up die and bonus roll, one by one."""
    bust = gain = Fraction(0)
    for faces in product(range(6), repeat=3):
        sides = [TALLY[colour][face] for colour, face in zip(dice, faces, strict=True)]
        stars, points = sum(s.star for s in sides), sum(s.points for s in sides)
        p = Prospect(Fraction(stars == 2), Fraction(-running if stars == 2 else points))
        if stars < 2 and any(s.circled for s in sides):
            total, ends = running + points, []
            for count in (1, 2, 3):
                ways = []
                for bonus in combinations(rest(dice), count):
                    thrown_ = list(product(*(TALLY[colour] for colour in bonus)))
                    lost = [stars + sum(s.star for s in some) > 1 for some in thrown_]
                    rolls = zip(thrown_, lost, strict=True)
                    won = [-total if out else sum(s.points for s in some) for some, out in rolls]
                    ways.append((Fraction(sum(won), len(won)), -Fraction(sum(lost), len(lost))))
                best, safe = max(ways)
                ends.append((-safe, points + best))
            ends += [(Fraction(0), Fraction(points + more)) for more in (-100, 100, total)]
            p = Prospect(sum(e[0] for e in ends) / 6, sum(e[1] for e in ends) / 6)
        bust += p.bust
        gain += p.gain
    return Prospect(bust / 216, gain / 216)


@pytest.mark.parametrize(("dice", "running"), [(RGB, 0), (("orange", "yellow", "purple"), 320)])
def test_chances_are_those_of_every_roll_one_by_one(dice, running):
    assert prospect(dice, running) == reckon(dice, running)


def test_chances_agree_with_many_played_rolls():
    chance, dice, busts, rolls = Random(5), RGB, 0, 20_000
    for _ in range(rolls):
        shown = [chance.choice(TALLY[colour]) for colour in dice]
        busts += sum(side.star for side in shown) == 2
    expected = sum(p for what, p in throws(dice).items() if what.stars == 2)
    assert busts / rolls == pytest.approx(float(expected), abs=0.015)


def test_all_twenty_choices_have_odds():
    lines = list(TALLY_UP.chances({}))
    assert len(lines) == 20
    (one,) = TALLY_UP.chances({"colours": "blue, red,green"})
    assert one == next(line for line in lines if line["dice"] == list(RGB))
    for asked in (
        {"colours": "red"},
        {"colours": "red,blue,white"},
        {"running": "many"},
        {"running": "1e9"},
        {"running": "-10001"},
        {"running": "100001"},
        {"running": "9" * 5000},
    ):
        with pytest.raises(ValueError, match=r"--colours|--running"):
            list(TALLY_UP.chances(asked))


def test_simulated_players_go_out_when_much_is_at_stake():
    game = table(("a", "b", "c"))
    game.push(roll(**PLAIN))
    offers = tuple(offer for offer in game.position.offers if offer.player == "b")
    assert [TALLY_UP.favourite(game.position, offers, (), Random(n)).word for n in range(9)].count("in") >= 7
    rich = Table(TALLY_UP, ("a", "b"), "a")
    rich.push(roll(**PLAIN))
    for _ in range(8):
        stay(rich)
        rich.push(roll(**PLAIN))
    offers = tuple(offer for offer in rich.position.offers if offer.player == "b")
    assert [TALLY_UP.favourite(rich.position, offers, (), Random(n)).word for n in range(9)].count("out") >= 7
