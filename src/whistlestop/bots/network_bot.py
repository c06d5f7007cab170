"""Bots that follow a network: they play the move that it rates highest, without looking ahead."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.bots.inputs import PRIOR_UNIT, write_inputs, write_prior
from whistlestop.bots.network import Network, chance_of, gate_of, output_of, run_network
from whistlestop.bots.network_memory import NetworkInputs, NetworkScratch, make_network_inputs, make_network_scratch
from whistlestop.bots.plan import make_plan
from whistlestop.bots.policy import list_legal
from whistlestop.bots.search import Opinion
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.dice import load_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.view import View

WHOLE = 1000
"""The whole of what a network has learned."""


@subroutine
def look(inputs: NetworkInputs, scratch: NetworkScratch, slot: int, n: int, style: int) -> None:
    """Write what the network sees of the decision in a slot to row n; `style` is the row of weights that rates the
    candidates. The inputs are always made with the first row, the network's own prior."""
    game, facts, weights = inputs.games[0], inputs.board_facts[0], inputs.all_weights[0]
    state, plan, out = scratch.states[slot], scratch.plans[slot], scratch.out
    legal = list_legal(game, state, out)
    write_inputs(game, facts, weights, inputs.shape[0], state, legal, out, plan, scratch.near[0], scratch.rows[n])
    rating, candidates = inputs.all_weights[style], scratch.candidates[1]
    if style != 0:
        make_plan(game, facts, rating, state, state.seat, state.tickets[state.seat], plan)
    write_prior(game, facts, rating, state, out, plan, candidates, scratch.moves[n], scratch.prior[n])
    scratch.proposed[n] = candidates.count


@subroutine
def rate_moves(inputs: NetworkInputs, scratch: NetworkScratch, n: int, at: int, count: int, learned: int) -> None:
    """Compute the logits of the first `count` moves in `out`, among them the candidates of the decision with row n."""
    shape, parameters, layer = inputs.shape[0], inputs.parameters, scratch.layers[1, n]
    for k in range(count):
        move = scratch.out[k]
        scratch.logits[move] = output_of(shape, parameters, at, layer, move) * learned / WHOLE
    gate = gate_of(shape, parameters, at, layer)
    for k in range(scratch.proposed[n]):
        scratch.logits[scratch.moves[n, k]] += gate * scratch.prior[n, k] / PRIOR_UNIT


@subroutine
def chance_in(inputs: NetworkInputs, scratch: NetworkScratch, n: int, at: int) -> float:
    """The mover's chance of winning at the decision whose row is n."""
    shape = inputs.shape[0]
    return chance_of(
        inputs.calibration, output_of(shape, inputs.parameters, at, scratch.layers[1, n], shape.outputs - 1)
    )


@subroutine
def consider(inputs: NetworkInputs, scratch: NetworkScratch, seed: int, style: int) -> int:
    """Guess a state and run the network on its decision. Returns where the output layer begins; `style` is for `look`.

    The state is a guess, but what the network sees depends only on what the viewer knows.
    """
    load_dice(scratch.dice, seed)
    imagine(inputs.games[0], inputs.views[0], scratch.dice, scratch.states[0])
    look(inputs, scratch, 0, 0, style)
    return run_network(inputs.shape[0], inputs.scale, inputs.parameters, scratch.rows, 1, scratch.layers)


@subroutine
def best_move(scratch: NetworkScratch, count: int) -> int:
    """The move with the highest logit among the first in `out`, the first of them if several have it."""
    best = scratch.out[0]
    for k in range(1, count):
        if scratch.logits[scratch.out[k]] > scratch.logits[best]:
            best = scratch.out[k]
    return best


@entry
def follow_network(inputs: NetworkInputs, scratch: NetworkScratch, learned: int) -> int:
    """The move that the network rates highest; the chance of winning is in `scratch.values`.

    The last row of the weights rates the candidates: the network's prior, or a style that is given after it.
    """
    at = consider(inputs, scratch, 0, inputs.all_weights.shape[0] - 1)
    scratch.values[0] = chance_in(inputs, scratch, 0, at)
    legal = list_legal(inputs.games[0], scratch.states[0], scratch.out)
    rate_moves(inputs, scratch, 0, at, legal, learned)
    return best_move(scratch, legal)


@dataclass(frozen=True)
class NetworkBot:
    """Plays the move that its network rates highest."""

    network_for: Callable[[Game], Network]
    learned: float = 1.0
    """How much of what the network has learned counts; with 0 it plays like its prior."""
    style_for: Callable[[Game], Weights] | None = None
    """The weights that rate the candidates, if they are not the network's prior."""

    def choose(self, view: View, rng: random.Random) -> int:
        """The move with the highest logit."""
        return self.explain(view, rng)[0].move

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """The move with the highest logit, with the chance of winning."""
        move, scratch = self.decide(view)
        return [Opinion(move, float(scratch.values[0]), 0)]

    def decide(self, view: View) -> tuple[int, NetworkScratch]:
        """The move with the highest logit, and the memory with everything that was computed."""
        network = self.network_for(view.game)
        scratch = make_network_scratch(view.game, network.shape, 1)
        inputs = make_network_inputs(view, network, weights_array(*self.all_weights_for(view.game)))
        return int(follow_network(inputs, scratch, round(WHOLE * self.learned))), scratch

    def all_weights_for(self, game: Game) -> list[Weights]:
        """The network's prior, and the style if there is one."""
        prior = self.network_for(game).prior_for(game)
        return [prior] if self.style_for is None else [prior, self.style_for(game)]
