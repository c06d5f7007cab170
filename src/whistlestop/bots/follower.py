"""A bot that follows the policy with a taste of its own: it does what seems best, without looking ahead."""

import random
from typing import ClassVar

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
"""How many rollouts stand behind an explanation."""


@entry
def follow(inputs: Inputs, scratch: Scratch, seed: int) -> int:
    """The policy's move. The state is a guess, but of it the policy reads only what the viewer knows."""
    game, facts, state = inputs.games[0], inputs.board_facts[0], scratch.states[0]
    load_dice(scratch.dice, seed)
    imagine(game, inputs.views[0], scratch.dice, state)
    weights = inputs.all_weights[0]
    plan = scratch.plans[state.seat]
    make_plan(game, facts, weights, state, state.seat, state.tickets[state.seat], plan)
    return choose(game, facts, weights, plan, state, scratch.dice, scratch.out)


class Follower:
    """Follows a taste."""

    weights: ClassVar[Weights]

    @classmethod
    def weights_for(cls, game: Game) -> Weights:
        """The taste with which it plays a game."""
        return cls.weights

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that is worth most; among equals, any."""
        return int(
            follow(make_inputs(view, weights_array(self.weights_for(view.game))), make_scratch(), rng.getrandbits(48))
        )

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """What a search thinks of the sensible moves that plays on in this bot's own manner, the best first."""
        return Search(rollouts=HINTS).opinions(view, weights_array(self.weights_for(view.game)), rng)
