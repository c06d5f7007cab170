"""The browser client, as it was built into this package, and the boards that it draws."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from whistlestop.draw.web_board import palette_css, web_board_json
from whistlestop.game.board import LANGUAGES, find
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import registry_of
from whistlestop.server.routes.lobby import written_maps
from whistlestop.server.routes.pages import PAGE
from whistlestop.server.wire import compact

router = APIRouter(include_in_schema=False)
BUILT = FilePath(__file__).parent.parent / "client"
MEDIA = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}  # fmt: skip
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"
NOT_BUILT = (
    "<p>This is a Whistlestop server, but its page to play on was not built: "
    "that needs Node 20 and <code>make web</code>.</p>"
    '<p>Programs play all the same: <a href="/docs">the interface, address by address</a>.</p>'
)


@dataclass(frozen=True)
class Packed:
    """Something that is sent often: as it is, and compressed."""

    plain: bytes
    media: str
    small: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes, media: str) -> "Packed":
        """Compress it."""
        return cls(plain, media, gzip.compress(plain, 9), f'"{hashlib.sha256(plain).hexdigest()[:32]}"')

    def answer(self, request: Request, keep: str) -> Response:
        """Send it as the reader can read it, or say that the reader has it."""
        headers = {"cache-control": keep, "vary": "accept-encoding", "etag": self.tag}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.media, headers=headers)
        return Response(self.small, media_type=self.media, headers={**headers, "content-encoding": "gzip"})


@cache
def built() -> dict[str, Packed]:
    """The files of the client by name; none if it was not built."""
    files = [file for folder in (BUILT, BUILT / "assets") if folder.is_dir() for file in folder.iterdir()]
    return {file.name: Packed.of(file.read_bytes(), MEDIA[file.suffix]) for file in files if file.suffix in MEDIA}


@cache
def packed_board(name: str, language: str, places: tuple[FilePath, ...]) -> Packed:
    """A board to draw, made once."""
    return Packed.of(compact(web_board_json(find(name, places), language)), "application/json")


@cache
def packed_palette() -> Packed:
    """The colours."""
    return Packed.of(palette_css().encode(), MEDIA[".css"])


def preload_header() -> str:
    """The Link header that has browsers fetch `web/src/pages/lazyPages.ts` at once; empty if no chunk has its name."""
    chunk = next((name for name in built() if name.startswith("lazyPages-") and name.endswith(".js")), None)
    return f"</assets/{chunk}>; rel=modulepreload" if chunk else ""


@router.get("/")
@router.get("/new")
@router.get("/t/{table}")
async def page(request: Request) -> Response:
    """The client, which looks at the address itself."""
    if "index.html" not in built():
        return HTMLResponse(PAGE.format(title="Whistlestop", body=NOT_BUILT))
    answer = built()["index.html"].answer(request, ASK)
    if request.url.path != "/" and (link := preload_header()):
        answer.headers["link"] = link
    return answer


@router.get("/assets/{file}")
async def asset(file: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """A file of the client; its name has a digest in it."""
    if file not in built():
        raise Refused("bad_path")
    return built()[file].answer(request, FOR_EVER)


@router.get("/palette.css")
async def palette(request: Request) -> Response:
    """The colours of cards, cars and themes."""
    return packed_palette().answer(request, ASK)


@router.get("/boards/{digest}/{language}")
async def board(
    digest: Annotated[str, Path(max_length=80)], language: Annotated[str, Path(max_length=10)], request: Request
) -> Response:
    """A board to draw, with names in a language; a digest of rules says nothing of the drawing, so it is asked for."""
    places = tuple(registry_of(request).settings.places)
    names = [one["map"] for one in written_maps(places) if one["digest"] == digest]
    if not names or language not in LANGUAGES:
        raise Refused("bad_path")
    found = await run_in_threadpool(packed_board, names[0], language, places)
    return found.answer(request, ASK)
