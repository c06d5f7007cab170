"""The bot `montecarlo`: tries each sensible move in many guessed states, playing on to the end as planners would."""

import random

from whistlestop.bots.planner import Planner
from whistlestop.bots.search import Opinion, Search
from whistlestop.bots.taste import Taste, tastes
from whistlestop.game.game import Game
from whistlestop.game.view import View


class Montecarlo:
    """Tries moves out."""

    grows = False
    """Whether a tree grows below the moves."""
    faith = 0.0
    """How many rollouts the policy's own opinion of a move is worth."""

    def __init__(self, rollouts: int = 0, seconds: float = 0.1, threads: int = 1) -> None:
        self.search = Search(rollouts, seconds, threads, self.grows, self.faith)

    def tastes_for(self, game: Game) -> list[Taste]:
        """How the seats play on in its thoughts: itself as the first of these, the others as all of them in turn."""
        return [Planner.taste_for(game)]

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that went best."""
        return view.legal[0] if len(view.legal) == 1 else self.explain(view, rng)[0].move

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """What it thinks of the sensible moves, the best first."""
        return self.search.opinions(view, tastes(*self.tastes_for(view.game)), rng)
