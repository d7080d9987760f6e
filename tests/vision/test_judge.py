"""The verdict on one die, from what its witnesses saw."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import Spot
from vision.faces import Crop, FaceGuess
from vision.judge import (
    LEAST_PX,
    NO_DIE_IF_SURE,
    SURE,
    SURE_IF_BORNE_OUT,
    SURE_OVER_BLOBS,
    Look,
    beside_dice,
    confidence,
    doubted,
    doubted_in_clutter,
    doubted_without_a_die,
    is_faint,
    is_hopeless,
    is_nothing,
    judge,
    without_decoys,
)
from vision.pips import PipsReading

GREY_WORLD = np.ones(3)
SIZE = (640, 480)


def guess(value: int = 4, chance: float = 0.99, *, no_die: float = 0.0, leaning: float = 0.0) -> FaceGuess:
    """What the network says, the rest of the chance spread over the other values."""
    chances = np.full(7, (1 - chance - no_die) / 5)
    chances[value], chances[0] = chance, no_die
    return FaceGuess(chances, leaning, 1.0, 0.0, 0.0, 1.0, (0.0, 0.0))


def pips(value: int | None, *, bears_out: int | None = None) -> PipsReading:
    """What the blobs, or the learned eyes, make of it."""
    scores = [0.0] * 6
    if (value or bears_out) is not None:
        scores[(value or bears_out or 1) - 1] = 0.5
    return PipsReading(value, 0.5, (), tuple(scores))


def look(seen: FaceGuess, blobs: PipsReading | None, heat: PipsReading | None = None, size_px: float = 40) -> Look:
    """A look at a die in the middle of a picture."""
    crop = Crop(np.full((64, 64, 3), 120, np.uint8), 320, 240, 32 / size_px)
    return Look(Spot(320, 240, size_px, 0.9), crop, seen, blobs, heat)


def dim(one: Look) -> Look:
    """The look, where the finder is in two minds."""
    return replace(one, spot=replace(one.spot, heat=0.5))


def why(one: Look) -> str:
    """The verdict's reason; empty for a sure die."""
    die = judge(one, GREY_WORLD, SIZE)
    assert die.sure == (die.why == "")
    return die.why


def test_two_witnesses_make_a_die_sure() -> None:
    die = judge(look(guess(4, SURE + 0.01), pips(4)), GREY_WORLD, SIZE)
    assert (die.pips, die.sure, die.why) == (4, True, "")


@pytest.mark.parametrize("blobs", [None, pips(None), pips(3)])
def test_the_network_alone_does_not(blobs: PipsReading | None) -> None:
    assert why(look(guess(4, 0.9999), blobs)) == "witnesses-disagree"


def test_a_speck_is_not_outvoted() -> None:
    speck = replace(pips(2), speck=True)
    assert why(look(guess(3, 0.9999), speck, pips(3))) == "witnesses-disagree"
    assert why(look(guess(3, 0.9999), pips(2), pips(3))) == ""
    assert why(look(guess(2, 0.9999), speck)) == ""


def test_what_both_witnesses_see_badly_is_unclear() -> None:
    assert why(look(guess(4, SURE - 0.01), pips(4))) == "unclear"


def test_learned_eyes_stand_in_for_blobs_that_make_nothing() -> None:
    assert why(look(guess(4, SURE + 0.01), pips(None), pips(4))) == ""


def test_learned_eyes_that_see_another_value_keep_a_die_from_being_sure() -> None:
    assert why(look(guess(4, 0.9999), pips(None), pips(5))) == "witnesses-disagree"
    assert why(look(guess(4, 0.9999), pips(None, bears_out=4), pips(5))) == "witnesses-disagree"


def test_blobs_that_make_another_value_are_outvoted_only_by_a_network_that_is_surer() -> None:
    assert why(look(guess(4, SURE_OVER_BLOBS - 0.01), pips(3), pips(4))) == "unclear"
    assert why(look(guess(4, SURE_OVER_BLOBS + 0.01), pips(3), pips(4))) == ""


def test_a_value_that_is_only_borne_out_needs_a_surer_network() -> None:
    assert why(look(guess(4, SURE_IF_BORNE_OUT - 0.01), pips(None, bears_out=4))) == "unclear"
    assert why(look(guess(4, SURE_IF_BORNE_OUT + 0.01), pips(None, bears_out=4))) == ""


def test_what_may_be_no_die_is_never_sure() -> None:
    assert why(look(guess(4, 0.8, no_die=NO_DIE_IF_SURE + 0.01), pips(4))) == "unclear"


def test_small_cut_and_covered_dice_are_not_sure() -> None:
    assert why(look(guess(), pips(4), size_px=LEAST_PX - 1)) == "too-small"
    at_the_edge = replace(look(guess(), pips(4)), spot=Spot(10, 240, 40, 0.9))
    assert why(at_the_edge) == "cut"
    assert why(look(replace(guess(), whole=0.0), pips(4))) == "covered"


def test_a_die_off_the_plane_of_its_fellows_leans() -> None:
    off = replace(look(guess(), pips(4)), off_level=0.4, fellows=5)
    assert why(off) == "leaning"
    assert why(replace(off, off_level=0.05)) == ""
    assert why(replace(look(guess(leaning=0.99), pips(4)), fellows=1)) == "leaning"


def test_confidence_is_less_where_nothing_agrees() -> None:
    agreed, borne_out = look(guess(), pips(4)), look(guess(), pips(None, bears_out=4))
    assert confidence(agreed) == confidence(look(guess(), pips(None), pips(4))) > confidence(borne_out)


def test_confidence_is_the_chance_of_a_flat_die_of_that_value() -> None:
    level = replace(look(guess(), pips(4)), off_level=0.02, fellows=5)
    levels = [confidence(replace(level, off_level=off)) for off in (0.02, 0.1, 0.15, 0.2)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > 0.99 > levels[2]
    faint = replace(level, guess=guess(4, 0.84, no_die=0.15))
    assert confidence(faint) < 0.99 < confidence(replace(level, guess=guess(4, 0.99, no_die=0.002)))


def test_what_neither_network_takes_for_a_die_is_nothing() -> None:
    assert is_nothing(look(guess(4, 0.02, no_die=0.95), pips(4)))
    assert not is_nothing(look(guess(), pips(4)))


@pytest.mark.parametrize(("value", "sure"), [(1, False), (2, False), (3, True), (6, True)])
def test_few_pips_are_little_evidence_of_a_die(value: int, sure: bool) -> None:
    faint = look(guess(value, 0.75, no_die=0.15), pips(value))
    faint = replace(faint, spot=replace(faint.spot, heat=0.45))  # log odds of 1.5 in all
    assert not is_nothing(faint)
    assert judge(faint, GREY_WORLD, SIZE).sure is sure
    assert is_nothing(replace(faint, pips=pips(None)))


@pytest.mark.parametrize(("value", "kept"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_one_that_the_finder_hardly_noticed_is_none(value: int, kept: bool) -> None:
    faint = look(guess(value, 0.85, no_die=0.05), pips(value))
    faint = replace(faint, spot=replace(faint.spot, heat=0.19))  # log odds of 1.5 in all
    assert is_nothing(faint) is not kept


def test_what_shows_no_value_is_no_clutter() -> None:
    sure, doubted = judge(look(guess(), pips(4)), GREY_WORLD, SIZE), judge(look(guess(), pips(3)), GREY_WORLD, SIZE)
    blank = replace(doubted, pips=None)
    assert [die.sure for die in doubted_in_clutter([sure, blank, blank, blank])] == [True, False, False, False]
    assert not any(die.sure for die in doubted_in_clutter([sure, doubted, doubted, doubted]))


def test_what_the_geometric_witness_cannot_save_is_hopeless() -> None:
    assert is_hopeless(look(guess(4, 0.2, no_die=0.75), pips(4)))
    assert not is_hopeless(look(guess(4, 0.6, no_die=0.3), None))


def test_what_is_as_large_as_the_dice_beside_it_is_worth_a_question() -> None:
    dice = [look(guess(), pips(4), size_px=40)]
    faint = look(guess(2, 0.4, no_die=0.5), None, size_px=44)
    assert is_nothing(faint)
    assert is_faint(faint)
    assert beside_dice([faint], dice) == [faint]
    assert beside_dice([faint], []) == []
    assert beside_dice([replace(faint, spot=replace(faint.spot, size=80))], dice) == []


def test_what_hardly_looks_like_a_die_is_not_even_faint() -> None:
    assert not is_faint(look(guess(2, 0.2, no_die=0.75), None))
    unnoticed = look(guess(2, 0.4, no_die=0.5), None)
    assert not is_faint(replace(unnoticed, spot=replace(unnoticed.spot, heat=0.15)))


def test_where_nothing_is_certainly_a_die_none_is_sure() -> None:
    certain, likely = look(guess(), pips(4)), dim(look(guess(4, 0.95, no_die=0.04), pips(4)))
    die, other = judge(certain, GREY_WORLD, SIZE), judge(likely, GREY_WORLD, SIZE)
    assert (die.sure, other.sure) == (True, True)
    assert doubted_without_a_die([die, other], [certain, likely]) == [die, other]
    assert [d.why for d in doubted_without_a_die([other, other], [likely, likely])] == ["unclear", "unclear"]
    doubtful = doubted(die)
    assert not any(d.sure for d in doubted_without_a_die([doubtful, other], [certain, likely]))
    larger = replace(likely, spot=replace(likely.spot, size=50))
    assert [d.sure for d in doubted_without_a_die([die, other], [certain, larger])] == [True, False]
    assert doubted_without_a_die([], []) == []


def test_what_hardly_looks_like_a_die_is_dropped_where_nothing_does_for_certain() -> None:
    certain, hardly = look(guess(), pips(4)), dim(look(guess(4, 0.6, no_die=0.4), pips(4)))
    assert without_decoys([certain, hardly]) == [certain, hardly]
    assert without_decoys([hardly, hardly]) == []
    likely = dim(look(guess(4, 0.95, no_die=0.04), pips(4)))
    assert without_decoys([likely, hardly]) == [likely]


def test_a_blank_square_is_a_die_only_if_it_is_certainly_one() -> None:
    blank = dim(look(guess(2, 0.26, no_die=0.05), pips(None)))
    assert is_nothing(blank)
    assert not is_nothing(replace(blank, guess=guess(2, 0.7, no_die=0.05)))
    assert not is_nothing(replace(blank, spot=replace(blank.spot, heat=0.9)))
