"""The application: its routes, what runs beside it, and how it answers errors."""

import asyncio
import gc
import secrets
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp

from whistlestop.server.bot_turns import BotRunner
from whistlestop.server.clocks import Clocks, every
from whistlestop.server.connections import RESERVED, BoundedProtocol, Waiting, raise_file_limit
from whistlestop.server.deals import END_EVERY, end_deals
from whistlestop.server.duplicates import end_played_boards
from whistlestop.server.identity import People
from whistlestop.server.limits import Rate
from whistlestop.server.logs import start_logs
from whistlestop.server.maps import available_maps
from whistlestop.server.matchmaker import Matchmaker
from whistlestop.server.middleware import FAILURE, RequestGuard
from whistlestop.server.outbox import Outbox
from whistlestop.server.pg_listen import PgListener
from whistlestop.server.readiness import Readiness
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.reports import Reports
from whistlestop.server.routes import (
    admin,
    client,
    daily,
    devices,
    duplicates,
    events,
    lobby,
    notices,
    pages,
    pairing,
    people,
    profiles,
    reports,
    slow_games,
    status,
    table,
    tournaments,
)
from whistlestop.server.routes.access import SCHEMES, answer_refused
from whistlestop.server.settings import HERE, Settings
from whistlestop.server.shortcut import MoveShortcut
from whistlestop.server.slow_limits import SlowLimits
from whistlestop.server.storage import Storage
from whistlestop.server.tournaments.rounds import Rounds
from whistlestop.server.tracing import start_tracing
from whistlestop.server.watch import LOOK_EVERY, ProxyFaults, Watch

SWITCH = 0.0002
"""Seconds after which a thread gives way (Python's switch interval): SQLite's statements go through threads."""
COLLECTED = (10_000, 20, 50)
"""How rarely Python looks for objects that refer to each other: it looks at all tables each time."""
TALK = 0.5
"""Chat messages per second that one player may write, with bursts."""
REPORT = 0.1
"""Records per second that one player may send for a report, with bursts: each keeps the process busy for seconds."""
GUESS = 0.1
"""Attempts to sign in per second from one address, with bursts: nobody guesses a code."""
log = structlog.get_logger()


def make() -> ASGIApp:
    """The application of a server process, set up by environment variables."""
    settings = Settings.of()
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECTED)
    BoundedProtocol.waiting = Waiting(raise_file_limit() - RESERVED)
    start_logs(settings.log)
    start_tracing()
    return make_app(settings)


def make_app(settings: Settings) -> ASGIApp:
    """The application with what stands before it."""
    api = make_api(settings)
    return RequestGuard(MoveShortcut(api), settings, api.state.faults)


def make_api(settings: Settings) -> FastAPI:
    """The application itself: routes, what runs beside them, and answers to errors."""
    app = FastAPI(
        title="Whistlestop",
        version=version("whistlestop"),
        description="Play railway games with friends and bots. docs/server.md explains how the parts fit together.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.readiness = Readiness(settings)
    app.state.players = Rate(settings.rate)
    app.state.slow_limits = SlowLimits(settings)
    app.state.talkers = Rate(TALK if settings.rate else 0.0, 20.0)
    app.state.reporters = Rate(REPORT if settings.rate else 0.0, 50.0)
    app.state.guessers = Rate(GUESS if settings.new_rate else 0.0, 100.0)
    for router in (
        table.router,
        reports.router,
        events.router,
        lobby.router,
        pairing.router,
        tournaments.router,
        slow_games.router,
        people.router,
        profiles.router,
        daily.router,
        duplicates.router,
        devices.router,
        notices.router,
        notices.links,
        status.router,
        admin.router,
        client.boards,
        pages.router,
        client.router,
    ):
        app.include_router(router)
    describe(app)
    app.add_exception_handler(Refused, answer_refused)
    app.add_exception_handler(Exception, answer_failed)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(HTTPException, answer_missing)
    app.state.faults = ProxyFaults()
    return app


def describe(app: FastAPI) -> None:
    """Add the ways to sign in to the OpenAPI document."""
    make_document = app.openapi

    def document_with_schemes() -> dict[str, Any]:
        document = make_document()
        document["components"]["securitySchemes"] = SCHEMES
        return document

    app.openapi = document_with_schemes  # type: ignore[method-assign]


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the storage and run bots and clocks. At the end, close the streams first."""
    settings: Settings = app.state.settings
    available_maps(settings.places)  # logs the faults of broken maps
    storage = Storage(settings.url)
    try:
        await storage.open()
    except Refused as refused:
        log.error("start_failed", code=refused.code)
        raise
    registry = app.state.registry = TableRegistry(settings, storage, People(storage))
    registry.plays_bots = settings.bots == HERE
    registry.need_rules = app.state.readiness.need_rules
    registry.hub.limits = app.state.slow_limits
    bot_runner = app.state.bot_runner = BotRunner(registry)
    watch = app.state.watch = Watch(registry, bot_runner)
    table_reports = app.state.reports = Reports(settings)
    jobs = [
        asyncio.create_task(play_games(app.state.readiness, bot_runner, Clocks(registry), Rounds(registry))),
        asyncio.create_task(table_reports.run()),
        asyncio.create_task(every(LOOK_EVERY, watch.look)),
        asyncio.create_task(every(END_EVERY, partial(end_deals, registry))),
        asyncio.create_task(every(END_EVERY, partial(end_played_boards, registry))),
    ]
    outbox = app.state.outbox = Outbox(registry)
    jobs.append(asyncio.create_task(outbox.run()))
    matchmaker = app.state.matchmaker = Matchmaker(registry)
    jobs.append(asyncio.create_task(matchmaker.run()))
    if storage.is_shared:
        jobs.append(asyncio.create_task(PgListener(registry, bot_runner.wake).run()))
        jobs.append(asyncio.create_task(app.state.slow_limits.share(storage)))
    end_streams_on_signals(registry)
    log.info("started", database=storage.name, version=version("whistlestop"))
    try:
        yield
    finally:
        registry.hub.close()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        await table_reports.close()
        await outbox.close()
        await bot_runner.close()
        await storage.close()
        log.info("stopped")


async def play_games(readiness: Readiness, bot_runner: BotRunner, clocks: Clocks, rounds: Rounds) -> None:
    """Load the rules, and then play the turns of bots, watch the clocks and begin the rounds of tournaments."""
    await readiness.load_rules()
    bots = [bot_runner.run()] if bot_runner.registry.plays_bots else []
    await asyncio.gather(*bots, clocks.run(), rounds.run())


def end_streams_on_signals(registry: TableRegistry) -> None:
    """Close all streams as soon as the process is asked to stop: uvicorn waits for open responses first."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def stop(number: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(registry.hub.close)
            if callable(before):
                before(number, frame)

        signal.signal(number, stop)


async def answer_failed(request: Request, error: Exception) -> Response:
    """Answer an unexpected error with nothing but a number. The middleware logs the error under that number."""
    number = request.scope[FAILURE] = secrets.token_hex(4)
    return await answer_refused(request, Refused("failed", number=number))


async def answer_invalid(request: Request, error: Exception) -> Response:
    """Answer an invalid request with its first problem."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        refused = Refused("bad_json", problem=str(first.get("ctx", {}).get("error", "it can't be read")))
    else:
        where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
        refused = Refused("bad_body", field=where[:80], problem=str(first["msg"]).removeprefix("Value error, "))
    return await answer_refused(request, refused)


async def answer_missing(request: Request, error: Exception) -> Response:
    """Answer an unknown address, an unsupported method or media type, or an unreadable body."""
    assert isinstance(error, HTTPException)
    codes = {404: "bad_path", 405: "bad_method", 415: "bad_media"}
    if error.status_code not in codes:
        return await answer_refused(request, Refused("bad_json", problem="it can't be read"))
    return await answer_refused(request, Refused(codes[error.status_code]))
