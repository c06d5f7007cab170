"""Recipes run with the packages that they are for, in a small version; `make recipes` checks that all of them learn."""

import json
import os
import re
import shutil
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


def test_the_notebook_trains_rates_and_draws(tmp_path: Path) -> None:
    """A network of seconds, 20 games, a picture: each cell runs, and shows what it should."""
    pytest.importorskip("ipykernel")
    pytest.importorskip("nbclient")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    notebook = tmp_path / "examples" / "train_and_evaluate.ipynb"
    done = subprocess.run(
        [sys.executable, "-m", "jupyter", "execute", "--inplace", str(notebook)],
        env={**os.environ, "MINUTES": "0.01", "OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    cells = [
        cell["outputs"] for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    texts = ["".join("".join(output.get("text", "")) for output in outputs) for outputs in cells]
    assert re.search(r"[\d.]+% of 1,000 games against random moves", texts[0])
    assert re.search(r"rating -?\d+ \(-?\d+ to -?\d+\)", texts[1])
    assert "<svg" in "".join(cells[2][-1]["data"]["image/svg+xml"])
