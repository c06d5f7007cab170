"""`whistlestop dataset`: positions of games between bots, as Parquet or NumPy. Progress goes to stderr."""

import argparse

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from whistlestop.cli.compiling import announce
from whistlestop.env.dataset import check_file, write
from whistlestop.game.game import Game


def run(args: argparse.Namespace) -> int:
    """Play, and write the positions."""
    check_file(args.output)
    game = Game(args.map, args.seats, args.places)
    announce("play.step")
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[rows]:,} rows"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=args.games, rows=0)
        written = 0

        def report(games: int, rows: int) -> None:
            nonlocal written
            written += rows
            progress.update(bar, advance=games, rows=written)

        rows = write(args.output, game, args.bots, args.games, args.seed, args.jobs, report)
    print(f"{args.output} is written: {rows:,} positions of {args.games:,} games.")
    return 0
