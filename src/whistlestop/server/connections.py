"""Connections: how long a request may take to arrive, how large its head may be, and how many connections may wait.

A connection waits while no whole request has arrived on it: a new one that says nothing, one that sends its request
slowly, one that a browser keeps open for its next request. Of one address, and of all together, only so many may wait;
the one that has waited longest is closed. Whoever wanted to use it connects again.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from whistlestop.server.limits import network_of
from whistlestop.server.reasons import Refused
from whistlestop.server.wire import compact

HEAD = 65_536
"""How many bytes may arrive without the end of the headers or a piece of the body."""
ARRIVAL = 20
"""How many seconds a whole request may take to arrive."""
WAITING = 100
"""How many connections of one address may wait."""
RESERVED = 200
"""How many of the files that a process may open are not for connections."""
WANTED_FILES = 65_536
"""How many files a server asks to be allowed to open."""


def raise_file_limit() -> int:
    """Let this process, and those that it starts, open as many files as it may. Returns how many."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return WANTED_FILES if soft == resource.RLIM_INFINITY else soft


class Waiting:
    """The connections of a process that wait, by address, those that have waited longest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        """How many connections there may be in all."""
        self.open = 0
        self._by_address: dict[str, dict[BoundedProtocol, None]] = {}

    def add(self, connection: "BoundedProtocol") -> None:
        """A connection waits from now on. Another one may have to go for it."""
        own = self._by_address.setdefault(connection.address, {})
        own[connection] = None
        if len(own) > WAITING:
            self._close_oldest(own)
        elif self.open > self.most:
            self._close_oldest(max(self._by_address.values(), key=len))

    def remove(self, connection: "BoundedProtocol") -> None:
        """A connection doesn't wait any more."""
        own = self._by_address.get(connection.address, {})
        own.pop(connection, None)
        if not own:
            self._by_address.pop(connection.address, None)

    def _close_oldest(self, connections: "dict[BoundedProtocol, None]") -> None:
        oldest = next(iter(connections))
        self.remove(oldest)
        oldest.transport.close()


class BoundedProtocol(HttpToolsProtocol):
    """A connection whose requests must arrive soon, with headers of a usual size."""

    waiting = Waiting(WANTED_FILES)
    """Of this process."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self._unread = 0
        self._is_arriving = False
        self._late: asyncio.TimerHandle | None = None
        self.waiting.open += 1
        self.waiting.add(self)
        self._begin_to_arrive()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.waiting.open -= 1
        self.waiting.remove(self)
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; too much of what is neither the end of the headers nor a body ends it."""
        if not self._is_arriving:
            self._begin_to_arrive()
        self._unread += len(data)
        super().data_received(data)
        if self._unread > HEAD:
            self._cut_off(Refused("head_too_large", most=HEAD))

    def on_headers_complete(self) -> None:
        """The headers have arrived."""
        self._unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body has arrived."""
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request has arrived."""
        self._unread = 0
        self._arrived()
        self.waiting.remove(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is sent: wait for the next request."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self.waiting.add(self)

    def _begin_to_arrive(self) -> None:
        self._is_arriving = True
        self._late = self.loop.call_later(ARRIVAL, self._cut_off, Refused("too_slow", seconds=ARRIVAL))

    def _arrived(self) -> None:
        self._is_arriving = False
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _cut_off(self, refused: Refused) -> None:
        """Close the connection, with the reason if nothing else is being answered."""
        if self.transport.is_closing():
            return
        has_begun: Any = getattr(self, "headers", None) is not None
        if has_begun and (self.cycle is None or self.cycle.response_complete):
            body = compact(refused.as_dict())
            head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[refused.status] + head.encode() + body)
        self.transport.close()
