"""Presence: which players have which tables open, in this process and in all others.

A process renews every few seconds what its streams follow. What nobody renews any more runs out, whether a stream
ended or its process was killed. Processes that share a database exchange this in the table `presence`. There a row
lasts for a while and is written again only when it is about to run out; when the stream has ended, it is cut short.
"""

from typing import Any

from sqlalchemy import Connection, bindparam, case, delete, func, select, tuple_
from sqlalchemy.dialects.postgresql import insert

from whistlestop.server import schema
from whistlestop.server.storage import Storage

RENEW_EVERY = 2.0
"""Seconds between two renewals."""
LINGER = 5_000
"""For how many milliseconds a player stays present after their stream has ended: a page that reloads is not gone."""
LASTING = 20_000
"""For how many milliseconds a row lasts, so also the players of a process that was killed."""
SOON = 8_000
"""A row that runs out in less than so many milliseconds is written again."""
FAR = 60_000
"""A row that runs out later than in so many milliseconds is of a host whose clock was wrong."""
Pair = tuple[str, str]
"""A table and a player."""

KEY = (schema.presence.c.table_id, schema.presence.c.player)
ADD = insert(schema.presence)
RENEW = ADD.on_conflict_do_update(
    index_elements=list(KEY),
    set_={
        "until": case(
            (bindparam("stays"), func.greatest(schema.presence.c.until, ADD.excluded.until)),
            else_=func.least(schema.presence.c.until, ADD.excluded.until),
        )
    },
)
IS_OVER = (schema.presence.c.until <= bindparam("moment")) | (schema.presence.c.until > bindparam("far"))
OVER = select(*KEY).where(IS_OVER).with_for_update(skip_locked=True)
FORGET = delete(schema.presence).where(tuple_(*KEY).in_(OVER))
"""Rows that another process has locked are left to it: waiting for them could be a deadlock."""


class Presence:
    """Who is present at which table."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._until: dict[Pair, int] = {}
        self._rows: dict[Pair, int] = {}
        """Of those who are here: until when their row lasts."""

    def has(self, table: str, player: str) -> bool:
        """Whether a player has a table open."""
        return (table, player) in self._until

    def until(self, table: str, player: str) -> int:
        """Until when a player counts as present; 0 if they have the table not open."""
        return self._until.get((table, player), 0)

    def enter(self, table: str, player: str, moment: int) -> None:
        """A player has opened a table in this process. Other processes learn it with the next renewal."""
        self._until[table, player] = moment + LINGER

    async def renew(self, here: set[Pair], seated: set[Pair], moment: int) -> None:
        """Renew who follows which table in this process, and forget everybody whose time has run out.

        Other processes learn of those who hold a seat at the table: only they are shown as present.
        """
        self._until |= dict.fromkeys(here, moment + LINGER)
        if self._storage.is_shared:
            rows = changed_rows(self._rows, seated, moment)
            found = await self._storage.write(lambda connection: exchange(connection, rows, moment))
            self._rows = {pair: found.get(pair, 0) for pair in seated}
            self._until |= found
        self._until = {pair: until for pair, until in self._until.items() if until > moment}


def changed_rows(known: dict[Pair, int], seated: set[Pair], moment: int) -> list[dict[str, Any]]:
    """The rows to write: of those who have come, whose row runs out soon, or who have left since the last time."""
    due = {pair for pair in seated if known.get(pair, 0) < moment + SOON}
    return [
        {
            "table_id": pair[0],
            "player": pair[1],
            "until": moment + (LASTING if pair in seated else LINGER),
            "stays": pair in seated,
        }
        for pair in sorted(due | (known.keys() - seated))  # so that two processes never wait for each other in a circle
    ]


def exchange(connection: Connection, rows: list[dict[str, Any]], moment: int) -> dict[Pair, int]:
    """Store what has changed here, and read who is present in any process."""
    if rows:
        connection.execute(RENEW, rows)
    connection.execute(FORGET, {"moment": moment, "far": moment + FAR})
    found = connection.execute(select(schema.presence))
    return {(row.table_id, row.player): row.until for row in found}
