"""Behind nginx and Caddy as deploy/ sets them up: TLS, origins, addresses, uploads, and streams that don't wait."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from install.proxies import SITE, Caddy, Hosts, Nginx, Proxy
from server.serving import SOURCE, Person, Server, start


class Route(httpx.HTTPTransport):
    """The way to a site behind a proxy of this machine, from an address of this machine."""

    def __init__(self, proxy: Proxy, address: str) -> None:
        super().__init__(verify=proxy.trust(), local_address=address)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Ask the proxy for the site by its name."""
        request.extensions["sni_hostname"] = SITE
        request.url = request.url.copy_with(host="127.0.0.1")
        return super().handle_request(request)


@pytest.fixture
def browser(proxy: Proxy, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Makes browsers, each at an address of its own."""
    opened: list[httpx.Client] = []

    def open_browser(address: str) -> httpx.Client:
        opened.append(httpx.Client(base_url=proxy.origin, transport=Route(proxy, address), timeout=30))
        return opened[-1]

    yield open_browser
    for one in opened:
        one.close()


@pytest.fixture(scope="module", params=[Nginx, Caddy])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy with a server behind it."""
    found: Proxy = request.param(tmp_path_factory.mktemp("proxy"))
    flags = ("--origin", found.origin, "--address-rate", "3")
    uncompiled = {
        "PYTHONPATH": SOURCE,
        "WHISTLESTOP_TARGET": "none",
    }  # it starts at once, and deals cards quickly enough
    server = Server(str(found.folder / "tables.db"), *flags, port=found.upstream, environment=uncompiled)
    yield found
    server.stop()
    found.stop()


def test_all_requests_for_a_table_go_to_the_same_host(tmp_path: Path) -> None:
    """deploy/nginx-hosts.conf: nginx shows by what it chooses the host."""
    nginx = Hosts(tmp_path)
    try:
        for path in (
            "/api/tables/aB-1",
            "/api/tables/aB-1/moves",
            "/api/events?tables=aB-1",
            "/api/events?curtain=1&tables=aB-1,c",
        ):
            assert httpx.get(f"http://127.0.0.1:{nginx.port}{path}").text == "aB-1", path
        for path in ("/", "/api/tables", "/api/players", "/api/events?notables=aB-1"):
            assert httpx.get(f"http://127.0.0.1:{nginx.port}{path}").text == "127.0.0.1", path
    finally:
        nginx.stop()


def code(answer: httpx.Response) -> Any:
    return answer.status_code, answer.json()["code"]


def refused_origin(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["code"] == "foreign_origin"


def test_pages_of_the_site_may_change_things_and_pages_of_others_may_not(proxy: Proxy, browser: Any) -> None:
    ann = browser("127.0.0.2")
    for foreign in ("https://evil.example", f"http://{SITE}:{proxy.port}", f"https://{SITE}", "null"):
        answer = ann.post("/api/players", json={"name": "Ann"}, headers={"origin": foreign})
        assert refused_origin(answer), foreign
    answer = ann.post("/api/players", json={"name": "Ann"}, headers={"origin": proxy.origin})
    assert answer.status_code == 201
    assert "secure" in answer.headers["set-cookie"].lower(), "the server knows that browsers see TLS"


def test_plain_http_is_sent_to_https_and_metrics_stay_inside(proxy: Proxy, browser: Any) -> None:
    plain = httpx.get(f"http://127.0.0.1:{proxy.plain}/t/x", headers={"host": SITE})
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith(f"https://{SITE}")
    assert plain.headers["location"].endswith("/t/x")
    ann = browser("127.0.0.3")
    assert ann.get("/").headers["content-type"].startswith("text/html")
    assert ann.get("/metrics").status_code == 404
    assert httpx.get(f"http://127.0.0.1:{proxy.upstream}/metrics").status_code == 200


def test_an_event_comes_within_a_second(proxy: Proxy) -> None:
    ann, bo = (
        Person(proxy.origin, name, transport=Route(proxy, address))
        for name, address in (("Ann", "127.0.0.4"), ("Bo", "127.0.0.5"))
    )
    table = start([ann, bo])
    stream = bo.follow(table)
    delays = []
    for number in range(1, 4):
        began = time.monotonic()
        ann.do("POST", f"/tables/{table}/chat", text="Hello")
        stream.wait("chat", count=number)
        delays.append(time.monotonic() - began)
    assert min(delays) < 1


def test_each_address_has_a_rate_of_its_own(proxy: Proxy, browser: Any) -> None:
    """So the server takes the address from the proxy, and not from what a client claims."""
    ann, bo = browser("127.0.0.6"), browser("127.0.0.7")
    claims = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(60)]
    assert 429 in [ann.get("/api/levels", headers=claim).status_code for claim in claims]
    assert bo.get("/api/levels").status_code == 200


def test_large_uploads_are_refused(browser: Any) -> None:
    ann = browser("127.0.0.8")
    codes = [
        ann.post("/api/reports", content=b" " * size, headers={"content-type": "application/json"}).status_code
        for size in (450_000, 600_000)
    ]
    assert codes[0] == 400, "a body of this size is read, and is no JSON"
    assert codes[1] in (413, 502), "the proxy cuts a larger one off; Caddy 2.6 says so with 502"
