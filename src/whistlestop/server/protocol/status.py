"""What a server is still getting ready, and what it leaves to browsers."""

from typing import Literal

from whistlestop.server.protocol.base import Model


class Progress(Model):
    """How far something is that is made in the background."""

    ready: bool
    done: int
    """How many steps are done."""
    of: int
    """How many steps there are; 0 if it is not being made."""


class ServerStatus(Model):
    """What the server can do at the moment."""

    rules: Progress
    """The compiled rules. Until they are ready, games at the server wait."""
    engine: Progress
    """The engine for browsers. If it is neither ready nor being made, the server doesn't have it."""
    restart: int | None
    """When the server will be restarted, in milliseconds since 1970; null if nobody has announced it."""
    hints: Literal["server", "browser"]
    """Who computes advice for tables of the server."""
