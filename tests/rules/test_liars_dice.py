"""Liar's dice and Perudo: the sources' examples, what may be bid, what a round costs, and exact chances."""

import json
from itertools import product
from random import Random

import pytest

from rules.game import IllegalAction, Roll, Say
from rules.games.bidding import Bid, chance_of
from rules.games.liars_dice import LIARS_DICE
from rules.games.perudo import PERUDO
from rules.protocol import serve
from rules.table import Table

FOUR_TWOS_TWO_ONES = (2, 2, 2, 2, 1, 1, 3, 4, 5, 6)


def bid(count, face, *, zhai=False):
    return Say("bid", {"count": count, "face": face, **({"zhai": True} if zhai else {})})


OPEN = Say("open")


def table(game=LIARS_DICE, players=("a", "b"), **house):
    table = Table(game, players, players[0])
    if house:
        table.push(Say("rules", house))
    return table


def words(events):
    return [getattr(event, "word", type(event).__name__) for event in events]


def event(events, word):
    return next(event for event in events if getattr(event, "word", "") == word)


def refused(table, action):
    with pytest.raises(IllegalAction) as error:
        table.push(action)
    return error.value.reason


# --- the examples of the rule sheet


@pytest.mark.parametrize(
    ("count", "zhai", "holds", "loser"),
    [(6, False, True, "b"), (7, False, False, "a"), (6, True, False, "a"), (4, True, True, "b")],
)
def test_four_twos_and_two_ones(count, zhai, holds, loser):
    game = table()
    game.push(bid(count, 2, zhai=zhai))
    game.push(OPEN)
    events = game.push(Roll(FOUR_TWOS_TWO_ONES))
    counted = event(events, "counted").fields
    assert counted["holds"] is holds
    assert counted["found"] == (4 if zhai else 6)
    assert event(events, "shown").fields["counting"] == ([2, 2, 2, 2] if zhai else [1, 1, 2, 2, 2, 2])
    assert event(events, "loses").player == loser


def test_a_bid_of_ones_counts_ones_alone():
    game = table()
    game.push(bid(2, 1))
    game.push(OPEN)
    events = game.push(Roll(FOUR_TWOS_TWO_ONES))
    assert event(events, "counted").fields["found"] == 2
    assert event(events, "shown").fields["counting"] == [1, 1]


def test_five_fours_rise_to_five_fives_or_six_of_anything():
    game = table()
    game.push(bid(5, 4))
    plain = game.game.least(game._state)
    assert {face: plain[face, False] for face in range(1, 7)} == {1: 6, 2: 6, 3: 6, 4: 6, 5: 5, 6: 5}
    assert refused(game, bid(5, 4)) == refused(game, bid(5, 3)) == refused(game, bid(4, 6)) == "illegal-bid"
    game.push(bid(6, 2))


# --- what is agreed on before play


@pytest.mark.parametrize(("least", "first"), [(4, 4), ("players", 3), ("players-and-half", 5), (15, 15)])
def test_the_first_bid_has_a_least_count(least, first):
    game = table(players=("a", "b", "c"), least=least)
    assert refused(game, bid(first - 1, 3)) == "illegal-bid"
    game.push(bid(first, 3))


@pytest.mark.parametrize(("ones", "found"), [("until-called", 4), ("always", 6)])
def test_ones_that_were_called_are_wild_only_where_that_is_agreed(ones, found):
    game = table(ones=ones)
    game.push(bid(1, 1))
    game.push(bid(5, 2))
    game.push(OPEN)
    assert event(game.push(Roll(FOUR_TWOS_TWO_ONES)), "counted").fields["found"] == found


def test_ones_are_wild_again_in_the_next_round():
    game = table()
    game.push(bid(1, 1))
    game.push(OPEN)
    game.push(Roll(FOUR_TWOS_TWO_ONES))
    game.push(bid(6, 2))
    game.push(OPEN)
    assert event(game.push(Roll(FOUR_TWOS_TWO_ONES)), "counted").fields["found"] == 6


def test_zhai_beats_the_same_bid_and_stays():
    game = table()
    game.push(bid(3, 4))
    assert refused(game, bid(3, 3, zhai=True)) == "illegal-bid"
    game.push(bid(3, 4, zhai=True))
    assert refused(game, bid(3, 4, zhai=True)) == refused(game, bid(9, 6)) == "illegal-bid"
    game.push(bid(3, 5, zhai=True))


def test_one_may_go_back_from_zhai_where_that_is_agreed():
    game = table(back="rising")
    game.push(bid(3, 4, zhai=True))
    assert refused(game, bid(3, 4)) == "illegal-bid"
    game.push(bid(3, 5))
    game.push(bid(3, 5, zhai=True))


def test_back_from_zhai_with_twice_as_many_where_that_is_agreed():
    game = table(back="double")
    game.push(bid(3, 4, zhai=True))
    assert refused(game, bid(5, 6)) == refused(game, bid(3, 3, zhai=True)) == "illegal-bid"
    game.push(bid(6, 2))
    game.push(bid(6, 3))


def test_no_zhai_where_nobody_agreed_on_it():
    assert refused(table(zhai=False), bid(3, 4, zhai=True)) == "illegal-bid"


def test_zhai_says_nothing_once_ones_are_called():
    game = table()
    game.push(bid(2, 1))
    assert refused(game, bid(2, 1, zhai=True)) == refused(game, bid(5, 2, zhai=True)) == "illegal-bid"


def test_the_rules_are_told_first_and_hold_once_somebody_bids():
    game = table(losses=1)
    assert words(game.prompt()) == ["rules", "to-bid"]
    assert game.prompt()[0].fields["losses"] == 1
    assert words(game.push(bid(3, 4))) == ["bid", "to-bid"]
    assert refused(game, Say("rules", {"losses": 2})) == "not-now"


# --- rounds


def test_the_loser_begins_and_who_loses_too_often_ends_the_game():
    game = table(players=("a", "b", "c"), losses=2)
    game.push(bid(15, 4))
    game.push(OPEN)
    events = game.push(Roll((1, 2, 3, 4, 5) * 3))
    assert words(events) == ["shown", "counted", "loses", "Round", "to-bid"]
    assert game.position.to_move == "a"
    game.push(bid(15, 4))
    game.push(OPEN)
    assert words(game.push(Roll((1, 2, 3, 4, 5) * 3))) == ["shown", "counted", "loses", "Drinks"]
    assert game.outcome().drinks == "a"


def test_of_two_the_other_wins():
    game = table(losses=1)
    game.push(bid(10, 4))
    game.push(OPEN)
    assert words(game.push(Roll((1, 2, 3, 4, 5) * 2)))[-1] == "wins"
    assert game.outcome().winner == "b"


def test_dice_come_into_view_in_as_many_throws_as_needed():
    game = table()
    game.push(bid(6, 2))
    assert words(game.push(OPEN)) == ["opened", "show"]
    assert words(game.push(Roll((2, 2, 2, 2, 1)))) == ["shown", "show"]
    assert game.position.dice == 5
    assert refused(game, Roll((1,) * 6)) == refused(game, Roll(())) == "wrong-dice-count"
    events = game.push(Roll((1, 3, 4, 5, 6)))
    assert event(events, "counted").fields["holds"] is True


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (OPEN, "not-now"),
        (Roll((1,) * 10), "not-now"),
        (bid(11, 4), "illegal-bid"),
        (bid(0, 4), "illegal-bid"),
        (bid(1, 7), "bad-face"),
        (bid(1, True), "bad-face"),
        (Say("bid", {"count": 1, "face": 2}, "b"), "wrong-player"),
        (Say("double"), "bad-action"),
    ],
)
def test_what_cannot_be_is_refused(action, reason):
    assert refused(table(), action) == reason


def test_once_opened_nobody_bids():
    game = table()
    game.push(bid(2, 3))
    game.push(OPEN)
    assert refused(game, bid(3, 3)) == refused(game, OPEN) == "not-now"


def test_only_legal_raises_are_offered_and_all_of_them(random_action):
    for game, seed in product((LIARS_DICE, PERUDO), range(20)):
        table_, chance = Table(game, ("a", "b", "c")), Random(seed)
        for _ in range(40):
            if table_.position.awaits == "say":
                offered = {tuple(sorted(offer.fields.items())) for offer in table_.position.offers}
                for count, face, zhai in product(range(17), range(1, 7), (False, True)):
                    said = bid(count, face, zhai=zhai)
                    legal = True
                    try:
                        table_.game.apply(table_._state, said)
                    except IllegalAction:
                        legal = False
                    assert legal == (tuple(sorted(said.fields.items())) in offered), (seed, said)
            action = random_action(table_, chance)
            if action is None:
                break
            table_.push(action)


# --- Perudo


def perudo(dice=(5, 5), **changes):
    """A game in which the seats have so many dice; each loses by bidding too much."""
    names = "abcdef"[: len(dice)]
    game = Table(PERUDO, tuple(names), "a")
    for seat, left in enumerate(dice):
        while game._state.dice[seat] > left:
            lose(game, names[seat])
    return game


def lose(game, player):
    """Somebody bids, a player bids every die, the next one opens, and no die shows that face."""
    while game.position.to_move != player:
        face = game._state.bid.face if game._state.bid else 3
        game.push(bid(game._state.bid.count + 1 if game._state.bid else 1, face))
    face = game._state.bid.face if game._state.bid else 3
    game.push(bid(game._state.total, face))
    game.push(OPEN)
    return game.push(Roll((4 if face != 4 else 5,) * game._state.total))


@pytest.mark.parametrize(("standing", "face", "least"), [
    ((5, 4), 1, 3), ((6, 4), 1, 3), ((1, 4), 1, 1), ((3, 1), 4, 7), ((3, 1), 6, 7), ((3, 1), 1, 4),
    ((5, 4), 5, 5), ((5, 4), 3, 6),
])  # fmt: skip
def test_ones_are_halved_and_doubled(standing, face, least):
    game = Table(PERUDO, ("a", "b"), "a")
    if standing[1] == 1:
        game.push(bid(1, 2))
    game.push(bid(*standing))
    assert refused(game, bid(least - 1, face)) == "illegal-bid"
    game.push(bid(least, face))


def test_no_round_is_opened_on_ones():
    assert refused(perudo(), bid(1, 1)) == "illegal-bid"


def test_ones_are_wild_even_after_they_were_called():
    game = perudo()
    for said in (bid(1, 2), bid(1, 1), bid(3, 2), OPEN):
        game.push(said)
    assert event(game.push(Roll((1, 1, 2, 3, 3, 3, 3, 3, 3, 3))), "counted").fields["found"] == 3


def test_the_loser_loses_a_die_and_begins():
    game = perudo()
    events = lose(game, "b")
    assert event(events, "loses").fields == {"dice": 4}
    assert game._state.dice == (5, 4)
    assert game.position.to_move == "b"


def test_the_last_die_opens_palifico_where_ones_are_a_face_like_others():
    game = perudo((5, 2, 5))
    events = lose(game, "b")
    assert words(events)[-3:] == ["Round", "palifico", "to-bid"]
    assert game.position.to_move == "b"
    game.push(bid(1, 1))
    assert refused(game, bid(1, 2)) == refused(game, bid(2, 5)) == "illegal-bid", "c has five dice: the face stays"
    game.push(bid(2, 1))
    game.push(bid(3, 1))
    game.push(bid(3, 4))
    assert refused(game, bid(4, 5)) == "illegal-bid", "and b, who has one die, has changed it"
    game.push(OPEN)
    assert event(game.push(Roll((1, 1, 1, 1, 4, 4, 2, 2, 2, 2, 2))), "counted").fields["found"] == 2


def test_palifico_comes_once_a_player():
    game = perudo((3, 2))
    assert "palifico" in words(lose(game, "b"))
    events = lose(game, "a")
    assert "palifico" not in words(events)
    assert game._state.dice == (2, 1)


def test_who_has_no_dice_is_out_and_the_next_begins():
    game = perudo((5, 1, 5))
    events = lose(game, "b")
    assert words(events) == ["shown", "counted", "loses", "out", "Round", "to-bid"]
    assert [place.out for place in game.position.places] == [False, True, False]
    assert game.position.to_move == "c"
    game.push(bid(1, 3))
    assert game.position.to_move == "a"


def test_the_last_one_with_dice_wins():
    game = perudo((2, 1))
    assert words(lose(game, "b"))[-2:] == ["out", "wins"]
    assert game.outcome().winner == "a"
    assert game.position.awaits == "nothing"


# --- chances


@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize("said", [Bid(2, 3), Bid(1, 1), Bid(3, 6), Bid(2, 3, zhai=True)])
def test_the_chance_of_a_bid_is_that_of_all_rolls(said, wild):
    sees, unseen = (3, 1), 4
    joker = wild and not said.zhai and said.face != 1
    held = 0
    for others in product(range(1, 7), repeat=unseen):
        dice = sees + others
        held += dice.count(said.face) + (dice.count(1) if joker else 0) >= said.count
    assert chance_of(said, len(sees) + unseen, sees, wild=wild) * 6**unseen == held


def test_what_is_seen_is_certain():
    assert chance_of(Bid(2, 5), 2, (5, 1), wild=True) == 1
    assert chance_of(Bid(3, 5), 2, (5, 1), wild=True) == 0


def test_odds_of_one_bid_and_of_all():
    (line,) = LIARS_DICE.chances({"bid": "6x2", "dice": 20, "sees": (2, 2, 1)})
    assert line["bid"] == {"count": 6, "face": 2}
    assert line["holds"] == float(chance_of(Bid(6, 2), 20, (1, 2, 2), wild=True))
    assert len(list(PERUDO.chances({"dice": 7}))) == 42
    for asked in ({"bid": "x"}, {"bid": "6x7"}, {"dice": 1, "sees": (1, 2)}):
        with pytest.raises(ValueError, match=r"bid|sees"):
            list(PERUDO.chances(asked))


@pytest.mark.parametrize(
    ("game", "asked", "word"),
    [
        (LIARS_DICE, {"dice": 41}, "40 dice at most"),
        (LIARS_DICE, {"dice": 10**9}, "40 dice at most"),
        (LIARS_DICE, {"bid": "0x2"}, "at least one die"),
        (LIARS_DICE, {"bid": "99999999x2"}, "not so many dice"),
        (PERUDO, {"bid": "3x2 zhai"}, "no zhai bids"),
    ],
)
def test_odds_of_what_cannot_be_bid(game, asked, word):
    with pytest.raises(ValueError, match=word):
        list(game.chances(asked))
    assert len(list(game.chances({"dice": 40}))) == 240


def test_the_least_bid_is_no_more_than_the_dice_on_the_table():
    assert table(least=10).position.offers[0].fields["count"] == 10
    with pytest.raises(IllegalAction, match="a whole number from 1 to 10 or players") as refused:
        table(least=11)
    assert refused.value.reason == "bad-option"
    assert table(players=("a", "b", "c"), least=11).position.offers[0].fields["count"] == 11


# --- simulated players


@pytest.mark.parametrize("game", [LIARS_DICE, PERUDO])
def test_simulated_players_open_what_is_impossible_and_bid_what_is_likely(game):
    start = Table(game, ("a", "b"), "a")
    position = start.position
    secret = (4, 4, 4, 4, 4)
    said = {game.favourite(position, position.offers, secret, Random(n)).fields["face"] for n in range(20)}
    assert said == {4}
    start.push(bid(10, 3))
    assert game.favourite(start.position, start.position.offers, secret, Random(1)).word == "open"


def test_a_session_is_answered_in_lines():
    lines = [{"action": "bid", "count": 6, "face": 2}, {"action": "bid", "count": "7", "face": 2}, {"action": "bid"}]
    written: list[str] = []
    serve(map(json.dumps, lines), written.append, PERUDO, ("a", "b"), None)
    told = [json.loads(line) for line in written]
    assert [line["event"] for line in told] == ["to-bid", "bid", "to-bid", "refused", "refused"]
    assert [line["reason"] for line in told[-2:]] == ["bad-action", "bad-action"]
    assert told[2] == {
        "event": "to-bid", "player": "b", "dice": 10, "open": True,
        "least": {"1": 3, "2": 7, "3": 6, "4": 6, "5": 6, "6": 6},
    }  # fmt: skip
