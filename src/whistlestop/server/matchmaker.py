"""Matchmaker: people who wait for a game with the same wish are paired, whichever process each of them is at.

A wish is a row that lives as long as its player's stream: this process renews it every second. Whoever finds enough
people makes their table and the pairings in one transaction. A pairing names a wish that exists, and a wish has one
pairing at most, so two processes can't pair the same person twice, nor somebody who has just gone.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import structlog
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from whistlestop.game.reasons import BadMap
from whistlestop.server import schema
from whistlestop.server.events import Stream, bare_frame
from whistlestop.server.identity import new_id, now
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.seating import TableOptions, made, new_table, start
from whistlestop.server.table import Seat

LOOK_EVERY = 1.0
"""Seconds between two looks at who waits, while somebody waits at this process."""
LINGER = 6_000
"""For how many milliseconds a wish stays without being renewed: its process was killed."""
LIVE = 3_600
"""A clock of fewer seconds than this is for a game that is played at once."""
GONE_AFTER = 120
"""Seconds after which a bot plays for somebody who leaves such a game."""
WISHES, PAIRINGS = schema.wishes.c, schema.pairings.c
UNHEARD = (
    select(PAIRINGS.table_id).join(schema.wishes, PAIRINGS.wish == WISHES.id).where(WISHES.player == bindparam("of"))
)
"""The table for which a player was paired, if they haven't heard of it."""
log = structlog.get_logger()


@dataclass(frozen=True)
class Wish:
    """What somebody wants to play."""

    map: str
    seats: int
    clock: str
    seconds: int


class Matchmaker:
    """Pairs people. The streams are those of this process, by the id of their wish."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._streams: dict[str, Stream] = {}
        self._news = asyncio.Event()

    async def wait(self, player: str, device: str, wish: Wish) -> Stream:
        """Begin to wait: a stream that ends with the table. A player's new wish replaces an earlier one.

        Somebody who was paired, but whose connection broke before they heard of it, hears of it now.
        """
        try:
            self._registry.game(wish.map, wish.seats)
        except BadMap as error:
            raise Refused.because_of("bad_table", error) from None
        stream = Stream(player, {}, device=device)
        self._registry.hub.enter(stream)
        name, moment = new_id(), now()
        row = {"player": player, "id": name, **vars(wish), "since": moment, "until": moment + LINGER}

        def write(connection: Connection) -> str | None:
            connection.execute(delete(schema.wishes).where(WISHES.until <= moment))
            found: str | None = connection.execute(UNHEARD, {"of": player}).scalar()
            connection.execute(delete(schema.wishes).where(WISHES.player == player))
            if found is None:
                connection.execute(insert(schema.wishes), row)
            return found

        try:
            table = await self._registry.storage.write(write)
        except BaseException:
            self._registry.hub.leave(stream)
            raise
        self._registry.hub.begin(stream)
        if table is not None:
            stream.close(paired_frame(table))
        else:
            self._streams[name] = stream
            self._news.set()
        return stream

    def leave(self, stream: Stream) -> None:
        """Wait no more."""
        self._registry.hub.leave(stream)
        self._news.set()

    async def run(self) -> None:
        """Look at the wishes again and again while somebody waits here."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._streams:
                try:
                    await self.look()
                except Exception:
                    log.exception("pairing_failed")
                try:
                    async with asyncio.timeout(LOOK_EVERY):
                        await self._news.wait()
                except TimeoutError:
                    continue
                self._news.clear()

    async def look(self) -> None:
        """Forget who is gone, renew the others, pair whom the wishes allow, and tell those who are paired."""
        await self._renew()
        await self._tell()
        if self._streams:
            await self._pair()
            await self._tell()

    async def _renew(self) -> None:
        gone = {name for name, stream in self._streams.items() if stream.is_closed}
        for name in gone:
            del self._streams[name]

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.wishes).where(WISHES.id.in_(gone)))
            connection.execute(update(schema.wishes).where(WISHES.id.in_(waiting)).values(until=until))

        waiting, until = list(self._streams), now() + LINGER
        await self._registry.storage.write(write)

    async def _tell(self) -> None:
        """End the streams of those who are paired, or who wait elsewhere by now."""
        waiting = list(self._streams)  # others may begin to wait while the wishes are read
        here = schema.wishes.outerjoin(schema.pairings, PAIRINGS.wish == WISHES.id)
        question = select(WISHES.id, PAIRINGS.table_id).select_from(here).where(WISHES.id.in_(waiting))
        found = {row.id: row.table_id for row in await self._registry.storage.rows(question)}
        told = [name for name in waiting if found.get(name, "") is not None]
        for name in told:
            frame = paired_frame(found[name]) if name in found else bare_frame({"kind": "replaced"})
            self._streams.pop(name).close(frame)
        if told:
            statement = delete(schema.wishes).where(WISHES.id.in_(told))
            await self._registry.storage.write(lambda connection: connection.execute(statement))

    async def _pair(self) -> None:
        """Make a table for everybody whose wish can be met."""
        waiting = await self._registry.storage.rows(
            select(schema.wishes)
            .where(WISHES.until > now(), WISHES.id.not_in(select(PAIRINGS.wish)))
            .order_by(WISHES.map, WISHES.seats, WISHES.clock, WISHES.seconds, WISHES.since, WISHES.id)
        )
        blocks = schema.blocks.c
        question = select(blocks.player, blocks.blocked).where(blocks.player.in_([row.player for row in waiting]))
        apart = {frozenset(pair) for pair in await self._registry.storage.rows(question)}
        for wish, rows in groupby(waiting, key=lambda row: Wish(row.map, row.seats, row.clock, row.seconds)):
            for group in groups(list(rows), wish.seats, apart):
                if any(row.id in self._streams for row in group):
                    await self._make(wish, group)

    async def _make(self, wish: Wish, group: list[Any]) -> None:
        """Make the table of some people, unless another process was faster or one of them has gone."""
        people = [row.player for row in group]
        options = TableOptions(
            wish.map, [], clock=wish.clock, seconds=wish.seconds,
            gone_after=GONE_AFTER if wish.seconds < LIVE else 0,
        )  # fmt: skip
        game = self._registry.game(wish.map, wish.seats)
        table = new_table(game, people[0], options, [Seat(player=player) for player in people])
        change = made(table)
        for name in sorted(row.id for row in group):
            change.write(insert(schema.pairings), {"wish": name, "table_id": table.id})
        for player in people:
            await self._registry.people.find(player)
        try:
            await self._registry.add(change)
        except Refused as refused:
            if refused.code != "table_exists":  # the pairings are taken, or name a wish that is gone
                raise
            return
        await start(self._registry, table.id)


def paired_frame(table: str) -> bytes:
    """The event that ends the wait."""
    return bare_frame({"kind": "paired", "table": table})


def groups(waiting: list[Any], size: int, apart: Iterable[frozenset[str]]) -> list[list[Any]]:
    """Groups of people with the same wish, those who wait longest first; two who are kept apart are in no group."""
    kept_apart, found = set(apart), []
    while waiting:
        group = [waiting[0]]
        for row in waiting[1:]:
            suits = all(frozenset((row.player, other.player)) not in kept_apart for other in group)
            if len(group) < size and suits:
                group.append(row)
        rest = [row for row in waiting if row not in group]
        if len(group) == size:
            found.append(group)
            waiting = rest
        else:
            waiting = waiting[1:]
    return found
