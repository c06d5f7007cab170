"""Law 5 on CUDA: the same games, byte for byte, on Numba's CUDA simulator and uncompiled."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET
from whistlestop.game.simulation import simulate
from whistlestop.game.state import STATE

GAMES = 3
SEED = 100
CELLS = [("nordic", 2), ("nordic", 3), ("europe", 2), ("europe", 5), ("new_york", 2), ("new_york", 4)]

# What the other process runs: the same games with no GPU, uncompiled.
OTHER = """
import hashlib, json, sys
import conftest
import numpy as np
from whistlestop.game.dice import STREAMS
from whistlestop.game.game import Game
from whistlestop.game.simulation import playouts, simulate
from whistlestop.game.state import STATE

games, seed = int(sys.argv[1]), int(sys.argv[2])
answers = {}
for cell in sys.argv[3:]:
    name, seats = cell.split(":")
    game = Game(name, int(seats))
    states = np.zeros(games, STATE).view(np.recarray)
    plies = np.zeros(games, np.int64)
    playouts(game.compiled, states, np.zeros((STREAMS, 3), np.int64), plies, seed, plies)
    done = simulate(game, games, seed)
    answers[cell] = {
        "states": hashlib.sha256(states.tobytes()).hexdigest(),
        "totals": done.totals.tolist(),
        "places": done.places.tolist(),
        "plies": done.plies.tolist(),
    }
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def uncompiled() -> dict[str, dict[str, object]]:
    """What the uncompiled rules make of the same seeds."""
    cells = [f"{name}:{seats}" for name, seats in CELLS]
    path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": "none", "PYTHONPATH": path}
    command = [sys.executable, "-c", OTHER, str(GAMES), str(SEED), *cells]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    answers: dict[str, dict[str, object]] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_games_on_cuda_agree_byte_for_byte(name: str, seats: int, uncompiled: dict[str, dict[str, object]]) -> None:
    from whistlestop.game.gpu import play_on_gpu

    assert TARGET == "cuda"
    game = Game(name, seats)
    states = np.zeros(GAMES, STATE).view(np.recarray)
    plies = np.zeros(GAMES, np.int64)
    play_on_gpu[1, GAMES](game.compiled, SEED, states, plies)
    done = simulate(game, GAMES, SEED)
    assert uncompiled[f"{name}:{seats}"] == {
        "states": hashlib.sha256(states.tobytes()).hexdigest(),
        "totals": done.totals.tolist(),
        "places": done.places.tolist(),
        "plies": done.plies.tolist(),
    }
