"""Tables from the first seat to the last move."""

import random
from typing import Any

import pytest
from server.serving import Person, Server, start

from whistlestop.game.reader import verify


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def play_on(table: str, people: dict[int, Person], draw: random.Random, moves: int = 10_000) -> dict[str, Any]:
    """Let people move at random, until the play is over or so many moves are made; the last view."""
    anybody = next(iter(people.values()))
    for _ in range(moves):
        views = anybody.views(table)
        mine = [seat for seat in views[0]["movers"] if seat in people]
        if views[0]["phase"] == "over" or not mine:
            return views[0]
        seat = mine[0]
        view = people[seat].view(table, seat)
        chosen = draw.choice(view["legal"])["text"]
        answer = people[seat].move(table, seat, view["ply"], chosen)
        assert answer.status_code == 200, answer.text
    return anybody.views(table)[0]


def test_two_people_play_to_the_end_and_prove_the_deals(url: str) -> None:
    ann, bo = Person(url, "Ann"), Person(url, "Bo")
    table = start([ann, bo])
    hidden = ann.client.get(f"/api/tables/{table}/record").text
    assert "told: 0" in hidden
    assert "key:" not in hidden
    last = play_on(table, {0: ann, 1: bo}, random.Random(1))
    assert last["phase"] == "over"
    assert last["result"]["winners"]
    said = ann.do("GET", f"/tables/{table}")
    assert said["state"] == "finished"
    record = verify(bo.client.get(f"/api/tables/{table}/record").text)
    assert record.names == ("Ann", "Bo")
    assert record.dealer.pledge.commitment == said["fairness"]["commitment"]
    assert record.dealer.pledge.seats == (0, 1)
    assert record.result.as_dict() == last["result"]


def test_a_person_and_bots_play_to_the_end(url: str) -> None:
    ann = Person(url)
    table = start([ann], "new_york", ("porter", "conductor"))
    news = ann.follow(table)
    draw = random.Random(2)
    for _ in range(400):
        view = ann.view(table, 0)
        if view["phase"] == "over":
            break
        if 0 in view["movers"] and view["legal"]:
            assert ann.move(table, 0, view["ply"], draw.choice(view["legal"])["text"]).status_code == 200
        else:
            news.wait_ply(view["ply"] + 1)
    assert ann.view(table, 0)["phase"] == "over"
    assert news.wait("finished")["secret"]
