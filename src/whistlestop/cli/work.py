"""`whistlestop work`: play the turns of bots for servers that run with `--bots elsewhere`."""

import argparse
import asyncio
import os

from whistlestop.cli.arguments import add_maps
from whistlestop.cli.serve import add_setting
from whistlestop.game.board import available
from whistlestop.server.logs import start_logs
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings

SETTINGS = ("database", "bot_threads", "bot_pace", "log")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `work`, a few of those of `serve`."""
    parser.description = (
        "Play the turns of bots for all servers over one PostgreSQL. Run as many of these processes as you like, on "
        "any machines. Each setting can also be given as the environment variable named with it."
    )
    for name in SETTINGS:
        add_setting(parser, name)
    add_maps(parser)


def run(args: argparse.Namespace) -> int:
    """Work until stopped."""
    from whistlestop.server.worker import work

    given = {name: getattr(args, name) for name in SETTINGS}
    try:
        settings = Settings.of(**given, maps=os.pathsep.join(str(folder) for folder in args.maps) or None)
    except ValueError as error:
        raise Refused("bad_setting", problem=str(error)) from None
    if settings.url.startswith("sqlite"):
        raise Refused("work_on_sqlite")
    available(settings.places)  # refuse a folder without maps now
    start_logs(settings.log)
    asyncio.run(work(settings))
    return 0
