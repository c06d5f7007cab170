"""Channels: where a player wants to get notices. An e-mail address counts once its owner has confirmed it."""

import hashlib
import hmac
import secrets
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from whistlestop.server import schema
from whistlestop.server.identity import ID_BYTES, People, Player, new_id, now
from whistlestop.server.notices import Kind, outbox_row
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import MAIL, PUSH, WEBHOOK
from whistlestop.server.storage import Storage
from whistlestop.server.web_push import in_base64, new_key

MOST = 20
"""How many channels a player can have."""
CONFIRM_WITHIN = 86_400_000
"""For how many milliseconds the link that confirms an e-mail address works."""
SECRET_BYTES = 32
PUSH_KEY = "push key"
"""The name of the setting that holds the private key with which this server signs messages to browsers."""
STOP, CONFIRM = "stop", "confirm"
"""What links in e-mails are for."""
CHANNELS = schema.channels.c


class Channels:
    """The channels of all players."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._storage: Storage = people.storage

    async def of(self, player: Player) -> list[Any]:
        """The rows of a player's channels, the oldest first, without e-mail addresses not confirmed in time."""
        is_late = ~CHANNELS.confirmed & (CHANNELS.added < now() - CONFIRM_WITHIN)
        query = select(schema.channels).where(CHANNELS.player == player.id, ~is_late).order_by(CHANNELS.added)
        return await self._storage.rows(query)

    async def add_push(self, player: Player, device: str, address: str, keys: tuple[bytes, bytes], lang: str) -> None:
        """Add a browser, in place of what it has subscribed before, for this player or another one."""
        await self._drop(CHANNELS.address == address)
        await self._drop((CHANNELS.player == player.id) & (CHANNELS.device == device))
        await self._add(player, PUSH, address, lang, public_key=keys[0], secret=keys[1], device=device)

    async def add_mail(self, player: Player, address: str, language: str) -> None:
        """Add an e-mail address, and ask there whether it wants notices."""
        await self._drop((CHANNELS.player == player.id) & (CHANNELS.address == address))
        await self._add(player, MAIL, address, language, confirmed=False)

    async def add_webhook(self, player: Player, address: str, language: str) -> bytes:
        """Add a webhook. Returns the secret with which its notices are signed."""
        secret = secrets.token_bytes(SECRET_BYTES)
        await self._drop((CHANNELS.player == player.id) & (CHANNELS.address == address))
        await self._add(player, WEBHOOK, address, language, secret=secret)
        return secret

    async def _add(self, player: Player, way: str, address: str, language: str, **more: Any) -> None:
        if len(await self.of(player)) >= MOST:
            raise Refused("too_many_channels", most=MOST)
        row: dict[str, Any] = {
            "id": new_id(), "player": player.id, "way": way, "address": address, "language": language,
            "confirmed": True, "added": now(),
        } | more  # fmt: skip
        statements = [insert(schema.channels).values(row)]
        if not row["confirmed"]:
            asks = outbox_row(row["id"], way, player.id, Kind.CONFIRM, row["added"])
            statements.append(insert(schema.outbox).values(asks))
        await self._people.write_channels(player.id, *statements)

    async def remove(self, player: Player, channel: str) -> None:
        """Remove a channel of a player."""
        if not await self._drop((CHANNELS.player == player.id) & (CHANNELS.id == channel)):
            raise Refused("no_such_channel")

    async def drop(self, channel: str) -> bool:
        """Remove a channel: it is gone, or somebody has opened the link that turns it off."""
        return await self._drop(CHANNELS.id == channel)

    async def _drop(self, where: Any) -> bool:
        """Remove channels, with the notices that wait for them. Returns whether there was one."""
        rows = await self._storage.rows(select(schema.channels).where(where))
        for row in rows:
            await self._people.write_channels(
                row.player,
                delete(schema.channels).where(CHANNELS.id == row.id),
                delete(schema.outbox).where(schema.outbox.c.channel == row.id),
            )
        return bool(rows)

    async def stop(self, token: str) -> None:
        """Remove the channel of a link. A link that was used before has done its work."""
        await self.drop(self._channel_of(STOP, token))

    async def confirm(self, token: str) -> None:
        """Begin to send notices to the e-mail address of a link, which works once."""
        where = (CHANNELS.id == self._channel_of(CONFIRM, token)) & ~CHANNELS.confirmed
        fresh = where & (CHANNELS.added > now() - CONFIRM_WITHIN)
        rows = await self._storage.rows(select(schema.channels).where(fresh))
        if not rows:
            raise Refused("bad_mail_link")
        await self._people.write_channels(rows[0].player, update(schema.channels).where(fresh).values(confirmed=True))

    def link(self, purpose: str, channel: str) -> str:
        """The path of a link that does something to a channel for everybody who has it."""
        return f"/{purpose}/{channel}.{self._signature(purpose, channel)}"

    def _channel_of(self, purpose: str, token: str) -> str:
        channel, _, signature = token.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(purpose, channel).encode()):
            raise Refused("bad_mail_link")
        return channel

    def _signature(self, purpose: str, channel: str) -> str:
        digest = hmac.new(self._storage.signing_key, f"{purpose} {channel}".encode(), hashlib.sha256).digest()
        return in_base64(digest[:ID_BYTES])

    async def silence(self, player: str, table: str, is_silent: bool) -> None:
        """Send a player no notices about a table, or send them again."""
        rows = schema.silent_tables.c
        statements: list[Any] = [delete(schema.silent_tables).where(rows.player == player, rows.table_id == table)]
        if is_silent:
            statements.append(insert(schema.silent_tables).values(player=player, table_id=table))
        await self._people.write_channels(player, *statements)

    async def silent_tables(self, player: str) -> list[str]:
        """The tables about which a player wants no notices."""
        rows = schema.silent_tables.c
        found = await self._storage.rows(select(rows.table_id).where(rows.player == player))
        return sorted(row.table_id for row in found)

    async def push_key(self) -> bytes:
        """The private key with which this server signs messages to browsers."""
        try:
            return await self._storage.write(find_push_key)
        except IntegrityError:  # another process was faster
            return await self._storage.write(find_push_key)


def find_push_key(connection: Connection) -> bytes:
    """The key, made if there is none."""
    query = select(schema.settings.c.value).where(schema.settings.c.name == PUSH_KEY)
    if not list(connection.execute(query)):
        connection.execute(insert(schema.settings), {"name": PUSH_KEY, "value": new_key()})
    return bytes(connection.execute(query).scalar_one())
