"""Simulation: many random plays from consecutive seeds, all compiled, on threads or on a GPU.

Play k of a simulation has seed `seed + k` on every device and with any number of threads, and the same result.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.game.dice import SEED_LIMIT, STREAMS, check_seed, load_dice
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.play import play_randomly, set_up
from whistlestop.game.reasons import BadSeed
from whistlestop.game.score import SCRATCH, SHEET, score, score_state
from whistlestop.game.state import CHANCE, STATE

CHUNK = 512
"""How many plays a thread makes between two reports."""
GPU_CHUNK = 1 << 20
BLOCK = 128
"""Threads of a block on a GPU."""


@dataclass(frozen=True)
class Simulation:
    """The outcomes of random plays: a row a play, a column a seat."""

    totals: Any
    places: Any
    plies: Any


@entry
def playouts(games: Any, states: Any, dice: Any, out: Any, seed: int, plies: Any) -> None:
    """Play at random to the end in every state, from consecutive seeds; note how many moves each had."""
    game = games[0]
    for k in range(plies.shape[0]):
        load_dice(dice, seed + k)
        set_up(game, states[k], CHANCE)
        plies[k] = play_randomly(game, states[k], dice, out)


def simulate(
    game: Game, games: int, seed: int = 0, jobs: int = 1, report: Callable[[int], None] | None = None
) -> Simulation:
    """Play `games` random plays on `jobs` threads; `report` is told how many plays came to an end since it was told last.

    With the target `cuda` the plays run on the GPU and `jobs` says nothing.
    """
    check_seed(seed)
    if games < 0 or seed + games > SEED_LIMIT:
        raise BadSeed("seed_range", given=str(seed + games))
    rows = (games, game.seats)
    done = Simulation(np.zeros(rows, np.int32), np.zeros(rows, np.int32), np.zeros(games, np.int32))
    chunk = GPU_CHUNK if TARGET == "cuda" else CHUNK
    run = run_on_gpu if TARGET == "cuda" else run_on_cpu
    pieces = [range(at, min(at + chunk, games)) for at in range(0, games, chunk)]
    with ThreadPoolExecutor(1 if TARGET == "cuda" else jobs) as pool:
        for piece in pool.map(lambda piece: run(game, seed, piece, done), pieces):
            if report is not None:
                report(len(piece))
    return done


def run_on_cpu(game: Game, seed: int, piece: range, done: Simulation) -> range:
    """Make the plays of a range."""
    states = np.zeros(len(piece), STATE).view(np.recarray)
    sheets = np.zeros(len(piece), SHEET).view(np.recarray)
    dice = np.zeros((STREAMS, 3), np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    rows = slice(piece.start, piece.stop)
    playouts(game.tables, states, dice, scratch, seed + piece.start, done.plies[rows])
    score(game.tables, states, 0, len(piece), sheets, scratch)
    done.totals[rows] = sheets.total[:, : game.seats]
    done.places[rows] = sheets.place[:, : game.seats]
    return piece


if TARGET == "cuda":  # pragma: no cover - tested by tests/cuda, where coverage does not look
    from numba import config, cuda, from_dtype

    def local_type(dtype: Any) -> Any:
        """A record type for `cuda.local.array`; the simulator makes NumPy arrays, whose records must have attributes."""
        return np.dtype((np.record, dtype)) if config.ENABLE_CUDASIM else from_dtype(dtype)

    STATE_TYPE = local_type(STATE)
    SHEET_TYPE = local_type(SHEET)

    @cuda.jit(**({} if config.ENABLE_CUDASIM else {"max_registers": 64}))
    def play_on_gpu(games, seed, states, plies):  # type: ignore[no-untyped-def]
        """One play a thread, in the thread's own memory until it is over."""
        k = cuda.grid(1)
        if k < plies.shape[0]:
            own = cuda.local.array(1, STATE_TYPE)
            dice = cuda.local.array((STREAMS, 3), np.int64)
            load_dice(dice, seed + k)
            set_up(games[0], own[0], CHANCE)
            plies[k] = play_randomly(games[0], own[0], dice, plies)
            states[k] = own[0]

    @cuda.jit
    def score_on_gpu(games, states, totals, places):  # type: ignore[no-untyped-def]
        """One state a thread. Apart from play, since scoring needs more registers."""
        k = cuda.grid(1)
        if k < states.shape[0]:
            sheets = cuda.local.array(1, SHEET_TYPE)
            scratch = cuda.local.array(SCRATCH, np.int64)
            score_state(games[0], states[k], sheets[0], scratch)
            for seat in range(totals.shape[1]):
                totals[k, seat] = sheets[0].total[seat]
                places[k, seat] = sheets[0].place[seat]


def run_on_gpu(game: Game, seed: int, piece: range, done: Simulation) -> range:  # pragma: no cover - as above
    """Make the plays of a range on the GPU."""
    count = len(piece)
    blocks = -(-count // BLOCK)
    rows = slice(piece.start, piece.stop)
    games = cuda.to_device(np.asarray(game.tables))
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
