"""A tournament as the database has it. What came out of its games is read from their tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import and_, select

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.storage import Storage
from whistlestop.server.table import CLOSED
from whistlestop.tournaments.meetings import Meeting, Round
from whistlestop.tournaments.schedule import Plan

OPEN, RUNNING, FINISHED, CALLED_OFF = "open", "running", "finished", "called_off"
OVER = (FINISHED, CALLED_OFF)
TOO_FEW, HOST, HOST_GONE, NOT_STARTED = "too_few", "host", "host_gone", "not_started"
"""Why a tournament was called off."""

tournaments, entrants, meetings = schema.tournaments.c, schema.entrants.c, schema.meetings.c
tables, seats, results = schema.tables.c, schema.seats.c, schema.results.c


@dataclass(frozen=True)
class StoredMeeting:
    """Entrants who meet at a table, one who has a bye, or an empty match of a bracket."""

    round: int
    table: str | None
    state: str | None
    """Of the table."""
    seats: tuple[Any, ...]
    """A row for each entrant."""

    @property
    def is_over(self) -> bool:
        """Whether it is known what came out."""
        return self.table is None or self.state in CLOSED

    @property
    def absent(self) -> list[int]:
        """The entries of those who didn't come: a bot took their seat before the cards were dealt."""
        return [row.entry for row in self.seats if self.table and row.player is None and row.added is None]

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of each among the entrants; None for those who gave up or didn't come."""
        if self.table is None:
            return (1,) * len(self.seats)
        absent = self.absent
        return tuple(
            None if row.entry in absent or row.gave_up or row.resigned else (row.place or 1) for row in self.seats
        )


@dataclass(frozen=True)
class Stored:
    """A tournament with its entrants and rounds."""

    row: Any
    entrants: list[Any]
    meetings: list[StoredMeeting]

    @property
    def admitted(self) -> list[Any]:
        """The entrants whom the host hasn't removed, in the order in which they entered."""
        return [entrant for entrant in self.entrants if not entrant.removed]

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each entry, once the lot has been drawn."""
        return {entrant.entry: entrant.number for entrant in self.entrants if entrant.number is not None}

    @property
    def plan(self) -> Plan:
        """What is fixed when the tournament begins."""
        row = self.row
        return Plan(row.format, row.seats, len(self.numbers), row.rounds)

    @property
    def out(self) -> dict[int, int]:
        """After which round the numbers who dropped out did so."""
        return {one.number: one.dropped for one in self.admitted if one.number and one.dropped is not None}

    def past(self) -> list[Round]:
        """The rounds with the meetings that are over, those of the current round among them."""
        numbers = self.numbers
        return [
            [
                Meeting(tuple(numbers[seat.entry] for seat in one.seats), one.places)
                for one in meetings_of_round
                if one.is_over
            ]
            for _, meetings_of_round in groupby(self.meetings, key=lambda one: one.round)
        ]

    @property
    def is_round_over(self) -> bool:
        """Whether all games of the current round are over."""
        return all(one.is_over for one in self.meetings if one.round == self.row.round)


MEETINGS = (
    select(
        schema.meetings,
        tables.state,
        seats.player,
        seats.added,
        seats.resigned,
        results.place,
        results.gave_up,
    )
    .outerjoin(schema.tables, tables.id == meetings.table_id)
    .outerjoin(schema.seats, and_(seats.table_id == meetings.table_id, seats.seat == meetings.seat))
    .outerjoin(schema.results, and_(results.table_id == meetings.table_id, results.seat == meetings.seat))
    .order_by(meetings.round, meetings.meeting, meetings.seat)
)


async def load(storage: Storage, name: str) -> Stored:
    """A tournament as it is stored, refused if there is none. All that is read belongs to one version of it."""
    of_tournament = select(schema.tournaments).where(tournaments.id == name)
    of_entrants = select(schema.entrants).where(entrants.tournament == name).order_by(entrants.entry)
    async with storage.reading() as connection:
        row = (await connection.execute(of_tournament)).first()
        while row is not None:
            entered = list(await connection.execute(of_entrants))
            met = list(await connection.execute(MEETINGS.where(meetings.tournament == name)))
            version, row = row.version, (await connection.execute(of_tournament)).first()
            if row is not None and row.version == version:  # SQLite has no snapshot
                return Stored(row, entered, group(met))
    raise Refused("no_such_tournament")


def group(rows: Iterable[Any]) -> list[StoredMeeting]:
    """The meetings that some rows are about, in their order."""
    found = []
    for (number, _), of_meeting in groupby(rows, key=lambda row: (row.round, row.meeting)):
        one = list(of_meeting)
        people = tuple(row for row in one if row.entry is not None)
        found.append(StoredMeeting(number, one[0].table_id, one[0].state, people))
    return found
