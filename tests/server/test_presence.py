"""Presence: who has a table open is shown to everybody who may see the table, and to nobody else."""

import pytest
from server.serving import Person, Server, begin


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def present(person: Person, table: str) -> list[bool]:
    return [seat["present"] for seat in person.do("GET", f"/tables/{table}")["seats"]]


def test_presence_follows_streams_and_is_told_to_readers_only(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    table = ann.make(["you", "open", "porter"])
    assert present(ann, table) == [False, False, False]
    hers = ann.follow(table)
    assert hers.events[0]["data"]["seats"][0]["present"]
    strange = eve.follow(table)
    his = bo.follow(table)
    bo.do("POST", f"/tables/{table}/seats")
    assert hers.wait("seats")["changes"]["seats"][1]["present"]
    hers.wait_present(0, 1)
    assert present(bo, table) == [True, True, False]
    begin(table, ann, bo)
    strange.wait("hidden")
    known = len(strange.of("presence"))
    position = his.last
    his.close()
    hers.wait_present(0)
    assert present(ann, table) == [True, False, False]
    assert len(strange.of("presence")) == known  # the game has begun, and she may not see it
    again = bo.follow(table, after=position)
    assert again.wait("presence")["present"] == [0, 1]
    count = len(hers.of("presence"))
    for _ in range(5):  # a page that reloads is not gone
        again.close()
        again = bo.follow(table, after=position)
    assert len(hers.of("presence")) <= count + 1
