"""The site: what a server sends and what the static edition has are the same files, complete and of one version."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from file_server import serve_files
from server.serving import Server

from whistlestop.game.board import LANGUAGES
from whistlestop.server import site, static_site
from whistlestop.server.reasons import Refused
from whistlestop.wasm import export
from whistlestop.wasm.export import is_built, version

MAPS = ("europe", "new_york", "nordic")


@pytest.fixture(autouse=True)
def _built() -> None:
    assert (site.BUILT / "index.html").exists(), "the client is not built: make web"
    assert is_built(), "the engine is not built: make wasm"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static edition in a subfolder."""
    target = tmp_path_factory.mktemp("static") / "deep" / "site"
    command = [sys.executable, "-m", "whistlestop", "site", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{target}: " in done.stdout
    return target


def get(url: str) -> httpx.Response:
    """What a server answers; on a busy machine the first list of all files takes a while."""
    return httpx.get(url, timeout=60)


def listed(script: str) -> dict[str, Any]:
    """What the service worker keeps."""
    found: dict[str, Any] = json.loads(script.partition("\n")[0].removeprefix("self.site = ").removesuffix(";"))
    return found


def digest(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def test_the_service_worker_of_a_server_lists_every_file_as_it_is_sent(sqlite_server: Server) -> None:
    answer = get(f"{sqlite_server.url}/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    found = listed(answer.text)
    for path, integrity in found["files"].items():
        sent = get(urljoin(f"{sqlite_server.url}/", path))
        assert sent.status_code == 200, path
        assert digest(sent.content) == integrity, path
    assert found["page"] == "./index.html" in found["files"]
    pages = re.compile(f"^({found['pages']})$")
    shown = ("", "new", "import", "t/x", "local/x", "puzzles", "puzzles/daily", "puzzles/europe/3", "exercise")
    assert all(pages.match(one) for one in shown)
    assert not any(pages.match(one) for one in ("docs", "metrics", "api/maps", "t/x/y", "puzzles/europe/all"))


def test_everything_that_a_game_without_a_network_needs_is_kept(sqlite_server: Server) -> None:
    files = listed(get(f"{sqlite_server.url}/sw.js").text)["files"]
    root = f"./engine/{version()}"
    wanted = {f"{root}/whistlestop.wasm", f"{root}/engine.json", "./api/maps", "./api/levels", "./palette.css"}
    wanted |= {f"./api/maps/{name}" for name in MAPS}
    wanted |= {f"./boards/{name}/{language}" for name in MAPS for language in LANGUAGES}
    wanted |= {f"./puzzles/{name}/all" for name in MAPS}
    wanted |= {f"./lessons/new_york/first_game/{language}" for language in LANGUAGES}
    wanted |= {f"{root}/games/{name}-{seats}.json" for name in MAPS for seats in (2, 3)}
    assert wanted <= files.keys()
    assert not any(path.startswith(("./api/tables", "./api/me", "./api/events", "./sw.js")) for path in files)


def test_the_network_of_a_map_is_sent_by_its_name_and_kept_once_it_was_needed(sqlite_server: Server) -> None:
    script = listed(get(f"{sqlite_server.url}/sw.js").text)
    root = f"engine/{version()}"
    file = get(f"{sqlite_server.url}/{root}/games/new_york-3.json").json()["network"]["file"]
    path = f"./{root}/networks/{file}"
    assert len(script["late"]) == 3
    assert path not in script["files"]
    answer = get(urljoin(f"{sqlite_server.url}/", path))
    assert digest(answer.content) == script["late"][path]
    assert "immutable" in answer.headers["cache-control"]
    assert 1_000_000 < len(answer.content) < 3_000_000


def test_a_change_of_any_file_is_another_version() -> None:
    files = {"index.html": b"page", "assets/a.js": b"code"}
    versions = {
        listed(site.write_service_worker(one, site.STATIC).decode())["version"]
        for one in (files, files, {**files, "assets/a.js": b"other"}, {**files, "assets/b.js": b"code"})
    }
    assert len(versions) == 3


def test_the_engine_is_sent_compressed_and_kept_for_ever(sqlite_server: Server) -> None:
    root = f"{sqlite_server.url}/engine/{version()}"
    module = get(f"{root}/whistlestop.wasm")
    assert module.headers["content-type"] == "application/wasm"
    assert "immutable" in module.headers["cache-control"]
    assert module.headers["content-encoding"] == "gzip"
    assert module.content.startswith(b"\0asm")
    assert get(f"{root}/engine.json").json()["version"] == version()
    game = get(f"{root}/games/europe-5.json")
    assert (game.json()["version"], game.json()["seats"]) == (version(), 5)
    assert game.headers["cache-control"] == "no-cache"
    assert int(module.headers["content-length"]) + int(game.headers["content-length"]) < 250_000


@pytest.mark.parametrize(
    "path",
    [
        "/engine/0000000000000000/whistlestop.wasm", "/engine/{}/export.py", "/engine/{}/..%2fexport.py",
        "/engine/{}/networks/europe-000000000000.bin", "/engine/{}/networks/..%2fx-1.bin",
        "/engine/0000000000000000/networks/europe-0.bin",
        "/engine/{}/games/europe-6.json", "/engine/{}/games/atlantis-2.json", "/engine/{}/games/europe.json",
        "/engine/0000000000000000/games/europe-2.json", "/engine/{}/games/..%2f..%2fx-2.json", "/icons/none.png",
        "/icons/..%2findex.html", "/assets/..%2fsw.js",
    ],
)  # fmt: skip
def test_no_other_version_and_no_other_file_is_sent(sqlite_server: Server, path: str) -> None:
    assert get(sqlite_server.url + path.format(version())).json()["code"] == "bad_path"


def test_an_operators_own_map_is_kept_too(tmp_path: Path) -> None:
    import shutil

    from whistlestop import maps

    shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "maps" / "gotham")
    server = Server(str(tmp_path / "tables.db"), "--maps", str(tmp_path / "maps"))
    try:
        assert get(f"{server.url}/engine/{version()}/games/gotham-2.json").json()["map"] == "gotham"
        assert f"./engine/{version()}/games/gotham-2.json" in listed(get(f"{server.url}/sw.js").text)["files"]
    finally:
        server.stop()


def test_the_page_says_its_edition_and_the_version_of_its_engine(sqlite_server: Server, folder: Path) -> None:
    meta = f'<meta name="whistlestop-engine" content="{version()}" />'
    served, static = get(f"{sqlite_server.url}/").text, (folder / "index.html").read_text()
    for page, edition in ((served, "server"), (static, "static")):
        assert meta in page
        assert f'data-edition="{edition}"' in page
    assert '"./' not in served
    assert not re.search('(src|href)="/', static)


def test_an_app_can_be_installed(sqlite_server: Server) -> None:
    answer = get(f"{sqlite_server.url}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    for icon in manifest["icons"]:
        image = get(urljoin(f"{sqlite_server.url}/", icon["src"])).content
        assert image.startswith(b"\x89PNG")
        size = int.from_bytes(image[16:20], "big")
        assert icon["sizes"] == f"{size}x{size}"
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}


def test_the_static_edition_is_complete_in_a_subfolder_of_a_plain_file_server(folder: Path) -> None:
    with serve_files(folder.parent.parent) as url:
        root = f"{url}deep/site/"
        script = get(urljoin(root, "sw.js")).text
        found = listed(script)
        found["files"] |= found["late"]
        for path, integrity in found["files"].items():
            assert digest(get(urljoin(root, path)).content) == integrity, path
        page = get(root).text
        for link in re.findall('(?:src|href)="([^"]+)"', page):
            assert get(urljoin(root, link)).status_code == 200, link
    assert {f"./{path}" for path in ("api/maps.json", "api/levels.json", "boards/europe/is.json")} <= found[
        "files"
    ].keys()
    on_disk = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    kept = {path for path in on_disk - {"index.html", "sw.js"} if not path.startswith("previews/")}
    assert {f"./{path}" for path in kept} | {"./"} == found["files"].keys()


def test_nothing_in_the_static_edition_is_absolute(folder: Path) -> None:
    for file in (folder / "index.html", folder / "manifest.webmanifest", *folder.glob("assets/*.css")):
        assert not re.search(r"""(src|href|url\()["'=(]*/""", file.read_text()), file
    assert "http://" not in (folder / "sw.js").read_text()


def test_both_editions_have_the_same_data(sqlite_server: Server, folder: Path) -> None:
    for path in ("api/maps", "api/levels", "api/maps/nordic", "boards/new_york/ru"):
        assert (folder / f"{path}.json").read_bytes() == get(f"{sqlite_server.url}/{path}").content


def test_a_folder_that_is_in_use_is_refused(folder: Path) -> None:
    command = [sys.executable, "-m", "whistlestop", "site", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "already exists" in done.stderr


def test_without_client_or_engine_there_is_no_static_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(export, "BUILT", tmp_path)
    with pytest.raises(Refused, match="make wasm"):
        static_site.static_files()
    monkeypatch.setattr(site, "built_files", dict)
    with pytest.raises(Refused, match="make web"):
        static_site.static_files()
