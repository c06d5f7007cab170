"""`whistlestop dataset`: positions from games between bots, as Parquet or NumPy. Progress goes to stderr."""

import argparse
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from whistlestop.cli.arguments import add_jobs, add_map, add_maps, add_seats, add_seed, comma_separated, positive
from whistlestop.cli.compiling import announce
from whistlestop.cli.console import make_progress
from whistlestop.env.dataset import check_file, write
from whistlestop.env.minari import check_id, to_minari
from whistlestop.game.game import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `dataset`."""
    parser.description = (
        "Play bots against each other and write one row per decision: "
        "observation, mask, action, outcome, seat and game."
    )
    add_map(parser)
    add_seats(parser)
    parser.add_argument(
        "--bots",
        type=comma_separated,
        default=["planner"],
        metavar="BOT,BOT",
        help="who plays; bots change seats from game to game (default: planner)",
    )
    parser.add_argument("--games", type=positive, default=1000, metavar="N", help="number of games (default: 1000)")
    add_seed(parser, "game")
    add_jobs(parser, "processes")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("positions.parquet"),
        metavar="FILE",
        help="a .parquet or .npz file (default: positions.parquet)",
    )
    parser.add_argument(
        "--minari", metavar="ID", help="also for Minari, with an id such as whistlestop/europe/planner-v0"
    )
    parser.add_argument("--history", action="store_true", help="observations have what an attentive player remembers")
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and write their positions."""
    check_file(args.output)
    if args.minari:
        check_id(args.minari)
    game = Game(args.map, args.seats, args.maps)
    announce()
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[rows]:,} rows"),
        TimeRemainingColumn(),
    )
    with make_progress(*columns) as progress:
        bar = progress.add_task("games", total=args.games, rows=0)
        written = 0

        def report(games: int, rows: int) -> None:
            nonlocal written
            written += rows
            progress.update(bar, advance=games, rows=written)

        rows = write(args.output, game, args.bots, args.games, args.seed, args.jobs, report, args.history)
    print(f"Wrote {args.output}: {rows:,} positions from {args.games:,} games.")
    if args.minari:
        count = to_minari(args.output, args.minari, args.maps)
        print(f"Wrote {args.minari}: {count:,} episodes.")
    return 0
