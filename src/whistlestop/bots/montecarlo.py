"""The bot `montecarlo`: tries each sensible move in many guessed states, and plays each on to the end.

Itself it plays on as a veteran, and the others as planners.
"""

import random

from whistlestop.bots.planner import Planner
from whistlestop.bots.search import Opinion, Search
from whistlestop.bots.veteran import Veteran
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.view import View


class Montecarlo:
    """Tries moves out."""

    grows = False
    """Whether a tree grows below the moves."""

    def __init__(self, rollouts: int = 0, seconds: float = 0.1, threads: int = 1) -> None:
        self.search = Search(rollouts, seconds, threads, self.grows)

    def all_weights_for(self, game: Game) -> list[Weights]:
        """How the seats play on in its thoughts: itself as the first of these, the others as the rest in turn."""
        return [Veteran.weights_for(game), Planner.weights_for(game)]

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that went best."""
        return view.legal[0] if len(view.legal) == 1 else self.explain(view, rng)[0].move

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """What it thinks of the sensible moves, the best first."""
        return self.search.opinions(view, weights_array(*self.all_weights_for(view.game)), rng)
