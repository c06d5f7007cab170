"""Rollouts: games played to the end in which every seat follows a policy."""

from collections.abc import Callable
from typing import Any

import numpy as np

from whistlestop.bots.kernel_types import FactsRec, PlanArray, WeightsArray
from whistlestop.bots.plan import outdate
from whistlestop.bots.policy import choose
from whistlestop.bots.search_memory import Inputs, Scratch, make_scratch
from whistlestop.game.dice import load_dice
from whistlestop.game.engine import act_as_seat, deal_all, set_up
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, MoveArray, StateRec
from whistlestop.game.limits import SEATS, WORDS
from whistlestop.game.score import SCORE_SHEET, score_state
from whistlestop.game.state import CHANCE, OVER, is_chance

Policy = Callable[[Any, Any, Any, Any], int]
"""A kernel that chooses: `policy(game, state, dice, out)` returns the mover's move; `out` can hold all moves."""


@subroutine
def advance(game: GameRec, state: StateRec, move: int) -> None:
    """Make a legal move of a seat."""
    act_as_seat(game, state, move)


@subroutine
def roll(
    game: GameRec,
    facts: FactsRec,
    all_weights: WeightsArray,
    weights_index: Any,
    plans: PlanArray,
    state: StateRec,
    dice: Dice,
    out: MoveArray,
) -> None:
    """Play to the end; every seat follows the policy with its own weights."""
    while state.phase != OVER:
        if is_chance(state.phase):
            deal_all(game, state, dice)
        else:
            seat = state.seat
            weights = all_weights[weights_index[seat]]
            advance(game, state, choose(game, facts, weights, plans[seat], state, dice, out))


@subroutine
def forget(plans: PlanArray) -> None:
    """Discard the plans of all seats."""
    for seat in range(SEATS):
        outdate(plans[seat])
        for w in range(WORDS):
            plans[seat].wanted[w] = 0


@entry
def contests(inputs: Inputs, scratch: Scratch, seed: int, totals: Any, places: Any) -> None:
    """Whole games from consecutive seeds: a row for each game, a column for each seat."""
    game, state, sheet = inputs.games[0], scratch.states[0], scratch.sheets[0]
    for k in range(totals.shape[0]):
        load_dice(scratch.dice, seed + k)
        set_up(game, state, CHANCE)
        forget(scratch.plans)
        roll(
            game,
            inputs.board_facts[0],
            inputs.all_weights,
            scratch.weights_index,
            scratch.plans,
            state,
            scratch.dice,
            scratch.out,
        )
        score_state(game, state, sheet, scratch.score_scratch)
        for seat in range(totals.shape[1]):
            totals[k, seat] = sheet.total[seat]
            places[k, seat] = sheet.place[seat]


def contest(
    game: Game, board_facts: Any, all_weights: Any, weights_index: Any, games: int, seed: int = 0
) -> tuple[Any, Any]:
    """Totals and places of whole games, all compiled; seat s plays with the weights `all_weights[weights_index[s]]`."""
    totals, places = np.zeros((2, games, game.seats), np.int64)
    scratch = make_scratch()
    scratch.weights_index[: game.seats] = weights_index
    contests(Inputs(game.compiled, board_facts, all_weights, None), scratch, seed, totals, places)
    return totals, places


def playouts_with(policy: Policy) -> Callable[[Game, int, int], tuple[Any, Any]]:
    """Compile a policy of your own, a kernel, into the loop that plays whole games: every seat follows it.

    The returned function takes a game, a number of games and the first seed, and returns totals and places.
    """

    @entry
    def playouts(games: Any, states: Any, sheets: Any, dice: Any, out: Any, scratch: Any, seed: int) -> None:
        game, state = games[0], states[0]
        for n in range(sheets.shape[0]):
            load_dice(dice, seed + n)
            set_up(game, state, CHANCE)
            while state.phase != OVER:
                if is_chance(state.phase):
                    deal_all(game, state, dice)
                else:
                    advance(game, state, policy(game, state, dice, out))
            score_state(game, state, sheets[n], scratch)

    def play_games(game: Game, games: int, seed: int = 0) -> tuple[Any, Any]:
        memory, sheets = make_scratch(), np.zeros(games, SCORE_SHEET)
        playouts(game.compiled, memory.states, sheets, memory.dice, memory.out, memory.score_scratch, seed)
        return sheets["total"][:, : game.seats], sheets["place"][:, : game.seats]

    return play_games
