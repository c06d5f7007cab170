"""The site: the page, the client's files, and all data that it needs to play without a server.

A server sends these files one by one; the static edition is a folder of them (`whistlestop site`). Both have a service
worker that keeps all of them in the browser, so that everything works without a network.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from whistlestop.bots.levels import LEVELS
from whistlestop.draw.web_board import palette_css, web_board_json
from whistlestop.game import limits
from whistlestop.game.board import LANGUAGES, TITLE, load, load_names
from whistlestop.lessons.lesson import read_lesson
from whistlestop.lessons.texts import SUMMARY, lesson_names, read_texts
from whistlestop.lessons.texts import TITLE as LESSON_TITLE
from whistlestop.review.puzzles.files import bundled_file, count_puzzles, games_of
from whistlestop.review.puzzles.files import read as read_puzzles
from whistlestop.server import engine
from whistlestop.server.link_preview import PICTURES, LinkPreview
from whistlestop.server.maps import load_lesson
from whistlestop.server.protocol.maps import rules_fields
from whistlestop.server.reasons import Refused
from whistlestop.server.wire import compact
from whistlestop.wasm.export import version as engine_version

BUILT = Path(__file__).parent / "client"
"""The folder that the client is built into."""
PAGE = "index.html"
SERVICE_WORKER = "sw.js"
PALETTE = "palette.css"
SERVER, STATIC = "server", "static"
"""The editions of the client."""
PAGES = {
    SERVER: "|new|import|learn(/[^/]+/[^/]+)?|puzzles(/daily|/[^/]+/[0-9]+)?|exercise|p(/[^/]+)?|tournaments(/[^/]+)?"
    "|(t|local|stop|confirm)/[^/]+",
    STATIC: "|index\\.html",
}
"""The addresses at which each edition shows the page, as a regular expression."""
PAGE_ADDRESS = {SERVER: f"./{PAGE}", STATIC: "./"}
"""Where the service worker of each edition fetches the page. At other addresses, a server's page has the whole address
of its picture, which depends on the request, so its digest can't be listed."""
ENGINE_META = '<meta name="whistlestop-engine" content="{}" />'
NETWORKS = "networks"
"""The folder of the networks in the engine's. They are large, so a browser keeps one only once a bot has needed it."""
HOME = LinkPreview()
Files = dict[str, Callable[[], bytes]]
"""Files by their address, each with a function that makes its content."""


@cache
def built_files() -> dict[str, bytes]:
    """The client's files by their path below `BUILT`; none if it was not built."""
    files = sorted(file for file in BUILT.rglob("*") if file.is_file())
    return {file.relative_to(BUILT).as_posix(): file.read_bytes() for file in files}


def write_page(edition: str, address: str = "", preview: LinkPreview = HOME) -> bytes:
    """The page of an edition, with the version of the engine that belongs to it, and what is shown of links to it.

    It is built with addresses relative to itself. A server serves it at addresses of any depth, so there they begin
    at the top. The address of the whole site is for the pictures of links.
    """
    text = built_files()[PAGE].decode()
    if edition == SERVER:
        text = text.replace('"./', '"/')
    text = text.replace("<html", f'<html data-edition="{edition}"', 1)
    pictures = {Path(path).stem for path in built_files() if path.startswith(f"{PICTURES}/")}
    root = f"{address.rstrip('/')}/" if address or edition == SERVER else "./"
    added = f"{preview.tags(root, pictures)}  {ENGINE_META.format(engine_version())}"
    return text.replace("</head>", f"{added}\n  </head>", 1).encode()


@cache
def map_info(name: str, folder: Path) -> dict[str, Any]:
    """A map in short, read once."""
    board, rules = load(folder)
    return {
        "map": name,
        "title": rules.title,
        "titles": {language: load_names(folder, language)[TITLE] for language in LANGUAGES},
        "digest": board.digest,
        "min_seats": rules.min_seats,
        "max_seats": rules.max_seats,
        "differences": list(rules.differences),
        "puzzles": count_puzzles(board.name, board.digest),
        "lessons": sorted((lesson_info(folder, lesson) for lesson in lesson_names(folder)), key=itemgetter("order")),
    }


def lesson_info(folder: Path, lesson: str) -> dict[str, Any]:
    """A lesson in short."""
    texts = {language: read_texts(folder, lesson, language) for language in LANGUAGES}
    return {
        "lesson": lesson,
        "order": read_lesson(folder, lesson).order,
        "titles": {language: said[LESSON_TITLE] for language, said in texts.items()},
        "summaries": {language: said[SUMMARY] for language, said in texts.items()},
    }


@cache
def write_map(folder: Path) -> bytes:
    """A map with everything that is printed on it as JSON, read once."""
    board, rules = load(folder)
    colours = (*rules.colours, limits.GREY)  # GREY, which is -1, finds the last
    return compact({
        "map": board.name,
        "title": rules.title,
        "digest": board.digest,
        "rules": rules_fields(rules),
        "names": {language: load_names(folder, language) for language in LANGUAGES},
        "cities": [vars(city) for city in board.cities],
        "tracks": [
            {
                "track": one.text, "a": board.cities[one.a].id, "b": board.cities[one.b].id, "length": one.length,
                "colour": colours[one.colour], "tunnel": one.tunnel, "locomotives": one.locomotives,
                "swap": one.swap, "lane": one.lane,
            }
            for one in board.tracks
        ],
        "tickets": [
            {"ticket": one.text, "a": board.cities[one.a].id, "b": board.cities[one.b].id, "points": one.points,
             "deck": one.deck}
            for one in board.tickets
        ],
    })  # fmt: skip


def write_maps(maps: Mapping[str, Path]) -> bytes:
    """All maps in short, as JSON."""
    return compact([map_info(name, folder) for name, folder in maps.items()])


def write_levels(maps: Mapping[str, Path]) -> bytes:
    """The levels of bots as JSON, from the easiest to the hardest, with their ratings on some maps."""
    return compact([
        {
            "level": one.name, "character": one.character, "pace": one.pace, "rollouts": one.rollouts,
            "ratings": dict(item for folder in maps.values() for item in ratings_on(one.name, folder).items()),
        }
        for one in LEVELS.values()
    ])  # fmt: skip


@cache
def ratings_on(name: str, folder: Path) -> dict[str, int | None]:
    """The ratings of a level on a map by map and seats, None where it was not measured; empty if it isn't offered."""
    board, _ = load(folder)
    level = LEVELS[name]
    if not level.is_offered(board):
        return {}
    measured = {seats: level.measured(board, seats) for seats in engine.seats_of(folder)}
    return {f"{board.name}-{seats}": one.rating if one else None for seats, one in measured.items()}


def write_board(folder: Path, language: str) -> bytes:
    """A board to draw, as JSON."""
    return compact(web_board_json(folder, language))


def write_lesson(folder: Path, lesson: str, language: str) -> bytes:
    """A lesson in a language, as JSON; refused if it doesn't replay."""
    found = load_lesson(folder, lesson)
    if found is None:
        problem = f"The lesson {lesson!r} is broken on this server. Its log says what is wrong."
        raise Refused("bad_table", problem=problem)
    return compact(found.as_dict(language))


@cache
def write_puzzles(name: str) -> bytes:
    """The puzzles that are shipped for a map, as JSON."""
    game_for = games_of(name)
    return compact([one.as_dict(game_for(one.seats)) for one in read_puzzles(bundled_file(name)).puzzles])


def write_palette() -> bytes:
    """The colours of cards, cars and themes."""
    return palette_css().encode()


def data_files(maps: Mapping[str, Path]) -> Files:
    """What the client asks a server for, and the static edition has as files: maps, levels, boards and
    lessons."""
    files: Files = {"api/maps": partial(write_maps, maps), "api/levels": partial(write_levels, maps)}
    for name, folder in maps.items():
        files[f"api/maps/{name}"] = partial(write_map, folder)
        if map_info(name, folder)["puzzles"]:
            files[f"puzzles/{name}/all"] = partial(write_puzzles, name)
        files |= {f"boards/{name}/{language}": partial(write_board, folder, language) for language in LANGUAGES}
        lessons = [lesson for lesson in lesson_names(folder) if load_lesson(folder, lesson)]
        files |= {
            f"lessons/{name}/{lesson}/{language}": partial(write_lesson, folder, lesson, language)
            for lesson in lessons
            for language in LANGUAGES
        }
    return files


def engine_files(maps: Mapping[str, Path]) -> Files:
    """The engine, if it is built, and the data of every game that can be played on some maps."""
    root = f"engine/{engine_version()}"
    files: Files = {f"{root}/{name}": partial(bytes, content) for name, content in engine.engine_files().items()}
    if files:
        for name, folder in maps.items():
            for seats in engine.seats_of(folder):
                files[f"{root}/games/{name}-{seats}.json"] = partial(engine.game_file, folder, seats)
            for network in engine.network_names(folder):
                files[f"{root}/{NETWORKS}/{network}"] = partial(engine.network_bytes, folder)
    return files


def site_files(maps: Mapping[str, Path], edition: str, address: str = "") -> Files:
    """All files of an edition but its service worker. A folder must name the data so that hosts know what it is."""
    ending = ".json" if edition == STATIC else ""
    files: Files = {PAGE: partial(write_page, edition, address), PALETTE: write_palette}
    files |= {
        path: partial(bytes, content) for path, content in built_files().items() if path not in (PAGE, SERVICE_WORKER)
    }
    files |= {f"{path}{ending}": make for path, make in data_files(maps).items()}
    return files | engine_files(maps)


def write_service_worker(files: Mapping[str, bytes], edition: str) -> bytes:
    """The service worker, with the list of the files that it keeps: their addresses and digests.

    The digest of this list is the site's version. Pictures of links are for other sites. Files that are kept late, once
    they are needed, are listed apart.
    """
    kept = {path: content for path, content in files.items() if not path.startswith(f"{PICTURES}/")}
    page = PAGE_ADDRESS[edition]
    addresses = {path: page if path == PAGE else f"./{quote(path)}" for path in sorted(kept)}
    listed = {address: integrity(kept[path]) for path, address in addresses.items()}
    version = hashlib.sha256(json.dumps(listed).encode()).hexdigest()[:16]
    late = {address: listed.pop(address) for address in list(listed) if f"/{NETWORKS}/" in address}
    content = {"version": version, "page": page, "pages": PAGES[edition], "files": listed, "late": late}
    return f"self.site = {json.dumps(content)};\n".encode() + built_files()[SERVICE_WORKER]


def integrity(content: bytes) -> str:
    """The digest by which a browser checks a file (Subresource Integrity)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
