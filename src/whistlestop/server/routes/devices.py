"""Devices: carry your player to another one by a code or a passkey, list them, sign one out."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import select
from webauthn.helpers import bytes_to_base64url

from whistlestop.server import schema
from whistlestop.server.identity import COOKIE, ID, TOKEN_DAYS, Player
from whistlestop.server.one_time import LENGTH, LETTERS, Kind, OneTime
from whistlestop.server.passkeys import ALGORITHMS, SITE_NAME, Passkeys, Site, site_of
from whistlestop.server.protocol.requests import Code, NewPasskey, PasskeyProof
from whistlestop.server.protocol.tables import Challenge, CodeInfo, Device, NewPlayerInfo, Passkey
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    address_of,
    json_answer,
    label_of,
    registry_of,
)

router = APIRouter(prefix="/api", tags=["devices"], responses=REFUSALS, dependencies=JSON_BODY)
DEVICES = schema.devices.c
PasskeyPath = Annotated[str, Path(max_length=700)]
DevicePath = Annotated[str, Path(pattern=f"^{ID}$")]


def one_time_of(request: Request) -> OneTime:
    """The one-time secrets of this server."""
    return OneTime(registry_of(request).storage)


def passkeys_of(request: Request) -> Passkeys:
    """The passkeys of this server."""
    return Passkeys(registry_of(request).people, one_time_of(request))


def take_guess(request: Request) -> None:
    """Count an attempt to sign in, from its address."""
    request.app.state.guessers.take(address_of(request))


def current_site(request: Request) -> Site:
    """The site of the page that sends a request."""
    return site_of(request.headers.get("origin", ""), request.app.state.settings.origin.rstrip("/"))


def set_cookie(request: Request, response: Response, token: str, seconds: int) -> None:
    """Set the token as a cookie that scripts can't read."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=seconds, httponly=True, samesite="strict", secure=secure, path="/")


def player_answer(player: Player, status: int = 200, token: str | None = None) -> Response:
    """An answer with a player, and for a program with its token."""
    content = {
        "id": player.id, "name": player.name, "muted": sorted(player.muted), "blocked": sorted(player.blocked),
    }  # fmt: skip
    emblem = {} if player.emblem is None else {"emblem": player.emblem}
    return json_answer(content | emblem | ({} if token is None else {"token": token}), status)


async def signed_in(request: Request, player: Player, program: bool, status: int = 200) -> Response:
    """Sign a new device in. A browser gets a cookie, in place of any other; a program gets a token in the answer."""
    token = await registry_of(request).people.sign_in(player, label_of(request))
    if program:
        return player_answer(player, status, token)
    answer = player_answer(player, status)
    set_cookie(request, answer, token, TOKEN_DAYS * 86400)
    return answer


@router.post("/me/code", status_code=201, response_model=CodeInfo, openapi_extra=SIGNED)
async def make_code(player: Asker, request: Request) -> Response:
    """Get a code that signs in another device as you: once, within five minutes. It replaces your last one."""
    request.app.state.guessers.take(player.id)
    registry_of(request).people.need_room(player)
    code, until = await one_time_of(request).make_code(player.id)
    return json_answer({"code": code, "until": until}, 201)


@router.delete("/me/code", status_code=204, openapi_extra=SIGNED)
async def revoke_code(player: Asker, request: Request) -> Response:
    """Make your code invalid."""
    await one_time_of(request).revoke(Kind.CODE, player.id)
    return Response(status_code=204)


@router.post("/codes", response_model=NewPlayerInfo)
async def use_code(body: Code, request: Request) -> Response:
    """Sign in with a code from another device. A browser that has a player already leaves it."""
    take_guess(request)
    code = "".join(letter for letter in body.code.upper() if letter in LETTERS)
    is_valid, owner = await one_time_of(request).use(Kind.CODE, code.encode()) if len(code) == LENGTH else (False, None)
    player = await registry_of(request).people.find(owner) if is_valid and owner else None
    if player is None:
        raise Refused("bad_code")
    return await signed_in(request, player, body.program)


@router.get("/me/devices", response_model=list[Device], openapi_extra=SIGNED)
async def own_devices(player: Asker, request: Request) -> Response:
    """List the devices on which you are signed in, the last seen first."""
    where = (DEVICES.player == player.id) & ~DEVICES.signed_out
    rows = await registry_of(request).storage.rows(select(schema.devices).where(where).order_by(DEVICES.seen.desc()))
    current = request.state.device
    return json_answer([
        {"id": row.id, "label": row.label, "added": row.added, "seen": row.seen, "current": row.id == current}
        for row in rows
    ])  # fmt: skip


@router.delete("/me/devices/{device}", status_code=204, openapi_extra=SIGNED)
async def sign_out(device: DevicePath, player: Asker, request: Request) -> Response:
    """Sign out a device of yours. Its token is refused from now on, and its streams end."""
    registry = registry_of(request)
    await registry.people.sign_out(player, device)
    registry.hub.dismiss_signed_out()
    response = Response(status_code=204)
    if device == request.state.device:
        set_cookie(request, response, "", 0)
    return response


@router.get("/me/passkeys", response_model=list[Passkey], openapi_extra=SIGNED)
async def own_passkeys(player: Asker, request: Request) -> Response:
    """List your passkeys."""
    return json_answer(await passkeys_of(request).of(player))


@router.post("/me/passkeys/challenge", status_code=201, response_model=Challenge, openapi_extra=SIGNED)
async def prepare_passkey(player: Asker, request: Request) -> Response:
    """Get what a browser needs to make a passkey for you."""
    site = current_site(request)
    request.app.state.guessers.take(player.id)
    challenge = await one_time_of(request).make_challenge(Kind.ADD, player.id)
    known = [str(one["id"]) for one in await passkeys_of(request).of(player)]
    return challenge_answer(challenge, site, known)


def challenge_answer(challenge: bytes, site: Site, known: list[str]) -> Response:
    """An answer with a challenge."""
    content = {
        "challenge": bytes_to_base64url(challenge), "domain": site.domain, "site": SITE_NAME,
        "algorithms": ALGORITHMS, "known": known,
    }  # fmt: skip
    return json_answer(content, 201)


@router.post("/me/passkeys", status_code=201, response_model=list[Passkey], openapi_extra=SIGNED)
async def add_passkey(body: NewPasskey, player: Asker, request: Request) -> Response:
    """Add a passkey that your browser has made."""
    passkeys = passkeys_of(request)
    await passkeys.add(player, body.model_dump(), current_site(request), label_of(request))
    return json_answer(await passkeys.of(player), 201)


@router.delete("/me/passkeys/{passkey}", status_code=204, openapi_extra=SIGNED)
async def remove_passkey(passkey: PasskeyPath, player: Asker, request: Request) -> Response:
    """Remove a passkey of yours: nobody can sign in with it any more."""
    await passkeys_of(request).remove(player, passkey)
    return Response(status_code=204)


@router.post("/passkeys/challenge", status_code=201, response_model=Challenge)
async def prepare_sign_in(request: Request) -> Response:
    """Get what a browser needs to sign in with a passkey."""
    site = current_site(request)
    take_guess(request)
    return challenge_answer(await one_time_of(request).make_challenge(Kind.SIGN_IN), site, [])


@router.post("/passkeys", response_model=NewPlayerInfo)
async def use_passkey(body: PasskeyProof, request: Request) -> Response:
    """Sign in with a passkey. A browser that has a player already leaves it."""
    take_guess(request)
    answer = body.model_dump(exclude={"program"})
    player = await passkeys_of(request).check(answer, current_site(request))
    return await signed_in(request, player, body.program)
