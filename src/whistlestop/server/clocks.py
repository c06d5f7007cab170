"""Clocks: turns that last too long, people who are gone, starts that wait in vain, tables that nobody touches."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from sqlalchemy import select

from whistlestop.server import fairness, schema
from whistlestop.server.identity import now
from whistlestop.server.moves import GRACE, close
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Act, Change, TableRegistry
from whistlestop.server.seating import step_away
from whistlestop.server.table import BYTES, EXPIRED, GAME_CLOCK, HASHES, OPEN, PLAYING, TURN_CLOCK, Table

LOOK_EVERY = 0.5
EXPIRE_EVERY = 60.0
NOTE_EVERY = 4.0
"""Seconds between two notes of who is here; nobody is taken for gone sooner than twice that."""
AT_ONCE = 200
log = structlog.get_logger()


class Clocks:
    """Looks after all that happens when nobody does anything."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def run(self) -> None:
        """Do all of it for ever, each as often as it needs."""
        await asyncio.gather(
            every(LOOK_EVERY, self.strike),
            every(EXPIRE_EVERY, self.expire),
            every(self.registry.settings.heartbeat, self.beat),
            every(NOTE_EVERY, self.note),
        )

    async def strike(self) -> None:
        """Look at tables whose deadline is over."""
        question = select(schema.tables.c.id).where(schema.tables.c.deadline <= now()).limit(AT_ONCE)
        for row in await self.registry.storage.rows(question):
            try:
                table = await self.registry.table(row.id)
                seen = await self.last_seen(table)
                later = await self.registry.change(row.id, ring(seen))
                if later is not None:
                    await self.registry.postpone(table, later)
            except Refused as refused:
                log.debug("clock_refused", code=refused.code)

    async def last_seen(self, table: Table) -> dict[str, int]:
        """When the people at a table were last here, if the table wants to know."""
        if not table.gone_after:
            return {}
        people = {seat.player for seat in table.seats if seat.player}
        rows = await self.registry.storage.rows(select(schema.players).where(schema.players.c.id.in_(people)))
        return {row.id: row.seen for row in rows}

    async def expire(self) -> None:
        """Close tables that nobody has touched for long."""
        hours = {OPEN: self.registry.settings.open_hours, PLAYING: self.registry.settings.play_hours}
        for state, limit in hours.items():
            before = now() - int(limit * 3_600_000)
            stale = (schema.tables.c.state == state) & (schema.tables.c.touched < before)
            for row in await self.registry.storage.rows(select(schema.tables.c.id).where(stale).limit(AT_ONCE)):
                try:
                    await self.registry.change(row.id, expire_before(before))
                except Refused as refused:
                    log.warning("expiry_refused", code=refused.code)

    async def beat(self) -> None:
        """A sign of life on every stream."""
        self.registry.hub.beat()

    async def note(self) -> None:
        """Note who is here."""
        await self.registry.people.saw({stream.player for stream in self.registry.hub.streams})


async def every(seconds: float, act: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again; a failure is logged, and it is tried again."""
    while True:
        try:
            await act()
        except Exception:
            log.exception("clock_failed")
        await asyncio.sleep(seconds)


def ring(seen: dict[str, int]) -> "Act[int | None]":
    """What happens at a deadline; when to look again, if only that is to be noted."""

    def act(table: Table, change: Change) -> int | None:
        if table.deadline is None or table.deadline > change.at:
            return None
        if table.state == OPEN and table.step in (HASHES, BYTES):
            late = [
                n
                for n in fairness.people(table)
                if (table.seats[n].hash if table.step == HASHES else table.seats[n].added) is None
            ]
            fairness.break_off(table, change, late)
            return None
        out, gone, later = overdue(table, change.at, seen)
        if not out and not gone:
            return later
        step_away(table, change, out, "clock")
        step_away(table, change, gone, "gone")
        return None

    return act


def overdue(table: Table, at: int, seen: dict[str, int]) -> tuple[list[int], list[int], int | None]:
    """Whose time is up, who is gone, and when to look again at those who are not."""
    out, gone, later = [], [], []
    for seat in table.asked():
        one = table.seats[seat]
        if not one.is_person:
            continue
        end = None
        if table.clock == TURN_CLOCK:
            end = table.began + table.seconds * 1000
        elif table.clock == GAME_CLOCK:
            end = table.began + (one.left or GRACE)
        if end is not None and end <= at:
            out.append(seat)
            continue
        if table.gone_after:
            here = max(table.began, seen.get(one.player or "", 0)) + table.gone_after * 1000
            if here <= at:
                gone.append(seat)
                continue
            later.append(here)
        if end is not None:
            later.append(end)
    return out, gone, min(later, default=None)


def expire_before(moment: int) -> "Act[None]":
    """Close a table that nobody has touched since a moment."""

    def act(table: Table, change: Change) -> None:
        if table.state in (OPEN, PLAYING) and table.touched < moment:
            close(table, change, EXPIRED)

    return act
