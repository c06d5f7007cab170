"""Bots that search: they try each sensible move in many guessed states and play each on to the end."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.bots.search import Opinion, Search
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game
from whistlestop.game.view import View


@dataclass(frozen=True)
class SearchBot:
    """Plays the move that did best in a search."""

    search: Search
    all_weights_for: Callable[[Game], list[Weights]]
    """How the seats play in rollouts: the bot itself with the first of these, the others with the rest in turn."""

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that did best."""
        return view.legal[0] if len(view.legal) == 1 else self.opinions(view, rng, hurries=True)[0].move

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """How good the sensible moves are, best first."""
        return self.opinions(view, rng, hurries=False)

    def opinions(self, view: View, rng: random.Random, hurries: bool) -> list[Opinion]:
        """How good the sensible moves are; if it hurries, a move without an alternative is not tried."""
        return self.search.opinions(view, weights_array(*self.all_weights_for(view.game)), rng, hurries)
