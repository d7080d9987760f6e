"""Several looks at one rest: what they come to, and what belongs to one die."""

from vision.fusing import cocked_as_one, combined, same_dice, settles
from vision.reading import Box, Die, Reading


def die(pips: int | None, x: int, *, sure: bool = True, why: str = "") -> Die:
    return Die(pips, sure, 0.9, Box(x, 50, 20, 20), "red", (pips or 1, 6), "" if sure else why or "unclear")


def reading(*dice: Die) -> Reading:
    return Reading(dice, 320, 240)


def voted(*seen: Die | None) -> list[tuple[int | None, bool]]:
    """What these looks at one die come to, beside a die that is always sure."""
    merged = combined([reading(*([] if one is None else [one]), die(1, 150)) for one in seen])
    assert merged.dice[-1] == die(1, 150)
    return [(d.pips, d.sure) for d in merged.dice[:-1]]


SURE, OTHER, DOUBT = die(2, 10), die(6, 11), die(2, 9, sure=False)


def test_dice_are_the_same_by_value_doubt_and_place() -> None:
    assert same_dice(reading(die(2, 10), die(5, 60)), reading(die(5, 62), die(2, 9)))
    assert not same_dice(reading(die(2, 10)), reading(die(2, 40)))
    assert not same_dice(reading(die(2, 10)), reading(die(2, 10, sure=False)))
    assert not same_dice(reading(die(2, 10)), reading(die(2, 10), die(2, 60)))


def test_a_die_sure_in_some_looks_and_never_contradicted_is_sure() -> None:
    assert voted(SURE, DOUBT, SURE, DOUBT, SURE) == [(2, True)]
    assert voted(SURE, DOUBT, SURE, DOUBT, DOUBT) == [(2, True)]
    assert voted(SURE, SURE, SURE, SURE, None) == [(2, True)]


def test_one_sure_look_is_not_enough() -> None:
    assert voted(SURE, DOUBT, DOUBT, DOUBT, DOUBT) == [(2, False)]
    assert voted(SURE, DOUBT) == [(2, False)]
    assert voted(None, None, None, None, SURE) == [(2, False)]


def test_a_contradiction_leaves_it_in_doubt_also_where_it_was_not_sure() -> None:
    assert voted(SURE, SURE, OTHER, SURE, SURE) == [(2, False)]
    assert voted(SURE, SURE, die(5, 10, sure=False), SURE, SURE) == [(5, False)]


def test_how_a_die_lies_is_settled_by_most_looks() -> None:
    leaning = die(2, 10, sure=False, why="leaning")
    assert voted(leaning, leaning, leaning, SURE, SURE) == [(2, False)]
    assert voted(leaning, leaning, SURE, SURE, SURE) == [(2, True)]


def test_what_few_looks_see_and_none_for_sure_is_left_out() -> None:
    assert voted(None, None, None, DOUBT, DOUBT) == []


def test_only_a_doubt_of_the_value_asks_for_another_look() -> None:
    assert settles(reading(die(1, 10), die(2, 60, sure=False, why="leaning")))
    assert not settles(reading(die(1, 10), die(2, 60, sure=False, why="witnesses-disagree")))


def test_the_two_faces_of_a_die_on_edge_are_one_die() -> None:
    on_edge = reading(die(3, 10, sure=False, why="leaning"), die(5, 23, sure=False, why="leaning"), die(1, 150))
    (one, other) = cocked_as_one(on_edge).dice
    assert (one.pips, one.sure, one.why, one.box) == (None, False, "leaning", Box(10, 50, 33, 20))
    assert one.likeliest[:2] == (3, 5)
    assert other == die(1, 150)


def test_flat_dice_that_touch_stay_two() -> None:
    touching = reading(die(3, 10), die(5, 27, sure=False))
    assert cocked_as_one(touching) == touching
    both_sure = reading(die(3, 10), die(5, 20))
    assert cocked_as_one(both_sure) == both_sure
