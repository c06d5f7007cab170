"""Recipes run with the packages that they are for, in a small version; `make recipes` checks that all of them learn."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from whistlestop.game.kernel import TARGET

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(TARGET != "cpu", reason="recipes play whole games, for those who run them compiled")


@pytest.mark.parametrize(
    ("name", "package", "arguments"),
    [
        ("maskable_ppo", "sb3_contrib", ["--steps", "2048", "--games", "4"]),
        ("torchrl_ppo", "torchrl", ["--steps", "4096", "--games", "4"]),
        ("openspiel_ismcts", "pyspiel", ["--games", "1", "--simulations", "2"]),
    ],
)
def test_a_recipe_trains_and_plays(name: str, package: str, arguments: list[str]) -> None:
    pytest.importorskip(package)
    done = subprocess.run(
        [sys.executable, f"examples/{name}.py", *arguments],
        cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r"[\d.]+% of \d+ games", done.stdout)
