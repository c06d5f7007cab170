"""Writes the databases that `test_upgrade.py` opens: tables in every state, as a server of this version stores them.

    python tests/server/stored_tables.py       # into tests/server/stored; needs PostgreSQL

The files that are checked in were written with the schema 0004. A JSON file beside each says what is in it.
"""

import json
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from server.postgres import Postgres
from server.serving import Person, Server, start

AGES = "1000000"
"""Seconds or hours that never pass: the tables must not expire on the shelf."""
STORED = Path(__file__).parent / "stored"


def fill(server: Server) -> dict[str, Any]:
    """Make tables in every state; returns what a test needs to know of them."""
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    tables = {
        "open": ann.make(["you", "open"], listed=True),
        "hashes": ann.make(["you", "open"]),
        "sealed": start([ann, bo]),
        "running": start([ann, bo], bots=("porter",)),
        "finished": start([ann], bots=("porter",)),
        "abandoned": start([ann], bots=("porter",)),
    }
    bo.do("POST", f"/tables/{tables['hashes']}/seats")
    ann.send_hashes(tables["hashes"], [0])
    view = ann.view(tables["sealed"], 0)
    assert ann.move(tables["sealed"], 0, view["ply"], "keep 1 2").status_code == 200
    play(tables["running"], [ann, bo], 12)
    ann.do("POST", f"/tables/{tables['running']}/chat", text="Hello, Bo!")
    play(tables["finished"], [ann], 10_000)
    play(tables["abandoned"], [ann], 3)
    ann.do("POST", f"/tables/{tables['abandoned']}/resign")
    bo.do("PUT", "/me/mutes", player=ann.id, muted=True)
    return {
        "tables": tables,
        "people": {one.name: {"id": one.id, "token": one.token} for one in (ann, bo)},
        "bytes": {"hashes": ann.own[tables["hashes"], 0].hex()},
        "views": {name: ann.views(tables[name]) for name in ("running", "sealed", "finished")},
        "record": ann.do("GET", f"/tables/{tables['finished']}/record"),
    }


def play(table: str, people: list[Person], moves: int) -> None:
    """Have people make some moves, each the first that is legal for claiming, or else any."""
    made = 0
    while made < moves:
        if people[0].do("GET", f"/tables/{table}")["state"] != "playing":
            return
        for person in people:
            for view in person.views(table):
                texts = [move["text"] for move in view["legal"]]
                if texts:
                    text = next((text for text in texts if text.startswith("claim")), texts[0])
                    made += person.move(table, view["viewer"], view["ply"], text).status_code == 200


def leave_turns(server: Server, known: dict[str, Any]) -> None:
    """Begin a game in which it is two bots' turn, and kill the server before they have moved."""
    ann = Person(server.url, "Cleo")
    known["tables"]["bots"] = start([ann], bots=("porter", "porter"))
    known["people"]["Cleo"] = {"id": ann.id, "token": ann.token}
    server.kill()


def write(kind: str, database: str) -> None:
    """Fill a database, and write what is known of it beside the copy."""
    server = Server(database, "--start-seconds", AGES)
    try:
        known = fill(server)
    finally:
        server.stop()
    leave_turns(Server(database, "--bot-pace", "1000"), known)
    (STORED / f"{kind}.json").write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Write both databases."""
    STORED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        write("sqlite", str(file))
        with sqlite3.connect(file) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
            opened.execute("VACUUM")
        opened.close()
        shutil.copyfile(file, STORED / "sqlite.db")
    postgres = Postgres()
    try:
        database = postgres.database()
        write("postgresql", database)
        (STORED / "postgresql.sql").write_text(postgres.dump(database), encoding="utf-8")
    finally:
        postgres.stop()


if __name__ == "__main__":
    main()
