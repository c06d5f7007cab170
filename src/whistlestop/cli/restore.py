"""`whistlestop restore`: put a backup in the place of a server's database."""

import argparse
import os
import shutil
import sqlite3
from pathlib import Path

from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings, database_file


def run(args: argparse.Namespace) -> int:
    """Check the backup, then put it in place; the database that was there is kept beside it."""
    from whistlestop.server.storage import claim

    check(args.file)
    target = database(args)
    lock = claim(target)
    try:
        kept = target.with_name(f"{target.name}.before-restore")
        fresh = target.with_name(f"{target.name}.restoring")
        shutil.copyfile(args.file, fresh)
        with sqlite3.connect(fresh) as copy:
            copy.execute("PRAGMA journal_mode=WAL")
        copy.close()
        if target.exists():
            with sqlite3.connect(target) as old:  # what still lies beside the file is written into it
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old.close()
            os.replace(target, kept)
        for rest in ("-wal", "-shm"):
            target.with_name(target.name + rest).unlink(missing_ok=True)
        os.replace(fresh, target)
    finally:
        lock.close()
    print(f"{target} is as it was in {args.file}.")
    return 0


def database(args: argparse.Namespace) -> Path:
    """The file of the database that is meant."""
    file = database_file(Settings.of(database=args.database).url)
    if file is None:
        raise Refused("not_sqlite")
    return file


def check(file: Path) -> None:
    """Refuse what is no backup of Whistlestop."""
    problem = "there is no such file"
    if file.is_file():
        try:
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as copy:
                found = copy.execute("PRAGMA integrity_check").fetchone()[0]
                copy.execute("SELECT version_num FROM alembic_version")
            copy.close()
            if found == "ok":
                return
            problem = str(found)
        except sqlite3.DatabaseError as error:
            problem = str(error)
    raise Refused("no_backup", file=str(file), problem=problem)
