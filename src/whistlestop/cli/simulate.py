"""`whistlestop simulate`: many random plays, and how they went. Progress goes to stderr, the result to stdout.

The engine is imported inside functions, because the device must be chosen before.
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

if TYPE_CHECKING:
    from whistlestop.game.game import Game
    from whistlestop.game.simulation import Simulation


def run(args: argparse.Namespace) -> int:
    """Simulate, and print what came of it."""
    if args.device == "cuda":
        os.environ["WHISTLESTOP_TARGET"] = "cuda"
        problem = why_no_gpu()
        if problem:
            print(problem, file=sys.stderr)
            return 1
    from whistlestop.cli.compiling import announce
    from whistlestop.game.game import Game

    game = Game(args.map, args.seats, args.places)
    announce("simulation.playouts")
    simulation, seconds = simulate(game, args)
    summary = summarise(game, args, simulation, seconds)
    if args.json:
        print(json.dumps(summary, indent=2))
    else:
        print_summary(summary)
    return 0


def why_no_gpu() -> str:
    """The sentence that says why there is no GPU to play on; empty if there is one."""
    if find_spec("numba_cuda") is None:
        return "Playing on a GPU needs the package numba-cuda: install `whistlestop[cuda]`."
    from whistlestop.game.kernel import TARGET

    if TARGET != "cuda":
        return f"The rules are already loaded for {TARGET!r}; start anew to play on a GPU."
    is_available: Callable[[], bool] = import_module("numba.cuda").is_available  # numba-cuda has few type hints
    return "" if is_available() else "No GPU that CUDA can use was found; `--device cpu` plays without."


def simulate(game: "Game", args: argparse.Namespace) -> tuple["Simulation", float]:
    """The plays, with a bar that shows how far they are, and the seconds that they took."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from whistlestop.game import simulation

    simulation.simulate(game, 1, args.seed)  # so that compiling is not timed
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
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
    """All that is told about a simulation, in plain types that JSON knows."""
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
    """The summary for people."""
    from rich.table import Table

    from whistlestop.cli.console import make_console

    games = summary["games"]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("seat", "mean", "sd", "median", "min", "max", "won alone", "won shared"):
        table.add_column(heading, justify="right")
    for row in summary["by_seat"]:
        table.add_row(
            str(row["seat"]),
            *(f"{row[field]:.1f}" for field in ("mean", "sd", "median")),
            *(str(row[field]) for field in ("min", "max")),
            *(f"{row[field] / games:.1%}" for field in ("won_alone", "won_shared")),
        )
    console = make_console()
    console.print(
        f"{summary['map']}, {summary['seats']} seats, random play: {games:,} games from seed {summary['seed']}"
    )
    console.print(table)
    console.print(
        f"{summary['moves_per_game']:.1f} moves a game, deals included; {summary['games_per_second']:,.0f} games/s, "
        f"{summary['moves_per_second']:,.0f} moves/s, {summary['seconds']:.2f} s in all"
    )
