"""The browser client is served, compressed and kept as long as it may be; boards are drawn for it."""

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from server.serving import Server
from starlette.requests import Request

from whistlestop import maps
from whistlestop.game.board import LANGUAGES
from whistlestop.server import site
from whistlestop.server.protocol.lessons import Lesson
from whistlestop.server.routes.client import NOT_BUILT, page
from whistlestop.server.site import BUILT, built_files


def test_the_page_is_revalidated_and_its_parts_are_cached(sqlite_server: Server) -> None:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    home = httpx.get(sqlite_server.url + "/")
    assert home.headers["cache-control"] == "no-cache"
    assert home.headers["content-encoding"] == "gzip"
    assert "<noscript>" in home.text
    assert "link" not in home.headers
    for path in (f"/t/{'x' * 22}", f"/local/{'x' * 22}", "/new", "/import"):
        other = httpx.get(sqlite_server.url + path)
        assert other.text == home.text
        preloaded = [link["url"].removeprefix("/") for link in other.links.values()]
        assert len(preloaded) == (path not in ("/new", "/import"))
        assert set(preloaded) <= set(built_files())
    kept = httpx.get(sqlite_server.url + "/index.html")  # by service workers, which know its digest
    assert kept.text == home.text.replace(f"{sqlite_server.url}/previews", "/previews")
    again = httpx.get(sqlite_server.url + "/", headers={"if-none-match": home.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in built_files():
        if path in ("index.html", "sw.js"):
            continue
        part = httpx.get(f"{sqlite_server.url}/{path}")
        assert part.status_code == 200
        assert ("immutable" in part.headers["cache-control"]) == path.startswith("assets/")


def test_without_a_built_client_a_page_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "BUILT", BUILT / "nowhere")
    built_files.cache_clear()
    try:
        assert NOT_BUILT in bytes(asyncio.run(page(asked_for("/"))).body).decode()
    finally:
        built_files.cache_clear()
    assert "make web" in NOT_BUILT


def test_pages_are_served_without_the_chunk_to_preload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "built_files", lambda: {"index.html": b"<html></html>"})
    for path in (f"/local/{'x' * 22}", "/new"):
        answer = asyncio.run(page(asked_for(path)))
        assert answer.status_code == 200
        assert "link" not in answer.headers


def asked_for(path: str) -> Request:
    app = SimpleNamespace(state=SimpleNamespace(settings=SimpleNamespace(origin="")))
    return Request({"type": "http", "app": app, "path": path, "headers": [(b"host", b"localhost")]})


def test_nothing_but_files_of_the_client_is_served(sqlite_server: Server) -> None:
    for path in ("/assets/../app.py", "/assets/..%2fapp.py", "/assets/nothing.js", "/boards/atlantis/en"):
        assert httpx.get(sqlite_server.url + path).json()["code"] == "bad_path"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_is_drawn_in_every_language(sqlite_server: Server, language: str) -> None:
    for one in httpx.get(sqlite_server.url + "/api/maps").json():
        answer = httpx.get(f"{sqlite_server.url}/boards/{one['map']}/{language}")
        board = answer.json()
        assert board["title"] == one["titles"][language]
        assert all(len(track["slots"]) == track["length"] for track in board["tracks"])
        assert int(answer.headers["content-length"]) < 80_000
    assert httpx.get(f"{sqlite_server.url}/boards/{one['map']}/xx").status_code == 404


def test_every_lesson_that_a_map_lists_is_served_in_every_language(sqlite_server: Server) -> None:
    listed = httpx.get(f"{sqlite_server.url}/api/maps").json()
    assert all(one["lessons"] for one in listed)
    for one in listed:
        for lesson in one["lessons"]:
            for language in LANGUAGES:
                answer = httpx.get(f"{sqlite_server.url}/lessons/{one['map']}/{lesson['lesson']}/{language}")
                found = Lesson.model_validate_json(answer.content)
                assert (found.map, found.lesson) == (one["map"], lesson["lesson"])
                assert (found.title, found.summary) == (lesson["titles"][language], lesson["summaries"][language])
    again = httpx.get(str(answer.url), headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    for path in ("nordic/nothing/en", f"nowhere/{found.lesson}/en", f"{found.map}/{found.lesson}/xx"):
        assert httpx.get(f"{sqlite_server.url}/lessons/{path}").status_code == 404


def test_maps_with_the_same_rules_have_their_own_boards_and_a_broken_map_harms_no_other(tmp_path: Path) -> None:
    copy = tmp_path / "maps" / "gotham"
    shutil.copytree(maps.BUNDLED / "new_york", copy)
    names = copy / "names" / "en.csv"
    names.write_text(names.read_text().replace("title,New York City", "title,Gotham"))
    shutil.copytree(maps.BUNDLED / "nordic", tmp_path / "maps" / "broken")
    (tmp_path / "maps" / "broken" / "routes.csv").write_text("nonsense")
    server = Server(str(tmp_path / "tables.db"), "--maps", str(tmp_path / "maps"))
    try:
        known = {one["map"]: one for one in httpx.get(f"{server.url}/api/maps").json()}
        assert set(known) == {"europe", "gotham", "new_york", "nordic"}
        assert known["gotham"]["digest"] == known["new_york"]["digest"]
        boards = {name: httpx.get(f"{server.url}/boards/{name}/en") for name in ("gotham", "new_york")}
        assert {name: board.json()["title"] for name, board in boards.items()} == {
            "gotham": "Gotham",
            "new_york": "New York City",
        }
        assert boards["gotham"].headers["etag"] != boards["new_york"].headers["etag"]
    finally:
        server.stop()
