"""Limits of what costs much: new players, new tables, streams, advice. Processes that share a database share them.

A process counts for itself. Every second the processes exchange what they have counted, in one transaction: how often
somebody has done something since the last time, and how many streams they have open in each process. So somebody who
uses N processes at once may have N bursts at first, but then waits N times as long. Addresses and players are stored
only as digests that nobody without the signing key can make, and for a few minutes.
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
NEW_BURST = 60.0
"""How many seconds' worth of new players and tables may be made at once."""
MAILS = 1 / 3600
"""How many e-mails per second ask one address whether it wants notices: it may be that of a stranger."""
MAIL_BURST = 3 * 3600.0
ANY = ""
"""The process of a row that all processes share."""
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
        self._elsewhere: dict[tuple[str, str], int] = {}
        """How many streams each has open in other processes."""
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
            if most and self.streams[what][key] + self._elsewhere.get((what, key), 0) >= most:
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
        """Store what was counted here, and read what was counted anywhere."""
        taken = {what: Counter(rate.taken) for what, rate in self.rates.items()}
        uses, holds, moment = self._uses(taken), self._holds(), int(time.time() * 1000)
        for row in uses:
            row |= {"moment": moment, "until": moment + row["used"]}
        for row in holds:
            row["until"] = moment + LINGER
        found = await storage.write(lambda connection: swap(connection, uses, holds, moment))
        self._elsewhere = {}
        for row in found:
            if row.process != ANY:
                if row.process != self._process:
                    key = (row.what, row.who)
                    self._elsewhere[key] = self._elsewhere.get(key, 0) + row.amount
            elif row.what in self.rates:
                rate = self.rates[row.what]
                since = rate.taken[row.who] - taken[row.what][row.who]
                rate.until[row.who] = row.until / 1000 + since / rate.rate if rate.rate else 0.0
        for what, rate in self.rates.items():
            rate.taken = +(rate.taken - taken[what])

    def _uses(self, taken: dict[str, Counter[str]]) -> list[dict[str, Any]]:
        return [
            {"what": what, "who": who, "process": ANY, "amount": 0, "used": int(1000 * count / self.rates[what].rate)}
            for what, counts in taken.items()
            for who, count in sorted(counts.items())  # so that two processes never wait for each other in a circle
        ]

    def _holds(self) -> list[dict[str, Any]]:
        return [
            {"what": what, "who": who, "process": self._process, "amount": count}
            for what, counts in self.streams.items()
            for who, count in sorted(counts.items())
        ]

    def _digest(self, who: str) -> str:
        return hashlib.blake2b(who.encode(), key=self._key[:32], digest_size=12).hexdigest()


def swap(connection: Connection, uses: list[dict[str, Any]], holds: list[dict[str, Any]], moment: int) -> list[Any]:
    """Store what was counted, and read what counts."""
    if uses:
        connection.execute(USE, uses)
    if holds:
        connection.execute(HOLD, holds)
    connection.execute(delete(schema.limits).where(rows.until < moment))
    return list(connection.execute(select(schema.limits)))
