"""Bots that follow a network: they play the move that it rates highest, without looking ahead."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots import veteran
from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.distances import NEAR
from whistlestop.bots.inputs import write_inputs, write_prior
from whistlestop.bots.network import Network, add_prior, run_network
from whistlestop.bots.plan import PLAN
from whistlestop.bots.policy import list_legal
from whistlestop.bots.search_memory import CANDIDATES, MOST
from whistlestop.bots.weights import weights_array
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry
from whistlestop.game.state import STATE
from whistlestop.game.view import View

LAYERS = 4
"""How many rows a network works with at once."""


class NetworkScratch(NamedTuple):
    """Memory for a decision."""

    states: Any
    plans: Any
    candidates: Any
    near: Any
    dice: Any
    out: Any
    rows: Any
    moves: Any
    prior: Any
    layers: Any
    outputs: Any


def make_network_scratch(game: Game, network: Network) -> NetworkScratch:
    """Memory for a decision with this network."""
    shape = network.shape
    return NetworkScratch(
        np.zeros(1, STATE),
        np.zeros(1, PLAN),
        np.zeros(1, CANDIDATES),
        np.zeros(1, NEAR),
        make_dice(0),
        np.zeros(len(game.catalogue), np.int64),
        np.zeros((1, int(shape["inputs"][0])), np.uint8),
        np.zeros((1, MOST), np.int16),
        np.zeros((1, MOST), np.uint8),
        np.zeros((LAYERS, max(int(shape["inputs"][0]), int(shape["width"][0])))),
        np.zeros(int(shape["outputs"][0])),
    )


@entry
def follow_network(
    games: Any, facts: Any, weights: Any, views: Any, shape: Any, scale: Any, parameters: Any, scratch: Any
) -> int:
    """The legal move with the highest logit, the first of them if several have it; the outputs are in `scratch`.

    The state is a guess, but the inputs depend only on what the viewer knows.
    """
    states, plans, candidates, near, dice, out, rows, moves, prior, layers, outputs = scratch
    game, state = games[0], states[0]
    imagine(game, views[0], dice, state)
    legal = list_legal(game, state, out)
    write_inputs(game, facts[0], weights[0], shape[0], state, legal, out, plans[0], near[0], rows[0])
    write_prior(game, facts[0], weights[0], state, out, plans[0], candidates[0], moves[0], prior[0])
    run_network(shape[0], scale, parameters, rows[0], layers, outputs)
    add_prior(shape[0], moves[0], prior[0], outputs)
    best = -1
    for n in range(list_legal(game, state, out)):
        if best < 0 or outputs[out[n]] > outputs[best]:
            best = out[n]
    return best


@dataclass(frozen=True)
class NetworkBot:
    """Plays the move that its network rates highest."""

    network_for: Callable[[Game], Network]

    def choose(self, view: View, rng: random.Random) -> int:
        """The move with the highest logit."""
        return self.decide(view)[0]

    def decide(self, view: View) -> tuple[int, Any]:
        """The move with the highest logit, and all outputs of the network."""
        game, network = view.game, self.network_for(view.game)
        scratch = make_network_scratch(game, network)
        weights = weights_array(veteran.weights_for(game))
        learned = (network.shape, network.scale, network.parameters)
        move = follow_network(game.compiled, board_facts(game), weights, view.views, *learned, scratch)
        return int(move), scratch.outputs
