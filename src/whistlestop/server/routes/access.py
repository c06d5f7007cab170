"""Access: who asks, and what every route needs."""

import re
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from whistlestop.server.identity import COOKIE, Player
from whistlestop.server.models import Refusal
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.table import Table

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "for programs, from POST /api/players"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "for browsers"},
}
SIGNED: dict[str, Any] = {"security": [{name: []} for name in SCHEMES]}
"""What the interface's document says of routes that need a player."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": text}
    for status, text in {
        400: "The body can't be read",
        401: "Who asks is not known",
        403: "This is not for whoever asks",
        404: "There is no such thing",
        408: "The body does not come",
        409: "Not now",
        413: "The body is too large",
        415: "The body is no JSON",
        422: "The request makes no sense",
        429: "Too much at once",
        503: "The server is going down",
    }.items()
}


def registry_of(request: Request) -> TableRegistry:
    """The registry of the server that is asked."""
    registry: TableRegistry = request.app.state.registry
    return registry


async def person(request: Request) -> Player:
    """The player who asks."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = request.cookies.get(COOKIE, "")
    if not token:
        raise Refused("no_token")
    player = await registry_of(request).people.by_token(token.strip())
    request.app.state.players.take(player.id)
    return player


async def table_name(table: Annotated[str, Path(max_length=64)]) -> str:
    """The name of a table, which need not exist. (No plain function: those are run in threads.)"""
    if not re.fullmatch("[A-Za-z0-9_-]{22}", table):
        raise Refused("no_such_table")
    return table


Asker = Annotated[Player, Depends(person)]
Name = Annotated[str, Depends(table_name)]


async def readable(registry: TableRegistry, name: str, player: Player) -> tuple[Table, tuple[int, ...]]:
    """A table that a player may read, and the seats that they hold there."""
    table = await registry.table(name)
    seats = table.reader(player.id)
    if seats is None:
        raise Refused("no_such_table")
    return table, seats
