"""Identity: players, and the signed tokens that they are recognised by. There are no passwords."""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from whistlestop.server import schema
from whistlestop.server.presence import Presence
from whistlestop.server.reasons import Refused
from whistlestop.server.steady_clock import SteadyClock
from whistlestop.server.storage import Storage

CLOCK = SteadyClock()
COOKIE = "whistlestop"
TOKEN_DAYS = 400
"""How long a token is valid; browsers keep no cookie longer."""
ID_BYTES = 16
ID = "[A-Za-z0-9_-]{22}"
"""What an id of a player or a table looks like, as a regular expression."""
KEPT = 50_000
"""How many players a process keeps in memory."""
KEPT_AFTER_EVICTION = 45_000


def new_id() -> str:
    """An id for a player or a table that nobody can guess: 128 random bits in 22 characters."""
    return base64.urlsafe_b64encode(secrets.token_bytes(ID_BYTES)).rstrip(b"=").decode("ascii")


def now() -> int:
    """Milliseconds since 1970, on a clock that never jumps."""
    return CLOCK.read()


def clean(name: str) -> str:
    """A text without invisible characters, and with single spaces."""
    normal = unicodedata.normalize("NFC", name)
    visible = (character if unicodedata.category(character)[0] != "C" else " " for character in normal)
    return " ".join("".join(visible).split())


@dataclass
class Player:
    """A player: a display name, and the players they have muted."""

    id: str
    name: str
    muted: set[str] = field(default_factory=set)


class Tokens:
    """Signs and checks tokens, which are `PLAYER.EXPIRY.SIGNATURE`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, player: str, days: float = TOKEN_DAYS) -> str:
        """A token for a player."""
        claim = f"{player}.{int(time.time() + days * 86400)}"
        return f"{claim}.{self._signature(claim)}"

    def check(self, token: str) -> str:
        """The player that a token belongs to."""
        claim, _, signature = token.rpartition(".")
        player, _, expiry = claim.rpartition(".")
        expected = self._signature(claim).encode()
        if not player or not hmac.compare_digest(signature.encode("utf-8", "replace"), expected):
            raise Refused("bad_token")
        if int(expiry) < time.time():
            raise Refused("expired_token")
        return player

    def _signature(self, claim: str) -> str:
        digest = hmac.new(self._key, f"token {claim}".encode("utf-8", "replace"), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


class People:
    """All players. Recent ones are kept in memory; other processes say when one of them has changed."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.tokens = Tokens(storage.signing_key)
        self.presence = Presence(storage)
        self.needed: Callable[[], set[str]] = set
        """The players who must stay in memory however long ago they were used; the registry says who they are."""
        self._known: OrderedDict[str, Player] = OrderedDict()
        """Players in memory, the least recently used first."""
        self._here: set[str] = set()
        """Who has made a request since `saw` was last called."""

    async def welcome(self, name: str) -> Player:
        """Add a new player."""
        player, moment = Player(new_id(), name), now()
        values = {"id": player.id, "name": name, "created": moment, "seen": moment, "forgotten": False}
        await self.storage.write(lambda connection: connection.execute(insert(schema.players), values))
        self._remember(player)
        return player

    async def by_token(self, token: str) -> Player:
        """The player that a token belongs to."""
        player = await self.find(self.tokens.check(token))
        if player is None:
            raise Refused("forgotten_player")
        self._here.add(player.id)
        return player

    async def find(self, player: str) -> Player | None:
        """A player by id; None if there is no such player, or if they asked to be forgotten."""
        known = self._known.get(player)
        if known is None:
            where = (schema.players.c.id == player) & ~schema.players.c.forgotten
            rows = await self.storage.rows(select(schema.players).where(where))
            if not rows:
                return None
            muted = await self.storage.rows(select(schema.mutes.c.muted).where(schema.mutes.c.player == player))
            known = Player(player, rows[0].name, {row.muted for row in muted})
        return self._remember(known)

    def _remember(self, player: Player) -> Player:
        """Keep a player in memory as the one used last. Of two objects for the same player, the first stays."""
        player = self._known.setdefault(player.id, player)
        self._known.move_to_end(player.id)
        if len(self._known) > KEPT:
            self._evict()
        return player

    def _evict(self) -> None:
        """Drop the least recently used players from memory, but none who is needed."""
        needed = self.needed()
        for player in list(self._known)[:-1]:
            if len(self._known) <= KEPT_AFTER_EVICTION:
                break
            if player not in needed:
                del self._known[player]

    async def names(self, players: set[str]) -> None:
        """Load some players, so that `name` knows them."""
        for player in players - self._known.keys():
            await self.find(player)

    def name(self, player: str | None) -> str:
        """The name of a player in memory; empty for a player who was forgotten."""
        known = self._known.get(player or "")
        return known.name if known else ""

    def muted_by(self, player: str) -> set[str]:
        """The players whom a player in memory has muted."""
        known = self._known.get(player)
        return known.muted if known else set()

    async def rename(self, player: Player, name: str) -> None:
        """Change a player's display name."""
        await self._write(player.id, update(schema.players).where(schema.players.c.id == player.id).values(name=name))
        player.name = name

    async def mute(self, player: Player, other: str, muted: bool) -> None:
        """Mute another player for a player, or unmute them."""
        where = (schema.mutes.c.player == player.id) & (schema.mutes.c.muted == other)
        statements: list[Any] = [delete(schema.mutes).where(where)]
        if muted:
            statements.append(insert(schema.mutes).values(player=player.id, muted=other))
        await self._write(player.id, *statements)
        (player.muted.add if muted else player.muted.discard)(other)

    async def forget(self, player: Player) -> None:
        """Delete a player's name, messages and mutes; their moves stay, without a name."""
        is_theirs = schema.events.c.player == player.id
        await self._write(
            player.id,
            update(schema.players).where(schema.players.c.id == player.id).values(name="", forgotten=True),
            update(schema.events).where(is_theirs & (schema.events.c.kind == "chat")).values(body='{"text": ""}'),
            delete(schema.mutes).where((schema.mutes.c.player == player.id) | (schema.mutes.c.muted == player.id)),
        )
        self._known.pop(player.id, None)

    async def saw(self, listening: set[str]) -> None:
        """Store that the given players, and everybody who has made a request, were seen now."""
        here, self._here = self._here | listening, set()
        if here:
            statement = update(schema.players).where(schema.players.c.id.in_(here)).values(seen=now())
            await self.storage.write(lambda connection: connection.execute(statement))

    async def reload(self, player: str | None = None) -> list[str]:
        """Read a player, or everybody in memory, again. Returns those who were forgotten in the meantime."""
        wanted = set(self._known) if player is None else {player} & self._known.keys()
        if not wanted:
            return []
        here = (schema.players.c.id.in_(wanted)) & ~schema.players.c.forgotten
        names = {row.id: row.name for row in await self.storage.rows(select(schema.players).where(here))}
        muted: dict[str, set[str]] = {}
        for row in await self.storage.rows(select(schema.mutes).where(schema.mutes.c.player.in_(wanted))):
            muted.setdefault(row.player, set()).add(row.muted)
        for known in [self._known[name] for name in names if name in self._known]:
            known.name = names[known.id]
            known.muted = muted.get(known.id, set())
        forgotten = [name for name in wanted if name not in names]
        for name in forgotten:
            self._known.pop(name, None)
        return forgotten

    async def _write(self, player: str, *statements: Any) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            if self.storage.is_shared:
                connection.execute(text("SELECT pg_notify('whistlestop', :notice)"), {"notice": f"p {player} 0"})

        await self.storage.write(write)
