"""Clocks: a bot plays a turn that runs out of time, and for players who are gone; a start has a deadline.

`test_commands.py` tests them without waiting.
"""

import time

import pytest
from server.serving import Person, Server, start


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def test_a_bot_plays_one_turn_that_lasts_too_long_and_all_after_the_second_in_a_row(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], clock={"kind": "turn", "seconds": 3}, stand_in="porter", first=0)
    assert bo.move(table, 1, bo.views(table)[0]["ply"], "keep 1 2").status_code == 200
    stream = bo.follow(table, after=f"{table}:1")
    away = stream.wait("away", 10)
    assert (away["seat"], away["why"]) == (0, "clock")
    assert stream.wait("returned")["seat"] == 0
    again = stream.wait("away", 10, count=2)  # her first turn, right after her first choice
    assert (again["seat"], again["changes"]["seats"][0]["away"]) == (0, True)
    stream.wait_ply(again["ply"] + 1)  # the bot moves, and it is Bo's turn
    table_now = bo.do("GET", f"/tables/{table}")
    assert [seat["away"] for seat in table_now["seats"]] == [True, False]
    assert len(stream.of("returned")) == 1
    assert table_now["clock"]["deadline"] is None  # nobody but bots waits for Bo now


def test_the_game_waits_for_the_only_person(sqlite_server: Server) -> None:
    ann = Person(sqlite_server.url)
    table = start([ann], bots=("porter",), clock={"kind": "turn", "seconds": 1}, gone_after=10, first=0)
    ply = ann.views(table)[0]["ply"]
    assert ann.do("GET", f"/tables/{table}")["clock"]["deadline"] is None
    time.sleep(2)
    assert ann.views(table)[0]["ply"] == ply
    assert ann.move(table, 0, ply, "keep 1 2").status_code == 200


def test_a_budget_for_the_game_is_spent_and_then_turns_are_short(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], clock={"kind": "game", "seconds": 3}, stand_in="porter", first=0)
    seats = ann.do("GET", f"/tables/{table}")["seats"]
    assert [seat["left"] for seat in seats] == [3000, 3000]
    assert ann.move(table, 0, ann.views(table)[0]["ply"], "keep 1 2").status_code == 200
    left = ann.do("GET", f"/tables/{table}")["seats"][0]["left"]
    assert 0 < left < 3000
    stream = ann.follow(table, after=f"{table}:1")
    assert stream.wait("away", 10)["seat"] == 1
    assert stream.wait("returned")["seat"] == 1
    assert bo.do("GET", f"/tables/{table}")["seats"][1]["left"] == 0


def test_leaving_and_returning_gains_no_time(sqlite_server: Server) -> None:
    ann, bo = Person(sqlite_server.url, "Ann"), Person(sqlite_server.url, "Bo")
    table = start([ann, bo], clock={"kind": "turn", "seconds": 60}, stand_in="porter", first=0)
    before = ann.do("GET", f"/tables/{table}")["clock"]
    bo.do("DELETE", f"/tables/{table}/seats/1")
    bo.do("POST", f"/tables/{table}/return")
    after = ann.do("GET", f"/tables/{table}")["clock"]
    assert (after["began"], after["deadline"]) == (before["began"], before["deadline"])


def test_a_bot_plays_for_a_player_who_is_gone_but_not_for_one_who_listens(sqlite_server: Server) -> None:
    ann, bo = Person(sqlite_server.url, "Ann"), Person(sqlite_server.url, "Bo")
    table = start([ann, bo], gone_after=10, stand_in="porter", first=0)
    stream = bo.follow(table)
    away = stream.wait("away", 20)
    assert (away["seat"], away["why"]) == (0, "gone")
    time.sleep(3)
    assert len(stream.of("away")) == 1


def test_a_start_has_a_deadline(tmp_path: object) -> None:
    server = Server(str(tmp_path / "tables.db"), "--start-seconds", "0.5")
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        table = ann.make(["you", "open"])
        stream = ann.follow(table)
        bo.do("POST", f"/tables/{table}/seats")
        ann.send_hashes(table, [0])
        assert stream.wait("broken", 10)["late"] == [1]
        assert ann.do("GET", f"/tables/{table}")["seats"][1]["player"] is None
    finally:
        server.stop()
