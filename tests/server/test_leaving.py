"""Leaving: a player who resigns or declines, and a rematch that waits for those who were asked."""

import time

import pytest
from server.serving import Person, Server, begin, start


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def code(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined]


def test_a_bot_plays_on_for_a_player_who_resigns_and_the_last_one_ends_the_game(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], bots=("porter",), first=0)
    stream = bo.follow(table)
    ann.do("POST", f"/tables/{table}/resign")
    away = stream.wait("away")
    assert (away["seat"], away["why"]) == (0, "resigned")
    assert away["changes"]["seats"][0]["resigned"]
    assert code(ann.post(f"/tables/{table}/resign")) == (409, "resigned")
    assert code(ann.post(f"/tables/{table}/return")) == (409, "resigned")
    view = ann.views(table)[0]  # she may still watch
    assert code(ann.move(table, 0, view["ply"], "keep 1 2")) == (409, "bot_plays")
    bo.move(table, 1, view["ply"], "keep 1 2")
    stream.wait("moved")
    bo.do("POST", f"/tables/{table}/resign", seat=1)
    assert stream.wait("abandoned")["secret"]
    assert code(bo.post(f"/tables/{table}/resign")) == (409, "closed")


def test_a_rematch_keeps_seats_for_those_who_were_asked(url: str) -> None:
    ann, bo, cid = (Person(url, name) for name in ("Ann", "Bo", "Cid"))
    table = start([ann, bo, cid], first=0)
    for person in (ann, bo, cid):
        person.do("POST", f"/tables/{table}/resign")
    stream = bo.follow(table)
    again = ann.do("POST", f"/tables/{table}/rematch")
    name = again["id"]
    assert stream.wait("rematch")["by"] == 0
    assert [seat["invited"] for seat in again["seats"]] == [False, True, True]
    assert not any(seat["resigned"] or seat["away"] for seat in again["seats"])
    assert code(bo.ask("PUT", f"/tables/{name}/seats/2/bot", level="porter")) == (403, "not_host")
    assert bo.do("POST", f"/tables/{name}/seats")["seats"][1]["invited"] is False
    assert code(ann.ask("PUT", f"/tables/{name}/seats/1/bot", level="porter")) == (403, "not_your_seat")
    assert cid.do("DELETE", f"/tables/{name}/seats/2")["seats"][2]["player"] is None  # no, thank you
    assert ann.do("PUT", f"/tables/{name}/seats/2/bot", level="porter")["step"] == "hashes"
    begin(name, ann, bo)
    assert ann.do("POST", f"/tables/{table}/rematch")["state"] == "playing"
    assert code(cid.post(f"/tables/{table}/rematch")) == (404, "no_such_table")


def test_a_host_who_gave_up_their_seat_does_not_see_the_private_game(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.make(["you", "open", "porter"])
    ann.do("DELETE", f"/tables/{table}/seats/0")
    for seat in (0, 1):
        assert [one["id"] for one in ann.do("GET", "/me/tables")] == [table]
        bo.do("POST", f"/tables/{table}/seats", seat=seat)
    begin(table, bo)
    assert ann.do("GET", "/me/tables") == ann.do("GET", "/me/export")["tables"] == []


def test_the_host_of_a_rematch_may_seat_a_bot_instead_of_somebody_who_does_not_answer(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], first=0)
    for person in (ann, bo):
        person.do("POST", f"/tables/{table}/resign")
    again = ann.do("POST", f"/tables/{table}/rematch")["id"]
    assert ann.do("PUT", f"/tables/{again}/seats/1/bot", level="porter")["step"] == "hashes"
    assert code(bo.post(f"/tables/{again}/seats")) == (409, "table_full")


def test_a_move_among_bots_is_undone_until_a_hidden_card_is_shown(sqlite_server: Server) -> None:
    """`test_commands.py` tests that what bots draw face down doesn't count."""
    ann, eve = Person(sqlite_server.url), Person(sqlite_server.url, "Eve")
    table = start([ann], "europe", bots=("porter",), first=0, watchable=True)
    ann.move(table, 0, ann.views(table)[0]["ply"], "keep 1 2")
    view = wait_for_turn(ann, table)
    assert not view["can_undo"]
    assert ann.move(table, 0, view["ply"], "station wien").status_code == 200
    after = ann.views(table)[0]
    assert (after["phase"], after["can_undo"]) == ("station", True)
    ann.do("POST", f"/tables/{table}/proposals", kind="undo", ply=after["ply"])
    assert ann.views(table)[0] == view
    assert ann.move(table, 0, view["ply"], "draw").status_code == 200
    after = ann.views(table)[0]
    assert (after["phase"], after["can_undo"]) == ("second", False)
    assert not eve.views(table)[0]["can_undo"]  # nor can somebody who watches
    assert code(ann.post(f"/tables/{table}/proposals", kind="undo", ply=after["ply"])) == (409, "revealed")


def wait_for_turn(person: Person, table: str) -> dict[str, object]:
    """The view of seat 0 once it is to move."""
    for _ in range(400):
        view = person.views(table)[0]
        if 0 in view["movers"]:
            return view
        time.sleep(0.02)
    raise AssertionError("the bot does not move")
