"""Getting together: who waits for the same game is paired; blocks, removals and reactions."""

import asyncio
import json
import re
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from server.postgres import Postgres
from server.serving import Person, Server, begin, client, read_events, start

from whistlestop.server.identity import People
from whistlestop.server.matchmaker import LINGER, Matchmaker, Wish, groups
from whistlestop.server.protocol.events import PairingEvent
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage

WISH = {"map": "new_york", "seats": 2, "clock": "turn", "seconds": 60}


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class Waiting:
    """Somebody who waits for a game, in a thread; `last` is the event that ended it."""

    def __init__(self, person: Person, **wish: Any) -> None:
        self.last: dict[str, Any] = {}
        self._began = threading.Event()
        self._client = client(str(person.client.base_url), headers=person.client.headers, timeout=30)
        self._thread = threading.Thread(target=self._read, args=({**WISH, **wish},), daemon=True)
        self._thread.start()
        assert self._began.wait(20)

    def _read(self, wish: dict[str, Any]) -> None:
        try:
            with self._client.stream("GET", "/api/pairing", params=wish) as answer:
                assert answer.status_code == 200, answer.read()
                self._socket = answer.extensions["network_stream"].get_extra_info("socket")
                for event in read_events(answer.iter_raw()):
                    self._began.set()
                    if event["event"] not in ("ready", "beat"):
                        PairingEvent.model_validate_json(event["text"])
                        self.last = event["data"]
        except (httpx.TransportError, httpx.StreamError):
            pass
        finally:
            self._began.set()

    def end(self, seconds: float = 10) -> dict[str, Any]:
        """The event that ends the waiting."""
        self._thread.join(seconds)
        assert not self._thread.is_alive()
        return self.last

    def cancel(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)

    @property
    def goes_on(self) -> bool:
        return self._thread.is_alive()


def test_people_with_the_same_wish_are_paired_and_can_start(url: str) -> None:
    ann, bo, cy = (Person(url, name) for name in ("Ann", "Bo", "Cy"))
    first = Waiting(ann)
    other = Waiting(cy, seconds=180)
    second = Waiting(bo)
    table = first.end()["table"]
    assert second.end() == {"kind": "paired", "table": table}
    assert other.goes_on, "another clock is another game"
    info = ann.do("GET", f"/tables/{table}")
    assert [seat["player"] for seat in info["seats"]] == [ann.id, bo.id], "who has waited longer is the host"
    assert (info["host"], info["step"], info["clock"]["seconds"], info["listed"]) == (ann.id, "hashes", 60, False)
    begin(table, ann, bo)
    assert ann.do("GET", f"/tables/{table}")["state"] == "playing"
    other.cancel()


def test_who_cancels_or_waits_twice_is_not_paired_with_themselves(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    first = Waiting(ann)
    second = Waiting(ann)
    assert first.end() == {"kind": "replaced"}
    time.sleep(1.2)
    assert second.goes_on
    assert ann.do("GET", "/me/export")["wishes"][0]["map"] == "new_york"
    second.cancel()
    until = time.monotonic() + 10
    while ann.do("GET", "/me/export")["wishes"] and time.monotonic() < until:
        time.sleep(0.05)
    late = Waiting(bo)
    time.sleep(1.2)
    assert late.goes_on, "nobody else waits any more"
    late.cancel()
    assert ann.do("GET", "/me/tables") == []


def test_wishes_that_no_map_can_meet_are_refused(url: str) -> None:
    ann = Person(url)
    for wish, answer in (
        ({"map": "atlantis"}, (422, "bad_table")),
        ({"seats": 9}, (422, "bad_body")),
        ({"clock": "none"}, (422, "bad_body")),
        ({"seconds": 0}, (422, "bad_body")),
    ):
        assert code(ann.client.get("/api/pairing", params={**WISH, **wish})) == answer, wish
    assert ann.do("GET", "/me/export")["wishes"] == []


def test_people_at_two_processes_are_paired(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [Server(database) for _ in range(2)]
    try:
        people = [Person(servers[n % 2].url, f"Player {n}") for n in range(6)]
        waiting = [Waiting(person) for person in people]
        tables = [one.end(20)["table"] for one in waiting]
        assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2]
        for person, table in zip(people, tables, strict=True):
            assert len(person.do("GET", f"/tables/{table}")["yours"]) == 1
            assert [one["id"] for one in person.do("GET", "/me/tables")] == [table]
        left = Waiting(people[0])
        servers[0].kill()
        time.sleep(LINGER / 1000)
        late = Waiting(people[1])
        time.sleep(1.2)
        assert late.goes_on, "whose process was killed waits no more"
        assert people[1].do("GET", "/me/tables")[0]["id"] == tables[1]
        late.cancel()
        assert left.end() == {}
    finally:
        for server in servers:
            server.stop()


def test_who_was_paired_while_their_connection_was_broken_hears_of_it(tmp_path: Path) -> None:
    wish = Wish("new_york", 2, "turn", 60)

    async def act() -> list[bytes]:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/tables.db")
        await storage.open()
        registry = TableRegistry(Settings(), storage, People(storage))
        ann, bo = await registry.people.welcome("Ann"), await registry.people.welcome("Bo")
        here, there = Matchmaker(registry), Matchmaker(registry)
        lost = await here.wait(ann.id, "", wish)
        stream = await there.wait(bo.id, "", wish)
        await there.look()
        here.leave(lost)
        again = await here.wait(ann.id, "", wish)
        found = [await stream.read(), await again.read()]
        await storage.close()
        return found

    told = [re.search(rb'"kind":"paired","table":"([^"]+)"', sent) for sent in asyncio.run(act())]
    assert told[0]
    assert told[1]
    assert told[0][1] == told[1][1]


def test_groups_keep_apart_who_has_blocked_the_other() -> None:
    def waiting(names: str) -> list[Any]:
        return [SimpleNamespace(player=name) for name in names]

    def found(names: str, size: int, *apart: str) -> list[str]:
        pairs = [frozenset(pair) for pair in apart]
        return ["".join(row.player for row in group) for group in groups(waiting(names), size, pairs)]

    assert found("abcd", 2) == ["ab", "cd"]
    assert found("abcd", 2, "ab") == ["ac", "bd"]
    assert found("abc", 2, "ab", "ac") == ["bc"]
    assert found("abcd", 3, "ab") == ["acd"]
    assert found("ab", 2, "ab") == []
    assert found("a", 2) == []


def test_a_blocked_player_neither_sits_at_your_tables_nor_is_paired_nor_heard(url: str) -> None:
    ann, bo, cy = (Person(url, name) for name in ("Ann", "Bo", "Cy"))
    table = start([ann, bo], watchable=True)
    stream = ann.follow(table)
    bo.do("POST", f"/tables/{table}/chat", text="before")
    stream.wait("chat")
    ann.do("PUT", "/me/blocks", player=bo.id)
    assert ann.do("GET", "/me/blocks") == [{"id": bo.id, "name": "Bo"}]
    bo.do("POST", f"/tables/{table}/chat", text="after")
    bo.do("POST", f"/tables/{table}/reactions", reaction="thanks")
    stream.wait("skipped", count=2)
    assert [one["text"] for one in stream.of("chat")] == ["before"]
    assert ann.do("GET", f"/tables/{table}/chat") == []
    listed = ann.make(["you", "open"], listed=True)
    guest = cy.make(["you", "open", "open"])
    ann.do("POST", f"/tables/{guest}/seats")
    for closed in (listed, guest):
        assert code(bo.post(f"/tables/{closed}/seats")) == (403, "not_admitted")
    assert listed not in [one["id"] for one in bo.do("GET", "/tables")]
    assert listed in [one["id"] for one in cy.do("GET", "/tables")]
    waiting = [Waiting(ann, seats=2), Waiting(bo, seats=2)]
    time.sleep(1.2)
    assert all(one.goes_on for one in waiting)
    third = Waiting(cy, seats=2)
    assert third.end()["table"] == waiting[0].end()["table"]
    ann.do("PUT", "/me/blocks", player=bo.id, blocked=False)
    assert bo.post(f"/tables/{listed}/seats").status_code == 200
    waiting[1].cancel()


def test_nobody_is_shown_who_blocks_them(url: str) -> None:
    """Everything that the blocked player can read is the same, byte for byte, with the block and without it."""
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], watchable=True)
    still = ann.make(["you", "open"])
    stream = bo.follow(table, still)

    def reads() -> list[Any]:
        paths = ("/me", "/me/export", "/me/blocks", "/me/tables", f"/tables/{table}", f"/tables/{table}/chat")
        found = [bo.do("GET", path) for path in (*paths, f"/tables/{table}/views", f"/tables/{still}")]
        text = json.dumps(found)
        seen = found[1]["player"]["seen"]
        return [text.replace(str(seen), ""), len(stream.raw)]

    before = reads()
    ann.do("PUT", "/me/blocks", player=bo.id)
    time.sleep(0.3)
    after = reads()
    assert [_without_times(before[0]), before[1]] == [_without_times(after[0]), after[1]]
    removed = ann.make(["you", "open", "open"])
    cy = Person(url, "Cy")
    cy.do("POST", f"/tables/{removed}/seats")
    ann.do("DELETE", f"/tables/{removed}/seats/1/player")
    answers = [person.post(f"/tables/{removed}/seats") for person in (bo, cy)]
    assert answers[0].content == answers[1].content, "a removal and a block are refused alike"


def _without_times(text: str) -> str:
    return re.sub(r'"(seen|now)": \d+', "", text)


def test_bad_blocks_are_refused(url: str) -> None:
    ann = Person(url)
    assert code(ann.ask("PUT", "/me/blocks", player=ann.id)) == (422, "own_self")
    assert code(ann.ask("PUT", "/me/blocks", player="A" * 22)) == (404, "no_such_player")


def test_a_rematch_leaves_the_seat_of_a_blocked_player_free(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo])
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ann.views(table)[0]["ply"])
    bo.do("POST", f"/tables/{table}/proposals/answer", agree=True)
    ann.do("PUT", "/me/blocks", player=bo.id)
    again = ann.do("POST", f"/tables/{table}/rematch")
    assert [seat["player"] for seat in again["seats"]] == [ann.id, None]
    assert bo.do("POST", f"/tables/{table}/rematch")["yours"] == []


def test_the_host_removes_somebody_before_the_start(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.make(["you", "open", "open"])
    stream = bo.follow(table)
    bo.do("POST", f"/tables/{table}/seats")
    bo.do("POST", f"/tables/{table}/seats")  # and a friend beside; the start begins

    def remove(person: Person, seat: int) -> httpx.Response:
        return person.ask("DELETE", f"/tables/{table}/seats/{seat}/player")

    assert code(remove(bo, 0)) == (403, "not_host")
    assert code(remove(ann, 0)) == (409, "own_seat")
    assert code(remove(ann, 3)) == (404, "no_such_seat")
    info = remove(ann, 2).json()
    assert [seat["player"] for seat in info["seats"]] == [ann.id, None, None]
    assert info["step"] == "seats"
    assert stream.wait("seats", count=3)["what"] == "removed"
    assert code(remove(ann, 1)) == (409, "no_person")
    assert code(bo.post(f"/tables/{table}/seats")) == (403, "not_admitted")
    stream.knows(bo.do("GET", f"/tables/{table}"))
    playing = start([ann, Person(url, "Cy")])
    assert code(ann.ask("DELETE", f"/tables/{playing}/seats/1/player")) == (409, "begun")


def test_reactions_are_few_and_need_a_seat_and_are_muted_like_chat(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    table = start([ann, bo], watchable=True)
    streams = {person: person.follow(table) for person in (ann, bo)}
    bo.do("POST", f"/tables/{table}/reactions", reaction="nice_move")
    seen = streams[ann].wait("reaction")
    assert (seen["reaction"], seen["player"], seen["name"]) == ("nice_move", bo.id, "Bo")
    assert code(bo.post(f"/tables/{table}/reactions", reaction="rude")) == (422, "bad_body")
    assert code(eve.post(f"/tables/{table}/reactions", reaction="hello")) == (403, "not_seated")
    ann.do("PUT", "/me/mutes", player=bo.id)
    bo.do("POST", f"/tables/{table}/reactions", reaction="oh_no")
    streams[ann].wait("skipped")
    assert streams[bo].wait("reaction", count=2)["reaction"] == "oh_no"


def test_an_emblem_is_shown_beside_the_name_and_hidden_with_it(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    assert "emblem" not in ann.do("GET", "/me")
    assert ann.do("PUT", "/me/emblem", emblem=130)["emblem"] == 130
    for wrong in (512, -1, "1"):
        assert code(ann.ask("PUT", "/me/emblem", emblem=wrong)) == (422, "bad_body")
    table = start([ann, bo])
    assert [seat.get("emblem") for seat in bo.do("GET", f"/tables/{table}")["seats"]] == [130, None]
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ann.views(table)[0]["ply"])
    bo.do("POST", f"/tables/{table}/proposals/answer", agree=True)
    ann.do("POST", f"/tables/{table}/sharing", agree=True, show_name=False)
    bo.do("POST", f"/tables/{table}/sharing", agree=True)
    assert all("emblem" not in seat for seat in eve.do("GET", f"/tables/{table}")["seats"]), "Ann hides her name"
    assert ann.do("PUT", "/me/emblem", emblem=None).get("emblem") is None
