"""The arrays that the kernels of a bot with a network use: NetworkInputs, which they read, and NetworkScratch."""

from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots.board_facts import board_facts
from whistlestop.bots.distances import NEAR
from whistlestop.bots.network import Network
from whistlestop.bots.plan import PLAN
from whistlestop.bots.search_memory import CANDIDATES, MOST
from whistlestop.bots.turns import PLAY
from whistlestop.game.dice import STREAMS
from whistlestop.game.game import Game
from whistlestop.game.score import SCORE_SHEET, SCRATCH
from whistlestop.game.state import STATE
from whistlestop.game.view import View

I = np.int64
SLOTS = 16
"""How many games a search plays on at once: a network computes several decisions in little more time than one."""
LAYERS = 3
"""How many layers of a network are in memory at once."""


class NetworkInputs(NamedTuple):
    """What a decision depends on: the game, the weights, the view and the network."""

    games: Any
    board_facts: Any
    all_weights: Any
    """The first row rates the candidates; in a search the other seats use the remaining rows in turn."""
    views: Any
    shape: Any
    scale: Any
    parameters: Any
    calibration: Any


class NetworkScratch(NamedTuple):
    """Memory for a decision; every thread has its own. It has what a game needs once for each slot."""

    states: Any
    """One for each slot, and the guess."""
    plays: Any
    plans: Any
    near: Any
    dice: Any
    out: Any
    rows: Any
    moves: Any
    prior: Any
    proposed: Any
    """How many candidates the decision of each row has: they are in `moves`, and how they are rated in `prior`."""
    layers: Any
    logits: Any
    """Of the legal moves, by their numbers."""
    odds: Any
    """The log-odds of each ticket in each other hand."""
    values: Any
    """The chances of winning in the slots."""
    waiting: Any
    """The slots whose games wait for a decision."""
    candidates: Any
    sheets: Any
    score_scratch: Any


def make_network_inputs(view: View, network: Network, all_weights: Any) -> NetworkInputs:
    """The inputs for a decision from a view; the first of the weights are the network's prior."""
    game = view.game
    learned = (network.shape, network.scale, network.parameters, network.calibration_for(game))
    return NetworkInputs(game.compiled, board_facts(game), all_weights, view.views, *learned)


def make_network_scratch(game: Game, shape: Any, slots: int) -> NetworkScratch:
    """Memory for a decision with a network of this shape."""
    return NetworkScratch(
        np.zeros(slots + 1, STATE),
        np.zeros(slots, PLAY),
        np.zeros(slots, PLAN),
        np.zeros(1, NEAR),
        np.zeros((STREAMS, 3), I),
        np.zeros(len(game.catalogue), I),
        np.zeros((slots, int(shape["inputs"][0])), np.uint8),
        np.zeros((slots, MOST), np.int16),
        np.zeros((slots, MOST), np.uint8),
        np.zeros(slots, I),
        np.zeros((LAYERS, slots, int(shape["width"][0])), np.float32),
        np.zeros(len(game.catalogue)),
        np.zeros((game.rules.max_seats - 1) * len(game.board.tickets)),
        np.zeros(slots),
        np.zeros(slots, I),
        np.zeros(2, CANDIDATES),
        np.zeros(1, SCORE_SHEET),
        np.zeros(SCRATCH, I),
    )
