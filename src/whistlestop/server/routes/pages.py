"""Plain pages, the health check and metrics."""

import html
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from whistlestop.server.metrics import written
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import registry_of

router = APIRouter(include_in_schema=False)
STYLE = """body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, td:first-child { font-family: monospace; white-space: nowrap; }
td { padding: 0.2rem 1rem 0.2rem 0; vertical-align: top; }
"""
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<link rel="stylesheet" href="/plain.css"></head>
<body><h1>{title}</h1>
{body}
</body></html>
"""


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The API as a table. The page loads nothing from elsewhere."""
    said: dict[str, Any] = request.app.openapi()
    rows = [
        f"<tr><td>{method.upper()} {html.escape(path)}</td><td>{html.escape(one.get('description', ''))}</td></tr>"
        for path, methods in said["paths"].items()
        for method, one in methods.items()
    ]
    more = "<p>Bodies, answers and events are described in <a href='/openapi.json'>openapi.json</a>.</p>"
    body = f"<table>{''.join(rows)}</table>{more}"
    return HTMLResponse(PAGE.format(title="The API", body=body))


@router.get("/plain.css")
async def style() -> Response:
    """The style of the plain pages."""
    return Response(STYLE, media_type="text/css")


@router.get("/health")
async def alive() -> dict[str, Any]:
    """Say that the process is alive."""
    return {"ok": True, "version": version("whistlestop")}


@router.get("/ready")
async def ready(request: Request) -> dict[str, Any]:
    """Say that games can be played: the database answers, and the rules are loaded. Else 503 with the reason."""
    registry = registry_of(request)
    if registry.hub.is_closing:
        raise Refused("shutting_down")
    if not request.app.state.readiness.has_rules:
        request.app.state.readiness.refuse()
    return await health(request)


@router.get("/healthz")
async def health(request: Request) -> dict[str, Any]:
    """Check that the database responds; after a write has failed, that it can be written again."""
    await registry_of(request).storage.check()
    return {"ok": True, "version": version("whistlestop")}


@router.get("/metrics")
async def metrics() -> PlainTextResponse:
    """Metrics for Prometheus."""
    return PlainTextResponse(written(), media_type="text/plain; version=0.0.4; charset=utf-8")
