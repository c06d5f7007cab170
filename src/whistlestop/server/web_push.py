"""Web Push: notices to browsers, encrypted for the browser (RFC 8291) and signed by the server (VAPID, RFC 8292)."""

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from whistlestop.server.reasons import Refused

CURVE = ec.SECP256R1()
KEY_BYTES = 32
SALT_BYTES = 16
AUTH_BYTES = 16
RECORD_SIZE = 4096
LAST_RECORD = b"\2"
"""What ends the only record of a message."""
VALID = 12 * 3600
"""For how many seconds a signature is valid; push services accept at most a day."""
KEPT = 2 * 86400
"""For how many seconds a push service keeps a notice for a browser that is away."""


def new_key() -> bytes:
    """A new private key of a server."""
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES, "big")


def private_key(key: bytes) -> ec.EllipticCurvePrivateKey:
    """A private key out of its bytes."""
    return ec.derive_private_key(int.from_bytes(key, "big"), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key of a private one, as browsers write it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_keys(public: str, auth: str) -> tuple[bytes, bytes]:
    """The public key and the secret of a browser, out of base64url; refused if no browser can have made them."""
    try:
        keys = urlsafe_b64decode(public + "=="), urlsafe_b64decode(auth + "==")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys[0])
    except ValueError:
        raise Refused("bad_push_keys") from None
    if len(keys[1]) != AUTH_BYTES:
        raise Refused("bad_push_keys")
    return keys


def derive(secret: bytes, salt: bytes, what: bytes, length: int) -> bytes:
    """A key derived from a secret, for one purpose."""
    return HKDF(hashes.SHA256(), length, salt, what).derive(secret)


def encrypt(
    text: bytes, public: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """A message that only the browser can read to which a public key and a secret belong."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public))
    secret = derive(shared, auth, b"WebPush: info\0" + public + public_bytes(own), 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sender = public_bytes(own)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def in_base64(content: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def sign(key: bytes, endpoint: str, contact: str) -> str:
    """What proves to a push service which server sends a message; the contact is a mailto: or https: address, or ""."""
    parts = urlsplit(endpoint)
    claims: dict[str, str | int] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + VALID}
    claims |= {"sub": contact} if contact else {}
    signed = ".".join(in_base64(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    own = private_key(key)
    numbers = decode_dss_signature(own.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(KEY_BYTES, "big") for number in numbers)
    return f"vapid t={signed}.{in_base64(signature)}, k={in_base64(public_bytes(own))}"


def headers(message: str, key: bytes, endpoint: str, contact: str) -> dict[str, str]:
    """The headers of a message. A push service keeps one message of each topic: the message's id."""
    return {
        "Authorization": sign(key, endpoint, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Topic": message,
        "Urgency": "high",
    }
