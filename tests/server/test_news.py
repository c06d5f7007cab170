"""News: processes over one PostgreSQL follow each other's changes without reading, and read wherever that can't be."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from server.postgres import Postgres
from server.test_registry import choose_tickets, start

from whistlestop.server import consent, moves
from whistlestop.server.chat import say
from whistlestop.server.events import Stream
from whistlestop.server.identity import People
from whistlestop.server.news import LONGEST, News
from whistlestop.server.pg_listen import PgListener
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import Settings, database_url
from whistlestop.server.storage import Storage
from whistlestop.server.table import Table

Test = Callable[[TableRegistry, TableRegistry, PgListener], Awaitable[None]]


class Counted(TableRegistry):
    """A registry that counts how often it reads a table."""

    reads = 0

    async def fresh(self, name: str) -> Table:
        self.reads += 1
        return await super().fresh(name)


def run(test: Test, postgres: Postgres) -> None:
    """Run a test with two processes' registries, of which the second one listens."""

    async def opened() -> None:
        storages = [Storage(database_url(postgres.database()))]
        storages.append(Storage(storages[0].url))
        for storage in storages:
            await storage.open()
        one, two = (Counted(Settings(), storage, People(storage)) for storage in storages)
        listener = PgListener(two, asyncio.Event())
        job = asyncio.create_task(listener.run())
        try:
            await test(one, two, listener)
        finally:
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)
            for storage in storages:
                await storage.close()

    asyncio.run(opened())


async def follow(registry: TableRegistry, name: str, players: list[Any]) -> list[Stream]:
    """A stream for each player."""
    return [await registry.hub.open(player.id, [name], {}) for player in players]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(400):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


def frames(stream: Stream) -> list[bytes]:
    """The events that wait for a reader, without what belongs to the moment of writing."""
    return [one for one in stream._frames if b"event: presence" not in one and b"event: beat" not in one]


async def caught_up(one: TableRegistry, two: TableRegistry, name: str) -> None:
    def is_there() -> bool:
        mine, theirs = one.cached(name), two.cached(name)
        return mine is not None and theirs is not None and mine.seq == theirs.seq

    await until(is_there)


def test_a_change_is_followed_without_reading(postgres: Postgres) -> None:
    async def test(one: TableRegistry, two: TableRegistry, listener: PgListener) -> None:
        name, people = await start(one, first=0, clock="game", seconds=600)
        mine, theirs = await follow(one, name, people), await follow(two, name, people)
        await asyncio.sleep(0.3)  # until the listener is connected, and has read everything once
        await choose_tickets(one, name, people)
        await caught_up(one, two, name)
        await asyncio.sleep(0.2)
        assert isinstance(two, Counted)
        two.reads = 0
        for _ in range(6):
            table = await one.table(name)
            assert table.record
            seat = table.record.mover
            await one.change(name, moves.move, people[seat].id, seat, table.ply, table.record.legal()[0])
        await one.change(name, say, people[0].id, "hello")
        await caught_up(one, two, name)
        assert two.reads == 0
        table, known = one.cached(name), two.cached(name)
        assert table is not None
        assert known is not None
        assert known.lines(0) == table.lines(0)
        assert known.row() == table.row()
        assert known.seats == table.seats
        for ours, other in zip(mine, theirs, strict=True):
            said = [frame for frame in frames(ours) if b"event: moved" in frame or b"event: chat" in frame]
            heard = [frame for frame in frames(other) if b"event: moved" in frame or b"event: chat" in frame]
            without_now = [frame.partition(b'"now":')[0] for frame in said]
            assert [frame.partition(b'"now":')[0] for frame in heard] == without_now, "readers get the same everywhere"

    run(test, postgres)


def test_an_undone_move_is_read(postgres: Postgres) -> None:
    async def test(one: TableRegistry, two: TableRegistry, listener: PgListener) -> None:
        name, people = await start(one, first=0)
        await choose_tickets(one, name, people)
        streams = await follow(two, name, people)
        await asyncio.sleep(0.3)
        table = await one.table(name)
        assert table.record
        claims = [text for text in table.record.legal() if text.startswith("claim")]
        await one.change(name, moves.move, people[0].id, 0, table.ply, claims[0] if claims else "draw")
        await one.change(name, consent.propose, people[0].id, None, "end", (await one.table(name)).ply)
        await one.change(name, consent.answer, people[1].id, None, False)
        before = (await one.table(name)).ply

        def undo(table: Table, change: Any) -> None:
            consent.undo(table, change, before - 1)

        await one.change(name, undo)
        await caught_up(one, two, name)
        known = two.cached(name)
        assert known is not None
        assert (known.ply, known.undone) == (before - 1, 1)
        assert known.lines(0) == (await one.table(name)).lines(0)
        await until(lambda: any(b"event: undone" in frame for frame in frames(streams[0])))

    run(test, postgres)


def test_a_gap_and_notices_of_other_versions_are_read(postgres: Postgres) -> None:
    async def test(one: TableRegistry, two: TableRegistry, listener: PgListener) -> None:
        name, people = await start(one, first=0)
        await choose_tickets(one, name, people)
        streams = await follow(two, name, people)
        await asyncio.sleep(0.3)
        table = two.cached(name)
        assert table is not None
        gap = News(name, table.seq + 1, {"seq": table.seq + 2}, "", [], [], [], [], {})
        assert not await two.follow(gap), "a change was missed"
        assert await two.follow(replace(gap, base=table.seq - 2, fields={"seq": table.seq - 1})), "it is known already"
        broken = replace(gap, base=table.seq, fields={"seq": table.seq + 1}, moves=[(table.ply, "0 fly to the moon")])
        assert not await two.follow(broken)
        assert two.cached(name) is None, "a table in disorder is forgotten"
        for notice in ("2 other T anything", f"1 other {name} nonsense", f"1 other {name} [1,2]", "1 other", ""):
            listener._heard_change(None, 0, "", notice)
        await asyncio.sleep(0.05)
        await one.change(name, say, people[0].id, "hello")
        await caught_up(one, two, name)
        await until(lambda: any(b"event: chat" in frame for frame in frames(streams[0])))
        assert sum(b"event: chat" in frame for frame in frames(streams[0])) == 1

    run(test, postgres)


def test_a_change_too_long_for_a_notice_is_read(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    news = News("T" * 22, 1, {"seq": 2}, "", [], [(3, "x" * LONGEST)], [], [], {})
    assert news.text("me") == ""
    short = replace(news, moves=[(3, "0 draw")])
    assert News.read(news.table, short.text("me").split(" ", 3)[3]) == short
    monkeypatch.setattr("whistlestop.server.news.LONGEST", 10)

    async def test(one: TableRegistry, two: TableRegistry, listener: PgListener) -> None:
        name, people = await start(one, first=0)
        streams = await follow(two, name, people)
        await asyncio.sleep(0.3)
        await one.change(name, say, people[0].id, "hello")
        await caught_up(one, two, name)
        await until(lambda: any(b"event: chat" in frame for frame in frames(streams[1])))

    run(test, postgres)


def test_news_hold_no_secret(postgres: Postgres) -> None:
    async def test(one: TableRegistry, two: TableRegistry, listener: PgListener) -> None:
        told: list[str] = []
        name, people = await start(one, first=0)
        commit = one.storage.commit

        async def listening(write: Any) -> None:
            told.append(write.notice)
            await commit(write)

        one.storage.commit = listening  # type: ignore[method-assign]
        table = await one.table(name)
        await choose_tickets(one, name, people)
        await one.change(name, moves.move, people[0].id, 0, table.ply, "draw")
        assert any(told)
        for seat in table.seats:
            assert seat.added is not None
            assert all(seat.added.hex() not in one for one in told)
        assert all(table.secret.hex() not in one for one in told)

    run(test, postgres)
