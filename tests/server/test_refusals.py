"""Bad input: every refusal is a documented code and a sentence, and changes nothing."""

import json
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, client, start

from whistlestop.server.reasons import CODES
from whistlestop.server.settings import Settings, variable

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.fixture
def url(sqlite_server: Server) -> str:
    return sqlite_server.url


@pytest.fixture
def ann(url: str) -> Person:
    return Person(url, "Ann")


def check(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """A refusal as it must be."""
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), body
    assert body["text"].endswith((".", "?"))
    assert "Traceback" not in body["text"]
    return body


def raw(ann: Person, path: str, content: bytes, kind: str = "application/json") -> httpx.Response:
    return ann.client.post(f"/api{path}", content=content, headers={"content-type": kind})


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[]", b"null", b'{"name": "x"', b'"' * 5, b"[" * 5000])
def test_malformed_json(ann: Person, content: bytes) -> None:
    answer = raw(ann, "/tables", content)
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad_json", "bad_body")


def test_fields_that_are_unknown_missing_too_large_or_of_the_wrong_type(ann: Person) -> None:
    good = {"map": "europe", "seats": ["you", "open"]}
    for more in (
        {"sauce": 1}, {"map": 7}, {"map": "x" * 65}, {"map": ""}, {"seats": []}, {"seats": ["you"]},
        {"seats": ["you"] * 6}, {"seats": "you,open"}, {"seats": [1, 2]}, {"listed": "yes"}, {"first": 10**40},
        {"first": -1}, {"first": 1.5}, {"clock": {"kind": "sand"}}, {"clock": {"kind": "turn", "seconds": 10**9}},
        {"gone_after": -5}, {"gone_after": 3}, {"clock": {"kind": "turn"}},
    ):  # fmt: skip
        check(ann.post("/tables", **{**good, **more}), 422, "bad_body")
    for more in (
        {"map": "atlantis"},
        {"seats": ["you", "deity"]},
        {"stand_in": "deity"},
        {"map": "nordic", "seats": ["you"] * 4},
    ):
        check(ann.post("/tables", **{**good, **more}), 422, "bad_table")
    check(ann.post("/tables", **good, first=3), 404, "no_such_seat")
    assert raw(ann, "/tables", b'{"map": "europe", "seats": ["you", "open"], "first": 1e999}').status_code == 422
    assert ann.do("GET", "/me/tables") == []


@pytest.mark.parametrize("name", ["", " ", "x" * 31, "\u200b", 7, None, ["x"], "\ud800"])
def test_invalid_names(url: str, name: Any) -> None:
    body = json.dumps({"name": name})
    answer = httpx.post(f"{url}/api/players", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad_body", "bad_json")


def test_bodies_that_are_too_large(ann: Person) -> None:
    check(raw(ann, "/players", b'{"name": "' + b"x" * 20_000 + b'"}'), 413, "too_large")

    def parts() -> Any:
        for _ in range(40):
            yield b" " * 1000

    answer = ann.client.post("/api/players", content=parts(), headers={"content-type": "application/json"})
    check(answer, 413, "too_large")
    check(raw(ann, "/tables", b'{"map": "europe"}', "text/plain"), 415, "bad_media")


def test_a_body_that_never_arrives(ann: Person, url: str) -> None:
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as slow:
        slow.sendall(
            b"POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        assert b"408" in slow.recv(1000)


def test_unknown_addresses_and_methods(ann: Person) -> None:
    check(ann.ask("GET", "/nothing"), 404, "bad_path")
    check(ann.ask("GET", "/maps/atlantis"), 404, "bad_path")
    check(ann.ask("PUT", "/tables"), 405, "bad_method")
    for name in ("x", "A" * 22, "..%2f..%2fetc", "%00" * 22, "é" * 22, "x" * 100):
        assert ann.ask("GET", f"/tables/{name}").status_code in (404, 422)
    check(ann.client.get("/api/events", params={"tables": "A" * 22}), 404, "no_such_table")
    check(ann.client.get("/api/events"), 422, "bad_body")
    check(ann.client.get("/api/events", params={"tables": "A" * 22 + ",x"}), 404, "no_such_table")


def test_moves_that_are_refused_change_nothing(url: str, ann: Person) -> None:
    bo, eve = Person(url, "Bo"), Person(url, "Eve")
    table = start([ann, bo], first=0)
    ply = ann.views(table)[0]["ply"]
    before = ann.do("GET", f"/tables/{table}"), ann.views(table), bo.views(table)
    path = f"/tables/{table}/moves"
    check(eve.post(path, ply=ply, move="draw"), 404, "no_such_table")
    check(bo.post(path, ply=ply, seat=0, move="keep 1"), 403, "not_your_seat")
    check(ann.post(path, ply=ply, seat=3, move="keep 1"), 404, "no_such_seat")
    check(ann.post(path, ply=ply + 1, move="keep 1"), 409, "stale")
    check(ann.post(path, ply=10**30, move="keep 1"), 422, "bad_body")
    check(ann.post(path, ply=-1, move="keep 1"), 422, "bad_body")
    check(ann.post(path, ply=str(ply), move="keep 1"), 422, "bad_body")
    check(ann.post(path, ply=True, move="keep 1"), 422, "bad_body")
    check(ann.post(path, ply=ply, move="x" * 101), 422, "bad_body")
    check(ann.post(path, ply=ply, move="\x00'; DROP TABLE moves; --"), 422, "illegal")
    check(ann.post(path, ply=ply, move="draw"), 422, "illegal")
    check(ann.post(path, move="draw"), 422, "bad_body")
    check(raw(ann, path, b'{"ply": 1, "move": "draw"}', "text/plain"), 415, "bad_media")
    check(raw(ann, path, b'{"ply": 1, "move": '), 400, "bad_json")
    check(raw(ann, path, b'{"ply": 1, "move": "draw", "sauce": 1}'), 422, "bad_body")
    check(ann.post(f"/tables/{table}/hashes", hash="0" * 64), 409, "not_wanted")
    check(ann.post(f"/tables/{table}/hashes", hash="Z" * 64), 422, "bad_body")
    check(ann.post(f"/tables/{table}/proposals", kind="undo", ply=ply - 1), 409, "stale")
    check(ann.post(f"/tables/{table}/proposals", kind="flip", ply=ply), 422, "bad_body")
    check(ann.post(f"/tables/{table}/proposals/answer", agree=True), 409, "no_proposal")
    check(ann.ask("PUT", "/me/mutes", player="A" * 22), 404, "no_such_player")
    check(ann.post(f"/tables/{table}/chat", text="x" * 301), 422, "bad_body")
    check(ann.post(f"/tables/{table}/rematch"), 409, "begun")
    assert (ann.do("GET", f"/tables/{table}"), ann.views(table), bo.views(table)) == before


def test_a_closed_table_is_closed(url: str, ann: Person) -> None:
    table = ann.make(["you", "porter"])
    ann.send_hashes(table, [0])
    ann.send_bytes(table, [0])
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ann.views(table)[0]["ply"])
    before = ann.do("GET", f"/tables/{table}")
    assert before["state"] == "abandoned"
    check(ann.post(f"/tables/{table}/moves", ply=0, move="draw"), 409, "closed")
    check(ann.post(f"/tables/{table}/seats"), 409, "closed")
    check(ann.ask("DELETE", f"/tables/{table}/seats/0"), 409, "closed")
    check(ann.post(f"/tables/{table}/proposals", kind="end", ply=0), 409, "closed")
    assert ann.do("GET", f"/tables/{table}") == before


def test_too_many_requests_get_a_time_to_come_back(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--rate", "1", "--new-rate", "0.05")
    try:
        ann = Person(server.url)
        answers = [ann.ask("GET", "/me") for _ in range(30)]
        late = [answer for answer in answers if answer.status_code == 429]
        assert late
        check(late[0], 429, "too_many")
        assert int(late[0].headers["retry-after"]) >= 1
        created = [client(server.url).post("/api/players", json={"name": "x", "program": True}) for _ in range(6)]
        assert check(created[-1], 429, "too_many")["parameters"]["seconds"] >= 1
    finally:
        server.stop()
    other = Server(str(tmp_path / "tables.db"), "--address-rate", "1")
    try:
        assert 429 in {httpx.get(f"{other.url}/api/levels").status_code for _ in range(20)}
        assert httpx.get(f"{other.url}/healthz").status_code == 200
    finally:
        other.stop()


def test_every_answer_has_the_headers_of_a_careful_server(ann: Person) -> None:
    for path in ("/", "/docs", "/openapi.json", "/api/me", "/api/nothing", "/healthz"):
        headers = ann.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("script-src 'self' 'wasm-unsafe-eval';", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers
    page = ann.client.get("/docs").text
    assert not re.search(r"(src|href)=['\"](https?:)?//", page)
    assert "<script" not in page


def test_every_code_and_every_setting_is_documented() -> None:
    text = DOCS.read_text()
    for code, (status, sentence) in CODES.items():
        assert f"| `{code}` | {status} | {sentence} |" in text or f"| `{code}` | {sentence} |" in text
    for name, setting in Settings.__dataclass_fields__.items():
        assert f"| `{variable(name)}` |" in text
        assert setting.metadata["text"] in text
