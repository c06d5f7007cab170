"""Rollouts: plays to the end in which every seat follows a policy."""

from collections.abc import Callable
from typing import Any

import numpy as np

from whistlestop.bots.desk import Desk, Question, desk
from whistlestop.bots.plan import outdate
from whistlestop.bots.policy import choose
from whistlestop.game.dice import load_dice
from whistlestop.game.game import Game
from whistlestop.game.kernel import entry, subroutine
from whistlestop.game.limits import SEATS, WORDS
from whistlestop.game.play import act_as_chance, act_as_seat, deal, set_up
from whistlestop.game.score import SHEET, score_state
from whistlestop.game.state import BY_CHANCE, CHANCE, OVER

Policy = Callable[[Any, Any, Any, Any], int]
"""A kernel that chooses: `policy(game, state, dice, out)` gives the move of `state.seat`; `out` is room for moves."""


@subroutine
def advance(game: Any, state: Any, move: int) -> None:
    """Make a legal move of a seat."""
    act_as_seat(game, state, move)


@subroutine
def advance_chance(game: Any, state: Any, dice: Any) -> None:
    """Make all moves that chance owes."""
    while BY_CHANCE >> state.phase & 1 == 1:
        act_as_chance(game, state, deal(game, state, dice))


@subroutine
def roll(game: Any, chart: Any, tastes: Any, styles: Any, plans: Any, state: Any, dice: Any, out: Any) -> None:
    """Play to the end; every seat follows the policy of the bots with the taste of its style."""
    while state.phase != OVER:
        if BY_CHANCE >> state.phase & 1 == 1:
            advance_chance(game, state, dice)
        else:
            seat = state.seat
            advance(game, state, choose(game, chart, tastes[styles[seat]], plans[seat], state, dice, out))


@subroutine
def forget(plans: Any) -> None:
    """Outdate the plans of all seats, and drop what they wanted."""
    for seat in range(SEATS):
        outdate(plans[seat])
        for w in range(WORDS):
            plans[seat].wanted[w] = 0


@entry
def contests(question: Question, desk: Desk, seed: int, totals: Any, places: Any) -> None:
    """Whole plays from consecutive seeds between tastes, a row a play and a column a seat."""
    game, state, sheet = question.games[0], desk.states[0], desk.sheets[0]
    for k in range(totals.shape[0]):
        load_dice(desk.dice, seed + k)
        set_up(game, state, CHANCE)
        forget(desk.plans)
        roll(game, question.charts[0], question.tastes, desk.styles, desk.plans, state, desk.dice, desk.out)
        score_state(game, state, sheet, desk.scratch)
        for seat in range(totals.shape[1]):
            totals[k, seat] = sheet.total[seat]
            places[k, seat] = sheet.place[seat]


def contest(game: Game, charts: Any, tastes: Any, styles: Any, plays: int, seed: int = 0) -> tuple[Any, Any]:
    """Totals and places of whole plays between tastes, all compiled: seat s plays with taste `styles[s]`."""
    totals, places = np.zeros((2, plays, game.seats), np.int64)
    room = desk()
    room.styles[: game.seats] = styles
    contests(Question(game.tables, charts, tastes, None), room, seed, totals, places)
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
                if BY_CHANCE >> state.phase & 1 == 1:
                    advance_chance(game, state, dice)
                else:
                    advance(game, state, policy(game, state, dice, out))
            score_state(game, state, sheets[n], scratch)

    def play(game: Game, plays: int, seed: int = 0) -> tuple[Any, Any]:
        room, sheets = desk(), np.zeros(plays, SHEET)
        playouts(game.tables, room.states, sheets, room.dice, room.out, room.scratch, seed)
        return sheets["total"][:, : game.seats], sheets["place"][:, : game.seats]

    return play
