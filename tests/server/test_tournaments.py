"""Tournaments at a server: entries, rounds that begin once, who drops out or doesn't come, and the proof."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.postgres import Postgres
from server.serving import Person, Server
from sqlalchemy import select, update

from whistlestop.server import schema
from whistlestop.server.identity import People
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.tournaments import entry
from whistlestop.server.tournaments.rounds import Rounds
from whistlestop.server.tournaments.stored import load
from whistlestop.tournaments.proof import verify_tournament
from whistlestop.tournaments.reasons import BadTournament

OPTIONS = {"format": "robin", "map": "new_york", "seats": 2, "clock": {"kind": "turn", "seconds": 3600}}


@pytest.fixture
def url(sqlite_server: Server) -> str:
    return sqlite_server.url


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people have three seconds for each step of the start of a tournament's game."""
    found = Server(str(tmp_path_factory.mktemp("hasty") / "tables.db"), "--start-seconds", "1")
    yield found
    found.stop()


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def gather(url: str, count: int, **more: Any) -> tuple[str, dict[int, Person]]:
    """A tournament that some people have entered, by their entries."""
    people = [Person(url, f"P{n}") for n in range(1, count + 1)]
    made = people[0].do("POST", "/tournaments", **{**OPTIONS, **more})
    for person in people[1:]:
        person.do("PUT", f"/tournaments/{made['id']}/entry")
    return made["id"], dict(enumerate(people, 1))


def until(person: Person, name: str, number: int) -> dict[str, Any]:
    """The tournament once it has come to a round, or is over."""
    for _ in range(300):
        found: dict[str, Any] = person.do("GET", f"/tournaments/{name}")
        if found["round"] >= number or found["state"] in ("finished", "called_off"):
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def begin(table: str, people: list[Person]) -> None:
    """The start of a game, whose people hold the seats from 0 on."""
    for seat, person in enumerate(people):
        person.send_hashes(table, [seat])
    for seat, person in enumerate(people):
        person.send_bytes(table, [seat])


def play(meeting: dict[str, Any], people: dict[int, Person]) -> None:
    """A game that the one with the smallest entry wins, since all others resign."""
    if "places" in meeting:  # a bye, or over
        return
    here = [people[one] for one in meeting["entries"]]
    begin(meeting["table"], here)
    for one in sorted(meeting["entries"])[1:]:
        people[one].do("POST", f"/tables/{meeting['table']}/resign")


def finish(name: str, people: dict[int, Person]) -> dict[str, Any]:
    """Play a running tournament to its end."""
    found = until(people[1], name, 1)
    while found["state"] == "running":
        for meeting in found["played"][-1]:
            play(meeting, people)
        found = until(people[1], name, found["round"] + 1)
    return found


def check_proof(found: dict[str, Any]) -> None:
    """Everybody can check the end, and whoever changes anything is found out."""
    assert verify_tournament(found) == found["round"]
    for change, why in (
        ({"secret": "00" * 32}, "wrong_secret"),
        ({"entrant_list": [{**one, "number": len(found["entrant_list"]) + 1 - one["number"]}
                           for one in found["entrant_list"]]}, "wrong_numbers"),
        ({"played": [found["played"][0][:-1], *found["played"][1:]]}, "wrong_round"),
        ({"played": found["played"][:-1]}, "wrong_round"),
        ({"standings": found["standings"][::-1]}, "wrong_standings"),
        ({"played": "x"}, "not_a_tournament"),
    ):  # fmt: skip
        with pytest.raises(BadTournament) as raised:
            verify_tournament({**found, **change})
        assert raised.value.reason.code == why


def test_three_play_a_round_robin_to_its_end(server: Server) -> None:
    url = server.url
    name, people = gather(url, 3, name="  Cup ", listed=True)
    stranger = Person(url)
    found = people[1].do("GET", f"/tournaments/{name}")
    assert (found["name"], found["state"], found["own"], found["entrants"]) == ("Cup", "open", 1, 3)
    assert "secret" not in found
    assert name in [one["id"] for one in stranger.do("GET", "/tournaments")]
    assert code(people[2].post(f"/tournaments/{name}/start")) == (403, "not_tournament_host")
    people[1].do("POST", f"/tournaments/{name}/start")
    assert code(people[1].post(f"/tournaments/{name}/start")) == (409, "tournament_begun")
    assert code(stranger.ask("PUT", f"/tournaments/{name}/entry")) == (409, "tournament_begun")
    found = finish(name, people)
    assert (found["state"], found["round"], found["rounds"]) == ("finished", 3, 3)
    assert [one["entry"] for one in found["standings"]] == [1, 2, 3]
    assert [one["points"] for one in found["standings"]] == [3, 2, 1]
    byes = [meeting["entries"] for one in found["played"] for meeting in one if meeting["table"] is None]
    assert sorted(byes) == [[1], [2], [3]]
    check_proof(found)
    table = next(meeting["table"] for meeting in found["played"][0] if meeting["table"])
    assert "secret" in stranger.do("GET", f"/tables/{table}/record")
    assert stranger.do("GET", f"/tables/{table}")["tournament"] == name
    assert people[1].do("GET", "/me/export")["entries"][0]["tournament"] == name


def test_a_swiss_tournament_and_a_knockout_end_with_the_strongest(url: str) -> None:
    for kind, rounds in (("swiss", 4), ("knockout", 3)):
        name, people = gather(url, 5, format=kind)
        people[1].do("POST", f"/tournaments/{name}/start")
        found = finish(name, people)
        assert (found["state"], found["round"]) == ("finished", rounds)
        assert found["standings"][0]["entry"] == 1
        check_proof(found)


def test_bots_fill_larger_tables(url: str) -> None:
    name, people = gather(url, 4, seats=3, format="knockout", stand_in="porter")
    people[1].do("POST", f"/tournaments/{name}/start")
    found = until(people[1], name, 1)
    for meeting in found["played"][0]:
        seats = people[1].do("GET", f"/tables/{meeting['table']}")["seats"]
        assert [seat["bot"] for seat in seats] == [None, None, "porter"]
    found = finish(name, people)
    assert (found["state"], found["round"], found["standings"][0]["entry"]) == ("finished", 2, 1)
    check_proof(found)


def test_who_drops_out_is_in_no_later_round(url: str) -> None:
    name, people = gather(url, 4)
    extra = Person(url)
    extra.do("PUT", f"/tournaments/{name}/entry")
    extra.do("DELETE", f"/tournaments/{name}/entry")
    assert code(extra.ask("DELETE", f"/tournaments/{name}/entry")) == (409, "not_entered")
    people[1].do("POST", f"/tournaments/{name}/start")
    found = until(people[1], name, 1)
    dropped = people[4].do("DELETE", f"/tournaments/{name}/entry")
    assert dropped["own"] is None
    assert dropped["game"], "the game of this round goes on"
    for meeting in found["played"][0]:
        play(meeting, people)
    found = until(people[1], name, 2)
    assert [4] not in [meeting["entries"] for meeting in found["played"][1]]
    assert all(4 not in meeting["entries"] for meeting in found["played"][1])
    found = finish(name, people)
    assert len(found["standings"]) == 4
    assert next(one["dropped"] for one in found["entrant_list"] if one["entry"] == 4) == 1
    check_proof(found)


def test_somebody_who_is_deleted_in_the_middle_of_a_round_is_out(url: str) -> None:
    name, people = gather(url, 3, format="swiss")
    people[1].do("POST", f"/tournaments/{name}/start")
    found = until(people[1], name, 1)
    meeting = next(one for one in found["played"][0] if one["table"])
    gone = max(meeting["entries"])
    people[gone].do("DELETE", "/me")
    assert people[min(meeting["entries"])].do("GET", f"/tables/{meeting['table']}")["state"] == "abandoned"
    stays = {one: person for one, person in people.items() if one != gone}
    found = finish(name, stays)
    assert found["state"] == "finished"
    assert [one["name"] for one in found["entrant_list"] if one["entry"] == gone] == [""]
    check_proof(found)


def test_who_doesnt_come_loses_and_is_out(hasty: Server) -> None:
    name, people = gather(hasty.url, 3, clock={"kind": "game", "seconds": 60})
    people[1].do("POST", f"/tournaments/{name}/start")
    found = until(people[1], name, 1)
    absent = 3
    while found["state"] == "running":
        for meeting in found["played"][-1]:
            if meeting["table"] and absent in meeting["entries"]:
                other = min(meeting["entries"])
                people[other].send_hashes(meeting["table"], [meeting["entries"].index(other)])
                assert code(people[other].ask("DELETE", f"/tables/{meeting['table']}/seats/0"))[1] in (
                    "tournament_table", "not_your_seat",
                )  # fmt: skip
            else:
                play(meeting, people)
        found = until(people[1], name, found["round"] + 1)
    assert next(one["dropped"] for one in found["entrant_list"] if one["entry"] == absent)
    lost = [meeting for one in found["played"] for meeting in one if meeting["table"] and absent in meeting["entries"]]
    assert len(lost) == 1
    assert lost[0]["places"][lost[0]["entries"].index(absent)] is None
    assert sorted(lost[0]["points"]) == [0, 1]
    check_proof(found)


def test_a_tournament_starts_by_itself_and_is_called_off_with_one_entrant(hasty: Server) -> None:
    soon = int(time.time() * 1000) + 5000
    full, people = gather(hasty.url, 2, starts=soon)
    alone, _ = gather(hasty.url, 1, starts=soon)
    assert until(people[1], full, 1)["state"] == "running"
    found = until(people[1], alone, 1)
    assert (found["state"], found["why"]) == ("called_off", "too_few")
    past = people[1].post("/tournaments", **{**OPTIONS, "starts": soon - 10_000})
    assert code(past) == (422, "bad_body")


def test_the_host_removes_somebody_and_calls_off(url: str) -> None:
    name, people = gather(url, 3, most=3)
    late = Person(url)
    assert code(late.ask("PUT", f"/tournaments/{name}/entry")) == (409, "tournament_full")
    assert code(people[2].ask("DELETE", f"/tournaments/{name}/entrants/3")) == (403, "not_tournament_host")
    people[1].do("DELETE", f"/tournaments/{name}/entrants/3")
    assert code(people[1].ask("DELETE", f"/tournaments/{name}/entrants/3")) == (404, "no_such_entrant")
    assert code(people[3].ask("PUT", f"/tournaments/{name}/entry")) == (403, "entry_refused")
    late.do("PUT", f"/tournaments/{name}/entry")
    assert code(people[2].ask("DELETE", f"/tournaments/{name}")) == (403, "not_tournament_host")
    found = people[1].do("DELETE", f"/tournaments/{name}")
    assert (found["state"], found["why"]) == ("called_off", "host")
    assert code(late.ask("DELETE", f"/tournaments/{name}/entry")) == (409, "tournament_over")
    assert code(late.ask("GET", "/tournaments/" + "x" * 22)) == (404, "no_such_tournament")


def test_limits_and_bad_bodies(url: str) -> None:
    ann, bo = Person(url), Person(url)
    names = [ann.do("POST", "/tournaments", **OPTIONS)["id"] for _ in range(entry.HOSTED)]
    assert code(ann.post("/tournaments", **OPTIONS)) == (409, "too_many_tournaments")
    assert code(ann.post(f"/tournaments/{names[0]}/start")) == (409, "too_few_entrants")
    ann.do("PUT", "/me/blocks", player=bo.id)
    assert code(bo.ask("PUT", f"/tournaments/{names[0]}/entry")) == (403, "entry_refused")
    for wrong in (
        {"most": 17}, {"seats": 6}, {"clock": {"kind": "none", "seconds": 0}}, {"format": "league"},
        {"name": "x" * 41}, {"map": "nowhere"}, {"seats": 5}, {"stand_in": "nobody"}, {"starts": 2**50},
    ):  # fmt: skip
        assert bo.post("/tournaments", **{**OPTIONS, **wrong}).status_code == 422, wrong


def test_an_answer_has_a_tag_that_changes_with_the_tournament(url: str) -> None:
    name, people = gather(url, 2)
    first = people[1].ask("GET", f"/tournaments/{name}")
    known = {"if-none-match": first.headers["etag"]}
    assert people[1].client.get(f"/api/tournaments/{name}", headers=known).status_code == 304
    people[2].do("DELETE", f"/tournaments/{name}/entry")
    assert people[1].client.get(f"/api/tournaments/{name}", headers=known).status_code == 200


def test_a_round_begins_once_although_the_server_is_killed(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database)
    name, people = gather(server.url, 4)
    people[1].do("POST", f"/tournaments/{name}/start")
    for meeting in until(people[1], name, 1)["played"][0]:
        play(meeting, people)
    server.kill()
    server = Server(database)
    people = {entry: person.at(server.url) for entry, person in people.items()}
    found = until(people[1], name, 2)
    assert [len(one) for one in found["played"]] == [2, 2]
    found = finish(name, people)
    assert (found["state"], found["round"]) == ("finished", 3)
    check_proof(found)
    server.stop()


def test_a_round_begins_once_over_several_processes(tmp_path: Path, postgres: Postgres) -> None:
    for database in (str(tmp_path / "tables.db"), postgres.database()):
        asyncio.run(start_at_once(Settings(database=database), database))


async def start_at_once(settings: Settings, database: str) -> None:
    """Six processes, or tasks where SQLite allows one process, see that the same tournament is due."""
    async with AsyncExitStack() as stack:
        shared: list[TableRegistry] = []
        for _ in range(6):
            if not shared or shared[0].storage.is_shared:
                storage = Storage(settings.url)
                await storage.open()
                stack.push_async_callback(storage.close)
            shared.append(TableRegistry(settings, storage, People(storage)))
        registry = shared[0]
        people = [await registry.people.welcome(f"P{n}") for n in range(7)]
        options = entry.TournamentOptions("", False, "swiss", "new_york", 2, 0, 16, "turn", 60, "porter", False, None)
        name = await entry.make(registry, people[0].id, options)
        for person in people[1:]:
            await entry.enter(registry, person.id, name)
        due = update(schema.tournaments).values(starts=1)
        await registry.storage.write(lambda connection: connection.execute(due))
        jobs = [Rounds(one) for one in shared]
        for _ in range(3):
            await asyncio.gather(*(job.look() for job in jobs))
        stored = await load(registry.storage, name)
        assert stored.row.round == 1
        assert len([one for one in stored.meetings if one.table]) == 3
        assert len([one for one in stored.meetings if one.table is None]) == 1
        assert len(await registry.storage.rows(select(schema.tables.c.id))) == 3
