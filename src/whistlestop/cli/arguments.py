"""Argument types and options that several commands share."""

import argparse
import os
from pathlib import Path
from typing import Any

from whistlestop.game.map_files import shown

DIGITS = 18
"""The most digits of a number that a command takes, so that it fits into 64 bits."""


def positive(text: str) -> int:
    """A whole number above zero."""
    if not text.isascii() or not text.isdigit() or not text.strip("0"):
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is not a whole number above zero")
    if len(text.lstrip("0")) > DIGITS:
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is too large: use at most {DIGITS} digits")
    return int(text)


def comma_separated(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",")]


def win_rates(text: str) -> tuple[float, float]:
    """Two win rates separated by a comma."""
    try:
        low, high = map(float, comma_separated(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is not two numbers, such as 0.5,0.6") from None
    return low, high


def add_map(parser: argparse.ArgumentParser) -> None:
    """The map to use; `whistlestop maps` lists them."""
    parser.add_argument("map", metavar="MAP", help="the map's name; `whistlestop maps` lists them")


def add_maps(parser: argparse.ArgumentParser, default: Any = ()) -> None:
    """`--maps`: more folders to look for maps in."""
    parser.add_argument(
        "--maps",
        action="append",
        type=Path,
        default=list(default) if isinstance(default, tuple) else default,
        metavar="DIR",
        help="a map folder, or a folder of map folders, to search first; can be repeated",
    )


def add_record(parser: argparse.ArgumentParser) -> None:
    """The record to read."""
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")


def add_seats(parser: argparse.ArgumentParser) -> None:
    """`--seats`: how many players."""
    parser.add_argument("--seats", type=positive, default=2, metavar="N", help="number of seats (default: 2)")


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """`--seed`: where a series of games or deals starts."""
    text = f"seed of the first {what}; each {what} after it adds 1 (default: 0)"
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=text)


def add_jobs(parser: argparse.ArgumentParser, what: str) -> None:
    """`--jobs`: how much to do at the same time."""
    text = f"number of {what} (default: one per core)"
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help=text)
