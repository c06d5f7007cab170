"""Tuning weights on a GPU: the same games as on the CPU, here in Numba's simulator against the uncompiled rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
JUDGE = """
import json, sys
import tune
from whistlestop.bots import planner, veteran
from whistlestop.game.game import Game
from whistlestop.game.kernel import TARGET

game = Game("new_york", 2)
judge = tune.judge_on_gpu if TARGET == "cuda" else tune.judge_here
tried = [veteran.weights_for(game), planner.weights_for(game)]
print(json.dumps(judge(game, tried, planner.weights_for(game), 4, 3).tolist()))
"""


def judged(target: str) -> list[float]:
    """How a target judges two sets of weights."""
    path = os.pathsep.join([str(ROOT / "benchmarks"), str(Path(__file__).parent), *filter(None, sys.path)])
    environment = {**os.environ, "WHISTLESTOP_TARGET": target, "PYTHONPATH": path}
    command = [sys.executable, "-c", "import conftest\n" + JUDGE]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    merits: list[float] = json.loads(done.stdout)
    return merits


def test_a_gpu_judges_weights_as_the_cpu_does() -> None:
    found = judged("cuda")
    assert found == pytest.approx(judged("none"), abs=1e-12)
    assert found[1] == 0.5  # the planner against itself, with the same deals in both seats
