"""Watch: what an operator sees of a server: numbers, faults of the proxy, and the restart that was announced."""

import time
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy import delete, func, insert, select

from whistlestop.server import schema
from whistlestop.server.bot_turns import BotRunner, is_free
from whistlestop.server.connections import BoundedProtocol
from whistlestop.server.identity import now
from whistlestop.server.metrics import (
    BACKLOG_BYTES,
    BOTS_WAITING,
    CONNECTIONS,
    LONGEST_FREE_TURN,
    PROXY_FAULTS,
    TABLES,
    TABLES_KEPT,
)
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import OPEN, PLAYING

LOOK_EVERY = 5.0
"""Seconds between two looks."""
LOG_EVERY = 3600.0
"""A fault of the proxy is logged at most once in so many seconds."""
RESTART = "restart"
"""The name of the setting that holds when the server will be restarted."""
NO_HEADERS = "no_forwarded_headers"
BUFFERS = "buffers_streams"
FAULTS = {
    NO_HEADERS: "Requests come without X-Forwarded-For and X-Forwarded-Proto, although --origin is https. "
    "Have the proxy send both, and give its address with --proxy.",
    BUFFERS: "Browsers got nothing of an event stream for longer than a heartbeat. Turn off buffering in the proxy.",
}
"""What a proxy may do wrong, and what to do about it."""
RUNNING = (OPEN, PLAYING)
"""The states of tables that are counted all the time. All the others only grow, and counting them takes ever longer."""
log = structlog.get_logger()


@dataclass
class Fault:
    """How often a fault was seen, when last, and when it was last logged."""

    count: int = 0
    last: int = 0
    logged: float = -LOG_EVERY


class ProxyFaults:
    """What the proxy in front of this process seems to do wrong."""

    def __init__(self) -> None:
        self.seen: dict[str, Fault] = {}

    def note(self, name: str) -> None:
        """Count a fault, and log it now and then."""
        fault = self.seen.setdefault(name, Fault())
        fault.count += 1
        fault.last = now()
        PROXY_FAULTS.labels(name).inc()
        if time.monotonic() - fault.logged >= LOG_EVERY:
            fault.logged = time.monotonic()
            log.warning("proxy_fault", fault=name, problem=FAULTS[name])

    def as_list(self) -> list[dict[str, Any]]:
        """The faults as JSON-serialisable types."""
        return [
            {"fault": name, "text": FAULTS[name], "count": fault.count, "last": fault.last}
            for name, fault in self.seen.items()
        ]


class Watch:
    """Measures one process, and knows when the server will be restarted."""

    def __init__(self, registry: TableRegistry, bot_runner: BotRunner) -> None:
        self.registry = registry
        self.bot_runner = bot_runner
        self.unplayed = 0.0
        """For how many seconds a bot's turn has waited that no process has taken."""

    async def look(self) -> None:
        """Measure, and read whether a restart was announced."""
        running = await self.count_tables(*RUNNING)
        for state in RUNNING:
            TABLES.labels(state).set(running.get(state, 0))
        self.unplayed = await self.longest_free_turn()
        LONGEST_FREE_TURN.set(self.unplayed)
        BOTS_WAITING.set(len(self.bot_runner.line))
        CONNECTIONS.set(BoundedProtocol.waiting.open)
        BACKLOG_BYTES.set(self.backlog)
        TABLES_KEPT.set(self.registry.kept)
        self.show_restart(await self.read_restart())

    async def count_tables(self, *states: str) -> dict[str, int]:
        """How many tables are in each state, or in each of a few."""
        column = schema.tables.c.state
        counted = select(column, func.count().label("count")).group_by(column)
        rows = await self.registry.storage.rows(counted.where(column.in_(states)) if states else counted)
        return {row.state: row.count for row in rows}

    async def longest_free_turn(self) -> float:
        """For how many seconds a turn has waited that no process has taken; 0 if there is none."""
        moment, turns = now(), schema.turns.c
        rows = await self.registry.storage.rows(select(func.min(turns.due).label("due")).where(is_free(moment)))
        return max(0.0, (moment - rows[0].due) / 1000) if rows[0].due is not None else 0.0

    @property
    def backlog(self) -> int:
        """How many bytes of events wait to be sent."""
        return sum(stream.size for stream in self.registry.hub.streams)

    async def read_restart(self) -> int | None:
        """When the server will be restarted; None if nobody announced it, or if it is long past."""
        mine = schema.settings.c
        rows = await self.registry.storage.rows(select(mine.value).where(mine.name == RESTART))
        at = int(rows[0].value) if rows else None
        return at if at is not None and at > now() - 600_000 else None

    def show_restart(self, at: int | None) -> None:
        """Tell everybody who has a stream, if it is news."""
        hub = self.registry.hub
        if at != hub.restart:
            hub.restart = at
            hub.beat()

    async def announce(self, at: int | None) -> None:
        """Announce a restart, or take the announcement back."""
        mine = schema.settings.c
        old = delete(schema.settings).where(mine.name == RESTART)
        values = {"name": RESTART, "value": str(at).encode()}

        def write(connection: Any) -> None:
            connection.execute(old)
            if at is not None:
                connection.execute(insert(schema.settings), values)

        await self.registry.storage.write(write)
        self.show_restart(at)

    def load(self) -> dict[str, Any]:
        """The load of this process as JSON-serialisable types."""
        return {
            "streams": len(self.registry.hub.streams),
            "connections": BoundedProtocol.waiting.open,
            "bots_waiting": len(self.bot_runner.line),
            "longest_wait": round(self.bot_runner.line.longest_wait, 1),
            "longest_free_turn": round(self.unplayed, 1),
            "backlog": self.backlog,
            "tables_kept": self.registry.kept,
        }
