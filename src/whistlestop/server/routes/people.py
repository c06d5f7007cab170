"""Players: create one, rename it, choose its emblem, mute and block others, export and delete its data."""

import json
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sql
from fastapi import APIRouter, Request, Response
from sqlalchemy import select

from whistlestop.server import schema, seating
from whistlestop.server.identity import COOKIE, Player
from whistlestop.server.protocol.base import Model
from whistlestop.server.protocol.events import SAID, EventKind
from whistlestop.server.protocol.requests import Block, Mute, NewEmblem, NewName, NewPlayer
from whistlestop.server.protocol.tables import (
    Export,
    ExportedChannel,
    ExportedDevice,
    ExportedEntry,
    ExportedHoliday,
    ExportedInvitation,
    ExportedNotice,
    ExportedPlayer,
    ExportedResult,
    ExportedTournament,
    ExportedTry,
    ExportedWish,
    Neighbour,
    NewPlayerInfo,
    Passkey,
    PlayerInfo,
    TableInfo,
)
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    address_of,
    json_answer,
    label_of,
    person,
    registry_of,
    token_of,
)
from whistlestop.server.routes.devices import player_answer, set_cookie, signed_in
from whistlestop.server.storage import as_fields
from whistlestop.server.table import OPEN, PLAYING, Table
from whistlestop.server.tournaments import entry as tournament_entry
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
    player = await registry_of(request).people.welcome(body.name)
    return await signed_in(request, player, body.program, 201)


async def player_of_cookie(request: Request) -> Player | None:
    """The player of a browser's cookie; None if it sends no valid one."""
    try:
        return await registry_of(request).people.by_token(request.cookies.get(COOKIE, ""), label_of(request))
    except Refused as refused:
        if refused.status != 401:
            raise
        return None


@router.get(
    "/me", response_model=PlayerInfo, openapi_extra=SIGNED, responses={204: {"description": "You have no player"}}
)
async def me(request: Request, optional: bool = False) -> Response:
    """Get yourself. If you have no player, the answer is 401, or 204 with `optional`."""
    if optional and not token_of(request):
        return Response(status_code=204)
    return player_answer(await person(request))


@router.patch("/me", response_model=PlayerInfo, openapi_extra=SIGNED)
async def rename(body: NewName, player: Asker, request: Request) -> Response:
    """Change your name, at every table."""
    await registry_of(request).people.rename(player, body.name)
    return player_answer(player)


@router.get("/me/tables", response_model=list[TableInfo], openapi_extra=SIGNED)
async def own_tables(player: Asker, request: Request) -> Response:
    """List your newest 100 tables: first those that aren't over, each with the seats that are to move."""
    registry = registry_of(request)
    names = await names_of(registry, player)
    found = await registry.tables(names[:NEWEST])
    return json_answer([
        write_table(table, player.id, registry.people) | {"movers": table.asked()}
        for table in found
        if table.reader(player.id) is not None
    ])  # fmt: skip


async def names_of(registry: TableRegistry, player: Player) -> list[str]:
    """The ids of all tables of a player: first those that aren't over, each group with the newest first."""
    question = (
        select(schema.tables.c.id)
        .where(
            schema.tables.c.id.in_(select(schema.seats.c.table_id).where(schema.seats.c.player == player.id))
            | (schema.tables.c.host == player.id)
        )
        .order_by(schema.tables.c.state.in_((OPEN, PLAYING)).desc(), schema.tables.c.created.desc())
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

    async def own(table: sql.Table) -> list[Any]:
        return await registry.storage.rows(select(table).where(table.c.player == player.id))

    events = schema.events.c
    said = await registry.storage.rows(
        select(schema.events).where((events.player == player.id) & events.kind.in_(SAID)).order_by(events.at)
    )
    messages = {
        kind: [{"table": one.table_id, "at": one.at, **json.loads(one.body)} for one in said if one.kind == kind]
        for kind in SAID
    }
    row = (await registry.storage.rows(select(schema.players).where(schema.players.c.id == player.id)))[0]
    return json_answer({
        "player": exported(row, ExportedPlayer),
        "results": await own_results(registry, player),
        "tables": [exported_table(registry, table, player) async for table in tables_of(registry, player)],
        "messages": messages[EventKind.CHAT],
        "reactions": messages[EventKind.REACTION],
        "muted": sorted(player.muted),
        "blocked": sorted(player.blocked),
        "devices": [exported(one, ExportedDevice) for one in await own(schema.devices)],
        "passkeys": [exported(one, Passkey) for one in await own(schema.passkeys)],
        "codes": [one.until for one in await own(schema.one_time)],
        "removed": [one.table_id for one in await own(schema.removals)],
        "tries": [exported(one, ExportedTry) | {"table": one.table_id} for one in await own(schema.tries)],
        "matches": [one.duplicate for one in await own(schema.duplicate_players)],
        "wishes": [exported(one, ExportedWish) for one in await own(schema.wishes)],
        "entries": [exported(one, ExportedEntry) for one in await own(schema.entrants)],
        "tournaments": [exported(one, ExportedTournament) for one in await made_by(registry, player)],
        "channels": [exported(one, ExportedChannel) for one in await own(schema.channels)],
        "outbox": [exported(one, ExportedNotice) for one in await own(schema.outbox)],
        "silent": [one.table_id for one in await own(schema.silent_tables)],
        "holidays": [exported(one, ExportedHoliday) for one in await own(schema.holidays)],
        "invitations": [exported(one, ExportedInvitation) for one in await own(schema.invitations)],
    })  # fmt: skip


def exported(row: Any, model: type[Model]) -> dict[str, Any]:
    """The columns of a row that a model has."""
    return {name: getattr(row, name) for name in model.model_fields if name in row._mapping}


def exported_table(registry: TableRegistry, table: Table, player: Player) -> dict[str, Any]:
    """A table of a player, with its record if they hold a seat."""
    seats = table.seats_of(player.id)
    record = write_record(table, seats, seats, registry.people) if table.record and seats else None
    return {"table": write_table(table, player.id, registry.people), "record": record}


async def own_results(registry: TableRegistry, player: Player) -> list[dict[str, Any]]:
    """What a player achieved in games that are over, the oldest first."""
    found = schema.results.c
    kept = [found[name] for name in ExportedResult.model_fields if name != "table"]
    question = select(found.table_id.label("table"), *kept).where(found.player == player.id).order_by(found.closed)
    return [as_fields(row) for row in await registry.storage.rows(question)]


async def made_by(registry: TableRegistry, player: Player) -> list[Any]:
    """The tournaments that a player has made."""
    return await registry.storage.rows(select(schema.tournaments).where(schema.tournaments.c.host == player.id))


@router.put("/me/mutes", status_code=204, openapi_extra=SIGNED)
async def mute(body: Mute, player: Asker, request: Request) -> Response:
    """Hide a player's messages at all tables, or show them again."""
    registry = registry_of(request)
    if await registry.people.find(body.player) is None:
        raise Refused("no_such_player")
    await registry.people.mute(player, body.player, body.muted)
    return Response(status_code=204)


@router.put("/me/emblem", response_model=PlayerInfo, openapi_extra=SIGNED)
async def choose_emblem(body: NewEmblem, player: Asker, request: Request) -> Response:
    """Choose the sign that is shown beside your name."""
    await registry_of(request).people.choose_emblem(player, body.emblem)
    return player_answer(player)


@router.get("/me/blocks", response_model=list[Neighbour], openapi_extra=SIGNED)
async def blocks(player: Asker, request: Request) -> Response:
    """List the players whom you have blocked, by name."""
    people = registry_of(request).people
    found = [await people.find(other) for other in sorted(player.blocked)]
    return json_answer([{"id": other.id, "name": other.name} for other in found if other])


@router.put("/me/blocks", status_code=204, openapi_extra=SIGNED)
async def block(body: Block, player: Asker, request: Request) -> Response:
    """Block a player, or end that: they can't sit at your tables and aren't paired with you, and you don't hear them.

    They aren't told so.
    """
    registry = registry_of(request)
    if await registry.people.find(body.player) is None:
        raise Refused("no_such_player")
    await registry.people.block(player, body.player, body.blocked)
    return Response(status_code=204)


@router.delete("/me", status_code=204, openapi_extra=SIGNED)
async def be_forgotten(player: Asker, request: Request) -> Response:
    """Delete your name, messages and token. Bots take over your seats; your moves stay, without a name."""
    await forget(registry_of(request), player)
    response = Response(status_code=204)
    set_cookie(request, response, "", 0)
    return response


async def forget(registry: TableRegistry, player: Player) -> None:
    """Delete a player's data, and let bots take over their seats. No round begins with them once they are out."""
    await tournament_entry.forget(registry.storage, player.id)
    async for table in tables_of(registry, player):
        if table.seats_of(player.id):
            await registry.change(table.id, seating.hand_over, player.id, registry.settings.start_seconds)
    await registry.people.forget(player)
    registry.hub.dismiss(player.id)
