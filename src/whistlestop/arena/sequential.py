"""A sequential test of a win rate: it stops as soon as the deals have settled the question.

This is the generalised sequential probability ratio test. It compares how well two win rates explain the scores of the
deals so far, each under the distribution of scores that fits it best. A deal in all its seatings is one observation,
because its games are not independent of each other. The test ends when one rate is `(1 - ERROR) / ERROR` times as
likely as the other; either verdict is wrong in about `ERROR` of all tests.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from whistlestop.arena.reasons import BadArena

ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)
UNSEEN = 0.001
"""The count that scores of 0 and 1 start with."""


class Sequential:
    """Tests, deal by deal, whether a win rate is closer to `low` or to `high`."""

    def __init__(self, low: float, high: float) -> None:
        if not 0 < low < high < 1:
            raise BadArena("bad_rates", low=str(low), high=str(high))
        self.low, self.high = low, high
        self.scores: Counter[float] = Counter()

    def add(self, score: float) -> None:
        """Count a deal with the share of its games that was won."""
        self.scores[score] += 1

    @property
    def evidence(self) -> float:
        """The logarithm of how much more likely the high rate is than the low one."""
        return log_likelihood_ratio(self.scores, self.low, self.high)

    @property
    def verdict(self) -> str | None:
        """`high` or `low`, or None if it is not settled yet."""
        evidence = self.evidence
        return "high" if evidence >= BOUND else "low" if evidence <= -BOUND else None

    def as_dict(self) -> dict[str, Any]:
        """The test as JSON-serialisable types."""
        return {
            "low": self.low,
            "high": self.high,
            "deals": self.scores.total(),
            "evidence": self.evidence,
            "bound": BOUND,
            "verdict": self.verdict,
        }


def log_likelihood_ratio(scores: Mapping[float, float], low: float, high: float) -> float:
    """The log-likelihood of the scores if their mean is `high`, minus that if it is `low`, each at its maximum."""
    seen = {0.0: UNSEEN, 1.0: UNSEEN, **scores}
    tilts = tilt(seen, low), tilt(seen, high)
    return sum(
        count * (math.log(1 + tilts[0] * (score - low)) - math.log(1 + tilts[1] * (score - high)))
        for score, count in seen.items()
    )


def tilt(scores: Mapping[float, float], mean: float) -> float:
    """The t for which the weights `count / (1 + t (score - mean))` have that mean: the most likely such weights.

    The sum that must be zero decreases with t between two poles, so t is found by bisection.
    """
    least, most = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        t = (least + most) / 2
        if sum(count * (score - mean) / (1 + t * (score - mean)) for score, count in scores.items()) > 0:
            least = t
        else:
            most = t
    return t
