"""Make the measurements of the learned player that take a GPU for a while, each in about 25 minutes.

    export WHISTLESTOP_TARGET=cuda
    python benchmarks/network_runs.py seeds new_york       # how much training runs with other seeds differ
    python benchmarks/network_runs.py seeds europe
    python benchmarks/network_runs.py exploiter new_york   # how often a network trained against express beats it
    python benchmarks/network_runs.py champion             # champion against express and planner, in every cell
    python benchmarks/network_runs.py treesearch           # express and champion against treesearch
    python benchmarks/network_runs.py ladder               # treesearch against planner, in every cell

A run is a list of commands; `--show` prints them. Each writes into the folder `runs`. What is done is not done again,
so the same command goes on where the time was over. At the end come all results so far as a table. `--small` tries
everything with a few games, and needs no GPU.
"""

import argparse
import csv
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from whistlestop.bots.network import FOLDER

MATCHES = str(Path(__file__).with_name("network_gpu.py"))
TRAIN = ["-m", "whistlestop", "train"]
CELLS = [("new_york", n) for n in (2, 3, 4)] + [("europe", n) for n in (2, 3, 4, 5)] + [("nordic", n) for n in (2, 3)]
ROUNDS = {"new_york": 330, "europe": 150, "nordic": 150}
"""Rounds of training in five or six minutes."""
SEEDS = (101, 102, 103)
EXPLOITER_ROUNDS = {"new_york": 900, "europe": 400, "nordic": 450}
"""Rounds in a quarter of an hour."""
SHORT = {
    ("nordic", 2): 872, ("nordic", 3): 585, ("europe", 2): 784, ("europe", 3): 492, ("europe", 4): 402,
    ("europe", 5): 350, ("new_york", 2): 3291, ("new_york", 3): 3240, ("new_york", 4): 2917,
}  # fmt: skip
"""About how many rollouts `treesearch` makes in a tenth of a second on one core (docs/ladder.md)."""
LONG = {("new_york", 2): 44040, ("nordic", 2): 13004, ("europe", 2): 12046}
"""And in a second."""
GRACE = 120
"""The seconds after the end in which training writes what it has learned."""
LEAST = 30
"""A command is not begun with fewer seconds left."""
SMALL_ROUNDS = 2
SMALL_TRAINING = ["--plays", "12", "--steps", "2", "--games", "1"]
SMALL_MATCH = ["--games", "2", "--slots", "8", "--rollouts", "8", "--against-rollouts", "8"]


@dataclass(frozen=True)
class Step:
    """A command, and what it writes: a folder for training, a CSV file with one row for a match."""

    words: list[str]
    output: Path
    rounds: int = 0
    """Of a training run."""

    def is_done(self) -> bool:
        """Whether the command has done everything."""
        if not self.rounds:
            return self.output.is_file()
        curve = self.output / "curve.csv"
        return curve.is_file() and len(curve.read_text("utf-8").splitlines()) > self.rounds

    def small(self) -> "Step":
        """The same with a few games."""
        words = [*self.words, *(SMALL_TRAINING if self.rounds else SMALL_MATCH)]
        return Step(words, self.output, min(self.rounds, SMALL_ROUNDS))

    def command(self, minutes: float) -> list[str]:
        """The words after `python`; training stops after some minutes."""
        if not self.rounds:
            return [*self.words, "--out", str(self.output)]
        return [*self.words, "--rounds", str(self.rounds), "--minutes", f"{minutes:.1f}", "-o", str(self.output)]


def match(folder: Path, cell: tuple[str, int], player: str, against: str, games: int, *options: object) -> Step:
    """A match in a cell; the options follow."""
    name = "-".join([cell[0], str(cell[1]), player, against, *(str(word) for word in options if isinstance(word, int))])
    words = [MATCHES, cell[0], "--seats", cell[1], "--player", player, "--against", against, "--games", games, *options]
    return Step([str(word) for word in words], folder / f"{name}.csv")


def seeds(folder: Path, name: str) -> list[Step]:
    """Networks from nothing with several seeds, and how strong each is with two seats."""
    steps = []
    for seed in SEEDS:
        run = folder / str(seed)
        steps.append(Step([*TRAIN, name, "--seed", str(seed)], run, ROUNDS[name]))
        file = ["--file", run / f"{name}.npz"]
        steps += [match(run, (name, 2), "express", other, 16384, *file) for other in ("planner", "veteran", "express")]
    return steps


def exploiter(folder: Path, name: str) -> list[Step]:
    """A network that learns against that of the package alone, and how often it wins with two seats."""
    known = str(FOLDER / f"{name}.npz")
    words = [*TRAIN, name, "--start", known, "--rival", known, "--opponents", "earlier=1", "--seats", "2"]
    run = folder / "exploiter"
    file = ["--file", run / f"{name}.npz"]
    return [
        Step([*words, "--seed", "110"], run, EXPLOITER_ROUNDS[name]),
        *(match(run, (name, 2), "express", other, 16384, *file) for other in ("express", "planner")),
    ]


def champion(folder: Path, _: str) -> list[Step]:
    """The search against the bare network, and among planners."""
    return [
        match(folder, cell, "champion", other, 1200 if cell[0] == "new_york" else 420)
        for other in ("express", "planner")
        for cell in sorted(CELLS, key=lambda cell: -cell[1])
    ]


def treesearch(folder: Path, _: str) -> list[Step]:
    """The network and its search against `treesearch` with a tenth of a second, and with a second."""
    long_games = {"new_york": 400, "nordic": 200, "europe": 200}
    return [
        *(match(folder, cell, "express", "treesearch", 420, "--against-rollouts", SHORT[cell]) for cell in CELLS),
        *(match(folder, c, "express", "treesearch", long_games[c[0]], "--against-rollouts", LONG[c]) for c in LONG),
        *(match(folder, cell, "champion", "treesearch", 240, "--against-rollouts", SHORT[cell]) for cell in CELLS),
    ]


def ladder(folder: Path, _: str) -> list[Step]:
    """`treesearch` among planners with a tenth of a second, and with a second."""
    return [
        *(match(folder, cell, "treesearch", "planner", 600, "--rollouts", SHORT[cell]) for cell in CELLS),
        *(match(folder, cell, "treesearch", "planner", 200, "--rollouts", LONG[cell]) for cell in LONG),
    ]


RUNS = {"seeds": seeds, "exploiter": exploiter, "champion": champion, "treesearch": treesearch, "ladder": ladder}


def plan(run: str, name: str, folder: Path, is_small: bool) -> list[Step]:
    """The steps of a run; `name` is the map, for those that need one."""
    steps = RUNS[run](folder / run / name, name)
    return [step.small() for step in steps] if is_small else steps


def environment(step: Step, is_small: bool) -> dict[str, str]:
    """What a command needs: small ones train in plain Python, and play their matches in Numba's simulator."""
    if not is_small:
        return dict(os.environ)
    target, simulated = ("none", "0") if step.rounds else ("cuda", "1")
    return {**os.environ, "WHISTLESTOP_TARGET": target, "NUMBA_ENABLE_CUDASIM": simulated}


def work(steps: list[Step], minutes: float, is_small: bool) -> bool:
    """Do what is not done yet until the time is over; returns whether everything is done."""
    end = time.monotonic() + 60 * minutes
    if not is_small:
        subprocess.run([sys.executable, MATCHES, "new_york", "--compile"], check=True)
    for step in steps:
        left = end - time.monotonic()
        if step.is_done():
            continue
        if left < LEAST:
            return False
        step.output.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, *step.command(left / 60)]
        print(shlex.join(command), flush=True)
        limit = left + (GRACE if step.rounds else 0)
        try:
            subprocess.run(command, env=environment(step, is_small), check=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return False
    return all(step.is_done() for step in steps)


def print_results(steps: list[Step]) -> None:
    """A table of the matches that are done."""
    print("| player | against | map, seats | rollouts | share of wins | games |\n| --- | --- | --- | --- | --- | --- |")
    for step in steps:
        if not step.rounds and step.is_done():
            with step.output.open(encoding="utf-8", newline="") as file:
                row = next(csv.DictReader(file))
            share, low, high = (f"{100 * float(row[name]):.1f}" for name in ("share", "low", "high"))
            rollouts = row["against_rollouts"] if row["against"] == "treesearch" else row["rollouts"]
            who = f"`{row['player']}`" + (f" of {Path(row['file']).parent.name}" if row["file"] else "")
            print(f"| {who} | `{row['against']}` | {row['map']}, {row['seats']} | {rollouts} ", end="")
            print(f"| {share} ({low} to {high}) | {row['games']} |")


def main() -> None:
    """Make a run, or go on with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", choices=list(RUNS))
    parser.add_argument("map", nargs="?", default="", choices=["", *ROUNDS], help="for seeds and exploiter")
    parser.add_argument("--minutes", type=float, default=23.0, help="stop after this long (default: 23)")
    parser.add_argument("--folder", type=Path, default=Path("runs"), help="where results are written (default: runs)")
    parser.add_argument("--show", action="store_true", help="only print the commands")
    parser.add_argument("--small", action="store_true", help="only try the commands, with a few games")
    args = parser.parse_args()
    if bool(args.map) != (args.run in ("seeds", "exploiter")):
        parser.error(f"{args.run} takes {'no' if args.map else 'a'} map")
    steps = plan(args.run, args.map, args.folder, args.small)
    if args.show:
        for step in steps:
            print("python", shlex.join(step.command(args.minutes)))
        return
    is_complete = work(steps, args.minutes, args.small)
    print_results(steps)
    print("Everything is done." if is_complete else "The time is over. The same command goes on.")


if __name__ == "__main__":
    main()
