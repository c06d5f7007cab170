"""Checks that every answer and event which tests get from a server is what the protocol's models say, strictly."""

from functools import cache
from re import Pattern
from typing import Any

import httpx
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from whistlestop.server.protocol.events import CHANGED, Event, EventKind
from whistlestop.server.protocol.tables import ErrorBody
from whistlestop.server.routes import (
    client,
    daily,
    devices,
    duplicates,
    events,
    lobby,
    pairing,
    people,
    reports,
    status,
    table,
    tournaments,
)

UNNUMBERED = (EventKind.BEAT, EventKind.PRESENCE)
"""Events that come when they come: no table numbers them."""
FLEETING = ("seq", "touched")
"""Fields of a table that no event carries: `seq` is the number of the event."""


@cache
def routes() -> list[tuple[str, Pattern[str], TypeAdapter[Any]]]:
    """Methods, paths and models of all answers."""
    routers = (
        table.router, reports.router, events.router, lobby.router, pairing.router, people.router, devices.router,
        status.router, tournaments.router, client.boards, daily.router, duplicates.router,
    )  # fmt: skip
    return [
        (method, route.path_regex, TypeAdapter(route.response_model))
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and route.response_model is not None
        for method in route.methods
    ]


def check_answer(answer: httpx.Response) -> None:
    """Check an answer against the model of its route, or against that of errors."""
    if answer.headers.get("content-type", "") != "application/json":
        return
    answer.read()
    if answer.status_code >= 400:
        ErrorBody.model_validate_json(answer.content)
        return
    for method, path, model in routes():
        if method == answer.request.method and path.match(answer.request.url.path):
            model.validate_json(answer.content)


class Follower:
    """A client that knows nothing but events: it applies their changes to the tables that it was shown first."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Any]] = {}
        self.kinds: set[str] = set()

    def apply(self, name: str, data: str) -> None:
        """Check an event, and apply it."""
        event = Event.model_validate_json(data).root
        assert event.kind == name
        self.kinds.add(event.kind)
        sent = event.model_dump(mode="json", by_alias=True, exclude_unset=True)
        if event.kind == EventKind.TABLE:
            self.tables[sent["id"]] = {field: sent[field] for field in sent if field not in ("kind", "views")}
        elif event.kind == EventKind.PRESENCE:
            for seat in self.tables.get(sent["table"], {}).get("seats", ()):
                seat["present"] = seat["seat"] in sent["present"]
        elif event.kind in CHANGED:
            self.tables.setdefault(sent["table"], {}).update(sent["changes"])

    def knows(self, table: dict[str, Any]) -> None:
        """Check that the events agree with an answer that has the table."""
        one, other = (
            {field: value for field, value in fields.items() if field not in FLEETING}
            for fields in (self.tables[table["id"]], table)
        )
        for fields in (one, other):
            fields["clock"] = {field: value for field, value in fields["clock"].items() if field != "now"}
        assert one == other
