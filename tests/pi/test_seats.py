"""Who sits where."""

import pytest

from pi.errors import UsageError
from pi.seats import check_first, dice_colours, parse_players


def colours(*words: str) -> list[str]:
    return [seat.colour for seat in parse_players(words)]


def test_colours_are_those_named_or_in_turn() -> None:
    assert colours("anna", "bob") == ["red", "blue"]
    assert colours("anna:white", "bob") == ["white", "red"]
    assert colours("blue", "anna") == ["blue", "red"]
    assert colours("anna", "red") == ["blue", "red"]
    assert colours("anna:red", "bob:red") == ["red", "red"]
    assert colours(*"abcdefgh") == ["red", "blue", "green", "yellow", "purple", "white", "red", "blue"]


def test_names_are_trimmed() -> None:
    assert [seat.name for seat in parse_players([" anna ", "bob : green"])] == ["anna", "bob"]


@pytest.mark.parametrize(
    "words",
    [
        ["a"],
        [""],
        ["a", ""],
        ["a", ":red"],
        ["a", "a"],
        ["a", "a:green"],
        ["a", "b:pink"],
        ["a", "b:"],
        ["a\tb", "c"],
        ["a", "b\u2028c"],
        ["\u00e9", "e\u0301"],
    ],
)
def test_what_cannot_sit_down(words: list[str]) -> None:
    with pytest.raises(UsageError, match="--players"):
        parse_players(words)


def test_who_begins_sits_at_the_table() -> None:
    seats = parse_players(["a", "b"])
    assert check_first(None, seats) is None
    assert check_first(" b ", seats) == "b"
    assert check_first("e\u0301", parse_players(["a", "\u00e9"])) == "\u00e9"
    with pytest.raises(UsageError, match="the players are a, b"):
        check_first("c", seats)


def test_where_two_seats_share_a_colour_all_play_with_any_dice() -> None:
    assert dice_colours(parse_players(["a:green", "b"])) == {"a": "green", "b": "red"}
    assert dice_colours(parse_players(["a:red", "b:red"])) is None
    assert dice_colours(parse_players(["a:red", "b:red", "c"])) is None
