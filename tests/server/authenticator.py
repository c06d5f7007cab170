"""A passkey in software, as a browser has one: keeps a key for a site, makes it, and signs challenges with it."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, HAS_KEY = 0x01, 0x40
"""Flags of WebAuthn: somebody is there; the data has the public key."""


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


class Authenticator:
    """One passkey. `origin` and `domain` may be another site's."""

    def __init__(self, origin: str, domain: str = "localhost") -> None:
        self.origin, self.domain = origin, domain
        self.id = secrets.token_bytes(16)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, challenge: str) -> dict[str, Any]:
        """What `navigator.credentials.create` answers, as the API wants it."""
        point = self._key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        held = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(PRESENT | HAS_KEY) + held}
        return {
            "id": encoded(self.id), "client_data": encoded(self._client_data("create", challenge)),
            "attestation": encoded(cbor2.dumps(attestation)),
        }  # fmt: skip

    def sign(self, challenge: str) -> dict[str, Any]:
        """What `navigator.credentials.get` answers."""
        self.uses += 1
        client_data, data = self._client_data("get", challenge), self._data(PRESENT)
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return {
            "id": encoded(self.id), "client_data": encoded(client_data),
            "authenticator_data": encoded(data), "signature": encoded(signature),
        }  # fmt: skip

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client_data(self, what: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{what}", "challenge": challenge, "origin": self.origin}).encode()
