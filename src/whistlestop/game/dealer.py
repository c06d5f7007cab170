"""Dealers make chance's moves: FastDealer from an integer seed, FairDealer from a secret key.

A deal is identified by its deck and the number of earlier deals from that deck, so that draws from one deck don't
change another's.
"""

import hashlib
import hmac
from typing import Protocol, runtime_checkable

from whistlestop.game.dice import STREAM_NAMES, below, make_dice
from whistlestop.game.fair_key import Origin
from whistlestop.game.reasons import BadSeed

KEY_BYTES = 32


@runtime_checkable
class Dealer(Protocol):
    """Picks one of a number of equally likely outcomes."""

    name: str

    def deal(self, deck: int, n: int, count: int) -> int:
        """The outcome of deal n from a deck, from 0 to count - 1."""


class FastDealer:
    """Deals from a seed, as compiled games do: reproducible, but not provably fair."""

    name = "fast"

    def __init__(self, seed: int) -> None:
        self._dice = make_dice(seed)
        self.seed = int(seed)

    def deal(self, deck: int, n: int, count: int) -> int:
        """The outcome of deal n from a deck, from 0 to count - 1."""
        self._dice[deck, 2] = n
        return int(below(self._dice, deck, count))


class FairDealer:
    """Deals from a key of 32 bytes; anyone with the key can check every deal.

    For deal n from deck D, read HMAC-SHA-256(key; "D n") as four big-endian 64-bit words. Let `limit` be the largest
    multiple of the number of outcomes up to 2**64. The first word below `limit`, modulo the number of outcomes, is the
    outcome. If all four are above, go on with "D n 1", "D n 2" and so on.
    """

    name = "fair"

    def __init__(self, key: bytes, origin: Origin | None = None) -> None:
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise BadSeed("key_size", size=KEY_BYTES)
        self.key = key
        self.origin = origin
        """Where the key comes from, if it was made at a table or for a deal that several tables play."""

    @classmethod
    def from_origin(cls, origin: Origin, digest: str) -> "FairDealer":
        """The dealer on the map with this digest."""
        return cls(origin.key(digest), origin)

    def deal(self, deck: int, n: int, count: int) -> int:
        """The outcome of deal n from a deck, from 0 to count - 1."""
        limit = (1 << 64) - (1 << 64) % count
        attempt = 0
        while True:
            message = f"{STREAM_NAMES[deck]} {n}" + (f" {attempt}" if attempt else "")
            digest = hmac.new(self.key, message.encode("ascii"), hashlib.sha256).digest()
            for at in range(0, len(digest), 8):
                word = int.from_bytes(digest[at : at + 8], "big")
                if word < limit:
                    return word % count
            attempt += 1
