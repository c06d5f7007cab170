"""The sequential test: its evidence, its errors, and how soon it stops."""

import math
import random

import pytest

from whistlestop.arena.reasons import BadArena
from whistlestop.arena.sequential import BOUND, Sequential, log_likelihood_ratio


def settle(test: Sequential, win_rate: float, seed: int) -> tuple[str | None, int]:
    """The verdict on deals of two games each, and how many deals it took."""
    rng = random.Random(seed)
    deals = 0
    while test.verdict is None:
        test.add(sum(rng.random() < win_rate for _ in range(2)) / 2)
        deals += 1
    return test.verdict, deals


def test_with_wins_and_losses_alone_it_is_walds_test() -> None:
    expected = 7 * math.log(0.6 / 0.5) + 3 * math.log(0.4 / 0.5)
    assert log_likelihood_ratio({1.0: 7, 0.0: 3}, 0.5, 0.6) == pytest.approx(expected)


def test_a_mean_in_the_middle_is_not_evidence() -> None:
    assert log_likelihood_ratio({0.0: 10, 0.5: 20, 1.0: 10}, 0.4, 0.6) == pytest.approx(0, abs=1e-9)


def test_deals_that_vary_less_are_stronger_evidence() -> None:
    wide = log_likelihood_ratio({0.0: 20, 0.5: 20, 1.0: 40}, 0.5, 0.6)
    narrow = log_likelihood_ratio({0.0: 5, 0.5: 50, 1.0: 25}, 0.5, 0.6)
    assert 0 < wide < narrow


@pytest.mark.parametrize(("win_rate", "right"), [(0.5, "low"), (0.6, "high")])
def test_it_errs_as_seldom_as_it_says(win_rate: float, right: str) -> None:
    verdicts = [settle(Sequential(0.5, 0.6), win_rate, seed)[0] for seed in range(60)]
    assert verdicts.count(right) >= 54


def test_a_clear_case_is_settled_soon() -> None:
    assert settle(Sequential(0.5, 0.6), 1.0, 1) == ("high", math.ceil(BOUND / math.log(0.6 / 0.5)))
    assert settle(Sequential(0.5, 0.6), 0.0, 1) == ("low", math.ceil(BOUND / math.log(0.5 / 0.4)))


def test_without_deals_nothing_is_settled() -> None:
    assert Sequential(0.5, 0.6).verdict is None


@pytest.mark.parametrize(("low", "high"), [(0.6, 0.5), (0.5, 0.5), (0, 0.5), (0.5, 1), (-1, 2), (math.nan, 0.5)])
def test_invalid_rates_are_refused(low: float, high: float) -> None:
    with pytest.raises(BadArena, match="0 < LOW < HIGH < 1"):
        Sequential(low, high)
