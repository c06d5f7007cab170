"""The bot `montecarlo`: tries each sensible move in many guessed states, playing on to the end as planners would."""

import random

from whistlestop.bots.chart import tastes
from whistlestop.bots.planner import TASTE
from whistlestop.bots.search import Opinion, Search
from whistlestop.game.view import View


class Montecarlo:
    """Tries moves out."""

    grows = False

    def __init__(self, rollouts: int = 0, seconds: float = 0.1, threads: int = 1) -> None:
        self.search = Search(tastes(TASTE), rollouts, seconds, threads, self.grows)

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that went best."""
        return view.legal[0] if len(view.legal) == 1 else self.search.opinions(view, rng)[0].move

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """What it thinks of the sensible moves, the best first."""
        return self.search.opinions(view, rng)
