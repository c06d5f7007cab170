"""News: a change of a table as one process tells it to the others, so that they need not read the table again.

It travels inside the notice of the change. What can't be told like this is read from the database: a change that is too
long for a notice, or in which more than moves, events, seats and turns has changed.
"""

import json
from dataclasses import dataclass, fields
from typing import Any

import orjson

from whistlestop.server.protocol.events import EventKind
from whistlestop.server.table import Seat, Table
from whistlestop.server.table_write import TableWrite
from whistlestop.server.wire import Event

VERSION = "1"
"""The first word of a notice; processes of another version read the table instead."""
LONGEST = 7_900
"""PostgreSQL's limit is 8,000 bytes."""
TABLE_FIELDS = ("seq", "state", "step", "undone", "began", "deadline", "touched")
"""What changes in a table while a game is played. The secret does not, and never travels."""
EVENT_FIELDS = ("id", "kind", "ply", "at", "player", "body")
SEAT_FIELDS = tuple(field.name for field in fields(Seat) if field.name not in ("hash", "added"))
"""What changes in a seat while a game is played."""


@dataclass
class News:
    """One change: it leads from version `base` of a table to version `seq`."""

    table: str
    base: int
    fields: dict[str, Any]
    proposal: str
    events: list[Event]
    moves: list[tuple[int, str]]
    """The ply and the lines of each move, as they are stored."""
    ended: list[int]
    turns: list[tuple[int, int]]
    """The seat and the ply of each turn of a bot that begins."""
    seats: dict[int, dict[str, Any]]

    @property
    def seq(self) -> int:
        """The version of the table after the change."""
        seq: int = self.fields["seq"]
        return seq

    @classmethod
    def of(cls, write: TableWrite, seats: dict[int, Seat]) -> "News":
        """The news of a change that is about to be written."""
        return cls(
            write.table,
            write.base,
            {name: write.row[name] for name in TABLE_FIELDS},
            write.row["proposal"],
            [event_of(write.table, row) for row in write.events],
            [(row["ply"], row["lines"]) for row in write.moves],
            write.ended,
            [(row["seat"], row["ply"]) for row in write.turns],
            {n: {name: getattr(seat, name) for name in SEAT_FIELDS} for n, seat in seats.items()},
        )

    def text(self, sender: str) -> str:
        """The notice; without the change itself if that is too long."""
        said = [
            self.base,
            self.fields,
            self.proposal,
            [[event.id, event.kind, event.ply, event.at, event.player, event.body] for event in self.events],
            self.moves,
            self.ended,
            self.turns,
            list(self.seats.items()),
        ]
        text = f"{VERSION} {sender} {self.table} "
        written = orjson.dumps(said)
        return text + written.decode() if len(text) + len(written) <= LONGEST else ""

    @classmethod
    def read(cls, table: str, text: str) -> "News":
        """What another process has told of a table."""
        base, values, proposal, events, moves, ended, turns, seats = orjson.loads(text)
        return cls(
            table, base, values, proposal,
            [Event(table, id_, EventKind(kind), ply, at, body, player) for id_, kind, ply, at, player, body in events],
            [(ply, lines) for ply, lines in moves], ended, [(seat, ply) for seat, ply in turns], dict(seats),
        )  # fmt: skip

    def change(self, table: Table) -> None:
        """Make the change in memory. If it fails the table is in disorder, and must be forgotten."""
        for ply, lines in self.moves:
            if ply != table.ply:
                raise ValueError
            table.push(lines)
        for name in TABLE_FIELDS:
            setattr(table, name, self.fields[name])
        table.proposal = json.loads(self.proposal or "{}")
        for n, values in self.seats.items():
            for name in SEAT_FIELDS:
                setattr(table.seats[n], name, values[name])
        for seat in self.ended:
            table.turns.pop(seat, None)
        table.turns |= dict(self.turns)


def event_of(table: str, row: dict[str, Any]) -> Event:
    """An event as its row has it."""
    return Event(table, row["id"], row["kind"], row["ply"], row["at"], json.loads(row["body"]), row["player"])
