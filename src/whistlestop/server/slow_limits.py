"""Limits of what costs much: new players, new tables, streams, advice. Processes that share a database share them.

A process counts for itself. Every second the processes exchange what they have counted, in one transaction: how often
somebody has done something since the last time, and how many streams they have open in each process. So somebody who
uses N processes at once may have N bursts at first, but then waits N times as long. Addresses and players are stored
only as digests that nobody without the signing key can make, and for a few minutes.

Streams that stay open cost nothing: a process writes how many somebody has there when that changes, and reads what has
changed elsewhere. A row of its own says that it lives; the streams of a process that is gone don't count.
"""

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from typing import Any

import structlog
from sqlalchemy import Connection, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from whistlestop.server import schema
from whistlestop.server.limits import Rate
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage

EXCHANGE_EVERY = 1.0
"""Seconds between two exchanges."""
LINGER = 15_000
"""For how many milliseconds the streams of a process count after it was last heard of."""
MARGIN = 30_000
"""What has changed elsewhere is read again for so many milliseconds: transactions take time, and clocks differ."""
SWEEP_EVERY = 60_000
"""Milliseconds between two searches for rows that nobody needs any more."""
NEW_BURST = 60.0
"""How many seconds' worth of new players and tables may be made at once."""
MAILS = 1 / 3600
"""How many e-mails per second ask one address whether it wants notices: it may be that of a stranger."""
MAIL_BURST = 3 * 3600.0
ANY = ""
"""The process of a row that all processes share."""
ALIVE = "alive"
"""What the row is for that says until when a process counts."""
rows = schema.limits.c
ADD = insert(schema.limits)
USE = ADD.on_conflict_do_update(
    index_elements=["what", "who", "process"],
    set_={"until": func.greatest(rows.until, bindparam("moment")) + bindparam("used")},
)
HOLD = ADD.on_conflict_do_update(
    index_elements=["what", "who", "process"], set_={"amount": ADD.excluded.amount, "until": ADD.excluded.until}
)
log = structlog.get_logger()


class SlowLimits:
    """The limits of one process."""

    def __init__(self, settings: Settings) -> None:
        advice = settings.advice_rate if settings.rate else 0.0
        address_advice = settings.address_advice_rate if settings.rate else 0.0
        self.settings = settings
        self.rates = {
            "new by address": Rate(settings.new_rate, NEW_BURST),
            "tables by player": Rate(settings.new_rate, NEW_BURST),
            "mail by address": Rate(MAILS if settings.new_rate else 0.0, MAIL_BURST),
            "advice by player": Rate(advice),
            "advice by address": Rate(address_advice),
        }
        self.streams: dict[str, Counter[str]] = {"streams by player": Counter(), "streams by address": Counter()}
        """How many streams each has open in this process."""
        self._elsewhere: dict[str, dict[tuple[str, str], int]] = {}
        """How many streams each has open in other processes, by process."""
        self._written: dict[tuple[str, str], int] = {}
        """How many streams of each this process has stored."""
        self._exchanged = 0
        """When this process last exchanged; what had changed elsewhere by then is known."""
        self._swept = 0
        self._process = secrets.token_hex(6)
        self._key = secrets.token_bytes(32)

    def new_player(self, address: str) -> None:
        """Count a new player; refused if there were too many."""
        self.rates["new by address"].take(self._digest(address))

    def new_mail(self, address: str) -> None:
        """Count a question to an e-mail address; refused if there were too many."""
        self.rates["mail by address"].take(self._digest(address))

    def new_table(self, player: str, address: str) -> None:
        """Count a new table; refused if there were too many."""
        self.rates["tables by player"].take(self._digest(player))
        self.rates["new by address"].take(self._digest(address))

    def advice(self, player: str, address: str) -> None:
        """Count a request for advice; refused if there were too many."""
        self.rates["advice by player"].take(self._digest(player))
        self.rates["advice by address"].take(self._digest(address))

    def open_stream(self, player: str, address: str) -> None:
        """Count an open stream; refused if there are too many. Close it with `close_stream`."""
        settings = self.settings
        counted = (
            ("streams by player", player, settings.streams),
            ("streams by address", address, settings.address_streams),
        )
        for what, who, most in counted:
            key = self._digest(who)
            elsewhere = sum(counts.get((what, key), 0) for counts in self._elsewhere.values())
            if most and self.streams[what][key] + elsewhere >= most:
                raise Refused("too_many_streams", most=most)
        for what, who, _ in counted:
            self.streams[what][self._digest(who)] += 1

    def close_stream(self, player: str, address: str) -> None:
        """A stream is closed."""
        for what, who in (("streams by player", player), ("streams by address", address)):
            key = self._digest(who)
            self.streams[what][key] -= 1
            if not self.streams[what][key]:
                del self.streams[what][key]

    async def share(self, storage: Storage) -> None:
        """Exchange with other processes forever."""
        self._key = storage.signing_key
        for rate in self.rates.values():
            rate.is_shared = True
        while True:
            await asyncio.sleep(EXCHANGE_EVERY)
            try:
                await self.exchange(storage)
            except Refused:  # the database doesn't respond: each process goes on by itself
                log.debug("limits_not_shared")
            except Exception:
                log.exception("limits_failed")

    async def exchange(self, storage: Storage) -> None:
        """Store what has changed here, and read what has changed anywhere."""
        moment = int(time.time() * 1000)
        if moment - self._exchanged > LINGER // 2:  # others may have forgotten this process: begin again
            self._elsewhere, self._written, self._exchanged = {}, {}, 0
        taken = {what: Counter(rate.taken) for what, rate in self.rates.items()}
        held = {(what, who): count for what, counts in self.streams.items() for who, count in counts.items()}
        uses, own = self._uses(taken, moment), [self._alive(moment), *self._holds(held, moment)]
        is_due, since = moment - self._swept > SWEEP_EVERY, self._exchanged - MARGIN

        def exchange(connection: Connection) -> list[Any]:
            store(connection, uses, own, [*self.rates, ALIVE], moment)
            if is_due:
                sweep(connection, moment)
            return list(connection.execute(select(schema.limits).where(rows.until >= since)))

        found = await storage.write(exchange)
        self._written, self._exchanged = held, moment
        self._swept = moment if is_due else self._swept
        self._take_over(found)
        for row in found:
            if row.process == ANY and row.what in self.rates:
                rate = self.rates[row.what]
                since_then = rate.taken[row.who] - taken[row.what][row.who]
                rate.until[row.who] = row.until / 1000 + since_then / rate.rate if rate.rate else 0.0
        for what, rate in self.rates.items():
            rate.taken = +(rate.taken - taken[what])

    def _take_over(self, found: list[Any]) -> None:
        """Know how many streams each has open in the other processes that are alive."""
        alive = {row.process for row in found if row.what == ALIVE} - {self._process}
        self._elsewhere = {process: self._elsewhere.get(process, {}) for process in alive}
        for row in found:
            if row.process in alive and row.what in self.streams:
                self._elsewhere[row.process][row.what, row.who] = row.amount
                if not row.amount:
                    del self._elsewhere[row.process][row.what, row.who]

    def _uses(self, taken: dict[str, Counter[str]], moment: int) -> list[dict[str, Any]]:
        """A row for each who has done something since the last exchange."""
        found = []
        for what, counts in taken.items():
            for who, count in sorted(counts.items()):  # so that two processes never wait for each other in a circle
                used = int(1000 * count / self.rates[what].rate)
                row = {"what": what, "who": who, "process": ANY, "amount": 0, "until": moment + used}
                found.append(row | {"used": used, "moment": moment})
        return found

    def _alive(self, moment: int) -> dict[str, Any]:
        """The row that says that this process lives."""
        return {"what": ALIVE, "who": "", "process": self._process, "amount": 0, "until": moment + LINGER}

    def _holds(self, held: dict[tuple[str, str], int], moment: int) -> list[dict[str, Any]]:
        """A row for each whose number of streams here has changed; `until` says when."""
        changed = [key for key, _ in held.items() ^ self._written.items()]
        return [
            {"what": what, "who": who, "process": self._process, "amount": held.get((what, who), 0), "until": moment}
            for what, who in sorted(set(changed))
        ]

    def _digest(self, who: str) -> str:
        return hashlib.blake2b(who.encode(), key=self._key[:32], digest_size=12).hexdigest()


def store(
    connection: Connection, uses: list[dict[str, Any]], own: list[dict[str, Any]], timed: list[str], moment: int
) -> None:
    """Store what was counted and the rows of this process, and forget rates and processes whose time is over."""
    if uses:
        connection.execute(USE, uses)
    connection.execute(HOLD, own)
    connection.execute(delete(schema.limits).where(rows.what.in_(timed), rows.until < moment))


def sweep(connection: Connection, moment: int) -> None:
    """Forget streams of processes that are gone, and those that were closed so long ago that all have read it."""
    alive = select(rows.process).where(rows.what == ALIVE)
    is_closed = (rows.amount == 0) & (rows.until < moment - 2 * MARGIN)
    is_stream = rows.process != ANY
    connection.execute(delete(schema.limits).where(is_stream, rows.process.not_in(alive) | is_closed))
