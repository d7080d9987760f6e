"""Run Buster's rules: the rule sheet's own examples, rounds and drinks, and counts per depth."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from rules.events import Drinks, Kept, Killed, Options, Rolled, Round, Stuck, Turn, Won
from rules.game import IllegalAction, Keep, Outcome, Roll
from rules.games import GAMES, UnknownGame, by_key
from rules.games.run_buster import FULL, STRAIGHTS, RunBuster, State, complement, kills, legal_hands
from rules.table import Table

GAME = RunBuster()
ALL_ROLLS = {n: tuple(combinations_with_replacement(range(1, 7), n)) for n in range(1, 7)}


def table(*players: str, first: str | None = None) -> Table:
    return Table(GAME, players or ("red", "blue"), first)


def test_an_empty_hand_chooses_any_straight_of_the_roll() -> None:
    assert legal_hands((), (2, 2, 4, 5, 5, 6)) == ((2,), (4,), (4, 5), (4, 5, 6), (5,), (5, 6), (6,))


def test_a_hand_must_be_extended_where_it_can_be() -> None:
    assert legal_hands((4, 5), (3, 4, 4, 6)) == ((3, 4, 5), (3, 4, 5, 6), (4, 5, 6))


def test_a_hand_that_cannot_be_extended_stays() -> None:
    assert legal_hands((4, 5), (1, 2, 4, 5)) == ()


def test_a_killed_hand_goes_back_and_the_roller_still_chooses() -> None:
    play = table()
    play.push(Roll((1, 2, 3, 4, 4, 4)))
    play.push(Keep((1, 2, 3, 4)))
    assert play.push(Roll((6, 3, 1, 5, 3, 6))) == (
        Rolled("blue", (1, 3, 3, 5, 6, 6)),
        Killed("blue", "red", (1, 2, 3, 4), (5, 6)),
        Options("blue", ((1,), (3,), (5,), (5, 6), (6,))),
    )
    assert play.position.place("red").hand == ()
    assert play.position.place("red").cup == 6


def test_the_chance_to_win_on_the_first_roll() -> None:
    full = sum(set(roll) == set(FULL) for roll in _ordered_rolls())
    assert full / 6**6 == pytest.approx(0.01543, abs=5e-6)


def test_nobody_is_killed_who_has_no_hand() -> None:
    assert not kills(FULL, ())
    play = table()
    assert not [event for event in play.push(Roll(FULL)) if isinstance(event, Killed)]


def test_a_stuck_turn_passes_by_itself() -> None:
    play = table()
    play.push(Roll((4, 5, 5, 1, 1, 1)))
    play.push(Keep((4, 5)))
    play.push(Roll((1, 1, 1, 1, 1, 1)))
    play.push(Keep((1,)))
    assert play.push(Roll((1, 2, 4, 5))) == (Rolled("red", (1, 2, 4, 5)), Stuck("red", (4, 5)), Turn("blue", 5))


def test_the_full_straight_wins_and_is_never_forced() -> None:
    play = table()
    options = play.push(Roll(FULL))[-1]
    assert isinstance(options, Options) and options.hands == STRAIGHTS
    assert play.push(Keep((2,)))[-1] == Turn("blue", 6)
    play.push(Roll(FULL))
    assert play.push(Keep(FULL)) == (Kept("blue", FULL), Won("blue"))
    assert play.outcome() == Outcome(winner="blue", drinks=None)
    assert play.prompt() == ()


def test_a_roll_kills_every_opponent_clockwise_from_the_roller() -> None:
    play = table("amy", "bo", "cy", first="bo")
    play.push(Roll((5, 5, 5, 5, 5, 5)))
    play.push(Keep((5,)))
    play.push(Roll((2, 3, 3, 3, 3, 3)))
    play.push(Keep((2, 3)))
    events = play.push(Roll((1, 2, 3, 4, 5, 6)))
    assert [event.victim for event in events if isinstance(event, Killed)] == ["bo", "cy"]


def test_rounds_until_one_is_left_to_buy_the_drinks() -> None:
    play = table("red", "blue", "green", first="blue")
    play.push(Roll((3, 3, 3, 3, 3, 3)))
    play.push(Keep((3,)))
    play.push(Roll(FULL))
    assert play.push(Keep(FULL)) == (
        Kept("green", FULL),
        Won("green"),
        Round(2, ("red", "blue")),
        Turn("red", 6),
    )
    assert play.position.place("blue").hand == ()
    assert play.position.place("green").out
    play.push(Roll(FULL))
    assert play.push(Keep(FULL)) == (Kept("red", FULL), Won("red"), Drinks("blue"))
    assert play.outcome() == Outcome(winner=None, drinks="blue")


def test_the_first_player_of_a_round_who_wins_hands_the_start_on() -> None:
    play = table("amy", "bo", "cy", "di", first="di")
    play.push(Roll(FULL))
    assert play.push(Keep(FULL))[2:] == (Round(2, ("amy", "bo", "cy")), Turn("amy", 6))


def test_who_has_dropped_out_is_skipped_and_cannot_be_killed() -> None:
    play = table("amy", "bo", "cy")
    play.push(Roll(FULL))
    play.push(Keep(FULL))
    play.push(Roll((1, 1, 1, 1, 1, 1)))
    play.push(Keep((1,)))
    play.push(Roll((6, 6, 6, 6, 6, 6)))
    assert play.push(Keep((6,)))[-1] == Turn("bo", 5)


@pytest.mark.parametrize(
    ("players", "first", "word"),
    [
        (("red",), "red", "two players"),
        (("red", "red"), "red", "'red'"),
        (("red", ""), "red", "empty"),
        (("red", "blue"), "green", "'green'"),
    ],
)
def test_seats_that_cannot_play_are_named(players: tuple[str, ...], first: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Table(GAME, players, first)


def test_games_are_found_by_their_key() -> None:
    assert by_key("run-buster") in GAMES
    with pytest.raises(UnknownGame, match="run-buster"):
        by_key("run")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Roll((1, 2, 3, 4, 5, 6), "blue"), "wrong-player"),
        (Keep((1,), "blue"), "wrong-player"),
        (Keep((9,)), "not-now"),
        (Roll((7, 1)), "bad-face"),
        (Roll((True, 1, 1, 1, 1, 1)), "bad-face"),
        (Roll((3.0, 1, 1, 1, 1, 1)), "bad-face"),  # type: ignore[arg-type]
        (Roll((1, 1)), "wrong-dice-count"),
        (Roll(()), "wrong-dice-count"),
    ],
)
def test_refusals_in_their_order(action: Roll | Keep, reason: str) -> None:
    play = table()
    with pytest.raises(IllegalAction) as caught:
        play.push(action)
    assert caught.value.reason == reason
    assert play.actions == ()
    assert play.prompt() == (Turn("red", 6),)


def test_a_keep_of_nothing_is_told_what_may_be_kept() -> None:
    play = table()
    play.push(Roll((2, 2, 2, 2, 4, 4)))
    with pytest.raises(IllegalAction) as caught:
        play.push(Keep(()))
    assert caught.value.reason == "illegal-hand"
    assert str(caught.value) == "red must keep something; choose 2 or 4."


def _ordered_rolls() -> list[tuple[int, ...]]:
    rolls: list[tuple[int, ...]] = [()]
    for _ in range(6):
        rolls = [(*roll, face) for roll in rolls for face in range(1, 7)]
    return rolls


# --- Counts per depth, as chess has perft: leaves of the tree of actions, a roll counted once however its dice lie. ---


@cache
def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    match state.awaits:
        case "roll":
            actions: list[Roll | Keep] = [Roll(faces) for faces in ALL_ROLLS[6 - len(state.hand)]]
        case "keep":
            actions = [Keep(hand) for hand in legal_hands(state.hand, state.roll)]
        case "nothing":
            return 0
    return sum(_count(GAME.apply(state, action)[0], depth - 1) for action in actions)


def _mask(faces: tuple[int, ...]) -> int:
    return sum(1 << face for face in set(faces))


MASKS = {n: [_mask(roll) for roll in rolls] for n, rolls in ALL_ROLLS.items()}
RUNS = [sum(1 << face for face in range(low, high + 1)) for low in range(1, 7) for high in range(low, 7)]
EVERY = 0b1111110


@cache
def _plain_count(mine: int, theirs: int, depth: int) -> int:
    """The same by bits alone, knowing nothing of the rules' own code; `mine` is the hand of who rolls."""
    if depth == 0:
        return 1
    total = 0
    for rolled in MASKS[6 - mine.bit_count()]:
        left = 0 if theirs and rolled & (EVERY ^ theirs) == EVERY ^ theirs else theirs
        hands = [run for run in RUNS if run != mine and run & mine == mine and run & ~mine & ~rolled == 0]
        if not hands:
            total += _plain_count(left, mine, depth - 1)
        elif depth == 1:
            total += 1
        else:
            total += sum((depth == 2) if hand == EVERY else _plain_count(left, hand, depth - 2) for hand in hands)
    return total


# By hand: 462 rolls of six; a straight of k dice lies in C(11 - k, 5) of them, and there are 7 - k such straights, in
# all 1512 + 630 + 224 + 63 + 12 + 1 = 2442; all but the one that wins are followed by another player's 462 or 2442.
@pytest.mark.parametrize(("depth", "leaves"), [(1, 462), (2, 2442), (3, 2441 * 462), (4, 2441 * 2442)])
def test_counts_per_depth_for_two(depth: int, leaves: int) -> None:
    state, _ = GAME.start(("red", "blue"), "red")
    assert _plain_count(0, 0, depth) == leaves
    assert _count(state, depth) == leaves


def test_deeper_counts_agree_with_a_count_by_bits() -> None:
    state, _ = GAME.start(("red", "blue"), "red")
    assert _count(state, 5) == _plain_count(0, 0, 5)


def test_complement_and_hand_make_the_full_straight() -> None:
    assert all(sorted(straight + complement(straight)) == list(FULL) for straight in STRAIGHTS)
