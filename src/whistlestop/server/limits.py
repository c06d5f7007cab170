"""Limits: request rates, the size of bodies, the origins that may change something, and security headers."""

import ipaddress
import math
import time
from collections.abc import Mapping

from whistlestop.server.reasons import Refused

BODY = 16_384
"""The maximum size of most request bodies in bytes."""
LARGE_BODY = 500_000
"""The same for a body that holds a whole record."""
LARGE = ("/api/tables/import", "/api/reports")
"""The paths that take a large body."""
PATIENCE = 10
"""How many seconds a request body may take to arrive."""
BURST = 10.0
"""How many seconds' worth of requests may be made at once."""
REMEMBERED = 100_000
"""How many players or addresses a limiter remembers."""
UNSAFE = frozenset(("POST", "PUT", "PATCH", "DELETE"))
HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }.items()
]


def network_of(address: str) -> str:
    """Whom an address counts as: for IPv6 the network of 64 bits, which one customer of a provider usually has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address or "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Rate:
    """A token bucket for each player or address: `rate` requests per second, with bursts of `burst` seconds' worth."""

    def __init__(self, rate: float, burst: float = BURST) -> None:
        self.rate = rate
        self.most = max(1.0, rate * burst)
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> None:
        """Count one request; refused, with the time to wait, if the bucket is empty."""
        if self.rate <= 0:
            return
        moment = time.monotonic()
        left, last = self._left.get(who, (self.most, moment))
        left = min(self.most, left + (moment - last) * self.rate)
        if left < 1:
            raise Refused("too_many", seconds=math.ceil((1 - left) / self.rate))
        if len(self._left) > REMEMBERED:
            self._left.clear()
        self._left[who] = (left - 1, moment)


def check_origin(method: str, headers: Mapping[str, str], scheme: str, own_origin: str) -> None:
    """Refuse changes that pages of other sites ask for, and requests with a cookie but no origin."""
    if method not in UNSAFE:
        return
    origin = headers.get("origin")
    if origin is None:
        if "authorization" not in headers and headers.get("cookie"):
            raise Refused("no_origin")
        return
    if origin not in (own_origin, f"{scheme}://{headers.get('host', '')}"):
        raise Refused("foreign_origin")
