"""Who still has to show dice: told by the dice's colours where they tell it, and never otherwise."""

import pytest

from pi.seats import SeatedPlayer, parse_players
from pi.unshown import Unshown
from rules.game import Roll, Say
from rules.games import by_key
from rules.table import Table

RED, BLUE, GREEN = (["red"] * 5, ["blue"] * 5, ["green"] * 5)
FIVE = Roll((1, 2, 3, 4, 5))
COLOURS = parse_players(["red", "blue", "green"])
ANNA = parse_players(["anna:red", "blue", "cleo:green"])
TWO = parse_players(["anna:red", "bob:blue"])


def opened(seats: tuple[SeatedPlayer, ...] = COLOURS) -> Table:
    """Perudo, where everybody is to show."""
    table = Table(by_key("perudo"), tuple(seat.name for seat in seats), seats[0].name)
    table.push(Say("bid", {"count": 6, "face": 2}))
    table.push(Say("open"))
    return table


def look(
    unshown: Unshown, table: Table, lying: list[str], seats: tuple[SeatedPlayer, ...] = COLOURS, *, swept: bool = True
) -> tuple[str, ...] | None:
    return unshown.names(table, seats, lying, swept=swept)


def show_all(unshown: Unshown, table: Table, lying: list[str], seats: tuple[SeatedPlayer, ...], faces: str) -> None:
    """All show at once, and a bid of the next round is opened."""
    table.push(Roll(tuple(map(int, faces))))
    assert look(unshown, table, lying, seats) is None
    table.push(Say("bid", {"count": 2, "face": 2}))
    table.push(Say("open"))


def test_nothing_is_to_be_shown_while_people_bid_or_in_a_game_without_cups() -> None:
    bidding = Table(by_key("perudo"), ("red", "blue", "green"), "red")
    assert look(Unshown(), bidding, RED) is None
    assert look(Unshown(), Table(by_key("run-buster"), ("red", "blue", "green"), "red"), []) is None


def test_all_are_missing_then_those_who_are_called_by_a_colour_that_is() -> None:
    unshown, table = Unshown(), opened()
    assert look(unshown, table, []) == ("red", "blue", "green")
    assert look(unshown, table, [*RED, *BLUE]) == ("green",)
    assert look(unshown, table, [*RED, *BLUE[1:]]) == ("blue", "green")


def test_others_may_play_with_dice_of_another_seat_s_colour() -> None:
    unshown, table = Unshown(), opened(ANNA)  # anna may have the green dice, and cleo the red ones
    assert look(unshown, table, [], ANNA) == ("anna", "blue", "cleo")
    assert look(unshown, table, [*GREEN, *BLUE], ANNA) == ()


def test_one_of_two_may_be_told_by_the_other_s_name() -> None:
    seats = parse_players(["red", "anna:green"])
    unshown, table = Unshown(), opened(seats)
    look(unshown, table, [], seats)
    assert look(unshown, table, [*RED, *GREEN[1:]], seats) == ("anna",)


@pytest.mark.parametrize(
    "lying",
    [RED, ["white"] * 5, [*RED, *BLUE, "red"], [*RED, *BLUE, "orange"]],
    ids=["one colour may be the table's only one", "nobody's", "more than a cup has", "somebody's"],
)
def test_colours_that_do_not_tell(lying: list[str]) -> None:
    unshown, table = Unshown(), opened()
    look(unshown, table, [])
    assert look(unshown, table, lying) == ()


def test_seats_of_one_colour_are_not_told_apart() -> None:
    seats = parse_players(["a:red", "b:red", "c:blue"])
    unshown, table = Unshown(), opened(seats)
    assert look(unshown, table, [], seats) == ("a", "b", "c")
    assert look(unshown, table, [*RED, *BLUE], seats) == ()


def test_cups_that_are_shown_one_after_the_other() -> None:
    unshown, table = Unshown(), opened()
    look(unshown, table, [])
    table.push(FIVE)
    assert look(unshown, table, RED, swept=False) == ()
    assert look(unshown, table, []) == ()
    assert look(unshown, table, BLUE) == ("green",)
    table.push(FIVE)
    assert look(unshown, table, BLUE, swept=False) == ("green",)
    table.pop()
    assert look(unshown, table, BLUE, swept=False) == ()  # who knows which dice are meant now


def test_once_all_have_shown_dice_of_their_own_one_colour_tells() -> None:
    unshown, table = Unshown(), opened()
    look(unshown, table, [])
    table.push(Roll(FIVE.faces * 3))  # six twos with the ones: blue loses a die, and begins
    assert look(unshown, table, [*RED, *BLUE, *GREEN]) is None
    table.push(Say("bid", {"count": 3, "face": 2}))
    table.push(Say("open"))
    assert look(unshown, table, []) == ("red", "blue", "green")
    assert look(unshown, table, BLUE[1:]) == ("red", "green")


def test_names_are_told_once_unlike_numbers_of_dice_have_shown_whose_they_are() -> None:
    unshown, table = Unshown(), opened(TWO)
    look(unshown, table, [], TWO)
    show_all(unshown, table, [*RED, *BLUE], TWO, "1234512345")
    assert look(unshown, table, [], TWO) == ("anna", "bob")
    assert look(unshown, table, BLUE, TWO) == ()  # five of each colour, whosever they were; now anna has four
    show_all(unshown, table, [*RED[1:], *BLUE], TWO, "123452345")
    look(unshown, table, [], TWO)
    assert look(unshown, table, BLUE[1:], TWO) == ("anna",)
    assert look(unshown, table, RED[1:], TWO) == ("bob",)


def test_nobody_is_named_who_plays_with_the_other_s_dice() -> None:
    unshown, table = Unshown(), opened(TWO)
    look(unshown, table, [], TWO)
    show_all(unshown, table, [*RED, *BLUE], TWO, "1234512345")
    look(unshown, table, [], TWO)
    assert look(unshown, table, BLUE[1:], TWO) == ()
    show_all(unshown, table, [*RED, *BLUE[1:]], TWO, "123452345")  # four blue ones: they are anna's
    look(unshown, table, [], TWO)
    assert look(unshown, table, BLUE[1:], TWO) == ()


@pytest.mark.parametrize("seats", [TWO, parse_players(["anna:blue", "bob:red"]), parse_players(["anna:red", "eve"])])
def test_what_one_game_has_shown_holds_for_no_other_game_and_no_other_people(seats: tuple[SeatedPlayer, ...]) -> None:
    unshown, table = Unshown(), opened(TWO)
    look(unshown, table, [], TWO)
    show_all(unshown, table, [*RED, *BLUE], TWO, "1234512345")
    look(unshown, table, [], TWO)
    show_all(unshown, table, [*RED[1:], *BLUE], TWO, "123452345")
    look(unshown, table, [], TWO)
    another = opened(seats)
    look(unshown, another, [], seats)
    assert look(unshown, another, RED, seats) == look(unshown, another, BLUE, seats) == ()


def test_a_game_taken_up_in_the_middle_of_a_showing() -> None:
    table = opened()
    table.push(FIVE)
    assert look(Unshown(), table, [*BLUE, *GREEN]) == ()
