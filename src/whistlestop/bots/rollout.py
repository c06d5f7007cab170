"""Rollouts: plays to the end in which every seat follows a policy."""

from collections.abc import Callable
from typing import Any

import numpy as np

from whistlestop.bots.plan import outdate
from whistlestop.bots.policy import choose
from whistlestop.bots.search_memory import Inputs, Scratch, make_scratch
from whistlestop.game.dice import load_dice
from whistlestop.game.engine import act_as_seat, deal_all, set_up
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.limits import SEATS, WORDS
from whistlestop.game.score import SCORE_SHEET, score_state
from whistlestop.game.state import CHANCE, OVER, is_chance

Policy = Callable[[Any, Any, Any, Any], int]
"""A kernel that chooses: `policy(game, state, dice, out)` gives the move of `state.seat`; `out` is room for moves."""


@subroutine
def advance(game: Any, state: Any, move: int) -> None:
    """Make a legal move of a seat."""
    act_as_seat(game, state, move)


@subroutine
def roll(game: Any, facts: Any, all_weights: Any, styles: Any, plans: Any, state: Any, dice: Any, out: Any) -> None:
    """Play to the end; every seat follows the policy of the bots with the taste of its style."""
    while state.phase != OVER:
        if is_chance(state.phase):
            deal_all(game, state, dice)
        else:
            seat = state.seat
            advance(game, state, choose(game, facts, all_weights[styles[seat]], plans[seat], state, dice, out))


@subroutine
def forget(plans: Any) -> None:
    """Outdate the plans of all seats, and drop what they wanted."""
    for seat in range(SEATS):
        outdate(plans[seat])
        for w in range(WORDS):
            plans[seat].wanted[w] = 0


@entry
def contests(inputs: Inputs, scratch: Scratch, seed: int, totals: Any, places: Any) -> None:
    """Whole plays from consecutive seeds between tastes, a row a play and a column a seat."""
    game, state, sheet = inputs.games[0], scratch.states[0], scratch.sheets[0]
    for k in range(totals.shape[0]):
        load_dice(scratch.dice, seed + k)
        set_up(game, state, CHANCE)
        forget(scratch.plans)
        roll(
            game,
            inputs.board_facts[0],
            inputs.all_weights,
            scratch.styles,
            scratch.plans,
            state,
            scratch.dice,
            scratch.out,
        )
        score_state(game, state, sheet, scratch.score_scratch)
        for seat in range(totals.shape[1]):
            totals[k, seat] = sheet.total[seat]
            places[k, seat] = sheet.place[seat]


def contest(game: Game, board_facts: Any, all_weights: Any, styles: Any, games: int, seed: int = 0) -> tuple[Any, Any]:
    """Totals and places of whole plays between tastes, all compiled: seat s plays with taste `styles[s]`."""
    totals, places = np.zeros((2, games, game.seats), np.int64)
    room = make_scratch()
    room.styles[: game.seats] = styles
    contests(Inputs(game.compiled, board_facts, all_weights, None), room, seed, totals, places)
    return totals, places


def playouts_with(policy: Policy) -> Callable[[Game, int, int], tuple[Any, Any]]:
    """Make a policy of one's own, a kernel, run whole plays at the engine's speed: every seat follows it.

    The function that comes back takes a game, a number of plays and the first seed, and gives totals and places.
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

    def play(game: Game, games: int, seed: int = 0) -> tuple[Any, Any]:
        room, sheets = make_scratch(), np.zeros(games, SCORE_SHEET)
        playouts(game.compiled, room.states, sheets, room.dice, room.out, room.score_scratch, seed)
        return sheets["total"][:, : game.seats], sheets["place"][:, : game.seats]

    return play
