"""Prints the OpenAPI document: `python -m whistlestop.server.openapi`. The browser client gets its types from it."""

import json
import sys
from typing import Any

from whistlestop.server.app import make_api
from whistlestop.server.settings import Settings


def document() -> dict[str, Any]:
    """The OpenAPI document of a server with default settings."""
    return make_api(Settings()).openapi()


if __name__ == "__main__":
    json.dump(document(), sys.stdout)
