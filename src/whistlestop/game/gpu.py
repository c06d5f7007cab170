"""Simulation on a GPU, one game per thread; only imported with the target `cuda`."""
# mypy: ignore-errors
# numba-cuda creates its names at run time, so nothing here can be typed.

from typing import Any

import numpy as np
from numba import config, cuda, from_dtype

from whistlestop.game.dice import STREAMS, load_dice
from whistlestop.game.engine import play_randomly, set_up
from whistlestop.game.game import Game
from whistlestop.game.score import SCORE_SHEET, SCRATCH, score_state
from whistlestop.game.simulation import Simulation
from whistlestop.game.state import CHANCE, STATE

CHUNK = 1 << 20
"""How many games one launch plays."""
BLOCK = 128


def local_type(dtype: Any) -> Any:
    """A record type for `cuda.local.array`; the simulator makes NumPy arrays."""
    return dtype if config.ENABLE_CUDASIM else from_dtype(dtype)


STATE_TYPE = local_type(STATE)
SCORE_SHEET_TYPE = local_type(SCORE_SHEET)


@cuda.jit(**({} if config.ENABLE_CUDASIM else {"max_registers": 64}))
def play_on_gpu(games, seed, states, plies):
    """Play one game per thread, in the thread's local memory until it is over."""
    k = cuda.grid(1)
    if k < plies.shape[0]:
        own = cuda.local.array(1, STATE_TYPE)
        dice = cuda.local.array((STREAMS, 3), np.int64)
        load_dice(dice, seed + k)
        set_up(games[0], own[0], CHANCE)
        plies[k] = play_randomly(games[0], own[0], dice, plies)
        states[k] = own[0]


@cuda.jit
def score_on_gpu(games, states, totals, places):
    """Score one state per thread. A kernel of its own, since scoring needs more registers than play."""
    k = cuda.grid(1)
    if k < states.shape[0]:
        sheets = cuda.local.array(1, SCORE_SHEET_TYPE)
        scratch = cuda.local.array(SCRATCH, np.int64)
        score_state(games[0], states[k], sheets[0], scratch)
        for seat in range(totals.shape[1]):
            totals[k, seat] = sheets[0].total[seat]
            places[k, seat] = sheets[0].place[seat]


def run(game: Game, seed: int, piece: range, done: Simulation) -> range:
    """Play the games of a range on the GPU."""
    count = len(piece)
    blocks = -(-count // BLOCK)
    rows = slice(piece.start, piece.stop)
    games = cuda.to_device(np.asarray(game.compiled))
    states = cuda.device_array(count, STATE)
    plies = cuda.device_array(count, np.int32)
    totals = cuda.device_array((count, game.seats), np.int32)
    places = cuda.device_array((count, game.seats), np.int32)
    play_on_gpu[blocks, BLOCK](games, seed + piece.start, states, plies)
    score_on_gpu[blocks, BLOCK](games, states, totals, places)
    plies.copy_to_host(done.plies[rows])
    totals.copy_to_host(done.totals[rows])
    places.copy_to_host(done.places[rows])
    return piece
