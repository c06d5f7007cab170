"""Players: create one, rename it, export and delete its data."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import select

from whistlestop.server import schema, seating
from whistlestop.server.identity import COOKIE, TOKEN_DAYS, Player
from whistlestop.server.protocol.requests import Mute, NewName, NewPlayer
from whistlestop.server.protocol.tables import Export, NewPlayerInfo, PlayerInfo, TableInfo
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    address_of,
    json_answer,
    person,
    registry_of,
    token_of,
)
from whistlestop.server.table import Table
from whistlestop.server.wire import write_record, write_table

router = APIRouter(prefix="/api", tags=["players"], responses=REFUSALS, dependencies=JSON_BODY)
NEWEST = 100
"""How many of a player's tables are listed, the newest first."""


@router.post(
    "/players",
    status_code=201,
    response_model=NewPlayerInfo,
    responses={200: {"model": PlayerInfo, "description": "Your browser has a player already: this one"}},
)
async def become(body: NewPlayer, request: Request) -> Response:
    """Create a player. A browser gets a cookie, once; a program gets a token in the answer."""
    if not body.program and (known := await player_of_cookie(request)):
        return player_answer(known)
    request.app.state.slow_limits.new_player(address_of(request))
    people = registry_of(request).people
    player = await people.welcome(body.name)
    token = people.tokens.sign(player.id)
    if body.program:
        return json_answer({"id": player.id, "name": player.name, "muted": [], "token": token}, 201)
    answer = player_answer(player, 201)
    set_cookie(request, answer, token, TOKEN_DAYS * 86400)
    return answer


async def player_of_cookie(request: Request) -> Player | None:
    """The player of a browser's cookie; None if it sends no valid one."""
    try:
        return await registry_of(request).people.by_token(request.cookies.get(COOKIE, ""))
    except Refused as refused:
        if refused.status != 401:
            raise
        return None


def set_cookie(request: Request, response: Response, token: str, seconds: int) -> None:
    """Set the token as a cookie that scripts can't read."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=seconds, httponly=True, samesite="strict", secure=secure, path="/")


@router.get(
    "/me", response_model=PlayerInfo, openapi_extra=SIGNED, responses={204: {"description": "You have no player"}}
)
async def me(request: Request, optional: bool = False) -> Response:
    """Get yourself. If you have no player, the answer is 401, or 204 with `optional`."""
    if optional and not token_of(request):
        return Response(status_code=204)
    return player_answer(await person(request))


def player_answer(player: Player, status: int = 200) -> Response:
    """An answer with a player."""
    return json_answer({"id": player.id, "name": player.name, "muted": sorted(player.muted)}, status)


@router.patch("/me", response_model=PlayerInfo, openapi_extra=SIGNED)
async def rename(body: NewName, player: Asker, request: Request) -> Response:
    """Change your name, at every table."""
    await registry_of(request).people.rename(player, body.name)
    return player_answer(player)


@router.get("/me/tables", response_model=list[TableInfo], openapi_extra=SIGNED)
async def own_tables(player: Asker, request: Request) -> Response:
    """List your newest 100 tables, the newest first."""
    registry = registry_of(request)
    names = await names_of(registry, player)
    found = await registry.tables(names[:NEWEST])
    return json_answer([
        write_table(table, player.id, registry.people) | {"movers": table.asked()}
        for table in found
        if table.reader(player.id) is not None
    ])  # fmt: skip


async def names_of(registry: TableRegistry, player: Player) -> list[str]:
    """The ids of all tables of a player, the newest first."""
    question = (
        select(schema.tables.c.id)
        .where(
            schema.tables.c.id.in_(select(schema.seats.c.table_id).where(schema.seats.c.player == player.id))
            | (schema.tables.c.host == player.id)
        )
        .order_by(schema.tables.c.created.desc())
    )
    return [row.id for row in await registry.storage.rows(question)]


async def tables_of(registry: TableRegistry, player: Player) -> AsyncIterator[Table]:
    """All readable tables of a player, the newest first, a few in memory at a time."""
    names = await names_of(registry, player)
    for start in range(0, len(names), NEWEST):
        for table in await registry.tables(names[start : start + NEWEST]):
            if table.reader(player.id) is not None:
                yield table


@router.get("/me/export", response_model=Export, openapi_extra=SIGNED)
async def export(player: Asker, request: Request) -> Response:
    """Get everything that is stored about you: all tables with their records as you may see them, and your messages."""
    registry = registry_of(request)
    row = (await registry.storage.rows(select(schema.players).where(schema.players.c.id == player.id)))[0]
    events = schema.events.c
    own = (events.player == player.id) & (events.kind == "chat")
    messages = await registry.storage.rows(
        select(events.table_id, events.at, events.body).where(own).order_by(events.at)
    )
    return json_answer({
        "player": {"id": player.id, "name": player.name, "created": row.created, "seen": row.seen},
        "tables": [exported_table(registry, table, player) async for table in tables_of(registry, player)],
        "messages": [{"table": one.table_id, "at": one.at, **json.loads(one.body)} for one in messages],
        "muted": sorted(player.muted),
    })  # fmt: skip


def exported_table(registry: TableRegistry, table: Table, player: Player) -> dict[str, Any]:
    """A table of a player, with its record if they hold a seat."""
    seats = table.seats_of(player.id)
    record = write_record(table, seats, seats, registry.people) if table.record and seats else None
    return {"table": write_table(table, player.id, registry.people), "record": record}


@router.put("/me/mutes", status_code=204, openapi_extra=SIGNED)
async def mute(body: Mute, player: Asker, request: Request) -> Response:
    """Hide a player's messages at all tables, or show them again."""
    registry = registry_of(request)
    if await registry.people.find(body.player) is None:
        raise Refused("no_such_player")
    await registry.people.mute(player, body.player, body.muted)
    return Response(status_code=204)


@router.delete("/me", status_code=204, openapi_extra=SIGNED)
async def be_forgotten(player: Asker, request: Request) -> Response:
    """Delete your name, messages and token. Bots take over your seats; your moves stay, without a name."""
    await forget(registry_of(request), player)
    response = Response(status_code=204)
    set_cookie(request, response, "", 0)
    return response


async def forget(registry: TableRegistry, player: Player) -> None:
    """Delete a player's data, and let bots take over their seats."""
    async for table in tables_of(registry, player):
        if table.seats_of(player.id):
            await registry.change(table.id, seating.hand_over, player.id)
    await registry.people.forget(player)
    registry.hub.dismiss(player.id)
