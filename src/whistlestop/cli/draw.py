"""`whistlestop draw`: a board, or a moment of a record, as SVG or PNG."""

import argparse
import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from whistlestop.cli.console import printable
from whistlestop.draw.files import has_layout
from whistlestop.draw.picture import Picture
from whistlestop.draw.reasons import BadDrawing
from whistlestop.draw.solve import layout_of
from whistlestop.game.board import find, load, load_names

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
    board, rules = load(folder)
    names = load_names(folder, args.language)
    picture = Picture(board, rules, layout_of(folder, board, args.language), names, args.language, args.theme)
    write(with_record(picture, args) if args.record is not None else picture, args.output)
    print(f"{args.output} is written.")
    return 0


def with_record(picture: Picture, args: argparse.Namespace) -> Picture:
    """The picture with the cars and stations of a record, after so many of its moves."""
    from whistlestop.cli.engine import announce
    from whistlestop.cli.verify import read
    from whistlestop.game.record import Record
    from whistlestop.game.view import SPECTATOR

    announce("play.step")
    record = Record.read(read(args.record), args.places)
    if record.game.board.digest != picture.board.digest:
        raise BadDrawing("other_map", found=record.game.name, wanted=picture.board.name)
    if args.ply is not None:
        record = record.at(args.ply)
    seats = record.view(SPECTATOR).as_dict()["seats"]
    return replace(picture, seats=seats, players=[printable(name) for name in record.names])


def check(file: Path) -> None:
    """Refuse a file that no board can be drawn to."""
    if file.suffix not in (".svg", ".png"):
        raise BadDrawing("picture_type", file=str(file))
    if file.suffix == ".png" and find_spec("resvg_py") is None:
        raise BadDrawing("no_png")


def write(picture: Picture, file: Path) -> None:
    """Write a drawing to a file that ends in .svg or .png."""
    drawn = picture.svg()
    if file.suffix == ".svg":
        file.write_text(drawn, encoding="utf-8", newline="\n")
    else:
        file.write_bytes(import_module("resvg_py").svg_to_bytes(svg_string=drawn, zoom=ZOOM))
