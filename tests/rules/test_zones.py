"""The referee of mat mode: one table a test, told in zones."""

import pytest

from rules.events import Event
from rules.game import Keep, Roll
from rules.games import by_key
from rules.referee import QUESTIONS, Act, Ask, Lying
from rules.table import Table
from rules.zones import BETWEEN, PATIENCE_S, ROLLING, MatReferee


class Mat:
    """A table with a mat, whose dice are laid by hand."""

    def __init__(self, players: str = "red,blue", colours: dict[str, str] | None = None, seats: int = 0) -> None:
        self.table = Table(by_key("run-buster"), tuple(players.split(",")))
        self.referee = MatReferee(self.table, colours)
        self.seats = seats or len(self.table.players)
        self.events: list[Event] = []
        self.now_s = 0.0

    def lies(self, rolled: str = "", *hands: str, between: str = "", in_view: bool = True) -> str:
        """Show these dice ("?" cannot be read); what is asked then."""
        zones = {ROLLING: rolled, BETWEEN: between, **{n + 1: hand for n, hand in enumerate(hands)}}
        dice = tuple(
            Lying(None if face == "?" else int(face), "white", zone=zone)
            for zone, faces in zones.items()
            for face in faces
        )
        self.referee.lay_mat(self.seats if in_view else 0)
        return self.follow(self.referee.see(dice))

    def follow(self, verdict: object) -> str:
        while isinstance(verdict, Act):
            self.events += self.table.push(verdict.action)
            verdict = self.referee.sync()
        assert not isinstance(verdict, Ask) or verdict.about in QUESTIONS
        return verdict.about if isinstance(verdict, Ask) else ""

    def wait(self, seconds: float) -> str:
        """Time passes; what is asked then."""
        self.referee.remind(self.now_s)
        self.now_s += seconds
        return self.follow(self.referee.remind(self.now_s)) or self.asked

    @property
    def asked(self) -> str:
        return self.referee.question.about if self.referee.question else ""

    @property
    def hands(self) -> list[str]:
        return ["".join(map(str, place.hand)) for place in self.table.position.places]


@pytest.fixture
def mat() -> Mat:
    return Mat()


def test_a_turn_without_a_button(mat: Mat) -> None:
    assert mat.lies() == ""
    assert mat.lies("224556") == ""
    assert mat.table.actions == (Roll((2, 2, 4, 5, 5, 6)),)
    assert mat.lies("22556", "4") == ""  # on the way, and a hand already
    assert mat.lies("2256", "45") == ""
    assert mat.referee.awaits == "keep"
    assert mat.lies("", "45") == ""
    assert mat.table.actions[-1] == Keep((4, 5))
    assert mat.referee.awaits == "roll" and mat.table.position.to_move == "blue"
    assert mat.lies("112346", "45") == ""
    assert mat.table.actions[-1] == Roll((1, 1, 2, 3, 4, 6))


def test_a_hand_that_cannot_grow_is_kept_at_once(mat: Mat) -> None:
    mat.lies("224556")
    assert mat.lies("225", "456") == ""
    assert mat.hands == ["456", ""] and mat.referee.awaits == "sweep"
    assert mat.lies("", "456") == "" and mat.referee.awaits == "roll"


def test_dice_on_their_way_make_no_illegal_hand(mat: Mat) -> None:
    mat.lies("224556")
    assert mat.lies("2255", "46") == ""
    assert mat.lies("225", "456") == ""
    assert mat.hands == ["456", ""]


@pytest.mark.parametrize(("rest", "laid"), [("2256", "44"), ("", "46"), ("2245", "13"), ("", "2")])
def test_a_hand_that_may_not_be_kept_is_asked_about(mat: Mat, rest: str, laid: str) -> None:
    mat.lies("224455" if laid == "44" else "445566")
    assert mat.lies(rest, laid) == "illegal-keep"
    assert mat.hands == ["", ""]


def test_a_roll_swept_up_with_no_hand_laid_down(mat: Mat) -> None:
    mat.lies("224556")
    assert mat.lies() == "lay-hand"
    assert (4, 5) in mat.referee.question.hands
    assert mat.lies("", "45") == "" and mat.hands == ["45", ""]


def test_the_hand_is_laid_down_after_the_rest_was_swept_up(mat: Mat) -> None:
    mat.lies("224556")
    assert mat.lies("45") == ""
    assert mat.lies("", "45") == "" and mat.hands == ["45", ""]


def killed(mat: Mat) -> None:
    """Red has 1-2-3-4, blue rolls the complement."""
    mat.lies("123466")
    mat.lies("", "1234")
    mat.lies("133566", "1234")


def test_a_kill_is_complete_when_the_hand_has_left_its_zone(mat: Mat) -> None:
    killed(mat)
    assert mat.hands == ["", ""] and mat.asked == ""
    assert mat.lies("", "1234", "56") == "" and mat.hands == ["", "56"]
    assert mat.wait(PATIENCE_S / 2) == ""
    assert mat.wait(PATIENCE_S) == "hand-to-cup"
    assert mat.referee.question.facts == {"player": "red", "hand": "1-2-3-4"}
    assert mat.lies("12", "1234", "56") == "hand-to-cup"  # the next roll is refused
    assert len(mat.table.actions) == 4
    assert mat.lies("12", "", "56") == "wrong-dice-count"
    assert mat.lies("", "", "56") == ""
    assert mat.lies("112244", "", "56") == "" and mat.table.actions[-1] == Roll((1, 1, 2, 2, 4, 4))


def test_a_roll_that_was_refused_counts_once_the_killed_hand_is_gone(mat: Mat) -> None:
    killed(mat)
    mat.lies("", "1234", "56")
    assert mat.lies("112244", "1234", "56") == "hand-to-cup"
    assert mat.lies("112244", "", "56") == "" and mat.table.actions[-1] == Roll((1, 1, 2, 2, 4, 4))


def test_a_killed_hand_that_goes_at_once_is_never_mentioned(mat: Mat) -> None:
    killed(mat)
    mat.lies("133566")
    assert mat.wait(2 * PATIENCE_S) == ""
    mat.lies("", "", "56")
    assert mat.wait(2 * PATIENCE_S) == ""


@pytest.mark.parametrize("hand", ["46", "4", "456", "", "455", "44"])
def test_a_hand_that_changes_outside_its_turn_is_an_alarm(mat: Mat, hand: str) -> None:
    alarm = "hand-changed" if hand else "hand-gone"
    mat.lies("445566")
    mat.lies("", "45")
    assert mat.lies("", hand) == alarm
    assert mat.referee.question.facts["due"] == "4-5"
    assert mat.lies("112233", hand) == alarm and len(mat.table.actions) == 2
    assert mat.lies("112233", "45") == "" and len(mat.table.actions) == 3
    assert mat.lies("1122", hand, "3") == alarm  # also while the other one chooses
    assert mat.lies("", "45", "3") == "" and mat.hands == ["45", "3"]


def test_dice_in_the_zone_of_a_player_without_a_hand(mat: Mat) -> None:
    mat.lies()
    assert mat.lies("", "", "1") == "strange-hand"
    assert mat.lies() == ""


def test_a_die_that_rolled_into_a_hand(mat: Mat) -> None:
    mat.lies("445566")
    mat.lies("", "45")
    assert mat.lies("11223", "345") == "die-in-zone"
    assert mat.lies("112233", "45") == "" and len(mat.table.actions) == 3


def test_a_die_across_a_line(mat: Mat) -> None:
    assert mat.lies("44556", between="6") == "between-zones"
    assert mat.lies("445566") == "" and len(mat.table.actions) == 1
    assert mat.lies("4456", "4", between="5") == "between-zones"
    assert mat.lies("446", "", between="5") == "between-zones"
    assert mat.lies("", "45") == "" and mat.hands == ["45", ""]


def test_undo_holds_until_somebody_moves_a_die(mat: Mat) -> None:
    mat.lies("445566")
    mat.lies("", "45")
    mat.table.pop()
    assert mat.follow(mat.referee.sync()) == "" and mat.hands == ["", ""]
    assert mat.lies("", "45") == "" and mat.hands == ["", ""]
    assert mat.lies("5", "4") == ""
    assert mat.lies("", "456") == "" and mat.hands == ["456", ""]


def test_a_kill_that_is_taken_back_wants_the_hand_back(mat: Mat) -> None:
    killed(mat)
    mat.lies("133566")
    mat.table.pop()
    mat.follow(mat.referee.sync())
    assert mat.hands == ["1234", ""]
    mat.lies()
    assert mat.wait(2 * PATIENCE_S) == "hand-to-zone"
    assert mat.lies("112233") == "hand-to-zone"
    assert mat.lies("112233", "1234") == "" and mat.table.actions[-1] == Roll((1, 1, 2, 2, 3, 3))


def test_a_hand_chosen_on_the_screen_is_waited_for(mat: Mat) -> None:
    mat.lies("445566")
    mat.table.push(Keep((5, 6)))
    assert mat.follow(mat.referee.sync()) == "" and mat.referee.awaits == "sweep"
    assert mat.lies() == ""
    assert mat.wait(2 * PATIENCE_S) == "hand-to-zone"
    assert mat.lies("", "56") == "" and mat.wait(2 * PATIENCE_S) == ""


def test_what_the_reader_cannot_tell_is_no_alarm_and_no_keep(mat: Mat) -> None:
    mat.lies("445566")
    assert mat.lies("", "4?") == "doubtful-die" and mat.hands == ["", ""]
    mat.lies("", "45")
    assert mat.lies("", "4?") == ""
    assert mat.lies("", "?3") == "hand-changed"


def test_people_may_say_that_a_hand_counts(mat: Mat) -> None:
    mat.lies("445566")
    mat.lies("", "45")
    assert mat.lies("", "4") == "hand-changed" and not mat.referee.may_count
    assert mat.lies("", "46") == "hand-changed" and mat.referee.may_count
    assert mat.follow(mat.referee.take_as_roll()) == ""
    assert mat.lies("112233", "46") == "" and mat.table.actions[-1] == Roll((1, 1, 2, 2, 3, 3))
    assert mat.lies("112233", "26") == "hand-changed"


def test_every_hand_is_cleared_between_rounds() -> None:
    mat = Mat("red,blue,green")
    mat.lies("123456")
    assert mat.lies("", "123456") == "" and mat.table.position.round_number == 2
    assert mat.lies("112233", "123456") == "hand-to-cup"
    assert mat.lies("112233") == "" and mat.table.actions[-1] == Roll((1, 1, 2, 2, 3, 3))


def test_a_mat_out_of_view_is_missed(mat: Mat) -> None:
    mat.lies("445566")
    assert mat.lies("", in_view=False) == "mat-lost" and mat.hands == ["", ""]
    assert mat.lies("", "45") == "" and mat.hands == ["45", ""]


def test_a_mat_with_too_few_zones() -> None:
    mat = Mat("a,b,c", seats=2)
    assert mat.lies("112233") == "mat-too-small" and not mat.table.actions


def test_without_a_mat_it_is_a_tray(mat: Mat) -> None:
    for dice, hands in (((1, 2, 2, 2, 2, 2), ["", ""]), ((2, 2, 2, 2, 2), ["1", ""]), ((), ["1", ""])):
        mat.follow(mat.referee.see(tuple(Lying(face, "red") for face in dice)))
        assert mat.hands == hands
    assert not mat.referee.on_mat


def test_too_many_dice(mat: Mat) -> None:
    mat.lies("445566")
    assert mat.lies("445566", "4") == "too-many-dice"
    assert mat.lies("44566", "5") == ""
