"""Whole games between weights on a GPU, one per thread; for `tune.py` with the target `cuda`."""

import numpy as np
from numba import cuda

from whistlestop.bots.plan import PLAN
from whistlestop.bots.rollout import forget, roll
from whistlestop.game.dice import STREAMS, load_dice
from whistlestop.game.engine import set_up
from whistlestop.game.gpu import SCORE_SHEET_TYPE, STATE_TYPE, local_type
from whistlestop.game.limits import SEATS
from whistlestop.game.score import SCRATCH, score_state
from whistlestop.game.state import CHANCE

BLOCK = 64
PLAN_TYPE = local_type(PLAN)


@cuda.jit
def contest_on_gpu(games, board_facts, all_weights, count, seed, totals, places, out):
    """Game k tries weights k // count, in each seat in turn, with the last weights in all other seats."""
    k = cuda.grid(1)
    if k < totals.shape[0]:
        states = cuda.local.array(1, STATE_TYPE)
        plans = cuda.local.array(SEATS, PLAN_TYPE)
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        dice = cuda.local.array((STREAMS, 3), np.int64)
        weights_index = cuda.local.array(SEATS, np.int64)
        seats = totals.shape[1]
        number = k % count
        for seat in range(SEATS):
            weights_index[seat] = k // count if seat == number % seats else all_weights.shape[0] - 1
        load_dice(dice, seed + number // seats)
        set_up(games[0], states[0], CHANCE)
        forget(plans)
        roll(games[0], board_facts[0], all_weights, weights_index, plans, states[0], dice, out[:, k])
        score_state(games[0], states[0], sheets[0], scratch)
        for seat in range(seats):
            totals[k, seat] = sheets[0].total[seat]
            places[k, seat] = sheets[0].place[seat]
