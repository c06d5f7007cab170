"""What an operator may see and do, with the operator's token. It shows no cards, and no table's moves or chat."""

import hmac
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from sqlalchemy import func, select

from whistlestop.server import schema
from whistlestop.server.identity import ID
from whistlestop.server.protocol.requests import Restart
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import JSON_BODY, json_answer, registry_of, token_of
from whistlestop.server.routes.people import forget
from whistlestop.server.watch import Watch

SHOWN = 200
"""How many tables and players are listed, the newest first."""


def operator(request: Request) -> None:
    """Refuse everybody but the operator. Without a token in the settings there is nothing here."""
    own = registry_of(request).settings.operator_token
    if not own:
        raise Refused("bad_path")
    if not hmac.compare_digest(token_of(request).encode(), own.encode()):
        raise Refused("not_operator")


router = APIRouter(prefix="/api/admin", include_in_schema=False, dependencies=[Depends(operator), *JSON_BODY])


def watch_of(request: Request) -> Watch:
    """The watch of this process."""
    watch: Watch = request.app.state.watch
    return watch


@router.get("")
async def overview(request: Request) -> Response:
    """Get the load of this process, tables by state, faults of the proxy, and the restart that was announced."""
    watch = watch_of(request)
    await watch.look()
    faults = request.app.state.faults.as_list()
    restart = registry_of(request).hub.restart
    tables = await watch.count_tables()
    return json_answer({"load": watch.load(), "tables": tables, "proxy": faults, "restart": restart})


@router.get("/tables")
async def tables(request: Request) -> Response:
    """List the newest tables."""
    columns = schema.tables.c
    names = ("id", "map", "seats", "state", "step", "ply", "listed", "watchable", "created", "touched")
    question = select(*(columns[name] for name in names)).order_by(columns.created.desc()).limit(SHOWN)
    return json_answer(await rows_of(request, question))


@router.get("/players")
async def players(request: Request) -> Response:
    """List the players who were seen last."""
    columns, taken = schema.players.c, schema.seats.c
    seats = select(func.count()).where(taken.player == columns.id).scalar_subquery().label("seats")
    question = (
        select(columns.id, columns.name, columns.created, columns.seen, seats)
        .where(~columns.forgotten)
        .order_by(columns.seen.desc())
        .limit(SHOWN)
    )
    return json_answer(await rows_of(request, question))


async def rows_of(request: Request, question: Any) -> list[dict[str, Any]]:
    """The rows that answer a question. (The keys of a row are names of columns, which JSON can't be written with.)"""
    found = await registry_of(request).storage.rows(question)
    return [{str(name): value for name, value in row._mapping.items()} for row in found]


@router.delete("/players/{player}", status_code=204)
async def remove(player: Annotated[str, Path(pattern=f"^{ID}$")], request: Request) -> Response:
    """Remove a player as if they had asked for it: name, messages and token are deleted, bots take over."""
    registry = registry_of(request)
    found = await registry.people.find(player)
    if found is None:
        raise Refused("no_such_player")
    await forget(registry, found)
    return Response(status_code=204)


@router.put("/restart", status_code=204)
async def announce(body: Restart, request: Request) -> Response:
    """Announce a restart to everybody, or take it back."""
    await watch_of(request).announce(body.at)
    return Response(status_code=204)
