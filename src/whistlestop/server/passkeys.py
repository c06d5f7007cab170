"""Passkeys: a person signs in with what their device or password manager keeps (WebAuthn)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

from whistlestop.server import schema
from whistlestop.server.identity import People, Player, now
from whistlestop.server.one_time import Kind, OneTime
from whistlestop.server.reasons import Refused

SITE_NAME = "Whistlestop"
ALGORITHMS = (-8, -7, -257)
"""The signatures that passkeys may make: EdDSA, ECDSA, RSA."""
MOST = 10
"""The most passkeys of a player."""
PASSKEYS = schema.passkeys.c


@dataclass(frozen=True)
class Site:
    """The site that a passkey is bound to: its domain, and the origin of its pages."""

    domain: str
    origin: str


def site_of(origin: str, own_origin: str) -> Site:
    """The site of a page with an origin; refused where browsers allow no passkeys."""
    parts = urlsplit(origin)
    is_public = origin == own_origin and parts.scheme == "https"
    if not is_public and (parts.scheme, parts.hostname) != ("http", "localhost"):
        raise Refused("no_passkeys_here")
    return Site(parts.hostname or "", origin)


class Passkeys:
    """The passkeys of all players."""

    def __init__(self, people: People, one_time: OneTime) -> None:
        self._people = people
        self._storage = people.storage
        self._one_time = one_time

    async def of(self, player: Player) -> list[dict[str, str | int]]:
        """A player's passkeys, the oldest first."""
        question = select(schema.passkeys).where(PASSKEYS.player == player.id).order_by(PASSKEYS.added)
        return [{"id": row.id, "label": row.label, "added": row.added} for row in await self._storage.rows(question)]

    async def add(self, player: Player, answer: dict[str, str], site: Site, label: str) -> None:
        """Check what a browser answered to a challenge, and keep the new passkey."""
        challenge = await self._challenge(Kind.ADD, answer["client_data"], player.id)
        response = {"clientDataJSON": answer["client_data"], "attestationObject": answer["attestation"]}
        with refusing_faults():
            made = verify_registration_response(
                credential=credential(answer["id"], response),
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
            )
        count = select(func.count()).select_from(schema.passkeys).where(PASSKEYS.player == player.id)
        if (await self._storage.rows(count))[0][0] >= MOST:
            raise Refused("too_many_passkeys", most=MOST)
        row = {
            "id": bytes_to_base64url(made.credential_id), "player": player.id, "label": label, "added": now(),
            "public_key": made.credential_public_key, "uses": made.sign_count,
        }  # fmt: skip
        try:
            await self._storage.write(lambda connection: connection.execute(insert(schema.passkeys), row))
        except IntegrityError:
            raise Refused("bad_passkey") from None

    async def check(self, answer: dict[str, str], site: Site) -> Player:
        """Check what a browser answered to a challenge; returns the player whose passkey it is."""
        challenge = await self._challenge(Kind.SIGN_IN, answer["client_data"], None)
        rows = await self._storage.rows(select(schema.passkeys).where(PASSKEYS.id == answer["id"]))
        player = await self._people.find(rows[0].player) if rows else None
        if player is None:
            raise Refused("unknown_passkey")
        response = {
            "clientDataJSON": answer["client_data"],
            "authenticatorData": answer["authenticator_data"],
            "signature": answer["signature"],
        }
        with refusing_faults():
            used = verify_authentication_response(
                credential=credential(answer["id"], response),
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
                credential_public_key=rows[0].public_key,
                credential_current_sign_count=rows[0].uses,
            )
        statement = update(schema.passkeys).where(PASSKEYS.id == answer["id"]).values(uses=used.new_sign_count)
        await self._storage.write(lambda connection: connection.execute(statement))
        return player

    async def remove(self, player: Player, passkey: str) -> None:
        """Accept a passkey no more."""
        statement = delete(schema.passkeys).where(PASSKEYS.id == passkey, PASSKEYS.player == player.id)
        if await self._storage.write(lambda connection: connection.execute(statement).rowcount) != 1:
            raise Refused("no_such_passkey")

    async def _challenge(self, kind: Kind, client_data: str, player: str | None) -> bytes:
        """The challenge that a browser says it answers, which is used up; refused unless this server made it."""
        with refusing_faults():
            challenge = parse_client_data_json(base64url_to_bytes(client_data)).challenge
        is_valid, owner = await self._one_time.use(kind, challenge)
        if not is_valid or owner != player:
            raise Refused("bad_passkey")
        return challenge


@contextmanager
def refusing_faults() -> Iterator[None]:
    """Refuse an answer that the library doesn't accept or can't read, whatever it raises: anybody may send it."""
    try:
        yield
    except Exception as error:
        raise Refused("bad_passkey") from error


def credential(passkey: str, response: dict[str, str]) -> dict[str, object]:
    """A credential as the library wants it."""
    return {"id": passkey, "rawId": passkey, "type": "public-key", "response": response}
