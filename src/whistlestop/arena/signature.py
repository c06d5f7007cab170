"""Signatures of result lines: a person vouches for a result with an Ed25519 key, as `ssh-keygen -t ed25519` makes it.

`digest` covers all fields of a line before it; the signature covers the digest. A line that is not signed has neither
`key` nor `signature`.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from whistlestop.arena.reasons import BadArena

PURPOSE = b"whistlestop result line\n"
"""What is signed begins with this, so that no signature made for something else fits a line."""
LATER = ("digest", "key", "signature")
"""The fields that the digest does not cover."""


def digest(line: dict[str, Any]) -> str:
    """The digest of all that a line says."""
    said = {name: value for name, value in line.items() if name not in LATER}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def read_key(file: Path) -> Ed25519PrivateKey:
    """A private key of OpenSSH without a passphrase; BadArena says what is wrong with a file."""
    try:
        key = serialization.load_ssh_private_key(file.read_bytes(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadArena("bad_key", file=str(file), problem=str(error)[:200].rstrip(".")) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadArena("bad_key", file=str(file), problem="it is of another kind")
    return key


def sign(line: dict[str, Any], key: Ed25519PrivateKey) -> dict[str, Any]:
    """A line with its signature and the public key."""
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    signature = key.sign(PURPOSE + line["digest"].encode())
    return {**line, "key": public.decode(), "signature": base64.b64encode(signature).decode()}


def signer(line: dict[str, Any]) -> str:
    """The fingerprint of the key that signed a line, as `ssh-keygen -l` shows it; empty if nobody has.

    Raises BadArena if the digest or the signature does not fit the line: then somebody has changed it.
    """
    if line.get("digest") != digest(line):
        raise BadArena("changed_line", what="digest")
    if "signature" not in line and "key" not in line:
        return ""
    try:
        public = str(line["key"]).encode()
        key = serialization.load_ssh_public_key(public)
        if not isinstance(key, Ed25519PublicKey):
            raise ValueError("another kind of key")
        key.verify(base64.b64decode(str(line["signature"]), validate=True), PURPOSE + digest(line).encode())
        fingerprint = hashlib.sha256(base64.b64decode(public.split()[1])).digest()
    except (KeyError, ValueError, UnsupportedAlgorithm, InvalidSignature):
        raise BadArena("changed_line", what="signature") from None
    return "SHA256:" + base64.b64encode(fingerprint).decode().rstrip("=")
