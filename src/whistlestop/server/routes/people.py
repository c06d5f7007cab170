"""Players: become one, take another name, see and take out what is known of oneself, be forgotten."""

from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import select

from whistlestop.server import schema, seating
from whistlestop.server.identity import COOKIE, TOKEN_DAYS, Player
from whistlestop.server.models import Mute, NewName, NewPlayer, PlayerSaid, TableSaid
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.routes.access import REFUSALS, SIGNED, Asker, registry_of
from whistlestop.server.wire import write_record, write_table

router = APIRouter(prefix="/api", tags=["players"], responses=REFUSALS)
NEWEST = 100
"""How many tables a player is shown, the newest first."""


@router.post("/players", status_code=201, response_model=PlayerSaid, response_model_exclude_none=True)
async def become(body: NewPlayer, request: Request, response: Response) -> dict[str, Any]:
    """Become a player: a cookie for a browser, a token in the answer for a program."""
    client = request.client.host if request.client else "unknown"
    request.app.state.newcomers.take(client)
    people = registry_of(request).people
    player = await people.welcome(body.name)
    token = people.tokens.sign(player.id)
    if body.program:
        return {"id": player.id, "name": player.name, "token": token}
    set_cookie(request, response, token, TOKEN_DAYS * 86400)
    return {"id": player.id, "name": player.name}


def set_cookie(request: Request, response: Response, token: str, seconds: int) -> None:
    """Have a browser keep a token where no script can read it."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=seconds, httponly=True, samesite="strict", secure=secure, path="/")


@router.get("/me", response_model=PlayerSaid, response_model_exclude_none=True, openapi_extra=SIGNED)
async def me(player: Asker) -> dict[str, Any]:
    """Who asks."""
    return {"id": player.id, "name": player.name, "muted": sorted(player.muted)}


@router.patch("/me", response_model=PlayerSaid, response_model_exclude_none=True, openapi_extra=SIGNED)
async def rename(body: NewName, player: Asker, request: Request) -> dict[str, Any]:
    """Take another name, at every table."""
    await registry_of(request).people.rename(player, body.name)
    return {"id": player.id, "name": player.name}


@router.get("/me/tables", response_model=list[TableSaid], openapi_extra=SIGNED)
async def own_tables(player: Asker, request: Request) -> list[dict[str, Any]]:
    """The tables at which one sits, the newest first."""
    registry = registry_of(request)
    found = await registry.tables(await names_of(registry, player, NEWEST))
    return [write_table(table, player.id, registry.people) for table in found]


async def names_of(registry: TableRegistry, player: Player, most: int) -> list[str]:
    """The names of a player's tables, the newest first."""
    question = (
        select(schema.tables.c.id)
        .where(
            schema.tables.c.id.in_(select(schema.seats.c.table_id).where(schema.seats.c.player == player.id))
            | (schema.tables.c.host == player.id)
        )
        .order_by(schema.tables.c.created.desc())
        .limit(most)
    )
    return [row.id for row in await registry.storage.rows(question)]


@router.get("/me/export", openapi_extra=SIGNED)
async def export(player: Asker, request: Request) -> dict[str, Any]:
    """All that is stored of oneself: name, tables with their records as one was told them, words, mutes."""
    registry = registry_of(request)
    row = (await registry.storage.rows(select(schema.players).where(schema.players.c.id == player.id)))[0]
    said = schema.events.c
    words = select(said.table_id, said.at, said.body).where(said.player == player.id).order_by(said.at)
    records = []
    for table in await registry.tables(await names_of(registry, player, NEWEST)):
        seats = table.seats_of(player.id)
        text = write_record(table, seats, registry.people) if table.record and seats else None
        records.append({"table": write_table(table, player.id, registry.people), "record": text})
    return {
        "player": {"id": player.id, "name": player.name, "created": row.created, "seen": row.seen},
        "tables": records,
        "words": [
            {"table": one.table_id, "at": one.at, "body": one.body} for one in await registry.storage.rows(words)
        ],
        "muted": sorted(player.muted),
    }


@router.put("/me/mutes", status_code=204, openapi_extra=SIGNED)
async def mute(body: Mute, player: Asker, request: Request) -> Response:
    """Hide somebody's words at all tables, or show them again."""
    registry = registry_of(request)
    if await registry.people.find(body.player) is None:
        raise Refused("no_such_player")
    await registry.people.mute(player, body.player, body.muted)
    return Response(status_code=204)


@router.delete("/me", status_code=204, openapi_extra=SIGNED)
async def be_forgotten(player: Asker, request: Request) -> Response:
    """Be forgotten: name, words and token are gone; bots take over one's seats, and moves stay without a name."""
    registry = registry_of(request)
    for table in await registry.tables(await names_of(registry, player, 1_000_000)):
        if table.seats_of(player.id):
            await registry.change(table.id, seating.hand_over, player.id)
    await registry.people.forget(player)
    registry.hub.dismiss(player.id)
    response = Response(status_code=204)
    set_cookie(request, response, "", 0)
    return response
