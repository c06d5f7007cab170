"""Pairing: wait for people who want to play the same game."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from whistlestop.game import limits
from whistlestop.server.matchmaker import Matchmaker, Wish
from whistlestop.server.protocol.events import PairingEvent
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import REFUSALS, SIGNED, Asker
from whistlestop.server.routes.events import EventStream

router = APIRouter(prefix="/api", tags=["pairing"], responses=REFUSALS)
STREAM_CONTENT = {
    "text/event-stream": {"schema": {"type": "string"}, "itemSchema": {"$ref": "#/components/schemas/PairingEvent"}}
}


@router.get(
    "/pairing",
    status_code=200,
    response_class=Response,
    response_model=PairingEvent,
    responses={200: {"description": "A stream of events that ends with your table.", "content": STREAM_CONTENT}},
    openapi_extra=SIGNED,
)
async def pairing(
    player: Asker,
    request: Request,
    map_name: Annotated[str, Query(alias="map", min_length=1, max_length=64)],
    seats: Annotated[int, Query(ge=2, le=limits.SEATS)],
    clock: Literal["none", "turn", "game"] = "none",
    seconds: Annotated[int, Query(ge=0, le=604_800)] = 0,
) -> EventStream:
    """Wait for people who want the same game. You wait as long as the stream is open; it ends with your table."""
    if (clock == "none") != (seconds == 0):
        raise Refused("bad_body", field="seconds", problem="a clock needs seconds, and no clock has none")
    matchmaker: Matchmaker = request.app.state.matchmaker
    wish = Wish(map_name, seats, clock, seconds)
    return EventStream(await matchmaker.wait(player.id, request.state.device, wish), matchmaker.leave)
