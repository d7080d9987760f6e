"""A game in play: what is pushed can be popped, corrected and played again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Kept, Killed, Options, Rolled, Stuck, Turn, Undone, Won
from rules.game import IllegalAction, Keep, Roll
from rules.games.run_buster import FULL, RunBuster
from rules.table import Table

GAME = RunBuster()
SEATS = ("amy", "bo", "cy", "di")


def red_and_blue() -> Table:
    return Table(GAME, ("red", "blue"))


def play_on(play: Table, draw: st.DataObject) -> None:
    """One legal action, drawn."""
    position = play.position
    if position.awaits == "roll":
        full = draw.draw(st.integers(0, 3)) == 0 and position.dice == 6
        faces = st.lists(st.integers(1, 6), min_size=position.dice, max_size=position.dice)
        play.push(Roll(FULL if full else tuple(draw.draw(faces))))
    else:
        longest = position.options[-1]
        play.push(Keep(FULL if FULL in position.options else draw.draw(st.sampled_from((*position.options, longest)))))


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 4), st.integers(0, 60))
def test_pop_undoes_push_exactly_to_the_very_first_action(data: st.DataObject, seats: int, steps: int) -> None:
    play = Table(GAME, SEATS[:seats])
    stages = [(play.position, play.prompt(), play.actions, play.outcome())]
    for _ in range(steps):
        if play.outcome():
            break
        play_on(play, data)
        stages.append((play.position, play.prompt(), play.actions, play.outcome()))
    while len(stages) > 1:
        action = stages.pop()[2][-1]
        events = play.pop()
        assert events == (Undone(action), *stages[-1][1])
        assert (play.position, play.prompt(), play.actions, play.outcome()) == stages[-1]


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 4))
def test_no_dice_appear_or_vanish(data: st.DataObject, seats: int) -> None:
    play = Table(GAME, SEATS[:seats])
    for _ in range(40):
        if play.outcome():
            break
        play_on(play, data)
        position = play.position
        assert all(len(place.hand) + place.cup == 6 for place in position.places)
        assert all(
            place.hand == tuple(range(place.hand[0], place.hand[-1] + 1)) for place in position.places if place.hand
        )
        if position.awaits == "keep":
            assert len(position.roll) + len(position.place(position.to_move or "").hand) == 6
            assert position.options


@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(2, 4))
def test_a_session_fed_back_reproduces_itself(data: st.DataObject, seats: int) -> None:
    play = Table(GAME, SEATS[:seats], first=SEATS[seats - 1])
    for _ in range(40):
        if play.outcome():
            break
        if play.actions and data.draw(st.integers(0, 5)) == 0:
            play.pop()
        else:
            play_on(play, data)
    again = Table.replay(GAME, play.players, play.first, play.actions)
    assert again.actions == play.actions
    assert again.position == play.position
    assert again.prompt() == play.prompt()


def test_undo_reopens_a_game_that_was_won() -> None:
    play = red_and_blue()
    options = play.push(Roll(FULL))[-1]
    play.push(Keep(FULL))
    assert play.pop() == (Undone(Keep(FULL)), options)
    assert play.outcome() is None


def test_nothing_to_take_back_is_said() -> None:
    with pytest.raises(IllegalAction) as caught:
        red_and_blue().pop()
    assert caught.value.reason == "not-now"


def test_actions_are_kept_sorted_and_without_players() -> None:
    play = red_and_blue()
    play.push(Roll((6, 5, 4, 1, 1, 1), "red"))
    play.push(Keep((5, 4), "red"))
    assert play.actions == (Roll((1, 1, 1, 4, 5, 6)), Keep((4, 5)))
    assert (play.last_roll, play.last_roller) == ((1, 1, 1, 4, 5, 6), "red")


def test_a_roll_is_corrected_before_the_hand_is_chosen() -> None:
    play = red_and_blue()
    play.push(Roll((1, 1, 1, 1, 1, 1)))
    assert play.correct((1, 1, 1, 1, 1, 2)) == (
        Undone(Roll((1, 1, 1, 1, 1, 1))),
        Rolled("red", (1, 1, 1, 1, 1, 2)),
        Options("red", ((1,), (1, 2), (2,))),
    )
    assert play.actions == (Roll((1, 1, 1, 1, 1, 2)),)


def test_a_correction_takes_the_hand_back_with_the_roll_also_after_a_win() -> None:
    play = red_and_blue()
    play.push(Roll(FULL))
    assert Won("red") in play.push(Keep(FULL))
    events = play.correct((1, 2, 3, 4, 5, 5))
    assert events[:2] == (Undone(Keep(FULL)), Undone(Roll(FULL)))
    assert play.outcome() is None
    assert play.position.roll == (1, 2, 3, 4, 5, 5)


def test_a_correction_gives_a_killed_hand_back() -> None:
    play = red_and_blue()
    play.push(Roll((1, 2, 3, 4, 4, 4)))
    play.push(Keep((1, 2, 3, 4)))
    assert any(isinstance(event, Killed) for event in play.push(Roll((1, 1, 1, 1, 5, 6))))
    assert not any(isinstance(event, Killed) for event in play.correct((1, 1, 1, 1, 5, 5)))
    assert play.position.place("red").hand == (1, 2, 3, 4)


def test_a_stuck_roll_is_corrected_although_the_turn_has_passed() -> None:
    play = red_and_blue()
    for action in (Roll((4, 5, 1, 1, 1, 1)), Keep((4, 5)), Roll((1, 1, 1, 1, 1, 1)), Keep((1,))):
        play.push(action)
    assert Stuck("red", (4, 5)) in play.push(Roll((1, 1, 2, 2)))
    extended = Options("red", ((1, 2, 3, 4, 5), (2, 3, 4, 5), (3, 4, 5)))
    assert play.correct((1, 1, 2, 3)) == (Undone(Roll((1, 1, 2, 2))), Rolled("red", (1, 1, 2, 3)), extended)
    assert play.position.to_move == "red"


@pytest.mark.parametrize(("faces", "reason"), [((1, 1), "wrong-dice-count"), ((1, 2, 3, 4, 5, 9), "bad-face")])
def test_a_correction_that_is_no_roll_changes_nothing(faces: tuple[int, ...], reason: str) -> None:
    play = red_and_blue()
    play.push(Roll((1, 1, 1, 1, 1, 2)))
    play.push(Keep((1, 2)))
    before = (play.actions, play.position)
    with pytest.raises(IllegalAction) as caught:
        play.correct(faces)
    assert caught.value.reason == reason
    assert (play.actions, play.position) == before


def test_there_must_be_a_roll_to_correct() -> None:
    with pytest.raises(IllegalAction) as caught:
        red_and_blue().correct(FULL)
    assert caught.value.reason == "not-now"


def test_an_illegal_push_changes_nothing() -> None:
    play = red_and_blue()
    play.push(Roll((1, 1, 1, 1, 1, 2)))
    before = (play.actions, play.position)
    with pytest.raises(IllegalAction, match="1-2"):
        play.push(Keep((3,)))
    assert (play.actions, play.position) == before
    assert play.push(Keep((2, 1))) == (Kept("red", (1, 2)), Turn("blue", 6))
