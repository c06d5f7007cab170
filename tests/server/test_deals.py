"""Deals that several tables play: the same cards for everybody, one try each, and nothing to learn from the others."""

import asyncio
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.postgres import Postgres
from server.serving import Person, Server
from sqlalchemy import select, update

from whistlestop.cli.verify import proved
from whistlestop.game.reader import verify
from whistlestop.server import schema
from whistlestop.server.duplicates import add_up, score_board
from whistlestop.server.settings import database_url
from whistlestop.server.storage import Storage

MAP = "new_york"


def write(database: str, *statements: Any) -> None:
    """Change rows behind the server's back: days pass."""

    async def act() -> None:
        storage = Storage(database_url(database))
        async with storage.engine.begin() as connection:
            for statement in statements:
                await connection.execute(statement)
        await storage.engine.dispose()

    asyncio.run(act())


def read(database: str, question: Any) -> list[Any]:
    async def act() -> list[Any]:
        storage = Storage(database_url(database))
        found = await storage.rows(question)
        await storage.engine.dispose()
        return found

    return asyncio.run(act())


def of_old(server: Server, name: str) -> Person:
    """A player who is older than today."""
    person = Person(server.url, name)
    write(server.database, update(schema.players).where(schema.players.c.id == person.id).values(created=0))
    return person


def begin(person: Person, board: str = MAP) -> str:
    return str(person.do("POST", f"/daily/{board}")["id"])


def last(texts: list[str]) -> str:
    return next((text for text in reversed(texts) if text.startswith("claim")), texts[-1])


def play(person: Person, table: str, choose: Callable[[list[str]], str] = last, plies: int = 10_000) -> list[str]:
    """Play to the end, or to a ply; the moves that were made."""
    made: list[str] = []
    stream = person.follow(table, seconds=120)
    view = person.views(table)[0]
    while "result" not in view and view["ply"] < plies:
        if view["legal"]:
            made.append(choose([move["text"] for move in view["legal"]]))
            answer = person.move(table, view["viewer"], view["ply"], made[-1])
            assert answer.status_code == 200, answer.text
            view = answer.json()["view"]
        else:
            known = view["ply"]
            if view["phase"] != "first_choice":
                stream.wait_ply(known + 1)
            view = person.views(table)[0]
    stream.close()
    return made


def page(person: Person, day: str = "", board: str = MAP) -> dict[str, Any]:
    day = day or next(one["day"] for one in person.do("GET", "/daily") if one["map"] == board)
    found: dict[str, Any] = person.do("GET", f"/daily/{board}/{day}")
    return found


def wait_for_par(person: Person) -> dict[str, Any]:
    for _ in range(300):
        found = page(person)
        if "par" in found:
            return found
        threading.Event().wait(0.2)
    raise AssertionError("the bot does not play")


def end_day(server: Server, person: Person, day: str = "2020-01-01", board: str = MAP) -> dict[str, Any]:
    """Let the day of the newest deal be over; its page then."""
    deal = page(person, board=board)["deal"]
    daily, deals = schema.daily_deals, schema.deals
    write(
        server.database,
        update(daily).where(daily.c.deal == deal).values(day=day),
        update(deals).where(deals.c.id == deal).values(closes=1),
    )
    for _ in range(100):
        found = page(person, day, board)
        if found["over"]:
            return found
        threading.Event().wait(0.2)
    raise AssertionError("the deal is not ended")


def test_a_day_with_its_ranking_par_replays_and_proofs(postgres_server: Server) -> None:
    server = postgres_server
    ann, bo, new = of_old(server, "Ann"), of_old(server, "Bo"), Person(server.url, "New")
    before = page(ann)
    tables = {person.name: begin(person) for person in (ann, bo, new)}
    for person in (ann, bo):
        play(person, tables[person.name])
    play(new, tables["New"], lambda texts: texts[-1])
    records = [person.do("GET", f"/tables/{tables[person.name]}/record") for person in (ann, bo)]
    first, second = (text.split("\n\n", 1)[1] for text in records)
    assert first == second, "the same moves meet the same cards and the same bots"
    found = wait_for_par(ann)
    places = found["ranking"]
    assert [place["rank"] for place in places] == [1, 1], "equal results share a rank, and newcomers have none"
    assert {place["player"] for place in places} == {ann.id, bo.id}
    assert found["played"] == 3
    own = found["yours"]
    view = ann.views(tables["Ann"])[0]
    totals = [seat["total"] for seat in view["result"]["seats"]]
    assert (own["points"], own["margin"]) == (totals[0], totals[0] - max(totals[1:]))
    assert own["rank"] == 1
    unranked = page(new)["yours"]
    assert not unranked["ranked"]
    assert unranked["rank"] is None
    assert found["commitment"] == before["commitment"]
    assert len(found["next_commitment"]) == 64

    ann.do("POST", f"/tables/{tables['Ann']}/sharing", agree=False, show_name=True)
    bo.do("POST", f"/tables/{tables['Bo']}/sharing", agree=True, show_name=False)
    over = end_day(server, new)
    by_name = {place["name"]: place for place in over["ranking"]}
    assert "table" not in by_name["Ann"], "she doesn't share her replay"
    assert by_name[""]["player"] is None, "he hides his name"
    assert by_name[""]["table"] == tables["Bo"]
    assert new.ask("GET", f"/tables/{tables['Ann']}").status_code == 404
    for table in (tables["Bo"], over["par"]["table"]):
        text = new.do("GET", f"/tables/{table}/record")
        record = verify(text)
        assert any(over["commitment"] in line for line in proved(record))
        assert f"secret: {over['secret']}" in text
    assert ann.ask("POST", "/tables/import", record=text, seats=["you"] * 3).json()["code"] == "no_key_origin"
    assert over["day"] in page(ann)["days"]


def test_one_try_whatever_one_does(sqlite_server: Server) -> None:
    ann = of_old(sqlite_server, "Ann")
    table = begin(ann)
    other_tab = Person.known(sqlite_server.url, ann.token, id=ann.id, name="Ann")
    assert begin(other_tab) == table
    view = ann.view(table, 0)
    assert not view["can_undo"]
    play(ann, table, plies=view["ply"] + 8)
    for _ in range(300):  # bots move until it is her turn again
        view = ann.views(table)[0]
        if view["legal"]:
            break
        threading.Event().wait(0.1)
    undo = ann.ask("POST", f"/tables/{table}/proposals", kind="undo", ply=view["ply"])
    assert undo.json()["code"] == "deal_no_undo"
    assert ann.ask("GET", f"/tables/{table}/advice/{view['ply']}").json()["code"] == "deal_no_advice"
    assert ann.ask("DELETE", f"/tables/{table}/seats/0").json()["code"] == "deal_no_stand_in"
    assert ann.ask("POST", f"/tables/{table}/seats").json()["code"] == "begun"
    ann.do("POST", f"/tables/{table}/resign")
    assert ann.do("GET", f"/tables/{table}")["state"] == "abandoned"
    assert begin(other_tab) == table, "whoever resigns has had their try"
    found = page(ann)
    assert "rank" not in found["yours"]
    assert ann.id not in [place["player"] for place in found["ranking"]]
    rematch = ann.do("POST", f"/tables/{table}/rematch")
    assert "deal" not in rematch
    assert rematch["fairness"]["commitment"] != found["commitment"]


def test_of_many_starts_at_once_in_two_processes_one_counts(postgres: Postgres) -> None:
    database = postgres.database()
    servers = [Server(database), Server(database)]
    try:
        ann = of_old(servers[0], "Ann")
        found: list[str] = []

        def start(n: int) -> None:
            person = Person.known(servers[n % 2].url, ann.token, id=ann.id, name="Ann")
            found.append(begin(person))

        threads = [threading.Thread(target=start, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        assert len(set(found)) == 1
        assert len(read(database, select(schema.tries))) == 1
        deals = read(database, select(schema.daily_deals).where(schema.daily_deals.c.map == MAP))
        assert len({row.day for row in deals}) == len(deals)
        played = read(database, select(schema.tables.c.id).where(schema.tables.c.host == ann.id))
        assert len(played) == 1
    finally:
        for server in servers:
            server.stop()


def everything(reader: Person, tables: list[str], owner: Person) -> dict[str, str]:
    """All that somebody can ask about a deal, about tables that play it, and about who plays there."""
    day = page(reader)["day"]
    paths = [f"/daily/{MAP}/{day}", "/daily", f"/players/{owner.id}", f"/players/{owner.id}/games", "/tables"]
    paths += ["/me/tables", "/me/export", f"/players/{reader.id}/games"]
    for table in tables:
        about = (
            "",
            "/views",
            "/views/20",
            "/views/20?open=true",
            "/record",
            "/report",
            "/course",
            "/advice/20",
            "/chat",
        )
        paths += [f"/tables/{table}{part}" for part in about]
    return {path: reader.ask("GET", path).text for path in paths}


@pytest.fixture
def told(sqlite_server: Server) -> tuple[Person, Person, str]:
    ann, eve = of_old(sqlite_server, "Ann"), of_old(sqlite_server, "Eve")
    ann.do("PUT", "/me/profile", shown_to="anybody")
    table = begin(ann)
    return ann, eve, table


def test_nobody_learns_a_deal_that_they_have_not_played(
    sqlite_server: Server, told: tuple[Person, Person, str]
) -> None:
    """Twin worlds: what Eve gets is the same whatever has been played, but for how many people have."""
    ann, eve, table = told
    before = everything(eve, [table], ann)
    preview = eve.client.get(f"/t/{table}").text
    play(ann, table)
    ann.do("POST", f"/tables/{table}/sharing", agree=True, show_name=True)
    after = everything(eve, [table], ann)
    for path in before:
        now, then = (re.sub(r'"(played|seen)":\d+', "", answer) for answer in (after[path], before[path]))
        assert now == then, path
    assert all(json.loads(after[path])["code"] == "no_such_table" for path in after if table in path)
    assert eve.ask("GET", f"/events?tables={table}").json()["code"] == "no_such_table"
    assert eve.client.get(f"/t/{table}").text == preview

    deal = read(sqlite_server.database, select(schema.deals).where(schema.deals.c.id == page(eve)["deal"]))[0]
    own = everything(ann, [table], ann)
    own |= {f"Eve: {path}": answer for path, answer in everything(eve, [begin(eve)], ann).items()}
    listener = ann.follow(table, after=f"{table}:1")
    listener.wait("finished")
    own["events"] = b"".join(listener.raw).decode()
    listener.close()
    for path, answer in own.items():
        assert deal.secret.hex() not in answer, path
        assert "key: " not in answer, path
    record = ann.do("GET", f"/tables/{table}/record")
    assert "dealer: hand" in record
    assert verify(record).over
    assert "secret" not in ann.do("GET", f"/tables/{table}")["fairness"]
    assert "ranking" in page(ann)
    assert "ranking" not in page(eve), "she has begun, and not finished"


def test_bad_days_and_maps_are_refused(sqlite_server: Server) -> None:
    ann = Person(sqlite_server.url)
    for path in ("nowhere/2026-01-01", f"{MAP}/2026-02-31", f"{MAP}/2019-12-31", f"{MAP}/2099-01-01"):
        answer = ann.ask("GET", f"/daily/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_daily_deal"), path
    assert ann.ask("GET", f"/daily/{MAP}/today").json()["code"] == "bad_body"
    assert ann.ask("POST", "/daily/nowhere").json()["code"] == "no_daily_deal"


def test_whoever_is_deleted_leaves_the_ranking(sqlite_server: Server) -> None:
    ann, bo = of_old(sqlite_server, "Ann"), of_old(sqlite_server, "Bo")
    for person in (ann, bo):
        play(person, begin(person, "nordic"))
    assert {ann.id, bo.id} <= {place["player"] for place in page(bo, board="nordic")["ranking"]}
    exported = ann.do("GET", "/me/export")
    assert [one["table"] for one in exported["tries"]] == [exported["tables"][0]["table"]["id"]]
    ann.do("DELETE", "/me")
    assert ann.id not in [place["player"] for place in page(bo, board="nordic")["ranking"]]


def test_a_record_of_a_daily_deal_is_proved_by_the_command(
    sqlite_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from whistlestop.cli.main import main

    ann = of_old(sqlite_server, "Ann")
    table = begin(ann)
    play(ann, table)
    found = end_day(sqlite_server, ann, "2020-01-02")
    file = tmp_path / "record.txt"
    file.write_text(ann.do("GET", f"/tables/{table}/record"))
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"The key is that of the deal {found['deal']}" in said
    assert found["commitment"] in said


def match_of(reader: Person, match: str) -> dict[str, Any]:
    found: dict[str, Any] = reader.do("GET", f"/duplicates/{match}")
    return found


def play_board(player: Person, match: str, board: int, choose: Callable[[list[str]], str]) -> str:
    table = str(player.do("POST", f"/duplicates/{match}/boards/{board}")["id"])
    assert player.do("POST", f"/duplicates/{match}/boards/{board}")["id"] == table, "one try"
    play(player, table, choose)
    return table


def test_a_duplicate_match(sqlite_server: Server) -> None:
    ann, bo, eve = (Person(sqlite_server.url, name) for name in ("Ann", "Bo", "Eve"))
    match = str(ann.do("POST", "/duplicates", map=MAP, seats=2, boards=2)["id"])
    assert ann.ask("POST", f"/duplicates/{match}/start").json()["code"] == "duplicate_alone"
    assert ann.ask("POST", f"/duplicates/{match}/boards/1").json()["code"] == "duplicate_not_started"
    for _ in range(2):
        bo.do("PUT", f"/duplicates/{match}/players/me")
    assert bo.ask("POST", f"/duplicates/{match}/start").json()["code"] == "not_host"
    eve.do("PUT", f"/duplicates/{match}/players/me")
    eve.do("DELETE", f"/duplicates/{match}/players/me")
    ann.do("POST", f"/duplicates/{match}/start")
    assert ann.ask("POST", f"/duplicates/{match}/start").json()["code"] == "duplicate_started"
    assert eve.ask("PUT", f"/duplicates/{match}/players/me").json()["code"] == "duplicate_started"
    assert eve.ask("POST", f"/duplicates/{match}/boards/1").json()["code"] == "not_in_duplicate"
    assert ann.ask("POST", f"/duplicates/{match}/boards/3").json()["code"] == "no_such_board"
    assert ann.ask("GET", f"/duplicates/{'x' * 22}").json()["code"] == "no_such_duplicate"
    assert [board["seat"] for board in match_of(ann, match)["boards"]] == [0, 1]

    before = {reader.name: re.sub(r'"played":\d', "", str(match_of(reader, match)["boards"])) for reader in (bo, eve)}
    table = play_board(ann, match, 1, last)
    assert match_of(ann, match)["boards"][0]["scores"][0]["player"] == ann.id
    for reader in (bo, eve):
        found = match_of(reader, match)
        assert found["boards"][0]["played"] == 1
        assert "scores" not in found["boards"][0]
        assert re.sub(r"'played': \d", "", str(found["boards"])) == re.sub(r"'played': \d", "", before[reader.name])
        assert reader.ask("GET", f"/tables/{table}").status_code == 404
    play_board(bo, match, 1, lambda texts: texts[-1])
    for _ in range(100):
        board = match_of(eve, match)["boards"][0]
        if board["over"]:
            break
        threading.Event().wait(0.2)
    first, second = board["scores"]
    assert (first["margin"], first["points"]) >= (second["margin"], second["points"])
    wanted = [1, 1] if first["margin"] == second["margin"] and first["points"] == second["points"] else [2, 0]
    assert [first["matchpoints"], second["matchpoints"]] == wanted
    text = eve.do("GET", f"/tables/{table}/record")
    assert any(board["commitment"] in line for line in proved(verify(text)))
    assert bo.ask("POST", f"/duplicates/{match}/end").json()["code"] == "not_host"
    other = str(bo.do("POST", f"/duplicates/{match}/boards/2")["id"])
    assert bo.do("GET", f"/tables/{other}")["yours"] == [1], "the seats move on"
    ended = ann.do("POST", f"/duplicates/{match}/end")
    assert ended["state"] == "over"
    assert bo.do("GET", f"/tables/{other}")["state"] == "expired"
    assert [score["points"] for score in ended["boards"][1]["scores"]] == [None, None]
    assert ann.ask("POST", f"/duplicates/{match}/boards/2").json()["code"] == "deal_over"
    assert {score["player"]: score["matchpoints"] for score in ended["scores"]} == {
        score["player"]: score["matchpoints"] for score in (first, second)
    }
    assert ann.do("GET", "/me/export")["matches"] == [match]


def test_a_match_whose_host_has_left_is_started_by_who_joined_first(sqlite_server: Server) -> None:
    ann, bo, eve = (Person(sqlite_server.url, name) for name in ("Ann", "Bo", "Eve"))
    match = str(ann.do("POST", "/duplicates", map=MAP, seats=2, boards=1)["id"])
    for person in (bo, eve):
        person.do("PUT", f"/duplicates/{match}/players/me")
    ann.do("DELETE", "/me")
    assert match_of(eve, match)["host"] == bo.id
    assert eve.ask("POST", f"/duplicates/{match}/start").json()["code"] == "not_host"
    bo.do("POST", f"/duplicates/{match}/start")


def test_matchpoints_are_those_of_duplicate_bridge() -> None:
    rows = [
        {"player": "a", "points": 90, "margin": 10, "table": "ta", "shared": True},
        {"player": "b", "points": 95, "margin": 10, "table": "tb", "shared": False},
        {"player": "c", "points": 95, "margin": 10, "table": "tc", "shared": True},
        {"player": "d", "points": None, "margin": None, "table": "td", "shared": True},
    ]
    over = score_board(("a", "b", "c", "d", "e"), rows, True)
    assert [(one["player"], one["matchpoints"]) for one in over] == [("b", 7), ("c", 7), ("a", 4), ("d", 0), ("e", 0)]
    assert [one.get("table") for one in over] == [None, "tc", "ta", "td", None]
    running = score_board(("a", "b", "c", "d", "e"), rows, False)
    assert [(one["player"], one["matchpoints"]) for one in running] == [("b", 3), ("c", 3), ("a", 0)]
    assert not any("table" in one for one in running)
    total = add_up(("a", "b"), [over, over])
    assert [(one["player"], one["matchpoints"], one["points"]) for one in total] == [("b", 14, 190), ("a", 8, 180)]
