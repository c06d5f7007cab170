"""Access: which player sends a request, and what every route needs."""

import re
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Depends, Path, Request
from sqlalchemy import select
from starlette.responses import Response

from whistlestop.server import schema
from whistlestop.server.identity import COOKIE, ID, Player, device_of
from whistlestop.server.limits import network_of
from whistlestop.server.metrics import REFUSALS as REFUSAL_COUNT
from whistlestop.server.middleware import refusal
from whistlestop.server.protocol.tables import ErrorBody
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import Command, TableRegistry
from whistlestop.server.table import Table
from whistlestop.server.user_agent import device_label
from whistlestop.server.wire import compact, write_table

Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")
UNREADABLE = ("map_changed", "bad_table")
"""Why a table that is stored can't be read; strangers don't learn that it is."""
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "For programs; POST /api/players returns it"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "For browsers"},
}
SIGNED: dict[str, Any] = {"security": [{name: []} for name in SCHEMES]}
"""Marks routes in the API document that need a player."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text}
    for status, text in {
        400: "The body can't be read",
        401: "You need a player for this",
        403: "You may not do this",
        404: "Not found",
        408: "The body did not arrive in time",
        409: "You can't do this now",
        413: "The body is too large",
        415: "The body is not JSON",
        422: "The request is not valid",
        429: "Too many requests",
        503: "The server is shutting down",
    }.items()
}


def registry_of(request: Request) -> TableRegistry:
    """The registry of this server."""
    registry: TableRegistry = request.app.state.registry
    return registry


def address_of(request: Request) -> str:
    """The address that a request comes from, as limits count it."""
    return network_of(request.client.host if request.client else "")


def token_of(request: Request) -> str:
    """The token that comes with a request; empty if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "").strip()


async def person(request: Request) -> Player:
    """The player who sends the request."""
    token = token_of(request)
    if not token:
        raise Refused("no_token")
    people = registry_of(request).people
    player = await people.by_token(token, label_of(request))
    people.came_from(player.id, address_of(request))
    request.app.state.players.take(player.id)
    request.state.device = device_of(token)
    return player


def label_of(request: Request) -> str:
    """What to call the device that sends a request."""
    return device_label(request.headers.get("user-agent", ""))


async def person_or_stranger(request: Request) -> Player | None:
    """The player who sends the request; None if it comes without a token."""
    return await person(request) if token_of(request) else None


async def table_name(table: Annotated[str, Path(max_length=64)]) -> str:
    """The id of a table, which need not exist. (It is async because FastAPI runs other functions in threads.)"""
    if not re.fullmatch(ID, table):
        raise Refused("no_such_table")
    return table


async def json_body(request: Request) -> None:
    """Refuse a body that is not JSON."""
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and not request.headers.get("content-type", "").startswith("application/json"):
        raise Refused("bad_media")


JSON_BODY = [Depends(json_body)]
Asker = Annotated[Player, Depends(person)]
AskerOrStranger = Annotated[Player | None, Depends(person_or_stranger)]
Name = Annotated[str, Depends(table_name)]


def json_answer(content: Any, status: int = 200) -> Response:
    """An answer in JSON. Models describe it in the API document; they don't check it on every request."""
    return bytes_answer(compact(content), status)


def bytes_answer(written: bytes, status: int = 200) -> Response:
    """An answer that is written as JSON already."""
    return Response(written, status, media_type="application/json")


async def answer_refused(request: Request, error: Exception) -> Response:
    """A refusal: code, sentence, parameters, and the views as they are now if the client's were stale."""
    assert isinstance(error, Refused)
    REFUSAL_COUNT.labels(error.code).inc()
    status, said, headers = refusal(error)
    if error.views:
        said |= {"seq": error.seq, "views": error.views}
    return Response(compact(said), status, headers, "application/json")


def table_answer(registry: TableRegistry, table: Table, player: Player | None, status: int = 200) -> Response:
    """An answer with a table as a player or a stranger sees it."""
    return json_answer(write_table(table, player.id if player else None, registry.people), status)


async def readable(registry: TableRegistry, name: str, player: Player | None) -> tuple[Table, tuple[int, ...]]:
    """A table that a player or a stranger may see, and the seats that they hold there."""
    try:
        table = await registry.table(name)
    except Refused as refused:
        if refused.code in UNREADABLE and not await holds_seat(registry, name, player):
            raise Refused("no_such_table") from None
        raise
    seats = table.reader(player.id if player else None)
    if seats is None:
        raise Refused("no_such_table")
    return table, seats


async def holds_seat(registry: TableRegistry, name: str, player: Player | None) -> bool:
    """Whether a player holds a seat at a table, which need not be readable."""
    seats = schema.seats.c
    own = (seats.table_id == name) & (seats.player == (player.id if player else ""))
    return bool(await registry.storage.rows(select(seats.seat).where(own)))


async def changed(
    registry: TableRegistry,
    name: str,
    player: Player,
    command: Command[Parameters, Answer],
    *args: Parameters.args,
    **kwargs: Parameters.kwargs,
) -> Answer:
    """Run a command that a player asks for. Why it is refused is for those who may see the table."""
    try:
        return await registry.change(name, command, *args, **kwargs)
    except Refused as refused:
        if not refused.is_unavailable:
            await readable(registry, name, player)
        raise
