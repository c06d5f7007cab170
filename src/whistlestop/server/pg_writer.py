"""PostgreSQL's writer: the writes of many tables as one statement, on a connection of its own.

One statement is one round trip and one transaction. Tables are locked in the order of their ids, so that two processes
never wait for each other in a circle.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

import asyncpg

from whistlestop.server import schema
from whistlestop.server.table_write import CHANGES, CHANGING, Conflict, TableWrite

TYPES = {
    "given": (
        "text[]", "int[]", "int[]", "text[]", "text[]", "bytea[]", "int[]", "int[]", "text[]",
        "bigint[]", "bigint[]", "bigint[]", "text[]",
    ),
    "events": ("text[]", "int[]", "text[]", "int[]", "text[]", "text[]", "bigint[]"),
    "moves": ("text[]", "int[]", "text[]", "bigint[]"),
    "ended": ("text[]", "int[]"),
    "turns": ("text[]", "int[]", "int[]", "bigint[]", "bigint[]"),
    "outbox": (
        "text[]", "text[]", "text[]", "text[]", "text[]", "text[]", "int[]", "int[]", "bigint[]", "bigint[]",
        "bigint[]", "int[]",
    ),
}  # fmt: skip
COLUMNS = {
    "given": ("id", "base", *CHANGING, "notice"),
    "events": ("table_id", "id", "kind", "ply", "player", "body", "at"),
    "moves": ("table_id", "ply", "lines", "at"),
    "ended": ("table_id", "seat"),
    "turns": ("table_id", "seat", "ply", "due", "leased"),
    "outbox": tuple(column.name for column in schema.outbox.c),
}


AGAIN = "ply = excluded.ply, due = excluded.due, leased = excluded.leased"
"""The turn of a seat follows another one of the same seat."""


def rows_of(name: str) -> str:
    """The rows that a statement gets as arrays, one for each column."""
    first = 1 + sum(len(COLUMNS[other]) for other in list(COLUMNS)[: list(COLUMNS).index(name)])
    arrays = ", ".join(f"${first + n}::{kind}" for n, kind in enumerate(TYPES[name]))
    return f"unnest({arrays}) AS {name}({', '.join(COLUMNS[name])})"


def added(name: str, more: str = "") -> str:
    """The part of the statement that adds rows to a table of the database, for tables that have been changed."""
    columns = ", ".join(COLUMNS[name])
    values = ", ".join(f"{name}.{column}" for column in COLUMNS[name])
    wanted = f"SELECT {values} FROM {rows_of(name)} JOIN changed ON changed.id = {name}.table_id"
    return f"added_{name} AS (INSERT INTO {name} ({columns}) {wanted} {more})"


WRITE = f"""
WITH given AS (SELECT * FROM {rows_of("given")}),
locked AS (
    SELECT tables.id FROM tables JOIN given ON given.id = tables.id AND given.base = tables.seq
    ORDER BY tables.id FOR UPDATE OF tables
),
changed AS (
    UPDATE tables SET {", ".join(f"{name} = given.{name}" for name in CHANGING)}
    FROM given JOIN locked ON locked.id = given.id
    WHERE tables.id = given.id AND tables.seq = given.base RETURNING tables.id, given.notice
),
{added("events")},
{added("moves")},
over AS (
    DELETE FROM turns USING {rows_of("ended")} JOIN changed ON changed.id = ended.table_id
    WHERE turns.table_id = ended.table_id AND turns.seat = ended.seat
),
{added("turns", f"ON CONFLICT (table_id, seat) DO UPDATE SET {AGAIN}")},
{added("outbox")}
SELECT id, CASE WHEN notice <> '' THEN pg_notify('{CHANGES}', notice) END FROM changed
"""


def arrays(writes: Iterable[TableWrite]) -> list[list[Any]]:
    """The values of the statement, column by column."""
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
    for write in writes:
        rows["given"].append((write.table, write.base, *(write.row[name] for name in CHANGING), write.notice))
        for name, added_rows in (
            ("events", write.events), ("moves", write.moves), ("turns", write.turns), ("outbox", write.notices),
        ):  # fmt: skip
            rows[name] += [tuple(row[column] for column in COLUMNS[name]) for row in added_rows]
        again = {turn["seat"] for turn in write.turns}  # one statement can't delete a row and add it again
        rows["ended"] += [(write.table, seat) for seat in write.ended if seat not in again]
    return [[row[n] for row in rows[name]] for name in COLUMNS for n in range(len(COLUMNS[name]))]


class PgWriter:
    """Writes groups of changes."""

    def __init__(self, address: dict[str, Any], patience: float) -> None:
        self._address = address
        self._patience = patience
        """Seconds after which a statement that is not answered counts as failed."""
        self._connection: Any = None

    async def commit(self, writes: list[TableWrite]) -> list[Exception | None]:
        """Write a group in one transaction; if a row can't be written, each change in a transaction of its own."""
        try:
            done = await self._execute(writes)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, asyncpg.DeadlockDetectedError) as error:
            if len(writes) == 1:
                return [Conflict() if not isinstance(error, asyncpg.DataError) else error]
            return [(await self.commit([write]))[0] for write in writes]
        return [None if write.table in done else Conflict() for write in writes]

    async def _execute(self, writes: list[TableWrite]) -> set[str]:
        """Write a group, and return the tables whose version was right."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(**self._address, command_timeout=self._patience)
        try:
            rows = await self._connection.fetch(WRITE, *arrays(writes))
        except (TimeoutError, asyncio.CancelledError, asyncpg.ReadOnlySQLTransactionError):
            self._connection.terminate()  # after a failover another host is the one that is written to
            raise
        return {row["id"] for row in rows}

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close()
