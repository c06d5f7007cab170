"""The browser client, as it was built into this package, its engine, and the boards that it draws."""

import re
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from whistlestop.game.board import LANGUAGES
from whistlestop.lessons.texts import lesson_names
from whistlestop.server import engine, site
from whistlestop.server.link_preview import PICTURES, TEXTS, LinkPreview, language_of, preview_of, read_facts
from whistlestop.server.maps import has_tested_lessons
from whistlestop.server.packed import ASK, FOR_EVER, MEDIA, Packed
from whistlestop.server.protocol.lessons import Lesson
from whistlestop.server.protocol.maps import Board
from whistlestop.server.protocol.puzzles import Puzzle
from whistlestop.server.readiness import Readiness
from whistlestop.server.reasons import Refused
from whistlestop.server.routes.access import REFUSALS, registry_of
from whistlestop.server.routes.lobby import map_folders
from whistlestop.server.routes.pages import PAGE
from whistlestop.wasm.export import LAYOUT, MODULE
from whistlestop.wasm.export import version as engine_version

router = APIRouter(include_in_schema=False)
boards = APIRouter(tags=["boards"], responses=REFUSALS)
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "You have it already"}}
NOT_BUILT = (
    "<p>This is a Whistlestop server, but its browser client was not built. "
    "To build it, install Node 20 and run <code>make web</code>.</p>"
    '<p>Programs can play anyway: see <a href="/docs">the API</a>.</p>'
)


@cache
def packed_file(path: str) -> Packed:
    """A file of the client."""
    content = site.built_files().get(path)
    if content is None:
        raise Refused("bad_path")
    return Packed.of(content, MEDIA[FilePath(path).suffix])


def packed_page(request: Request, preview: LinkPreview = site.HOME) -> Packed:
    """The page, with what is shown of links to it."""
    address = request.app.state.settings.origin or str(request.base_url)
    return Packed.of(site.write_page(site.SERVER, address, preview), MEDIA[".html"])


@cache
def packed_page_to_keep() -> Packed:
    """The page as service workers keep it, the same for everybody."""
    return Packed.of(site.write_page(site.SERVER), MEDIA[".html"])


@cache
def packed_board(folder: FilePath, language: str) -> Packed:
    """A board to draw, made once."""
    return Packed.of(site.write_board(folder, language), MEDIA[".json"])


@cache
def packed_lesson(folder: FilePath, lesson: str, language: str) -> Packed:
    """A lesson, made once."""
    return Packed.of(site.write_lesson(folder, lesson, language), MEDIA[".json"])


@cache
def packed_puzzles(name: str) -> Packed:
    """The puzzles of a map, made once."""
    return Packed.of(site.write_puzzles(name), MEDIA[".json"])


@cache
def packed_palette() -> Packed:
    """The colours."""
    return Packed.of(site.write_palette(), MEDIA[".css"])


@cache
def packed_engine() -> dict[str, Packed]:
    """The engine's files by name. Ask only once it is built."""
    return {name: Packed.of(file, MEDIA[FilePath(name).suffix]) for name, file in engine.engine_files().items()}


@cache
def packed_game(folder: FilePath, seats: int) -> Packed:
    """What the engine needs for a game, made once."""
    return Packed.of(engine.game_file(folder, seats), MEDIA[".json"])


@cache
def packed_network(folder: FilePath) -> Packed:
    """A map's network, made once."""
    return Packed.of(engine.network_bytes(folder), MEDIA[".bin"])


@cache
def packed_service_worker(maps: tuple[tuple[str, FilePath], ...]) -> Packed:
    """The service worker for some maps, made once: all files must be made to list their digests."""
    files = {path: make() for path, make in site.site_files(dict(maps), site.SERVER).items()}
    return Packed.of(site.write_service_worker(files, site.SERVER), MEDIA[".js"])


def preload_header() -> str:
    """The Link header that has browsers fetch the page of a table at once; empty if no chunk has its name."""
    chunk = next((path for path in site.built_files() if re.fullmatch(r"assets/TablePage-.*\.js", path)), None)
    return f"</{chunk}>; rel=modulepreload" if chunk else ""


def need_engine(request: Request) -> None:
    """Refuse unless the engine is built."""
    readiness: Readiness = request.app.state.readiness
    readiness.need_engine()


@router.get("/")
@router.get("/new")
@router.get("/import")
@router.get("/learn")
@router.get("/learn/{map_name}/{lesson}")
@router.get("/puzzles")
@router.get("/puzzles/daily")
@router.get("/puzzles/{map_name}/{number:int}")
@router.get("/tournaments")
@router.get("/tournaments/{tournament}")
@router.get("/p")
@router.get("/p/{player}")
@router.get("/daily")
@router.get("/daily/{map_name}")
@router.get("/daily/{map_name}/{day}")
@router.get("/duplicate")
@router.get("/duplicate/{match}")
@router.get("/exercise")
@router.get("/me")
@router.get("/continue")
@router.get("/stop/{token}")
@router.get("/confirm/{token}")
@router.get("/invitations")
@router.get("/invitations/{invitation}")
@router.get("/local/{table}")
async def page(request: Request) -> Response:
    """The client. It reads the address by itself."""
    if site.PAGE not in site.built_files():
        return HTMLResponse(PAGE.format(title="Whistlestop", body=NOT_BUILT))
    answer = packed_page(request).answer(request, ASK)
    if request.url.path.startswith("/local/") and (link := preload_header()):
        answer.headers["link"] = link
    return answer


@router.get("/t/{table}")
async def table_page(table: Annotated[str, Path(max_length=64)], request: Request, ply: str | None = None) -> Response:
    """The client at a table. Only what is shown of a link differs from the other pages."""
    if site.PAGE not in site.built_files():
        return await page(request)
    registry = registry_of(request)
    language = language_of(request.headers.get("accept-language", ""))
    facts = await read_facts(registry.storage, table)
    folder = map_folders(request).get(facts.map) if facts else None
    preview = LinkPreview(description=TEXTS[language]["home"])
    if facts and folder:
        preview = preview_of(facts, site.map_info(facts.map, folder)["titles"][language], language, ply is not None)
    answer = packed_page(request, preview).answer(request, ASK)
    answer.headers["vary"] = "accept-encoding, accept-language"
    if link := preload_header():
        answer.headers["link"] = link
    return answer


@router.get("/index.html")
async def page_to_keep(request: Request) -> Response:
    """The page for service workers."""
    if site.PAGE not in site.built_files():
        raise Refused("bad_path")
    return packed_page_to_keep().answer(request, ASK)


@router.get("/previews/{file}")
async def link_picture(file: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """The picture of a link."""
    return packed_file(f"{PICTURES}/{file}").answer(request, ASK)


@router.get("/assets/{file}")
async def asset(file: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """A file of the client. Its name contains a digest of its content."""
    return packed_file(f"assets/{file}").answer(request, FOR_EVER)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a browser needs to install the client as an app."""
    return packed_file("manifest.webmanifest").answer(request, ASK)


@router.get("/icons/{file}")
async def icon(file: Annotated[str, Path(max_length=80)], request: Request) -> Response:
    """An icon of the app."""
    return packed_file(f"icons/{file}").answer(request, ASK)


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The service worker. It waits for the engine, so that what it keeps is complete."""
    if site.SERVICE_WORKER not in site.built_files():
        raise Refused("bad_path")
    readiness: Readiness = request.app.state.readiness
    if readiness.is_building:
        readiness.need_engine()
    maps = tuple(map_folders(request).items())
    if not all(has_tested_lessons(folder) for _, folder in maps):
        await registry_of(request).need_rules()
    found = await run_in_threadpool(packed_service_worker, maps)
    return found.answer(request, ASK)


@router.get("/palette.css")
async def palette(request: Request) -> Response:
    """The colours of cards, cars and themes."""
    return packed_palette().answer(request, ASK)


@router.get("/engine/{version}/{file}")
async def engine_file(
    version: Annotated[str, Path(max_length=64)], file: Annotated[str, Path(max_length=64)], request: Request
) -> Response:
    """The engine for browsers, or its layout. Only the version that belongs to the page is here."""
    if version != engine_version() or file not in (LAYOUT, MODULE):
        raise Refused("bad_path")
    need_engine(request)
    return packed_engine()[file].answer(request, FOR_EVER)


@router.get("/engine/{version}/games/{file}")
async def game_file(
    version: Annotated[str, Path(max_length=64)], file: Annotated[str, Path(max_length=80)], request: Request
) -> Response:
    """What the engine needs for a game, `europe-3.json` for example. An operator's map may change, so ask again."""
    found = re.fullmatch(r"(.+)-([0-9])\.json", file)
    folder = map_folders(request).get(found[1]) if found else None
    if version != engine_version() or not found or folder is None or int(found[2]) not in engine.seats_of(folder):
        raise Refused("bad_path")
    packed = await run_in_threadpool(packed_game, folder, int(found[2]))
    return packed.answer(request, ASK)


@router.get("/engine/{version}/networks/{file}")
async def network_file(
    version: Annotated[str, Path(max_length=64)], file: Annotated[str, Path(max_length=96)], request: Request
) -> Response:
    """A map's network for browsers. The game's file has its name, which changes with its content."""
    folder = map_folders(request).get(file.rpartition("-")[0])
    if version != engine_version() or folder is None:
        raise Refused("bad_path")
    if file not in await run_in_threadpool(engine.network_names, folder):
        raise Refused("bad_path")
    return (await run_in_threadpool(packed_network, folder)).answer(request, FOR_EVER)


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


@boards.get("/lessons/{map_name}/{lesson}/{language}", response_model=Lesson, responses=NOT_MODIFIED)
async def lesson(
    map_name: Annotated[str, Path(max_length=64)],
    lesson: Annotated[str, Path(max_length=64)],
    language: Annotated[str, Path(max_length=10)],
    request: Request,
) -> Response:
    """Get a lesson in a language: a game with cues. Caches must revalidate it."""
    folder = map_folders(request).get(map_name)
    if folder is None or lesson not in lesson_names(folder) or language not in LANGUAGES:
        raise Refused("bad_path")
    if not has_tested_lessons(folder):
        await registry_of(request).need_rules()
    found = await run_in_threadpool(packed_lesson, folder, lesson, language)
    return found.answer(request, ASK)


@boards.get("/puzzles/{map_name}/all", response_model=list[Puzzle], responses=NOT_MODIFIED)
async def puzzles(map_name: Annotated[str, Path(max_length=64)], request: Request) -> Response:
    """Get the puzzles of a map; `GET /api/maps` says how many there are. Caches must revalidate them."""
    folder = map_folders(request).get(map_name)
    if folder is None or not site.map_info(map_name, folder)["puzzles"]:
        raise Refused("bad_path")
    found = await run_in_threadpool(packed_puzzles, map_name)
    return found.answer(request, ASK)
