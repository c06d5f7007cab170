"""Search by sequential halving: all candidates are tried alike, then the better half, until one is left."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots.desk import Desk, Question, desk, question
from whistlestop.bots.tree import FULL_VALUE, POINT, begin, try_candidates
from whistlestop.game.view import View

NODES = 40_000
"""The most nodes of a tree."""
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

    def __init__(
        self, rollouts: int = 0, seconds: float = 0.0, threads: int = 1, grows: bool = False, faith: float = 0.0
    ) -> None:
        self.rollouts = rollouts
        self.seconds = seconds
        self.threads = threads
        self.grows = grows
        self.faith = faith
        self.decisions = 0
        self.made = 0
        """Rollouts in all decisions so far."""

    def opinions(self, view: View, tastes: Any, rng: random.Random) -> list[Opinion]:
        """What the search thinks of each candidate, the best first: those that stayed longest, then by value."""
        self.decisions += 1
        asked = question(view, tastes)
        seed = rng.getrandbits(48)
        desks = [desk(NODES if self.grows else 1) for _ in range(self.threads)]
        for one in desks:
            begin(asked, one, seed)
        dropped: list[Opinion] = []
        tried = 0
        started = time.perf_counter()
        rounds = max(1, (int(desks[0].books[0].count) - 1).bit_length())
        with ThreadPoolExecutor(self.threads) as pool:
            for n in range(rounds):
                tried = self.round(asked, desks, seed, tried, rounds, started + self.seconds * (n + 1) / rounds, pool)
                dropped = halve(desks, self.faith) + dropped
        return dropped

    def round(
        self, asked: Question, desks: list[Desk], seed: int, tried: int, rounds: int, end: float, pool: Any
    ) -> int:
        """Try the candidates that are left; how many guesses were tried by then."""
        count = int(desks[0].books[0].count)
        each = max(1, self.rollouts // (rounds * count * self.threads)) if self.rollouts else BATCH
        while True:
            jobs = [
                pool.submit(try_candidates, asked, one, seed, tried + n * each, tried + (n + 1) * each)
                for n, one in enumerate(desks)
            ]
            for job in jobs:
                job.result()
            tried += each * len(desks)
            self.made += count * each * len(desks)
            if self.rollouts or time.perf_counter() >= end:
                return tried


def halve(desks: list[Desk], faith: float) -> list[Opinion]:
    """Drop the worse half of the candidates, and all of them once two or fewer are left; what was thought of them.

    The policy's opinion weighs as much as `faith` rollouts would.
    """
    books = [one.books[0] for one in desks]
    count = int(books[0].count)
    tried = sum(book.tried[:count] for book in books)
    values = sum(book.gained[:count] for book in books) / tried / FULL_VALUE
    worth = (books[0].worth[:count] - books[0].worth[:count].max()) / 100 * POINT
    order = np.argsort(-(values * tried + (values.mean() + worth) * faith) / (tried + faith), kind="stable")
    left = order[: (count + 1) // 2] if count > 2 else order[:0]
    gone = order[len(left) :]
    opinions = [Opinion(int(books[0].move[n]), float(values[n]), int(tried[n])) for n in gone]
    for book in books:
        for field in ("move", "worth", "node", "tried", "gained"):
            book[field][: len(left)] = book[field][left]
        book.count = len(left)
    return opinions
