"""Group commit: what waits is written in one transaction, and each write fails alone; connections are given in turn."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from server.postgres import Postgres
from server.test_registry import choose_tickets, start
from sqlalchemy import Connection, event, insert, select

from whistlestop.server import moves, schema
from whistlestop.server import storage as storage_module
from whistlestop.server.group_commit import GroupCommit
from whistlestop.server.identity import People
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry, event_row
from whistlestop.server.settings import Settings, database_url
from whistlestop.server.storage import Storage
from whistlestop.server.table_write import Conflict, TableWrite
from whistlestop.server.wire import Event


def setting(name: str) -> Any:
    """A function that writes a row, for `Storage.write`."""

    def act(connection: Connection) -> str:
        connection.execute(insert(schema.settings), {"name": name, "value": b"1"})
        return name

    return act


def stored(file: Path) -> set[str]:
    """The rows that another connection sees."""
    with sqlite3.connect(file) as connection:
        found = {row[0] for row in connection.execute("SELECT name FROM settings")}
    connection.close()
    return found


def test_what_waits_is_written_together_in_the_order_in_which_it_came() -> None:
    groups: list[list[int]] = []

    async def commit(group: list[int]) -> list[Any]:
        groups.append(group)
        await asyncio.sleep(0.01)
        return [ValueError(n) if n == 3 else n * 10 for n in group]

    async def test() -> None:
        line: GroupCommit[int] = GroupCommit(commit)
        first = asyncio.create_task(line.write(0))
        await asyncio.sleep(0)
        outcomes = await asyncio.gather(first, *(line.write(n) for n in (1, 2, 3, 4)), return_exceptions=True)
        assert [str(one) for one in outcomes] == ["0", "10", "20", "3", "40"]
        assert isinstance(outcomes[3], ValueError)
        assert groups == [[0], [1, 2, 3, 4]]
        given_up = asyncio.create_task(line.write(5))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await line.write(6) == 60
        assert groups[2:] == [[5, 6]], "what nobody waits for any more is written all the same"

    asyncio.run(test())


def test_one_of_several_commands_fails_and_the_others_are_stored(tmp_path: Path) -> None:
    async def test() -> None:
        storage = Storage(database_url(str(tmp_path / "tables.db")))
        await storage.open()
        commits: list[int] = []
        assert storage._writer
        event.listen(storage._writer, "commit", lambda connection: commits.append(1))

        def half(connection: Connection) -> None:
            setting("half")(connection)
            raise Conflict

        acts = [setting("a"), setting("b"), half, setting("b"), setting("c")]
        outcomes = await asyncio.gather(*(storage.write(act) for act in acts), return_exceptions=True)
        assert [str(type(one).__name__) for one in outcomes] == ["str", "str", "Conflict", "IntegrityError", "str"]
        assert len(commits) <= 2
        assert {"a", "b", "c"} <= stored(tmp_path / "tables.db"), "they are on the disk once they are acknowledged"
        assert "half" not in stored(tmp_path / "tables.db")
        await storage.close()

    asyncio.run(test())


def test_nothing_is_acknowledged_if_the_transaction_fails(tmp_path: Path) -> None:
    async def test() -> None:
        storage = Storage(database_url(str(tmp_path / "tables.db")))
        await storage.open()
        assert storage._writer

        def full(connection: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        event.listen(storage._writer, "commit", full)
        outcomes = await asyncio.gather(*(storage.write(setting(n)) for n in "abc"), return_exceptions=True)
        assert [one.code for one in outcomes if isinstance(one, Refused)] == ["database_away"] * 3
        event.remove(storage._writer, "commit", full)
        assert not {"a", "b", "c"} & stored(tmp_path / "tables.db")
        assert await storage.write(setting("a")) == "a"
        await storage.close()

    asyncio.run(test())


def test_a_group_on_postgresql_loses_only_what_conflicts(postgres: Postgres) -> None:
    async def test() -> None:
        storage = Storage(database_url(postgres.database()))
        await storage.open()
        registry = TableRegistry(Settings(), storage, People(storage))
        names = [(await start(registry))[0] for _ in range(4)]
        writes = []
        for n, name in enumerate(names):
            table = await registry.table(name)
            number = 1 if n == 1 else table.seq + 1  # the second has an event with a number that is taken
            said = event_row(Event(name, number, "chat", table.ply, 1, {"text": "hello"}, "p"))
            base = table.seq - (n == 2)  # the third is based on an old version
            writes.append(TableWrite(name, base, {**table.row(), "seq": table.seq + 1}, [said]))
        outcomes = await asyncio.gather(*(storage.commit(write) for write in writes), return_exceptions=True)
        assert [type(one).__name__ for one in outcomes] == ["NoneType", "Conflict", "Conflict", "NoneType"]
        rows = await storage.rows(select(schema.events.c.table_id).where(schema.events.c.kind == "chat"))
        assert {row.table_id for row in rows} == {names[0], names[3]}
        await storage.close()

    asyncio.run(test())


def test_moves_at_many_tables_at_once_are_all_stored(postgres: Postgres, tmp_path: Path) -> None:
    async def test(url: str) -> None:
        storage = Storage(url)
        await storage.open()
        registry = TableRegistry(Settings(), storage, People(storage))
        games = [await start(registry, first=0) for _ in range(6)]
        for name, people in games:
            await choose_tickets(registry, name, people)
        plies = {name: (await registry.table(name)).ply for name, _ in games}
        await asyncio.gather(
            *(registry.change(name, moves.move, people[0].id, 0, plies[name], "draw") for name, people in games)
        )
        later = TableRegistry(Settings(), storage, registry.people)
        for name, _ in games:
            known, read = await registry.table(name), await later.table(name)
            assert read.ply > plies[name]
            assert (known.lines(0), known.seq, known.turns) == (read.lines(0), read.seq, read.turns)
        await storage.close()

    for url in (str(tmp_path / "tables.db"), postgres.database()):
        asyncio.run(test(database_url(url)))


def test_connections_are_given_first_come_first_served(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "CONNECTIONS", 1)

    async def test() -> None:
        storage = Storage(database_url(postgres.database()))
        await storage.open()
        order: list[int] = []

        async def ask(n: int) -> None:
            if n % 2:
                async with storage.reading() as connection:
                    await connection.execute(select(schema.settings))
                    order.append(n)
            else:
                await storage.write(lambda connection: order.append(n))

        async with storage.reading():
            waiting = [asyncio.create_task(ask(n)) for n in range(20)]
            await asyncio.sleep(0.05)
            assert not order
            waiting[7].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == [n for n in range(20) if n != 7]
        await storage.close()

    asyncio.run(test())
