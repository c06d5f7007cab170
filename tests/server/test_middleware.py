"""Middleware: every failure is logged once, with the number that the client gets."""

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from whistlestop.server.app import make_app
from whistlestop.server.middleware import RequestGuard
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings


def scope(path: str) -> Scope:
    return {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "scheme": "http",
        "headers": [], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "http_version": "1.1",
    }  # fmt: skip


def request(app: Any, path: str) -> tuple[list[Any], list[Any]]:
    """The messages and the log lines of a request."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    with capture_logs() as logged:
        asyncio.run(app(scope(path), receive, send))
    return sent, [line for line in logged if line["log_level"] == "error"]


@pytest.mark.parametrize("error", [ValueError("broken"), Refused("database_away")])
def test_a_failure_after_the_response_has_begun_is_logged(error: Exception) -> None:
    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise error

    sent, logged = request(RequestGuard(stream, Settings()), "/api/events")
    assert [message["type"] for message in sent] == ["http.response.start"]
    assert [line["event"] for line in logged] == ["response_broken_off"]
    assert logged[0]["exc_info"]


def test_a_failure_before_the_response_is_logged_once_with_its_number() -> None:
    sent, logged = request(make_app(Settings()), "/healthz")  # the application has not been started
    assert sent[0]["status"] == 500
    assert [line["event"] for line in logged] == ["request_failed"]
    assert logged[0]["number"].encode() in sent[1]["body"]
