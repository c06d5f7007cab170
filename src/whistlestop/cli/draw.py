"""`whistlestop draw`: a board, or a moment of a record, as SVG or PNG."""

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from whistlestop.draw import draw
from whistlestop.draw.files import has_layout
from whistlestop.draw.reasons import BadDrawing
from whistlestop.game.board import find

if TYPE_CHECKING:
    from whistlestop.game.record import Record

ZOOM = 2
"""Pixels of a PNG for a board unit."""


def run(args: argparse.Namespace) -> int:
    """Draw, and write the file."""
    check(args.output)
    if args.ply is not None and args.record is None:
        raise BadDrawing("ply_alone")
    folder = find(args.map, args.places)
    if not has_layout(folder):
        hint = f"`whistlestop layout {folder}` solves one and keeps it."
        print(f"The map {args.map!r} has no layout, so this is a quick sketch; {hint}", file=sys.stderr, flush=True)
    record = None if args.record is None else moment(args)
    write(draw(folder, args.language, args.theme, record), args.output)
    print(f"{args.output} is written.")
    return 0


def moment(args: argparse.Namespace) -> "Record":
    """The record after so many of its moves."""
    from whistlestop.cli.compiling import announce
    from whistlestop.cli.verify import read
    from whistlestop.game.record import Record

    announce("play.step")
    record = Record.read(read(args.record), args.places)
    return record if args.ply is None else record.at(args.ply)


def check(file: Path) -> None:
    """Refuse a file that no board can be drawn to."""
    if file.suffix not in (".svg", ".png"):
        raise BadDrawing("picture_type", file=str(file))
    if file.suffix == ".png" and find_spec("resvg_py") is None:
        raise BadDrawing("no_png")


def write(drawn: str, file: Path) -> None:
    """Write a drawing to a file that ends in .svg or .png."""
    if file.suffix == ".svg":
        file.write_text(drawn, encoding="utf-8", newline="\n")
    else:
        file.write_bytes(import_module("resvg_py").svg_to_bytes(svg_string=drawn, zoom=ZOOM))
