"""Ratings of people: they find strengths that are known, and their intervals hold them as often as they say."""

import numpy as np
import pytest

from whistlestop.bots import maker
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.rollout import contest
from whistlestop.bots.weights import weights_array
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.ratings.beliefs import DAY, DRIFT, NEWCOMER, SURE, Belief, grid, learn


def finish(rng: np.random.Generator, ratings: list[float]) -> list[int]:
    """Places that fall as Plackett and Luce say: a stronger player finishes sooner."""
    found: list[int] = (rng.exponential(10 ** (-np.array(ratings) / 400)).argsort().argsort() + 1).tolist()
    return found


def test_two_equals_move_apart_by_as_much() -> None:
    won, lost = learn([NEWCOMER, NEWCOMER], [1, 2])
    assert won.rating - NEWCOMER.rating == pytest.approx(NEWCOMER.rating - lost.rating, abs=2e-3)
    assert won.rating > NEWCOMER.rating
    assert won.deviation == pytest.approx(lost.deviation, abs=2e-3)
    assert won.deviation < NEWCOMER.deviation
    assert learn([NEWCOMER, NEWCOMER], [1, 1])[0].rating == pytest.approx(NEWCOMER.rating, abs=1e-3)


def test_one_unknown_strength_is_integrated_exactly() -> None:
    values = np.linspace(NEWCOMER.rating - 3000, NEWCOMER.rating + 3000, 20_001)
    weights = np.exp(-(((values - NEWCOMER.rating) / NEWCOMER.deviation) ** 2) / 2)
    weights *= 10 ** (values / 400) / (10 ** (values / 400) + 10 ** (1000 / 400) + 10 ** (1200 / 400))
    weights /= weights.sum()
    mean = weights @ values
    found = learn([NEWCOMER, Belief(1000.0), Belief(1200.0)], [1, 2, 3])
    assert found[0].rating == pytest.approx(mean, abs=0.1)
    assert found[0].deviation == pytest.approx(np.sqrt(weights @ (values - mean) ** 2), abs=0.1)
    assert found[1:] == [Belief(1000.0), Belief(1200.0)], "bots stay"


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_several_unknown_strengths_agree_with_samples(people: int) -> None:
    rng = np.random.default_rng(people)
    beliefs = [Belief(700.0 + 120 * n, 350.0 - 40 * n) for n in range(people)]
    drawn = np.stack([rng.normal(one.rating, one.deviation, 400_000) for one in beliefs], axis=1)
    strengths = 10 ** (drawn / 400)
    weights = strengths[:, 0] / strengths.sum(axis=1)
    weights /= weights.sum()
    found = learn(beliefs, [1, *[2] * (people - 1)])
    assert [one.rating for one in found] == pytest.approx((weights @ drawn).tolist(), abs=4)
    spread = np.sqrt(weights @ (drawn - weights @ drawn) ** 2)
    assert [one.deviation for one in found] == pytest.approx(spread.tolist(), abs=4)
    assert len(grid(people)[1]) <= 20_000


def test_places_behind_the_winner_do_not_count() -> None:
    three = [NEWCOMER, Belief(900.0), Belief(1100.0)]
    assert learn(three, [2, 1, 3]) == learn(three, [3, 1, 2])


def test_a_strength_becomes_less_certain_with_time_up_to_that_of_a_newcomer() -> None:
    known = Belief(1200.0, 40.0)
    assert known.after(0) == known
    assert known.after(-DAY) == known, "clocks of two servers may differ"
    assert known.after(9 * DAY).deviation == pytest.approx(np.hypot(40, 3 * DRIFT))
    assert known.after(10_000 * DAY) == Belief(1200.0, NEWCOMER.deviation)
    assert known.margin == 78


def test_people_of_known_strength_are_found() -> None:
    rng = np.random.default_rng(7)
    truth = rng.normal(NEWCOMER.rating, 250, 12)
    beliefs = [NEWCOMER] * len(truth)
    for _ in range(150):
        order = rng.permutation(len(truth))
        for one, other in order.reshape(-1, 2).tolist():
            bot = Belief(float(rng.choice([600, 1000, 1300])))
            places = finish(rng, [truth[one], truth[other], bot.rating])
            beliefs[one], beliefs[other], _ = learn([beliefs[one], beliefs[other], bot], places)
    off = np.array([belief.rating for belief in beliefs]) - truth
    deviations = np.array([belief.deviation for belief in beliefs])
    assert np.sqrt((off**2).mean()) < 60
    assert deviations.max() < 75
    assert (np.abs(off) <= SURE * deviations).sum() >= len(truth) - 2


@pytest.mark.skipif(TARGET != "cpu", reason="hundreds of games")
def test_bots_under_other_names_land_within_50_points_of_their_ladder_ratings() -> None:
    """Six runs of 200 games; luck alone moves a run by 25 to 30 points. docs/ratings.md has many more runs."""
    game = Game("new_york", 2)
    facts = board_facts(game)
    for bot, ladder in (("route_focused", 844), ("planner", 1000), ("veteran", 1106)):
        weights = weights_array(maker(bot)().weights_for(game), maker("planner")().weights_for(game))
        found = []
        for run in range(6):
            beliefs = [NEWCOMER, Belief(1000.0)]
            for number in range(100):
                for seat in (0, 1):
                    index = [0, 1] if seat == 0 else [1, 0]
                    places = contest(game, facts, weights, index, 1, 1000 * run + number)[1][0].tolist()
                    beliefs = learn(beliefs, places if seat == 0 else places[::-1])
            found.append(beliefs[0])
        assert abs(np.mean([belief.rating for belief in found]) - ladder) <= 50
        assert sum(abs(belief.rating - ladder) <= 50 for belief in found) >= 4
        assert all(abs(belief.rating - ladder) <= belief.margin + 30 for belief in found)
