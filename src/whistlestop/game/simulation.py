"""Simulation: many random games from consecutive seeds, compiled, on threads or on a GPU.

Game k has the seed `seed + k` and the same result on every device and with any number of threads.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whistlestop.game.dice import SEED_LIMIT, STREAMS, check_seed, load_dice
from whistlestop.game.engine import play_randomly, set_up
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.kernel_types import Dice, GameArray, MoveArray, StateArray
from whistlestop.game.map_files import shown
from whistlestop.game.reasons import BadSeed
from whistlestop.game.score import SCORE_SHEET, SCRATCH, score
from whistlestop.game.state import CHANCE, STATE

CHUNK = 512
"""How many games a thread plays between two reports."""


@dataclass(frozen=True)
class Simulation:
    """The outcomes of random games: one row per game, one column per seat."""

    totals: NDArray[np.int32]
    places: NDArray[np.int32]
    plies: NDArray[np.int32]
    """The number of moves of each game."""


@entry
def playouts(games: GameArray, states: StateArray, dice: Dice, out: MoveArray, seed: int, plies: Any) -> None:
    """Play a random game in every state, from consecutive seeds, and write down the number of moves of each."""
    game = games[0]
    for k in range(plies.shape[0]):
        load_dice(dice, seed + k)
        set_up(game, states[k], CHANCE)
        plies[k] = play_randomly(game, states[k], dice, out)


def simulate(
    game: Game, games: int, seed: int = 0, jobs: int = 1, report: Callable[[int], None] | None = None
) -> Simulation:
    """Play `games` random games on `jobs` threads; `report` is called with the number of games just finished.

    With the target `cuda` the games run on the GPU, and `jobs` is ignored.
    """
    check_seed(seed)
    if games < 0 or seed + games > SEED_LIMIT:
        raise BadSeed("seed_range", given=shown(seed + games))
    rows = (games, game.seats)
    done = Simulation(np.zeros(rows, np.int32), np.zeros(rows, np.int32), np.zeros(games, np.int32))
    run, chunk = run_on_cpu, CHUNK
    if TARGET == "cuda":  # pragma: no cover - tested by tests/cuda, where coverage does not look
        from whistlestop.game import gpu

        run, chunk, jobs = gpu.run, gpu.CHUNK, 1
    pieces = [range(at, min(at + chunk, games)) for at in range(0, games, chunk)]
    with ThreadPoolExecutor(jobs) as pool:
        for piece in pool.map(lambda piece: run(game, seed, piece, done), pieces):
            if report is not None:
                report(len(piece))
    return done


def run_on_cpu(game: Game, seed: int, piece: range, done: Simulation) -> range:
    """Play the games of a range."""
    states = np.zeros(len(piece), STATE)
    sheets = np.zeros(len(piece), SCORE_SHEET)
    dice = np.zeros((STREAMS, 3), np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    rows = slice(piece.start, piece.stop)
    playouts(game.compiled, states, dice, scratch, seed + piece.start, done.plies[rows])
    score(game.compiled, states, 0, len(piece), sheets, scratch)
    done.totals[rows] = sheets["total"][:, : game.seats]
    done.places[rows] = sheets["place"][:, : game.seats]
    return piece
