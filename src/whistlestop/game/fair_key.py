"""Fair keys: where the key of a fair dealer comes from, so that nobody chose the deck and everybody can check that.

The table's secret is shown as a commitment before anybody sits down; each person adds bytes of their own, of which the
hashes are shown before the bytes. All texts are ASCII, numbers decimal, bytes in small hexadecimal digits:

    commitment = SHA-256("1 TABLE SECRET")
    hash       = SHA-256(the person's 16 bytes)
    key        = HMAC-SHA-256(secret; "TABLE DIGEST SEATS BYTES ..."), a word for each seat, `-` where nobody sent any
"""

import hashlib
import hmac
from dataclasses import dataclass

FORMAT = 1
SECRET_BYTES = 32
OWN_BYTES = 16
"""How many bytes each person adds."""


@dataclass(frozen=True)
class KeyOrigin:
    """A table's secret and what each seat added to it; None for a seat that added nothing, such as a bot's."""

    table: str
    secret: bytes
    added: tuple[bytes | None, ...]

    @property
    def commitment(self) -> str:
        """What is shown before anybody adds anything."""
        return hashlib.sha256(f"{FORMAT} {self.table} {self.secret.hex()}".encode("ascii")).hexdigest()

    def key(self, digest: str) -> bytes:
        """The key that a fair dealer deals from on the map with this digest."""
        added = " ".join("-" if own is None else own.hex() for own in self.added)
        message = f"{self.table} {digest} {len(self.added)} {added}"
        return hmac.new(self.secret, message.encode("ascii"), hashlib.sha256).digest()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose bytes are in the key."""
        return tuple(seat for seat, own in enumerate(self.added) if own is not None)


def hash_of(own: bytes) -> str:
    """What a person shows before their bytes."""
    return hashlib.sha256(own).hexdigest()
