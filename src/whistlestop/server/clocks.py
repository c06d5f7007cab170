"""Clocks: what happens because time passes: late turns, absent people, broken-off starts, expired tables."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog
from sqlalchemy import select, true

from whistlestop.server import fairness, schema
from whistlestop.server.deadlines import GRACE, next_deadline, overdue
from whistlestop.server.holidays import bring_to_tables
from whistlestop.server.identity import now
from whistlestop.server.moves import close
from whistlestop.server.presence import RENEW_EVERY
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Change, TableRegistry
from whistlestop.server.seating import CLOCK, GONE, step_away
from whistlestop.server.table import BYTES, EXPIRED, HASHES, NO_CLOCK, OPEN, PLAYING, Table

STRIKE_EVERY = 0.5
"""Seconds between two searches for deadlines that have passed."""
EXPIRE_EVERY = 60.0
"""Seconds between two searches for tables to expire."""
HOLIDAYS_EVERY = 30.0
"""Seconds between two searches for seats that don't know of a holiday: usually its own request has told them."""
NOTE_EVERY = 4.0
"""Seconds between two updates of when players were last seen; `gone_after` must be at least twice as long."""
OUTAGE = 5_000
"""After how many milliseconds without a search people are given time again: they couldn't move either."""
BATCH = 200
"""How many tables one search handles."""
TABLES = schema.tables.c
log = structlog.get_logger()


class Clocks:
    """Runs the jobs that depend on time."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._struck = now()
        self._pardon = 0
        """Until when nobody is late."""

    async def run(self) -> None:
        """Run all jobs forever, each at its own interval."""
        await asyncio.gather(
            every(STRIKE_EVERY, self.strike),
            every(EXPIRE_EVERY, self.expire),
            every(HOLIDAYS_EVERY, self.note_holidays),
            every(self.registry.settings.heartbeat, self.beat),
            every(NOTE_EVERY, self.note),
            every(RENEW_EVERY, self.registry.hub.renew_presence),
        )

    async def strike(self) -> None:
        """Handle tables whose deadline has passed. While the database was away, nobody could move: all get a while."""
        passed = select(schema.tables.c.id).where(schema.tables.c.deadline <= now()).limit(BATCH)
        rows = await self.registry.storage.rows(passed)
        moment = now()
        if moment - self._struck > OUTAGE:
            self._pardon = moment + GRACE
        self._struck = moment
        for row in rows if moment >= self._pardon else ():
            try:
                table = await self.registry.table(row.id)
                if table.is_slow:
                    await bring_to_tables(self.registry, schema.tables.c.id == row.id)
                seen = await self.last_seen(table)
                await self.registry.change(row.id, meet_deadline, seen, self.registry.settings.start_seconds)
            except Refused as refused:
                log.debug("deadline_refused", code=refused.code)

    async def last_seen(self, table: Table) -> dict[str, int]:
        """When the people at a table were last seen; empty if the table never treats them as gone."""
        if not table.gone_after:
            return {}
        people = {seat.player for seat in table.seats if seat.player}
        rows = await self.registry.storage.rows(select(schema.players).where(schema.players.c.id.in_(people)))
        return {row.id: row.seen for row in rows}

    async def note_holidays(self) -> None:
        """Tell tables of holidays that they don't know of: a process may have been killed before it could do that."""
        await bring_to_tables(self.registry, true())

    async def expire(self) -> None:
        """Close tables that nobody has touched for a long time, but none whose clock runs: it ends by itself."""
        hours = {OPEN: self.registry.settings.open_hours, PLAYING: self.registry.settings.play_hours}
        for state, limit in hours.items():
            before = now() - int(limit * 3_600_000)
            stale = (TABLES.state == state) & (TABLES.touched < before)
            is_running = TABLES.deadline.is_not(None) & ((TABLES.clock != NO_CLOCK) | (TABLES.state == OPEN))
            question = select(TABLES.id).where(stale, ~is_running).limit(BATCH)
            for row in await self.registry.storage.rows(question):
                try:
                    await self.registry.change(row.id, expire_untouched, before)
                except Refused as refused:
                    log.warning("expiry_refused", code=refused.code)

    async def beat(self) -> None:
        """Send a heartbeat on every stream."""
        self.registry.hub.beat()

    async def note(self) -> None:
        """Store who was seen since the last time."""
        await self.registry.people.saw({(stream.player, stream.device) for stream in self.registry.hub.streams})


async def every(seconds: float, job: Callable[[], Awaitable[None]]) -> None:
    """Run a job again and again; a failure is logged, and the job runs again."""
    while True:
        try:
            await job()
        except Refused as refused:  # the database is away, and storage has logged it
            log.debug("clock_refused", job=getattr(job, "__name__", "?"), code=refused.code)
        except Exception:
            log.exception("clock_failed", job=getattr(job, "__name__", "?"))
        await asyncio.sleep(seconds)


def meet_deadline(table: Table, change: Change, last_seen: Mapping[str, int], patience: float) -> None:
    """Command: do what a deadline that has passed asks for; if nobody is late after all, move the deadline."""
    if table.deadline is None or table.deadline > change.at:
        return
    if table.state == OPEN and table.step in (HASHES, BYTES):
        if table.tournament is None:
            fairness.break_off(table, change, table.missing())
        else:
            fairness.do_without(table, change, table.missing(), patience)
        return
    late, gone = overdue(table, change.at, last_seen)
    if not late and not gone:
        change.move_deadline(next_deadline(table, last_seen))
        return
    step_away(table, change, dict.fromkeys(late, CLOCK) | dict.fromkeys(gone, GONE))


def expire_untouched(table: Table, change: Change, before: int) -> None:
    """Command: close a table that nobody has touched since a moment, unless its clock runs."""
    is_running = table.deadline is not None and (table.clock != NO_CLOCK or table.state == OPEN)
    if table.state in (OPEN, PLAYING) and table.touched < before and not is_running:
        close(table, change, EXPIRED)
