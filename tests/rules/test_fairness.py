"""The test of the dice: known values, how often it errs, and that it never says more than the counts bear."""

import numpy as np
import pytest

from rules.fairness import LEAST_DICE, UNEVEN, fairness, noticeable, tail

FAIR = [1 / 6] * 6


@pytest.mark.parametrize(
    ("chi_squared", "p"), [(0.0, 1.0), (1.145476, 0.95), (4.351460, 0.5), (11.070498, 0.05), (20.515006, 0.001)]
)
def test_the_tail_is_that_of_the_tables(chi_squared: float, p: float) -> None:
    assert tail(chi_squared) == pytest.approx(p, abs=1e-6)


def test_a_case_reckoned_by_hand() -> None:
    found = fairness((5, 8, 9, 8, 10, 20))
    assert (found.dice, found.chi_squared, found.face) == (60, pytest.approx(13.4), 6)
    assert found.p == pytest.approx(0.0199, abs=1e-4)
    assert found.share == pytest.approx(1 / 3)
    assert found.verdict == "uneven"


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((0, 0, 0, 0, 0, 0), "too few"),
        ((0, 0, 0, 0, 0, LEAST_DICE - 1), "too few"),
        ((10, 11, 9, 10, 12, 8), "no sign"),
        ((200, 200, 200, 200, 200, 200), "no sign"),
        ((170, 170, 170, 170, 170, 350), "loaded"),
    ],
)
def test_verdicts(counts: tuple[int, ...], verdict: str) -> None:
    assert fairness(counts).verdict == verdict


def test_one_odd_set_among_many_is_no_wonder() -> None:
    counts = (5, 8, 9, 8, 10, 20)
    assert fairness(counts, sets=1).verdict == "uneven"
    assert fairness(counts, sets=6).verdict == "no sign"
    assert fairness(counts, sets=6).p == fairness(counts).p


def test_one_set_alone_is_corrected_for_nothing() -> None:
    for counts in np.random.default_rng(1).multinomial(60, FAIR, 500):
        for sets in (0, 1):
            found = fairness(tuple(map(int, counts)), sets)
            assert found.corrected == found.p, counts


def test_among_several_sets_a_chance_grows_however_small_it_is() -> None:
    for counts in [*np.random.default_rng(1).multinomial(60, FAIR, 200), (0, 0, 0, 0, 0, 60), (10, 10, 10, 10, 10, 10)]:
        found = fairness(tuple(map(int, counts)), sets=3)
        grown = 1 - (1 - found.p) ** 3
        assert found.corrected == pytest.approx(grown, abs=1e-12)
        assert found.p < found.corrected <= 1 or found.p == found.corrected == 1


def test_fair_dice_are_called_uneven_no_oftener_than_is_said() -> None:
    draws = np.random.default_rng(2).multinomial(600, FAIR, 3000)
    called = sum(fairness(tuple(map(int, counts))).verdict != "no sign" for counts in draws) / len(draws)
    assert called == pytest.approx(UNEVEN, abs=4 * (0.05 * 0.95 / 3000) ** 0.5)


@pytest.mark.parametrize("dice", [300, 1200])
def test_what_is_said_to_be_noticeable_is_noticed_about_four_times_of_five(dice: int) -> None:
    share = noticeable(dice)
    draws = np.random.default_rng(3).multinomial(dice, [share, *[(1 - share) / 5] * 5], 2000)
    noticed = sum(fairness(tuple(map(int, counts))).p < UNEVEN for counts in draws) / len(draws)
    assert 0.72 < noticed < 0.84


def test_more_dice_show_more() -> None:
    assert noticeable(LEAST_DICE - 1) == 1.0
    assert noticeable(100) > noticeable(1000) > noticeable(100_000) > 1 / 6
