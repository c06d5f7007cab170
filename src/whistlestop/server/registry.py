"""Registry: all tables of a server, as one process holds them; every change is one transaction.

A table is changed in memory first and then written under the condition that nobody else has changed it since: its `seq`
is its version, since every change is an event. Who comes second reads the table anew and asks again.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, insert, literal, select, union_all, update
from sqlalchemy.exc import IntegrityError

from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.events import EventHub
from whistlestop.server.identity import People, now
from whistlestop.server.maps import load_game
from whistlestop.server.protocol.events import EventKind
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.table import CLOSED, DONE, Seat, Table
from whistlestop.server.wire import Event

Answer = TypeVar("Answer")
log = structlog.get_logger()
KEPT = 1000
"""How many tables a process keeps in memory."""
ATTEMPTS = 20

AS_STORED = (
    "id", "seq", "host", "listed", "watchable", "clock", "seconds", "gone_after", "stand_in", "first", "state", "step",
    "secret", "undone", "began", "deadline", "created", "touched",
)  # fmt: skip
"""What a table and its row call alike."""
CHANGING = ("seq", "state", "step", "secret", "ply", "undone", "proposal", "began", "deadline", "touched")
SET_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("b_id"), schema.tables.c.seq == bindparam("b_seq"))
    .values({name: bindparam(name) for name in CHANGING})
)
ADD_EVENT = insert(schema.events)
ADD_MOVE = insert(schema.moves)
OF_TABLE = select(schema.tables).where(schema.tables.c.id == bindparam("id"))
SEQ = select(schema.tables.c.seq).where(schema.tables.c.id == bindparam("id"))
SEATS = select(schema.seats).where(schema.seats.c.table_id == bindparam("id")).order_by(schema.seats.c.seat)
SEALED, TURN, AGAIN = "sealed", "turn", "again"
PARTS = union_all(
    *(
        select(literal(what).label("what"), seat.label("seat"), ply.label("ply"), said.label("said")).where(
            part.c.table_id == bindparam("id")
        )
        for what, part, seat, ply, said in (
            (SEALED, schema.sealed, schema.sealed.c.seat, literal(0), schema.sealed.c.move),
            (TURN, schema.turns, schema.turns.c.seat, schema.turns.c.ply, literal("")),
            (AGAIN, schema.rematches, literal(0), literal(0), schema.rematches.c.again),
        )
    )
)
"""What else belongs to a table, in one question."""
MOVES = (
    select(schema.moves)
    .where(schema.moves.c.table_id == bindparam("id"), schema.moves.c.ply >= bindparam("ply"))
    .order_by(schema.moves.c.ply)
)


class Change:
    """What a command does to a table: events to tell, and what else is written with them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seq = table.seq
        self.at = now()
        self.events: list[Event] = []
        self.writes: list[tuple[Any, Any]] = []
        self.turns: list[dict[str, Any]] = []
        """Turns of bots that this process has leased with the change."""

    def publish(self, kind: str, player: str | None = None, **body: Any) -> None:
        """Something happened."""
        self.table.seq += 1
        event = Event(self.table.id, self.table.seq, EventKind(kind), self.table.ply, self.at, body, player)
        self.events.append(event)

    def write(self, statement: Any, values: Any = None) -> None:
        """Have something written in the same transaction."""
        self.writes.append((statement, values))

    def write_seat(self, seat: int) -> None:
        """Have a seat written as it is now."""
        one = self.table.seats[seat]
        values = {"player": one.player, "bot": one.bot, "away": one.away, "hash": one.hash, "added": one.added}
        where = (schema.seats.c.table_id == self.table.id) & (schema.seats.c.seat == seat)
        self.write(update(schema.seats).where(where).values(**values, left=one.left))


Act = Callable[[Table, Change], Answer]


class Conflict(Exception):
    """Another process has changed the table."""


class TableRegistry:
    """The tables of a server."""

    def __init__(self, settings: Settings, storage: Storage, people: People) -> None:
        self.settings = settings
        self.storage = storage
        self.people = people
        self.hub = EventHub(self)
        self.on_turns: Callable[[list[dict[str, Any]]], None] = lambda turns: None
        """Called with turns of bots that this process has leased."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, tuple[asyncio.Lock, set[object]]] = {}
        self._games: dict[tuple[str, int], Game] = {}

    def game(self, name: str, seats: int) -> Game:
        """The game on a map with that many seats, loaded once."""
        if (name, seats) not in self._games:
            self._games[name, seats] = load_game(name, seats, self.settings.places)
        return self._games[name, seats]

    async def table(self, name: str) -> Table:
        """A table to read, as it is stored: not in the midst of a change."""
        async with self.lock(name):
            return await self.fresh(name)

    async def tables(self, names: list[str]) -> list[Table]:
        """Those of some tables that can be read; one whose map is gone is left out."""
        found = []
        for name in names:
            try:
                found.append(await self.table(name))
            except Refused as refused:
                log.warning("table_unreadable", code=refused.code)
        return found

    def cached(self, name: str) -> Table | None:
        """A table if this process has it in memory."""
        return self._tables.get(name)

    async def change(self, name: str, act: "Act[Answer]") -> Answer:
        """Do something to a table, wholly or not at all; events are told once all is written."""
        async with self.lock(name):
            table = self._tables.get(name) or await self.fresh(name)
            for _ in range(ATTEMPTS):
                change = Change(table)
                try:
                    answer = act(table, change)
                    if change.events:
                        await self._commit(change)
                except Refused:
                    self._forget_if_touched(change)
                    known = table.seq
                    if not self.storage.is_shared or (table := await self.fresh(name)).seq == known:
                        raise
                except Conflict:
                    self._tables.pop(name, None)
                    table = await self.fresh(name)
                except BaseException:
                    self._tables.pop(name, None)
                    raise
                else:
                    if change.events:
                        table.shown.clear()
                        self.on_turns(change.turns)
                        await self.hub.publish(table, change.events)
                    return answer
            raise Refused("too_many", seconds=1)

    def _forget_if_touched(self, change: Change) -> None:
        if change.events or change.writes:
            self._tables.pop(change.table.id, None)

    async def _commit(self, change: Change) -> None:
        table = change.table
        row = {**table.row(), "b_id": table.id, "b_seq": change.seq}
        events = [event_row(event) for event in change.events]

        def write(connection: Connection) -> None:
            if connection.execute(SET_TABLE, row).rowcount != 1:
                raise Conflict
            connection.execute(ADD_EVENT, events)
            for statement, values in change.writes:
                connection.execute(statement, values)

        try:
            await self.storage.write(write)
        except IntegrityError:
            raise Conflict from None

    async def postpone(self, table: Table, deadline: int) -> None:
        """Look at a table's deadline later; this is no change that anybody is told of."""
        where = (schema.tables.c.id == table.id) & (schema.tables.c.seq == table.seq)
        statement = update(schema.tables).where(where).values(deadline=deadline)
        await self.storage.write(lambda connection: connection.execute(statement))
        table.deadline = deadline

    async def add(self, table: Table, events: list[Event]) -> None:
        """Write a new table."""
        row = {name: getattr(table, name) for name in AS_STORED} | table.row()
        row |= {"map": table.game.name, "digest": table.game.digest, "seats": table.game.seats}
        seats = [
            {"table_id": table.id, "seat": n, "player": seat.player, "bot": seat.bot, "away": seat.away,
             "hash": seat.hash, "added": seat.added, "left": seat.left}
            for n, seat in enumerate(table.seats)
        ]  # fmt: skip

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables), row)
            connection.execute(insert(schema.seats), seats)
            connection.execute(ADD_EVENT, [event_row(event) for event in events])

        await self.storage.write(write)
        self._keep(table)

    async def fresh(self, name: str) -> Table:
        """A table as storage has it; what this process knows of it already is not read again. Hold its lock."""
        known = self._tables.get(name)
        if known is not None and not self.storage.is_shared:
            return known
        async with self.storage.reading() as connection:
            if known is not None:
                seq = (await connection.execute(SEQ, {"id": name})).scalar()
                if seq == known.seq:
                    return known
            row = (await connection.execute(OF_TABLE, {"id": name})).first()
            if row is None:
                raise Refused("no_such_table")
            seats = list(await connection.execute(SEATS, {"id": name}))
            table = self._make(row, seats, list(await connection.execute(PARTS, {"id": name})))
            start = 0
            if known is not None and known.record is not None and known.undone == table.undone:
                del self._tables[name]  # its record goes on as that of the fresh table
                table.record, start = known.record, known.ply
            elif table.step == DONE:
                table.revive()
            for move in await connection.execute(MOVES, {"id": name, "ply": start}):
                table.push(move.lines)
        await self.people.names({seat.player for seat in table.seats if seat.player})
        self._keep(table)
        return table

    def _make(self, row: Any, seats: list[Any], parts: list[Any]) -> Table:
        try:
            game = self.game(row.map, row.seats).of_digest(row.digest)
        except BadMap as error:
            log.warning("table_without_map", map=row.map, problem=str(error))
            if error.reason.code == "other_map":
                raise Refused("map_changed", map=row.map) from None
            raise Refused("bad_table", problem=str(error)) from None
        return Table(
            **{name: getattr(row, name) for name in AS_STORED},
            game=game,
            proposal=json.loads(row.proposal or "{}"),
            seats=[Seat(one.player, one.bot, one.away, one.hash, one.added, one.left) for one in seats],
            sealed={one.seat: one.said for one in parts if one.what == SEALED},
            again=next((one.said for one in parts if one.what == AGAIN), None),
            turns={one.seat: one.ply for one in parts if one.what == TURN},
        )

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if len(self._tables) > KEPT:
            for name in list(self._tables):
                if name not in self._locks and not self.hub.is_followed(name):
                    del self._tables[name]
                    break

    def let_go(self, name: str) -> None:
        """Forget a table that nobody follows any more, if it is over; whoever asks for it has it read again."""
        table = self._tables.get(name)
        if table is not None and table.state in CLOSED and name not in self._locks:
            del self._tables[name]

    def lock(self, name: str) -> "TableLocks":
        """One at a time at a table."""
        return TableLocks(self._locks, name)


class TableLocks:
    """One at a time for each table; a lock lives as long as somebody wants it."""

    def __init__(self, locks: dict[str, tuple[asyncio.Lock, set[object]]], name: str) -> None:
        self._locks, self._name = locks, name

    async def __aenter__(self) -> None:
        lock, wanted = self._locks.setdefault(self._name, (asyncio.Lock(), set()))
        wanted.add(self)
        try:
            await lock.acquire()
        except BaseException:
            self._drop(wanted)
            raise

    async def __aexit__(self, *error: object) -> None:
        lock, wanted = self._locks[self._name]
        lock.release()
        self._drop(wanted)

    def _drop(self, wanted: set[object]) -> None:
        wanted.discard(self)
        if not wanted:
            del self._locks[self._name]


def event_row(event: Event) -> dict[str, Any]:
    """An event, ready for storage."""
    return {
        "table_id": event.table,
        "id": event.id,
        "kind": event.kind,
        "ply": event.ply,
        "player": event.player,
        "body": json.dumps(event.body),
        "at": event.at,
    }
