"""`whistlestop maps`: list the maps, say what differs on one, check a folder."""

import argparse

from whistlestop.cli.console import make_console
from whistlestop.draw import files
from whistlestop.game.board import LANGUAGES, Board, available, find, load, load_names
from whistlestop.game.catalogue import Catalogue
from whistlestop.game.rules import Rules


def run(args: argparse.Namespace) -> int:
    """List, show or check."""
    if args.action == "check":
        board, rules = load(args.folder)
        for seats in range(rules.min_seats, rules.max_seats + 1):
            Catalogue(board, rules, seats)
        for language in LANGUAGES:
            load_names(args.folder, language)
        if files.has_layout(args.folder):
            files.load(args.folder, board)
        print(f"{args.folder} is fine: {contents(board, rules)}.")
    elif args.action == "show":
        board, rules = load(find(args.map, args.places))
        print(f"{rules.title}: {contents(board, rules)}.")
        print("\n".join(f"- {difference}" for difference in rules.differences))
    else:
        print_all(args)
    return 0


def contents(board: Board, rules: Rules) -> str:
    """What a map holds."""
    return (
        f"map {board.name!r} for {rules.min_seats} to {rules.max_seats} seats, with {len(board.cities)} cities, "
        f"{len(board.tracks)} tracks and {len(board.tickets)} tickets"
    )


def print_all(args: argparse.Namespace) -> None:
    """All maps in a table."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("map")
    table.add_column("title")
    for heading in ("seats", "cities", "tracks", "tickets"):
        table.add_column(heading, justify="right")
    for name, folder in available(args.places).items():
        board, rules = load(folder)
        seats = f"{rules.min_seats} to {rules.max_seats}"
        numbers = [str(len(part)) for part in (board.cities, board.tracks, board.tickets)]
        table.add_row(name, rules.title, seats, *numbers)
    make_console().print(table)
