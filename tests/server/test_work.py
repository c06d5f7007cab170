"""`whistlestop work`: bots think in processes of their own, which may be stopped or killed at any time."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from server.postgres import Postgres
from server.serving import SOURCE, Person, Server, begin
from server.test_kills import stored
from server.test_operation import gauge, run, sentence

from whistlestop.game.reader import verify
from whistlestop.server.watch import LOOK_EVERY


class Worker:
    """A process of `whistlestop work`, ready to play."""

    def __init__(self, database: str, log: Path) -> None:
        self.log = log
        command = [sys.executable, "-m", "whistlestop", "work", "--database", database, "--bot-pace", "0"]
        with log.open("w") as errors:
            self.process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": SOURCE}, stderr=errors)
        for _ in range(1200):
            if '"started"' in log.read_text():
                return
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.05)
        raise AssertionError(log.read_text())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(30)


async def leases(database: str) -> list[int]:
    """Until when bots' turns are leased; each once."""
    connection: Any = await asyncpg.connect(database)
    rows = await connection.fetch("SELECT DISTINCT leased FROM turns")
    await connection.close()
    return [row["leased"] for row in rows]


def test_workers_play_for_servers_and_others_take_over_from_a_killed_one(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.database()
    server = Server(database, "--bots", "elsewhere")
    workers: list[Worker] = []
    try:
        ann = Person(server.url)
        table = ann.make(["you", "director"])
        begin(table, ann)
        stream = ann.follow(table)
        time.sleep(1.5)
        assert not stream.of("sealed"), "no bot thinks in this server"
        end = time.monotonic() + 4 * LOOK_EVERY
        while gauge(server, "whistlestop_longest_free_turn_seconds") < 1:
            assert time.monotonic() < end, "the operator can see that bots have no worker"
            time.sleep(0.2)
        workers.append(Worker(database, tmp_path / "first.log"))
        stream.wait("sealed")
        view = ann.views(table)[0]
        assert ann.move(table, 0, view["ply"], "keep 1 2").status_code == 200
        stream.wait("moved")
        workers.append(Worker(database, tmp_path / "second.log"))
        killed = False
        for _ in range(4000):
            view = ann.views(table)[0]
            if view["phase"] == "over" or len(stored(database)[table]) > 14:
                break
            if view["legal"]:
                ann.move(table, 0, view["ply"], view["legal"][-1]["text"])
            elif not killed:  # the first one thinks, or the second one: kill the first while a turn is being played
                time.sleep(0.2)
                workers[0].stop(signal.SIGKILL)
                killed = True
            else:
                time.sleep(0.02)
        assert killed
        assert len(stored(database)[table]) > 14
        ann.do("POST", f"/tables/{table}/proposals", kind="end", ply=ann.views(table)[0]["ply"])
        verify(ann.client.get(f"/api/tables/{table}/record").text)
        assert workers[1].stop() == 0
        assert '"stopped"' in workers[1].log.read_text()
        assert not re.search(table, workers[1].log.read_text())
    finally:
        for worker in workers:
            if worker.process.poll() is None:
                worker.stop(signal.SIGKILL)
        server.stop()


def test_work_needs_postgresql(tmp_path: Path) -> None:
    assert "PostgreSQL" in sentence(run("work", "--database", tmp_path / "a.db"))
    assert "PostgreSQL" in sentence(run("serve", "--bots", "elsewhere", "--database", tmp_path / "a.db"))
    assert "here or elsewhere" in sentence(run("serve", "--bots", "everywhere", "--database", tmp_path / "a.db"))


@pytest.mark.parametrize("signal_", [signal.SIGTERM])
def test_a_stopped_worker_gives_its_turns_back(postgres: Postgres, tmp_path: Path, signal_: signal.Signals) -> None:
    database = postgres.database()
    server = Server(database, "--bots", "elsewhere")
    worker = Worker(database, tmp_path / "log")
    try:
        ann = Person(server.url)
        tables = [ann.make(["you", "director"]) for _ in range(3)]
        for table in tables:
            begin(table, ann)
        began = time.monotonic()
        assert worker.stop(signal_) == 0
        assert time.monotonic() - began < 10
        assert asyncio.run(leases(database)) == [0]
    finally:
        if worker.process.poll() is None:
            worker.stop(signal.SIGKILL)
        server.stop()
