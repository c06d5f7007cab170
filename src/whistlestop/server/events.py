"""Events: sent to every stream that follows their table. A browser has one stream for all tables it follows.

Events are sent while the table's lock is held, so that none is sent twice, out of order or not at all. A stream that is
behind, and every stream after another process has written, gets its events from storage.
"""

import asyncio
import json
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from whistlestop.game.record import Record
from whistlestop.server import schema
from whistlestop.server.identity import now
from whistlestop.server.protocol.events import FOR_SEATS, SAID, WITH_VIEWS, EventKind
from whistlestop.server.reasons import Refused
from whistlestop.server.slow_limits import SlowLimits
from whistlestop.server.table import Table
from whistlestop.server.wire import Event, Reader, compact, view_now, viewers, write_event, write_table

if TYPE_CHECKING:
    from whistlestop.server.registry import TableRegistry

FAREWELL = b'retry: 1000\nevent: farewell\ndata: {"kind":"farewell"}\n\n'
FULL = 4_000_000
"""How many bytes may wait for a reader. A slower reader is cut off, and resumes where it was."""
MISSED = 1_000_000
"""How many bytes of missed events one stream gets at once. After that it gets the other tables as they are now."""
FOLLOWED = 50
"""How many tables one stream may follow."""
BATCH = 500

LATER = (
    select(schema.events)
    .where(
        schema.events.c.table_id == bindparam("id"),
        schema.events.c.id > bindparam("after"),
        schema.events.c.id <= bindparam("last"),
    )
    .order_by(schema.events.c.id)
)


class Stream:
    """What waits to be sent to one reader, and the last event of each table that was sent."""

    __slots__ = (
        "_frames", "_size", "_waiter", "address", "curtain", "device", "hidden", "is_closed", "player", "positions",
    )  # fmt: skip

    def __init__(self, player: str, positions: dict[str, int], curtain: bool = False, device: str = "") -> None:
        self.player = player
        self.device = device
        self.address = ""
        self.curtain = curtain
        self.positions = positions
        self.hidden: set[str] = set()
        """The tables that this reader may not see any more, and got `hidden` for."""
        self.is_closed = False
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None

    def send(self, table: str, number: int, kind: str, written: bytes) -> None:
        """Send an event, with the position at all tables as its id."""
        self.positions[table] = number
        position = ",".join(f"{name}:{at}" for name, at in self.positions.items())
        self.put(f"id: {position}\nevent: {kind}\ndata: ".encode() + written + b"\n\n")

    @property
    def size(self) -> int:
        """How many bytes wait."""
        return self._size

    @property
    def has_much_to_read(self) -> bool:
        """Whether so much waits already that missed events are left out."""
        return self._size > MISSED

    def put(self, frame: bytes) -> None:
        """Send something, unless the reader is too far behind."""
        if self.is_closed:
            return
        self._frames.append(frame)
        self._size += len(frame)
        if self._size > FULL:
            self._frames.clear()
            self.is_closed = True
        self._wake()

    def close(self, frame: bytes = b"") -> None:
        """Send no more than what waits already."""
        if frame and not self.is_closed:
            self._frames.append(frame)
        self.is_closed = True
        self._wake()

    async def read(self) -> bytes:
        """All that waits, as soon as something does; nothing once the stream is closed."""
        if not self._frames and not self.is_closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        said = b"".join(self._frames)
        self._frames.clear()
        self._size = 0
        return said

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class EventHub:
    """Who follows which table."""

    def __init__(self, registry: "TableRegistry") -> None:
        self._registry = registry
        self._followers: dict[str, set[Stream]] = {}
        self._shown_present: dict[str, list[int]] = {}
        """For each followed table, the seats that its followers know to be present."""
        self.streams: set[Stream] = set()
        self.limits = SlowLimits(registry.settings)
        self.is_closing = False
        self.restart: int | None = None
        """When the server will be restarted, if that was announced."""

    def is_followed(self, name: str) -> bool:
        """Whether a stream follows a table."""
        return name in self._followers

    @property
    def followed(self) -> list[str]:
        """The tables that are followed."""
        return list(self._followers)

    async def open(
        self, player: str, tables: Iterable[str], positions: dict[str, int], curtain: bool = False, device: str = ""
    ) -> Stream:
        """Follow tables: each from a position on, or else from now on, beginning with a snapshot.

        With a curtain the reader gets what a spectator gets. It is for people who share a browser: each of them reads
        their own view separately, while the others look away.
        """
        names = list(tables)
        stream = Stream(player, {name: positions[name] for name in names if name in positions}, curtain, device)
        self.enter(stream)
        try:
            for name in names:
                await self._follow(stream, name, positions.get(name))
        except BaseException:
            self.leave(stream)
            raise
        self.begin(stream)
        return stream

    def enter(self, stream: Stream) -> None:
        """Count a stream, and end it with the others; refused if its player or address has too many."""
        if self.is_closing:
            raise Refused("shutting_down")
        stream.address = self._registry.people.address(stream.player)
        self.limits.open_stream(stream.player, stream.address)
        self.streams.add(stream)

    def begin(self, stream: Stream) -> None:
        """Send what every stream begins with: when to reconnect, and a first heartbeat."""
        stream.put(b"retry: 1000\n\n")
        stream.put(self._heartbeat())

    def leave(self, stream: Stream) -> None:
        """Follow nothing any more."""
        stream.close()
        if stream in self.streams:
            self.streams.remove(stream)
            self.limits.close_stream(stream.player, stream.address)
        for name in stream.positions:
            followers = self._followers.get(name, set())
            followers.discard(stream)
            if not followers:
                self._followers.pop(name, None)
                self._shown_present.pop(name, None)
                self._registry.let_go(name)

    async def _follow(self, stream: Stream, name: str, position: int | None) -> None:
        async with self._registry.lock(name):
            table = await self._registry.fresh(name)
            if table.reader(stream.player) is None:
                raise Refused("no_such_table")
            self._followers.setdefault(name, set()).add(stream)
            self._registry.people.presence.enter(name, stream.player, now())
            if position is not None and 0 <= position <= table.seq and table.seq - position <= BATCH:
                stream.positions[name] = position
                await self._deliver(table, [])
                stream.put(presence_frame(table, self._present(table)))
            else:
                stream.send(name, table.seq, "table", self.snapshot(table, stream))
            self._send_presence(table)

    def snapshot(self, table: Table, stream: Stream) -> bytes:
        """A table for a reader, with the views of their seats."""
        content = {"kind": EventKind.TABLE, **write_table(table, stream.player, self._registry.people)}
        if table.record is not None:
            seats = () if stream.curtain else table.seats_of(stream.player)
            content["views"] = [view_now(table, seat) for seat in viewers(seats)]
        return compact(content)

    async def publish(self, table: Table, events: list[Event]) -> None:
        """Send what has just been written. Hold the table's lock."""
        if table.id in self._followers:
            await self._deliver(table, events)

    def has_sent(self, name: str, number: int) -> bool:
        """Whether all followers of a table have got its events up to a number; true if there are none."""
        return all(stream.positions.get(name, 0) >= number for stream in self._followers.get(name, ()))

    async def refresh(self, name: str, number: int) -> None:
        """Send what other processes wrote, unless an event has come to all followers by another way."""
        if self.has_sent(name, number):
            return
        async with self._registry.lock(name):
            if not self.has_sent(name, number):
                await self._deliver(await self._registry.fresh(name), [])

    async def _deliver(self, table: Table, events: list[Event]) -> None:
        """Bring all followers of a table to its last event; `events` are the last ones, if they are at hand."""
        followers = self._followers.get(table.id)
        if not followers:  # the last one left while the table was read
            return
        low = min(stream.positions[table.id] for stream in followers)
        if low >= table.seq:
            return
        if events and events[0].id == low + 1:
            for event in events:
                self._send(table, event, followers, None)
            return
        rows = await self._registry.storage.rows(LATER, {"id": table.id, "after": low, "last": table.seq})
        past = Past(table)
        last = max((row.id for row in rows if row.kind in WITH_VIEWS), default=0)
        left: set[Stream] = set()
        for row in rows:
            left |= {stream for stream in followers - left if stream.has_much_to_read}
            if not followers - left:
                break
            event = Event(row.table_id, row.id, EventKind(row.kind), row.ply, row.at, json.loads(row.body), row.player)
            if event.player:
                await self._registry.people.names({event.player})
            is_now = event.id == last and event.ply == table.ply and not table.is_choosing
            self._send(table, event, followers - left, None if is_now else past)
        for stream in followers:
            if stream in left and table.reader(stream.player) is not None:
                stream.send(table.id, table.seq, EventKind.TABLE, self.snapshot(table, stream))
            stream.positions[table.id] = max(stream.positions[table.id], table.seq)

    def _send(self, table: Table, event: Event, followers: set[Stream], past: "Past | None") -> None:
        written: dict[Reader, bytes] = {}
        people = self._registry.people
        record = past.at(event.ply) if past and event.kind in WITH_VIEWS else None
        for stream in followers:
            if stream.positions[table.id] >= event.id:
                continue
            seats = table.reader(stream.player)
            if seats is None:
                self._hide(stream, event)
                continue
            is_hidden = event.kind in SAID and (
                event.player in people.unheard_by(stream.player) or not table.shows_chat(seats)
            )
            if is_hidden or (event.kind in FOR_SEATS and not seats):
                send_bare(stream, event, EventKind.SKIPPED)
                continue
            reader = Reader(seats, () if stream.curtain else seats)
            if reader not in written:
                written[reader] = write_event(table, event, reader, people, record)
            stream.send(table.id, event.id, event.kind, written[reader])

    def _present(self, table: Table) -> list[int]:
        """The seats whose players have the table open."""
        presence = self._registry.people.presence
        return [n for n, seat in enumerate(table.seats) if seat.player and presence.has(table.id, seat.player)]

    def _send_presence(self, table: Table) -> None:
        """Send who is present to all followers, if that has changed. Hold the table's lock."""
        present = self._present(table)
        if present == self._shown_present.get(table.id):
            return
        self._shown_present[table.id] = present
        frame = presence_frame(table, present)
        for stream in self._followers.get(table.id, ()):
            if table.reader(stream.player) is not None:
                stream.put(frame)

    async def renew_presence(self) -> None:
        """Renew the presence of everybody who follows a table, and send what has changed anywhere."""
        here = {(name, stream.player) for name, streams in self._followers.items() for stream in streams}
        known = {name: self._registry.cached(name) for name in self._followers}
        seated = {(name, player) for name, player in here if (table := known[name]) and table.seats_of(player)}
        await self._registry.people.presence.renew(here, seated, now())
        for name, table in known.items():
            if table is not None and self._present(table) != self._shown_present.get(name):
                async with self._registry.lock(name):
                    if name in self._followers:
                        self._send_presence(await self._registry.fresh(name))

    def _hide(self, stream: Stream, event: Event) -> None:
        """Tell a reader once that the table is hidden, and then nothing."""
        if event.table in stream.hidden:
            stream.positions[event.table] = event.id
        else:
            stream.hidden.add(event.table)
            send_bare(stream, event, EventKind.HIDDEN)

    def beat(self) -> None:
        """Send a sign of life on every stream."""
        frame = self._heartbeat()
        for stream in self.streams:
            stream.put(frame)

    def _heartbeat(self) -> bytes:
        content = {"kind": EventKind.BEAT, "seconds": self._registry.settings.heartbeat}
        return bare_frame(content if self.restart is None else {**content, "restart": self.restart})

    def dismiss(self, player: str) -> None:
        """End the streams of a player."""
        for stream in list(self.streams):
            if stream.player == player:
                stream.close(FAREWELL)

    def dismiss_signed_out(self) -> None:
        """End the streams of devices that are signed out."""
        for stream in list(self.streams):
            if self._registry.people.is_signed_out(stream.player, stream.device):
                stream.close(FAREWELL)

    def close(self) -> None:
        """End all streams; their readers reconnect."""
        self.is_closing = True
        for stream in self.streams:
            stream.close(FAREWELL)


def bare_frame(content: dict[str, Any]) -> bytes:
    """An event without a position: it is not stored, and nobody resumes after it."""
    return f"event: {content['kind']}\ndata: ".encode() + compact(content) + b"\n\n"


def presence_frame(table: Table, present: list[int]) -> bytes:
    """The event that says who is present at a table."""
    return bare_frame({"kind": EventKind.PRESENCE, "table": table.id, "present": present})


def send_bare(stream: Stream, event: Event, kind: EventKind) -> None:
    """Send that there was an event, and nothing about it."""
    stream.send(event.table, event.id, kind, compact({"table": event.table, "id": event.id, "kind": kind}))


class Past:
    """A table's record at one ply after another."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._record: Record | None = None

    def at(self, ply: int) -> Record:
        """The record at a ply. Ask for plies in ascending order."""
        whole: Any = self._table.record
        if self._record is None or len(self._record.entries) > ply:
            self._record = whole.at(ply)
        for entry in whole.entries[len(self._record.entries) : ply]:
            self._record.push(entry.move, entry.outcome)
        return self._record
