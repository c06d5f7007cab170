"""The protocol has one source: the models describe what servers send, the client's types and the docs come from them.

Every answer and event that any test of the server gets is checked against its model (see `server.protocol`). Here whole
games are played on every map, with everything that can happen at a table.
"""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from server.serving import Listener, Person, Server, begin, start
from server.test_seating import play_on

from whistlestop.game.rules import Rules as MapRules
from whistlestop.server.events import BATCH
from whistlestop.server.openapi import document
from whistlestop.server.protocol.events import CHANGED, AnyEvent, EventKind
from whistlestop.server.protocol.maps import Rules
from whistlestop.server.protocol.tables import TableChanges

ROOT = Path(__file__).parents[2]
BY_HAND = {EventKind.DEAL, EventKind.EXPIRED, EventKind.FAREWELL}
"""Kinds that other tests get: of deals that are over, of expiry, and of servers that stop."""


def play_by_stream(table: str, players: dict[int, Person], stream: Listener, draw: random.Random) -> None:
    """Let people move at random until the game is over, using only events and the answers to moves."""
    own = {seat: players[seat].view(table, seat) for seat in players}
    public = stream.of("started")[-1]["views"][0]
    while public["phase"] != "over":
        ply = public["ply"]
        for seat in [seat for seat in public["movers"] if seat in players]:
            view = own[seat] if own[seat]["ply"] == ply else players[seat].view(table, seat)
            own[seat] = players[seat].move(table, seat, ply, draw.choice(view["legal"])["text"]).json()["view"]
        stream.wait_ply(ply + 1)
        public = stream.of("moved")[-1]["views"][0]


@pytest.mark.parametrize(("board", "seats"), [("nordic", 3), ("europe", 5), ("new_york", 4)])
def test_whole_games_keep_to_the_models_and_events_carry_all_changes(
    sqlite_server: Server, board: str, seats: int
) -> None:
    ann, bo, eve = (Person(sqlite_server.url, name) for name in ("Ann", "Bo", "Eve"))
    bots = ["porter"] * (seats - 3)
    table = ann.make(["you", "you", "open", *bots], board, watchable=True, clock={"kind": "game", "seconds": 900})
    streams = [ann.follow(table, curtain=True), ann.follow(table), bo.follow(table), eve.follow(table)]
    people = [ann, ann, bo, eve]
    bo.do("POST", f"/tables/{table}/seats")
    begin(table, ann, bo)
    streams[-1].wait("started")
    play_by_stream(table, {0: ann, 1: ann, 2: bo}, streams[-1], random.Random(seats))
    rematch = bo.do("POST", f"/tables/{table}/rematch")["id"]
    for person, stream in zip(people, streams, strict=True):
        assert stream.wait("finished")["result"]["winners"]
        shown = person.do("GET", f"/tables/{table}")
        stream.knows(shown)
        assert shown.get("rematch") == (None if person is eve else rematch)
    last = streams[2].of("moved")[-1]["ply"]
    for ply in (0, last // 3, last // 2, last):
        bo.do("GET", f"/tables/{table}/views/{ply}")
    bo.do("GET", f"/tables/{table}/course")
    late = bo.follow(table, after=f"{table}:{max(1, streams[2].number(table) - BATCH // 8)}")
    late.wait("rematch")
    now = bo.do("GET", f"/tables/{table}")
    assert late.follower.tables[table].items() <= {**now, "clock": late.follower.tables[table]["clock"]}.items()


def test_everything_that_can_happen_at_a_table(sqlite_server: Server) -> None:
    ann, bo, eve = (Person(sqlite_server.url, name) for name in ("Ann", "Bo", "Eve"))
    clock = {"kind": "turn", "seconds": 86_400}
    table = ann.make(["you", "open", "open"], watchable=False, listed=True, first=0, clock=clock)
    streams = {ann: ann.follow(table), bo: bo.follow(table), eve: eve.follow(table)}

    def same() -> None:
        for person in (ann, bo):
            streams[person].knows(person.do("GET", f"/tables/{table}"))

    bo.do("POST", f"/tables/{table}/seats", seat=1)
    ann.do("PUT", f"/tables/{table}/seats/2/bot", level="porter")
    same()
    bo.do("DELETE", f"/tables/{table}/seats/1")  # cancels the start
    ann.do("DELETE", f"/tables/{table}/seats/2/bot")
    same()
    ann.do("PUT", f"/tables/{table}/seats/2/bot", level="porter")
    bo.do("POST", f"/tables/{table}/seats")
    ann.send_hashes(table, [0])
    same()
    bo.send_hashes(table, [1])
    same()
    ann.send_bytes(table, [0])
    bo.send_bytes(table, [1])
    streams[eve].wait("hidden")
    streams[ann].wait("sealed")
    play_on(table, {0: ann, 1: bo}, random.Random(1), 2)
    same()
    streams[ann].wait("moved")
    bo.do("PUT", "/me/holiday", days=1)
    same()
    bo.do("DELETE", "/me/holiday")
    same()
    bo.do("PUT", "/me/mutes", player=ann.id)
    ann.do("POST", f"/tables/{table}/chat", text="Good luck")
    streams[bo].wait("skipped")
    bo.do("POST", f"/tables/{table}/reactions", reaction="thanks")
    ply = ann.view(table, 0)["ply"]
    for agree in (False, True):
        ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ply)
        same()
        if not agree:
            bo.do("POST", f"/tables/{table}/proposals/answer", agree=False)
            same()
    ann.move(table, 0, ply, "draw")  # withdraws the proposal
    bo.do("DELETE", f"/tables/{table}/seats/1")
    bo.do("POST", f"/tables/{table}/return")
    stale = ann.move(table, 0, 0, "draw").json()
    assert (stale["code"], len(stale["views"])) == ("stale", 1)
    assert stale["seq"] >= ply
    undo(table, ann, bo)
    same()
    ply = ann.view(table, 0)["ply"]
    ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ply)
    bo.do("POST", f"/tables/{table}/proposals/answer", agree=True)
    same()
    ann.do("POST", f"/tables/{table}/rematch")
    ann.do("POST", f"/tables/{table}/sharing", agree=True)
    same()
    ann.do("GET", "/me/export")
    ann.do("GET", "/me/tables")
    bo.do("GET", "/tables")
    seen = {kind for stream in streams.values() for kind in stream.follower.kinds}
    assert seen | BY_HAND | {EventKind.FINISHED} == set(EventKind)


def undo(table: str, ann: Person, bo: Person) -> None:
    """Undo a move that revealed nothing: drawing tickets reveals them, so wait for a claim."""
    draw = random.Random(5)
    stream = ann.follow(table)
    for _ in range(500):
        for seat, person in ((0, ann), (1, bo)):
            view = person.view(table, seat)
            if view["movers"] != [seat]:
                continue
            claims = [one["text"] for one in view["legal"] if one["kind"] == "claim"]
            move = claims[0] if claims else draw.choice(view["legal"])["text"]
            assert person.move(table, seat, view["ply"], move).status_code == 200
            now = person.view(table, seat)["ply"]
            if claims and person.post(f"/tables/{table}/proposals", kind="undo", ply=now).status_code == 200:
                other = bo if person is ann else ann
                if other.post(f"/tables/{table}/proposals/answer", agree=True).status_code == 409:
                    continue  # the bot has moved in the meantime, which withdraws the proposal
                assert stream.wait("undone")["ply"] == view["ply"]
                return
        stream.wait_ply(ann.views(table)[0]["ply"])
    raise AssertionError("no move could be undone")


def test_every_answer_has_a_model() -> None:
    for path, methods in document()["paths"].items():
        for method, one in methods.items():
            for status, answer in one["responses"].items():
                content = answer.get("content", {}).get("application/json")
                assert content is None or content["schema"] != {}, (path, method, status)
    assert {"View", "TableInfo", "Event", "Result", "MapDetails", "Board"} <= document()["components"]["schemas"].keys()


def test_every_kind_has_a_model_and_every_field_that_changes_is_one_of_tables() -> None:
    models = AnyEvent.__origin__.__args__  # type: ignore[attr-defined]
    kinds = [kind for model in models for kind in model.model_fields["kind"].annotation.__args__]
    assert sorted(kinds) == sorted(EventKind)
    assert {field for fields in CHANGED.values() for field in fields} == TableChanges.model_fields.keys()
    for model in models:
        (kind,) = model.model_fields["kind"].annotation.__args__
        assert ("changes" in model.model_fields) == (kind in CHANGED), kind


def test_the_rules_of_maps_are_those_of_the_game() -> None:
    assert Rules.model_fields.keys() == MapRules.__dataclass_fields__.keys()


def test_the_documentation_describes_every_kind_of_event_as_its_model_does() -> None:
    text = (ROOT / "docs" / "server.md").read_text()
    for model in AnyEvent.__origin__.__args__:  # type: ignore[attr-defined]
        (kind,) = model.model_fields["kind"].annotation.__args__
        changes = ", ".join(f"`{field}`" for field in CHANGED.get(kind, ()))
        assert f"| `{kind}` | {model.__doc__.rstrip('.')} | {changes} |\n" in text, kind


def test_the_types_of_the_client_are_made_from_the_models() -> None:
    assert (ROOT / "web" / "node_modules").is_dir(), "the client's packages are not installed: make web"
    made = subprocess.run(
        ["node", "types.js"], cwd=ROOT / "web", input=json.dumps(document()), capture_output=True, text=True, check=True
    )
    kept = (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text()
    assert made.stdout == kept, "the models have changed: run `npm run types` in web/"


def test_a_view_that_is_wrong_is_found(sqlite_server: Server) -> None:
    from whistlestop.server.protocol.views import View

    ann = Person(sqlite_server.url)
    table = start([ann], bots=("porter",))
    view: dict[str, Any] = ann.views(table)[0]
    View.model_validate_json(json.dumps(view))
    for wrong in ({**view, "secret": 1}, {**view, "ply": "1"}, {k: v for k, v in view.items() if k != "deck"}):
        with pytest.raises(ValueError, match="validation error"):
            View.model_validate_json(json.dumps(wrong))
