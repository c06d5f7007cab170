"""Imports: a game that was begun elsewhere becomes a table, exactly as its record says, or is refused."""

import json
import random
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, start
from server.test_refusals import check

from whistlestop.game.dealer import FairDealer
from whistlestop.game.fair_key import KeyOrigin
from whistlestop.game.game import Game
from whistlestop.game.reader import verify
from whistlestop.game.record import Record
from whistlestop.server.identity import new_id
from whistlestop.server.limits import LARGE_BODY
from whistlestop.server.protocol.requests import RECORD

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def url(sqlite_server: Server) -> str:
    return sqlite_server.url


def begun(turns: int, board: str = "new_york", seats: int = 2, first: int | None = None) -> Record:
    """A game as a browser keeps it: dealt fairly, and played at random for some turns."""
    game = Game(board, seats)
    origin = KeyOrigin(new_id(), secrets.token_bytes(32), (secrets.token_bytes(16), *[None] * (seats - 1)))
    record = Record(
        game, FairDealer.from_origin(origin, game.digest), first=first, names=["Ann", *["porter"] * (seats - 1)]
    )
    draw = random.Random(turns)
    while turns and not record.over:
        record.play(draw.choice(record.legal_moves()))
        turns -= 1
    return record


def send(person: Person, record: Any, seats: list[str] | None = None) -> httpx.Response:
    return person.post("/tables/import", record=str(record), seats=seats or ["you", "porter"])


def finish(person: Person, table: str, seat: int = 0) -> None:
    """Play a seat at random until the game is over."""
    stream = person.follow(table)
    draw = random.Random(1)
    view = person.view(table, seat)
    while "result" not in view:
        if view["legal"]:
            person.move(table, seat, view["ply"], draw.choice(view["legal"])["text"])
        else:
            stream.wait_ply(view["ply"] + 1)
        view = person.view(table, seat)


def test_a_game_is_played_on_where_it_stopped_and_its_record_is_proven(server: Server) -> None:
    ann = Person(server.url, "Ann")
    record = begun(9, first=1)
    made = send(ann, record).json()
    origin = record.dealer.origin  # type: ignore[union-attr]
    assert (made["id"], made["state"], made["ply"]) == (origin.table, "playing", len(record.entries))
    assert (made["yours"], made["first"], made["seats"][1]["bot"]) == ([0], 1, "porter")
    assert made["fairness"]["commitment"] == origin.commitment
    assert made["fairness"]["bytes"] == [origin.added[0].hex(), None]
    assert "secret" not in made["fairness"]
    finish(ann, made["id"])
    whole = ann.do("GET", f"/tables/{made['id']}/record")
    assert verify(whole).over
    assert "\n\n" + str(record).partition("\n\n")[2] in whole
    assert send(ann, record).json()["code"] == "table_exists"


def test_a_stored_import_is_read_back_as_it_was(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--bot-pace", "1000")
    try:
        ann = Person(server.url)
        record = begun(12, "europe", 3, first=0)
        table = send(ann, record, ["you", "you", "porter"]).json()["id"]
        before = ann.views(table)
    finally:
        server.stop()
    server = Server(str(tmp_path / "tables.db"), "--bot-pace", "1000")
    try:
        assert ann.at(server.url).views(table) == before
    finally:
        server.stop()


def test_the_last_move_of_an_imported_game_can_be_undone(url: str) -> None:
    ann = Person(url)
    draw = random.Random(3)
    record = begun(2, first=0)
    while not any(entry.mover == 0 and "claim" in text for entry, text in last_move(record)):
        record.play(draw.choice(record.legal_moves()))
    made = send(ann, record, ["you", "you"]).json()
    undone = ann.post(f"/tables/{made['id']}/proposals", seat=0, kind="undo", ply=made["ply"]).json()
    assert undone["ply"] == made["ply"] - 1
    assert len(ann.do("GET", f"/tables/{made['id']}/views/{undone['ply']}")["views"]) == 2


def last_move(record: Record) -> list[Any]:
    entry = record.entries[-1]
    return [(entry, record.game.catalogue.moves[entry.move].text)]


@pytest.mark.parametrize("turns", [0, 1])
def test_first_choices_that_were_made_stay_sealed(url: str, turns: int) -> None:
    ann = Person(url)
    record = begun(turns, first=0)
    table = send(ann, record, ["you", "you"]).json()["id"]
    views = ann.views(table)
    assert views[0]["movers"] == list(range(turns, 2))
    assert (views[0]["chosen"] is not None) == bool(turns)
    for seat in range(turns, 2):
        assert ann.move(table, seat, views[0]["ply"], views[seat]["legal"][0]["text"]).status_code == 200
    assert ann.view(table, 0)["phase"] == "turn"


def test_a_finished_game_becomes_a_closed_table(url: str) -> None:
    ann = Person(url)
    record = begun(100_000)
    made = send(ann, record).json()
    assert made["state"] == "finished"
    assert ann.view(made["id"], 0)["result"]["winners"]
    assert ann.follow(made["id"]).wait("table")["fairness"]["secret"]


def test_a_record_that_ends_between_two_deals_is_dealt_on(url: str) -> None:
    ann = Person(url)
    lines = str(begun(0)).splitlines(keepends=True)
    made = send(ann, "".join(lines[:-3])).json()
    assert made["ply"] == len(lines) - lines.index("\n") - 1


def test_nobody_else_can_join_or_watch(url: str) -> None:
    ann, eve = Person(url), Person(url, "Eve")
    table = send(ann, begun(5)).json()["id"]
    check(eve.ask("GET", f"/tables/{table}"), 404, "no_such_table")
    check(eve.post(f"/tables/{table}/seats"), 404, "no_such_table")
    assert table not in {one["id"] for one in eve.do("GET", "/tables")}
    check(send(ann, begun(1), ["you", "open"]), 422, "bad_table")


def test_a_stream_from_the_first_event_on_tells_the_whole_game(url: str) -> None:
    ann = Person(url)
    record = begun(7, first=0)
    table = send(ann, record, ["you", "you"]).json()["id"]
    started = ann.follow(table, after=f"{table}:0").wait("started")
    assert len(started["lines"]) == len(record.entries)


def changed(record: Record, old: str, new: str) -> str:
    text = str(record)
    assert old in text
    return text.replace(old, new, 1)


def test_records_that_cannot_become_tables_are_refused(url: str) -> None:
    ann = Person(url)
    record = begun(8)
    origin = record.dealer.origin  # type: ignore[union-attr]
    bad = {
        "record_format": changed(record, "format: 1", "format: 2"),
        "record_told": record.redacted(0),
        "record_map": changed(record, "map: new_york", "map: ../../etc"),
        "record_origin": changed(record, f"secret: {origin.secret.hex()}", f"secret: {'0' * 64}"),
        "record_ending": str(record)[:-1],
        "record_line": f"{record}nonsense\n",
        "record_header": "x",
    }
    for code, text in bad.items():
        answer = check(send(ann, text), 422, "bad_record")
        assert answer["reason"]["code"] == code
    forged = changed(record, str(record).splitlines()[-1], "= nothing 0/1")
    assert check(send(ann, forged), 422, "bad_record")["reason"]["parameters"]["line"] > 10
    check(send(ann, Record(record.game, 7)), 422, "no_key_origin")
    check(send(ann, Record(record.game, FairDealer(bytes(32)))), 422, "no_key_origin")
    check(send(ann, record, ["you", "porter", "porter"]), 422, "wrong_seats")
    check(send(ann, record, ["porter", "porter"]), 422, "bad_body")
    check(send(ann, record, ["you", "deity"]), 422, "bad_table")
    for body in ({}, {"record": str(record)}, {"record": 7, "seats": ["you", "porter"]}, {"record": "", "seats": []}):
        check(ann.post("/tables/import", **body), 422, "bad_body")
    check(send(ann, "x" * (RECORD + 1)), 422, "bad_body")
    assert ann.do("GET", "/me/tables") == []


def test_a_fair_record_of_another_dealer_than_its_key_is_refused(url: str) -> None:
    lines = (GOLDEN / "new_york_fair.txt").read_text().splitlines()
    key = next(line for line in lines if line.startswith("key: "))
    text = "\n".join(lines).replace(key, f"key: {'1' * 64}") + "\n"
    assert check(send(Person(url), text), 422, "bad_record")["reason"]["code"].startswith("record_")


def test_only_this_address_takes_a_large_body(url: str) -> None:
    ann = Person(url)
    for path, most in (("/tables/import", LARGE_BODY), ("/tables", 16_384)):
        content = json.dumps({"record": "x" * most}).encode()
        answer = ann.client.post(f"/api{path}", content=content, headers={"content-type": "application/json"})
        assert check(answer, 413, "too_large")["parameters"]["most"] == most


def test_two_imports_at_once_make_one_table(server: Server) -> None:
    from concurrent.futures import ThreadPoolExecutor

    ann = Person(server.url)
    record = begun(4)
    with ThreadPoolExecutor(4) as pool:
        codes = sorted(answer.status_code for answer in pool.map(lambda _: send(ann, record), range(4)))
    assert codes == [201, 409, 409, 409]


def test_the_record_of_a_table_can_be_carried_to_another_server(url: str, tmp_path: Path) -> None:
    ann = Person(url)
    table = start([ann], bots=("porter",))
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ann.views(table)[0]["ply"])
    text = ann.do("GET", f"/tables/{table}/record")
    check(send(ann, text), 409, "table_exists")
    other = Server(str(tmp_path / "tables.db"))
    try:
        bo = Person(other.url)
        assert send(bo, text).json()["state"] == "playing"
        finish(bo, table)
    finally:
        other.stop()
