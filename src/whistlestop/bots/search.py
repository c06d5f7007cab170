"""Search by sequential halving: all candidates are tried alike, then the better half, until one is left."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots.search_memory import Inputs, Scratch, make_inputs, make_scratch
from whistlestop.bots.tree import FINE, FULL_VALUE, begin, try_candidates
from whistlestop.game.view import View

NODES = 40_000
"""The most nodes of a tree."""
TRUST = 0.03
"""How far two sensible moves differ in truth, about: a difference in rollouts is believed the less the more of it may
be chance."""
DOUBT = 0.01
"""How much worse a move is expected to be for each point that the policy thinks less of it,"""
GAP = 5.0
"""up to so many points."""
LEAST_SPREAD = 0.02
"""Differences between rollouts vary at least so much, however few were made."""
BATCH = 4
"""How many guesses are tried between two looks at the clock."""


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of a move."""

    move: int
    value: float
    """From 0, a lost game, to 1, one that is won by far."""
    tried: int
    """How many rollouts stand behind it."""


class Search:
    """A search with a budget of rollouts, or of seconds, a decision."""

    def __init__(self, rollouts: int = 0, seconds: float = 0.0, threads: int = 1, grows: bool = False) -> None:
        self.rollouts = rollouts
        self.seconds = seconds
        self.threads = threads
        self.grows = grows
        self.costs: list[float] = []
        """Seconds of processor time that a rollout took, in each decision so far."""

    def opinions(self, view: View, all_weights: Any, rng: random.Random) -> list[Opinion]:
        """What the search thinks of each candidate, the best first: those that stayed longest, then by value."""
        began = time.process_time()
        asked = make_inputs(view, all_weights)
        seed = rng.getrandbits(48)
        scratches = [make_scratch(NODES if self.grows else 1) for _ in range(self.threads)]
        for one in scratches:
            begin(asked, one, seed)
        dropped: list[Opinion] = []
        tried = 0
        started = time.perf_counter()
        rounds = max(1, (int(scratches[0].candidates[0].count) - 1).bit_length())
        with ThreadPoolExecutor(self.threads) as pool:
            for n in range(rounds):
                tried = self.round(
                    asked, scratches, seed, tried, rounds, started + self.seconds * (n + 1) / rounds, pool
                )
                dropped = halve(scratches) + dropped
        self.costs.append((time.process_time() - began) / sum(opinion.tried for opinion in dropped))
        return dropped

    def round(
        self, asked: Inputs, scratches: list[Scratch], seed: int, tried: int, rounds: int, end: float, pool: Any
    ) -> int:
        """Try the candidates that are left; how many guesses were tried by then."""
        count, threads = int(scratches[0].candidates[0].count), len(scratches)
        more = max(1, self.rollouts // (rounds * count)) if self.rollouts else BATCH * threads
        while True:
            shares = [tried + more * n // threads for n in range(threads + 1)]
            jobs = [
                pool.submit(try_candidates, asked, one, seed, shares[n], shares[n + 1])
                for n, one in enumerate(scratches)
            ]
            for job in jobs:
                job.result()
            tried += more
            if self.rollouts or time.perf_counter() >= end:
                return tried


def halve(scratches: list[Scratch]) -> list[Opinion]:
    """Drop the worse half of the candidates, and all of them once two or fewer are left; what was thought of them.

    The first candidate, the policy's own choice, stays to the end: the others are measured by it.
    """
    all_candidates = [one.candidates[0] for one in scratches]
    count = int(all_candidates[0].count)
    tried = sum(candidates.tried[:count] for candidates in all_candidates)
    values = sum(candidates.gained[:count] for candidates in all_candidates) / tried / FULL_VALUE
    order = np.argsort(-believed(all_candidates, tried, values), kind="stable")
    left = order[: (count + 1) // 2].copy() if count > 2 else order[:0]
    if len(left) and 0 not in left:
        left[-1] = 0
    left = np.sort(left)
    gone = [n for n in order if n not in left]
    opinions = [Opinion(int(all_candidates[0].move[n]), float(values[n]), int(tried[n])) for n in gone]
    for candidates in all_candidates:
        for field in ("move", "worth", "node", "tried", "gained", "spread"):
            candidates[field][: len(left)] = candidates[field][left]
        candidates.count = len(left)
    return opinions


def believed(all_candidates: list[Any], tried: Any, values: Any) -> Any:
    """How much better than the first candidate each is, as far as rollouts can be trusted: a mean of what they say and
    of what the policy thinks, each weighed by how certain it is."""
    count = len(values)
    ahead = values - values[0]
    squares = sum(candidates.spread[:count] for candidates in all_candidates) / tried / (FULL_VALUE >> FINE) ** 2
    chance = np.maximum(squares - ahead**2, LEAST_SPREAD) / tried
    expected = -DOUBT * np.minimum((all_candidates[0].worth[0] - all_candidates[0].worth[:count]) / 100, GAP)
    return (ahead * TRUST**2 + expected * chance) / (TRUST**2 + chance)
