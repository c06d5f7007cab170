"""Rated games, results and profiles: what is stored when a table is closed, and who sees what of it."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, begin, start
from sqlalchemy import select

from whistlestop.bots.levels import LEVELS
from whistlestop.cli.main import main
from whistlestop.game.game import Game
from whistlestop.ratings.beliefs import NEWCOMER, Belief, learn
from whistlestop.server import schema
from whistlestop.server.settings import database_url
from whistlestop.server.storage import Storage

RATED = {"rated": True}


def play(table: str, *people: Person) -> None:
    """Play a game to its end, fast: everybody claims what they can, and else does what comes last."""
    for _ in range(5000):
        for person in people:
            for view in person.views(table):
                if "result" in view:
                    return
                if view["legal"]:
                    texts = [move["text"] for move in view["legal"]]
                    claims = [text for text in texts if text.startswith("claim")]
                    person.move(table, view["viewer"], view["ply"], (claims or texts)[-1])
    raise AssertionError("the game has no end")


def end(table: str, *people: Person) -> None:
    """End a game early: all people agree. A bot that moves meanwhile withdraws the proposal, so they may try again."""
    for _ in range(100):
        view = people[0].views(table)[0]
        first = max(view["viewer"], 0)
        people[0].ask("POST", f"/tables/{table}/proposals", kind="end", ply=view["ply"], seat=first)
        for person in people[1:]:
            person.ask("POST", f"/tables/{table}/proposals/answer", agree=True)
        if people[0].do("GET", f"/tables/{table}")["state"] == "abandoned":
            return
    raise AssertionError("the game does not end")


def profile(asker: Person, owner: Person) -> dict[str, Any]:
    found: dict[str, Any] = asker.do("GET", f"/players/{owner.id}")
    return found


def games(asker: Person, owner: Person, **chosen: Any) -> list[dict[str, Any]]:
    answer = asker.client.get(f"/api/players/{owner.id}/games", params=chosen)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


def rating_of(owner: Person) -> list[tuple[int, int]]:
    return [(one["rating"], one["margin"]) for one in profile(owner, owner)["ratings"]]


def expected(*beliefs: Belief, places: list[int]) -> list[tuple[int, int]]:
    return [(round(belief.rating), belief.margin) for belief in learn(beliefs, places)]


def rows(database: str) -> list[tuple[Any, ...]]:
    """All results as they are stored, in a fixed order."""

    async def read() -> list[tuple[Any, ...]]:
        storage = Storage(database_url(database))
        found = await storage.rows(select(schema.results).order_by(schema.results.c.table_id, schema.results.c.seat))
        await storage.engine.dispose()
        return [tuple(row) for row in found]

    return asyncio.run(read())


def test_a_rated_game_moves_the_ratings_of_its_people(server: Server) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    table = start([ann, bob], **RATED)
    assert ann.do("GET", f"/tables/{table}")["rated"]
    assert profile(ann, ann)["ratings"] == []
    play(table, ann, bob)
    places = [one["place"] for one in ann.views(table)[0]["result"]["seats"]]
    found = expected(NEWCOMER, NEWCOMER, places=places)
    assert [rating_of(ann), rating_of(bob)] == [[found[0]], [found[1]]]
    [game] = games(bob, ann)
    assert (game["table"], game["rated"], game["place"]) == (table, True, places[0])
    assert game["change"] == found[0][0] - round(NEWCOMER.rating)
    assert [one["name"] for one in game["outcomes"]] == ["Ann", "Bob"]
    assert [one["points"] for one in game["outcomes"]] == [
        one["total"] for one in ann.views(table)[0]["result"]["seats"]
    ]


def test_a_bot_is_a_fixed_point_and_ending_early_loses_against_it(server: Server) -> None:
    ann = Person(server.url, "Ann")
    end(start([ann], bots=("dispatcher",), **RATED), ann)
    assert rating_of(ann) == expected(NEWCOMER, Belief(1000.0), places=[2, 1])[:1]
    end(start([ann], bots=("porter", "courier"), **RATED), ann)
    board = Game("new_york", 3).board
    bots = [LEVELS[name].measured(board, 3) for name in ("porter", "courier")]
    levels = [Belief(float(bot.rating)) for bot in bots if bot]
    assert rating_of(ann)[1:] == expected(NEWCOMER, *levels, places=[3, 1, 1])[:1], "each number of seats by itself"
    [_, two] = games(ann, ann)
    assert (two["place"], two["points"], two["gave_up"]) == (2, None, False)
    assert [one["games"] for one in profile(ann, ann)["encounters"]] == [1, 1, 1]


def test_who_resigns_or_leaves_is_last_and_other_people_can_still_win(server: Server) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    table = start([ann, bob], **RATED)
    ann.do("POST", f"/tables/{table}/resign")
    end(table, bob)
    assert [(one["place"], one["gave_up"]) for one in games(ann, ann)[0]["outcomes"]] == [(2, True), (1, False)]
    table = start([ann, bob], **RATED)
    ann.do("DELETE", f"/tables/{table}/seats/0")
    end(table, bob)
    assert [one["place"] for one in games(bob, ann)[0]["outcomes"]] == [2, 1]
    assert rating_of(ann)[0][0] < NEWCOMER.rating < rating_of(bob)[0][0]
    table = start([ann, bob], **RATED)
    end(table, ann, bob)
    assert [one["place"] for one in games(bob, ann)[0]["outcomes"]] == [1, 1], "agreed by everybody: a draw"
    lost = start([ann, bob], **RATED)
    for person in (ann, bob):
        person.do("POST", f"/tables/{lost}/resign")
    assert [one["table"] for one in games(ann, ann, result="won")] == [table], "where all resign, nobody has won"
    assert lost in [one["table"] for one in games(ann, ann, result="lost")]
    assert [(one["games"], one["won"]) for one in profile(ann, ann)["maps"]] == [(4, 1)]


def test_everybody_has_one_seat_and_neither_hints_nor_undo(server: Server) -> None:
    ann = Person(server.url, "Ann")
    refused = ann.ask("POST", "/tables", map="new_york", seats=["you", "you"], rated=True)
    assert refused.json()["code"] == "rated_one_seat"
    waiting = ann.make(["you", "open"], **RATED)
    assert ann.ask("POST", f"/tables/{waiting}/seats").json()["code"] == "rated_one_seat"
    table = start([ann], bots=("porter",), **RATED)
    while True:  # the bot may move in the meantime
        view = ann.views(table)[0]
        refused = ann.ask("POST", f"/tables/{table}/proposals", kind="undo", ply=view["ply"]).json()["code"]
        advised = ann.ask("GET", f"/tables/{table}/advice/{view['ply']}").json()["code"]
        if view["legal"] and refused != "stale":
            break
    assert (refused, advised, view["can_undo"]) == ("rated_no_undo", "rated_no_advice", False)
    again = ann.make(["you", "porter"])
    assert not ann.do("GET", f"/tables/{again}")["rated"], "a game is rated only if the host says so"


def test_a_rematch_of_a_rated_game_is_rated(server: Server) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    table = start([ann, bob], **RATED)
    end(table, ann, bob)
    assert ann.do("POST", f"/tables/{table}/rematch")["rated"]


def test_a_game_that_is_not_rated_is_a_result_without_a_rating(server: Server) -> None:
    ann = Person(server.url, "Ann")
    table = start([ann], bots=("porter",))
    play(table, ann)
    mine = profile(ann, ann)
    assert (mine["ratings"], [one["games"] for one in mine["maps"]]) == ([], [1])
    [game] = games(ann, ann)
    assert not game["rated"]
    assert "rating" not in game
    completed = [
        line for line in ann.views(table)[0]["result"]["seats"][0]["lines"] if line["code"] == "ticket_completed"
    ]
    assert mine["maps"][0]["completed"] == len(completed)


def test_people_who_share_a_browser_have_no_results(server: Server) -> None:
    ann = Person(server.url, "Ann")
    table = ann.make(["you", "you"])
    begin(table, ann)
    end(table, ann)
    assert games(ann, ann) == []


def test_games_can_be_filtered(server: Server) -> None:
    ann, bob, cid = (Person(server.url, name) for name in ("Ann", "Bob", "Cid"))
    lost = start([ann, bob], **RATED)
    ann.do("POST", f"/tables/{lost}/resign")
    end(lost, bob)
    drawn = start([ann, cid], "europe")
    end(drawn, ann, cid)
    three = start([ann, bob], bots=("porter",))
    end(three, ann, bob)

    def found(**chosen: Any) -> list[str]:
        return [game["table"] for game in games(ann, ann, **chosen)]

    assert found() == [three, drawn, lost]
    assert found(map="europe") == [drawn]
    assert found(seats=3) == [three]
    assert found(result="lost") == [three, lost], "the bots are before those who end a game early"
    assert found(result="won") == [drawn]
    assert found(result="rated") == [lost]
    assert found(opponent=bob.id) == [three, lost]
    assert found(opponent="porter") == [three]
    closed = games(ann, ann)[1]["closed"]
    assert found(since=closed) == [three, drawn]
    assert found(until=closed) == [lost]
    assert found(skip=2) == [lost]
    refused = ann.client.get(f"/api/players/{ann.id}/games", params={"result": "odd"})
    assert refused.status_code == 422


def test_a_profile_is_shown_to_whom_its_owner_wants(server: Server) -> None:
    ann, bob, eve = (Person(server.url, name) for name in ("Ann", "Bob", "Eve"))
    waiting = ann.make(["you", "open", "open"])
    eve.do("POST", f"/tables/{waiting}/seats")
    assert eve.ask("GET", f"/players/{ann.id}").json()["code"] == "private_profile", "the game has not begun"
    end(start([ann, bob]), ann, bob)
    assert "shown_to" not in profile(bob, ann)
    assert profile(ann, ann)["shown_to"] == "met"
    ann.do("PUT", "/me/profile", shown_to="anybody")
    assert profile(eve, ann)["name"] == "Ann"
    stranger = eve.client.get(f"/api/players/{ann.id}", headers={"authorization": ""})
    assert stranger.json()["maps"] == [], "the replay is not shared"
    ann.do("PUT", "/me/profile", shown_to="nobody")
    for path in (f"/players/{ann.id}", f"/players/{ann.id}/games"):
        assert bob.ask("GET", path).json()["code"] == "private_profile"
    assert profile(ann, ann)["maps"]
    assert bob.ask("GET", f"/players/{'x' * 22}").json()["code"] == "no_such_player"


def test_a_profile_shows_others_only_replays_that_they_may_watch(server: Server) -> None:
    ann, bob, eve = (Person(server.url, name) for name in ("Ann", "Bob", "Eve"))
    ann.do("PUT", "/me/profile", shown_to="anybody")
    table = start([ann, bob], **RATED)
    end(table, ann, bob)

    def seen() -> tuple[list[str], list[int], list[str]]:
        found = profile(eve, ann)
        names = [one["name"] for one in found["encounters"]]
        return [one["table"] for one in games(eve, ann)], [one["games"] for one in found["maps"]], names

    nothing: tuple[list[str], list[int], list[str]] = ([], [], [])
    assert seen() == nothing
    ann.do("POST", f"/tables/{table}/sharing", agree=True)
    assert seen() == nothing, "Bob has not agreed yet"
    bob.do("POST", f"/tables/{table}/sharing", agree=True, show_name=False)
    assert seen() == ([table], [1], []), "Bob hides his name"
    [game] = games(eve, ann)
    assert [(one["player"], one["name"]) for one in game["outcomes"]] == [(ann.id, "Ann"), (None, "")]
    assert games(eve, ann, opponent=bob.id) == [], "a filter doesn't tell who hides"
    assert games(bob, ann, opponent=bob.id) == games(ann, ann)
    ann.do("POST", f"/tables/{table}/sharing", agree=True, show_name=False)
    assert seen() == nothing, "Ann hides that she played"
    assert [one["table"] for one in games(ann, ann)] == [table]


def test_a_stranger_learns_nothing_of_a_running_or_private_game(server: Server) -> None:
    """Twin worlds: whatever happens in such games, the stranger's answers stay the same, byte for byte."""
    ann, bob, eve = (Person(server.url, name) for name in ("Ann", "Bob", "Eve"))
    ann.do("PUT", "/me/profile", shown_to="anybody")

    def answers() -> list[bytes]:
        paths = (f"/players/{ann.id}", f"/players/{ann.id}/games", f"/players/{ann.id}/games?opponent={bob.id}")
        return [eve.ask("GET", path).content for path in paths]

    before = answers()
    running = start([ann, bob], **RATED)
    view = ann.views(running)[0]
    ann.move(running, 0, view["ply"], view["legal"][0]["text"])
    assert answers() == before
    private = start([ann, bob])
    ann.do("POST", f"/tables/{private}/resign")
    end(private, bob)
    bob.do("POST", f"/tables/{private}/sharing", agree=False)
    assert answers() == before
    end(running, ann, bob)
    rated = profile(eve, ann)
    assert [one["games"] for one in rated["ratings"]] == [1], "its players agreed that it counts"
    assert (rated["maps"], rated["encounters"], games(eve, ann)) == ([], [], [])
    assert running not in eve.ask("GET", f"/players/{ann.id}").text


def test_export_and_deletion_include_results(server: Server) -> None:
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    table = start([ann, bob], **RATED)
    end(table, ann, bob)
    exported = ann.do("GET", "/me/export")
    assert [(one["table"], one["seat"], one["place"]) for one in exported["results"]] == [(table, 0, 1)]
    assert exported["player"]["shown_to"] == "met"
    before = rating_of(bob)
    ann.do("DELETE", "/me")
    assert bob.ask("GET", f"/players/{ann.id}").json()["code"] == "no_such_player"
    assert [one["player"] for one in games(bob, bob)[0]["outcomes"]] == [None, bob.id]
    assert profile(bob, bob)["encounters"] == []
    assert rating_of(bob) == before


def test_rebuild_finds_the_same_numbers_beside_running_servers(
    postgres_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob, cid = (Person(postgres_server.url, name) for name in ("Ann", "Bob", "Cid"))
    play(start([ann, bob], **RATED), ann, bob)
    table = start([bob, ann], bots=("porter",), **RATED)
    bob.do("POST", f"/tables/{table}/resign")
    end(table, ann)
    end(start([ann, cid], **RATED), ann, cid)
    cid.do("DELETE", "/me")
    end(start([ann, bob]), ann, bob)
    end(start([bob, ann], **RATED), bob, ann)
    check_rebuild(postgres_server.database)
    assert "games are stored with their results" in capsys.readouterr().out
    assert len(profile(ann, ann)["ratings"][0]["curve"]) == 3


def check_rebuild(database: str) -> None:
    """Rebuild, also after stored results were spoilt, and compare."""
    before = rows(database)
    assert any(row[-1] is not None for row in before)
    assert main(["ratings", "rebuild", "--database", database]) == 0
    assert rows(database) == before
    spoil(database)
    assert rows(database) != before
    assert main(["ratings", "rebuild", "--database", database]) == 0
    assert rows(database) == before


def spoil(database: str) -> None:
    """Change stored results and ratings that the records say better; delete those of one table."""

    async def write() -> None:
        storage = Storage(database_url(database))
        results = schema.results
        wrong = {"rating": 1, "place": 7, "completed": 99, "gave_up": True}
        await storage.write(lambda connection: connection.execute(results.update().values(wrong)))
        unrated = results.c.number.is_(None)
        await storage.write(lambda connection: connection.execute(results.delete().where(unrated)))
        await storage.close()

    asyncio.run(write())


def test_a_kill_at_the_close_stores_each_result_once_or_not_at_all(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    server = Server(database)
    ann, bob = Person(server.url, "Ann"), Person(server.url, "Bob")
    tables = [start([ann, bob], **RATED) for _ in range(12)]
    for table in tables:
        ann.do("POST", f"/tables/{table}/resign")
    closing = threading.Thread(target=close_all, args=(bob, tables))
    closing.start()
    while bob.do("GET", f"/tables/{tables[3]}")["state"] == "playing":
        pass
    server.kill()
    closing.join()
    stored = [row[0] for row in rows(database) if row[1] == 0]
    server = Server(database)
    bob = bob.at(server.url)
    states = [bob.do("GET", f"/tables/{table}")["state"] for table in tables]
    assert sorted(stored) == sorted(table for table, state in zip(tables, states, strict=True) if state == "abandoned")
    assert len(stored) >= 4
    close_all(bob, tables)
    assert len(profile(bob, bob)["ratings"][0]["curve"]) == len(tables)
    server.stop()
    numbers = [row[-5] for row in rows(database) if row[1] == 0]
    assert sorted(numbers) == list(range(1, len(tables) + 1))
    check_rebuild(database)


def close_all(person: Person, tables: list[str]) -> None:
    """End all games, as far as the server answers."""
    for table in tables:
        with suppress(httpx.TransportError):
            if person.do("GET", f"/tables/{table}")["state"] == "playing":
                end(table, person)
