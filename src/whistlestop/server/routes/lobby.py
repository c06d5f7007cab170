"""Maps, levels and tables: what can be played, who sits where."""

from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from sqlalchemy import select

from whistlestop.bots.levels import LEVELS
from whistlestop.game import limits
from whistlestop.game.board import LANGUAGES, TITLE, available, find, load, load_names
from whistlestop.server import schema, seating
from whistlestop.server.models import NewTable, OwnSeat, PutBot, Sit, TableSaid
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import REFUSALS, SIGNED, Asker, Name, readable, registry_of
from whistlestop.server.table import OPEN, PLAYING
from whistlestop.server.wire import write_table

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
SHOWN = 200
AT_ANY = Sit()
MY_ONLY = OwnSeat()
SeatPath = Annotated[int, Path(ge=0, le=7)]


@cache
def written_maps(places: tuple[FilePath, ...]) -> list[dict[str, Any]]:
    """All maps in short, read once."""
    found = []
    for name, folder in available(places).items():
        board, rules = load(folder)
        found.append({
            "map": name, "title": rules.title, "digest": board.digest, "min_seats": rules.min_seats,
            "titles": {language: load_names(folder, language)[TITLE] for language in LANGUAGES},
            "max_seats": rules.max_seats, "differences": list(rules.differences),
        })  # fmt: skip
    return found


@cache
def written_map(name: str, places: tuple[FilePath, ...]) -> dict[str, Any]:
    """A map with all that is printed on it, read once."""
    folder = find(name, places)
    board, rules = load(folder)
    colours = (*rules.colours, limits.GREY)  # GREY, which is -1, finds the last
    return {
        "map": board.name,
        "title": rules.title,
        "digest": board.digest,
        "rules": {field: value for field, value in vars(rules).items() if isinstance(value, int | str | tuple)},
        "names": {language: load_names(folder, language) for language in LANGUAGES},
        "cities": [vars(city) for city in board.cities],
        "tracks": [
            {
                "track": one.text, "a": board.cities[one.a].id, "b": board.cities[one.b].id, "length": one.length,
                "colour": colours[one.colour], "tunnel": one.tunnel, "locomotives": one.locomotives,
                "swap": one.swap, "lane": one.lane,
            }
            for one in board.tracks
        ],
        "tickets": [
            {"ticket": one.text, "a": board.cities[one.a].id, "b": board.cities[one.b].id, "points": one.points,
             "deck": one.deck}
            for one in board.tickets
        ],
    }  # fmt: skip


@router.get("/maps")
async def all_maps(request: Request) -> list[dict[str, Any]]:
    """The maps that can be played."""
    return written_maps(tuple(registry_of(request).settings.places))


@router.get("/maps/{name}")
async def one_map(name: Annotated[str, Path(max_length=64)], request: Request) -> dict[str, Any]:
    """A map with all that is printed on it, and the names of its cities in every language."""
    places = tuple(registry_of(request).settings.places)
    if name not in {one["map"] for one in written_maps(places)}:
        raise Refused("bad_path")
    return written_map(name, places)


@router.get("/levels")
async def levels() -> list[dict[str, Any]]:
    """The levels of bots, from the easiest to the hardest."""
    return [{"level": one.name, "character": one.character, "pace": one.pace} for one in LEVELS.values()]


@router.get("/tables", response_model=list[TableSaid], openapi_extra=SIGNED)
async def lobby(player: Asker, request: Request) -> list[dict[str, Any]]:
    """The lobby: listed tables that wait for people, and those that may be watched; the newest first."""
    registry = registry_of(request)
    rows = schema.tables.c
    is_shown = rows.listed & ((rows.state == OPEN) | ((rows.state == PLAYING) & rows.watchable))
    question = select(rows.id).where(is_shown).order_by(rows.created.desc()).limit(SHOWN)
    found = await registry.tables([row.id for row in await registry.storage.rows(question)])
    return [write_table(table, player.id, registry.people) for table in found]


@router.post("/tables", status_code=201, response_model=TableSaid, openapi_extra=SIGNED)
async def make(body: NewTable, player: Asker, request: Request) -> dict[str, Any]:
    """Make a table; its id is its link."""
    client = request.client.host if request.client else "unknown"
    request.app.state.newcomers.take(client)
    if body.clock.kind != "none" and not body.clock.seconds:
        raise Refused("bad_body", field="clock.seconds", problem="a clock needs seconds")
    registry = registry_of(request)
    options = seating.TableOptions(
        body.map, body.seats, body.listed, body.watchable, body.clock.kind, body.clock.seconds, body.gone_after,
        body.stand_in, body.first,
    )  # fmt: skip
    return write_table(await seating.make(registry, player.id, options), player.id, registry.people)


@router.get("/tables/{table}", response_model=TableSaid, openapi_extra=SIGNED)
async def one_table(name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """A table: who sits where, how the start or the play stands, what may be known of the key."""
    registry = registry_of(request)
    table, _ = await readable(registry, name, player)
    return write_table(table, player.id, registry.people)


@router.post("/tables/{table}/seats", response_model=TableSaid, openapi_extra=SIGNED)
async def sit_down(name: Name, player: Asker, request: Request, body: Sit = AT_ANY) -> dict[str, Any]:
    """Sit down; whoever holds a seat may take another, for people who share a browser."""
    registry = registry_of(request)
    await registry.people.names({player.id})
    return write_table(
        await registry.change(name, seating.join, player.id, body.seat, registry.settings.start_seconds),
        player.id,
        registry.people,
    )


@router.delete("/tables/{table}/seats/{seat}", response_model=TableSaid, openapi_extra=SIGNED)
async def get_up(name: Name, seat: SeatPath, player: Asker, request: Request) -> dict[str, Any]:
    """Get up: before the start the seat is free again, after it a bot plays until one returns."""
    registry = registry_of(request)
    return write_table(await registry.change(name, seating.leave, player.id, seat), player.id, registry.people)


@router.put("/tables/{table}/seats/{seat}/bot", response_model=TableSaid, openapi_extra=SIGNED)
async def seat_bot(body: PutBot, name: Name, seat: SeatPath, player: Asker, request: Request) -> dict[str, Any]:
    """Replace a free seat, or one's own, by a bot before the start."""
    registry = registry_of(request)
    patience = registry.settings.start_seconds
    table = await registry.change(name, seating.put_bot, player.id, seat, body.level, patience)
    return write_table(table, player.id, registry.people)


@router.delete("/tables/{table}/seats/{seat}/bot", response_model=TableSaid, openapi_extra=SIGNED)
async def unseat_bot(name: Name, seat: SeatPath, player: Asker, request: Request) -> dict[str, Any]:
    """Free the seat of a bot before the start."""
    registry = registry_of(request)
    return write_table(await registry.change(name, seating.free_bot, player.id, seat), player.id, registry.people)


@router.post("/tables/{table}/return", response_model=TableSaid, openapi_extra=SIGNED)
async def come_back(name: Name, player: Asker, request: Request, body: OwnSeat = MY_ONLY) -> dict[str, Any]:
    """Play one's seat oneself again, after a bot has played for it."""
    registry = registry_of(request)
    return write_table(await registry.change(name, seating.come_back, player.id, body.seat), player.id, registry.people)


@router.post("/tables/{table}/rematch", status_code=201, response_model=TableSaid, openapi_extra=SIGNED)
async def rematch(name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """A new table with the same people, seats and settings; all who ask get the same one."""
    registry = registry_of(request)
    return write_table(await seating.rematch(registry, player.id, name), player.id, registry.people)
