"""Maps, levels of bots, the lobby, and who sits where."""

from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Request
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from whistlestop.server import schema, seating
from whistlestop.server.imports import import_table, read_fair_record
from whistlestop.server.maps import available_maps
from whistlestop.server.protocol.base import LAST_SEAT
from whistlestop.server.protocol.maps import LevelInfo, MapDetails, MapInfo
from whistlestop.server.protocol.requests import ImportedTable, NewTable, OwnSeat, PutBot, Sit
from whistlestop.server.protocol.tables import TableInfo
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    AskerOrStranger,
    Name,
    address_of,
    bytes_answer,
    changed,
    json_answer,
    readable,
    registry_of,
    table_answer,
)
from whistlestop.server.site import write_levels, write_map, write_maps
from whistlestop.server.table import OPEN, PLAYING
from whistlestop.server.wire import write_table

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS, dependencies=JSON_BODY)
SHOWN = 200
"""The most tables in the lobby."""
ANY_SEAT = Sit()
ONLY_SEAT = OwnSeat()
SeatPath = Annotated[int, Path(ge=0, le=LAST_SEAT)]


def map_folders(request: Request) -> dict[str, FilePath]:
    """The folders of the maps that can be played, by name."""
    usable, _ = available_maps(registry_of(request).settings.places)
    return usable


@router.get("/maps", response_model=list[MapInfo])
async def all_maps(request: Request) -> Response:
    """List the maps."""
    return bytes_answer(write_maps(map_folders(request)))


@router.get("/maps/{name}", response_model=MapDetails)
async def one_map(name: Annotated[str, Path(max_length=64)], request: Request) -> Response:
    """Get a map with its rules, everything that is printed on it, and its names in every language."""
    folder = map_folders(request).get(name)
    if folder is None:
        raise Refused("bad_path")
    return bytes_answer(write_map(folder))


@router.get("/levels", response_model=list[LevelInfo])
async def levels(request: Request) -> Response:
    """List the levels of bots, from the easiest to the hardest."""
    return bytes_answer(write_levels(map_folders(request)))


@router.get("/tables", response_model=list[TableInfo], openapi_extra=SIGNED)
async def lobby(player: Asker, request: Request) -> Response:
    """List the tables of the lobby, newest first: those waiting for players, and those you can watch."""
    registry = registry_of(request)
    rows = schema.tables.c
    is_shown = rows.listed & ((rows.state == OPEN) | ((rows.state == PLAYING) & rows.watchable))
    question = select(rows.id).where(is_shown).order_by(rows.created.desc()).limit(SHOWN)
    found = await registry.tables([row.id for row in await registry.storage.rows(question)])
    blockers = await registry.people.blockers_of(player.id)
    return json_answer([
        write_table(table, player.id, registry.people) for table in found if table.host not in blockers
    ])  # fmt: skip


@router.post("/tables", status_code=201, response_model=TableInfo, openapi_extra=SIGNED)
async def make(body: NewTable, player: Asker, request: Request) -> Response:
    """Make a table. Its id is its link."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    if body.clock.kind != "none" and not body.clock.seconds:
        raise Refused("bad_body", field="clock.seconds", problem="a clock needs seconds")
    registry = registry_of(request)
    options = seating.TableOptions(
        body.map, body.seats, body.listed, body.watchable, body.clock.kind, body.clock.seconds, body.gone_after,
        body.stand_in, body.first, tuple(body.names), body.rated,
    )  # fmt: skip
    return table_answer(registry, await seating.make(registry, player.id, options), player, 201)


@router.post("/tables/import", status_code=201, response_model=TableInfo, openapi_extra=SIGNED)
async def import_record(body: ImportedTable, player: Asker, request: Request) -> Response:
    """Make a table from the record of a fair game, and play on here. Its id is the one in the record."""
    request.app.state.slow_limits.new_table(player.id, address_of(request))
    registry = registry_of(request)
    await registry.need_rules()
    record = await run_in_threadpool(read_fair_record, body.record, registry.settings)
    await registry.people.names({player.id})
    return table_answer(registry, await import_table(registry, player.id, record, body.seats), player, 201)


@router.get("/tables/{table}", response_model=TableInfo, openapi_extra=SIGNED)
async def one_table(name: Name, player: AskerOrStranger, request: Request) -> Response:
    """Get a table: who sits where, the state of the game, and what is public about the key.

    Strangers may see a table that waits for players or can be watched; the others need a player.
    """
    registry = registry_of(request)
    table, _ = await readable(registry, name, player)
    return table_answer(registry, table, player)


@router.post("/tables/{table}/seats", response_model=TableInfo, openapi_extra=SIGNED)
async def sit_down(name: Name, player: Asker, request: Request, body: Sit = ANY_SEAT) -> Response:
    """Sit down. You can take several seats, for people who share a browser."""
    registry = registry_of(request)
    await registry.people.names({player.id})
    patience = registry.settings.start_seconds
    blockers = await registry.people.blockers_of(player.id)
    table = await changed(registry, name, player, seating.join, player.id, body.seat, patience, body.name, blockers)
    return table_answer(registry, table, player)


@router.delete("/tables/{table}/seats/{seat}", response_model=TableInfo, openapi_extra=SIGNED)
async def get_up(name: Name, seat: SeatPath, player: Asker, request: Request) -> Response:
    """Get up. Before the start the seat is free again; after it, a bot plays until you return."""
    registry = registry_of(request)
    return table_answer(registry, await changed(registry, name, player, seating.leave, player.id, seat), player)


@router.delete("/tables/{table}/seats/{seat}/player", response_model=TableInfo, openapi_extra=SIGNED)
async def remove(name: Name, seat: SeatPath, player: Asker, request: Request) -> Response:
    """Remove somebody from your table before the start. They can't sit down there again."""
    registry = registry_of(request)
    return table_answer(registry, await changed(registry, name, player, seating.remove, player.id, seat), player)


@router.put("/tables/{table}/seats/{seat}/bot", response_model=TableInfo, openapi_extra=SIGNED)
async def seat_bot(body: PutBot, name: Name, seat: SeatPath, player: Asker, request: Request) -> Response:
    """Put a bot on a free seat, or on your own, before the start."""
    registry = registry_of(request)
    patience = registry.settings.start_seconds
    table = await changed(registry, name, player, seating.put_bot, player.id, seat, body.level, patience)
    return table_answer(registry, table, player)


@router.delete("/tables/{table}/seats/{seat}/bot", response_model=TableInfo, openapi_extra=SIGNED)
async def unseat_bot(name: Name, seat: SeatPath, player: Asker, request: Request) -> Response:
    """Remove a bot before the start."""
    registry = registry_of(request)
    return table_answer(registry, await changed(registry, name, player, seating.free_bot, player.id, seat), player)


@router.post("/tables/{table}/return", response_model=TableInfo, openapi_extra=SIGNED)
async def come_back(name: Name, player: Asker, request: Request, body: OwnSeat = ONLY_SEAT) -> Response:
    """Play your seat again, after a bot has played for you."""
    registry = registry_of(request)
    return table_answer(
        registry, await changed(registry, name, player, seating.come_back, player.id, body.seat), player
    )


@router.post("/tables/{table}/resign", response_model=TableInfo, openapi_extra=SIGNED)
async def resign(name: Name, player: Asker, request: Request, body: OwnSeat = ONLY_SEAT) -> Response:
    """Give the game up for good. A bot plays on for you; if nobody else plays, the game ends."""
    registry = registry_of(request)
    return table_answer(registry, await changed(registry, name, player, seating.resign, player.id, body.seat), player)


@router.post("/tables/{table}/rematch", status_code=201, response_model=TableInfo, openapi_extra=SIGNED)
async def rematch(name: Name, player: Asker, request: Request) -> Response:
    """Make a new table with the same people, seats and settings. All who ask get the same table."""
    registry = registry_of(request)
    await readable(registry, name, player)
    return table_answer(registry, await seating.rematch(registry, player, name), player, 201)
