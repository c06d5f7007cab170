"""The static edition, in a subfolder of a plain file server: whole games, with the network cut, in five languages."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser
from web.browsing import Visitor

from whistlestop.server import engine, site
from whistlestop.server.static_site import write_site

KEPT = "navigator.serviceWorker.controller !== null"


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server that prints nothing."""

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def static_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static edition."""
    assert (site.BUILT / "index.html").exists(), "the client is not built: make web"
    assert engine.is_built(), "the engine for browsers is not built: make wasm"
    root: Path = tmp_path_factory.mktemp("static")
    write_site(root / "games" / "trains")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/games/trains/"
        server.shutdown()


@pytest.mark.parametrize(
    ("language", "board"),
    [("en-US", "new_york"), ("zh-CN", "europe"), ("zh-TW", "nordic"), ("is-IS", "europe"), ("ru-RU", "nordic")],
)
def test_a_game_goes_on_without_a_network_in_every_language(
    browser: Browser, static_url: str, language: str, board: str
) -> None:
    visitor = Visitor(browser, static_url, language=language, offline=True)
    page = visitor.page
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-open=rules]").click()
    page.locator("dialog").first.wait_for()
    page.keyboard.press("Escape")
    visitor.play_now(board)
    assert not visitor.play_on(3)
    before = page.locator("main.table").get_attribute("data-ply")
    page.reload()
    page.locator("main.table").wait_for()
    assert int(page.locator("main.table").get_attribute("data-ply") or 0) >= int(before or 0)
    assert not visitor.play_on(3)
    assert page.url.startswith(f"{static_url}#/local/")
    assert visitor.errors == []
    visitor.context.close()


@pytest.mark.parametrize("board", ["new_york", "europe", "nordic"])
def test_whole_games_are_played_with_the_network_cut(browser: Browser, static_url: str, board: str) -> None:
    visitor = Visitor(browser, static_url, offline=True)
    visitor.page.wait_for_function(KEPT)
    visitor.page.context.set_offline(True)
    visitor.play_now(board)
    assert visitor.play_on()
    assert visitor.errors == []
    visitor.context.close()
