"""`whistlestop simulate`: many random games and a summary. Progress goes to stderr, the result to stdout.

The engine is imported inside functions, because the device must be chosen first.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from whistlestop.cli.arguments import add_jobs, add_map, add_maps, add_seats, add_seed, positive
from whistlestop.cli.exit_codes import REFUSED

if TYPE_CHECKING:
    from whistlestop.game.game import Game
    from whistlestop.game.simulation import Simulation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simulate`."""
    parser.description = "Play many games in which every legal move is equally likely, and summarise the scores."
    add_map(parser)
    add_seats(parser)
    parser.add_argument("--games", type=positive, default=10_000, metavar="N", help="number of games (default: 10000)")
    add_jobs(parser, "threads")
    add_seed(parser, "game")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="where to play (default: cpu)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate, and print the summary."""
    if args.device == "cuda":
        os.environ["WHISTLESTOP_TARGET"] = "cuda"
        problem = why_no_gpu()
        if problem:
            print(problem, file=sys.stderr)
            return REFUSED
    from whistlestop.cli.compiling import SIMULATION, announce
    from whistlestop.game.game import Game

    game = Game(args.map, args.seats, args.maps)
    announce(SIMULATION)
    simulation, seconds = simulate(game, args)
    summary = summarise(game, args, simulation, seconds)
    if args.json:
        print(json.dumps(summary, indent=2))
    else:
        print_summary(summary)
    return 0


def why_no_gpu() -> str:
    """Why there is no GPU to play on, as a sentence; empty if there is one."""
    if find_spec("numba_cuda") is None:
        return "Playing on a GPU needs the package numba-cuda: install `whistlestop[cuda]`."
    from whistlestop.game.kernel import TARGET

    if TARGET != "cuda":
        return f"The rules are already loaded for {TARGET!r}; start a new process to play on a GPU."
    is_available: Callable[[], bool] = import_module("numba.cuda").is_available  # numba-cuda has few type hints
    return "" if is_available() else "CUDA found no GPU; use `--device cpu`."


def simulate(game: "Game", args: argparse.Namespace) -> tuple["Simulation", float]:
    """Play with a progress bar; the games, and the seconds they took."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from whistlestop.cli.console import make_progress
    from whistlestop.game import simulation

    simulation.simulate(game, 1, args.seed)  # so that compiling is not timed
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with make_progress(*columns) as progress:
        bar = progress.add_task("games", total=args.games, rate="")
        began = time.perf_counter()
        done = 0

        def report(games: int) -> None:
            nonlocal done
            done += games
            rate = done / (time.perf_counter() - began)
            progress.update(bar, advance=games, rate=f"{rate:,.0f} games/s")

        outcome = simulation.simulate(game, args.games, args.seed, args.jobs, report)
        return outcome, time.perf_counter() - began


def summarise(game: "Game", args: argparse.Namespace, simulation: "Simulation", seconds: float) -> dict[str, Any]:
    """The summary of a simulation, as JSON-serialisable types."""
    import numpy as np

    totals, first = simulation.totals, simulation.places == 1
    shared = first.sum(axis=1) > 1
    moves = int(simulation.plies.sum())
    return {
        "map": game.name,
        "seats": game.seats,
        "games": args.games,
        "seed": args.seed,
        "device": args.device,
        "jobs": args.jobs,
        "seconds": seconds,
        "games_per_second": args.games / seconds,
        "moves_per_second": moves / seconds,
        "moves_per_game": moves / args.games,
        "shared_wins": int(shared.sum()),
        "by_seat": [
            {
                "seat": seat,
                "mean": float(np.mean(totals[:, seat])),
                "sd": float(np.std(totals[:, seat])),
                "median": float(np.median(totals[:, seat])),
                "min": int(np.min(totals[:, seat])),
                "max": int(np.max(totals[:, seat])),
                "won_alone": int((first[:, seat] & ~shared).sum()),
                "won_shared": int((first[:, seat] & shared).sum()),
            }
            for seat in range(game.seats)
        ],
    }


def print_summary(summary: dict[str, Any]) -> None:
    """Print the summary as a table."""
    from whistlestop.cli.console import make_console, make_table

    games = summary["games"]
    table = make_table(numbers=("seat", "mean", "sd", "median", "min", "max", "won alone", "won shared"))
    for row in summary["by_seat"]:
        table.add_row(
            str(row["seat"]),
            *(f"{row[field]:.1f}" for field in ("mean", "sd", "median")),
            *(str(row[field]) for field in ("min", "max")),
            *(f"{row[field] / games:.1%}" for field in ("won_alone", "won_shared")),
        )
    console = make_console()
    console.print(
        f"{summary['map']}, {summary['seats']} seats, random moves: {games:,} games from seed {summary['seed']}"
    )
    console.print(table)
    console.print(
        f"{summary['moves_per_game']:.1f} moves per game, including deals; {summary['games_per_second']:,.0f} games/s, "
        f"{summary['moves_per_second']:,.0f} moves/s, {summary['seconds']:.2f} s in total"
    )
