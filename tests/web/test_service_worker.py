"""The service worker keeps one version of the site: complete, unmixed, and used until the reader wants the next one."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from server.serving import Server
from web.browsing import PATIENCE, Visitor

from whistlestop.game.board import LANGUAGES
from whistlestop.game.game import Game
from whistlestop.server import site
from whistlestop.server.packed import MEDIA
from whistlestop.wasm.export import is_built, network_name, version

PAGE = '<!doctype html><title>{0}</title><body><script src="/assets/code.js"></script></body>'
REGISTER = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => null)"
CONTROLLED = "navigator.serviceWorker.controller !== null"
UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return "none";
    while (!["installed", "redundant"].includes(worker.state))
        await new Promise((go) => worker.addEventListener("statechange", go, { once: true }));
    return worker.state;
}"""
ACTIVATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const changed = new Promise((go) => navigator.serviceWorker.addEventListener("controllerchange", go));
    registration.waiting.postMessage("skip waiting");
    await changed;
}"""


def make_files(version: str) -> dict[str, bytes]:
    """A small site of a version."""
    return {
        "index.html": PAGE.format(version).encode(),
        "assets/code.js": f"document.body.dataset.version = '{version}'".encode(),
        "api/maps": f'["{version}"]'.encode(),
    }


class SmallSite:
    """A server with a small site, which can be replaced by another version, also in part."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        small = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.lstrip("/") or "index.html"
                small.asked.append(path)
                content = small.files.get(path)
                self.send_response(200 if content is not None else 404)
                self.send_header("content-type", MEDIA.get("." + path.rpartition(".")[2], "application/json"))
                self.end_headers()
                self.wfile.write(content or b"{}")

            def log_message(self, *args: object) -> None:
                pass

        self.publish(make_files("one"))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def publish(self, files: dict[str, bytes], **others: bytes) -> None:
        """Serve a version; `others` are sent instead of what its service worker lists."""
        self.files = {**files, "sw.js": site.write_service_worker(files, site.SERVER), "docs": b"docs", **others}


@pytest.fixture
def small() -> Iterator[SmallSite]:
    assert site.SERVICE_WORKER in site.built_files(), "the client is not built: make web"
    found = SmallSite()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def page(browser: Browser, small: SmallSite) -> Iterator[Page]:
    """A page that is controlled by the service worker of version one."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    found.goto(small.url)
    found.evaluate(REGISTER)
    found.wait_for_function(CONTROLLED)
    yield found
    context.close()


def shown(page: Page) -> tuple[str, Any, Any]:
    """The versions of the page, of its script and of its data."""
    data = page.evaluate("fetch('/api/maps').then((answer) => answer.json())")
    return page.title(), page.evaluate("document.body.dataset.version"), data[0]


def test_after_one_visit_everything_works_without_a_network(page: Page, small: SmallSite) -> None:
    page.context.set_offline(True)
    for path in ("", "new", "import?x=1#y", "t/abc", "local/abc"):
        page.goto(small.url + path)
        assert shown(page) == ("one", "one", "one")
    assert page.evaluate("fetch('/api/tables').then(() => true, () => false)") is False


def test_what_is_no_file_of_the_site_goes_to_the_network(page: Page, small: SmallSite) -> None:
    small.asked.clear()
    page.evaluate("fetch('/api/tables')")
    page.evaluate("fetch('/api/events?tables=x')")
    page.evaluate("fetch('/')")
    page.evaluate("fetch('/api/maps')")
    assert small.asked == ["api/tables", "api/events?tables=x", "index.html"]
    page.goto(small.url + "docs")
    assert small.asked[-1] == "docs"


def test_a_new_version_waits_until_the_reader_wants_it(page: Page, small: SmallSite) -> None:
    small.publish(make_files("two"))
    assert page.evaluate(UPDATE) == "installed"
    page.reload()
    assert shown(page) == ("one", "one", "one")
    page.evaluate(ACTIVATE)
    page.reload()
    assert shown(page) == ("two", "two", "two")
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")
    page.context.set_offline(True)
    page.reload()
    assert shown(page) == ("two", "two", "two")


@pytest.mark.parametrize("late", ["index.html", "assets/code.js", "api/maps"])
def test_files_of_two_versions_are_never_kept_together(page: Page, small: SmallSite, late: str) -> None:
    small.publish(make_files("two"), **{late: make_files("one")[late]})
    assert page.evaluate(UPDATE) == "redundant"
    page.reload()
    assert shown(page) == ("one", "one", "one")
    small.publish(make_files("two"))
    assert page.evaluate(UPDATE) == "installed"


def test_a_version_whose_file_is_missing_is_not_used(page: Page, small: SmallSite) -> None:
    small.publish(make_files("two"))
    del small.files["assets/code.js"]
    assert page.evaluate(UPDATE) == "redundant"
    page.context.set_offline(True)
    page.reload()
    assert shown(page) == ("one", "one", "one")


def test_a_server_is_kept_with_all_its_files_under_its_own_policy(browser: Browser, server: Server) -> None:
    assert is_built(), "the engine is not built: make wasm"
    visitor = Visitor(browser, server.url, offline=True)
    page = visitor.page
    page.evaluate(REGISTER)
    page.wait_for_function(CONTROLLED)
    networks = [f"engine/{version()}/networks/{network_name(Game(name))}" for name in ("nordic", "new_york")]
    assert page.evaluate("path => fetch(path).then((answer) => answer.ok)", f"/{networks[0]}")
    page.context.set_offline(True)
    page.goto(f"{server.url}/local/{'x' * 22}")
    needed = [page.evaluate("path => fetch(path).then(() => true, () => false)", f"/{path}") for path in networks]
    assert needed == [True, False]
    files = [f"boards/{name}/{language}" for name in ("europe", "nordic", "new_york") for language in LANGUAGES]
    files += [f"engine/{version()}/{file}" for file in ("whistlestop.wasm", "engine.json", "games/nordic-3.json")]
    for path in ("api/maps", "api/levels", "palette.css", "manifest.webmanifest", *files):
        assert page.evaluate("path => fetch(path).then((answer) => answer.ok, () => false)", f"/{path}"), path
    assert page.evaluate(
        "path => fetch(path).then(WebAssembly.compileStreaming).then((module) => module instanceof WebAssembly.Module)",
        f"/engine/{version()}/whistlestop.wasm",
    )
    assert not [error for error in visitor.errors if "Content Security" in error]
    visitor.context.close()
