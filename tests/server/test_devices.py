"""Devices: a player is carried to another browser by a code or a passkey, and each device can be signed out."""

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.authenticator import Authenticator
from server.postgres import Postgres
from server.serving import Person, Server, client, start
from sqlalchemy import Boolean, Column, Double, Integer, LargeBinary, Table

from whistlestop.server import one_time, schema
from whistlestop.server.identity import COOKIE
from whistlestop.server.one_time import LENGTH, LETTERS
from whistlestop.server.passkeys import Site, site_of
from whistlestop.server.reasons import Refused
from whistlestop.server.storage import Storage
from whistlestop.server.user_agent import device_label

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML) Version/18.0 Safari/604.1"


@pytest.fixture
def url(server: Server) -> str:
    return server.url


@pytest.fixture
def local(sqlite_server: Server) -> str:
    """The same server by the only name at which browsers allow passkeys without TLS."""
    return sqlite_server.url.replace("127.0.0.1", "localhost")


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def sign_in(url: str, given: str, **headers: str) -> httpx.Response:
    return httpx.post(f"{url}/api/codes", json={"code": given, "program": True}, headers=headers)


def test_a_code_carries_a_player_to_another_browser_once(url: str) -> None:
    ann = Person(url, "Ann")
    table = ann.make(["you", "open"])
    made = ann.do("POST", "/me/code")
    assert len(made["code"]) == LENGTH
    assert set(made["code"]) <= set(LETTERS)
    assert 290_000 < made["until"] - time.time() * 1000 <= 300_000
    phone = client(url, headers={"user-agent": PHONE})
    typed = f" {made['code'][:4].lower()}-{made['code'][4:]} "
    answer = phone.post("/api/codes", json={"code": typed}, headers={"origin": url})
    assert (answer.status_code, answer.json()["id"], "token" in answer.json()) == (200, ann.id, False)
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert [one["id"] for one in phone.get("/api/me/tables").json()] == [table]
    again = sign_in(url, made["code"])
    assert code(again) == (403, "bad_code")
    assert "set-cookie" not in again.headers


def test_wrong_revoked_and_replaced_codes_are_refused(url: str) -> None:
    ann = Person(url, "Ann")
    for wrong in ("", "A", "22222222", "A" * 20, "ÄÖÜ", "' OR 1=1"):
        assert code(sign_in(url, wrong)) == (403, "bad_code"), wrong
    first = ann.do("POST", "/me/code")["code"]
    second = ann.do("POST", "/me/code")["code"]
    assert code(sign_in(url, first)) == (403, "bad_code"), "a new code replaces the last one"
    ann.do("DELETE", "/me/code")
    assert code(sign_in(url, second)) == (403, "bad_code")
    assert sign_in(url, ann.do("POST", "/me/code")["code"]).status_code == 200


def test_a_code_that_is_too_old_is_refused(tmp_path: Path) -> None:
    async def act() -> list[tuple[bool, str | None]]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/tables.db")
        await storage.open()
        codes = one_time.OneTime(storage)
        old, _ = await codes.make_code("ann")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(one_time, "now", lambda: int(time.time() * 1000) + one_time.VALID + 1)
            found = [await codes.use(one_time.Kind.CODE, old.encode())]
        found += [await codes.use(one_time.Kind.ADD, old.encode()), await codes.use(one_time.Kind.CODE, old.encode())]
        await storage.close()
        return found

    assert asyncio.run(act()) == [(False, None), (False, None), (True, "ann")]


def test_codes_cannot_be_guessed_at_speed(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--new-rate", "0.5", waits=False)
    try:
        statuses = [sign_in(server.url, "22222222").status_code for _ in range(12)]
        assert statuses == [403] * 10 + [429] * 2
        refused = sign_in(server.url, "22222222")
        assert int(refused.headers["retry-after"]) > 5
    finally:
        server.stop()


def test_devices_are_listed_and_one_is_signed_out_with_its_streams(url: str) -> None:
    ann = Person(url, "Ann")
    table = start([ann, Person(url, "Bo")])
    other = sign_in(url, ann.do("POST", "/me/code")["code"], **{"user-agent": FIREFOX}).json()
    laptop = Person.known(url, other["token"])
    stream = laptop.follow(table)
    devices = ann.do("GET", "/me/devices")
    assert {one["label"]: one["current"] for one in devices} == {"python-httpx": True, "Firefox · Linux": False}
    gone = next(one["id"] for one in devices if not one["current"])
    assert code(Person(url).ask("DELETE", f"/me/devices/{gone}")) == (404, "no_such_device")
    ann.do("DELETE", f"/me/devices/{gone}")
    assert stream.ended.wait(10)
    assert code(laptop.ask("GET", "/me")) == (401, "signed_out")
    assert code(ann.ask("DELETE", f"/me/devices/{gone}")) == (404, "no_such_device")
    assert [one["current"] for one in ann.do("GET", "/me/devices")] == [True]
    assert ann.do("GET", "/me")["name"] == "Ann"
    browser = client(url)
    browser.post("/api/players", json={"name": "Cy"}, headers={"origin": url})
    (own,) = browser.get("/api/me/devices").json()
    assert (
        "max-age=0"
        in browser.delete(f"/api/me/devices/{own['id']}", headers={"origin": url}).headers["set-cookie"].lower()
    )
    assert COOKIE not in browser.cookies


def test_a_device_that_is_signed_out_is_refused_by_every_process(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [Server(database, waits=False) for _ in range(2)]
    try:
        ann = Person(servers[0].url, "Ann")
        there = ann.at(servers[1].url)
        assert there.do("GET", "/me")["name"] == "Ann"  # the other process knows her now
        other = sign_in(servers[1].url, ann.do("POST", "/me/code")["code"]).json()
        here = [Person.known(server.url, other["token"]) for server in servers]
        for one in here:
            one.do("GET", "/me")
        gone = next(one["id"] for one in there.do("GET", "/me/devices") if not one["current"])
        there.do("DELETE", f"/me/devices/{gone}")
        until = time.monotonic() + 5
        while here[0].ask("GET", "/me").status_code == 200 and time.monotonic() < until:
            time.sleep(0.02)
        assert [code(one.ask("GET", "/me")) for one in here] == [(401, "signed_out")] * 2
    finally:
        for server in servers:
            server.stop()


def challenge(person: Person | None, url: str, origin: str) -> dict[str, Any]:
    asking = person.client if person else client(url)
    path = "/api/me/passkeys/challenge" if person else "/api/passkeys/challenge"
    answer = asking.post(path, headers={"origin": origin})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_passkey_signs_in_on_another_browser(local: str) -> None:
    ann = Person(local, "Ann")
    key = Authenticator(local)
    asked = challenge(ann, local, local)
    assert (asked["domain"], asked["known"]) == ("localhost", [])
    made = ann.client.post("/api/me/passkeys", json=key.make(asked["challenge"]), headers={"origin": local})
    assert made.status_code == 201, made.text
    (kept,) = ann.do("GET", "/me/passkeys")
    assert challenge(ann, local, local)["known"] == [kept["id"]]
    phone = client(local, headers={"user-agent": PHONE, "origin": local})
    proof = key.sign(challenge(None, local, local)["challenge"])
    assert phone.post("/api/passkeys", json=proof).json()["id"] == ann.id
    assert {one["label"] for one in ann.do("GET", "/me/devices")} == {"python-httpx", "Safari · iPhone"}
    assert code(phone.post("/api/passkeys", json=proof)) == (403, "bad_passkey"), "each challenge is answered once"
    ann.do("DELETE", f"/me/passkeys/{kept['id']}")
    later = key.sign(challenge(None, local, local)["challenge"])
    assert code(phone.post("/api/passkeys", json=later)) == (403, "unknown_passkey")
    assert code(ann.ask("DELETE", f"/me/passkeys/{kept['id']}")) == (404, "no_such_passkey")


def test_passkeys_that_are_not_for_this_site_or_challenge_are_refused(local: str) -> None:
    ann, bo = Person(local, "Ann"), Person(local, "Bo")
    key = Authenticator(local)

    def add(person: Person, passkey: Authenticator, given: str) -> httpx.Response:
        return person.client.post("/api/me/passkeys", json=passkey.make(given), headers={"origin": local})

    for foreign in (Authenticator("https://evil.example"), Authenticator(local, "evil.example")):
        assert code(add(ann, foreign, challenge(ann, local, local)["challenge"])) == (403, "bad_passkey")
    assert code(add(ann, key, challenge(bo, local, local)["challenge"])) == (403, "bad_passkey"), "Bo's challenge"
    assert code(add(ann, key, "nonsense")) == (403, "bad_passkey")
    assert add(ann, key, challenge(ann, local, local)["challenge"]).status_code == 201
    assert code(add(bo, key, challenge(bo, local, local)["challenge"])) == (403, "bad_passkey"), "it is Ann's"

    def use(proof: dict[str, Any]) -> tuple[int, str]:
        return code(client(local).post("/api/passkeys", json=proof, headers={"origin": local}))

    def asked() -> str:
        return str(challenge(None, local, local)["challenge"])

    key.origin = "https://evil.example"
    assert use(key.sign(asked())) == (403, "bad_passkey")
    key.origin, key.domain = local, "evil.example"
    assert use(key.sign(asked())) == (403, "bad_passkey")
    key.domain = "localhost"
    assert use(key.sign(challenge(ann, local, local)["challenge"])) == (403, "bad_passkey"), "for a new passkey"
    other = Authenticator(local)
    assert use({**other.sign(asked()), "id": key.sign("")["id"]}) == (403, "bad_passkey"), "another key's signature"
    assert use(other.sign(asked())) == (403, "unknown_passkey")
    assert client(local).post("/api/passkeys", json=key.sign(asked()), headers={"origin": local}).status_code == 200
    key.uses = 0
    assert use(key.sign(asked())) == (403, "bad_passkey"), "a copy of it that has counted less"
    deep = {"id": "AAAA", "client_data": "W1tb" * 1900, "attestation": "W1tb" * 1900}
    assert code(ann.client.post("/api/me/passkeys", json=deep, headers={"origin": local})) == (403, "bad_passkey")


def test_passkeys_need_a_site_that_browsers_trust(sqlite_server: Server, local: str) -> None:
    for headers in ({"origin": sqlite_server.url}, {}):
        answer = client(sqlite_server.url).post("/api/passkeys/challenge", headers=headers)
        assert code(answer) == (409, "no_passkeys_here")


def test_passkeys_belong_to_the_origin_that_browsers_see() -> None:
    """Behind a proxy that is --origin, with TLS; on the computer itself it is localhost, at any port."""
    own = "https://play.example.org"
    assert site_of(own, own) == Site("play.example.org", own)
    assert site_of("http://localhost:8765", own) == Site("localhost", "http://localhost:8765")
    for origin in ("https://evil.example", "http://play.example.org", "http://127.0.0.1:8765", "null", ""):
        with pytest.raises(Refused, match="--origin"):
            site_of(origin, own)
    with pytest.raises(Refused, match="--origin"):
        site_of("http://192.168.0.7:8765", "http://192.168.0.7:8765")


def test_export_and_deletion_have_devices_passkeys_and_all_else(local: str, sqlite_server: Server) -> None:
    ann, bo = Person(local, "Ann"), Person(local, "Bo")
    key = Authenticator(local)
    asked = challenge(ann, local, local)["challenge"]
    ann.client.post("/api/me/passkeys", json=key.make(asked), headers={"origin": local})
    token = sign_in(local, ann.do("POST", "/me/code")["code"]).json()["token"]
    ann.do("POST", "/me/code")
    ann.do("PUT", "/me/emblem", emblem=77)
    ann.do("PUT", "/me/holiday", days=2)
    ann.do("POST", "/invitations", map="new_york", seats=2, seconds=86_400)
    table = start([ann, bo])
    ann.do("PUT", "/me/blocks", player=bo.id)
    ann.do("POST", f"/tables/{table}/reactions", reaction="hello")
    export = ann.do("GET", "/me/export")
    assert export["player"]["emblem"] == 77
    assert export["blocked"] == [bo.id]
    assert [one["signed_out"] for one in export["devices"]] == [False, False]
    assert (len(export["passkeys"]), len(export["codes"])) == (1, 1)
    assert [one["reaction"] for one in export["reactions"]] == ["hello"]
    stream = bo.follow(table, after=f"{table}:0")
    assert stream.wait("reaction")["reaction"] == "hello"
    ann.do("DELETE", "/me")
    assert code(Person.known(local, token).ask("GET", "/me")) == (401, "forgotten_player")
    proof = key.sign(challenge(None, local, local)["challenge"])
    answer = client(local).post("/api/passkeys", json=proof, headers={"origin": local})
    assert code(answer) == (403, "unknown_passkey")
    assert bo.follow(table, after=f"{table}:0").wait("reaction")["reaction"] == ""


def test_export_and_deletion_reach_every_table_that_names_players(sqlite_server: Server) -> None:
    """Each such table gets a row about Ann whose numbers and texts occur nowhere else."""
    ann = Person(sqlite_server.url, "Ann")
    columns = columns_of_players()
    marks = {pair: 4_000_000_000_000 + n for n, pair in enumerate(columns)}
    with closing(sqlite3.connect(sqlite_server.database, timeout=10)) as database:
        for (table, column), mark in marks.items():
            values = {one.name: marked(one, mark) for one in table.c} | {column: ann.id}
            names = ", ".join(f'"{name}"' for name in values)
            database.execute(
                f"INSERT INTO {table.name} ({names}) VALUES ({', '.join('?' * len(values))})", [*values.values()]
            )
        database.commit()
        export = ann.ask("GET", "/me/export").text
        for (table, column), mark in marks.items():
            if (table.name, column) not in NOT_EXPORTED:
                assert str(mark) in export, f"{table.name} is not in the export"
        ann.do("DELETE", "/me")
        for table, column in columns:
            left = database.execute(f"SELECT * FROM {table.name} WHERE {column} = ?", (ann.id,)).fetchall()
            if table is schema.events:
                assert [row[-2] for row in left] == ['{"text": ""}']
            else:
                assert left == [], f"{table.name} still names her"
        with database:
            for (table, _), mark in marks.items():
                key = next(iter(table.primary_key))
                database.execute(f"DELETE FROM {table.name} WHERE {key.name} = ?", (marked(key, mark),))


NOT_EXPORTED = {
    ("seats", "player"),  # the table of this seat doesn't exist; those that do are exported with their records
    ("presence", "player"),  # for five seconds, who has a game open
    ("mutes", "muted"), ("blocks", "blocked"),  # these are others' lists
    ("mutes", "player"), ("blocks", "player"),  # they are exported as this process knows them
}  # fmt: skip


def marked(column: Column[Any], mark: int) -> Any:
    """A value for a column that tells its row from all others."""
    fixed = {"kind": "chat", "way": "mail", "body": json.dumps({"text": f"mark {mark}"})}
    if column.name in fixed:
        return fixed[column.name]
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, LargeBinary):
        return str(mark).encode()
    return mark if isinstance(column.type, (Integer, Double)) else f"mark {mark}"


def columns_of_players() -> list[tuple[Table, str]]:
    """The tables that say something about a player, and the columns that name them."""
    tables = schema.metadata.tables.values()
    return [(table, one) for table in tables for one in ("player", "muted", "blocked") if one in table.c]


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox · Linux"),
        (PHONE, "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome · Android",
        ),
        ("my-bot/1.0", "my-bot"),
        ("<script>\x00" + "x" * 99, ("<script> " + "x" * 99)[:40]),
        ("", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(agent: str, label: str) -> None:
    assert device_label(agent) == label
