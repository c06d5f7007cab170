"""What somebody may try against a server with its usual settings, and what must not come of it."""

import asyncio
import os
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from server.serving import Person, Server, client, start
from server.test_operation import run

from whistlestop.server import bot_turns
from whistlestop.server.bot_turns import BotRunner
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
