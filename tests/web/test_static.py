"""The static edition, in a subfolder of a plain file server: whole games, with the network cut, in five languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from file_server import serve_files
from playwright.sync_api import Browser
from web.browsing import Visitor

from whistlestop.server import site
from whistlestop.server.static_site import static_files, write_site
from whistlestop.wasm.export import is_built

KEPT = "navigator.serviceWorker.controller !== null"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static edition, in a folder below that of a file server."""
    assert (site.BUILT / "index.html").exists(), "the client is not built: make web"
    assert is_built(), "the engine for browsers is not built: make wasm"
    made: Path = tmp_path_factory.mktemp("static") / "games" / "trains"
    write_site(made)
    return made


@pytest.fixture(scope="module")
def static_url(folder: Path) -> Iterator[str]:
    """The address of the static edition."""
    with serve_files(folder.parent.parent) as url:
        yield f"{url}games/trains/"


def ply(visitor: Visitor) -> int:
    """The ply that is shown."""
    return int(visitor.page.locator("main.table").get_attribute("data-ply") or 0)


@pytest.fixture(scope="module")
def cut_off(browser: Browser, static_url: str) -> Iterator[Visitor]:
    """A person who has visited the site once, and has no network since."""
    visitor = Visitor(browser, static_url, offline=True)
    visitor.page.wait_for_function(KEPT)
    visitor.context.set_offline(True)
    yield visitor
    assert visitor.errors == []
    visitor.context.close()


@pytest.mark.parametrize(
    ("language", "board"),
    [("en", "new_york"), ("zh-Hans", "europe"), ("zh-Hant", "nordic"), ("is", "europe"), ("ru", "nordic")],
)
def test_a_game_goes_on_without_a_network_in_every_language(
    cut_off: Visitor, static_url: str, language: str, board: str
) -> None:
    page = cut_off.page
    page.goto(static_url)
    page.locator("[data-open=settings]").click()
    page.locator("dialog select").first.select_option(language)
    page.locator(f"html[lang={language}]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-open=rules]").click()
    page.locator("dialog").first.wait_for()
    page.keyboard.press("Escape")
    cut_off.play_now(board)
    assert not cut_off.play_on(3)
    before = ply(cut_off)
    page.reload()
    assert ply(cut_off) >= before
    assert page.locator("html").get_attribute("lang") == language
    assert not cut_off.play_on(3)
    assert page.url.startswith(f"{static_url}#/local/")


@pytest.mark.parametrize("board", ["new_york", "europe", "nordic"])
def test_a_whole_game_with_the_network_cut_ends_with_the_score_line_by_line(
    cut_off: Visitor, static_url: str, board: str
) -> None:
    page = cut_off.page
    page.goto(static_url)
    cut_off.play_now(board)
    assert cut_off.play_on()
    assert page.locator("dialog.ending thead th").count() == 2
    points = page.locator(".scores tbody td:nth-of-type(1), .scores tfoot td:nth-of-type(1)").all_inner_texts()
    *lines, total = (int(text.replace("−", "-") or 0) for text in points)
    assert sum(lines) == total
    assert cut_off.faults() == []


def test_a_new_version_in_the_middle_of_a_game_loses_nothing(browser: Browser, static_url: str, folder: Path) -> None:
    visitor = Visitor(browser, static_url, offline=True)
    page = visitor.page
    page.wait_for_function(KEPT)
    visitor.play_now("new_york")
    assert not visitor.play_on(4)
    before = ply(visitor)
    files = static_files()
    files["index.html"] = files["index.html"].replace(b"<body>", b'<body data-version="next">')
    listed = {path: content for path, content in files.items() if path != site.SERVICE_WORKER}
    (folder / "index.html").write_bytes(files["index.html"])
    (folder / "sw.js").write_bytes(site.write_service_worker(listed, site.STATIC))
    page.reload()  # the browser looks for a new service worker, and this page is still of the old version
    assert ply(visitor) >= before
    assert page.locator("body[data-version]").count() == 0
    page.locator(".notice button").click()
    page.locator("body[data-version=next]").wait_for()
    assert ply(visitor) >= before
    assert not visitor.play_on(3)
    assert visitor.errors == []
    visitor.context.close()
