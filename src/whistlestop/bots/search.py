"""Search by sequential halving: all candidates are tried equally often, then the better half, until one is left."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots.halving import keep_candidates, rank_candidates
from whistlestop.bots.search_memory import MOST, make_inputs, make_scratch
from whistlestop.bots.tree import begin, try_candidates
from whistlestop.game.view import View

NODES = 40_000
"""The maximum number of nodes in a tree."""
BATCH = 4
"""How many guesses are tried before the clock is checked again."""


@dataclass(frozen=True)
class Opinion:
    """How good a bot thinks a move is."""

    move: int
    value: float
    """From 0 to 1: with a network the chance of winning, without one 1 means a game won by a large margin."""
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

    def opinions(self, view: View, all_weights: Any, rng: random.Random, hurries: bool = False) -> list[Opinion]:
        """An opinion on each candidate, best first: those that stayed longest, then by value.

        If it hurries and there is only one candidate, that is not tried.
        """
        began = time.process_time()
        inputs = self.make_inputs(view, all_weights)
        seed = rng.getrandbits(48)
        scratches = [self.begin(view, inputs, seed, hurries) for _ in range(self.threads)]
        candidates = scratches[0].candidates[0]
        if hurries and candidates.count == 1:
            return [Opinion(int(candidates.move[0]), 0.0, 0)]
        opinions: list[Opinion] = []
        guesses = 0
        started = time.perf_counter()
        rounds = max(1, (int(candidates.count) - 1).bit_length())
        with ThreadPoolExecutor(self.threads) as pool:
            for n in range(rounds):
                end = started + self.seconds * (n + 1) / rounds
                guesses = self.play_round(inputs, scratches, seed, guesses, rounds, end, pool)
                opinions = halve(scratches) + opinions
        self.cost.add((time.process_time() - began) / sum(opinion.tried for opinion in opinions))
        return opinions

    def make_inputs(self, view: View, all_weights: Any) -> Any:
        """What a decision depends on."""
        return make_inputs(view, all_weights)

    def begin(self, view: View, inputs: Any, seed: int, hurries: bool) -> Any:
        """Memory for one thread, with the candidates."""
        scratch = make_scratch(NODES if self.grows_tree else 1)
        begin(inputs, scratch, seed)
        return scratch

    def try_guesses(self, inputs: Any, scratch: Any, seed: int, first: int, end: int) -> None:
        """Try the candidates in some guesses."""
        try_candidates(inputs, scratch, seed, first, end)

    def play_round(
        self, inputs: Any, scratches: list[Any], seed: int, guesses: int, rounds: int, end: float, pool: Any
    ) -> int:
        """Try the remaining candidates; return how many guesses have been tried in all rounds so far."""
        count, threads = int(scratches[0].candidates[0].count), len(scratches)
        more = max(1, self.rollouts // (rounds * count)) if self.rollouts else BATCH * threads
        while True:
            shares = [guesses + more * n // threads for n in range(threads + 1)]
            jobs = [
                pool.submit(self.try_guesses, inputs, scratch, seed, shares[n], shares[n + 1])
                for n, scratch in enumerate(scratches)
            ]
            for job in jobs:
                job.result()
            guesses += more
            if self.rollouts or time.perf_counter() >= end:
                return guesses


def halve(scratches: list[Any]) -> list[Opinion]:
    """Drop the worse half of the candidates, or all of them if two or fewer are left; return opinions on those dropped.

    The first candidate, the policy's own choice, stays to the end: the others are compared with it.
    """
    all_candidates = np.concatenate([scratch.candidates[:1] for scratch in scratches])
    order, tried = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    values, leads = np.zeros(MOST), np.zeros(MOST)
    kept = rank_candidates(all_candidates, order, tried, values, leads)
    for scratch in scratches:
        keep_candidates(scratch.candidates, order, kept)
    first = all_candidates[0]
    return [Opinion(int(first.move[n]), float(values[n]), int(tried[n])) for n in order[kept : first.count].tolist()]
