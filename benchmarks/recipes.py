"""Train with every recipe in examples/, and check that each wins at least 95 % of its games against `random`.

`make recipes` runs it. It prints each recipe's share of wins with its 95 % interval, and its CPU time.
"""

import argparse
import re
import resource
import subprocess
import sys
from typing import Any

from whistlestop.ratings.rankings import wilson

LEAST = 0.95
RECIPES: dict[str, list[Any]] = {
    "maskable_ppo": ["--steps", 60_000],
    "rllib_ppo": ["--steps", 60_000],
    "torchrl_ppo": ["--steps", 60_000],
    "ppo": ["--rounds", 25, "--minutes", 60],
    "openspiel_ismcts": ["--games", 20, "--simulations", 40],
}
"""The files, and budgets that are large enough."""
SHARE = re.compile(r"([\d.]+)% of ([\d,]+) games")


def main() -> None:
    """Run the recipes one after another; exit with 1 if one does not reach the share."""
    parser = argparse.ArgumentParser(description="Train with the recipes in examples/.")
    parser.add_argument("--recipe", action="append", choices=list(RECIPES), help="only this one (default: all)")
    args = parser.parse_args()
    failed = [name for name in args.recipe or RECIPES if not reaches(name)]
    if failed:
        sys.exit(f"Not at least {LEAST:.0%}: {', '.join(failed)}")


def reaches(name: str) -> bool:
    """Run a recipe, print what it reached, and say whether that is enough."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [sys.executable, f"examples/{name}.py", *map(str, RECIPES[name])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = SHARE.findall(done.stdout)
    if done.returncode or not found:
        print(f"{name} failed.\n{done.stdout}", flush=True)
        return False
    share, games = float(found[-1][0]) / 100, int(found[-1][1].replace(",", ""))
    low, high = wilson(share * games, games)
    print(f"{name}: {share:.1%} ({low:.1%} to {high:.1%}) of {games} games, {seconds:.0f} s of CPU time", flush=True)
    return share >= LEAST


if __name__ == "__main__":
    main()
