"""Play: fair dealing, moves, views, records, consent and talk."""

import json
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool

from whistlestop.bots.levels import ADVISER
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.track_status import track_status
from whistlestop.game.view import SPECTATOR
from whistlestop.server import consent, fairness, moves, schema
from whistlestop.server.advice import advised_view
from whistlestop.server.chat import say
from whistlestop.server.identity import Player, clean
from whistlestop.server.metrics import MOVES
from whistlestop.server.models import (
    AdviceSaid,
    ChatMessage,
    ChatMessageSaid,
    CourseSaid,
    Hash,
    MoveSaid,
    NewMove,
    NewProposal,
    OwnBytes,
    Reply,
    TableSaid,
    TrackStatusSaid,
    ViewsSaid,
)
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    REFUSALS,
    SIGNED,
    Asker,
    Name,
    person,
    readable,
    registry_of,
    table_name,
)
from whistlestop.server.table import Table
from whistlestop.server.wire import eyes, view_now, view_then, write_course, write_record, write_table

router = APIRouter(prefix="/api/tables/{table}", tags=["table"], responses=REFUSALS)
busy = APIRouter(prefix="/api/tables/{table}", tags=["table"], responses=REFUSALS)
JSON = "application/json"
RECENT = 100
"""How many words of a table are read again."""
Eyes = Annotated[int | None, Query(ge=SPECTATOR, le=7, description="one of one's seats, or -1: as a spectator")]


@router.post("/hashes", response_model=TableSaid, openapi_extra=SIGNED)
async def send_hash(body: Hash, name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """First step of a fair start: the SHA-256 of 16 random bytes, one for each seat that one holds."""
    registry = registry_of(request)
    await registry.change(name, fairness.send_hash, player.id, body.seat, body.hash, registry.settings.start_seconds)
    return write_table(await registry.table(name), player.id, registry.people)


@router.post("/bytes", response_model=TableSaid, openapi_extra=SIGNED)
async def send_bytes(body: OwnBytes, name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """Second step, once all hashes are shown: the bytes. With the last ones the cards are dealt."""
    registry = registry_of(request)
    await registry.change(name, fairness.send_bytes, player.id, body.seat, bytes.fromhex(body.bytes))
    return write_table(await registry.table(name), player.id, registry.people)


class Shortcut(APIRoute):
    """The route of moves, asked more than all others together: documented like them, it reads its request by itself."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""

        async def answer(request: Request) -> Response:
            player = await person(request)
            name = await table_name(request.path_params["table"])
            if not request.headers.get("content-type", "").startswith(JSON):
                raise Refused("bad_media")
            try:
                body = NewMove.model_validate_json(await request.body())
            except ValidationError as error:
                found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
                raise RequestValidationError(found) from None
            return await move(body, name, player, request)

        return answer


busy.route_class = Shortcut


@busy.post("/moves", response_model=MoveSaid, openapi_extra=SIGNED)
async def move(body: NewMove, name: Name, player: Asker, request: Request) -> Response:
    """Make a move at the ply that was seen; a stale one gets 409 and the view as it is now."""
    registry = registry_of(request)
    try:
        seat = await registry.change(name, moves.move, player.id, body.seat, body.ply, body.move)
    except Refused as refused:
        if refused.code == "stale":
            table = await registry.table(name)
            own = table.seats_of(player.id) if body.seat is None else (body.seat,)
            refused.views = [view_now(table, one) for one in own]
        raise
    MOVES.labels("person").inc()
    table = registry.cached(name) or await registry.table(name)
    said = f'{{"seq":{table.seq},"ply":{table.ply},"seat":{seat},"view":'.encode()
    return Response(said + view_now(table, seat) + b"}", media_type=JSON)


@router.get("/views", response_model=ViewsSaid, openapi_extra=SIGNED)
async def views(name: Name, player: Asker, request: Request, seat: Eyes = None) -> Response:
    """What the reader's seats see now, or one of them; a spectator has one view."""
    table, seats = await readable(registry_of(request), name, player)
    if table.record is None:
        raise Refused("not_begun")
    return write_views(table.ply, [view_now(table, one) for one in through(table, player, seats, seat)])


@router.get("/views/{ply}", response_model=ViewsSaid, openapi_extra=SIGNED)
async def views_then(
    name: Name, ply: Annotated[int, Path(ge=0, le=100_000)], player: Asker, request: Request, seat: Eyes = None
) -> Response:
    """What the reader's seats saw at a ply, or one of them."""
    table, seats = await readable(registry_of(request), name, player)
    looking = through(table, player, seats, seat)
    if table.record is not None and ply == table.ply:
        return write_views(ply, [view_now(table, one) for one in looking])
    then = table.at(ply)
    return write_views(ply, [view_then(then, one) for one in looking])


def through(table: Table, player: Player, seats: tuple[int, ...], seat: int | None) -> tuple[int, ...]:
    """Through which views a reader looks who may have named one."""
    if seat is None or seat == SPECTATOR:
        return eyes(seats if seat is None else ())
    return (table.own_seat(player.id, seat),)


def write_views(ply: int, written: list[bytes]) -> Response:
    """An answer with views."""
    return Response(b'{"ply":%d,"views":[' % ply + b",".join(written) + b"]}", media_type=JSON)


@router.get("/tracks/{track:path}", response_model=TrackStatusSaid, openapi_extra=SIGNED)
async def track(
    name: Name, track: Annotated[str, Path(max_length=100)], player: Asker, request: Request, seat: Eyes = None
) -> dict[str, Any]:
    """Say whether a seat of yours can claim a track, why not, and what it takes; a spectator gets what is public."""
    table, seats = await readable(registry_of(request), name, player)
    record = table.record
    if record is None:
        raise Refused("not_begun")
    is_spectator = seat == SPECTATOR or (seat is None and not seats)
    viewer = SPECTATOR if is_spectator else table.own_seat(player.id, seat)
    is_choosing = table.is_choosing and viewer in table.asked()
    try:
        return track_status(record.choice(viewer) if is_choosing else record.view(viewer), track).as_dict()
    except IllegalMove as error:
        raise Refused("no_such_track", track=str(error.reason.parameters["track"])) from None


@router.get("/advice/{ply}", response_model=AdviceSaid, openapi_extra=SIGNED)
async def advice(name: Name, ply: Annotated[int, Path(ge=0, le=100_000)], player: Asker, request: Request) -> Any:
    """What the strongest level thinks of the moves at a ply: one's own among bots, anybody's once the play is over."""
    table, _ = await readable(registry_of(request), name, player)
    view = advised_view(table, player.id, ply)
    request.app.state.askers.take(player.id)
    opinions = await request.app.state.bot_runner.advise(view)
    return {"ply": ply, "seat": view.viewer, "level": ADVISER.name, "offer": view.own()["offer"], "opinions": opinions}


@router.get("/course", response_model=CourseSaid, openapi_extra=SIGNED)
async def course(name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """How everybody's points for routes grew, ply by ply: for a chart."""
    table, _ = await readable(registry_of(request), name, player)
    if table.record is None:
        raise Refused("not_begun")
    return {"ply": table.ply, "course": await run_in_threadpool(write_course, table.record)}


@router.get("/record", openapi_extra=SIGNED, response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(name: Name, player: Asker, request: Request, seat: Eyes = None) -> Response:
    """The record: as the reader was told it while it is played, whole once the table is closed."""
    registry = registry_of(request)
    table, seats = await readable(registry, name, player)
    if table.record is None:
        raise Refused("not_begun")
    text = write_record(table, through(table, player, seats, seat), registry.people)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post("/proposals", response_model=TableSaid, openapi_extra=SIGNED)
async def propose(body: NewProposal, name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """Ask all people to take one's last move back, while nothing new was revealed since, or to end the play."""
    registry = registry_of(request)
    table = await registry.change(name, consent.propose, player.id, body.seat, body.kind, body.ply)
    return write_table(table, player.id, registry.people)


@router.post("/proposals/answer", response_model=TableSaid, openapi_extra=SIGNED)
async def answer(body: Reply, name: Name, player: Asker, request: Request) -> dict[str, Any]:
    """Agree to what is proposed, or decline it."""
    registry = registry_of(request)
    table = await registry.change(name, consent.answer, player.id, body.seat, body.agree)
    return write_table(table, player.id, registry.people)


@router.post("/chat", status_code=204, openapi_extra=SIGNED)
async def chat(body: ChatMessage, name: Name, player: Asker, request: Request) -> Response:
    """Say something to the table; whoever holds a seat there may."""
    text = clean(body.text)
    if not text:
        raise Refused("chat_empty")
    request.app.state.talkers.take(player.id)
    await registry_of(request).change(name, say, player.id, text)
    return Response(status_code=204)


@router.get("/chat", response_model=list[ChatMessageSaid], openapi_extra=SIGNED)
async def talk(name: Name, player: Asker, request: Request) -> list[dict[str, Any]]:
    """The newest words said at the table, the oldest of them first; not those of people whom the reader muted."""
    registry = registry_of(request)
    await readable(registry, name, player)
    said = schema.events.c
    question = (
        select(said.id, said.at, said.player, said.body)
        .where(said.table_id == name, said.kind == "chat", said.player.not_in(player.muted))
        .order_by(said.id.desc())
        .limit(RECENT)
    )
    rows = await registry.storage.rows(question)
    await registry.people.names({row.player for row in rows})
    return [
        {"id": row.id, "at": row.at, "player": row.player, "name": registry.people.name(row.player)}
        | json.loads(row.body)
        for row in reversed(rows)
    ]
