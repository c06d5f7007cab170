"""One-time secrets: codes that sign in another browser, and challenges that passkeys answer. Each works once."""

import hashlib
import hmac
import secrets
from enum import StrEnum

from sqlalchemy import Connection, Delete, delete, insert, select

from whistlestop.server import schema
from whistlestop.server.identity import now
from whistlestop.server.storage import Storage

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are made of: no letter looks like another letter or a digit."""
LENGTH = 8
"""There are 30 ** 8 codes: at the limit of one address, guessing one of a thousand takes two hundred years."""
VALID = 300_000
"""For how many milliseconds a code or a challenge is valid."""
CHALLENGE_BYTES = 32


class Kind(StrEnum):
    """What a one-time secret is for."""

    CODE = "code"
    ADD = "add"
    """A challenge for a new passkey."""
    SIGN_IN = "sign_in"
    """A challenge for a passkey of anybody."""


class OneTime:
    """The one-time secrets of a server. Only their digests are stored."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def make_code(self, player: str) -> tuple[str, int]:
        """A code that signs somebody in as a player, and until when it is valid. A player has one code at a time."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        return code, await self._add(Kind.CODE, code.encode(), player)

    async def make_challenge(self, kind: Kind, player: str | None = None) -> bytes:
        """A challenge for a passkey."""
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        await self._add(kind, challenge, player)
        return challenge

    async def use(self, kind: Kind, secret: bytes) -> tuple[bool, str | None]:
        """Use a secret up. Returns whether it was valid, and the player that it belongs to."""
        rows = schema.one_time.c
        which = (rows.digest == self._digest(kind, secret)) & (rows.until > now())

        def write(connection: Connection) -> tuple[bool, str | None]:
            row = connection.execute(select(rows.player).where(which)).first()
            is_first = connection.execute(delete(schema.one_time).where(which)).rowcount == 1
            return (True, row.player) if row and is_first else (False, None)

        return await self._storage.write(write)

    async def revoke(self, kind: Kind, player: str) -> None:
        """Make a player's secrets of a kind invalid."""
        await self._storage.write(lambda connection: connection.execute(self._delete(kind, player)))

    async def _add(self, kind: Kind, secret: bytes, player: str | None) -> int:
        """Store a secret in place of the player's last one, and forget all that nobody used in time."""
        moment = now()
        row = {"digest": self._digest(kind, secret), "kind": kind, "player": player, "until": moment + VALID}

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.one_time).where(schema.one_time.c.until <= moment))
            if player is not None:
                connection.execute(self._delete(kind, player))
            connection.execute(insert(schema.one_time), row)

        await self._storage.write(write)
        return moment + VALID

    def _delete(self, kind: Kind, player: str) -> Delete:
        return delete(schema.one_time).where(schema.one_time.c.kind == kind, schema.one_time.c.player == player)

    def _digest(self, kind: Kind, secret: bytes) -> str:
        key = self._storage.signing_key
        return hmac.new(key, f"{kind} ".encode() + secret, hashlib.sha256).hexdigest()
