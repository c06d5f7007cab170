"""`whistlestop ratings rebuild`: compute results and ratings of people again, from the records of their games."""

import argparse
import asyncio
import os

from whistlestop.cli.arguments import add_maps
from whistlestop.cli.console import make_progress
from whistlestop.server.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `ratings`."""
    parser.description = "Compute all results and ratings again, from the records of the games on a server."
    parser.add_argument("action", choices=["rebuild"], help="what to do")
    parser.add_argument(
        "--database",
        metavar="DATABASE",
        help="the server's database (default: the file in your data folder; WHISTLESTOP_DATABASE)",
    )
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Rebuild, and say how many games there are."""
    places = os.pathsep.join(str(folder) for folder in args.maps) or None
    games, rated, unreadable = asyncio.run(rebuild_ratings(Settings.of(database=args.database, maps=places)))
    print(f"{games} games are stored with their results, and {rated} of them are rated.")
    if unreadable:
        print(f"{unreadable} games can't be read, because their map is missing or has changed; their results stay.")
    return 0


async def rebuild_ratings(settings: Settings) -> tuple[int, int, int]:
    """Open the database and rebuild, with a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from whistlestop.server.identity import People
    from whistlestop.server.rebuild import rebuild
    from whistlestop.server.registry import TableRegistry
    from whistlestop.server.storage import Storage

    storage = Storage(settings.url)
    await storage.open()
    columns = (TextColumn("Reading games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with make_progress(*columns) as progress:
            bar = progress.add_task("")
            registry = TableRegistry(settings, storage, People(storage))
            return await rebuild(registry, lambda done, of: progress.update(bar, completed=done, total=of))
    finally:
        await storage.close()
