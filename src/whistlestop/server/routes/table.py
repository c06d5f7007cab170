"""A table: fair dealing, moves, views, records, proposals and chat."""

import json
from base64 import b64encode
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from orjson import Fragment
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool

from whistlestop.bots.levels import adviser_on
from whistlestop.game.reasons import IllegalMove
from whistlestop.game.track_status import track_status
from whistlestop.game.view import SPECTATOR
from whistlestop.server import consent, fairness, moves, schema, sharing
from whistlestop.server.advice import advised_view
from whistlestop.server.chat import react, say
from whistlestop.server.identity import Player, clean
from whistlestop.server.metrics import MOVES
from whistlestop.server.protocol.base import LAST_SEAT
from whistlestop.server.protocol.requests import (
    Hash,
    NewChatMessage,
    NewMove,
    NewProposal,
    NewReaction,
    OwnBytes,
    Reply,
    SharingAnswer,
)
from whistlestop.server.protocol.tables import ChatMessage, TableInfo
from whistlestop.server.protocol.views import Advice, Course, MoveMade, TrackStatus, Views
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import (
    JSON_BODY,
    REFUSALS,
    SIGNED,
    Asker,
    Name,
    address_of,
    changed,
    json_answer,
    readable,
    registry_of,
    table_answer,
)
from whistlestop.server.table import CLOSED, Table
from whistlestop.server.wire import view_now, view_then, viewers, write_course, write_record, write_speaker

router = APIRouter(prefix="/api/tables/{table}", tags=["table"], responses=REFUSALS, dependencies=JSON_BODY)
RECENT = 100
"""How many chat messages of a table can be read again."""
PlyPath = Annotated[int, Path(ge=0, le=100_000)]
Viewer = Annotated[
    int | None, Query(ge=SPECTATOR, le=LAST_SEAT, description="one of your seats, or -1 for what a spectator sees")
]

IsOpen = Annotated[bool, Query(alias="open", description="true for the views of all seats, once the game is over")]
WantsOpinions = Annotated[
    bool, Query(alias="opinions", description="true if you can't compute advice from a VIEW record yourself")
]


@router.post("/hashes", response_model=TableInfo, openapi_extra=SIGNED)
async def send_hash(body: Hash, name: Name, player: Asker, request: Request) -> Response:
    """First step of a fair start: send the SHA-256 of 16 random bytes, once for each seat that you hold."""
    registry = registry_of(request)
    await changed(
        registry, name, player, fairness.send_hash, player.id, body.seat, body.hash, registry.settings.start_seconds
    )
    return table_answer(registry, await registry.table(name), player)


@router.post("/bytes", response_model=TableInfo, openapi_extra=SIGNED)
async def send_bytes(body: OwnBytes, name: Name, player: Asker, request: Request) -> Response:
    """Second step, once all hashes are public: send the bytes. After the last ones the cards are dealt."""
    registry = registry_of(request)
    await changed(registry, name, player, fairness.send_bytes, player.id, body.seat, bytes.fromhex(body.bytes))
    return table_answer(registry, await registry.table(name), player)


@router.post("/moves", response_model=MoveMade, openapi_extra=SIGNED)
async def move(body: NewMove, name: Name, player: Asker, request: Request) -> Response:
    """Make a move at the ply you saw. If the game has gone on since, the answer is 409 with your current views."""
    registry = registry_of(request)
    try:
        seat = await changed(registry, name, player, moves.move, player.id, body.seat, body.ply, body.move)
    except Refused as refused:
        if refused.code == "stale":
            table = await registry.table(name)
            own = table.seats_of(player.id) if body.seat is None else (body.seat,)
            refused.seq = table.seq
            refused.views = [view_now(table, one) for one in own]
        raise
    MOVES.labels("person").inc()
    table = registry.cached(name) or await registry.table(name)
    return json_answer({"seq": table.seq, "ply": table.ply, "seat": seat, "view": view_now(table, seat)})


@router.get("/views", response_model=Views, openapi_extra=SIGNED)
async def views(name: Name, player: Asker, request: Request, seat: Viewer = None) -> Response:
    """Get the current views of your seats, or of one of them. A spectator gets one view."""
    table, seats = await readable(registry_of(request), name, player)
    if table.record is None:
        raise Refused("not_begun")
    return views_answer(table, table.ply, [view_now(table, one) for one in chosen_viewers(table, player, seats, seat)])


@router.get("/views/{ply}", response_model=Views, openapi_extra=SIGNED)
async def views_then(
    name: Name, ply: PlyPath, player: Asker, request: Request, seat: Viewer = None, is_open: IsOpen = False
) -> Response:
    """Get the views of your seats at a ply, or of one of them; of a game that is over, those of all seats."""
    table, seats = await readable(registry_of(request), name, player)
    if is_open and table.state not in CLOSED:
        raise Refused("not_over")
    chosen = tuple(range(len(table.seats))) if is_open else chosen_viewers(table, player, seats, seat)
    if table.record is not None and ply == table.ply:
        return views_answer(table, ply, [view_now(table, one) for one in chosen])
    then = table.at(ply)
    return views_answer(table, ply, [view_then(then, one) for one in chosen])


def chosen_viewers(table: Table, player: Player, seats: tuple[int, ...], seat: int | None) -> tuple[int, ...]:
    """The views that a player asks for: one that they name, or those of all their seats."""
    if seat is None or seat == SPECTATOR:
        return viewers(seats if seat is None else ())
    return (table.own_seat(player.id, seat),)


def views_answer(table: Table, ply: int, views: list[Fragment]) -> Response:
    """An answer with views."""
    return json_answer({"seq": table.seq, "ply": ply, "views": views})


@router.get("/tracks/{track:path}", response_model=TrackStatus, openapi_extra=SIGNED)
async def track(
    name: Name, track: Annotated[str, Path(max_length=100)], player: Asker, request: Request, seat: Viewer = None
) -> Response:
    """Get whether a seat of yours can claim a track, why not, and what it takes. A spectator gets what is public."""
    table, seats = await readable(registry_of(request), name, player)
    record = table.record
    if record is None:
        raise Refused("not_begun")
    is_spectator = seat == SPECTATOR or (seat is None and not seats)
    viewer = SPECTATOR if is_spectator else table.own_seat(player.id, seat)
    is_choosing = table.is_choosing and viewer in table.asked()
    try:
        status = track_status(record.choice(viewer) if is_choosing else record.view(viewer), track)
    except IllegalMove as error:
        raise Refused("no_such_track", track=str(error.reason.parameters["track"])) from None
    return json_answer(status.as_dict())


@router.get("/advice/{ply}", response_model=Advice, openapi_extra=SIGNED)
async def advice(
    name: Name, ply: PlyPath, player: Asker, request: Request, wants_opinions: WantsOpinions = False
) -> Response:
    """Get the best few moves at a ply: your own in a game against bots, everybody's once the game is over.

    A server that lets browsers compute advice answers with what the seat knows, unless you ask for opinions.
    """
    table, _ = await readable(registry_of(request), name, player)
    view = advised_view(table, player.id, ply)
    request.app.state.slow_limits.advice(player.id, address_of(request))
    level = adviser_on(table.game.board)
    content = {
        "ply": ply, "seat": view.viewer, "level": level.name, "chances": level.needs_network,
        "offer": view.own()["offer"],
    }  # fmt: skip
    is_current = table.game.digest == table.game.board.digest  # browsers know the current rulings alone
    if registry_of(request).settings.browser_hints and is_current and not wants_opinions:
        return json_answer({**content, "opinions": [], "position": b64encode(view.views.tobytes()).decode()})
    return json_answer({**content, "opinions": await request.app.state.bot_runner.advise(view, player.id)})


@router.get("/course", response_model=Course, openapi_extra=SIGNED)
async def course(name: Name, player: Asker, request: Request) -> Response:
    """Get how the points for routes of all seats grew, for a chart."""
    table, _ = await readable(registry_of(request), name, player)
    if table.record is None:
        raise Refused("not_begun")
    return json_answer({"ply": table.ply, "course": await run_in_threadpool(write_course, table.record)})


@router.get("/record", openapi_extra=SIGNED, response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(name: Name, player: Asker, request: Request, seat: Viewer = None) -> Response:
    """Get the record: during the game as you may see it, complete once the table is closed."""
    registry = registry_of(request)
    table, seats = await readable(registry, name, player)
    if table.record is None:
        raise Refused("not_begun")
    text = write_record(table, chosen_viewers(table, player, seats, seat), seats, registry.people)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.post("/proposals", response_model=TableInfo, openapi_extra=SIGNED)
async def propose(body: NewProposal, name: Name, player: Asker, request: Request) -> Response:
    """Ask the other people to end the game, or to undo your last move if nothing was revealed since."""
    registry = registry_of(request)
    table = await changed(registry, name, player, consent.propose, player.id, body.seat, body.kind, body.ply)
    return table_answer(registry, table, player)


@router.post("/proposals/answer", response_model=TableInfo, openapi_extra=SIGNED)
async def answer(body: Reply, name: Name, player: Asker, request: Request) -> Response:
    """Agree to the proposal, or decline it."""
    registry = registry_of(request)
    table = await changed(registry, name, player, consent.answer, player.id, body.seat, body.agree)
    return table_answer(registry, table, player)


@router.post("/sharing", response_model=TableInfo, openapi_extra=SIGNED)
async def share(body: SharingAnswer, name: Name, player: Asker, request: Request) -> Response:
    """Say whether anybody with the link may watch the replay of a game that is over. You may change your mind."""
    registry = registry_of(request)
    table = await changed(registry, name, player, sharing.share, player.id, body.seat, body.agree, body.show_name)
    return table_answer(registry, table, player)


@router.post("/chat", status_code=204, openapi_extra=SIGNED)
async def chat(body: NewChatMessage, name: Name, player: Asker, request: Request) -> Response:
    """Say something to the table. You need a seat there."""
    text = clean(body.text)
    if not text:
        raise Refused("chat_empty")
    request.app.state.talkers.take(player.id)
    await changed(registry_of(request), name, player, say, player.id, text)
    return Response(status_code=204)


@router.post("/reactions", status_code=204, openapi_extra=SIGNED)
async def send_reaction(body: NewReaction, name: Name, player: Asker, request: Request) -> Response:
    """React with one of a few fixed phrases, which everybody reads in their own language. You need a seat there."""
    request.app.state.talkers.take(player.id)
    await changed(registry_of(request), name, player, react, player.id, body.reaction)
    return Response(status_code=204)


@router.get("/chat", response_model=list[ChatMessage], openapi_extra=SIGNED)
async def talk(name: Name, player: Asker, request: Request) -> Response:
    """List the newest 100 messages, oldest first, without those of players whom you have muted or blocked.

    There are none for those who may only watch the replay.
    """
    registry = registry_of(request)
    table, seats = await readable(registry, name, player)
    if not table.shows_chat(seats):
        return json_answer([])
    said = schema.events.c
    question = (
        select(said.id, said.at, said.player, said.body)
        .where(said.table_id == name, said.kind == "chat", said.player.not_in(player.unheard))
        .order_by(said.id.desc())
        .limit(RECENT)
    )
    rows = await registry.storage.rows(question)
    await registry.people.names({row.player for row in rows})
    return json_answer([
        {"id": row.id, "at": row.at, **write_speaker(table, row.player, seats, registry.people), **json.loads(row.body)}
        for row in reversed(rows)
    ])  # fmt: skip
