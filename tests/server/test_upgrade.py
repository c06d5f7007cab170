"""Upgrades: databases that an earlier version wrote are opened, their games go on, and their records prove the deals.

`stored_tables.py` has made them.
"""

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from server.postgres import Postgres
from server.serving import Person, Server
from server.stored_tables import AGES, STORED, play

from whistlestop.game.reader import verify


@pytest.fixture(params=["sqlite", "postgresql"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """A database of an earlier version, and what is in it."""
    known = json.loads((STORED / f"{request.param}.json").read_text(encoding="utf-8"))
    if request.param == "sqlite":
        return shutil.copyfile(STORED / "sqlite.db", tmp_path / "tables.db").as_posix(), known
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.load(STORED / "postgresql.sql"), known


def someone(url: str, known: dict[str, Any], name: str) -> Person:
    """A player of the earlier version, with the token that it gave them."""
    return Person.known(url, name=name, **known["people"][name])


def test_games_of_an_earlier_version_go_on(stored: tuple[str, dict[str, Any]]) -> None:
    database, known = stored
    server = Server(database, "--open-hours", AGES, "--play-hours", AGES)
    try:
        ann, bo, cleo = (someone(server.url, known, name) for name in ("Ann", "Bo", "Cleo"))
        tables = known["tables"]
        for name in ("running", "sealed", "finished"):
            assert same(known["views"][name], ann.views(tables[name])), name
        assert ann.do("GET", f"/tables/{tables['finished']}/record") == known["record"]
        assert verify(known["record"]).over
        assert ann.do("GET", f"/tables/{tables['abandoned']}")["state"] == "abandoned"
        assert ann.do("GET", f"/tables/{tables['running']}/chat")[0]["text"] == "Hello, Bo!"

        bo.do("POST", f"/tables/{tables['open']}/seats")  # a table that was open begins
        assert ann.do("GET", f"/tables/{tables['open']}")["step"] == "hashes"
        ann.own[tables["hashes"], 0] = bytes.fromhex(known["bytes"]["hashes"])  # a start goes on where it was
        bo.send_hashes(tables["hashes"], [1])
        for person, seat in ((ann, 0), (bo, 1)):
            person.send_bytes(tables["hashes"], [seat])
        assert ann.do("GET", f"/tables/{tables['hashes']}")["state"] == "playing"

        view = bo.view(tables["sealed"], 1)  # a sealed choice is opened with the last one
        assert bo.move(tables["sealed"], 1, view["ply"], "keep 1 2").status_code == 200
        assert ann.view(tables["sealed"], 0)["ply"] > view["ply"]

        end = time.monotonic() + 30  # bots' turns that were due are played
        while cleo.views(tables["bots"])[0]["movers"] != [0]:
            assert time.monotonic() < end
            time.sleep(0.1)

        play(tables["running"], [ann, bo], 10_000)
        record = ann.do("GET", f"/tables/{tables['running']}/record")
        assert verify(record).over
    finally:
        server.stop()


def same(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> bool:
    """Whether views say what they said before; a later version may add fields."""
    return all(other[key] == value for one, other in zip(before, now, strict=True) for key, value in one.items())
