"""The referee of tray mode: rolls and keeps out of what lies in the tray, and a question where that is not enough."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.accounts import UNREAD, explained, only_fewer, takings, without
from rules.game import Keep, Roll
from rules.games.run_buster import FULL, RunBuster, legal_hands
from rules.referee import QUESTIONS, Act, Ask, Lying, Referee, Verdict, Wait
from rules.table import Table

RED_BLUE = {"red": "red", "blue": "blue"}


def dice(faces: str, colour: str = "white") -> tuple[Lying, ...]:
    """`dice("11?")`: two ones and a die that cannot be read."""
    return tuple(Lying(None if face == "?" else int(face), colour) for face in faces)


class Tray:
    """A tray and its table, played as the program plays them."""

    def __init__(self, colours: dict[str, str] | None = None, lying: tuple[Lying, ...] = ()) -> None:
        self.table = Table(RunBuster(), ("red", "blue"))
        self.referee = Referee(self.table, colours, lying)

    def shows(self, faces: str, colour: str = "white") -> Verdict:
        return self.holds(dice(faces, colour))

    def holds(self, lying: tuple[Lying, ...]) -> Verdict:
        verdict = self.referee.see(lying)
        if isinstance(verdict, Act):
            self.table.push(verdict.action)
        return verdict

    def asks(self, faces: str, colour: str = "white") -> str:
        """The question about a tray, which must be one; the game has not moved."""
        before = self.table.actions
        verdict = self.shows(faces, colour)
        assert isinstance(verdict, Ask), verdict
        assert verdict.about in QUESTIONS
        assert self.referee.question == verdict
        assert self.table.actions == before
        return verdict.about


def rolled(faces: str) -> Tray:
    """Red has rolled these six."""
    tray = Tray()
    assert isinstance(tray.shows(faces), Act)
    return tray


def at_blue(faces: str, keep: tuple[int, ...]) -> Tray:
    """Red has rolled and kept, and the tray is empty."""
    tray = Tray()
    tray.table.push(Roll(tuple(map(int, faces))))
    tray.table.push(Keep(keep))
    tray.referee.sync()
    assert tray.shows("") == Wait()
    return tray


# --- rolls ---


def test_dice_at_rest_are_the_roll() -> None:
    tray = Tray()
    assert tray.shows("") == Wait()
    assert tray.shows("664211") == Act(Roll((1, 1, 2, 4, 6, 6)))


def test_a_wrong_number_is_asked_about_and_a_missing_die_may_be_added() -> None:
    tray = Tray()
    assert tray.asks("12345") == "wrong-dice-count"
    assert tray.referee.question == Ask("wrong-dice-count", {"player": "red", "seen": "5", "due": "6"})
    assert tray.shows("123455") == Act(Roll((1, 2, 3, 4, 5, 5)))
    assert tray.referee.question is None


def test_taking_dice_from_too_many_makes_no_roll() -> None:
    tray = Tray()
    assert tray.asks("1234556") == "wrong-dice-count"
    assert tray.asks("123455") == "throw-again"
    assert tray.asks("12345") == "wrong-dice-count"
    assert tray.asks("123456") == "throw-again"
    assert tray.shows("") == Wait()
    assert tray.shows("123455") == Act(Roll((1, 2, 3, 4, 5, 5)))


def test_people_may_say_that_it_counts() -> None:
    tray = Tray()
    tray.asks("1234556")
    assert isinstance(tray.referee.take_as_roll(), Ask)
    tray.asks("123455")
    assert tray.referee.take_as_roll() == Act(Roll((1, 2, 3, 4, 5, 5)))


def test_a_doubtful_die_is_nudged() -> None:
    tray = Tray()
    assert tray.asks("12345?") == "doubtful-die"
    assert tray.shows("123454") == Act(Roll((1, 2, 3, 4, 4, 5)))


@pytest.mark.parametrize(
    ("doubt", "about"),
    [
        ("leaning", "cocked-die"),
        ("covered", "hidden-die"),
        ("cut", "hidden-die"),
        ("witnesses-disagree", "doubtful-die"),
    ],
)
def test_a_die_that_cannot_be_read_is_asked_about_by_how_it_lies(doubt: str, about: str) -> None:
    tray = Tray()
    asked = tray.holds((*dice("12345"), Lying(None, "white", doubt=doubt)))
    assert isinstance(asked, Ask) and asked.about == about
    assert not tray.referee.may_count
    tray = rolled("113366")
    asked = tray.holds((*dice("113"), Lying(None, "white", doubt=doubt)))
    assert isinstance(asked, Ask) and asked.about == about


def test_a_die_on_the_rim_is_pushed_in_or_counts() -> None:
    tray = Tray()
    on_rim = (*dice("12345"), Lying(6, "white", doubt="rim"))
    asked = tray.holds(on_rim)
    assert isinstance(asked, Ask) and asked.about == "rim-die"
    assert tray.referee.may_count
    assert tray.referee.take_as_roll() == Act(Roll((1, 2, 3, 4, 5, 6)))
    tray = Tray()
    tray.holds(on_rim)
    assert tray.shows("123456") == Act(Roll((1, 2, 3, 4, 5, 6)))


def test_it_counts_answers_what_could_be_the_roll() -> None:
    tray = Tray(RED_BLUE)
    assert not tray.referee.may_count
    tray.asks("12345", "blue")
    assert not tray.referee.may_count
    tray.asks("123456", "blue")
    assert tray.referee.may_count
    tray = at_blue("113366", (1,))
    tray.shows("113366")
    tray.shows("11336")
    assert tray.asks("23456") == "clear-tray"  # swept and thrown before anybody looked
    assert tray.referee.may_count
    assert tray.referee.take_as_roll() == Act(Roll((2, 3, 4, 5, 6)))


def told(tray: Tray, faces: str) -> Verdict:
    """People say what the roll is while the tray is asked about."""
    assert tray.referee.asks_about_roll
    tray.table.push(Roll(tuple(map(int, faces))))
    verdict = tray.referee.sync()
    assert not tray.referee.asks_about_roll
    return verdict


def test_a_doubtful_die_is_told_and_not_asked_about_again_whatever_it_goes_on_to_show() -> None:
    tray = Tray()
    assert tray.asks("12234?") == "doubtful-die"
    assert told(tray, "122346") == Wait()
    for lies in ("12234?", "122346", "122345", "12234?"):
        assert tray.shows(lies) == Wait()


def test_a_hand_is_kept_from_a_roll_whose_doubtful_die_was_told() -> None:
    for lies in ("122?", "1226", "1225"):  # the die goes on being doubtful, is read at last, is misread
        tray = Tray()
        tray.asks("12234?")
        told(tray, "122346")
        assert tray.shows(lies) == Act(Keep((3, 4)))


def test_a_die_that_is_not_seen_is_told_and_no_keep_is_guessed_from_its_lack() -> None:
    tray = Tray()
    assert tray.asks("11111") == "wrong-dice-count"
    assert told(tray, "111114") == Wait()
    assert tray.shows("11111") == Wait()
    assert tray.shows("111114") == Wait()
    assert tray.shows("11114") == Act(Keep((1,)))


def test_where_a_die_that_is_not_seen_may_have_been_taken_too_it_is_asked() -> None:
    tray = Tray()
    tray.asks("12266")
    told(tray, "122663")
    assert tray.shows("1266") == Ask("which-hand", {"options": "2, 2-3"}, ((2,), (2, 3)))


def test_something_that_is_no_die_is_told_and_passed_over() -> None:
    tray = Tray()
    assert tray.asks("1133556") == "wrong-dice-count"
    assert told(tray, "113355") == Wait()
    assert tray.shows("1133556") == Wait()
    assert tray.asks("11335566") == "too-many-dice"
    assert tray.shows("113356") == Act(Keep((5,)))


def test_the_other_players_dice_are_refused_where_colours_count() -> None:
    tray = Tray(RED_BLUE)
    assert tray.asks("123456", "blue") == "wrong-colour"
    assert isinstance(tray.holds(dice("12345", "red") + dice("6", "blue")), Ask)
    assert tray.referee.question is not None and tray.referee.question.about == "mixed-colours"
    assert tray.shows("") == Wait()
    assert isinstance(tray.shows("123456", "red"), Act)


def test_dice_of_nobodys_colour_pass_and_single_colour_dice_are_not_checked() -> None:
    assert isinstance(Tray(RED_BLUE).shows("123456", "white"), Act)
    assert isinstance(Tray().shows("123456", "blue"), Act)


def test_the_dice_of_the_game_before_are_no_roll() -> None:
    tray = Tray(lying=dice("123456"))
    assert tray.shows("123456") == Wait()
    assert tray.referee.awaits == "sweep"
    assert tray.shows("") == Wait()
    assert isinstance(tray.shows("123456"), Act)


# --- keeps ---


def test_what_is_missing_was_kept() -> None:
    tray = rolled("224556")
    assert tray.shows("225") == Act(Keep((4, 5, 6)))


def test_the_hand_in_front_counts_with_what_was_taken() -> None:
    tray = at_blue("451111", (4, 5))
    tray.shows("111111")
    assert tray.shows("11111") == Act(Keep((1,)))
    tray.shows("")
    tray.shows("3446")
    assert tray.shows("44") == Act(Keep((3, 4, 5, 6)))


def test_nothing_missing_decides_nothing() -> None:
    tray = rolled("224556")
    assert tray.shows("655422") == Wait()


def test_an_illegal_keep_shows_the_legal_hands_and_waits_to_be_put_right() -> None:
    tray = rolled("113366")
    assert tray.asks("1366") == "illegal-keep"
    assert tray.referee.question is not None
    assert tray.referee.question.hands == ((1,), (3,), (6,))
    assert tray.referee.question.facts == {"hand": "1-3", "options": "1, 3, 6"}
    assert tray.shows("113366") == Wait()
    assert tray.referee.question is None
    assert tray.shows("11366") == Act(Keep((3,)))


def test_the_straight_left_lying_is_kept_where_only_that_is_legal() -> None:
    tray = rolled("224566")
    assert tray.shows("456") == Act(Keep((4, 5, 6)))
    assert tray.referee.awaits == "sweep"
    assert tray.shows("") == Wait()
    assert tray.referee.awaits == "roll"


def test_where_both_accounts_are_legal_it_is_asked_and_stays_asked_while_the_rest_is_swept() -> None:
    tray = rolled("123455")
    assert tray.asks("12345") == "which-hand"
    assert tray.referee.question is not None
    assert tray.referee.question.hands == ((1, 2, 3, 4, 5), (5,))
    assert tray.asks("123") == "which-hand"
    assert tray.asks("") == "which-hand"
    assert tray.referee.question.hands == ((1, 2, 3, 4, 5), (5,))
    tray.table.push(Keep((5,)))
    assert tray.referee.sync() == Wait()
    assert tray.referee.awaits == "roll"


def test_all_swept_off_at_once() -> None:
    tray = rolled("111111")
    assert tray.shows("") == Act(Keep((1,)))
    assert tray.referee.awaits == "roll"
    tray = rolled("113366")
    assert tray.asks("") == "which-hand"


def test_a_die_turned_over_after_it_lay_still() -> None:
    tray = rolled("113366")
    assert tray.asks("113365") == "dice-changed"
    assert tray.asks("11335") == "dice-changed"
    assert tray.shows("113366") == Wait()


def test_more_dice_than_were_rolled() -> None:
    tray = rolled("113366")
    assert tray.asks("1133666") == "too-many-dice"


def test_a_die_in_doubt_decides_nothing_but_stops_nothing() -> None:
    tray = rolled("113366")
    assert tray.shows("11336?") == Wait()
    assert tray.asks("1136?") == "doubtful-die"
    assert tray.shows("11366") == Act(Keep((3,)))


# --- sweeping ---


def test_after_a_keep_the_tray_is_emptied_before_the_next_roll() -> None:
    tray = rolled("113366")
    tray.shows("11336")
    for faces in ("1136", "16", "6"):
        assert tray.shows(faces) == Wait()
        assert tray.referee.awaits == "sweep"
    assert tray.asks("61") == "clear-tray"
    assert tray.asks("61") == "clear-tray"
    assert tray.asks("123456") == "clear-tray"
    assert tray.shows("") == Wait()
    assert tray.referee.awaits == "roll"
    assert isinstance(tray.shows("123456"), Act)


def test_kept_dice_that_are_put_back_are_asked_about_and_undo_opens_the_choice_anew() -> None:
    tray = rolled("113366")
    tray.shows("11366")
    assert tray.asks("113366") == "put-back"
    assert tray.referee.question == Ask("put-back", {"hand": "3"})
    assert not tray.referee.may_count  # red's roll is not blue's
    tray.table.pop()
    assert tray.referee.sync() == Wait()
    assert tray.shows("11336") == Act(Keep((6,)))


def test_kept_dice_that_are_put_back_and_taken_out_again_stay_kept() -> None:
    tray = rolled("113366")
    tray.shows("11366")
    assert tray.asks("113366") == "put-back"
    assert tray.asks("113366") == "put-back"
    assert tray.shows("11366") == Wait()
    assert tray.shows("") == Wait()
    assert tray.referee.awaits == "roll"


def test_a_hand_that_was_tapped_may_lie_there_still() -> None:
    tray = rolled("113366")
    tray.table.push(Keep((3,)))
    assert tray.referee.sync() == Wait()
    assert tray.shows("113366") == Wait()
    assert tray.shows("") == Wait()


def test_other_dice_where_the_rest_lay_are_no_sweep() -> None:
    tray = rolled("111111")
    tray.shows("11111")
    assert tray.asks("23456") == "clear-tray"


def test_a_stuck_roll_is_swept_before_the_next() -> None:
    tray = at_blue("451111", (4, 5))
    tray.shows("111111")
    tray.shows("11111")
    tray.shows("")
    assert tray.shows("1245") == Act(Roll((1, 2, 4, 5)))
    assert tray.referee.awaits == "sweep"
    assert tray.shows("14") == Wait()
    assert tray.shows("") == Wait()
    assert tray.referee.awaits == "roll"


def test_once_the_game_is_over_nothing_is_decided() -> None:
    tray = rolled("123456")
    tray.asks("")
    tray.table.push(Keep(FULL))
    assert tray.referee.sync() == Wait()
    assert tray.referee.awaits == "nothing"
    assert tray.shows("123456") == Wait()


# --- undo and correction ---


def test_after_an_undone_keep_the_tray_says_nothing_until_it_changes() -> None:
    tray = rolled("113366")
    tray.shows("11366")
    tray.table.pop()
    assert tray.referee.sync() == Wait()
    assert tray.shows("11366") == Wait()
    assert tray.shows("113366") == Wait()
    assert tray.shows("11336") == Act(Keep((6,)))


def test_after_an_undone_keep_dice_are_put_back_one_by_one() -> None:
    tray = rolled("113366")
    tray.shows("11336")
    tray.shows("")
    tray.table.pop()
    assert tray.shows("") == Wait()
    for faces in ("1", "13", "136", "1136", "11336", "113366"):
        assert tray.shows(faces) == Wait()
        assert tray.table.position.awaits == "keep"
    assert tray.shows("13366") == Act(Keep((1,)))


def test_after_an_undone_roll_the_dice_must_leave_the_tray() -> None:
    tray = rolled("113366")
    tray.table.pop()
    assert tray.referee.sync() == Wait()
    assert tray.referee.awaits == "sweep"
    assert tray.shows("113366") == Wait()
    assert tray.shows("") == Wait()
    assert tray.shows("123455") == Act(Roll((1, 2, 3, 4, 5, 5)))


def test_a_corrected_die_may_go_on_being_misread() -> None:
    tray = rolled("113365")
    tray.table.correct((1, 1, 3, 3, 6, 6))
    assert tray.referee.sync() == Wait()
    assert tray.shows("113365") == Wait()
    assert tray.shows("113366") == Wait()
    assert tray.shows("11335") == Act(Keep((6,)))


def test_the_misread_die_is_kept_as_what_it_was_corrected_to() -> None:
    tray = rolled("113345")
    tray.table.correct((1, 1, 3, 3, 5, 6))  # 4 and 5 were read for what are 5 and 6
    tray.referee.sync()
    assert tray.shows("1133") == Act(Keep((5, 6)))


def test_a_value_tapped_for_a_die_that_cannot_be_read() -> None:
    tray = Tray()
    tray.asks("12344?")
    tray.table.push(Roll((1, 2, 3, 4, 4, 6)))
    assert tray.referee.sync() == Wait()
    assert tray.shows("12344?") == Wait()
    assert tray.shows("44?") == Act(Keep((1, 2, 3)))


def test_a_correction_after_an_illegal_keep_judges_it_again() -> None:
    tray = rolled("113366")
    assert tray.asks("1366") == "illegal-keep"
    tray.table.correct((1, 1, 2, 3, 6, 6))
    verdict = tray.referee.sync()
    assert verdict == Act(Keep((1, 2)))


def test_a_correction_after_the_keep_goes_on_from_the_corrected_roll() -> None:
    tray = rolled("113365")
    tray.shows("11336")
    tray.table.correct((1, 1, 3, 3, 6, 6))
    assert tray.referee.sync() == Act(Keep((6,)))


def test_a_game_that_goes_on_wants_to_see_an_empty_tray_first() -> None:
    table = Table.replay(RunBuster(), ("red", "blue"), None, [Roll((1, 1, 1, 1, 1, 2)), Keep((1, 2))])
    referee = Referee(table)
    asked = referee.see(dice("1111"))
    assert isinstance(asked, Ask) and asked.about == "clear-tray"
    assert referee.see(()) == Wait()
    assert isinstance(referee.see(dice("111111")), Act)


# --- whole games and accounts ---


def _play(seed: int) -> tuple[Table, list[Roll | Keep]]:
    """A game of people who sweep the rest away or leave the straight lying, and answer what is asked."""
    chance = random.Random(seed)
    tray = Tray()
    meant: list[Roll | Keep] = []
    while not tray.table.outcome():
        position = tray.table.position
        if position.awaits == "roll":
            assert tray.shows("") == Wait()
            faces = tuple(sorted(chance.randint(1, 6) for _ in range(position.dice)))
            meant.append(Roll(faces))
            assert tray.shows("".join(map(str, faces))) == Act(Roll(faces))
            continue
        hand = chance.choice(position.options)
        meant.append(Keep(hand))
        taken = without(hand, position.place(position.to_move or "").hand)
        left = taken if chance.random() < 0.3 else without(position.roll, taken)
        if len(left) == len(position.roll):
            left = ()
        verdict = tray.shows("".join(map(str, left)))
        if isinstance(verdict, Ask):
            assert hand in verdict.hands
            tray.table.push(Keep(hand))
    return tray.table, meant


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_refereed_as_they_were_meant(seed: int) -> None:
    table, meant = _play(seed)
    assert list(table.actions) == meant


@settings(deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.data())
def test_without_corrections_there_is_one_account_of_what_is_gone(faces: list[int], data: st.DataObject) -> None:
    roll = tuple(sorted(faces))
    left = tuple(face for face in roll if data.draw(st.booleans()))
    assert takings(roll, roll, left) == {without(roll, left)}


def test_takings_of_several_misread_dice_hold_every_account() -> None:
    assert takings((1, 2, 3), (3, 4, 5), (3, 1)) == {(4,), (5,)}
    assert takings((1, 1), (1, 1), (2,)) == frozenset()
    assert takings((UNREAD, 2), (2, 5), (UNREAD,)) == {(2,)}


def test_accounts_are_only_legal_hands() -> None:
    for roll in permutations((1, 3, 5), 2):
        legal = legal_hands((2,), (*roll, 6, 6, 6))
        for gone in roll:
            assert set(explained([(gone,)], tuple(sorted((*roll, 6, 6, 6))), (2,), legal)) <= set(legal)


def test_only_fewer_takes_an_unread_die_for_any() -> None:
    assert only_fewer((UNREAD, 2), (3, 2))
    assert not only_fewer((1, 2), (1, 2, 3))
    assert only_fewer((1, 2), (UNREAD,))
