"""`whistlestop restore`: replace a server's database with a backup."""

import argparse
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from whistlestop.cli.database import add_database, database_of, open_read_only
from whistlestop.server.reasons import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `restore`."""
    parser.description = (
        "Replace a server's SQLite database with a backup, while the server is stopped. "
        "The old database is kept beside it, with `.before-restore` added to its name."
    )
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Check the backup, then replace the database; the old one is kept beside it."""
    from whistlestop.server.storage import claim, make_private

    check(args.file)
    target = database_of(args)
    lock = claim(target)
    try:
        kept = target.with_name(f"{target.name}.before-restore")
        fresh = target.with_name(f"{target.name}.restoring")
        make_private(fresh)
        shutil.copyfile(args.file, fresh)
        with sqlite3.connect(fresh) as copy:
            copy.execute("PRAGMA journal_mode=WAL")
        copy.close()
        if target.exists():
            make_private(target)
            # If it is damaged, its changes stay in the -wal file.
            with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(target)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            os.replace(target, kept)
            wal = target.with_name(f"{target.name}-wal")
            if wal.exists():
                os.replace(wal, kept.with_name(f"{kept.name}-wal"))
        target.with_name(f"{target.name}-shm").unlink(missing_ok=True)
        os.replace(fresh, target)
    finally:
        lock.close()
    print(f"Restored {target} from {args.file}.")
    return 0


def check(file: Path) -> None:
    """Refuse a file that is not a backup of Whistlestop."""
    problem = "there is no such file"
    if file.is_file():
        try:
            with open_read_only(file) as backup:
                verdict = backup.execute("PRAGMA integrity_check").fetchone()[0]
                backup.execute("SELECT version_num FROM alembic_version")
            backup.close()
            if verdict == "ok":
                return
            problem = str(verdict)
        except sqlite3.DatabaseError as error:
            problem = str(error)
    raise Refused("no_backup", file=str(file), problem=problem)
