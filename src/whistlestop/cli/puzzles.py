"""`whistlestop puzzles`: find positions with one clearly best move in games between bots, or check a file of them."""

import argparse
import os
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from whistlestop.cli.arguments import add_jobs, add_maps, positive
from whistlestop.cli.compiling import announce
from whistlestop.cli.exit_codes import OK
from whistlestop.cli.main import refuse
from whistlestop.game.game import Game
from whistlestop.game.map_files import SourceLine
from whistlestop.review.puzzles.files import Puzzles, check, games_of, read, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `puzzles`."""
    parser.description = (
        "Find positions in games of the bot `express` in which one move wins more often than every other by at least "
        "10 points. The same command goes on where the file ends."
    )
    parser.add_argument("map", metavar="MAP", nargs="?", help="the map's name; `whistlestop maps` lists them")
    parser.add_argument("--count", type=positive, default=300, metavar="N", help="stop at N puzzles (default: 300)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of a new file's first game (default: 0)")
    parser.add_argument("--minutes", type=float, metavar="N", help="stop after this long (default: at the count)")
    add_jobs(parser, "processes")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file of puzzles (default: MAP.txt)")
    parser.add_argument("--check", type=Path, metavar="FILE", help="replay the puzzles of a file instead")
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Find puzzles, or check them."""
    if args.check:
        return run_check(args.check, args.maps)
    if not args.map:
        return refuse("Name a map to find puzzles for, or a file with --check.")
    announce()
    path = args.output or Path(f"{args.map}.txt")
    found = read(path, args.maps) if path.exists() else None
    if found and found.map != args.map:
        return refuse(f"{path} has puzzles for the map {found.map}. Name another file with -o.")
    game = games_of(args.map, args.maps)(2)
    found = found or Puzzles(args.map, game.digest, args.seed, args.seed, ())
    found = find_more(found, path, args)
    print(f"{path}: {len(found.puzzles)} puzzles from {found.end - found.first:,} games.")
    return OK


def find_more(found: Puzzles, path: Path, args: argparse.Namespace) -> Puzzles:
    """Search game after game until there are enough puzzles or the time is over; the file is kept up to date."""
    from whistlestop.review.puzzles.mining import mine_games

    game_for = games_of(args.map, args.maps)
    end = time.monotonic() + 60 * args.minutes if args.minutes else float("inf")
    games = mine_games(args.map, args.maps, found.end, args.jobs, lambda: time.monotonic() >= end)
    with closing(games):
        while len(found.puzzles) < args.count and (mined := next(games, None)) is not None:
            more = [replace(one, number=len(found.puzzles) + n) for n, one in enumerate(mined, 1)]
            found = replace(found, end=found.end + 1, puzzles=(*found.puzzles, *more))
            keep(found, path, game_for)
    return found


def keep(found: Puzzles, path: Path, game_for: Callable[[int], Game]) -> None:
    """Write the file: whenever the search is broken off, it is whole."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_text(write(found, game_for), encoding="utf-8", newline="\n")
    os.replace(unfinished, path)


def run_check(path: Path, maps: list[Path]) -> int:
    """Replay all puzzles of a file."""
    announce()
    found = read(path, maps)
    game_for = games_of(found.map, maps)
    for puzzle, line in zip(found.puzzles, found.lines, strict=True):
        check(puzzle, game_for(puzzle.seats), SourceLine(str(path), line))
    print(f"{path}: all {len(found.puzzles)} puzzles are legal, and their seats are to move.")
    return OK
