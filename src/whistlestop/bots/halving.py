"""Sequential halving in kernels: which candidates stay after a round of rollouts.

`rank_candidates` adds up what all threads found and says which candidates stay; `keep_candidates` then drops the others
from the memory of each thread. Nothing here is more than a sum, a product or a quotient, so all targets agree to the
last bit.
"""

from typing import Any

from whistlestop.bots.kernel_types import CandidateArray
from whistlestop.bots.tree import FINE, FULL_VALUE
from whistlestop.game.kernel import entry
from whistlestop.game.kernel_types import IntArray

TRUST = 0.03**2
"""How much the values of two sensible moves typically differ, squared. A difference between rollouts counts the less,
the more of it could be chance."""
DOUBT = 0.01
"""How much worse a move is expected to be for each point less that the policy gives it,"""
GAP = 5.0
"""up to this many points."""
LEAST_SPREAD = 0.02
"""The minimum variance of differences between rollouts, however few were made."""
SQUARE = (FULL_VALUE >> FINE) ** 2
"""The full value as it is squared for the spread."""


@entry
def rank_candidates(all_candidates: CandidateArray, order: IntArray, tried: IntArray, values: Any, leads: Any) -> int:
    """Rank the candidates; `all_candidates` has a CANDIDATES record of each thread. Return how many stay.

    Of more than two the worse half goes, of two or fewer all. The first, the policy's own choice, stays to the end: the
    others are compared with it. `order` gets those that stay, ascending, and after them those that go, best first.
    `tried` gets the rollouts of each candidate, `values` its mean value from 0 to 1, `leads` its lead over the first.
    All four are as long as the list of candidates can be.
    """
    count = all_candidates[0].count
    for n in range(count):
        tried[n] = 0
        gained = 0
        squares = 0
        for thread in range(all_candidates.shape[0]):
            tried[n] += all_candidates[thread].tried[n]
            gained += all_candidates[thread].gained[n]
            squares += all_candidates[thread].spread[n]
        values[n] = gained / tried[n] / FULL_VALUE
        gap = min((all_candidates[0].worth[0] - all_candidates[0].worth[n]) / 100, GAP)
        leads[n] = expected_lead(values[n] - values[0], squares / tried[n] / SQUARE, tried[n], gap)
        place = n
        while place > 0 and leads[order[place - 1]] < leads[n]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = n
    kept = (count + 1) // 2 if count > 2 else 0
    if kept > 0:
        put_first_before(order, kept)
    return kept


@entry
def expected_lead(ahead: float, squares: float, tried: int, gap: float) -> float:
    """How much better a candidate is than the first: a mean of what the rollouts and the policy say, each weighted by
    how certain it is. `ahead` and `squares` are the mean difference and the mean of its squares; the policy gives the
    candidate `gap` points less."""
    variance = max(squares - ahead * ahead, LEAST_SPREAD) / tried
    expected = -DOUBT * gap
    return (ahead * TRUST + expected * variance) / (TRUST + variance)


@entry
def put_first_before(order: IntArray, kept: int) -> None:
    """Make the first candidate stay, in place of the worst that does, and sort those that stay."""
    place = 0
    while order[place] != 0:
        place += 1
    while place >= kept:
        order[place] = order[place - 1]
        place -= 1
    order[place] = 0
    for n in range(1, kept):
        candidate = order[n]
        place = n
        while place > 0 and order[place - 1] > candidate:
            order[place] = order[place - 1]
            place -= 1
        order[place] = candidate


@entry
def keep_candidates(all_candidates: CandidateArray, order: IntArray, kept: int) -> None:
    """Drop all candidates of one thread, the first record of the array, except the first `kept` in `order`."""
    candidates = all_candidates[0]
    for n in range(kept):
        candidates.move[n] = candidates.move[order[n]]
        candidates.worth[n] = candidates.worth[order[n]]
        candidates.node[n] = candidates.node[order[n]]
        candidates.tried[n] = candidates.tried[order[n]]
        candidates.gained[n] = candidates.gained[order[n]]
        candidates.spread[n] = candidates.spread[order[n]]
    candidates.count = kept
