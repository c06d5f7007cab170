"""Search by sequential halving: all candidates are tried equally often, then the better half, until one is left."""

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
"""The maximum number of nodes in a tree."""
TRUST = 0.03
"""How much the values of two sensible moves typically differ. A difference between rollouts counts the less, the more
of it could be chance."""
DOUBT = 0.01
"""How much worse a move is expected to be for each point less that the policy gives it,"""
GAP = 5.0
"""up to this many points."""
LEAST_SPREAD = 0.02
"""The minimum variance of differences between rollouts, however few were made."""
BATCH = 4
"""How many guesses are tried before the clock is checked again."""


@dataclass(frozen=True)
class Opinion:
    """How good a bot thinks a move is."""

    move: int
    value: float
    """From 0, a lost game, to 1, a game won by a large margin."""
    tried: int
    """How many rollouts it is based on."""


@dataclass
class Mean:
    """The mean of a stream of numbers, of which only the sum is kept."""

    total: float = 0.0
    count: int = 0

    def add(self, number: float) -> None:
        """Count one more number."""
        self.total += number
        self.count += 1

    @property
    def value(self) -> float:
        """The mean so far; there must be a number."""
        return self.total / self.count


class Search:
    """A search with a budget of rollouts, or of seconds, for each decision."""

    def __init__(self, rollouts: int = 0, seconds: float = 0.0, threads: int = 1, grows_tree: bool = False) -> None:
        self.rollouts = rollouts
        self.seconds = seconds
        self.threads = threads
        self.grows_tree = grows_tree
        self.cost = Mean()
        """Seconds of processor time that a rollout took, averaged over the decisions so far."""

    def opinions(self, view: View, all_weights: Any, rng: random.Random) -> list[Opinion]:
        """An opinion on each candidate, best first: those that stayed longest, then by value."""
        began = time.process_time()
        inputs = make_inputs(view, all_weights)
        seed = rng.getrandbits(48)
        scratches = [make_scratch(NODES if self.grows_tree else 1) for _ in range(self.threads)]
        for scratch in scratches:
            begin(inputs, scratch, seed)
        opinions: list[Opinion] = []
        guesses = 0
        started = time.perf_counter()
        rounds = max(1, (int(scratches[0].candidates[0].count) - 1).bit_length())
        with ThreadPoolExecutor(self.threads) as pool:
            for n in range(rounds):
                end = started + self.seconds * (n + 1) / rounds
                guesses = self.play_round(inputs, scratches, seed, guesses, rounds, end, pool)
                opinions = halve(scratches) + opinions
        self.cost.add((time.process_time() - began) / sum(opinion.tried for opinion in opinions))
        return opinions

    def play_round(
        self, inputs: Inputs, scratches: list[Scratch], seed: int, guesses: int, rounds: int, end: float, pool: Any
    ) -> int:
        """Try the remaining candidates; return how many guesses have been tried in all rounds so far."""
        count, threads = int(scratches[0].candidates[0].count), len(scratches)
        more = max(1, self.rollouts // (rounds * count)) if self.rollouts else BATCH * threads
        while True:
            shares = [guesses + more * n // threads for n in range(threads + 1)]
            jobs = [
                pool.submit(try_candidates, inputs, scratch, seed, shares[n], shares[n + 1])
                for n, scratch in enumerate(scratches)
            ]
            for job in jobs:
                job.result()
            guesses += more
            if self.rollouts or time.perf_counter() >= end:
                return guesses


def halve(scratches: list[Scratch]) -> list[Opinion]:
    """Drop the worse half of the candidates, or all of them if two or fewer are left; return opinions on those dropped.

    The first candidate, the policy's own choice, stays to the end: the others are compared with it.
    """
    all_candidates = [scratch.candidates[0] for scratch in scratches]
    count = int(all_candidates[0].count)
    tried = sum(candidates.tried[:count] for candidates in all_candidates)
    values = sum(candidates.gained[:count] for candidates in all_candidates) / tried / FULL_VALUE
    order = np.argsort(-expected_lead(all_candidates, tried, values), kind="stable")
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


def expected_lead(all_candidates: list[Any], tried: Any, values: Any) -> Any:
    """How much better each candidate is than the first: a mean of what the rollouts and the policy say, each weighted
    by how certain it is."""
    count = len(values)
    ahead = values - values[0]
    squares = sum(candidates.spread[:count] for candidates in all_candidates) / tried / (FULL_VALUE >> FINE) ** 2
    variance = np.maximum(squares - ahead**2, LEAST_SPREAD) / tried
    expected = -DOUBT * np.minimum((all_candidates[0].worth[0] - all_candidates[0].worth[:count]) / 100, GAP)
    return (ahead * TRUST**2 + expected * variance) / (TRUST**2 + variance)
