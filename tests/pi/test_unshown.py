"""Who still has to show dice: told by the dice's colours where they tell it, and never otherwise."""

import pytest

from pi.seats import SeatedPlayer, parse_players
from pi.unshown import Unshown
from rules.game import Roll, Say
from rules.games import by_key
from rules.table import Table

RED, BLUE, GREEN = (["red"] * 5, ["blue"] * 5, ["green"] * 5)
FIVE = Roll((1, 2, 3, 4, 5))
ANNA = parse_players(["anna:red", "blue", "cleo:green"])


def opened(seats: tuple[SeatedPlayer, ...] = ANNA) -> Table:
    """Perudo, where everybody is to show."""
    table = Table(by_key("perudo"), tuple(seat.name for seat in seats), seats[0].name)
    table.push(Say("bid", {"count": 6, "face": 2}))
    table.push(Say("open"))
    return table


def look(
    unshown: Unshown, table: Table, lying: list[str], seats: tuple[SeatedPlayer, ...] = ANNA, *, swept: bool = True
) -> tuple[str, ...] | None:
    return unshown.names(table.position, seats, lying, swept=swept)


def test_nothing_is_to_be_shown_while_people_bid_or_in_a_game_without_cups() -> None:
    bidding = Table(by_key("perudo"), ("anna", "blue", "cleo"), "anna")
    assert look(Unshown(), bidding, RED) is None
    assert look(Unshown(), Table(by_key("run-buster"), ("anna", "blue", "cleo"), "anna"), []) is None


def test_all_are_missing_then_those_whose_colour_is() -> None:
    unshown, table = Unshown(), opened()
    assert look(unshown, table, []) == ("anna", "blue", "cleo")
    assert look(unshown, table, [*RED, *BLUE]) == ("cleo",)
    assert look(unshown, table, [*RED, *BLUE[1:]]) == ("blue", "cleo")


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
    assert look(unshown, table, BLUE) == ("cleo",)
    table.push(FIVE)
    assert look(unshown, table, BLUE, swept=False) == ("cleo",)
    table.pop()
    assert look(unshown, table, BLUE, swept=False) == ()  # who knows which dice are meant now


def test_once_all_have_shown_dice_of_their_own_one_colour_tells() -> None:
    unshown, table = Unshown(), opened()
    look(unshown, table, [])
    table.push(Roll(FIVE.faces * 3))  # six twos with the ones: blue loses a die, and begins
    assert look(unshown, table, [*RED, *BLUE, *GREEN]) is None
    table.push(Say("bid", {"count": 3, "face": 2}))
    table.push(Say("open"))
    assert look(unshown, table, []) == ("anna", "blue", "cleo")
    assert look(unshown, table, BLUE[1:]) == ("anna", "cleo")


def test_a_game_taken_up_in_the_middle_of_a_showing() -> None:
    table = opened()
    table.push(FIVE)
    assert look(Unshown(), table, [*BLUE, *GREEN]) == ()
