"""Opponents: bots that follow the policy, or move at random, play the seats that a learner does not."""

from typing import Any, NamedTuple

from whistlestop.bots import policy
from whistlestop.bots.kernel_types import FactsRec, PlanRec
from whistlestop.bots.plan import make_plan
from whistlestop.env.kernel_types import EpisodeRec
from whistlestop.env.kernels.earnings import BY_POINTS
from whistlestop.env.kernels.games import act, choose, game_seed
from whistlestop.game.dice import CHOICES, below, load_dice
from whistlestop.game.kernel import subroutine
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.state import OVER

# Who plays a seat, if it is no bot with weights.
LEARNER = -1
RANDOM = -2
ANY_SEAT = -1
"""The learner's seat is drawn for every game."""


class Opponents(NamedTuple):
    """Who plays the seats that the learner does not."""

    facts: Any
    """What bots know about the board, one FACTS record."""
    weights: Any
    """WEIGHTS records."""
    lineups: Any
    """A row for each of the opponents that a game can have: who plays the seats after the learner's."""
    seat: int
    """The learner's seat, or ANY_SEAT."""


@subroutine
def seat_players(game: GameRec, episode: EpisodeRec, lineups: Any, seat: int) -> None:
    """Draw the opponents of a game, and the learner's seat unless it is given; this depends only on the game's seed."""
    load_dice(episode.luck, game_seed(episode.seed, 1))
    episode.opponent = below(episode.luck, CHOICES, lineups.shape[0])
    learner = seat
    if seat == ANY_SEAT:
        learner = below(episode.luck, CHOICES, game.seats)
    episode.players[learner] = LEARNER
    for n in range(1, game.seats):
        episode.players[(learner + n) % game.seats] = lineups[episode.opponent, n - 1]


@subroutine
def choose_as(
    game: GameRec, facts: FactsRec, weights: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any
) -> int:  # fmt: skip
    """The move of the bot whose turn it is; it reads only what its seat knows."""
    player = episode.players[state.seat]
    if player == RANDOM:
        return choose(game, state, episode.luck, moves)
    make_plan(game, facts, weights[player], state, state.seat, state.tickets[state.seat], plan)
    return policy.choose(game, facts, weights[player], plan, state, episode.luck, moves)


@subroutine
def play_others(
    game: GameRec, facts: FactsRec, weights: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any,
    kind: int, i: int, rewards: Any,
) -> None:  # fmt: skip
    """Let the opponents move until the learner is to move or the game is over."""
    while state.phase != OVER and episode.players[state.seat] != LEARNER:
        seat = state.seat
        points = act(game, state, episode.dice, choose_as(game, facts, weights, state, episode, plan, moves))
        if kind == BY_POINTS:
            rewards[i, seat] += points
