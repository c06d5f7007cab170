"""Turns: chance and bots move until a seat is to move that somebody else decides for.

A learner, an environment or a search decides for some seats of a game; the others follow a policy.
"""

from typing import Any

import numpy as np

from whistlestop.bots.plan import make_plan
from whistlestop.bots.policy import choose
from whistlestop.game.dice import STREAMS, load_dice
from whistlestop.game.engine import act_as_seat, deal_all, set_up
from whistlestop.game.kernel import subroutine
from whistlestop.game.state import CHANCE, OVER, is_chance, record_type

I = np.int64

PLAY = record_type(
    [
        ("seed", I),  # of the game that is being played
        ("cell", I),  # which of the games: their seats differ
        ("learners", I),  # the seats that the learner plays, as a set
        ("weights", I),  # the row of weights that the other seats play with
        ("prior", I),  # the row of weights that rates the learner's candidates
        ("ahead", I),  # how many decisions of the learner bots make first, so that games are not all in the same phase
        ("dice", I, (STREAMS, 3)),
    ]
)
"""One of many games, and who plays it."""


@subroutine
def begin(games: Any, state: Any, play: Any) -> None:
    """Start the game of a seed."""
    load_dice(play.dice, play.seed)
    set_up(games[play.cell], state, CHANCE)


@subroutine
def play_on(games: Any, facts: Any, all_weights: Any, state: Any, play: Any, plan: Any, out: Any) -> None:
    """Let chance and the other seats move until the learner is to move or the game is over."""
    game, weights = games[play.cell], all_weights[play.weights]
    while state.phase != OVER:
        if is_chance(state.phase):
            deal_all(game, state, play.dice)
        else:
            if play.learners >> state.seat & 1 == 1:
                if play.ahead == 0:
                    break
                play.ahead -= 1
            make_plan(game, facts[0], weights, state, state.seat, state.tickets[state.seat], plan)
            move = choose(game, facts[0], weights, plan, state, play.dice, out)
            act_as_seat(game, state, move)


@subroutine
def act(games: Any, facts: Any, all_weights: Any, state: Any, play: Any, action: int, plan: Any, out: Any) -> None:
    """Make the learner's move, unless it is negative or the game is over, and let the others move."""
    if action >= 0 and state.phase != OVER:
        act_as_seat(games[play.cell], state, action)
    play_on(games, facts, all_weights, state, play, plan, out)
