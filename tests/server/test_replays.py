"""Replays of games that are over: who may watch them, what its people are asked, and what strangers never learn."""

import re

import httpx
import pytest
from server.serving import Person, Server, start

from whistlestop.server.link_preview import TEXTS
from whistlestop.server.site import PAGE, built_files
from whistlestop.server.table import Seat, all_agree


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def ended(*people: Person, **more: object) -> str:
    """A game of people and a bot that all of them gave up."""
    table = start(list(people), bots=("porter",), **more)
    for person in people:
        for seat in person.do("GET", f"/tables/{table}")["yours"]:
            person.do("POST", f"/tables/{table}/resign", seat=seat)
    return table


def share(person: Person, table: str, agree: bool, **more: object) -> str:
    """Answer; what the person is told about the table then."""
    told = person.do("POST", f"/tables/{table}/sharing", agree=agree, **more)["sharing"]
    assert all(one["agree"] is agree for one in told["yours"])
    return str(told["state"])


def everything(person: Person, table: str) -> dict[str, str]:
    """All that a stranger can get about a table; empty if it is private."""
    ways = ("", "/views", "/views/0", "/course", "/record", "/chat")
    answers = {way: person.ask("GET", f"/tables/{table}{way}") for way in ways}
    stream = person.follow(table)
    late = person.follow(table, after=f"{table}:0")
    if stream.failed:
        assert {code(answer) for answer in answers.values()} == {(404, "no_such_table")}
        assert late.failed == 404
        return {}
    late.wait("abandoned")
    events = {"stream": b"".join(stream.raw).decode(), "late": b"".join(late.raw).decode()}
    stream.close()
    late.close()
    return {**{way: answer.text for way, answer in answers.items()}, **events}


def test_a_game_against_bots_is_shared_unless_its_person_keeps_it_private(server: Server) -> None:
    ann, eve = Person(server.url, "Ann"), Person(server.url, "Eve")
    table = start([ann], bots=("porter",))
    assert code(ann.post(f"/tables/{table}/sharing", agree=True)) == (409, "not_over")
    assert everything(eve, table) == {}
    ann.do("POST", f"/tables/{table}/resign")
    assert "Ann" in everything(eve, table)[""]
    assert code(eve.post(f"/tables/{table}/sharing", agree=False)) == (403, "not_seated")
    assert share(ann, table, False) == "private"
    assert everything(eve, table) == {}
    assert share(ann, table, True) == "shared"
    assert everything(eve, table)


def test_nobody_s_silence_shares_a_game_of_several_people_and_one_refusal_keeps_it_private(server: Server) -> None:
    ann, bo, eve = (Person(server.url, name) for name in ("Ann", "Bo", "Eve"))
    table = ended(ann, bo)
    stream = bo.follow(table)
    assert share(ann, table, True) == "asking"
    told = stream.wait("sharing")["changes"]["sharing"]
    assert told == {"state": "asking", "waiting": [1], "yours": [{"seat": 1, "agree": None, "show_name": True}]}
    assert everything(eve, table) == {}
    assert share(bo, table, True) == "shared"
    late = eve.follow(table)
    assert late.wait("table")["sharing"] == {"state": "shared", "waiting": [], "yours": []}
    stream.knows(bo.do("GET", f"/tables/{table}"))
    assert share(bo, table, False) == "private"
    late.wait("hidden")
    assert share(ann, table, True) == "private"
    assert everything(eve, table) == {}
    assert bo.ask("DELETE", "/me").status_code == 204
    assert everything(eve, table) == {}, "what somebody said counts after they were deleted"


def test_people_who_share_a_browser_are_asked_too(sqlite_server: Server) -> None:
    ann, eve = Person(sqlite_server.url), Person(sqlite_server.url, "Eve")
    table = ann.make(["you", "you"])
    ann.send_hashes(table, [0, 1])
    ann.send_bytes(table, [0, 1])
    for seat in (0, 1):
        ann.do("POST", f"/tables/{table}/resign", seat=seat)
    assert everything(eve, table) == {}
    told = ann.do("POST", f"/tables/{table}/sharing", seat=1, agree=True)["sharing"]
    assert (told["state"], told["waiting"]) == ("asking", [0])
    assert share(ann, table, True) == "shared"


@pytest.mark.parametrize("watchable", [False, True])
def test_a_hidden_name_never_reaches_strangers(sqlite_server: Server, watchable: bool) -> None:
    ann, bo, eve = (Person(sqlite_server.url, name) for name in ("Annalena", "Bo", "Eve"))
    table = start([ann, bo], watchable=watchable, names=["Annalise"])
    ann.do("POST", f"/tables/{table}/chat", text="To the station")
    for person in (ann, bo):
        person.do("POST", f"/tables/{table}/resign")
    share(ann, table, True, show_name=False)
    share(bo, table, True)
    seen = everything(eve, table)
    for way, text in seen.items():
        assert not re.search(f"Annal|{ann.id}", text), way
        assert (watchable and way in ("/chat", "late")) == ("To the station" in text), way
    seats = eve.do("GET", f"/tables/{table}")["seats"]
    assert [(seat["player"], seat["name"]) for seat in seats] == [("seat-0", ""), (bo.id, "Bo")]
    assert 'name 1: "Bo"' in seen["/record"]
    assert bo.do("GET", f"/tables/{table}")["seats"][0]["name"] == "Annalise", "those who played know each other"


@pytest.mark.skipif(PAGE not in built_files(), reason="the client is not built: make web")
def test_a_preview_shows_a_replay_only_if_it_is_shared(sqlite_server: Server) -> None:
    ann, bo = Person(sqlite_server.url, "Ann"), Person(sqlite_server.url, "Bo")
    table = ended(ann, bo)
    link = f"{sqlite_server.url}/t/{table}?ply=3"
    private = httpx.get(link).text
    assert TEXTS["en"]["replay"] not in private
    share(ann, table, True)
    assert httpx.get(link).text == private
    share(bo, table, True, show_name=False)
    assert TEXTS["en"]["replay"] in httpx.get(link).text


def test_people_who_were_deleted_have_nothing_more_to_say() -> None:
    bot, gone, silent = Seat(bot="porter"), Seat(), Seat(player="Ann")
    yes, no = Seat(player="Bo", shares=True), Seat(shares=False)
    assert all_agree([bot, bot])
    assert all_agree([yes, gone, bot])
    assert not all_agree([gone, gone])
    assert not all_agree([gone, bot])
    assert not all_agree([yes, silent])
    assert not all_agree([yes, no])
