"""Who receives notices in tests: an HTTP server for webhooks and pushes, and a mail server, both on loopback."""

import asyncio
import base64
import email
import email.policy
import hashlib
import hmac
import json
import secrets
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass
class Received:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def said(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.body)
        return content


def wait_until(what: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


class HookServer:
    """Takes every POST; `statuses` has other answers than 204, by path, and `delay` makes it slow."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.statuses: dict[str, int] = {}
        self.delay: Callable[[], float] = lambda: 0.0
        outer = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                body = self.rfile.read(length)
                if len(body) < length:  # the sender was killed in the middle of it
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.received.append(Received(self.path, headers, body, time.time()))
                time.sleep(outer.delay())
                self.send_response(outer.statuses.get(self.path, 204))
                self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]  # the sender was killed
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def at(self, path: str) -> list[Received]:
        return [one for one in list(self.received) if one.path == path]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def is_signed(received: Received, secret: str) -> bool:
    """Whether a webhook's request is signed with a secret, as https://www.standardwebhooks.com has it."""
    key = from_base64(secret.removeprefix("whsec_"))
    signed = f"{received.headers['webhook-id']}.{received.headers['webhook-timestamp']}.".encode() + received.body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return received.headers["webhook-signature"] == f"v1,{wanted}"


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Browser:
    """A browser that has subscribed to a push service."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = secrets.token_bytes(16)
        self.public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"key": to_base64(self.public), "secret": to_base64(self._secret)}

    def read(self, body: bytes) -> dict[str, Any]:
        """A message as the browser decrypts it (RFC 8188, RFC 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size == 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

        def derive(secret: bytes, salt: bytes, what: bytes, size: int) -> bytes:
            return HKDF(hashes.SHA256(), size, salt, what).derive(secret)

        secret = derive(shared, self._secret, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        text = AESGCM(key).decrypt(derive(secret, salt, b"Content-Encoding: nonce\0", 12), sealed, None)
        assert text[-1:] == b"\2"
        said: dict[str, Any] = json.loads(text[:-1])
        return said


def vapid_claims(header: str, server_key: str) -> dict[str, Any]:
    """The claims with which a server has signed a message, if the signature is that of its key."""
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(", "))
    assert key == server_key
    head, claims, signature = token.split(".")
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_base64(signature)
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    public.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = json.loads(from_base64(claims))
    return said


class MailServer:
    """A real SMTP server; `refusal` is what it answers instead of taking a message, `hang` makes it say nothing."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.refusal = ""
        self.hangs = False
        self.attempts = 0
        """How many messages it has refused, or has said nothing about."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=port)
        self._controller.start()
        self.url = f"smtp://127.0.0.1:{port}"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.hangs or self.refusal:
            self.attempts += 1
            await asyncio.sleep(60 * self.hangs)
            return self.refusal
        content = envelope.content
        assert isinstance(content, bytes)
        self.raw.append(content)
        self.received.append(email.message_from_bytes(content, policy=email.policy.default))  # type: ignore[arg-type]
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in list(self.received) if mail["to"] == address]

    def stop(self) -> None:
        self._controller.stop()
