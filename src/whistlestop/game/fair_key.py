"""Fair keys: where the key of a fair dealer comes from, so that nobody can choose the deck and all can check.

The server publishes a commitment to the table's secret before anybody sits down. Then each person adds bytes, and
publishes their hash before the bytes. Texts are ASCII, numbers decimal, bytes lower-case hexadecimal:

    commitment = SHA-256("1 TABLE SECRET")
    hash       = SHA-256(the person's 16 bytes)
    key        = HMAC-SHA-256(secret; "TABLE DIGEST SEATS BYTES ...")

BYTES has one word for each seat, `-` for a seat without bytes.

A deal that several tables play is made beforehand, so nobody adds bytes. Its commitment is published before anybody
plays it, and its secret once everybody has:

    commitment = SHA-256("1 deal DEAL SECRET")
    key        = HMAC-SHA-256(secret; "deal DEAL DIGEST SEATS")

The bots at such a table play the same moves wherever the people do, so what is random about them follows from the key
too:

    seed       = the first 8 bytes of HMAC-SHA-256(key; "bot SEAT PLY"), big-endian
"""

import hashlib
import hmac
from dataclasses import dataclass

FORMAT = 1
SECRET_BYTES = 32
OWN_BYTES = 16
"""The number of bytes that each person adds."""


@dataclass(frozen=True)
class KeyOrigin:
    """A table's secret and the bytes that each seat added; None for a seat that added none, such as a bot's."""

    table: str
    secret: bytes
    added: tuple[bytes | None, ...]

    @property
    def commitment(self) -> str:
        """What the server publishes before anybody adds bytes."""
        return hashlib.sha256(f"{FORMAT} {self.table} {self.secret.hex()}".encode("ascii")).hexdigest()

    def key(self, digest: str) -> bytes:
        """The key for a fair dealer on the map with this digest."""
        added = " ".join("-" if own is None else own.hex() for own in self.added)
        message = f"{self.table} {digest} {len(self.added)} {added}"
        return hmac.new(self.secret, message.encode("ascii"), hashlib.sha256).digest()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that added bytes."""
        return tuple(seat for seat, own in enumerate(self.added) if own is not None)


@dataclass(frozen=True)
class DealOrigin:
    """The secret of a deal that was made beforehand; `seats` is the number of seats."""

    deal: str
    secret: bytes
    seats: int

    @property
    def commitment(self) -> str:
        """What the server publishes before anybody plays the deal."""
        return hashlib.sha256(f"{FORMAT} deal {self.deal} {self.secret.hex()}".encode("ascii")).hexdigest()

    def key(self, digest: str) -> bytes:
        """The key for a fair dealer on the map with this digest."""
        message = f"deal {self.deal} {digest} {self.seats}"
        return hmac.new(self.secret, message.encode("ascii"), hashlib.sha256).digest()


Origin = KeyOrigin | DealOrigin
"""Where the key of a fair dealer comes from."""


def bot_seed(key: bytes, seat: int, ply: int) -> int:
    """What a bot at a seat draws its random numbers from at a ply of a game with a prescribed deal."""
    return int.from_bytes(hmac.new(key, f"bot {seat} {ply}".encode("ascii"), hashlib.sha256).digest()[:8])


def hash_of(own: bytes) -> str:
    """What a person publishes before their bytes."""
    return hashlib.sha256(own).hexdigest()
