"""Advice: for people among bots, and for games that are over; nobody else learns anything from it."""

import base64
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from server.serving import Person, Server, start

from whistlestop.game.view import VIEW


@pytest.fixture
def url(sqlite_server: Server) -> str:
    return sqlite_server.url


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def ask(person: Person, table: str, ply: int) -> Any:
    return person.ask("GET", f"/tables/{table}/advice/{ply}")


def wait_for_turn(person: Person, table: str, seat: int) -> dict[str, Any]:
    """The view in which a seat has something to decide, or the last one."""
    stream = person.follow(table)
    view = person.view(table, seat)
    while not view["legal"] and "result" not in view:
        stream.wait_ply(view["ply"] + 1)
        view = person.view(table, seat)
    stream.close()
    return view


def test_a_person_among_bots_gets_the_best_moves_with_their_values(url: str) -> None:
    ann = Person(url)
    table = start([ann], bots=("porter",), first=0)
    for phase in ("first choice", "turn", "second"):
        view = wait_for_turn(ann, table, 0)
        assert view["phase"] == phase
        advice = ann.do("GET", f"/tables/{table}/advice/{view['ply']}")
        assert (advice["ply"], advice["seat"], advice["level"]) == (view["ply"], 0, "director")
        legal = [move["text"] for move in view["legal"]]
        best = [opinion["move"] for opinion in advice["opinions"]]
        assert 1 <= len(best) <= 5
        assert all(move in view["legal"] for move in best)
        chances = [opinion["value"] for opinion in advice["opinions"]]
        assert chances == sorted(chances, reverse=True)
        for opinion in advice["opinions"]:
            assert 0 <= opinion["low"] <= opinion["value"] <= opinion["high"] <= 1
            assert opinion["tried"] > 0
            assert opinion["purpose"] is None or opinion["purpose"]["text"]
        assert ann.view(table, 0)["ply"] == view["ply"]
        assert ann.move(table, 0, view["ply"], "draw" if "draw" in legal else legal[-1]).status_code == 200


def test_a_person_among_bots_may_ask_from_any_seat_while_all_choose_first_tickets(url: str) -> None:
    ann = Person(url)
    table = ann.make(["porter", "you"])
    ann.send_hashes(table, [1])
    ann.send_bytes(table, [1])
    advice = ann.do("GET", f"/tables/{table}/advice/{wait_for_turn(ann, table, 1)['ply']}")
    assert advice["seat"] == 1
    assert all(opinion["move"]["kind"] == "keep" for opinion in advice["opinions"])


def test_among_people_there_is_no_advice_while_they_play(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], bots=("porter",), first=0)
    ply = ann.view(table, 0)["ply"]
    assert code(ask(ann, table, ply)) == (403, "advice_among_people")
    bo.do("DELETE", f"/tables/{table}/seats/1")
    assert code(ask(ann, table, ply)) == (403, "advice_among_people")
    beside = ann.make(["you", "you", "porter"])
    ann.send_hashes(beside, [0, 1])
    ann.send_bytes(beside, [0, 1])
    assert code(ask(ann, beside, ann.views(beside)[0]["ply"])) == (403, "advice_among_people")


def test_advice_that_cannot_be_given_is_refused(url: str) -> None:
    ann, stranger = Person(url), Person(url, "Mallory")
    table = ann.make(["you", "porter"], watchable=True, first=1)
    assert code(ask(ann, table, 0)) == (409, "not_begun")
    ann.send_hashes(table, [0])
    ann.send_bytes(table, [0])
    view = wait_for_turn(ann, table, 0)
    assert code(ask(ann, table, 0)) == (409, "nobody_decides")
    assert code(ask(ann, table, view["ply"] + 1)) == (404, "no_such_ply")
    assert code(ask(ann, table, -1)) == (422, "bad_body")
    assert code(ask(stranger, table, view["ply"])) == (403, "not_seated")
    assert code(ask(stranger, start([ann], bots=("porter",)), 0)) == (404, "no_such_table")
    assert ann.move(table, 0, view["ply"], view["legal"][-1]["text"]).status_code == 200
    assert code(ask(ann, table, wait_for_turn(ann, table, 0)["ply"] - 1))[1] in ("not_your_move", "nobody_decides")
    others = [ply for ply in range(view["ply"], ann.view(table, 0)["ply"]) if refused(ann, table, ply)]
    assert others, "the bot has moved, and nobody sees what it should have done"


def refused(person: Person, table: str, ply: int) -> bool:
    answer = ask(person, table, ply)
    return answer.status_code == 409 and answer.json()["code"] == "not_your_move"


def test_once_a_game_is_over_anybody_can_get_advice_on_every_move(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo], first=0, watchable=True)
    for seat, person in enumerate((ann, bo)):
        view = person.view(table, seat)
        assert person.move(table, seat, view["ply"], view["legal"][-1]["text"]).status_code == 200
    ply = ann.view(table, 0)["ply"]
    ann.do("POST", f"/tables/{table}/proposals", seat=0, kind="end", ply=ply)
    bo.do("POST", f"/tables/{table}/proposals/answer", seat=1, agree=True)
    watching = Person(url, "Cid")
    assert [watching.do("GET", f"/tables/{table}/advice/{at}")["seat"] for at in (ply - 2, ply - 1)] == [0, 1]


def ask_at_once(url: str, count: int) -> list[Any]:
    """The answers to one question asked many times at once."""
    ann = Person(url)
    table = start([ann], bots=("porter",), first=0)
    ply = wait_for_turn(ann, table, 0)["ply"]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda _: ask(ann, table, ply), range(count)))


@pytest.mark.parametrize("rate", ["100", "0"], ids=["a player's", "everybody's"])
def test_questions_are_bounded(tmp_path: Any, rate: str) -> None:
    """One player's by their rate, everybody's by how many may wait."""
    server = Server(str(tmp_path / "tables.db"), "--rate", rate)
    try:
        answers = ask_at_once(server.url, 12)
    finally:
        server.stop()
    late = [answer for answer in answers if answer.status_code != 200]
    assert 0 < len(late) < 12
    assert all(code(answer) == (429, "too_many") and int(answer.headers["retry-after"]) >= 1 for answer in late)


def test_a_server_can_leave_advice_to_browsers(tmp_path: Any) -> None:
    server = Server(str(tmp_path / "tables.db"), "--browser-hints")
    try:
        ann = Person(server.url)
        assert ann.do("GET", "/status")["hints"] == "browser"
        table = start([ann], bots=("porter",), first=0)
        ply = wait_for_turn(ann, table, 0)["ply"]
        advice = ann.do("GET", f"/tables/{table}/advice/{ply}")
        assert (advice["seat"], advice["level"], advice["opinions"]) == (0, "director", [])
        position = np.frombuffer(base64.b64decode(advice["position"]), VIEW)
        assert (len(position), position["viewer"][0]) == (1, 0)
        whole = ann.do("GET", f"/tables/{table}/advice/{ply}?opinions=true")
        assert whole["opinions"]
        assert "position" not in whole
        others = start([ann, Person(server.url, "Bo")], first=0)
        assert code(ask(ann, others, ann.view(others, 0)["ply"])) == (403, "advice_among_people")
    finally:
        server.stop()
