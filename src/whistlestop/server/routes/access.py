"""Access: which player sends a request, and what every route needs."""

import re
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from starlette.responses import Response

from whistlestop.server.identity import COOKIE, ID, Player
from whistlestop.server.middleware import refusal
from whistlestop.server.protocol.tables import ErrorBody
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import Table
from whistlestop.server.wire import compact, write_table

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


def token_of(request: Request) -> str:
    """The token that comes with a request; empty if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "").strip()


async def person(request: Request) -> Player:
    """The player who sends the request."""
    token = token_of(request)
    if not token:
        raise Refused("no_token")
    player = await registry_of(request).people.by_token(token)
    request.app.state.players.take(player.id)
    return player


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
    status, said, headers = refusal(error)
    if error.views:
        said |= {"seq": error.seq, "views": error.views}
    return Response(compact(said), status, headers, "application/json")


def table_answer(registry: TableRegistry, table: Table, player: Player | None, status: int = 200) -> Response:
    """An answer with a table as a player or a stranger sees it."""
    return json_answer(write_table(table, player.id if player else None, registry.people), status)


async def readable(registry: TableRegistry, name: str, player: Player | None) -> tuple[Table, tuple[int, ...]]:
    """A table that a player or a stranger may see, and the seats that they hold there."""
    table = await registry.table(name)
    seats = table.reader(player.id if player else None)
    if seats is None:
        raise Refused("private_table")
    return table, seats
