"""Outgoing requests: to addresses that players have given, and nowhere inside the server's own network.

A host name is looked up when it is registered and again for every request, and the connection goes to the address that
was checked, so a name that changes its address in between wins nothing. Redirects are not followed.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore

from whistlestop.server.reasons import Refused

PATIENCE = 8
"""Seconds that a request may take, looking up the host's name included."""
LOOK_UP = 3
"""Seconds that looking up the name of a host may take."""
LONGEST = 1000
"""The most characters of an address."""
ASSIGNED = ipaddress.ip_network("2000::/3")
"""All public addresses of IPv6. Outside are some that stand for IPv4 addresses, such as `64:ff9b::/96`."""
TUNNELS = tuple(ipaddress.ip_network(text) for text in ("2002::/16", "2001::/32"))
"""Networks in it whose addresses stand for IPv4 addresses, which may be private."""


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found not in ASSIGNED or any(found in network for network in TUNNELS):
            return False
    return found.is_global and not found.is_multicast


class Outgoing:
    """Sends requests. `is_private` allows private addresses and requests without TLS: for tests and home networks."""

    def __init__(self, is_private: bool = False) -> None:
        self.is_private = is_private
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_keepalive_connections=0,
            network_backend=GuardedNetwork(self),
        )

    async def check(self, address: str) -> None:
        """Refuse an address that no request may go to."""
        await self.addresses(*self.host(address))

    def host(self, address: str) -> tuple[str, int]:
        """The host and the port of an address, which need not exist; refused if it can't be used."""
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port or 443
        except ValueError:
            raise Refused("bad_address") from None
        schemes = ("https", "http") if self.is_private else ("https",)
        is_plain = address.isascii() and address.isprintable() and " " not in address and "@" not in parts.netloc
        if parts.scheme not in schemes or not host or not is_plain or len(address) > LONGEST:
            raise Refused("bad_address")
        return host, port

    async def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a host; refused if there is none, or if one of them is private."""
        try:
            async with asyncio.timeout(LOOK_UP):
                found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError, TimeoutError):
            raise Refused("unknown_host") from None
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not self.is_private and not all(is_public(address) for address in addresses):
            raise Refused("private_address")
        return addresses

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> int:
        """Send a request, and return the status of the answer, whose body is not read. OSError if there is none."""
        try:
            async with asyncio.timeout(PATIENCE):
                self.host(address)
                async with self._pool.stream("POST", address, headers=list(headers.items()), content=body) as answer:
                    return answer.status
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            raise OSError(type(error).__name__) from None

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class GuardedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to the public addresses of a host, one after the other."""

    def __init__(self, outgoing: Outgoing) -> None:
        self._outgoing = outgoing
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host whose addresses are all allowed."""
        failed: Exception = httpcore.ConnectError()
        for address in await self._outgoing.addresses(host, port):
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._network.sleep(seconds)
