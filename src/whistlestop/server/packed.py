"""Files as they are sent: plain and compressed, with the tag by which a reader recognises them."""

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request
from starlette.responses import Response

MEDIA = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".wasm": "application/wasm",
    ".bin": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True)
class Packed:
    """Something that is sent often, plain and compressed."""

    plain: bytes
    media: str
    small: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes, media: str) -> "Packed":
        """Compress it."""
        return cls(plain, media, gzip.compress(plain, 9), f'"{hashlib.sha256(plain).hexdigest()[:32]}"')

    def answer(self, request: Request, keep: str) -> Response:
        """Send it, compressed if the reader accepts that; 304 if the reader has it already."""
        headers = {"cache-control": keep, "vary": "accept-encoding", "etag": self.tag}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.media, headers=headers)
        return Response(self.small, media_type=self.media, headers={**headers, "content-encoding": "gzip"})
