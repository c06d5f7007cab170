"""A server and a browser that the tests of the web client share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from server.serving import Person, Server, start
from web.browsing import ELSEWHERE, chromium

from whistlestop.game.kernel import TARGET
from whistlestop.server.site import BUILT
from whistlestop.wasm.export import is_built


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The client knows no rules: one run, with the rules as players run them, tests it."""
    if TARGET == "cpu":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="the client is tested with the compiled rules"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    assert is_built(), "the engine for browsers is not built: make wasm"
    server = Server(str(tmp_path_factory.mktemp("web") / "tables.db"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def finished(server: Server) -> str:
    """The address of a table whose game is over, which everybody may look at."""
    ann = Person(server.url)
    table = start([ann], bots=("porter",), watchable=True)
    for _ in range(1000):
        view = ann.view(table, 0)
        if "result" in view:
            return f"{server.url}/t/{table}"
        if view["legal"]:
            moves = [move["text"] for move in view["legal"]]
            claims = [move for move in moves if move.startswith("claim")]
            ann.move(table, 0, view["ply"], (claims or moves)[-1])
    raise AssertionError("the game has no end")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for each file of tests: while one is open, nothing else of asyncio runs in the same process."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"]
        )
        yield launched
        launched.close()
