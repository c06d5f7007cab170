"""Table write: what one command changes in the database, written completely or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, text, update
from sqlalchemy.dialects import sqlite

from whistlestop.server import schema

CHANGING = ("seq", "state", "step", "secret", "ply", "undone", "proposal", "began", "deadline", "touched")
"""The columns of a table that commands change."""
SET_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("b_id"), schema.tables.c.seq == bindparam("b_seq"))
    .values({name: bindparam(name) for name in CHANGING})
)
CHANGES = "whistlestop_changes"
"""The channel on which processes say what they have changed."""
NOTIFY = text("SELECT pg_notify(:channel, :notice)")
ADD_EVENT = insert(schema.events)
ADD_MOVE = insert(schema.moves)
ADD_TURN = insert(schema.turns)
ADD_NOTICE = insert(schema.outbox)
END_TURN = delete(schema.turns).where(
    schema.turns.c.table_id == bindparam("b_table"), schema.turns.c.seat == bindparam("b_seat")
)


class Conflict(Exception):
    """Another process has changed the table in the meantime."""


@dataclass
class TableWrite:
    """The rows of one change. It is written only if the table's version is still `base`."""

    table: str
    base: int
    row: dict[str, Any]
    """The table's changing columns."""
    events: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    """The seats whose stored turn is over."""
    turns: list[dict[str, Any]] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)
    """What is to be sent to players who are not there."""
    statements: list[tuple[Any, Any]] = field(default_factory=list)
    """Everything else, as statements with their values."""
    acts: list[Callable[[Connection], None]] = field(default_factory=list)
    """What is done last, with what it finds in the database."""
    notice: str = ""
    """What other processes need to make the same change in memory; empty if they have to read the table."""

    def execute(self, connection: Connection) -> None:
        """Write in the transaction of a connection; Conflict if the table has another version by now."""
        if connection.dialect.name == "sqlite":
            self._execute_in_file(connection)
        else:
            self._execute(connection)
        for statement, values in self.statements:
            connection.execute(statement, values)
        for act in self.acts:
            act(connection)

    def _execute(self, connection: Connection) -> None:
        if connection.execute(SET_TABLE, {**self.row, "b_id": self.table, "b_seq": self.base}).rowcount != 1:
            raise Conflict
        if self.notice:  # before the events, whose trigger sends plain notices
            connection.execute(NOTIFY, {"channel": CHANGES, "notice": self.notice})
        if self.events:
            connection.execute(ADD_EVENT, self.events)
        if self.moves:
            connection.execute(ADD_MOVE, self.moves)
        if self.ended:
            connection.execute(END_TURN, [{"b_table": self.table, "b_seat": seat} for seat in self.ended])
        if self.turns:
            connection.execute(ADD_TURN, self.turns)
        if self.notices:
            connection.execute(ADD_NOTICE, self.notices)

    def _execute_in_file(self, connection: Connection) -> None:
        """Do the same through SQLite's own cursor, in a fifth of the time."""
        cursor = connection.connection.cursor()
        cursor.execute(FILE_SET_TABLE, {**self.row, "b_id": self.table, "b_seq": self.base})
        if cursor.rowcount != 1:
            raise Conflict
        for statement, rows in (
            (FILE_ADD_EVENT, self.events),
            (FILE_ADD_MOVE, self.moves),
            (FILE_END_TURN, [{"b_table": self.table, "b_seat": seat} for seat in self.ended]),
            (FILE_ADD_TURN, self.turns),
            (FILE_ADD_NOTICE, self.notices),
        ):
            if rows:
                cursor.executemany(statement, rows)


def file_text(statement: Any) -> str:
    """A statement as SQLite's driver takes it, with named values."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


FILE_SET_TABLE, FILE_ADD_EVENT, FILE_ADD_MOVE, FILE_END_TURN, FILE_ADD_TURN, FILE_ADD_NOTICE = (
    file_text(statement) for statement in (SET_TABLE, ADD_EVENT, ADD_MOVE, END_TURN, ADD_TURN, ADD_NOTICE)
)
