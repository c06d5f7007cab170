"""Bots that follow the policy: they play the move that is worth most to them now, without looking ahead."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.bots.plan import make_plan
from whistlestop.bots.policy import choose
from whistlestop.bots.search import Opinion, Search
from whistlestop.bots.search_memory import Inputs, Scratch, make_inputs, make_scratch
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.dice import load_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry
from whistlestop.game.view import View

HINTS = 2000
"""How many rollouts an explanation is based on."""


@entry
def follow_policy(inputs: Inputs, scratch: Scratch, seed: int) -> int:
    """The policy's move. The state is a guess, but the policy reads only what the viewer knows."""
    game, facts, state = inputs.games[0], inputs.board_facts[0], scratch.states[0]
    load_dice(scratch.dice, seed)
    imagine(game, inputs.views[0], scratch.dice, state)
    weights = inputs.all_weights[0]
    plan = scratch.plans[state.seat]
    make_plan(game, facts, weights, state, state.seat, state.tickets[state.seat], plan)
    return choose(game, facts, weights, plan, state, scratch.dice, scratch.out)


@dataclass(frozen=True)
class PolicyBot:
    """Follows the policy with weights that depend on the game."""

    weights_for: Callable[[Game], Weights]

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that is worth most; ties are broken at random."""
        inputs = make_inputs(view, weights_array(self.weights_for(view.game)))
        return int(follow_policy(inputs, make_scratch(), rng.getrandbits(48)))

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """How good the sensible moves are, best first, by a search in which all seats play with this bot's weights."""
        return Search(rollouts=HINTS).opinions(view, weights_array(self.weights_for(view.game)), rng)
