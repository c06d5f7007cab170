"""`whistlestop layout`: solve the layout of a map's board. Progress goes to stderr."""

import argparse
import sys
from pathlib import Path

from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from whistlestop.cli.console import make_progress
from whistlestop.draw import files
from whistlestop.draw.reasons import BadDrawing
from whistlestop.draw.solution import Solution, solve
from whistlestop.game.board import load
from whistlestop.game.text import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `layout`."""
    parser.description = (
        "Move the cities of a map apart until every track has room for its slots, bend the land with them, place the "
        "names, and write the layout into the map folder."
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the map folder")
    parser.add_argument("--force", action="store_true", help="overwrite a layout that exists")


def run(args: argparse.Namespace) -> int:
    """Solve a layout and write it into the map folder."""
    board, _ = load(args.folder)
    if files.has_layout(args.folder) and not args.force:
        raise BadDrawing("has_layout", file=str(args.folder / files.FOLDER))
    with make_progress(TextColumn("making room"), BarColumn(), TaskProgressColumn()) as progress:
        bar = progress.add_task("layout")

        def report(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        solution = solve(args.folder, board, report)
    files.write(args.folder, board, solution.layout)
    print(f"Wrote {args.folder / files.FOLDER}.")
    for sentence in complaints(solution):
        print(printable(sentence), file=sys.stderr)
    return 0


def complaints(solution: Solution) -> list[str]:
    """What the layout has no room for, and how to fix it."""
    sentences = [
        f"{first} and {second} overlap; move a city in cities.csv and solve again, or edit tracks.csv."
        for first, second in solution.clashes
    ]
    if solution.unlabelled:
        names = ", ".join(solution.unlabelled)
        sentences.append(f"These names don't fit in every language; edit the label files: {names}.")
    return sentences
