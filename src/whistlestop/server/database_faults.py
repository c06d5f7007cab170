"""Database faults: what is wrong with a database, by the errors of its driver. docs/faults.md lists what follows."""

import sqlite3

import asyncpg
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from whistlestop.server.reasons import Refused

AWAY, DISK_FULL, READ_ONLY, DAMAGED = "database_away", "disk_full", "read_only", "database_damaged"
FAULTS = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""What SQLite's results and PostgreSQL's states mean, where a person has to do something."""
PASSING = ("08", "40", "53", "55", "57", "58")
"""The classes of PostgreSQL's states that pass: lost connections, conflicts, lack of resources, an operator's doing."""
WAITS = {AWAY: 2, DISK_FULL: 30, READ_ONLY: 30, DAMAGED: None}
"""After how many seconds a client may try again; nothing helps a damaged database but a backup."""
DRIVER_ERRORS = (DBAPIError, PoolTimeout, OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError)


def fault_of(error: BaseException) -> str | None:
    """The code of what is wrong with the database; None for an error that is the program's own."""
    cause = getattr(error, "orig", None) or error
    result = getattr(cause, "sqlite_errorcode", None)
    state = getattr(cause, "sqlstate", None) or ""
    fault = FAULTS.get(state) if result is None else FAULTS.get(result & 0xFF)
    if fault is not None:
        return fault
    is_lost = isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, OperationalError))
    is_drivers = isinstance(cause, (PoolTimeout, OSError, sqlite3.OperationalError, asyncpg.InterfaceError))
    return AWAY if is_lost or is_drivers or state[:2] in PASSING else None


def problem_of(error: BaseException) -> str:
    """The first line of what the driver says."""
    cause = getattr(error, "orig", None) or error
    said = getattr(cause, "strerror", None) or str(cause)
    return said.partition("\n")[0].rstrip(".") or "it doesn't respond"


def unusable(name: str, error: BaseException) -> Refused:
    """Why a server can't start with a database."""
    code = "damaged" if fault_of(error) == DAMAGED else "database_unreadable"
    return Refused(code, database=name, problem=problem_of(error))
