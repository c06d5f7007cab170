"""Scratch memory of the kernels, and the threads that share the work; a copy of either starts afresh."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots.plan import PLAN
from whistlestop.env.kernels.features import FEATURES
from whistlestop.env.kernels.games import MOVE_LIST
from whistlestop.env.observation import words_of
from whistlestop.game.score import SCORE_SHEET, SCRATCH


class Scratch(NamedTuple):
    """Scratch memory of the kernels, one for each thread."""

    features: Any
    words: Any
    """The same memory as `features`."""
    move_lists: Any
    sheets: Any
    score_scratch: Any
    plans: Any

    def __reduce__(self) -> Any:
        """A copy gets scratch memory of its own: a plain copy would part `features` and `words`."""
        return make_scratch, ()


class Threads:
    """Threads that share the environments among them; a copy starts its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ThreadPoolExecutor(number - 1) if number > 1 else None
        self._scratches = [make_scratch() for _ in range(number)]

    def __reduce__(self) -> Any:
        return Threads, (self.number,)

    def share(self, count: int, work: Callable[[Scratch, int, int], object]) -> None:
        """Let every thread do its share of `count` environments."""
        bounds = [count * n // self.number for n in range(self.number + 1)]
        parts = list(zip(self._scratches, bounds, bounds[1:], strict=False))
        others = [self._pool.submit(work, *part) for part in parts[1:]] if self._pool else []
        work(*parts[0])
        for other in others:
            other.result()

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def make_scratch() -> Scratch:
    """New scratch memory."""
    features: Any = np.zeros(1, FEATURES)
    return Scratch(
        features,
        words_of(features),
        np.zeros(1, MOVE_LIST),
        np.zeros(1, SCORE_SHEET),
        np.zeros(SCRATCH, np.int64),
        np.zeros(1, PLAN),
    )
