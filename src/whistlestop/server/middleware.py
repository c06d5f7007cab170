"""Middleware around every request: limits, the origin check, headers, the log, and a clear answer to failures."""

import asyncio
import json
import re
import secrets
import time
from typing import Any

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whistlestop.server.identity import ID
from whistlestop.server.limits import BODY, HEADERS, LARGE, LARGE_BODY, PATIENCE, UNSAFE, Rate, check_origin, network_of
from whistlestop.server.metrics import REFUSALS, REQUEST_SECONDS, REQUESTS
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.tracing import span
from whistlestop.server.watch import NO_HEADERS, ProxyFaults

NO_STORE = (b"cache-control", b"no-store")
UNLIMITED = ("/health", "/healthz", "/ready", "/metrics")
"""Paths that the rate limit of an address does not count."""
FAILURE = "whistlestop.failure"
"""The key of an ASGI scope under which the application leaves the number of a failure that it has answered."""
log = structlog.get_logger()


class RequestGuard:
    """ASGI middleware that checks every request, and logs and answers every failure."""

    def __init__(self, app: ASGIApp, settings: Settings, faults: ProxyFaults | None = None) -> None:
        self.app = app
        self.origin = settings.origin.rstrip("/")
        self.addresses = Rate(settings.address_rate)
        self.faults = faults or ProxyFaults()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        number = request_id(headers)
        with structlog.contextvars.bound_contextvars(request_id=number), span(scope["method"][:10]) as traced:
            sent = await self._answer(scope, receive, send, headers, number)
            if traced is not None:
                traced.update_name(f"{scope['method'][:10]} {route_of(scope)}")
                traced.set_attributes(
                    {"http.route": route_of(scope), "http.response.status_code": sent, "request": number}
                )

    async def _answer(self, scope: Scope, receive: Receive, send: Send, headers: Headers, own: str) -> int:
        """Answer a request. Returns the status."""
        began = time.perf_counter()
        sent: list[int] = []

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent.append(message["status"])
                message["headers"] = [*message["headers"], *HEADERS, (b"x-request-id", own.encode())]
                if scope["path"].startswith("/api/"):
                    message["headers"].append(NO_STORE)
            await send(message)

        try:
            self._check_proxy(scope, headers)
            if scope["path"] not in UNLIMITED:
                self.addresses.take(network_of((scope.get("client") or ("",))[0]))
            check_origin(scope["method"], headers, scope["scheme"], self.origin)
            if scope["method"] in UNSAFE:
                receive = await whole_body(headers, receive, LARGE_BODY if scope["path"] in LARGE else BODY)
            await self.app(scope, receive, answer)
        except Refused as refused:
            if sent:
                log.exception("response_broken_off", route=route_of(scope))
            else:
                await refuse(answer, refused)
        except Exception:
            number = scope.get(FAILURE) or secrets.token_hex(4)
            if sent and FAILURE not in scope:
                log.exception("response_broken_off", route=route_of(scope))
            else:
                log.exception("request_failed", number=number, route=route_of(scope))
            if not sent:
                await refuse(answer, Refused("failed", number=number))
        finally:
            count_request(scope, sent, time.perf_counter() - began)
        return sent[0] if sent else 0

    def _check_proxy(self, scope: Scope, headers: Headers) -> None:
        """Note a proxy that strips the headers which say who asks, and how."""
        is_stripped = scope["scheme"] == "http" or "x-forwarded-for" not in headers
        if self.origin.startswith("https:") and scope["path"].startswith("/api/") and is_stripped:
            self.faults.note(NO_HEADERS)


def request_id(headers: Headers) -> str:
    """The number of a request: the proxy's or the client's if it is well-formed and no id of ours, else a new one."""
    given = headers.get("x-request-id", "")
    is_good = re.fullmatch(r"[A-Za-z0-9._-]{8,64}", given) and not re.fullmatch(ID, given)
    return given if is_good else secrets.token_hex(8)


def route_of(scope: Scope) -> str:
    """The pattern of the route that a request matched. Never log its path: that may be the link of a private table."""
    return str(getattr(scope.get("route"), "path", "none"))


def count_request(scope: Scope, sent: list[int], seconds: float) -> None:
    """Count and log a request."""
    route = route_of(scope)
    status = sent[0] if sent else 0
    REQUESTS.labels(scope["method"] if len(scope["method"]) < 8 else "other", route, status).inc()
    if route != "/api/events":
        REQUEST_SECONDS.labels(route).observe(seconds)
    log.debug("request", method=scope["method"][:10], route=route, status=status, ms=round(seconds * 1000, 1))


async def read_body(receive: Receive, most: int) -> bytes | None:
    """A whole body, refused if it is too large; None if the client has disconnected."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Refused("too_large", most=most)
    return body


async def whole_body(headers: Headers, receive: Receive, most: int) -> Receive:
    """Read a body, refused if it is too large or too slow. Returns a `receive` that gives it to the application."""
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length[:12]) > most:
        raise Refused("too_large", most=most)
    try:
        async with asyncio.timeout(PATIENCE):
            body = await read_body(receive, most)
    except TimeoutError:
        raise Refused("too_slow", seconds=PATIENCE) from None
    if body is None:
        return receive
    is_given = False

    async def receive_body() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_body


async def refuse(send: Send, refused: Refused) -> None:
    """Send a refusal."""
    REFUSALS.labels(refused.code).inc()
    body = json.dumps(refused.as_dict()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.wait is not None:
        headers.append((b"retry-after", str(refused.wait).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def refusal(refused: Refused, **more: Any) -> tuple[int, dict[str, Any], dict[str, str]]:
    """The status, content and headers of a refusal."""
    headers = {"retry-after": str(refused.wait)} if refused.wait is not None else {}
    return refused.status, {**refused.as_dict(), **more}, headers
