"""Registry: the tables of a server as one process holds them. Every change is one transaction.

A command changes a table in memory. The registry then writes it, on the condition that nobody has written it since: the
number of the last event, `seq`, is also the table's version. If another process was faster, the table is read again and
the command runs again.
"""

import asyncio
import json
import secrets
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, insert, literal, select, union_all, update
from sqlalchemy.exc import IntegrityError

from whistlestop.game.game import Game
from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.events import EventHub
from whistlestop.server.identity import People, now
from whistlestop.server.maps import load_game
from whistlestop.server.news import News
from whistlestop.server.notices import list_notices
from whistlestop.server.protocol.events import EventKind
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.table import CLOSED, DONE, Seat, Table
from whistlestop.server.table_write import ADD_EVENT, ADD_MOVE, ADD_TURN, Conflict, TableWrite
from whistlestop.server.wire import Event, compact

Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")
log = structlog.get_logger()
KEPT = 1000
"""How many tables a process keeps in memory."""
ATTEMPTS = 20
"""How often a command runs again because other processes were faster."""

AS_STORED = (
    "id", "seq", "host", "listed", "watchable", "clock", "seconds", "gone_after", "stand_in", "first", "rated",
    "tournament", "state", "step", "secret", "undone", "began", "deadline", "created", "touched", "prescribed",
    "deal_over",
)  # fmt: skip
"""The fields of a table that its row has under the same name."""
SEAT_COLUMNS = tuple(field.name for field in fields(Seat))
"""The fields of a seat, which its row has under the same names."""
OF_TABLE = select(schema.tables).where(schema.tables.c.id == bindparam("id"))
SEQ = select(schema.tables.c.seq).where(schema.tables.c.id == bindparam("id"))
SEATS_OF_TABLE = select(schema.seats).where(schema.seats.c.table_id == bindparam("id")).order_by(schema.seats.c.seat)
SEALED, TURN, AGAIN, REMOVED = "sealed", "turn", "again", "removed"
PARTS = union_all(
    *(
        select(literal(what).label("what"), seat.label("seat"), ply.label("ply"), text.label("text")).where(
            part.c.table_id == bindparam("id")
        )
        for what, part, seat, ply, text in (
            (SEALED, schema.sealed, schema.sealed.c.seat, literal(0), schema.sealed.c.move),
            (TURN, schema.turns, schema.turns.c.seat, schema.turns.c.ply, literal("")),
            (AGAIN, schema.rematches, literal(0), literal(0), schema.rematches.c.again),
            (REMOVED, schema.removals, literal(0), literal(0), schema.removals.c.player),
        )
    )
)
"""Sealed choices, bots' turns, the rematch of a table and who was removed from it, in one query."""
MOVES = (
    select(schema.moves)
    .where(schema.moves.c.table_id == bindparam("id"), schema.moves.c.ply >= bindparam("ply"))
    .order_by(schema.moves.c.ply)
)


class Change:
    """What a command does to a table: the events it publishes, and what is written in the same transaction."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seq = table.seq
        """The version of the table that the change is based on."""
        self.at = now()
        self.events: list[Event] = []
        self.moves: list[dict[str, Any]] = []
        self.seats: set[int] = set()
        """The seats that have changed."""
        self.turns: list[dict[str, Any]] = []
        """Bots' turns that begin."""
        self.ended: list[int] = []
        """The seats whose stored turn is over."""
        self.writes: list[tuple[Any, Any]] = []
        """Whatever else is written. Other processes then read the table again."""
        self.acts: list[Callable[[Connection], None]] = []
        """What is done after the writes, in the same transaction, with what it finds in the database."""
        self.has_moved_deadline = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self.events and not self.has_moved_deadline

    def publish(self, kind: str, player: str | None = None, **body: Any) -> None:
        """Add an event."""
        self.table.seq += 1
        event = Event(self.table.id, self.table.seq, EventKind(kind), self.table.ply, self.at, body, player)
        self.events.append(event)

    def write(self, statement: Any, values: Any = None) -> None:
        """Execute a statement in the same transaction."""
        self.writes.append((statement, values))

    def write_seat(self, number: int) -> None:
        """Write a seat as it is at the end of the command."""
        self.seats.add(number)

    def move_deadline(self, deadline: int | None) -> None:
        """Check the table at another moment. This alone needs no event: nobody has to know."""
        self.table.deadline = deadline
        self.has_moved_deadline = True


Command = Callable[Concatenate[Table, Change, Parameters], Answer]
"""A plain function that changes a table, or refuses to: `seating.leave(table, change, player, seat)`.

`registry.change(name, seating.leave, player, seat)` runs it. A command may run more than once, so it does nothing but
change the table and fill the change.
"""


class TableRegistry:
    """The tables of a server."""

    def __init__(self, settings: Settings, storage: Storage, people: People) -> None:
        self.settings = settings
        self.storage = storage
        self.people = people
        self.hub = EventHub(self)
        self.name = secrets.token_hex(4)
        """What this process signs its notices with."""
        self.plays_bots = True
        """Whether this process leases the bots' turns that begin with its own changes."""
        self.on_turns: Callable[[list[dict[str, Any]]], None] = lambda turns: None
        """Called with the bots' turns that this process has leased."""
        self.need_rules: Callable[[], Awaitable[None]] = no_wait
        """Waits until the rules are loaded, or refuses: without them no game can be read."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks = TableLocks()
        self._games: dict[tuple[str, int], Game] = {}
        people.needed = self.needed_players

    def game(self, name: str, seats: int) -> Game:
        """The game on a map with that many seats, loaded once."""
        if (name, seats) not in self._games:
            self._games[name, seats] = load_game(name, seats, self.settings.places)
        return self._games[name, seats]

    def needed_players(self) -> set[str]:
        """The players whose names and mutes must stay in memory: seated at a table in memory, or on an open stream."""
        seated = {seat.player for table in self._tables.values() for seat in table.seats if seat.player}
        return seated | {stream.player for stream in self.hub.streams}

    async def table(self, name: str) -> Table:
        """A table to read, as it is stored: never in the middle of a change."""
        async with self.lock(name):
            return await self.fresh(name)

    async def tables(self, names: list[str]) -> list[Table]:
        """Several tables; those that can't be read, because their map is gone for example, are left out."""
        await self.need_rules()
        tables = []
        for name in names:
            try:
                tables.append(await self.table(name))
            except Refused as refused:
                log.warning("table_unreadable", code=refused.code)
        return tables

    @property
    def kept(self) -> int:
        """How many tables this process has in memory."""
        return len(self._tables)

    def cached(self, name: str) -> Table | None:
        """A table, if this process has it in memory."""
        return self._tables.get(name)

    async def change(
        self,
        name: str,
        command: Command[Parameters, Answer],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Answer:
        """Run a command on a table, completely or not at all. Events are sent once everything is written."""
        async with self.lock(name):
            table = self._tables.get(name) or await self.fresh(name)
            for _ in range(ATTEMPTS):
                change = Change(table)
                try:
                    answer = command(table, change, *args, **kwargs)
                    if not change.is_empty:
                        await self._commit(change)
                except Refused as refused:
                    self._forget_if_touched(change)
                    # While the database is away reading would only wait for it again, with others behind in line.
                    if not self.storage.is_shared or refused.is_unavailable:
                        raise
                    if (table := await self.fresh(name)).seq == change.seq:
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
                        self._begin_turns(change)
                        await self.hub.publish(table, change.events)
                    return answer
            raise Refused("too_many", seconds=1)

    def _forget_if_touched(self, change: Change) -> None:
        if change.events or change.writes or change.moves or change.seats:
            self._tables.pop(change.table.id, None)

    async def _commit(self, change: Change) -> None:
        table = change.table
        self._leave_turns(change)
        write = TableWrite(
            table.id,
            change.seq,
            table.row(),
            [event_row(event) for event in change.events],
            change.moves,
            change.ended,
            change.turns,
            list_notices(table, change.events, self.people),
            [*(seat_update(table, seat) for seat in sorted(change.seats)), *change.writes],
            change.acts,
        )
        if self.storage.is_shared and not change.writes and table.step == DONE:
            write.notice = News.of(write, {seat: table.seats[seat] for seat in change.seats}).text(self.name)
        await self.storage.commit(write)

    async def add(self, change: Change) -> None:
        """Write a new table with its first events; refused if there is one with its id."""
        await self.need_rules()
        table = change.table
        self._leave_turns(change)

        def write(connection: Connection) -> None:
            added = ((ADD_MOVE, change.moves), (ADD_TURN, change.turns))
            rows = [(statement, values) for statement, values in added if values]
            for statement, values in [*table_inserts(table, change.events), *rows, *change.writes]:
                connection.execute(statement, values)
            for act in change.acts:
                act(connection)

        try:
            await self.storage.write(write)
        except IntegrityError:
            raise Refused("table_exists") from None
        self._keep(table)
        self._begin_turns(change)

    def _leave_turns(self, change: Change) -> None:
        """Leave the bots' turns that begin to other processes, if this one plays none."""
        for turn in [] if self.plays_bots else change.turns:
            turn["leased"] = 0

    def _begin_turns(self, change: Change) -> None:
        if self.plays_bots:
            self.on_turns(change.turns)

    def needs(self, name: str) -> bool:
        """Whether changes of a table by other processes matter here: it is in memory, or somebody follows it."""
        return name in self._tables or self.hub.is_followed(name)

    async def follow(self, news: News) -> bool:
        """Make a change that another process has written, in memory; False if that takes reading the table."""
        async with self.lock(news.table):
            table = self._tables.get(news.table)
            if table is None or table.record is None or table.seq != news.base:
                return self.hub.has_sent(news.table, news.seq)
            try:
                news.change(table)
            except (ValueError, LookupError, TypeError) as error:
                log.warning("news_unreadable", problem=type(error).__name__)
                del self._tables[news.table]
                return False
            table.shown.clear()
            await self.people.names({event.player for event in news.events if event.player})
            await self.hub.publish(table, news.events)
            return True

    async def fresh(self, name: str) -> Table:
        """A table as it is stored. Moves that this process already knows are not read again. Hold the table's lock."""
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
            seats = list(await connection.execute(SEATS_OF_TABLE, {"id": name}))
            table = self._make(row, seats, list(await connection.execute(PARTS, {"id": name})))
            start = 0
            if known is not None and known.record is not None and known.undone == table.undone:
                del self._tables[name]  # the fresh table takes over its record
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
            raise Refused.because_of("bad_table", error) from None
        return Table(
            **{name: getattr(row, name) for name in AS_STORED},
            game=game,
            proposal=json.loads(row.proposal or "{}"),
            seats=[Seat(**{name: getattr(seat, name) for name in SEAT_COLUMNS}) for seat in seats],
            sealed={part.seat: part.text for part in parts if part.what == SEALED},
            again=next((part.text for part in parts if part.what == AGAIN), None),
            removed={part.text for part in parts if part.what == REMOVED},
            turns={part.seat: part.ply for part in parts if part.what == TURN},
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
        """Drop a closed table from memory once nobody follows it; it is read again when somebody asks for it."""
        table = self._tables.get(name)
        if table is not None and table.state in CLOSED and name not in self._locks:
            del self._tables[name]

    @asynccontextmanager
    async def lock(self, name: str) -> AsyncIterator[None]:
        """The lock of a table: `async with registry.lock(name)`. Every use of a table begins with it."""
        await self.need_rules()
        async with self._locks.hold(name):
            yield


async def no_wait() -> None:
    """Wait for nothing."""


class TableLocks:
    """A lock for each table. A lock exists only while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: Counter[str] = Counter()

    def __contains__(self, name: str) -> bool:
        return name in self._locks

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Wait for the lock of a table, and hold it."""
        self._users[name] += 1
        try:
            async with self._locks.setdefault(name, asyncio.Lock()):
                yield
        finally:
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name], self._locks[name]


def table_inserts(table: Table, events: list[Event]) -> list[tuple[Any, Any]]:
    """The statements that store a new table with its seats and first events."""
    row = {name: getattr(table, name) for name in AS_STORED} | table.row()
    row |= {"map": table.game.name, "digest": table.game.digest, "seats": table.game.seats}
    seats = [{"table_id": table.id, "seat": number, **seat_row(seat)} for number, seat in enumerate(table.seats)]
    return [
        (insert(schema.tables), row),
        (insert(schema.seats), seats),
        (ADD_EVENT, [event_row(event) for event in events]),
    ]


def seat_row(seat: Seat) -> dict[str, Any]:
    """The columns of a seat that may change."""
    return {name: getattr(seat, name) for name in SEAT_COLUMNS}


def seat_update(table: Table, seat: int) -> tuple[Any, Any]:
    """The statement that stores a seat as it is now."""
    where = (schema.seats.c.table_id == table.id) & (schema.seats.c.seat == seat)
    return update(schema.seats).where(where).values(seat_row(table.seats[seat])), None


def event_row(event: Event) -> dict[str, Any]:
    """The columns of an event."""
    return {
        "table_id": event.table,
        "id": event.id,
        "kind": event.kind,
        "ply": event.ply,
        "player": event.player,
        "body": compact(event.body).decode(),
        "at": event.at,
    }
