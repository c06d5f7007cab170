"""The browser client, as it was built into this package, and the boards that it draws."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from whistlestop.draw.web_board import palette_css, web_board_json
from whistlestop.game.board import LANGUAGES
from whistlestop.server.protocol.maps import Board
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import REFUSALS
from whistlestop.server.routes.lobby import map_folders
from whistlestop.server.routes.pages import PAGE
from whistlestop.server.wire import compact

router = APIRouter(include_in_schema=False)
boards = APIRouter(tags=["boards"], responses=REFUSALS)
BUILT = FilePath(__file__).parent.parent / "client"
MEDIA = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}  # fmt: skip
FOR_EVER, ASK = "public, max-age=31536000, immutable", "no-cache"
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "You have the board already"}}
NOT_BUILT = (
    "<p>This is a Whistlestop server, but its browser client was not built. "
    "To build it, install Node 20 and run <code>make web</code>.</p>"
    '<p>Programs can play anyway: see <a href="/docs">the API</a>.</p>'
)


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


@cache
def built() -> dict[str, Packed]:
    """The files of the client by name; none if it was not built."""
    files = [file for folder in (BUILT, BUILT / "assets") if folder.is_dir() for file in folder.iterdir()]
    return {file.name: Packed.of(file.read_bytes(), MEDIA[file.suffix]) for file in files if file.suffix in MEDIA}


@cache
def packed_board(folder: FilePath, language: str) -> Packed:
    """A board to draw, made once."""
    return Packed.of(compact(web_board_json(folder, language)), "application/json")


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
    """The client. It reads the address by itself."""
    if "index.html" not in built():
        return HTMLResponse(PAGE.format(title="Whistlestop", body=NOT_BUILT))
    answer = built()["index.html"].answer(request, ASK)
    if request.url.path != "/" and (link := preload_header()):
        answer.headers["link"] = link
    return answer


@router.get("/assets/{file}")
async def asset(file: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """A file of the client. Its name contains a digest of its content."""
    if file not in built():
        raise Refused("bad_path")
    return built()[file].answer(request, FOR_EVER)


@router.get("/palette.css")
async def palette(request: Request) -> Response:
    """The colours of cards, cars and themes."""
    return packed_palette().answer(request, ASK)


@boards.get("/boards/{map_name}/{language}", response_model=Board, responses=NOT_MODIFIED)
async def board(
    map_name: Annotated[str, Path(max_length=64)], language: Annotated[str, Path(max_length=10)], request: Request
) -> Response:
    """Get a map to draw, with names in a language. Caches must revalidate it: its ETag is a digest of the content."""
    folder = map_folders(request).get(map_name)
    if folder is None or language not in LANGUAGES:
        raise Refused("bad_path")
    found = await run_in_threadpool(packed_board, folder, language)
    return found.answer(request, ASK)
