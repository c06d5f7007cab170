"""Ratings and intervals, against known values and against games whose strengths are known."""

import math

import numpy as np
import pytest

from whistlestop.ratings.rankings import ANCHOR, Ranking, choices, rate, wilson

WON: Ranking = ((0, 1), (1, 2))
LOST: Ranking = ((0, 1), (2, 1))


def rankings(ratings: list[float], games: int, seed: int = 1) -> list[list[Ranking]]:
    """Games among all players, each a deal of its own: places fall as Plackett and Luce say."""
    rng = np.random.default_rng(seed)
    strengths = 10 ** (np.array(ratings) / 400)
    finish = rng.exponential(1 / strengths, (games, len(ratings)))  # a stronger player finishes sooner
    places = finish.argsort(axis=1).argsort(axis=1) + 1
    return [[(range(len(ratings)), row)] for row in places.tolist()]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)],
)
def test_intervals_of_win_rates_are_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_two_players_are_rated_by_their_odds() -> None:
    ratings = rate([[WON]] * 76 + [[LOST]] * 24, players=2, anchor=1)
    assert ratings[0, 0] == pytest.approx(ANCHOR + 400 * math.log10(76.5 / 24.5), abs=1e-3)
    assert ratings[1].tolist() == [ANCHOR] * 3


def test_three_players_who_meet_in_pairs_are_rated_by_bradley_and_terry() -> None:
    true = [0.0, 100.0, 250.0]
    deals: list[list[Ranking]] = []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        won = round(10_000 / (1 + 10 ** ((true[b] - true[a]) / 400)))
        deals += [[((a, b), (1, 2))]] * won + [[((a, b), (2, 1))]] * (10_000 - won)
    ratings = rate(deals, players=3, anchor=0)[:, 0] - ANCHOR
    assert ratings == pytest.approx(true, abs=0.3)


def test_many_seats_are_rated_by_plackett_and_luce() -> None:
    true = [0.0, 200.0, 400.0, -300.0]
    ratings = rate(rankings(true, 3000), players=4, anchor=0)
    assert ratings[:, 0] - ANCHOR == pytest.approx(true, abs=25)
    assert all(low <= ANCHOR + rating <= high for (_, low, high), rating in zip(ratings, true, strict=True))


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    covered = 0
    for seed in range(60):
        _, low, high = rate(rankings([0.0, 120.0], 80, seed), players=2, anchor=0)[1]
        covered += low <= ANCHOR + 120 <= high
    assert covered >= 52


def test_without_an_anchor_the_mean_is_fixed() -> None:
    assert rate(rankings([0.0, 90.0, 10.0], 50), players=3)[:, 0].mean() == pytest.approx(ANCHOR, abs=1e-3)


def test_players_who_share_a_place_count_as_every_order_equally_often() -> None:
    assert choices((0, 1), (1, 1)) == {((0, 1), 0): 0.5, ((0, 1), 1): 0.5}
    assert choices((0, 1, 2), (1, 1, 3)) == {
        ((0, 1, 2), 0): 0.5,
        ((0, 1, 2), 1): 0.5,
        ((1, 2), 1): 0.5,
        ((0, 2), 0): 0.5,
    }
    assert rate([[((0, 1), (1, 1))]] * 9, players=2)[:, 0].tolist() == [ANCHOR, ANCHOR]


def test_copies_of_a_player_do_not_count_against_it() -> None:
    thirds: list[Ranking] = [((0, 1, 1), places) for places in ((1, 2, 3), (2, 1, 3), (3, 2, 1))]
    assert choices(*thirds[2]) == {((0, 1, 1), 1): 1, ((0, 1), 1): 1}
    assert rate([thirds], players=2)[:, 0] == pytest.approx([ANCHOR, ANCHOR], abs=1)


def test_a_player_alone_has_the_rating_of_the_anchor() -> None:
    assert rate([[((0, 0), (1, 2))]], players=1).tolist() == [[ANCHOR] * 3]


def test_a_player_who_never_lost_has_a_finite_rating() -> None:
    ratings = rate([[WON]] * 100, players=2, anchor=1)
    assert ratings[0, 0] == pytest.approx(ANCHOR + 400 * math.log10(100.5 / 0.5), abs=1e-3)


def test_intervals_are_reproducible() -> None:
    deals = rankings([0.0, 50.0], 40)
    assert rate(deals, 2, seed=3).tolist() == rate(deals, 2, seed=3).tolist()
    assert rate(deals, 2, seed=3).tolist() != rate(deals, 2, seed=4).tolist()


def test_whole_deals_are_resampled() -> None:
    rating, low, high = rate([[WON, LOST]] * 30, players=2)[0]
    assert (rating, low, high) == (ANCHOR, ANCHOR, ANCHOR), "each deal is even, so that all draws of deals are"
    _, low, high = rate([[WON], [LOST]] * 30, players=2)[0]
    assert high - low > 50
