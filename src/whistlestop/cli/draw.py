"""`whistlestop draw`: a board, empty or at a ply of a record, as SVG or PNG."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.cli.arguments import add_map, add_maps
from whistlestop.draw import draw
from whistlestop.draw.files import has_layout
from whistlestop.draw.picture_files import check_picture_file, write_picture
from whistlestop.draw.reasons import BadDrawing
from whistlestop.game.board import LANGUAGES, find

if TYPE_CHECKING:
    from whistlestop.game.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `draw`."""
    parser.description = "Draw a map's board, empty or at a ply of a record."
    add_map(parser)
    parser.add_argument("record", metavar="RECORD", nargs="?", help="a record; - reads it from standard input")
    parser.add_argument("--ply", type=int, metavar="N", help="draw the record at this ply (default: its end)")
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="language of all names and words (default: en)"
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (default: light)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("board.svg"),
        metavar="FILE",
        help="an .svg or .png file (default: board.svg)",
    )
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Draw the board and write the file."""
    check_picture_file(args.output)
    if args.ply is not None and args.record is None:
        raise BadDrawing("ply_alone")
    folder = find(args.map, args.maps)
    if not has_layout(folder):
        hint = f"`whistlestop layout {folder}` makes a good one and saves it."
        print(f"The map {args.map!r} has no layout, so this is a quick sketch; {hint}", file=sys.stderr, flush=True)
    record = None if args.record is None else read_record(args)
    write_picture(draw(folder, args.language, args.theme, record), args.output)
    print(f"Wrote {args.output}.")
    return 0


def read_record(args: argparse.Namespace) -> "Record":
    """The record up to the ply that was asked for."""
    from whistlestop.cli.compiling import announce
    from whistlestop.cli.verify import read
    from whistlestop.game.record import Record

    announce()
    record = Record.read(read(args.record), args.maps)
    return record if args.ply is None else record.at(args.ply)
