"""LISTEN/NOTIFY between processes on one PostgreSQL. A lost notice only costs time: tables are checked regularly."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import asyncpg
import structlog
from sqlalchemy import select

from whistlestop.server import news, schema
from whistlestop.server.database_faults import DRIVER_ERRORS
from whistlestop.server.news import News
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.storage import POSTGRES
from whistlestop.server.table_write import CHANGES

CHANNEL = "whistlestop"
TURNS = "whistlestop_turns"
"""Where a trigger says that there are bots' turns that no process has leased."""
SETTLE = 0.01
"""Seconds until a table is read: most changes have come by then, as news or from this process itself."""
EVERY_VERSION = 1 << 31
"""Higher than the version of any table."""
CONCURRENT_READS = 6
"""How many tables are read at the same time."""
CHECK_EVERY = 5.0
"""Seconds between two checks for tables whose notice was lost."""
log = structlog.get_logger()


class PgListener:
    """Listens for changes by other processes and sends them to this process's streams."""

    def __init__(self, registry: TableRegistry, wake: asyncio.Event) -> None:
        self.registry = registry
        self._wake = wake
        """Set when there are turns to play."""
        self._names: dict[str, int] = {}
        """The tables to read, and the version that was last heard of."""
        self._has_names = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(CONCURRENT_READS)

    async def run(self) -> None:
        """Listen forever. After the connection was lost, all followed tables are read again."""
        await asyncio.gather(self._listen(), self._refresh_all(), self._check())

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (*DRIVER_ERRORS, asyncpg.InternalClientError, Refused) as error:
                log.warning("notices_lost", problem=type(error).__name__)
            await asyncio.sleep(0.5)

    async def _listen_once(self) -> None:
        """Listen until the connection is lost. One that has fallen silent is lost too, so it is asked regularly."""
        connection: Any = await asyncpg.connect(**self.registry.storage.address, **POSTGRES)
        try:
            await connection.add_listener(CHANGES, self._heard_change)
            await connection.add_listener(CHANNEL, self._heard)
            if self.registry.plays_bots:
                await connection.add_listener(TURNS, lambda *_: self._wake.set())
            await self._reload(None)
            self._names |= dict.fromkeys(self.registry.hub.followed, EVERY_VERSION)
            self._has_names.set()
            while True:
                await asyncio.sleep(CHECK_EVERY)
                await connection.execute("SELECT 1", timeout=CHECK_EVERY)
        finally:
            connection.terminate()

    def _heard(self, connection: Any, process: int, channel: str, notice: str) -> None:
        kind, name, number = notice.split(" ")
        if kind == "p":
            self._start(self._try_reload(name))
        else:
            self._read_later(name, int(number))

    def _heard_change(self, connection: Any, process: int, channel: str, notice: str) -> None:
        """A change comes just before the plain notices of its events, which say nothing new once it is made."""
        version, _, rest = notice.partition(" ")
        sender, _, rest = rest.partition(" ")
        if version == news.VERSION and sender != self.registry.name:
            name, _, text = rest.partition(" ")
            if self.registry.needs(name):
                self._start(self._follow(name, text))

    async def _follow(self, name: str, text: str) -> None:
        try:
            change = News.read(name, text)
            if not await self.registry.follow(change):
                self._read_later(name, change.seq)
        except Refused as refused:  # the database is away; the next check finds the table again
            log.debug("refresh_refused", code=refused.code)
        except Exception:
            log.exception("refresh_failed")

    def _read_later(self, name: str, number: int) -> None:
        if not self.registry.hub.has_sent(name, number):
            self._names[name] = max(number, self._names.get(name, 0))
            self._has_names.set()

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        self._tasks.add(task := asyncio.create_task(job))
        task.add_done_callback(self._tasks.discard)

    async def _try_reload(self, player: str) -> None:
        try:
            await self._reload(player)
        except Refused as refused:
            log.debug("reload_refused", code=refused.code)

    async def _reload(self, player: str | None) -> None:
        for forgotten in await self.registry.people.reload(player):
            self.registry.hub.dismiss(forgotten)
        self.registry.hub.dismiss_signed_out()

    async def _refresh_all(self) -> None:
        while True:
            await self._has_names.wait()
            self._has_names.clear()
            await asyncio.sleep(SETTLE)
            while self._names:
                name, number = self._names.popitem()
                if not self.registry.hub.has_sent(name, number):
                    await self._free.acquire()
                    self._start(self._refresh(name, number))

    async def _refresh(self, name: str, number: int) -> None:
        try:
            await self.registry.hub.refresh(name, number)
        except Refused as refused:  # the database is away; the next check finds the table again
            log.debug("refresh_refused", code=refused.code)
        except Exception:
            log.exception("refresh_failed")
        finally:
            self._free.release()

    async def _check(self) -> None:
        while True:
            await asyncio.sleep(CHECK_EVERY)
            followed = self.registry.hub.followed
            if not followed:
                continue
            columns = schema.tables.c
            try:
                rows = await self.registry.storage.rows(select(columns.id, columns.seq).where(columns.id.in_(followed)))
            except Refused as refused:
                log.debug("notice_check_refused", code=refused.code)
                continue
            except Exception:
                log.exception("notice_check_failed")
                continue
            for row in rows:
                self._read_later(row.id, row.seq)
