"""`whistlestop backup`: copy the database of a server, running or not, into one file."""

import argparse
import sqlite3

from whistlestop.cli.restore import database
from whistlestop.server.reasons import Refused


def run(args: argparse.Namespace) -> int:
    """Copy the database; SQLite sees to it that the copy is whole while a server writes."""
    source = database(args)
    if args.file.exists():
        raise Refused("file_exists", file=str(args.file))
    if not source.is_file():
        raise Refused("database_unreadable", database=str(source), problem="there is no such file")
    try:
        with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(args.file) as new:
            old.execute("SELECT count(*) FROM tables")
            old.backup(new)
        old.close()
        new.close()
    except sqlite3.DatabaseError as error:
        args.file.unlink(missing_ok=True)
        raise Refused("database_unreadable", database=str(source), problem=str(error)) from None
    print(f"{source} is copied to {args.file}.")
    return 0
