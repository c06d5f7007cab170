"""Identity: a player is a signed token with a display name; no password is needed to play with friends."""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.storage import Storage

COOKIE = "whistlestop"
TOKEN_DAYS = 400
"""How long a token is good; browsers keep no cookie longer."""
ID_BYTES = 16


def new_id() -> str:
    """A name for a player or a table that nobody can guess: 22 letters."""
    return base64.urlsafe_b64encode(secrets.token_bytes(ID_BYTES)).rstrip(b"=").decode("ascii")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def clean(name: str) -> str:
    """A display name without what can't be seen; spaces are single."""
    shown = (letter if unicodedata.category(letter)[0] != "C" else " " for letter in unicodedata.normalize("NFC", name))
    return " ".join("".join(shown).split())


@dataclass
class Player:
    """Somebody who may sit down: a display name, and whose words they do not want to read."""

    id: str
    name: str
    muted: set[str] = field(default_factory=set)


class Tokens:
    """Signs tokens and checks them: `PLAYER.EXPIRY.SIGNATURE`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, player: str, days: float = TOKEN_DAYS) -> str:
        """A token for a player."""
        said = f"{player}.{int(time.time() + days * 86400)}"
        return f"{said}.{self._signature(said)}"

    def check(self, token: str) -> str:
        """The player whose token this is."""
        said, _, signature = token.rpartition(".")
        player, _, expiry = said.rpartition(".")
        if not player or not hmac.compare_digest(signature.encode("utf-8", "replace"), self._signature(said).encode()):
            raise Refused("bad_token")
        if int(expiry) < time.time():
            raise Refused("expired_token")
        return player

    def _signature(self, said: str) -> str:
        signed = hmac.new(self._key, f"token {said}".encode("utf-8", "replace"), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(signed).rstrip(b"=").decode("ascii")


class People:
    """All players; those who were here lately are kept in memory, and other processes say when one has changed."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.tokens = Tokens(storage.signing_key)
        self._known: dict[str, Player] = {}
        self._here: set[str] = set()
        """Who has asked for something since it was last noted."""

    async def welcome(self, name: str) -> Player:
        """Make a player."""
        player, moment = Player(new_id(), name), now()
        values = {"id": player.id, "name": name, "created": moment, "seen": moment, "forgotten": False}
        await self.storage.write(lambda connection: connection.execute(insert(schema.players), values))
        self._known[player.id] = player
        return player

    async def by_token(self, token: str) -> Player:
        """The player whose token this is."""
        player = await self.find(self.tokens.check(token))
        if player is None:
            raise Refused("forgotten_player")
        self._here.add(player.id)
        return player

    async def find(self, player: str) -> Player | None:
        """A player who was not forgotten."""
        if player not in self._known:
            if len(self._known) > 50_000:
                self._known.clear()
            where = (schema.players.c.id == player) & ~schema.players.c.forgotten
            found = await self.storage.rows(select(schema.players).where(where))
            if not found:
                return None
            muted = await self.storage.rows(select(schema.mutes.c.muted).where(schema.mutes.c.player == player))
            self._known[player] = Player(player, found[0].name, {row.muted for row in muted})
        return self._known[player]

    async def names(self, players: set[str]) -> None:
        """Have the names of some players at hand."""
        missing = players - self._known.keys()
        if missing:
            for player in missing:
                await self.find(player)

    def name(self, player: str | None) -> str:
        """The name of a player who is at hand; nothing of one who was forgotten."""
        known = self._known.get(player or "")
        return known.name if known else ""

    def muted_by(self, player: str) -> set[str]:
        """Whose words a player at hand does not want to read."""
        known = self._known.get(player)
        return known.muted if known else set()

    async def rename(self, player: Player, name: str) -> None:
        """Give a player another display name."""
        await self._write(player.id, update(schema.players).where(schema.players.c.id == player.id).values(name=name))
        player.name = name

    async def mute(self, player: Player, other: str, muted: bool) -> None:
        """Hide somebody's words from a player, or show them again."""
        where = (schema.mutes.c.player == player.id) & (schema.mutes.c.muted == other)
        statements: list[Any] = [delete(schema.mutes).where(where)]
        if muted:
            statements.append(insert(schema.mutes).values(player=player.id, muted=other))
        await self._write(player.id, *statements)
        (player.muted.add if muted else player.muted.discard)(other)

    async def forget(self, player: Player) -> None:
        """Take out all that is known of a player; their moves stay, without a name."""
        mine = schema.events.c.player == player.id
        await self._write(
            player.id,
            update(schema.players).where(schema.players.c.id == player.id).values(name="", forgotten=True),
            update(schema.events).where(mine & (schema.events.c.kind == "chat")).values(body='{"text": ""}'),
            delete(schema.mutes).where((schema.mutes.c.player == player.id) | (schema.mutes.c.muted == player.id)),
        )
        self._known.pop(player.id, None)

    async def saw(self, listening: set[str]) -> None:
        """Note that those who listen, or have asked for something, are here."""
        here, self._here = self._here | listening, set()
        if here:
            statement = update(schema.players).where(schema.players.c.id.in_(here)).values(seen=now())
            await self.storage.write(lambda connection: connection.execute(statement))

    async def reload(self, player: str | None = None) -> list[str]:
        """Read a player, or all who are at hand, anew; the ones who were forgotten."""
        wanted = set(self._known) if player is None else {player} & self._known.keys()
        if not wanted:
            return []
        here = (schema.players.c.id.in_(wanted)) & ~schema.players.c.forgotten
        found = {row.id: row for row in await self.storage.rows(select(schema.players).where(here))}
        muted: dict[str, set[str]] = {}
        for row in await self.storage.rows(select(schema.mutes).where(schema.mutes.c.player.in_(wanted))):
            muted.setdefault(row.player, set()).add(row.muted)
        for one, row in found.items():
            self._known[one].name = row.name
            self._known[one].muted = muted.get(one, set())
        gone = [one for one in wanted if one not in found]
        for one in gone:
            self._known.pop(one, None)
        return gone

    async def _write(self, player: str, *statements: Any) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            if self.storage.is_shared:
                connection.execute(text("SELECT pg_notify('whistlestop', :said)"), {"said": f"p {player} 0"})

        await self.storage.write(write)
