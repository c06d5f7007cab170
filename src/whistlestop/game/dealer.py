"""Dealers: whoever makes chance's moves. The fast one deals from an integer seed, the fair one from a secret key.

A deal is named by its deck and by how many deals of that deck came before, so that the draws of one deck never
disturb another's.
"""

import hashlib
import hmac
from typing import Protocol, runtime_checkable

from whistlestop.game.dice import STREAM_NAMES, below, make_dice
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.reasons import BadSeed

KEY_BYTES = 32


@runtime_checkable
class Dealer(Protocol):
    """Chooses among equally likely outcomes."""

    name: str

    def deal(self, deck: int, n: int, count: int) -> int:
        """Deal n of a deck: an outcome from 0 to count - 1."""


class FastDealer:
    """Deals from a seed, as the compiled play does: reproducible, not provable."""

    name = "fast"

    def __init__(self, seed: int) -> None:
        self._dice = make_dice(seed)
        self.seed = int(seed)

    def deal(self, deck: int, n: int, count: int) -> int:
        """Deal n of a deck: an outcome from 0 to count - 1."""
        self._dice[deck, 2] = n
        return int(below(self._dice, deck, count))


class FairDealer:
    """Deals from a key of 32 bytes; whoever learns the key can check every deal.

    Deal n of deck D is HMAC-SHA-256(key; "D n") read as four big-endian 64-bit words: the first one below the largest
    multiple of the number of outcomes, modulo that number. Should all four be above, "D n 1", "D n 2" and so on follow.
    """

    name = "fair"

    def __init__(self, key: bytes, origin: KeyOrigin | None = None) -> None:
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise BadSeed("key_size", size=KEY_BYTES)
        self.key = key
        self.origin = origin
        """Where the key comes from, at a table that many share."""

    @classmethod
    def from_origin(cls, origin: KeyOrigin, digest: str) -> "FairDealer":
        """The dealer of a table, on the map with this digest."""
        return cls(origin.key(digest), origin)

    def deal(self, deck: int, n: int, count: int) -> int:
        """Deal n of a deck: an outcome from 0 to count - 1."""
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
