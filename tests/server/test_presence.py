"""Presence: who has a table open is shown to everybody who may see the table, and to nobody else."""

import asyncio

import pytest
from server.postgres import Postgres
from server.serving import Person, Server, begin
from sqlalchemy import insert, select, text

from whistlestop.server import schema
from whistlestop.server.presence import LASTING, LINGER, RENEW_EVERY, Presence, changed_rows, exchange
from whistlestop.server.settings import database_url
from whistlestop.server.storage import Storage


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def present(person: Person, table: str) -> list[bool]:
    return [seat["present"] for seat in person.do("GET", f"/tables/{table}")["seats"]]


def test_presence_follows_streams_and_is_told_to_readers_only(url: str) -> None:
    ann, bo, eve = (Person(url, name) for name in ("Ann", "Bo", "Eve"))
    table = ann.make(["you", "open", "porter"])
    assert present(ann, table) == [False, False, False]
    hers = ann.follow(table)
    assert hers.events[0]["data"]["seats"][0]["present"]
    strange = eve.follow(table)
    his = bo.follow(table)
    bo.do("POST", f"/tables/{table}/seats")
    assert hers.wait("seats")["changes"]["seats"][1]["present"]
    hers.wait_present(0, 1)
    assert present(bo, table) == [True, True, False]
    begin(table, ann, bo)
    strange.wait("hidden")
    known = len(strange.of("presence"))
    position = his.last
    his.close()
    hers.wait_present(0)
    assert present(ann, table) == [True, False, False]
    assert len(strange.of("presence")) == known  # the game has begun, and she may not see it
    again = bo.follow(table, after=position)
    assert again.wait("presence")["present"] == [0, 1]
    count = len(hers.of("presence"))
    for _ in range(5):  # a page that reloads is not gone
        again.close()
        again = bo.follow(table, after=position)
    assert len(hers.of("presence")) <= count + 1


def test_a_process_never_waits_for_a_row_that_has_run_out(postgres: Postgres) -> None:
    """Two processes that wait for each other's rows would be a deadlock."""

    async def test() -> None:
        storage = Storage(database_url(postgres.database()))
        await storage.open()
        try:
            rows = [{"table_id": name, "player": "ann", "until": 0} for name in ("a", "b")]
            await storage.write(lambda connection: connection.execute(insert(schema.presence), rows))
            async with storage.engine.begin() as other:
                await other.execute(select(schema.presence).where(schema.presence.c.table_id == "b").with_for_update())
                async with storage.engine.begin() as connection:
                    await connection.execute(text("SET LOCAL lock_timeout = 2000"))
                    found = await connection.run_sync(exchange, changed_rows({}, {("c", "bo")}, 1), 1)
            assert found == {("b", "ann"): 0, ("c", "bo"): 1 + LASTING}
            assert await storage.write(lambda connection: exchange(connection, [], 1)) == {("c", "bo"): 1 + LASTING}
        finally:
            await storage.close()

    asyncio.run(test())


def test_who_stays_is_seldom_written_and_who_leaves_one_of_two_processes_is_still_there(postgres: Postgres) -> None:
    pair, moment = ("a", "ann"), 1_000_000
    known: dict[tuple[str, str], int] = {}
    written = 0
    for _ in range(30):
        rows = changed_rows(known, {pair}, moment)
        written += len(rows)
        for row in rows:
            known[pair] = row["until"]
        moment += int(1000 * RENEW_EVERY)
    assert written <= 5

    async def test() -> None:
        storage = Storage(database_url(postgres.database()))
        await storage.open()
        one, other, third = (Presence(storage) for _ in range(3))
        moment = 1_000_000
        for process, here in ((one, {pair}), (other, {pair}), (third, set())):
            await process.renew(here, here, moment)
        assert third.has(*pair)
        for at in range(moment, moment + 4 * LINGER, 2000):  # it is left in one process and kept open in the other one
            await one.renew(set(), set(), at)
            await other.renew({pair}, {pair}, at)
            await third.renew(set(), set(), at)
            assert third.has(*pair)
        await other.renew(set(), set(), at)
        await third.renew(set(), set(), at + LINGER - 1)
        assert third.has(*pair)
        await third.renew(set(), set(), at + LINGER)
        assert not third.has(*pair)
        await storage.close()

    asyncio.run(test())
