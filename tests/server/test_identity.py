"""Identity: a player is a signed token with a name; their data can be seen, exported and deleted."""

import re
import time

import httpx
import pytest
from server.serving import Person, Server, client, start

from whistlestop.server.identity import COOKIE, ID, Tokens, clean, new_id
from whistlestop.server.reasons import Refused


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_browser_gets_a_cookie_that_no_script_reads_and_must_say_its_origin(url: str) -> None:
    browser = client(url)
    answer = browser.post("/api/players", json={"name": "Ann"}, headers={"origin": url})
    assert answer.status_code == 201
    assert "token" not in answer.json()
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert browser.get("/api/me").json()["name"] == "Ann"
    again = browser.post("/api/players", json={"name": "Zoe"}, headers={"origin": url})
    assert (again.status_code, again.json()["id"], again.json()["name"]) == (200, answer.json()["id"], "Ann")
    assert "set-cookie" not in again.headers
    damaged = client(url)
    damaged.cookies.set(COOKIE, "nonsense")
    assert damaged.post("/api/players", json={"name": "Zoe"}, headers={"origin": url}).json()["name"] == "Zoe"
    assert code(browser.patch("/api/me", json={"name": "Eve"})) == (403, "no_origin")
    assert code(browser.patch("/api/me", json={"name": "Eve"}, headers={"origin": "https://evil.example"})) == (
        403, "foreign_origin",
    )  # fmt: skip
    assert code(browser.patch("/api/me", json={"name": "Eve"}, headers={"origin": "null"})) == (403, "foreign_origin")
    assert browser.patch("/api/me", json={"name": "Bea"}, headers={"origin": url}).json()["name"] == "Bea"


def test_a_program_gets_a_token_and_no_cookie(url: str) -> None:
    answer = httpx.post(f"{url}/api/players", json={"name": "Bot", "program": True})
    assert "set-cookie" not in answer.headers
    assert httpx.get(f"{url}/api/me", headers={"authorization": f"Bearer {answer.json()['token']}"}).status_code == 200


def test_bad_expired_and_foreign_tokens_are_refused(url: str) -> None:
    ann = Person(url)

    def me(token: str) -> tuple[int, str]:
        return code(httpx.get(f"{url}/api/me", headers={"authorization": f"Bearer {token}"}))

    assert code(httpx.get(f"{url}/api/me")) == (401, "no_token")
    assert httpx.get(f"{url}/api/me?optional=true").status_code == 204
    assert me("nonsense") == (401, "bad_token")
    assert me(ann.token[:-1] + ("A" if ann.token[-1] != "A" else "B")) == (401, "bad_token")
    assert me(Tokens(b"another server's key").sign(ann.id)) == (401, "bad_token")
    assert me(f"{ann.id}.99999999999.") == (401, "bad_token")


def test_a_token_ends_and_its_signature_is_checked_first() -> None:
    tokens = Tokens(b"key")
    assert tokens.check(tokens.sign("ann")) == "ann"
    with pytest.raises(Refused, match="expired"):
        tokens.check(tokens.sign("ann", days=-1))
    later = tokens.sign("ann", days=-1).replace(str(int(time.time()) - 86400), str(int(time.time()) + 9))
    with pytest.raises(Refused, match="didn't issue"):
        tokens.check(later)


def test_names_are_cleaned_of_invisible_characters() -> None:
    assert clean("  A\x00n\u202en \n B ") == "A n n B"
    assert clean("\u200b\t") == ""
    assert re.fullmatch(ID, new_id())


def test_a_name_that_grows_when_it_is_cleaned_is_refused(url: str) -> None:
    """U+FB2C is one character, and three once it is normalised."""
    ann = Person(url)
    assert len(clean("\ufb2c")) == 3
    assert code(ann.ask("PATCH", "/me", name="\ufb2c" * 30)) == (422, "bad_body")
    assert code(ann.post("/tables", map="new_york", seats=["you", "you"], names=["\ufb2c" * 30])) == (422, "bad_body")
    assert len(ann.do("PATCH", "/me", name="\ufb2c" * 10)["name"]) == 30


def test_rename_list_and_export(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo])
    ann.do("PATCH", "/me", name="Anna")
    assert bo.do("GET", f"/tables/{table}")["seats"][0]["name"] == "Anna"
    assert [one["id"] for one in ann.do("GET", "/me/tables")] == [table]
    ann.do("POST", f"/tables/{table}/chat", text="good luck")
    export = ann.do("GET", "/me/export")
    assert export["player"]["name"] == "Anna"
    assert export["tables"][0]["record"].startswith("format: 1\ntold: 0\n")
    assert export["messages"][0]["text"] == "good luck"


def test_a_deleted_player_leaves_moves_and_no_name(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo Unforgettable")
    table = start([ann, bo])
    bo.do("POST", f"/tables/{table}/chat", text="remember me")
    stream = bo.follow(table)
    bo.do("DELETE", "/me")
    assert stream.ended.wait(10)
    assert code(bo.ask("GET", "/me")) == (401, "forgotten_player")
    seats = ann.do("GET", f"/tables/{table}")["seats"]
    assert (seats[1]["player"], seats[1]["bot"]) == (None, "dispatcher")
    again = ann.follow(table, after=f"{table}:0")
    assert again.wait("chat")["text"] == ""
    everything = b"".join(again.raw) + ann.client.get(f"/api/tables/{table}/record").content
    assert b"Unforgettable" not in everything
    assert b"remember me" not in everything
    view = ann.view(table, 0)
    assert ann.move(table, 0, view["ply"], view["legal"][0]["text"]).status_code == 200


def test_an_export_has_all_tables_of_a_player(sqlite_server: Server) -> None:
    ann = Person(sqlite_server.url)
    tables = [ann.make(["you", "open"]) for _ in range(103)]
    assert [one["table"]["id"] for one in ann.do("GET", "/me/export")["tables"]] == tables[::-1]
    assert [one["id"] for one in ann.do("GET", "/me/tables")] == tables[:2:-1]
