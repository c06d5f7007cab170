"""`whistlestop layout`: solve where things lie on a map's board. Progress goes to stderr."""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from whistlestop.cli.console import printable
from whistlestop.draw import files
from whistlestop.draw.reasons import BadDrawing
from whistlestop.draw.solution import Solution, solve
from whistlestop.game.board import load


def run(args: argparse.Namespace) -> int:
    """Solve a layout and write it into the map's folder."""
    board, _ = load(args.folder)
    if files.has_layout(args.folder) and not args.force:
        raise BadDrawing("has_layout", file=str(args.folder / files.FOLDER))
    console = Console(stderr=True)
    columns = (TextColumn("making room"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("layout")

        def report(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        solution = solve(args.folder, board, report)
    files.write(args.folder, board, solution.layout)
    print(f"{args.folder / files.FOLDER} is written.")
    for sentence in complaints(solution):
        print(printable(sentence), file=sys.stderr)
    return 0


def complaints(solution: Solution) -> list[str]:
    """What the layout has no room for, and what can be done about it."""
    sentences = [
        f"{one} and {other} are in each other's way; move a city in cities.csv and solve again, or mend tracks.csv."
        for one, other in solution.clashes
    ]
    if solution.unlabelled:
        names = ", ".join(solution.unlabelled)
        sentences.append(f"Not every language has room for these names; mend its file of labels: {names}.")
    return sentences
