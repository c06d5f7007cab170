"""Kill -9 under load, restart, compare: nothing acknowledged is lost, streams resume, bots' turns are played once.

`make kills` does it many times more.
"""

import asyncio
import os
import random
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.postgres import Postgres
from server.serving import Person, Server, begin, read_events
from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine

from whistlestop.game.reader import verify
from whistlestop.server import schema
from whistlestop.server.settings import database_url

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"  # connections to servers that were killed
)
KILLS = int(os.environ.get("KILLS", "5"))
PLAYERS = 4


class LoadPlayer:
    """A person who keeps playing through every kill: at one table after another, with a bot."""

    def __init__(self, server: list[Server], number: int, kind: type[Person] = Person) -> None:
        self.server = server
        self.draw = random.Random(number)
        self.person = kind(server[0].url, f"Player {number}")
        self.acknowledged: list[tuple[str, int, str]] = []
        self.attempted: set[tuple[str, str]] = set()
        self.tables: list[str] = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                try:
                    self.turn()
                except (httpx.TransportError, RuntimeError):
                    time.sleep(0.05)
                    self.person.client.base_url = httpx.URL(self.server[0].url)
        except BaseException as error:
            self.failure = error
            raise

    def turn(self) -> None:
        """Make one move, or begin another game; after a lost answer, ask the server for the state."""
        person = self.person
        if not self.tables:
            self.tables.append(person.make(["you", "porter"]))
            return
        table = self.tables[-1]
        status = person.do("GET", f"/tables/{table}")
        if status["state"] == "finished":
            self.tables.append(person.make(["you", "porter"]))
        elif status["step"] == "hashes" and not status["fairness"]["sent"]:
            person.send_hashes(table, [0])
        elif status["step"] == "bytes":
            if (table, 0) in person.own:
                person.send_bytes(table, [0])
        else:
            self.move(table)

    def move(self, table: str) -> None:
        view = self.person.views(table)[0]
        if not view["legal"]:
            time.sleep(0.005)
            return
        text = self.draw.choice(view["legal"])["text"]
        self.attempted.add((table, text))
        answer = self.person.move(table, 0, view["ply"], text)
        if answer.status_code == 200:
            self.acknowledged.append((table, view["ply"], text))
        else:
            assert answer.status_code == 409, answer.text


class EventReader:
    """Reads the events of one table and comes back after every kill, with Last-Event-ID."""

    def __init__(self, server: list[Server], player: LoadPlayer, table: str) -> None:
        self.server, self.player, self.table = server, player, table
        self.ids: list[int] = []
        self.moved: list[tuple[int, int]] = []
        self.last = f"{table}:0"
        self.resumed = -1
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        headers = dict(self.player.person.client.headers)
        with httpx.Client(headers=headers, timeout=3, verify=False) as client:
            while not self.stopped.is_set():
                try:
                    self.listen(client)
                except (httpx.TransportError, httpx.StreamError):
                    time.sleep(0.1)

    def listen(self, client: httpx.Client) -> None:
        """Follow the table from the last event that was heard, until the stream breaks off."""
        url, after = f"{self.server[0].url}/api/events", {"last-event-id": self.last}
        with client.stream("GET", url, params={"tables": self.table}, headers=after) as answer:
            if answer.status_code != 200:
                time.sleep(0.5)
                return
            self.resumed += 1
            for event in read_events(answer.iter_raw()):
                if event.get("id"):
                    self.hear(event)
                if self.stopped.is_set():
                    return

    def hear(self, event: dict[str, Any]) -> None:
        found = re.search(r":(\d+)", event["id"])
        assert found
        self.ids.append(int(found[1]))
        self.last = event["id"]
        if event["event"] == "moved":
            self.moved.append((event["data"]["start"], event["data"]["ply"]))


def stored(database: str) -> dict[str, dict[int, str]]:
    """All moves in a database, table by table, ply by ply."""

    async def read() -> dict[str, dict[int, str]]:
        engine = create_async_engine(database_url(database))
        found: dict[str, dict[int, str]] = {}
        async with engine.connect() as connection:
            for row in await connection.execute(select(schema.moves)):
                found.setdefault(row.table_id, {})[row.ply] = row.lines
            turns = list(await connection.execute(select(schema.turns)))
            pairs = {(row.table_id, row.seat) for row in turns}
            assert len(pairs) == len(turns)
        await engine.dispose()
        return found

    return asyncio.run(read())


def survive(database: str) -> None:
    server = [Server(database)]
    port = server[0].port
    players = [LoadPlayer(server, number) for number in range(PLAYERS)]
    draw = random.Random(1)
    readers: list[EventReader] = []
    try:
        for player in players:
            player.thread.start()
        for kill in range(KILLS):
            wait_for(lambda wanted=11 * (kill + 1): sum(len(player.acknowledged) for player in players) >= wanted)
            time.sleep(draw.random())
            heard = {reader.table for reader in readers}
            readers += [
                EventReader(server, player, player.tables[-1])
                for player in players
                if player.tables and player.tables[-1] not in heard
            ]
            time.sleep(0.4)
            server[0].kill()
            server[0] = Server(database, port=port)
        time.sleep(1.5)
        wait_for(lambda: any(len(player.tables) > 1 for player in players))  # a game is over
        for player in players:
            player.stopped.set()
            player.thread.join(30)
            assert player.failure is None
        check_streams(server[0], readers)
        for reader in readers:
            reader.stopped.set()
        moves = stored(database)
        check_moves(players, moves)
        check_records(players)
    finally:
        for one in (*players, *readers):
            one.stopped.set()
        server[0].stop()
        for reader in readers:
            reader.thread.join(10)


def wait_for(what: Callable[[], bool]) -> None:
    """Let the players play until a condition holds, however slow the machine is."""
    for _ in range(1200):
        if what():
            break
        time.sleep(0.05)


def check_streams(server: Server, readers: list[EventReader]) -> None:
    """Every stream has come to the last event, with none missing and none twice, and plies that join up."""
    assert readers
    for reader in readers:
        for _ in range(200):
            last = reader.player.person.at(server.url).do("GET", f"/tables/{reader.table}")["seq"]
            if reader.ids and reader.ids[-1] == last:
                break
            time.sleep(0.05)
        assert reader.ids == list(range(1, last + 1)), (reader.ids, last)
        ends = [end for _, end in reader.moved]
        assert [start for start, _ in reader.moved][1:] == ends[:-1]
    assert any(reader.resumed > 0 for reader in readers)


def check_moves(players: list[LoadPlayer], moves: dict[str, dict[int, str]]) -> None:
    """Every acknowledged move is there."""
    count = 0
    for player in players:
        for table, ply, text in player.acknowledged:
            lines = moves[table]
            found = lines.get(ply, "").split("\n")[0]
            assert found == f"0 {text}" or any(
                line.startswith(f"0 {text}") for line in lines.values() if text.startswith("keep")
            )
            count += 1
    assert count > 10 * KILLS


def check_records(players: list[LoadPlayer]) -> None:
    """Games that have ended prove every move and every deal: each bot's turn was played once."""
    proved = 0
    for player in players:
        for table in player.tables:
            answer = player.person.client.get(f"/api/tables/{table}/record")
            if answer.status_code == 200 and "\nkey: " in answer.text:
                record = verify(answer.text)
                assert record.over
                proved += 1
    assert proved or KILLS < 5


def test_kills_on_sqlite(tmp_path: Path) -> None:
    survive(str(tmp_path / "tables.db"))


def test_kills_on_postgresql(postgres: Postgres) -> None:
    survive(postgres.database())


@pytest.mark.parametrize("kills", [1])
def test_a_bots_turn_of_a_killed_process_is_taken_up_by_another(postgres: Postgres, kills: int) -> None:
    """Two processes over one database; the one that leased the turns dies while its bots think."""
    database = postgres.database()
    first, second = Server(database, "--bot-pace", "4"), Server(database)
    try:
        ann = Person(first.url)
        table = ann.make(["you", "porter"])
        begin(table, ann)
        first.kill()
        stream = ann.at(second.url).follow(table)
        sealed = stream.of("table") and ann.at(second.url).views(table)[0]["movers"] == [0]
        if not sealed:
            stream.wait("sealed", 30)
        assert len(stream.of("sealed")) <= 1
    finally:
        first.stop()
        second.stop()
