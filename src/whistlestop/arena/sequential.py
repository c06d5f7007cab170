"""Sequential: a test of a win rate that stops as soon as the deals have settled it.

The generalised sequential probability ratio test: two win rates are compared by how well they explain the scores of the
deals so far, each under the distribution of scores that fits it best, whatever that distribution is. A deal in all its
seatings is one observation, since its games are not independent of each other. The test ends when one rate is
`(1 - ERROR) / ERROR` times as likely as the other; then either verdict is wrong in about `ERROR` of all tests.
"""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from whistlestop.arena.reasons import BadArena

ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)
UNSEEN = 0.001
"""How often a score of 0 or 1 is taken to have come before it has."""


class Sequential:
    """Whether a win rate is rather `low` or rather `high`, deal by deal."""

    def __init__(self, low: float, high: float) -> None:
        if not 0 < low < high < 1:
            raise BadArena("bad_rates", low=str(low), high=str(high))
        self.low, self.high = low, high
        self.scores: Counter[float] = Counter()

    def add(self, score: float) -> None:
        """Count a deal, by the part of its games that was won."""
        self.scores[score] += 1

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the high rate is than the low one."""
        return log_likelihood_ratio(self.scores, self.low, self.high)

    @property
    def verdict(self) -> str | None:
        """`high` or `low` once that is settled."""
        evidence = self.evidence
        return "high" if evidence >= BOUND else "low" if evidence <= -BOUND else None

    def as_dict(self) -> dict[str, Any]:
        """The test in plain types that JSON knows."""
        return {
            "low": self.low,
            "high": self.high,
            "deals": self.scores.total(),
            "evidence": self.evidence,
            "bound": BOUND,
            "verdict": self.verdict,
        }


def log_likelihood_ratio(scores: Mapping[float, float], low: float, high: float) -> float:
    """The log-likelihood of scores with the mean `high`, less that with the mean `low`, each at its maximum."""
    seen = {0.0: UNSEEN, 1.0: UNSEEN, **scores}
    tilts = tilt(seen, low), tilt(seen, high)
    return sum(
        count * (math.log(1 + tilts[0] * (score - low)) - math.log(1 + tilts[1] * (score - high)))
        for score, count in seen.items()
    )


def tilt(scores: Mapping[float, float], mean: float) -> float:
    """The number t for which the weights `count / (1 + t (score - mean))` have that mean: the likeliest such weights.

    The sum that must vanish falls with t between two poles, so that t is found by halving.
    """
    least, most = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        t = (least + most) / 2
        if sum(count * (score - mean) / (1 + t * (score - mean)) for score, count in scores.items()) > 0:
            least = t
        else:
            most = t
    return t
