"""The stream of events (server-sent events): one stream for all tables that a browser follows."""

import asyncio
import re
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from whistlestop.server.events import FOLLOWED, Stream
from whistlestop.server.identity import ID
from whistlestop.server.metrics import STREAMS
from whistlestop.server.protocol.events import Event
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import REFUSALS, SIGNED, Asker, registry_of
from whistlestop.server.watch import BUFFERS

router = APIRouter(prefix="/api", tags=["events"], responses=REFUSALS)
POSITION = re.compile(f"({ID}):([0-9]{{1,9}})")
STREAM_CONTENT = {
    "text/event-stream": {"schema": {"type": "string"}, "itemSchema": {"$ref": "#/components/schemas/Event"}}
}
"""What the data of each event is, as OpenAPI 3.2 writes it; 3.1 knows streams only as text."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),
]


class EventStream(Response):
    """An answer that goes on until one side closes it. A stream costs two small tasks and a queue."""

    media_type = "text/event-stream"

    def __init__(self, stream: Stream, leave: Callable[[Stream], None]) -> None:
        self.status_code = 200
        self.background = None
        self.raw_headers = list(HEADERS)
        self._stream = stream
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the stream is closed or the reader is gone."""
        watch = asyncio.create_task(self._watch(receive))
        STREAMS.inc()
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while said := await self._stream.read():
                await send({"type": "http.response.body", "body": said, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watch.cancel()
            STREAMS.dec()
            self._leave(self._stream)

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stream.close()


@router.get(
    "/events",
    status_code=200,
    response_class=Response,
    response_model=Event,
    responses={200: {"description": "A stream of events. It does not end by itself.", "content": STREAM_CONTENT}},
    openapi_extra=SIGNED,
)
async def events(
    player: Asker,
    request: Request,
    tables: Annotated[str, Query(min_length=22, max_length=2000, description="ids of tables, separated by commas")],
    after: Annotated[
        str, Query(max_length=2000, description="the id of the last event you got; same as Last-Event-ID")
    ] = "",
    curtain: Annotated[bool, Query(description="send what a spectator gets, whichever seats you hold")] = False,
    silent: Annotated[bool, Query(description="the stream before this one sent nothing at all")] = False,
    last_event_id: Annotated[str, Header(max_length=2000)] = "",
) -> EventStream:
    """Follow tables. An event's id is your position at all of them, so that a browser can resume by itself."""
    names = list(dict.fromkeys(tables.split(",")))
    if len(names) > FOLLOWED or not all(re.fullmatch(ID, name) for name in names):
        raise Refused("no_such_table")
    positions = {name: int(at) for name, at in POSITION.findall(last_event_id or after)}
    if silent:
        request.app.state.faults.note(BUFFERS)
    hub = registry_of(request).hub
    return EventStream(await hub.open(player.id, names, positions, curtain, request.state.device), hub.leave)
