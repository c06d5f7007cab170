"""Limits: request rates, the size of bodies, the origins that may change something, and security headers."""

import ipaddress
import math
import time
from collections import Counter
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
MOST_DEBT = 10
"""How many bursts somebody may be behind at most, who has used several processes at once."""
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
    """How often each player or address may do something: `rate` times per second, with bursts of some seconds' worth.

    It remembers of each until when their time is used up; processes that share a database add up what each has used.
    """

    def __init__(self, rate: float, burst: float = BURST) -> None:
        self.rate = rate
        self.burst = max(1.0 / rate, burst) if rate > 0 else 0.0
        self.until: dict[str, float] = {}
        """Until when the time of each is used up, in seconds since 1970."""
        self.taken: Counter[str] = Counter()
        """How often each has done it since `taken` was last emptied; counted only for a rate that is shared."""
        self.is_shared = False

    def take(self, who: str) -> None:
        """Count one request; refused, with the time to wait, if there were too many."""
        if self.rate <= 0:
            return
        moment = time.time()
        known = min(self.until.get(who, 0.0), moment + MOST_DEBT * self.burst)  # clocks may be set back
        until = max(known, moment) + 1 / self.rate
        wait = until - moment - self.burst
        if wait > 1e-6:
            raise Refused("too_many", seconds=math.ceil(wait))
        if len(self.until) > REMEMBERED:
            self.until = {one: end for one, end in self.until.items() if end > moment}
            if len(self.until) > REMEMBERED:
                self.until.clear()
        self.until[who] = until
        if self.is_shared:
            self.taken[who] += 1


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
