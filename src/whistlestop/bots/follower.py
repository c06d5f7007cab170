"""A bot that follows the policy with a taste of its own: it does what seems best, without looking ahead."""

import random
from typing import ClassVar

from whistlestop.bots.desk import Desk, Question, desk, question
from whistlestop.bots.plan import make_plan
from whistlestop.bots.policy import choose
from whistlestop.bots.search import Opinion, Search
from whistlestop.bots.taste import Taste, tastes
from whistlestop.game.dice import load_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import imagine
from whistlestop.game.kernel import entry
from whistlestop.game.view import View

HINTS = 2000
"""How many rollouts stand behind an explanation."""


@entry
def follow(question: Question, desk: Desk, seed: int) -> int:
    """The policy's move. The state is a guess, but of it the policy reads only what the viewer knows."""
    game, chart, state = question.games[0], question.charts[0], desk.states[0]
    load_dice(desk.dice, seed)
    imagine(game, question.views[0], desk.dice, state)
    taste = question.tastes[0]
    plan = desk.plans[state.seat]
    make_plan(game, chart, taste, state, state.seat, state.tickets[state.seat], plan)
    return choose(game, chart, taste, plan, state, desk.dice, desk.out)


class Follower:
    """Follows a taste."""

    taste: ClassVar[Taste]

    @classmethod
    def taste_for(cls, game: Game) -> Taste:
        """The taste with which it plays a game."""
        return cls.taste

    def choose(self, view: View, rng: random.Random) -> int:
        """The move that is worth most; among equals, any."""
        return int(follow(question(view, tastes(self.taste_for(view.game))), desk(), rng.getrandbits(48)))

    def explain(self, view: View, rng: random.Random) -> list[Opinion]:
        """What a search thinks of the sensible moves that plays on in this bot's own manner, the best first."""
        return Search(rollouts=HINTS).opinions(view, tastes(self.taste_for(view.game)), rng)
