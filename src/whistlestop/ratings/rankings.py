"""Ratings and intervals: what many results say about strength. All of this is plain arithmetic on arrays.

A ranking is modelled as a sequence of choices: the winner is chosen from all seats, the second from the others, and so
on, each with a probability proportional to its strength (Plackett-Luce; with two seats, Bradley-Terry). Ratings are
strengths on the Elo scale: 400 points more mean ten times the strength.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, groupby, permutations, product
from statistics import NormalDist
from typing import Any

import numpy as np

ANCHOR = 1000
"""The rating of the anchor, relative to which all others are measured."""
LEVEL = 0.95
"""The confidence level of all intervals."""
SAMPLES = 1000
"""The number of bootstrap samples for an interval."""
ROUNDS = 10_000
SCALE = 10_000.0
HALVINGS = 40
"""A rating of one player is looked for between -SCALE and SCALE, by halving this range."""
PRECISION = 1e-9
"""The fit ends when all strengths change by less than PRECISION, or after this many ROUNDS."""

Ranking = tuple[Sequence[int], Sequence[int]]
"""The players of a game, seat by seat, and their places."""
Choice = tuple[tuple[int, ...], int]
"""The players not placed yet, in ascending order, and the one of them that comes next."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a win rate; a shared win counts as a fraction."""
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def choices(players: Sequence[int], places: Sequence[int]) -> dict[Choice, float]:
    """The choices of a ranking, with weights: players who share a place count in every order equally."""
    ranked = sorted(zip(places, players, strict=True))
    tied = [[player for _, player in group] for _, group in groupby(ranked, key=lambda pair: pair[0])]
    orders = list(product(*map(permutations, tied)))
    found: dict[Choice, float] = defaultdict(float)
    for order in orders:
        left = [player for group in order for player in group]
        while len(set(left)) > 1:
            found[tuple(sorted(left)), left[0]] += 1 / len(orders)
            left = left[1:]
    return found


def rate(deals: Sequence[Sequence[Ranking]], players: int, anchor: int | None = None, seed: int = 0) -> Any:
    """A row for each player: the rating and the ends of its interval, by a bootstrap over whole deals.

    The anchor is rated 1000; without one, the mean is 1000. Each pair of players gets one extra drawn game, so that no
    rating is infinite.
    """
    if players == 1:
        return np.full((1, 3), float(ANCHOR))
    drawn: dict[Choice, float] = {(pair, player): 0.5 for pair in combinations(range(players), 2) for player in pair}
    found = [[choices(*ranking) for ranking in deal] for deal in deals]
    columns = list(dict.fromkeys([*drawn, *(choice for deal in found for ranking in deal for choice in ranking)]))
    numbers = {choice: n for n, choice in enumerate(columns)}
    weights = np.zeros((len(deals), len(columns)))
    for row, deal in zip(weights, found, strict=True):
        for ranking in deal:
            for choice, weight in ranking.items():
                row[numbers[choice]] += weight
    prior = np.array([drawn.get(choice, 0.0) for choice in columns])
    rng = np.random.default_rng(seed)
    draws = (np.bincount(rng.integers(len(deals), size=len(deals)), minlength=len(deals)) for _ in range(SAMPLES))
    samples = np.array([weights.sum(axis=0), *(draw @ weights for draw in draws)])
    ratings = fit(columns, samples + prior, players)
    ratings -= (ratings.mean(axis=1) if anchor is None else ratings[:, anchor])[:, None] - ANCHOR
    ends = np.quantile(ratings[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return np.stack([ratings[0], *ends], axis=1).round(3)


def winners_of(deal: Sequence[Ranking]) -> dict[Choice, float]:
    """Who won the games of a deal, with weights: a shared win counts as a fraction."""
    found: dict[Choice, float] = defaultdict(float)
    for players, places in deal:
        winners = [player for player, place in zip(players, places, strict=True) if place == 1]
        for winner in winners:
            found[tuple(sorted(players)), winner] += 1 / len(winners)
    return found


def rate_one(deals: Sequence[Sequence[Ranking]], ratings: Sequence[float], seed: int = 0) -> Any:
    """The rating of player 0 and the ends of its interval, where players 1, 2 and so on have known ratings.

    As in `rate`, by a bootstrap over whole deals, and with one extra drawn game against each player. But only wins
    count: the known ratings are those that shares of wins stand for, and lower places fit the model less well.
    """
    strengths = [0.0, *(10 ** (rating / 400) for rating in ratings)]
    drawn: dict[Choice, float] = {((0, player), one): 0.5 for player in range(1, len(strengths)) for one in (0, player)}
    found: list[dict[Choice, float]] = [drawn, *map(winners_of, deals)]
    columns = sorted({choice for deal in found for choice in deal if 0 in choice[0]})
    weights = np.array([[deal.get(choice, 0.0) for choice in columns] for deal in found])
    own = np.array([left.count(0) for left, _ in columns])
    others = np.array([sum(strengths[player] for player in left) for left, _ in columns])
    chosen = np.array([one == 0 for _, one in columns])
    rng = np.random.default_rng(seed)
    draws = (np.bincount(rng.integers(len(deals), size=len(deals)), minlength=len(deals)) for _ in range(SAMPLES))
    samples = weights[0] + np.array([weights[1:].sum(axis=0), *(draw @ weights[1:] for draw in draws)])
    low, high = np.full(len(samples), -SCALE), np.full(len(samples), SCALE)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        strength = own * 10 ** (middle[:, None] / 400)
        is_low = samples @ chosen > (samples * strength / (strength + others)).sum(axis=1)
        low, high = np.where(is_low, middle, low), np.where(is_low, high, middle)
    return np.array([low[0], *np.quantile(low[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])]).round(3)


def fit(found: Sequence[Choice], weights: Any, players: int) -> Any:
    """The most likely ratings, a row for each row of weights, by minorisation-maximisation."""
    present = np.array([[left.count(player) for player in range(players)] for left, _ in found], float)
    chosen = np.array([[player == one for player in range(players)] for _, one in found], float)
    wins = weights @ chosen
    strengths = np.ones((len(weights), players))
    for _ in range(ROUNDS):
        before = strengths
        strengths = wins / (weights / (strengths @ present.T) @ present)
        strengths /= np.exp(np.log(strengths).mean(axis=1, keepdims=True))
        if np.abs(strengths / before - 1).max() < PRECISION:
            break
    return 400 * np.log10(strengths)
