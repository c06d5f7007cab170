"""Prints the OpenAPI document: `python -m whistlestop.server.openapi`. The browser client gets its types from it."""

import json
import sys
from typing import Any

from fastapi import FastAPI

from whistlestop.server.app import make_app
from whistlestop.server.middleware import RequestGuard
from whistlestop.server.settings import Settings


def document() -> dict[str, Any]:
    """The OpenAPI document of a server with default settings."""
    guard = make_app(Settings())
    assert isinstance(guard, RequestGuard)
    assert isinstance(guard.app, FastAPI)
    return guard.app.openapi()


if __name__ == "__main__":
    json.dump(document(), sys.stdout)
