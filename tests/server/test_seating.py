"""Tables: made, joined, left, watched, expired, played to the end and again."""

import random
import sqlite3
import time
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, begin, client, start

from whistlestop.game.reader import verify


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def play_on(table: str, people: dict[int, Person], draw: random.Random, moves: int = 10_000) -> dict[str, Any]:
    """Let people move at random until the game is over or `moves` moves are made; return the last view."""
    anybody = next(iter(people.values()))
    view = anybody.views(table)[0]
    for _ in range(moves):
        mine = [seat for seat in view["movers"] if seat in people]
        if view["phase"] == "over" or not mine:
            break
        seat = mine[0]
        own = people[seat].view(table, seat)
        answer = people[seat].move(table, seat, own["ply"], draw.choice(own["legal"])["text"])
        assert answer.status_code == 200, answer.text
        view = answer.json()["view"]
    return view


def test_two_people_play_to_the_end_and_prove_the_deals(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo])
    hidden = ann.client.get(f"/api/tables/{table}/record").text
    assert "told: 0" in hidden
    assert "key:" not in hidden
    last = play_on(table, {0: ann, 1: bo}, random.Random(1))
    assert last["phase"] == "over"
    assert last["result"]["winners"]
    status = ann.do("GET", f"/tables/{table}")
    assert status["state"] == "finished"
    record = verify(bo.client.get(f"/api/tables/{table}/record").text)
    assert record.names == ("Ann", "Bo")
    assert record.dealer.origin.commitment == status["fairness"]["commitment"]
    assert record.dealer.origin.seats == (0, 1)
    assert record.result.as_dict() == last["result"]
    again = bo.do("POST", f"/tables/{table}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Bo"]
    assert [seat["invited"] for seat in again["seats"]] == [True, False]
    assert again["step"] == "seats"  # it waits for Ann, however long she takes
    agreed = ann.do("POST", f"/tables/{table}/rematch")
    assert (agreed["id"], agreed["step"]) == (again["id"], "hashes")
    begin(again["id"], ann, bo)
    assert ann.do("GET", f"/tables/{again['id']}")["state"] == "playing"
    assert ann.do("GET", f"/tables/{table}")["rematch"] == again["id"]


def test_a_person_and_bots_play_to_the_end(url: str) -> None:
    ann = Person(url)
    table = start([ann], "new_york", ("porter", "conductor"))
    stream = ann.follow(table)
    draw = random.Random(2)
    for _ in range(400):
        view = ann.view(table, 0)
        if view["phase"] == "over":
            break
        if 0 in view["movers"] and view["legal"]:
            assert ann.move(table, 0, view["ply"], draw.choice(view["legal"])["text"]).status_code == 200
        else:
            stream.wait_ply(view["ply"] + 1)
    assert ann.view(table, 0)["phase"] == "over"
    assert stream.wait("finished")["secret"]


def test_bots_alone_play_at_once(url: str) -> None:
    ann = Person(url)
    table = ann.make(["porter", "porter"], watchable=True)
    ann.follow(table).wait("finished")
    record = verify(ann.client.get(f"/api/tables/{table}/record").text)
    assert record.over
    assert record.dealer.origin.seats == ()


def test_one_browser_holds_several_seats(url: str) -> None:
    ann = Person(url)
    table = ann.make(["you", "you"])
    begin(table, ann)
    assert [view["viewer"] for view in ann.views(table)] == [0, 1]
    assert code(ann.post(f"/tables/{table}/moves", ply=ann.views(table)[0]["ply"], move="keep 1")) == (
        422,
        "which_seat",
    )
    last = play_on(table, {0: ann, 1: ann}, random.Random(5))
    assert last["phase"] == "over"


def test_a_full_table_says_so(url: str) -> None:
    ann, bo, cid = Person(url, "Ann"), Person(url, "Bo"), Person(url, "Cid")
    table = ann.make(["you", "open"])
    bo.do("POST", f"/tables/{table}/seats")
    assert code(cid.post(f"/tables/{table}/seats")) == (409, "table_full")


def test_seats_before_the_start(url: str) -> None:
    ann, bo, cid = Person(url, "Ann"), Person(url, "Bo"), Person(url, "Cid")
    table = ann.make(["you", "open", "open"], "europe")
    bo.do("POST", f"/tables/{table}/seats", seat=2)
    assert code(cid.post(f"/tables/{table}/seats", seat=2)) == (409, "seat_taken")
    assert code(cid.post(f"/tables/{table}/seats", seat=4)) == (404, "no_such_seat")
    bo.do("DELETE", f"/tables/{table}/seats/2")
    assert ann.do("GET", f"/tables/{table}")["seats"][2]["player"] is None
    assert code(bo.ask("PUT", f"/tables/{table}/seats/1/bot", level="porter")) == (403, "not_host")
    assert code(ann.ask("PUT", f"/tables/{table}/seats/1/bot", level="deity")) == (422, "bad_table")
    ann.do("PUT", f"/tables/{table}/seats/1/bot", level="porter")
    ann.do("DELETE", f"/tables/{table}/seats/1/bot")
    assert code(ann.ask("DELETE", f"/tables/{table}/seats/1/bot")) == (409, "no_bot")
    ann.do("PUT", f"/tables/{table}/seats/1/bot", level="porter")
    assert code(ann.post(f"/tables/{table}/moves", ply=0, move="draw")) == (409, "not_begun")
    assert cid.do("POST", f"/tables/{table}/seats")["step"] == "hashes"
    begin(table, ann, cid)
    assert code(bo.post(f"/tables/{table}/seats")) == (404, "no_such_table")
    assert code(bo.ask("GET", f"/tables/{table}")) == (404, "no_such_table")


def test_private_tables_are_found_by_their_link_alone_and_watched_only_if_they_allow_it(url: str) -> None:
    ann, bo, eve = Person(url, "Ann"), Person(url, "Bo"), Person(url, "Eve")
    private = start([ann, bo])
    watched = start([ann, bo], watchable=True, listed=True)
    shown = [one["id"] for one in eve.do("GET", "/tables")]
    assert watched in shown
    assert private not in shown
    for path in ("", "/views", "/views/3", "/course", "/record"):
        assert code(eve.ask("GET", f"/tables/{private}{path}")) == (404, "no_such_table")
        assert code(eve.ask("GET", f"/tables/{'A' * 22}{path}")) == (404, "no_such_table")
        assert eve.ask("GET", f"/tables/{watched}{path}").status_code == 200
    assert eve.follow(private).failed == 404
    view = eve.views(watched)[0]
    assert (view["viewer"], view["hand"], view["legal"]) == (-1, None, [])
    assert "told: spectator" in eve.client.get(f"/api/tables/{watched}/record").text
    stranger = client(url)
    assert stranger.get(f"/api/tables/{watched}").json()["yours"] == []
    assert code(stranger.get(f"/api/tables/{private}")) == (404, "no_such_table")
    assert code(stranger.get(f"/api/tables/{watched}/views")) == (401, "no_token")
    waiting = ann.make(["you", "open"], listed=True)
    assert stranger.get(f"/api/tables/{waiting}").json()["yours"] == []
    assert waiting in [one["id"] for one in eve.do("GET", "/tables")]


def test_a_cancelled_start_is_shown_to_all(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = ann.make(["you", "open"])
    first = ann.do("GET", f"/tables/{table}")["fairness"]["commitment"]
    bo.do("POST", f"/tables/{table}/seats")
    stream = ann.follow(table)
    ann.send_hashes(table, [0])
    assert code(ann.post(f"/tables/{table}/hashes", hash="0" * 64)) == (409, "sent_already")
    assert code(ann.post(f"/tables/{table}/bytes", bytes="0" * 32)) == (409, "not_wanted")
    assert "hashes" not in bo.do("GET", f"/tables/{table}")["fairness"]
    bo.send_hashes(table, [1])
    assert all(bo.do("GET", f"/tables/{table}")["fairness"]["hashes"])
    assert code(bo.post(f"/tables/{table}/bytes", bytes="0" * 32)) == (422, "wrong_bytes")
    ann.send_bytes(table, [0])
    bo.do("DELETE", f"/tables/{table}/seats/1")
    broken = stream.wait("broken")
    assert (broken["late"], broken["commitment"]) == ([1], first)
    assert broken["secret"]
    status = ann.do("GET", f"/tables/{table}")
    assert (status["state"], status["step"]) == ("open", "seats")
    assert status["fairness"]["commitment"] == broken["next_commitment"] != first
    bo.do("POST", f"/tables/{table}/seats")
    begin(table, ann, bo)
    assert ann.do("GET", f"/tables/{table}")["state"] == "playing"


def test_a_bot_plays_for_a_person_who_gets_up_until_they_return(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], stand_in="porter", first=0)
    stream = bo.follow(table)
    ann.do("DELETE", f"/tables/{table}/seats/0")
    assert stream.wait("away")["why"] == "left"
    stream.wait("sealed")
    ply = bo.views(table)[0]["ply"]
    assert bo.move(table, 1, ply, bo.view(table, 1)["legal"][0]["text"]).status_code == 200
    stream.wait("moved", count=2)
    assert code(ann.move(table, 0, ann.views(table)[0]["ply"], "draw")) == (409, "bot_plays")
    ann.do("POST", f"/tables/{table}/return")
    stream.wait("returned")
    assert code(ann.post(f"/tables/{table}/return")) == (409, "not_away")


def test_a_table_nobody_touches_expires_and_its_secret_is_published(tmp_path: Any) -> None:
    file = tmp_path / "tables.db"
    server = Server(str(file))
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        waiting, playing = ann.make(["you", "open"]), start([ann, bo])
        server.stop()
        with sqlite3.connect(file) as database:
            database.execute("UPDATE tables SET touched = touched - 400 * 3600000")
        database.close()
        server = Server(str(file))
        ann = ann.at(server.url)
        for table in (waiting, playing):
            for _ in range(100):
                status = ann.do("GET", f"/tables/{table}")
                if status["state"] == "expired":
                    break
                time.sleep(0.05)
            assert status["state"] == "expired"
            assert status["fairness"]["secret"]
        assert "key: " in ann.client.get(f"/api/tables/{playing}/record").text
    finally:
        server.stop()


def test_people_who_share_a_browser_have_names_and_lists_say_who_is_to_move(url: str) -> None:
    ann = Person(url, "Ann")
    table = ann.make(["you", "you", "open"], names=["", " Bea\n"], first=1)
    seated = ann.do("POST", f"/tables/{table}/seats", seat=2, name="Cleo")
    assert [seat["name"] for seat in seated["seats"]] == ["Ann", "Bea", "Cleo"]
    begin(table, ann)
    for seat in range(3):
        view = ann.view(table, seat)
        assert ann.do("GET", "/me/tables")[0]["movers"] == list(range(seat, 3))
        ann.move(table, seat, view["ply"], view["legal"][0]["text"])
    assert ann.do("GET", "/me/tables")[0]["movers"] == [1]
    assert '"Cleo"' in ann.client.get(f"/api/tables/{table}/record").text
    ann.do("POST", f"/tables/{table}/proposals", seat=0, kind="end", ply=ann.view(table, 0)["ply"])
    again = ann.do("POST", f"/tables/{table}/rematch")
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Bea", "Cleo"]
    assert ann.post("/tables", map="new_york", seats=["you", "you"], names=["x" * 31]).status_code == 422
