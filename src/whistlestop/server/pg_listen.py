"""LISTEN/NOTIFY between processes on one PostgreSQL. A lost notice only costs time: tables are checked regularly."""

import asyncio
from typing import Any

import asyncpg
import structlog
from sqlalchemy import select

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.storage import DRIVER_ERRORS, POSTGRES

CHANNEL = "whistlestop"
CONCURRENT_READS = 6
"""How many tables are read at the same time."""
CHECK_EVERY = 5.0
"""Seconds between two checks for tables whose notice was lost."""
log = structlog.get_logger()


class PgListener:
    """Listens for changes by other processes and sends them to this process's streams."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._names: set[str] = set()
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
            await connection.add_listener(CHANNEL, self._heard)
            await self._reload(None)
            self._names |= set(self.registry.hub.followed)
            self._has_names.set()
            while True:
                await asyncio.sleep(CHECK_EVERY)
                await connection.execute("SELECT 1", timeout=CHECK_EVERY)
        finally:
            connection.terminate()

    def _heard(self, connection: Any, process: int, channel: str, notice: str) -> None:
        kind, name, number = notice.split(" ")
        if kind == "p":
            self._tasks.add(task := asyncio.create_task(self._try_reload(name)))
            task.add_done_callback(self._tasks.discard)
            return
        table = self.registry.cached(name)
        if self.registry.hub.is_followed(name) and (table is None or table.seq < int(number)):
            self._names.add(name)
            self._has_names.set()

    async def _try_reload(self, player: str) -> None:
        try:
            await self._reload(player)
        except Refused as refused:
            log.debug("reload_refused", code=refused.code)

    async def _reload(self, player: str | None) -> None:
        for forgotten in await self.registry.people.reload(player):
            self.registry.hub.dismiss(forgotten)

    async def _refresh_all(self) -> None:
        while True:
            await self._has_names.wait()
            self._has_names.clear()
            while self._names:
                await self._free.acquire()
                self._tasks.add(task := asyncio.create_task(self._refresh(self._names.pop())))
                task.add_done_callback(self._tasks.discard)

    async def _refresh(self, name: str) -> None:
        try:
            await self.registry.hub.refresh(name)
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
                if self.registry.hub.is_behind(row.id, row.seq):
                    self._names.add(row.id)
                    self._has_names.set()
