"""Reports over HTTP: of games that are over, and of records; never of a game that is played; in a bounded queue."""

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.serving import Person, Server, start
from server.test_imports import begun, send

from whistlestop.bots import make_bot
from whistlestop.game.record import Record
from whistlestop.review.report import final_report
from whistlestop.server.reasons import Refused
from whistlestop.server.report_process import NICENESS
from whistlestop.server.reports import OWN, Reports, refusal
from whistlestop.server.settings import Settings

ROLLOUTS = 4


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose reports are made quickly."""
    database = tmp_path_factory.mktemp("reports") / "tables.db"
    server = Server(str(database), "--report-rollouts", str(ROLLOUTS))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game, dealt fairly."""
    played = begun(0, first=0)
    racer, draw = make_bot("racer"), random.Random(1)
    while not played.over:
        played.play(racer.choose(played.view(played.mover), draw))
    return played


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def ask(person: Person, text: str) -> dict[str, Any]:
    """The complete report of a record."""
    found = person.do("POST", "/reports", record=text)
    while not found["report"]["complete"]:
        time.sleep(0.05)
        found = person.do("POST", "/reports", record=text)
    return dict(found)


def process_of(server: Server) -> int:
    """The process that computes reports."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    (found,) = [int(child) for child in children if b"report_process" in Path(f"/proc/{child}/cmdline").read_bytes()]
    return found


def test_a_report_gets_better_until_it_is_complete_and_is_kept_with_its_table(served: Server, record: Record) -> None:
    ann, eve = Person(served.url, "Ann"), Person(served.url, "Eve")
    table = send(ann, record).json()["id"]
    last = eve.do("GET", f"/tables/{table}/views/{len(record.entries)}?open=true")["views"]
    assert [view["viewer"] for view in last] == [0, 1]
    first = ann.do("GET", f"/tables/{table}/report")
    assert (first["searched"], first["complete"]) == (0, False)
    assert all(step["own"] is not None for step in first["steps"][1:])
    whole = ask(eve, str(record))["report"]
    assert whole == json.loads(json.dumps(final_report(record, ROLLOUTS).as_dict()))
    report = first
    while not report["complete"]:
        time.sleep(0.05)
        report = eve.do("GET", f"/tables/{table}/report")  # one person played it against a bot, so it is shared
    assert report == whole
    with sqlite3.connect(served.database) as database:
        ((kept,),) = database.execute("SELECT body FROM reports WHERE table_id = ?", (table,))
    assert json.loads(kept) == whole
    own, its = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (served.process.pid, process_of(served)))
    assert its == min(own + NICENESS, 19), "bots come first"
    os.kill(process_of(served), signal.SIGKILL)
    assert eve.do("GET", f"/tables/{table}/report") == whole
    ann.do("POST", f"/tables/{table}/sharing", agree=False)
    assert code(eve.ask("GET", f"/tables/{table}/report")) == (404, "no_such_table")


def test_there_is_no_report_of_a_game_that_is_played(served: Server) -> None:
    ann, bo, eve = (Person(served.url, name) for name in ("Ann", "Bo", "Eve"))
    table = start([ann, bo], first=0)
    view = ann.view(table, 0)
    ann.move(table, 0, view["ply"], view["legal"][0]["text"])
    assert code(ann.ask("GET", f"/tables/{table}/report")) == (409, "not_over")
    assert code(eve.ask("GET", f"/tables/{table}/report")) == (404, "no_such_table")
    assert code(ann.post("/reports", record=ann.do("GET", f"/tables/{table}/record"))) == (422, "bad_record")
    assert code(ann.ask("GET", f"/tables/{table}/views/0?open=true")) == (409, "not_over")
    watched = start([ann, bo], watchable=True)
    assert code(eve.ask("GET", f"/tables/{watched}/views/0?open=true")) == (409, "not_over")
    assert code(eve.ask("GET", f"/tables/{watched}/report")) == (409, "not_over")
    known = begun(4)  # whoever imports a game has its whole record
    send(ann, known)
    assert code(ann.post("/reports", record=str(known))) == (409, "not_over")
    waiting = ann.make(["you", "open"])
    assert code(eve.ask("GET", f"/tables/{waiting}/report")) == (409, "not_begun")


def test_what_can_be_read_of_a_record_is_analysed_and_the_rest_is_explained(served: Server, record: Record) -> None:
    ann = Person(served.url)
    text = str(record)
    part = "\n".join(text.split("\n")[:60]) + "\n"
    found = ask(ann, part)
    assert (found["problem"]["code"], found["report"]["over"]) == ("unfinished", False)
    damaged = ask(ann, f"{part}0 take a train\n")
    assert damaged["problem"]["parameters"]["line"] == 61
    assert damaged["report"]["steps"] == found["report"]["steps"]
    unknown = ann.post("/reports", record=text.replace("map: new_york", "map: atlantis"))
    assert code(unknown) == (422, "bad_record")
    assert "line 2" in unknown.json()["text"]
    assert "atlantis" in unknown.json()["text"]
    assert code(ann.post("/reports", record="Hello")) == (422, "bad_record")


def test_a_game_that_cannot_be_reviewed_is_refused_with_the_reason() -> None:
    refused = refusal("BadReport", "no_network_to_review", {"map": "iceland", "maps": "europe"})
    assert (refused.code, refused.status) == ("no_report", 422)
    assert refused.as_dict()["reason"]["code"] == "no_network_to_review"


def test_the_queue_is_bounded_for_each_player_and_for_all() -> None:
    async def fill() -> list[str]:
        reports = Reports(Settings(reports=2))
        waiting, refusals = [], []
        for key in range(3 * OWN):
            waiting.append(asyncio.create_task(reports.get(str(key), "", f"player {key // 3}")))
            await asyncio.sleep(0)
            if waiting[-1].done():
                refusals.append(str(waiting[-1].exception()))
                assert isinstance(waiting[-1].exception(), Refused)
        assert not waiting[0].done()
        again = asyncio.create_task(reports.get("0", "", "player 2"))  # what waits already takes no other place
        await asyncio.sleep(0)
        assert not again.done()
        for one in (*waiting, again):
            one.cancel()
        return refusals

    assert [bool(re.search("Try again in [0-9]+ s", one)) for one in asyncio.run(fill())] == [True] * 3


def test_a_flood_of_records_is_refused_with_the_time_to_wait(tmp_path: Path, record: Record) -> None:
    """One report is computed, one waits, and a third is refused; what waits already takes no other place."""
    server = Server(str(tmp_path / "tables.db"), "--reports", "1", "--report-rollouts", "100000")
    try:
        people = [Person(server.url) for _ in range(3)]
        parts = [str(record.at(len(record.entries) - back)) for back in (0, 10, 20)]
        with ThreadPoolExecutor(len(people)) as pool:
            answers = list(pool.map(lambda person, part: person.post("/reports", record=part), people, parts))
        (refused,) = (answer for answer in answers if answer.status_code == 429)
        assert code(refused)[1] == "too_many_reports"
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        late = answers.index(refused)
        assert people[late].post("/reports", record=parts[late - 1]).status_code != 429
    finally:
        server.stop()
