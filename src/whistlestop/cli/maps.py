"""`whistlestop maps`: list the maps, describe one, or check a map folder."""

import argparse
import sys
from pathlib import Path

from whistlestop.cli.arguments import add_map, add_maps
from whistlestop.cli.console import make_console, make_table
from whistlestop.draw import files
from whistlestop.game.board import LANGUAGES, Board, available, find, load, load_names
from whistlestop.game.catalogue import Catalogue
from whistlestop.game.reasons import BadMap
from whistlestop.game.rules import Rules
from whistlestop.lessons.lesson import read_lesson, replay
from whistlestop.lessons.texts import lesson_names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `maps`."""
    parser.description = "List the maps, describe one, or check a map folder."
    add_maps(parser)
    parser.set_defaults(act=list_maps)
    actions = parser.add_subparsers(metavar="ACTION")
    show = actions.add_parser(
        "show", help="what is special about a map", description="Say what is special about a map."
    )
    show.set_defaults(act=show_map)
    add_map(show)
    add_maps(show, default=argparse.SUPPRESS)  # `--maps` before the action stays valid
    text = "check a map folder"
    check = actions.add_parser("check", help=text, description=f"{text.capitalize()}; exit code 1 if it has a fault.")
    check.set_defaults(act=check_map)
    check.add_argument("folder", metavar="DIR", type=Path, help="the map folder")


def run(args: argparse.Namespace) -> int:
    """List, describe or check."""
    args.act(args)
    return 0


def check_map(args: argparse.Namespace) -> None:
    """Load everything in a map folder; the first fault is refused as BadMap."""
    board, rules = load(args.folder)
    for seats in range(rules.min_seats, rules.max_seats + 1):
        Catalogue(board, rules, seats)
    for language in LANGUAGES:
        load_names(args.folder, language)
    if files.has_layout(args.folder):
        files.load(args.folder, board)
    lessons = lesson_names(args.folder)
    for lesson in lessons:
        replay(read_lesson(args.folder, lesson))
    taught = f"; lessons: {', '.join(lessons)}" if lessons else ""
    print(f"{args.folder} is fine: {contents(board, rules)}{taught}.")


def show_map(args: argparse.Namespace) -> None:
    """What a map contains, and what differs from other maps."""
    board, rules = load(find(args.map, args.maps))
    print(f"{rules.title}: {contents(board, rules)}.")
    print("\n".join(f"- {difference}" for difference in rules.differences))


def contents(board: Board, rules: Rules) -> str:
    """What a map contains."""
    return (
        f"map {board.name!r} for {rules.min_seats} to {rules.max_seats} seats, with {len(board.cities)} cities, "
        f"{len(board.tracks)} tracks and {len(board.tickets)} tickets"
    )


def list_maps(args: argparse.Namespace) -> None:
    """All maps in a table; a map with a fault is left out, and the fault goes to stderr."""
    table = make_table("map", "title", numbers=("seats", "cities", "tracks", "tickets"))
    faults = []
    for name, folder in available(args.maps).items():
        try:
            board, rules = load(folder)
        except BadMap as fault:
            faults.append(f"The map {name!r} can't be used. {fault}")
            continue
        seats = f"{rules.min_seats} to {rules.max_seats}"
        counts = [str(len(part)) for part in (board.cities, board.tracks, board.tickets)]
        table.add_row(name, rules.title, seats, *counts)
    make_console().print(table)
    for sentence in faults:
        print(sentence, file=sys.stderr)
