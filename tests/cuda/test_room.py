"""A room on CUDA shows the bytes that it shows on the CPU: in the simulator, against plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `train`")

PROGRAM = """
import conftest, hashlib, json
from whistlestop.bots.inputs import make_shape
from whistlestop.game.kernel import TARGET
from whistlestop.learn.league import Shares, assign, first_priors
from whistlestop.learn.room import all_games, make_room

digests = []
for name in ("new_york", "europe", "nordic"):
    games = all_games(name)
    shares = Shares({"planner": 1.0, "itself": 1.0}, {games[0].seats: 1.0, games[-1].seats: 1.0})
    plays = assign(games, shares, 2, seed=3, ahead=1).plays
    shape, priors = make_shape(games[0], 64, 1), first_priors(games)
    room = make_room(games, shape, priors, plays, TARGET if TARGET == "cuda" else "cpu")
    room.reset()
    for _ in range(2):
        room.step(room.moves.long().gather(1, room.prior.long().argmax(1)[:, None])[:, 0])
        shown = (room.seat, room.rows, room.mask, room.moves, room.prior, room.hidden, room.done, room.totals)
        digests.append([hashlib.sha256(tensor.numpy().tobytes()).hexdigest() for tensor in shown])
print(json.dumps(digests))
"""


def shown(target: str) -> list[list[str]]:
    """Digests of what a room shows after some steps."""
    path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": target, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_a_room_on_cuda_agrees_byte_for_byte() -> None:
    assert shown("cuda") == shown("none")
