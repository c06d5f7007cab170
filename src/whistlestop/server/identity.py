"""Identity: players, their devices, and the signed tokens that devices are recognised by. There are no passwords."""

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
from sqlalchemy.exc import IntegrityError

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
DEVICES = 50
"""The most devices that a player can be signed in on."""
KEPT = 50_000
"""How many players a process keeps in memory."""
KEPT_AFTER_EVICTION = 45_000
NOTE_DEVICES_EVERY = 60_000
"""Milliseconds between two updates of when a device was last seen: its owner reads that, and nothing depends on it."""
ADDRESSES = 100_000
"""Of how many players a process remembers the address they last came from. It is stored nowhere."""


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
    """A player: a display name and an emblem, whom they have muted or blocked, and their devices."""

    id: str
    name: str
    emblem: int | None = None
    muted: set[str] = field(default_factory=set)
    blocked: set[str] = field(default_factory=set)
    devices: dict[str, bool] = field(default_factory=dict)
    """The ids of the devices that hold a token, and whether each is signed in."""
    channels: dict[str, str] = field(default_factory=dict)
    """The ids of the channels by which they get notices, and the way of each."""

    @property
    def unheard(self) -> set[str]:
        """The players whose messages this player doesn't get."""
        return self.muted | self.blocked


class Tokens:
    """Signs and checks tokens, which are `PLAYER.EXPIRY.SIGNATURE`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, player: str, days: float = TOKEN_DAYS, more_seconds: int = 0) -> str:
        """A token for a player."""
        claim = f"{player}.{int(time.time() + days * 86400) + more_seconds}"
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


def device_of(token: str) -> str:
    """The id of the device that holds a token: the same for everybody who computes it, and of no use to sign in."""
    digest = hashlib.sha256(f"device {token.rpartition('.')[0]}".encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[:ID_BYTES]).rstrip(b"=").decode("ascii")


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
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self._writes = 0
        """How many changes of players this process has written."""
        self._noted: dict[str, int] = {}
        """When it was last stored that a device was seen."""
        self._here: set[tuple[str, str]] = set()
        """The players who have made a request since `saw` was last called, with their devices."""

    async def welcome(self, name: str) -> Player:
        """Add a new player."""
        player, moment = Player(new_id(), name), now()
        values = {"id": player.id, "name": name, "created": moment, "seen": moment, "forgotten": False}
        await self.storage.write(lambda connection: connection.execute(insert(schema.players), values))
        self._remember(player)
        return player

    async def by_token(self, token: str, label: str) -> Player:
        """The player that a token belongs to. A token that was never used before becomes a device with the label."""
        player = await self.find(self.tokens.check(token))
        if player is None:
            raise Refused("forgotten_player")
        device = device_of(token)
        if device not in player.devices:
            await self._add_device(player, device, label)
        if player.devices.get(device) is False:
            raise Refused("signed_out")
        self._here.add((player.id, device))
        return player

    def need_room(self, player: Player) -> None:
        """Refuse a player who can't be signed in on another device."""
        if sum(player.devices.values()) >= DEVICES:
            raise Refused("too_many_devices", most=DEVICES)

    async def sign_in(self, player: Player, label: str) -> str:
        """A token for a new device of a player."""
        self.need_room(player)
        later = 0
        while device_of(token := self.tokens.sign(player.id, more_seconds=later)) in player.devices:
            later += 1
        await self._add_device(player, device_of(token), label)
        return token

    async def _add_device(self, player: Player, device: str, label: str) -> None:
        """Store a device. If another process was faster, what it has stored counts."""
        moment = now()
        values = {"id": device, "player": player.id, "label": label, "added": moment, "seen": moment}
        try:
            await self.storage.write(lambda connection: connection.execute(insert(schema.devices), values))
        except IntegrityError:
            player.devices |= await self._read_devices(player.id)
        else:
            player.devices[device] = True

    async def _read_devices(self, player: str) -> dict[str, bool]:
        rows = await self.storage.rows(select(schema.devices).where(schema.devices.c.player == player))
        return {row.id: not row.signed_out for row in rows}

    async def sign_out(self, player: Player, device: str) -> None:
        """Refuse a device's token from now on, in every process, and send no notices to it."""
        if not player.devices.get(device):
            raise Refused("no_such_device")
        where = schema.devices.c.id == device
        channels = schema.channels.c
        await self._write(
            player.id,
            update(schema.devices).where(where).values(signed_out=True),
            delete(schema.channels).where(channels.player == player.id, channels.device == device),
        )
        player.devices[device] = False
        await self.reload(player.id)

    def is_signed_out(self, player: str, device: str) -> bool:
        """Whether a device of a player in memory is signed out."""
        known = self._known.get(player)
        return known is not None and not known.devices.get(device, True)

    def came_from(self, player: str, address: str) -> None:
        """Remember the address that a player has just made a request from."""
        self._addresses[player] = address
        self._addresses.move_to_end(player)
        if len(self._addresses) > ADDRESSES:
            self._addresses.popitem(last=False)

    def address(self, player: str) -> str:
        """The address that a player last came from; empty if they have made no request to this process."""
        return self._addresses.get(player, "")

    async def find(self, player: str) -> Player | None:
        """A player by id; None if there is no such player, or if they asked to be forgotten."""
        known = self._known.get(player)
        if known is None:
            known = (await self._read({player})).get(player)
        return None if known is None else self._remember(known)

    async def _read(self, players: set[str]) -> dict[str, Player]:
        """Some players as they are stored, without those who were forgotten."""
        here = schema.players.c.id.in_(players) & ~schema.players.c.forgotten
        rows = await self.storage.rows(select(schema.players).where(here))
        found = {row.id: Player(row.id, row.name, row.emblem) for row in rows}
        if not found:
            return {}
        for row in await self.storage.rows(select(schema.mutes).where(schema.mutes.c.player.in_(list(found)))):
            found[row.player].muted.add(row.muted)
        for row in await self.storage.rows(select(schema.blocks).where(schema.blocks.c.player.in_(list(found)))):
            found[row.player].blocked.add(row.blocked)
        for row in await self.storage.rows(select(schema.devices).where(schema.devices.c.player.in_(list(found)))):
            found[row.player].devices[row.id] = not row.signed_out
        channels = schema.channels.c
        confirmed = channels.player.in_(list(found)) & channels.confirmed
        for row in await self.storage.rows(select(schema.channels).where(confirmed)):
            found[row.player].channels[row.id] = row.way
        return found

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

    def emblem(self, player: str | None) -> int | None:
        """The emblem of a player in memory; None if they have none."""
        known = self._known.get(player or "")
        return known.emblem if known else None

    def channels(self, player: str) -> dict[str, str]:
        """The channels of a player in memory, and the way of each."""
        known = self._known.get(player)
        return known.channels if known else {}

    def unheard_by(self, player: str) -> set[str]:
        """The players whose messages a player in memory doesn't get."""
        known = self._known.get(player)
        return known.unheard if known else set()

    async def blockers_of(self, player: str) -> set[str]:
        """The players who have blocked a player. Never show it to anybody."""
        blocks = schema.blocks.c
        return {row.player for row in await self.storage.rows(select(blocks.player).where(blocks.blocked == player))}

    async def rename(self, player: Player, name: str) -> None:
        """Change a player's display name."""
        await self._write(player.id, update(schema.players).where(schema.players.c.id == player.id).values(name=name))
        player.name = name

    async def choose_emblem(self, player: Player, emblem: int | None) -> None:
        """Change the sign beside a player's name."""
        where = schema.players.c.id == player.id
        await self._write(player.id, update(schema.players).where(where).values(emblem=emblem))
        player.emblem = emblem

    async def mute(self, player: Player, other: str, muted: bool) -> None:
        """Mute another player for a player, or unmute them."""
        where = (schema.mutes.c.player == player.id) & (schema.mutes.c.muted == other)
        statements: list[Any] = [delete(schema.mutes).where(where)]
        if muted:
            statements.append(insert(schema.mutes).values(player=player.id, muted=other))
        await self._write(player.id, *statements)
        (player.muted.add if muted else player.muted.discard)(other)

    async def block(self, player: Player, other: str, blocked: bool) -> None:
        """Block another player for a player, or unblock them."""
        if other == player.id:
            raise Refused("own_self")
        where = (schema.blocks.c.player == player.id) & (schema.blocks.c.blocked == other)
        statements: list[Any] = [delete(schema.blocks).where(where)]
        if blocked:
            statements.append(insert(schema.blocks).values(player=player.id, blocked=other))
        await self._write(player.id, *statements)
        (player.blocked.add if blocked else player.blocked.discard)(other)

    async def forget(self, player: Player) -> None:
        """Delete all that is stored about a player; their moves and results stay, without a name.

        Their seats are left already (`seating.hand_over`), except at tables that can't be read: their map is gone.
        """
        is_theirs = schema.events.c.player == player.id
        own = (
            schema.devices, schema.one_time, schema.passkeys, schema.wishes, schema.mutes, schema.blocks,
            schema.tries, schema.channels, schema.outbox, schema.silent_tables, schema.holidays, schema.invitations,
            schema.removals, schema.duplicate_players, schema.presence,
        )  # fmt: skip
        await self._write(
            player.id,
            update(schema.players).where(schema.players.c.id == player.id).values(name="", forgotten=True, emblem=None),
            update(schema.events).where(is_theirs & (schema.events.c.kind == "chat")).values(body='{"text": ""}'),
            update(schema.results).where(schema.results.c.player == player.id).values(player=None),
            update(schema.seats).where(schema.seats.c.player == player.id).values(player=None, name=None),
            update(schema.events)
            .where(is_theirs & (schema.events.c.kind == "reaction"))
            .values(body='{"reaction": ""}'),
            *(delete(table).where(table.c.player == player.id) for table in own),
            delete(schema.mutes).where(schema.mutes.c.muted == player.id),
            delete(schema.blocks).where(schema.blocks.c.blocked == player.id),
        )
        self._known.pop(player.id, None)
        self._addresses.pop(player.id, None)

    async def saw(self, listening: set[tuple[str, str]]) -> None:
        """Store that the given players and their devices, and all who have made a request, were seen now."""
        here, self._here = self._here | listening, set()
        if not here:
            return
        players, devices, moment = {player for player, _ in here}, {device for _, device in here}, now()
        self._noted = {one: noted for one, noted in self._noted.items() if moment - noted < NOTE_DEVICES_EVERY}
        due = devices - self._noted.keys()

        def write(connection: Connection) -> None:
            for table, names in ((schema.players, players), (schema.devices, due)):
                if names:
                    connection.execute(update(table).where(table.c.id.in_(names)).values(seen=moment))

        await self.storage.write(write)
        self._noted |= dict.fromkeys(due, moment)

    async def reload(self, player: str | None = None) -> list[str]:
        """Read a player, or everybody in memory, again. Returns those who were forgotten in the meantime."""
        wanted = set(self._known) if player is None else {player} & self._known.keys()
        if not wanted:
            return []
        writes = self._writes
        stored = await self._read(wanted)
        if self._writes != writes:  # what was read may be older than what this process has written since
            return await self.reload(player)
        for known in [self._known[name] for name in stored if name in self._known]:
            fresh = stored[known.id]
            known.name, known.emblem, known.muted = fresh.name, fresh.emblem, fresh.muted
            known.blocked, known.devices, known.channels = fresh.blocked, fresh.devices, fresh.channels
        forgotten = [name for name in wanted if name not in stored]
        for name in forgotten:
            self._known.pop(name, None)
        return forgotten

    async def write_channels(self, player: str, *statements: Any) -> None:
        """Change a player's channels, in every process."""
        await self._write(player, *statements)
        await self.reload(player)

    async def _write(self, player: str, *statements: Any) -> None:
        def write(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)
            if self.storage.is_shared:
                connection.execute(text("SELECT pg_notify('whistlestop', :notice)"), {"notice": f"p {player} 0"})

        await self.storage.write(write)
        self._writes += 1
