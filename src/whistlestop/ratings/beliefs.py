"""Beliefs: what is known about the strength of people, which each of their games changes.

A belief is a normal distribution on the scale of the ladder. After a game, the beliefs about everybody who played
become those that the win makes likely: the winner was chosen from all seats, each with a probability proportional to
its strength (Plackett-Luce, as in `rankings`). Mean and spread are integrated over all unknown strengths at once. The
places behind the winner don't count: the ladder measures wins, and who wins often is not who is often second. A bot
whose strength was measured is a belief without spread, and stays as it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

DRIFT = 5.0
"""How many points a person's strength may move in a day; over n days it is sqrt(n) times as many."""
DAY = 86_400_000
"""Milliseconds."""
NODES = {1: 61, 2: 25, 3: 13, 4: 9, 5: 7}
"""How many values of each unknown strength are tried, by the number of people."""
SURE = 1.96
"""How many deviations a strength is away from its rating at most, in 95 of 100 cases."""


@dataclass(frozen=True)
class Belief:
    """What is known about a strength: the expected rating, and the standard deviation from it."""

    rating: float
    deviation: float = 0.0

    @property
    def margin(self) -> int:
        """The strength is at most this far from the rating, in 95 of 100 cases."""
        return round(SURE * self.deviation)

    def after(self, milliseconds: float) -> "Belief":
        """The belief after a while without a game: people get better, or rusty."""
        variance = self.deviation**2 + DRIFT**2 * max(0.0, milliseconds) / DAY
        return Belief(self.rating, min(NEWCOMER.deviation, math.sqrt(variance)))


NEWCOMER = Belief(850.0, 350.0)
"""What is known about somebody who has not played yet: people play about as well as the levels of bots."""


def learn(beliefs: Sequence[Belief], places: Sequence[int]) -> list[Belief]:
    """The beliefs after a game in which everybody came to a place; those who share the win won a part of it each."""
    unknown = [n for n, belief in enumerate(beliefs) if belief.deviation > 0]
    if not unknown:
        return list(beliefs)
    nodes, weights = grid(len(unknown))
    deviations = np.array([beliefs[n].deviation for n in unknown])
    ratings = np.array([belief.rating for belief in beliefs]) + np.zeros((len(weights), 1))
    ratings[:, unknown] += nodes * deviations
    logs = (ratings - ratings.max(axis=1, keepdims=True)) * math.log(10) / 400
    won = np.array(places) == min(places)
    weights = weights * np.exp(logs[:, won].mean(axis=1)) / np.exp(logs).sum(axis=1)
    weights /= weights.sum()
    shifts = weights @ nodes
    spreads = np.sqrt(weights @ (nodes - shifts) ** 2)
    found = list(beliefs)
    for n, shift, spread in zip(unknown, shifts.tolist(), spreads.tolist(), strict=True):
        known = beliefs[n]
        found[n] = Belief(round(known.rating + shift * known.deviation, 3), round(known.deviation * spread, 3))
    return found


@cache
def grid(people: int) -> tuple[Any, Any]:
    """Standard normal values of several unknowns, a row for each combination, and the weight of each row (Hermite)."""
    values, weights = np.polynomial.hermite_e.hermegauss(NODES[people])
    columns = np.meshgrid(*[values] * people, indexing="ij")
    products = np.meshgrid(*[weights / weights.sum()] * people, indexing="ij")
    return np.stack([column.ravel() for column in columns], axis=1), np.prod(products, axis=0).ravel()
