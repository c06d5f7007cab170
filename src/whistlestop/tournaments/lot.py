"""The lot: the numbers of the entrants, drawn by a secret that the server fixes before anybody has entered.

    commitment = SHA-256("1 TOURNAMENT SECRET"), shown from the beginning
    draw       = HMAC-SHA-256(secret; "TOURNAMENT ENTRY"), for the first, second, ... who entered

Whoever has the smallest draw is number 1. The secret is published at the end.
"""

import hashlib
import hmac
from collections.abc import Iterable

from whistlestop.game.fair_key import KeyOrigin


def commitment(tournament: str, secret: bytes) -> str:
    """What is published about the secret before the end; made as that of a table."""
    return KeyOrigin(tournament, secret, ()).commitment


def draw_numbers(tournament: str, secret: bytes, entries: Iterable[int]) -> dict[int, int]:
    """The number of each entry."""

    def draw(entry: int) -> bytes:
        return hmac.new(secret, f"{tournament} {entry}".encode("ascii"), hashlib.sha256).digest()

    return {entry: number for number, entry in enumerate(sorted(entries, key=draw), 1)}
