"""`whistlestop backup`: copy a server's database into one file, even while it runs."""

import argparse
import sqlite3

from whistlestop.cli.database import add_database, database_of, open_read_only
from whistlestop.server.reasons import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `backup`."""
    parser.description = "Copy a server's SQLite database into one new file. The server can keep running."
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Copy the database; SQLite keeps the copy consistent while a server writes."""
    from whistlestop.server.storage import make_private

    source = database_of(args)
    if args.file.exists():
        raise Refused("file_exists", file=str(args.file))
    if not source.is_file():
        raise Refused("database_unreadable", database=str(source), problem="there is no such file")
    make_private(args.file)
    try:
        with open_read_only(source) as old, sqlite3.connect(args.file) as new:
            old.execute("SELECT count(*) FROM tables")
            old.backup(new)
        old.close()
        new.close()
    except sqlite3.DatabaseError as error:
        args.file.unlink(missing_ok=True)
        raise Refused("database_unreadable", database=str(source), problem=str(error)) from None
    print(f"Copied {source} to {args.file}.")
    return 0
