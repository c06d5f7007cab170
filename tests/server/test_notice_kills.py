"""Kill -9 while notices are being sent: none is lost, and none comes twice under another id.

Nobody has a page open, and whoever is to move does so only once a notice has told them: a lost one stops the game.
`make kills` does it many times more, also with two servers over one PostgreSQL.
"""

import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.postgres import Postgres
from server.receiving import HookServer, wait_until
from server.serving import Person, Server, start

pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"  # connections to servers that were killed
)
KILLS = int(os.environ.get("NOTICE_KILLS", "3"))
TABLES = 4
LONGEST = 300.0
"""Seconds after which a notice that has not come is lost: longer than a lease and a start on a busy machine."""


class Caller:
    """Two people at a table who move when a notice calls them, through every kill."""

    def __init__(self, servers: list[Server], hooks: HookServer, number: int) -> None:
        self.servers, self.hooks, self.number = servers, hooks, number
        self.draw = random.Random(number)
        self.people = [Person(servers[0].url, f"Player{number}x{seat}") for seat in range(2)]
        for person in self.people:
            person.do("POST", "/me/notices/webhook", address=f"{hooks.url}/{person.name}", language="en")
        self.table = start(self.people, first=0)
        self.turns = 0
        self.failure: BaseException | None = None
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            for seat in range(2):
                self.await_call(seat, "begun", 1)
            for seat in range(2):
                self.until(lambda seat=seat: self.choose(seat))
            called = Counter[int]()
            mover = 0
            while not self.stopped.is_set():
                called[mover] += 1
                self.await_call(mover, "turn", called[mover])
                if self.stopped.is_set():
                    return
                self.until(lambda mover=mover: self.take_turn(mover))
                self.turns += 1
                mover = 1 - mover
        except BaseException as error:
            self.failure = error
            raise

    def await_call(self, seat: int, kind: str, count: int) -> None:
        """Wait for a notice: for as many different ones of a kind as there must be by now, or until all is over."""
        path, end = f"/{self.people[seat].name}", time.monotonic() + LONGEST
        while len({one.said["id"] for one in self.hooks.at(path) if one.said["kind"] == kind}) < count:
            if self.stopped.is_set():
                return
            assert time.monotonic() < end, f"{kind} {count} for {path} is lost"
            time.sleep(0.05)

    def until(self, done: Callable[[], bool]) -> None:
        """Try until it is done, at any server that is there, or until all is over."""
        while not self.stopped.is_set():
            for server in list(self.servers):
                try:
                    for person in self.people:
                        person.client.base_url = httpx.URL(server.url)
                    if done():
                        return
                except (httpx.TransportError, RuntimeError):
                    time.sleep(0.05)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees; RuntimeError while the server is still loading the rules."""
        answer = self.people[seat].ask("GET", f"/tables/{self.table}/views")
        if answer.status_code == 503:
            raise RuntimeError(answer.text)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["views"][0]
        return found

    def choose(self, seat: int) -> bool:
        view = self.view(seat)
        if not view["legal"]:
            return True
        self.people[seat].move(self.table, seat, view["ply"], view["legal"][0]["text"])
        return False

    def take_turn(self, seat: int) -> bool:
        """One step of a turn. Returns whether the turn is over."""
        view = self.view(seat)
        if view["movers"] != [seat]:
            return True
        legal = [one["text"] for one in view["legal"]]
        drawn = [text for text in legal if text.startswith(("draw", "take"))]
        self.people[seat].move(self.table, seat, view["ply"], self.draw.choice(drawn or legal))
        return False

    def check(self) -> tuple[int, int]:
        """Each turn was called once. Returns how many notices came, and how many of them again with the same id."""
        assert self.failure is None
        notices = repeats = 0
        for seat, person in enumerate(self.people):
            came = self.hooks.at(f"/{person.name}")
            ids = {one.headers["webhook-id"]: one for one in came}
            kinds = Counter(one.said["kind"] for one in ids.values())
            begun = (self.turns + 2 - seat) // 2  # the turns of this seat that have begun
            assert kinds["begun"] == 1
            assert kinds["turn"] in (begun, begun - 1), (kinds, self.turns, "the last one may not have come yet")
            assert len({one.body for one in came}) == len(ids), "a repetition is the same, byte for byte"
            notices, repeats = notices + len(ids), repeats + len(came) - len(ids)
        return notices, repeats


@pytest.fixture
def hooks() -> Iterator[HookServer]:
    found = HookServer()
    draw = random.Random(5)
    found.delay = lambda: draw.random() * 0.5  # kills hit messages that have left and are not answered yet
    yield found
    found.stop()


def survive(servers: list[Server], hooks: HookServer) -> None:
    callers = [Caller(servers, hooks, number) for number in range(TABLES)]
    draw = random.Random(1)
    try:
        for kill in range(KILLS):
            came = len(hooks.received)
            wait_until(lambda came=came: len(hooks.received) > came, LONGEST)
            time.sleep(draw.random() * 0.6)
            n = kill % len(servers)
            port, database = servers[n].port, servers[n].database
            servers[n].kill()
            servers[n] = Server(database, "--private-notices", port=port)
        turns = [caller.turns for caller in callers]
        wait_until(lambda: all(caller.turns > before for caller, before in zip(callers, turns, strict=True)), LONGEST)
        for caller in callers:
            caller.stopped.set()
            caller.thread.join(LONGEST)
        found = [caller.check() for caller in callers]
        notices, repeats = map(sum, zip(*found, strict=True))
        sys.stdout.write(f"{KILLS} kills: {notices} notices, {repeats} of them repeated with the same id\n")
        assert notices > KILLS
    finally:
        for caller in callers:
            caller.stopped.set()
        for server in servers:
            server.stop()


def test_no_notice_is_lost_or_doubled_on_sqlite(tmp_path: Path, hooks: HookServer) -> None:
    survive([Server(str(tmp_path / "tables.db"), "--private-notices")], hooks)


@pytest.mark.skipif(KILLS < 10, reason="`make kills` does this: it takes minutes")
def test_no_notice_is_lost_or_doubled_between_two_servers(postgres: Postgres, hooks: HookServer) -> None:
    database = postgres.database()
    survive([Server(database, "--private-notices") for _ in range(2)], hooks)
