"""Events: none comes twice, out of order or not at all; a stream resumes where it was and ends cleanly."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest
from server.postgres import Postgres
from server.serving import Listener, Person, Server, begin, start

from whistlestop.server.events import Stream
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import Settings


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def positions(listener: object, table: str) -> list[int]:
    return [int(re.search(rf"{table}:(\d+)", event["id"])[1]) for event in listener.events]


def without_changes(listener: Listener) -> list[Any]:
    """Events without the values of the table at the time of writing, which may have gone on since."""
    return [{**event["data"], "changes": None} for event in listener.events]


def test_a_stream_resumes_without_a_gap_and_sends_the_same(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], "europe", first=0)
    whole, cut = ann.follow(table), ann.follow(table)
    people = (ann, bo)
    for seat in (0, 1):
        ply = ann.views(table)[0]["ply"]
        people[seat].move(table, seat, ply, "keep 1 2 3")
    whole.wait("moved")
    cut.wait("moved")
    cut.close()
    for seat in (0, 0, 1, 1, 0, 0):
        ply = ann.views(table)[0]["ply"]
        assert people[seat].move(table, seat, ply, "draw").status_code == 200
        ann.do("POST", f"/tables/{table}/chat", text=f"ply {ply}")
    whole.wait("chat", count=6)
    rest = ann.follow(table, after=cut.last)
    rest.wait("chat", count=6)
    assert positions(whole, table) == list(
        range(whole.events[0]["data"]["seq"], whole.events[0]["data"]["seq"] + len(whole.events))
    )
    assert without_changes(cut) + without_changes(rest) == without_changes(whole)
    theirs = bo.follow(table, after=f"{table}:0")
    theirs.wait("chat", count=6)
    assert positions(theirs, table) == list(range(1, len(theirs.events) + 1))


def test_one_stream_follows_many_tables(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    tables = [ann.make(["you", "open"]) for _ in range(3)]
    stream = ann.follow(*tables)
    assert len(stream.of("table")) == 3
    for table in tables:
        bo.do("POST", f"/tables/{table}/seats")
    stream.wait("step", count=3)
    again = ann.follow(*tables, after=stream.events[3]["id"])
    again.wait("step", count=3)
    assert without_changes(again) == without_changes(stream)[4:]


def test_a_reader_who_may_not_watch_gets_one_hidden_event_and_then_nothing(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    table, own = ann.make(["you", "open"], first=0), eve.make(["you", "open"])
    stream = eve.follow(table, own)
    bo.do("POST", f"/tables/{table}/seats")
    begin(table, ann, bo)
    stream.wait("hidden")
    before = len(stream.of("step"))
    ann.do("POST", f"/tables/{table}/chat", text="only for us")
    bo.do("POST", f"/tables/{own}/seats")
    stream.wait("step", count=before + 1)
    hidden = [event for event in stream.events if event["event"] == "hidden"]
    assert [set(event["data"]) for event in hidden] == [{"table", "id", "kind"}]
    rest = stream.events[stream.events.index(hidden[0]) + 1 :]
    assert {event["event"] for event in rest} == {"seats", "step"}


def test_a_message_of_a_muted_player_is_only_counted(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.make(["you", "open"])
    bo.do("PUT", "/me/mutes", player=ann.id, muted=True)
    stream = bo.follow(table)
    ann.do("POST", f"/tables/{table}/chat", text="Hello")
    skipped = stream.wait("skipped")
    assert skipped == {"table": table, "id": stream.events[0]["data"]["seq"] + 1, "kind": "skipped"}
    assert not stream.of("chat")


def test_a_follower_may_leave_while_the_table_is_read() -> None:
    class Storage:
        is_shared = True

    class Slow(TableRegistry):
        async def fresh(self, name: str) -> Any:
            self.hub.leave(stream)
            return SimpleNamespace(id=name, seq=7, state="playing")

    registry = Slow(Settings(), Storage(), SimpleNamespace())
    stream = Stream("ann", {"table": 1})
    registry.hub._followers["table"] = {stream}
    asyncio.run(registry.hub.refresh("table", 7))
    assert not registry.hub.is_followed("table")


def test_a_quiet_stream_shows_signs_of_life(url: str) -> None:
    ann = Person(url)
    table = ann.make(["you", "open"])
    with ann.client.stream("GET", "/api/events", params={"tables": table}, timeout=10) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        for chunk in answer.iter_raw():
            if b'event: beat\ndata: {"kind":"beat","seconds":1.0}\n\n' in chunk:
                break


def test_streams_end_cleanly_when_the_server_stops(tmp_path: object) -> None:
    server = Server(str(tmp_path / "tables.db"))
    ann = Person(server.url)
    stream = ann.follow(ann.make(["you", "open"]))
    assert server.stop() == 0
    assert stream.ended.wait(10)
    assert stream.events[-1]["event"] == "farewell"
    assert "Traceback" not in "".join(server.log)


def test_closed_streams_are_forgotten_and_too_many_refused(tmp_path: object) -> None:
    server = Server(str(tmp_path / "tables.db"), "--streams", "2")
    try:
        ann = Person(server.url)
        table = ann.make(["you", "open"])
        one, two = ann.follow(table), ann.follow(table)
        assert ann.follow(table).failed == 429
        one.close()
        two.close()
        for _ in range(100):
            if ann.follow(table).failed is None:
                break
        else:
            raise AssertionError("closed streams still count")
    finally:
        server.stop()


def test_processes_over_one_database_send_each_others_events_even_if_a_notice_is_lost(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [Server(database), Server(database)]
    try:
        ann, bo = Person(servers[0].url, "Ann"), Person(servers[1].url, "Bo")
        table = start([ann, bo.at(servers[0].url)])
        stream = bo.follow(table)
        ply = ann.views(table)[0]["ply"]
        assert ann.move(table, 0, ply, "keep 1 2").status_code == 200
        assert stream.wait("sealed", 3)["seat"] == 0
        ann.do("PATCH", "/me", name="Anna")
        postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%'")
        ann.do("POST", f"/tables/{table}/chat", text="did you hear?")
        message = stream.wait("chat", 10)
        assert (message["text"], message["name"]) == ("did you hear?", "Anna")
        assert bo.move(table, 1, ply, "keep 1").status_code == 200
        assert [one["tickets_kept"] for one in stream.wait("moved")["views"][0]["seats"]] == [2, 1]
        hers = ann.follow(table)
        hers.wait_present(0, 1)
        stream.wait_present(0, 1)
        servers[1].kill()
        hers.wait_present(0, seconds=40)  # a server that is gone can't say so: its word counts for 20 seconds
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.stop()


def test_a_table_that_is_over_is_forgotten_when_nobody_follows_it_any_more() -> None:
    nothing: Any = None
    people: Any = SimpleNamespace()
    registry = TableRegistry(Settings(), nothing, people)
    for state in ("open", "playing", "finished", "expired", "abandoned"):
        table: Any = SimpleNamespace(id=state, state=state)
        registry._keep(table)
        registry.let_go(state)
    assert [name for name in ("open", "playing", "finished", "expired", "abandoned") if registry.cached(name)] == [
        "open",
        "playing",
    ]
