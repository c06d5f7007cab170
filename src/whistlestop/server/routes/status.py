"""What the server is still getting ready."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from whistlestop.server.protocol.status import ServerStatus
from whistlestop.server.routes.access import REFUSALS, json_answer, registry_of

router = APIRouter(prefix="/api", tags=["status"], responses=REFUSALS)


@router.get("/status", response_model=ServerStatus)
async def status(request: Request) -> Response:
    """Get whether games can be played here already, and whether browsers can play without the server."""
    return json_answer({**request.app.state.readiness.as_dict(), "restart": registry_of(request).hub.restart})
