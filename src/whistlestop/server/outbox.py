"""Outbox: sends what waits in the table `outbox`. A row is leased by one process, sent, and deleted.

A message has the id of its row. If a process is killed after a message has left and before its row is deleted, the
message is sent again with the same id, by which the receiver can tell: `Topic` of a push service, `Message-ID` of an
e-mail, `webhook-id`. While its process lives a message is sent once: sending takes less time than a lease lasts.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import time
from contextlib import suppress
from contextvars import Context
from enum import StrEnum
from typing import Any

import structlog
from sqlalchemy import Connection, Select, delete, func, select, update

from whistlestop.game.board import TITLE, load_names
from whistlestop.server import mail, schema, web_push
from whistlestop.server.channels import CONFIRM, CONFIRM_WITHIN, STOP, Channels
from whistlestop.server.clocks import every
from whistlestop.server.identity import now
from whistlestop.server.maps import available_maps
from whistlestop.server.metrics import NOTICE_SECONDS, NOTICES
from whistlestop.server.notice_texts import Notice, chat_text, confirmation, mail_text, notice_text
from whistlestop.server.notices import Kind, company, is_current
from whistlestop.server.outgoing import Outgoing
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import MAIL, PUSH, WEBHOOK
from whistlestop.server.table import Table

SEARCH_EVERY = 0.5
"""Seconds between two searches for messages to send."""
SETTLE = 2.0
"""Seconds after the start before the first one: pages come back first, and nobody who is there gets a notice."""
LEASE = 20_000
"""For how many milliseconds a process leases a message: longer than sending it takes."""
FAR = 5 * LEASE
"""A lease that ends later than in so many milliseconds is of a host whose clock was wrong."""
AT_ONCE = {PUSH: 32, MAIL: 8, WEBHOOK: 32}
"""How many messages of each way a process sends at the same time: a mail server that hangs delays only e-mail."""
AGAIN = (5_000, 30_000, 120_000, 600_000, 3_600_000)
"""After how many milliseconds a message that didn't arrive is sent again."""
GONE = (404, 410)
"""The answers by which a push service says that a browser has unsubscribed."""
CLOSING = 3.0
"""Seconds that a process which stops waits for what it is sending."""
FORGET_EVERY = 600.0
"""Seconds between two searches for what nobody will send any more."""
KEPT = 86_400_000
"""After how many milliseconds that is: the way isn't offered any more, or no server has run."""
OUTBOX = schema.outbox.c
log = structlog.get_logger()


class Outcome(StrEnum):
    """What has become of an attempt to send a message."""

    SENT = "sent"
    DROPPED = "dropped"
    """It was not true any more, or the player is there, or wants it no more."""
    GONE = "gone"
    """The channel doesn't exist any more."""
    FAILED = "failed"
    """It will never arrive."""
    DELAYED = "delayed"
    """It may arrive later."""


class Outbox:
    """Sends the messages of one server process."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.settings = registry.settings
        self.channels = Channels(registry.people)
        self.outgoing = Outgoing(self.settings.private_notices)
        self._site = self.settings.origin.rstrip("/")
        self._sending: dict[asyncio.Task[None], tuple[str, str]] = {}
        """What is being sent: the way and the channel of each."""
        self._push_key = b""

    async def push_key(self) -> bytes:
        """The private key with which this server signs messages to browsers."""
        self._push_key = self._push_key or await self.channels.push_key()
        return self._push_key

    async def run(self) -> None:
        """Send forever."""
        await asyncio.sleep(SETTLE)
        if not self.registry.storage.is_shared:  # leases in a file are older than this process
            with suppress(Refused):
                freed = update(schema.outbox).where(OUTBOX.leased > 0).values(leased=0)
                await self.registry.storage.write(lambda connection: execute(connection, freed))
        await asyncio.gather(every(SEARCH_EVERY, self.search), every(FORGET_EVERY, self.forget))

    async def forget(self) -> None:
        """Delete old messages that nobody has sent, and e-mail addresses that nobody has confirmed."""
        before = now() - KEPT
        channels = schema.channels.c
        unsent = delete(schema.outbox).where(OUTBOX.due < before)
        unconfirmed = delete(schema.channels).where(~channels.confirmed, channels.added < now() - CONFIRM_WITHIN)
        await self.registry.storage.write(lambda connection: execute(connection, unsent, unconfirmed))

    async def search(self) -> None:
        """Lease messages that are due, and begin to send them: one at a time to each channel."""
        busy = list(self._sending.values())
        for way, most in AT_ONCE.items():
            room = most - sum(one == way for one, _ in busy)
            if way in self.settings.ways and room > 0:
                for row in await self.registry.storage.rows(due(way, [channel for _, channel in busy], room)):
                    until = await self._lease(row)
                    if until:
                        task = asyncio.create_task(self._deliver(row, until), context=Context())
                        self._sending[task] = (way, row.channel)
                        task.add_done_callback(self._sending.pop)

    async def _lease(self, row: Any) -> int:
        """Lease a message. Returns until when; 0 if another process was faster."""
        until = now() + LEASE
        statement = update(schema.outbox).where(OUTBOX.id == row.id, OUTBOX.leased == row.leased).values(leased=until)
        done = await self.registry.storage.write(lambda connection: connection.execute(statement).rowcount)
        return until if done else 0

    async def _deliver(self, row: Any, until: int) -> None:
        """Send a message, and write down what has become of it."""
        try:
            outcome = await self._attempt(row)
            if outcome == Outcome.DELAYED and row.tries >= len(AGAIN):
                outcome = Outcome.FAILED
            await self._settle(row, until, outcome)
            NOTICES.labels(row.way, outcome).inc()
            if outcome == Outcome.SENT:
                NOTICE_SECONDS.observe((now() - row.at) / 1000)
        except Refused as refused:  # the database is away: the message is sent again once its lease is over
            log.debug("notice_refused", code=refused.code)
        except Exception:
            log.exception("notice_failed", way=row.way)

    async def _attempt(self, row: Any) -> Outcome:
        found = await self.registry.storage.rows(select(schema.channels).where(schema.channels.c.id == row.channel))
        if not found:
            return Outcome.DROPPED
        channel = found[0]
        if row.kind == Kind.CONFIRM:
            is_late = channel.confirmed or row.at < now() - CONFIRM_WITHIN
            return Outcome.DROPPED if is_late else await self._tried(self._ask(row, channel))
        notice = await self.notice(row, channel.language)
        if notice is None:
            return Outcome.DROPPED
        return await self._tried(self._send(row, channel, notice))

    async def _tried(self, sending: Any) -> Outcome:
        """The outcome of sending."""
        try:
            outcome: Outcome = await sending
        except (OSError, Refused) as error:
            log.info("notice_delayed", problem=getattr(error, "code", type(error).__name__))
            return Outcome.DELAYED
        except mail.Undeliverable:
            return Outcome.FAILED
        return outcome

    async def notice(self, row: Any, language: str) -> Notice | None:
        """What a row of the outbox says by now; None if it is not true any more, not wanted, or the player is there."""
        if row.table_id in await self.channels.silent_tables(row.player):
            return None
        try:
            table = await self.registry.table(row.table_id)
            again = await self.registry.table(table.again) if table.again and row.kind == Kind.REMATCH else None
        except Refused as refused:
            if refused.status == 503:
                raise
            return None
        if not is_current(row, table, again) or self._is_present(row.player, table, again):
            return None
        names = company(table, row.player, self.registry.people)
        return notice_text(Kind(row.kind), language, self._title(table, language), names, f"/t/{(again or table).id}")

    def _is_present(self, player: str, *tables: Table | None) -> bool:
        presence, moment = self.registry.people.presence, now()
        return any(table is not None and presence.until(table.id, player) > moment for table in tables)

    def _title(self, table: Table, language: str) -> str:
        """The title of a table's map in a language."""
        folder = available_maps(self.settings.places)[0].get(table.game.name)
        return load_names(folder, language)[TITLE] if folder else table.game.name

    async def _ask(self, row: Any, channel: Any) -> Outcome:
        """Ask an e-mail address whether it wants notices."""
        link, stop = (self._site + self.channels.link(purpose, channel.id) for purpose in (CONFIRM, STOP))
        subject, text = confirmation(channel.language, self._site, link)
        await mail.send(
            self.settings.smtp, mail.compose(row.id, self.settings.mail_from, channel.address, subject, text, stop)
        )
        return Outcome.SENT

    async def _send(self, row: Any, channel: Any, notice: Notice) -> Outcome:
        if row.way == MAIL:
            stop = self._site + self.channels.link(STOP, channel.id)
            text = mail_text(notice, channel.language, self._site, stop)
            subject = f"{notice.title}: {notice.body}"
            letter = mail.compose(row.id, self.settings.mail_from, channel.address, subject, text, stop)
            await mail.send(self.settings.smtp, letter)
            return Outcome.SENT
        if row.way == PUSH:
            body, headers = await self._push(row, channel, notice)
        else:
            body, headers = self._hook(row, channel, notice)
        return outcome_of(await self.outgoing.post(channel.address, body, headers), row.way)

    async def _push(self, row: Any, channel: Any, notice: Notice) -> tuple[bytes, dict[str, str]]:
        said = {"id": row.id, "title": notice.title, "body": notice.body, "path": notice.path, "tag": row.table_id}
        sender, origin = self.settings.mail_from, self._site
        contact = f"mailto:{sender}" if sender else origin if origin.startswith("https:") else ""
        body = web_push.encrypt(json.dumps(said).encode(), channel.public_key, channel.secret)
        return body, web_push.headers(row.id, await self.push_key(), channel.address, contact)

    def _hook(self, row: Any, channel: Any, notice: Notice) -> tuple[bytes, dict[str, str]]:
        """The request to a webhook, signed as https://www.standardwebhooks.com has it."""
        text = chat_text(notice, self._site)
        said = {
            "id": row.id, "kind": notice.kind, "at": row.at, "table": row.table_id, "title": notice.title,
            "body": notice.body, "text": text, "content": text, "allowed_mentions": {"parse": []},
        }  # fmt: skip
        if self._site:
            said |= {"url": self._site + notice.path, "stop": self._site + self.channels.link(STOP, channel.id)}
        body, moment = json.dumps(said).encode(), str(int(time.time()))
        signed = hmac.new(channel.secret, f"{row.id}.{moment}.".encode() + body, hashlib.sha256).digest()
        return body, {
            "content-type": "application/json",
            "user-agent": "Whistlestop",
            "webhook-id": row.id,
            "webhook-timestamp": moment,
            "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
        }

    async def _settle(self, row: Any, until: int, outcome: Outcome) -> None:
        """Delete a message that is done with, or send it again later."""
        if outcome == Outcome.GONE:
            await self.channels.drop(row.channel)
            return
        ours = (OUTBOX.id == row.id) & (OUTBOX.leased == until)
        statement: Any = delete(schema.outbox).where(ours)
        if outcome == Outcome.DELAYED:
            later = {"tries": row.tries + 1, "due": now() + AGAIN[row.tries], "leased": 0}
            statement = update(schema.outbox).where(ours).values(later)
        await self.registry.storage.write(lambda connection: execute(connection, statement))

    async def close(self) -> None:
        """Finish what is being sent, and close all connections."""
        if self._sending:
            await asyncio.wait(list(self._sending), timeout=CLOSING)
        for task in list(self._sending):
            task.cancel()
        await self.outgoing.close()


def execute(connection: Connection, *statements: Any) -> None:
    """Execute some statements."""
    for statement in statements:
        connection.execute(statement)


def outcome_of(status: int, way: str) -> Outcome:
    """What the answer of a push service or a webhook means."""
    if 200 <= status < 300:
        return Outcome.SENT
    if status in GONE and (way == PUSH or status != 404):
        return Outcome.GONE
    return Outcome.DELAYED


def due(way: str, busy: list[str], most: int) -> Select[Any]:
    """The messages of a way to send next: the first one of each channel to which nothing is being sent."""
    moment = now()
    is_free = (OUTBOX.leased < moment) | (OUTBOX.leased > moment + FAR)
    nth = func.row_number().over(partition_by=OUTBOX.channel, order_by=OUTBOX.due).label("nth")
    waiting = select(schema.outbox, nth).where(
        OUTBOX.way == way, OUTBOX.due <= moment, is_free, OUTBOX.channel.not_in(busy)
    )
    found = waiting.subquery()
    return select(found).where(found.c.nth == 1).order_by(found.c.due).limit(most)
