"""Law 5: compiled and uncompiled runs of the same record agree byte for byte.

The golden records and random games are run here, compiled, and in another process as plain Python. CUDA has its own
test, in tests/cuda.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from laws.games import random_game
from positions import TABLES
from small import tiny_game

from whistlestop.game import engine
from whistlestop.game.dice import make_dice
from whistlestop.game.game import Game
from whistlestop.game.guess import guess
from whistlestop.game.kernel import TARGET
from whistlestop.game.result import result
from whistlestop.game.state import CHANCE, STATE
from whistlestop.game.view import SPECTATOR

TESTS = Path(__file__).parents[1]
HALVES = ("records", "games")


def digests(half: str, folder: Path) -> dict[str, str]:
    """A digest of all states on the way, by record or game."""
    found = {}
    if half == "records":
        for kind in ("out", "under"):
            tiny_game(folder, kind)
        for path in sorted((TESTS / "golden").glob("*_*.txt")):
            found[path.stem] = digest_of(path.read_text(encoding="ascii"), folder)
    else:
        for name, seats in TABLES:
            game = Game(name, seats)
            walked = random_game(game, 31)
            digest = hashlib.sha256(walked.states.tobytes())
            for ply in range(0, len(walked.states), 29):
                record = walked.record(ply)
                for viewer in range(SPECTATOR, seats):
                    views = record.view(viewer).views
                    digest.update(views.tobytes())
                    guessed = record.states.copy()
                    guess(game.compiled, views, 0, make_dice(ply), guessed, 0)
                    digest.update(guessed.tobytes())
            found[f"{name} {seats}"] = digest.hexdigest()
    return found


def digest_of(text: str, folder: Path) -> str:
    """A digest of all states of a written record, of what is legal in them, and of the result."""
    header, _, lines = text.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in header.split("\n"))
    game = Game(fields["map"], int(fields["seats"]), [folder])
    states: Any = np.zeros(1, STATE).view(np.recarray)
    out = np.zeros(len(game.catalogue), np.int64)
    engine.start(game.compiled, states, 0, int(fields.get("first", CHANCE)))
    digest = hashlib.sha256(states.tobytes())
    for line in lines.splitlines():
        move = re.sub(" [0-9]+/[0-9]+$", "", line.partition(" ")[2])
        count = engine.step(game.compiled, states, 0, game.catalogue.numbers[move], out)
        digest.update(states.tobytes() + out[:count].tobytes())
    digest.update(json.dumps(result(game, states, 0).as_dict(), sort_keys=True).encode())
    return digest.hexdigest()


@pytest.mark.skipif(TARGET != "cpu", reason="the compiled run of the tests compares both")
@pytest.mark.parametrize("half", HALVES)
def test_compiled_and_uncompiled_runs_agree(half: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "laws.test_agreement", half, str(tmp_path)]
    path = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": "none", "PYTHONPATH": path}
    plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == digests(half, tmp_path)


if __name__ == "__main__":
    import conftest  # noqa: F401 - records that find their fields quickly

    assert TARGET == "none"
    json.dump(digests(sys.argv[1], Path(sys.argv[2])), sys.stdout)
