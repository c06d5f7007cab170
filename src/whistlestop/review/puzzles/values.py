"""What moves are worth: each is tried in the same guesses, from what the seat knows alone.

A guess is tried as the bot `champion` tries it (`bots/network_search.py`): the network plays on for a few decisions and
says what the chance of winning is then. Every move meets the same guesses with the same random numbers, so that the
difference between two moves is known much better than each of their chances.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots.champion import all_weights_for
from whistlestop.bots.halving import LEAST_SPREAD, SQUARE
from whistlestop.bots.network import network_for
from whistlestop.bots.network_memory import make_network_inputs, make_network_scratch
from whistlestop.bots.network_search import begin_network, try_with_network
from whistlestop.bots.search_memory import MOST
from whistlestop.bots.tree import FULL_VALUE
from whistlestop.bots.weights import weights_array
from whistlestop.game.view import View

MOVES_AT_ONCE = MOST
"""How many moves can be compared at once."""


@dataclass(frozen=True)
class Comparison:
    """What some moves did in the same guesses, as sums over the guesses; the first is what the others are compared
    with."""

    tried: int
    gained: Any
    """The value of each move."""
    squares: Any
    """The squared difference of each move from the first."""

    def __add__(self, other: "Comparison") -> "Comparison":
        """Both together."""
        return Comparison(self.tried + other.tried, self.gained + other.gained, self.squares + other.squares)

    @property
    def chances(self) -> Any:
        """The chance of winning after each move."""
        return self.gained / self.tried

    @property
    def leads(self) -> Any:
        """How much better the first move is than each."""
        return (self.gained[0] - self.gained) / self.tried

    @property
    def errors(self) -> Any:
        """The standard error of each lead; guesses that happen to agree don't make it zero."""
        spread = np.maximum(self.squares / self.tried - self.leads**2, LEAST_SPREAD)
        return np.sqrt(spread / self.tried)


def values_of(view: View, moves: list[int], guesses: range, seed: int) -> Comparison:
    """Compare some moves, at most `MOVES_AT_ONCE`, in the guesses of a seed with these numbers."""
    network = network_for(view.game)
    inputs = make_network_inputs(view, network, weights_array(*all_weights_for(view.game)))
    scratch = make_network_scratch(view.game, network.shape, MOVES_AT_ONCE)
    begin_network(inputs, scratch, seed, 0)
    candidates = scratch.candidates[0]
    candidates.count = len(moves)
    for n, move in enumerate(moves):
        candidates.move[n] = move
        candidates.tried[n] = candidates.gained[n] = candidates.spread[n] = 0
    try_with_network(inputs, scratch, seed, guesses.start, guesses.stop)
    count = len(moves)
    return Comparison(len(guesses), candidates.gained[:count] / FULL_VALUE, candidates.spread[:count] / SQUARE)
