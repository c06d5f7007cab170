"""What somebody may try against a server with its usual settings, and what must not come of it."""

import asyncio
import contextlib
import os
import socket
import stat
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
from fastapi.routing import APIRoute
from server.postgres import Postgres
from server.serving import Person, Server, client, start
from server.test_operation import run

from whistlestop.server import bot_turns
from whistlestop.server.bot_turns import BotRunner
from whistlestop.server.connections import ARRIVAL, Waiting
from whistlestop.server.fair_line import FairLine
from whistlestop.server.identity import People
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.routes import lobby, reports, table
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage

NOWHERE = "A" * 22
BODIES: dict[str, dict[str, Any]] = {
    "/seats": {"seat": 0},
    "/seats/0/bot": {"level": "porter"},
    "/hashes": {"seat": 0, "hash": "0" * 64},
    "/bytes": {"seat": 0, "bytes": "0" * 32},
    "/moves": {"ply": 0, "move": "draw"},
    "/proposals": {"kind": "undo", "ply": 0},
    "/proposals/answer": {"agree": True},
    "/sharing": {"agree": True, "show_name": True},
    "/chat": {"text": "hello"},
    "/reactions": {"reaction": "hello"},
}
"""A body for each route of a table that wants one."""


def table_routes() -> list[tuple[str, str]]:
    """Method and path of every route of a table, after the table's id."""
    found = []
    for router in (table.router, lobby.router, reports.router):
        for route in router.routes:
            if isinstance(route, APIRoute) and "/tables/{table}" in route.path:
                path = route.path.removeprefix("/api/tables/{table}")
                for name, value in {"{seat}": "0", "{ply}": "0", "{track:path}": "chelsea-soho"}.items():
                    path = path.replace(name, value)
                found += [(method, path) for method in route.methods]
    return found


def test_a_stranger_gets_the_same_answers_for_a_private_table_as_for_one_that_is_not_there(server: Server) -> None:
    ann, eve = Person(server.url, "Ann"), Person(server.url, "Eve")
    playing, over = (start([ann], bots=("porter",)) for _ in range(2))
    ann.do("POST", f"/tables/{over}/resign")
    ann.do("POST", f"/tables/{over}/sharing", agree=False)
    assert len(table_routes()) >= 20
    nobody = client(server.url)
    for method, path in table_routes():
        for asker in (eve.client, nobody):
            expected, *answers = (
                asker.request(method, f"/api/tables/{name}{path}", json=BODIES.get(path) if method != "GET" else None)
                for name in (NOWHERE, playing, over)
            )
            assert expected.status_code in (401, 404), (method, path, expected.text)
            for answer in answers:
                assert (answer.status_code, answer.content) == (expected.status_code, expected.content), (method, path)
    for language in ("en", "is"):
        pages = {
            httpx.get(f"{server.url}/t/{name}", headers={"accept-language": language}).text.replace(name, "")
            for name in (NOWHERE, playing, over)
        }
        assert len(pages) == 1
    assert eve.follow(playing).failed == eve.follow(over).failed == eve.follow(NOWHERE).failed == 404


def test_somebody_who_missed_more_than_a_stream_holds_gets_all_tables_with_one_stream(sqlite_server: Server) -> None:
    ann = Person(sqlite_server.url, "Ann")
    tables = [ann.make(["porter"] * 5, "europe", watchable=True) for _ in range(4)]
    first = ann.follow(*tables)
    for at, _ in enumerate(tables):
        first.wait("finished", seconds=120, count=at + 1)
    first.close()
    assert len(first.events) > 1000
    late = ann.follow(*tables, after=",".join(f"{name}:1" for name in tables))
    late.wait("beat")  # the first one ends what was missed
    assert {name: late.number(name) for name in tables} == {name: first.number(name) for name in tables}
    assert late.of("moved")
    assert late.of("table")
    assert not late.ended.is_set()
    late.close()


def modes(folder: Path) -> dict[str, str]:
    return {file.name: stat.filemode(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}


def test_the_owner_alone_can_read_the_database_and_its_backups(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    file = folder / "tables.db"
    before = os.umask(0)
    try:
        for _ in range(2):  # a new database, and one that an older version has made
            server = Server(str(file))
            Person(server.url, "Ann")
            assert run("backup", folder / "copy.db", "--database", file).returncode == 0
            assert {"tables.db", "tables.db-wal", "tables.db-shm", "copy.db"} <= modes(folder).keys()
            assert {mode for name, mode in modes(folder).items() if "lock" not in name} == {"-rw-------"}
            server.stop()
            assert run("restore", folder / "copy.db", "--database", file).returncode == 0
            assert {mode for name, mode in modes(folder).items() if "lock" not in name} == {"-rw-------"}
            (folder / "copy.db").unlink()
            file.chmod(0o644)
    finally:
        os.umask(before)


def test_bots_play_on_once_a_database_that_could_not_be_written_at_the_start_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(str(tmp_path / "tables.db"))
    ann = Person(server.url, "Ann")
    made = ann.make(["director"] * 2)
    server.kill()  # its turns stay leased
    monkeypatch.setattr(bot_turns, "SEARCH_EVERY", 0.05)

    async def play_on() -> None:
        storage = Storage(Settings.of({}, database=str(tmp_path / "tables.db")).url)
        await storage.open()
        registry = TableRegistry(Settings(bot_pace=0), storage, People(storage))
        runner, write, refused = BotRunner(registry), storage.write, [Refused("database_away")] * 3

        async def locked_at_first(act: Any) -> Any:
            if refused:
                raise refused.pop()
            return await write(act)

        storage.write = locked_at_first  # type: ignore[method-assign]
        job = asyncio.create_task(runner.run())
        before = (await registry.table(made)).ply
        async with asyncio.timeout(20):
            while (await registry.table(made)).ply <= before:
                assert not job.done()
                await asyncio.sleep(0.05)
        job.cancel()
        await runner.close()
        await storage.close()

    asyncio.run(play_on())


@pytest.mark.parametrize("steps", range(5))
def test_the_search_for_turns_ends_when_it_is_stopped_while_it_is_woken(tmp_path: Path, steps: int) -> None:
    """`asyncio.wait_for` of Python 3.11 ignored it, and then a server or worker never ended."""

    async def stop_while_woken() -> None:
        storage = Storage(Settings.of({}, database=str(tmp_path / "tables.db")).url)
        await storage.open()
        registry = TableRegistry(Settings(), storage, People(storage))
        runner = BotRunner(registry)
        job = asyncio.create_task(runner.run())
        await asyncio.sleep(0.2)
        runner.wake.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        job.cancel()
        await asyncio.wait([job], timeout=1)
        assert job.cancelled()
        await runner.close()
        await storage.close()

    asyncio.run(stop_while_woken())


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=25)


def answer_of(one: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    said = b""
    try:
        while found := one.recv(65536):
            said += found
    except ConnectionError:
        pass
    return said


def test_large_and_slow_headers_are_cut_off(sqlite_server: Server) -> None:
    began = time.monotonic()
    with contextlib.ExitStack() as closing:
        slow, silent, body = (closing.enter_context(connect(sqlite_server)) for _ in range(3))
        slow.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n")
        body.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n")
        assert sent_before_the_end(sqlite_server, b"a: " + b"b" * 50 + b"\r\n") < 1_000_000
        assert sent_before_the_end(sqlite_server, b"b" * 1000) < 1_000_000
        assert sent_before_the_end(sqlite_server, b"b", b"transfer-encoding: chunked\r\n\r\n0\r\na: ") < 1_000_000
        with connect(sqlite_server) as large:
            large.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nlong: " + b"b" * 66_000)
            assert b" 431 " in answer_of(large)
        while time.monotonic() - began < ARRIVAL - 3:
            slow.sendall(b"a")
            body.sendall(b"a")
            time.sleep(1)
        assert b" 408 " in answer_of(slow)
        assert answer_of(silent) == b""
        assert b" 200 " in answer_of(body)
    assert time.monotonic() - began < 30


def sent_before_the_end(server: Server, piece: bytes, first: bytes = b"long: ") -> int:
    """How many bytes of headers a server takes that never end."""
    sent = 0
    with connect(server) as large, contextlib.suppress(ConnectionError):
        large.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32_768)  # or what is sent would wait on this side
        large.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n" + first)
        while sent < 5_000_000:
            sent += large.send((piece * 20_000)[:20_000])
    return sent


def test_silent_connections_lock_nobody_out(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(str(tmp_path / "tables.db"))
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    silent = []
    try:
        for number in range(1100):
            silent.append(connect(server))
            if number % 3 == 0:
                silent[-1].sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        began = time.monotonic()
        assert Person(server.url, "Ann").make(["you", "open"])
        assert time.monotonic() - began < 5
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 300
    finally:
        for one in silent:
            one.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        server.stop()


def test_the_address_with_most_waiting_connections_gives_way_when_all_are_too_many() -> None:
    closed: list[str] = []
    waiting = Waiting(4)

    def connection(address: str) -> Any:
        transport = SimpleNamespace(close=lambda: closed.append(address))
        return Mock(address=address, transport=transport)

    for address in ("a", "b", "a", "a", "b"):
        waiting.open += 1
        waiting.add(connection(address))
    assert closed == ["a"]


def test_addresses_and_then_players_take_turns_in_the_fair_line() -> None:
    async def stand_in_line() -> list[str]:
        line, served = FairLine(1), []

        async def wait(name: str, address: str, player: str) -> None:
            async with line.place((address, player)):
                served.append(name)
                await asyncio.sleep(0)

        names = [*((f"a{n}", "x", "ann") for n in range(4)), ("b0", "x", "bo"), ("c0", "y", "cid"), ("c1", "y", "cid")]
        jobs = [asyncio.create_task(wait(*one)) for one in names]
        await asyncio.sleep(0)
        assert len(line) == 6
        jobs[3].cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert (len(line), line.longest_wait) == (0, 0)
        await asyncio.wait_for(wait("last", "x", "ann"), 1)
        return served

    assert asyncio.run(stand_in_line()) == ["a0", "a1", "c0", "b0", "c1", "a2", "last"]


def test_a_quick_bot_moves_however_many_strong_bots_another_address_has(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--bot-threads", "1")
    try:
        eve, ann = Person(server.url, "Eve"), Person(server.url, "Ann")
        eve.client.headers["x-forwarded-for"] = "198.51.100.7"
        for _ in range(25):
            eve.make(["director"] * 5, "europe")
        table = start([ann], bots=("porter",))
        following = ann.follow(table)
        began = time.monotonic()
        assert ann.move(table, 0, ann.views(table)[0]["ply"], "keep 1 2").status_code == 200
        following.wait("moved", seconds=10)
        assert time.monotonic() - began < 10
    finally:
        server.kill()


def test_a_database_that_is_read_only_is_waited_for_and_the_log_names_nobody(postgres: Postgres) -> None:
    database = postgres.database()
    server = Server(database, "--log", "debug")
    ann, bo = Person(server.url, "Ann Particular"), Person(server.url, "Bo")
    table = start([ann, bo])
    waiting = ann.make(["you", "open"])
    name = database.rpartition("/")[2]
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    for _ in range(2):  # the first one may meet an old connection
        answers = [
            ann.move(table, 0, ann_ply(ann, table), "keep 1 2"),
            ann.post(f"/tables/{waiting}/chat", text="a private word"),
            ann.ask("PATCH", "/me", name="Ann Renamed"),
            ann.post("/players", name="Cid Newcomer", program=True),
        ]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (503, "read_only"), answer.text
        assert answer.headers["retry-after"]
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
    postgres.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    postgres.sql("DROP TABLE mutes", database=name)  # an error that nobody expects
    ann.ask("PUT", "/me/mutes", player=bo.id, muted=True)
    assert ann.ask("PUT", "/me/mutes", player=bo.id, muted=True).status_code == 500
    server.stop()
    logged = "".join(server.log)
    assert "read_only" in logged
    assert "request_failed" in logged
    secrets = (table, waiting, ann.id, bo.id, ann.token, "Particular", "Renamed", "Newcomer", "private word")
    for secret in (*secrets, ann.own[table, 0].hex(), "parameters", "DETAIL"):
        assert secret not in logged


def ann_ply(ann: Person, table: str) -> int:
    found = ann.ask("GET", f"/tables/{table}/views")
    return int(found.json()["ply"]) if found.status_code == 200 else 0
