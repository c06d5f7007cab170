"""Notices call everybody whose part of a start is missing, as often as it is: not those who have done theirs."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from server.postgres import Postgres
from sqlalchemy import delete, select, update

from whistlestop.game.fair_key import hash_of
from whistlestop.server import fairness, schema
from whistlestop.server.channels import Channels
from whistlestop.server.identity import People, Player
from whistlestop.server.notices import Kind, is_current
from whistlestop.server.registry import TableRegistry
from whistlestop.server.seating import TableOptions, made, new_table, start
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage
from whistlestop.server.table import BYTES, HASHES, TURN_CLOCK, Seat
from whistlestop.server.tournaments import entry
from whistlestop.server.tournaments.rounds import Rounds
from whistlestop.server.tournaments.stored import load

DAY = 86_400


async def open_registries(stack: AsyncExitStack, url: str, count: int, **options: Any) -> list[TableRegistry]:
    """What some processes over one database have; tasks of one process where SQLite allows no more."""
    found: list[TableRegistry] = []
    for _ in range(count):
        if not found or found[0].storage.is_shared:
            storage = Storage(url)
            await storage.open()
            stack.push_async_callback(storage.close)
        found.append(TableRegistry(Settings(**options), storage, People(storage)))
    return found


async def welcome(registry: TableRegistry, name: str) -> Player:
    """A player who gets notices at a webhook."""
    player = await registry.people.welcome(name)
    await Channels(registry.people).add_webhook(player, "https://example.org/", "en")
    return player


async def waiting(registry: TableRegistry) -> list[Any]:
    """The notices that wait to be sent."""
    return list(await registry.storage.rows(select(schema.outbox)))


def test_a_slow_start_calls_who_has_to_come_again(tmp_path: Path) -> None:
    async def act() -> None:
        async with AsyncExitStack() as stack:
            [registry] = await open_registries(stack, f"sqlite+aiosqlite:///{tmp_path}/tables.db", 1)
            people = [await welcome(registry, name) for name in ("Ann", "Ben")]
            ann, ben = (player.id for player in people)
            options = TableOptions("new_york", [], clock=TURN_CLOCK, seconds=DAY)
            table = new_table(registry.game("new_york", 2), ann, options, [Seat(player=ann), Seat(player=ben)])
            await registry.add(made(table))

            async def called() -> list[str]:
                """Who gets a notice by now; those that were written are gone afterwards."""
                rows = await waiting(registry)
                assert {row.kind for row in rows} <= {Kind.READY}
                found = [row.player for row in rows if is_current(row, table, None)]
                await registry.storage.write(lambda connection: connection.execute(delete(schema.outbox)))
                return sorted(found, key=[ann, ben].index)

            table = await start(registry, table.id)
            assert table.step == HASHES
            assert await called() == [ann, ben]
            added = {player: bytes([n] * 16) for n, player in enumerate((ann, ben))}
            await registry.change(table.id, fairness.send_hash, ann, 0, hash_of(added[ann]), 60)
            assert await called() == [], "nothing has happened that asks somebody else"
            await registry.change(table.id, fairness.send_hash, ben, 1, hash_of(added[ben]), 60)
            assert table.step == BYTES
            await registry.change(table.id, fairness.send_bytes, ben, 1, added[ben])
            assert await called() == [ann], "her page must send what her hash has promised; his has"
            assert table.missing() == [0]

    asyncio.run(act())


def test_a_round_of_a_tournament_calls_its_people_once(tmp_path: Path, postgres: Postgres) -> None:
    async def act(database: str) -> None:
        async with AsyncExitStack() as stack:
            registries = await open_registries(stack, Settings(database=database).url, 4)
            registry = registries[0]
            people = [await welcome(registry, f"P{n}") for n in range(5)]
            options = entry.TournamentOptions(
                "", False, "swiss", "new_york", 2, 0, 16, TURN_CLOCK, DAY, "porter", False, None
            )
            name = await entry.make(registry, people[0].id, options)
            for player in people[1:]:
                await entry.enter(registry, player.id, name)
            due = update(schema.tournaments).values(starts=1)
            await registry.storage.write(lambda connection: connection.execute(due))
            await asyncio.gather(*(Rounds(one).look() for one in registries))
            stored = await load(registry.storage, name)
            bye = next(one.seats[0].entry for one in stored.meetings if one.table is None)
            meet = {one.player for one in stored.admitted if one.entry != bye}
            rows = await waiting(registry)
            assert Counter(row.player for row in rows) == dict.fromkeys(meet, 1)
            for row in rows:
                assert row.kind == Kind.READY
                assert is_current(row, await registry.table(row.table_id), None)

    for database in (str(tmp_path / "tables.db"), postgres.database()):
        asyncio.run(act(database))
