"""The SQLite database that `backup` and `restore` work on."""

import argparse
import sqlite3
from pathlib import Path

from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings, database_file


def add_database(parser: argparse.ArgumentParser) -> None:
    """The backup file and the server's database."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")
    parser.add_argument(
        "--database",
        metavar="DATABASE",
        help="the server's database (default: the file in your data folder; WHISTLESTOP_DATABASE)",
    )


def database_of(args: argparse.Namespace) -> Path:
    """The file of the server's database."""
    file = database_file(Settings.of(database=args.database).url)
    if file is None:
        raise Refused("not_sqlite")
    return file


def open_read_only(file: Path) -> sqlite3.Connection:
    """A connection that can't change the file or create it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
