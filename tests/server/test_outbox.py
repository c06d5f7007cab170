"""Senders of notices that stop anywhere, as by `kill -9`: nothing is lost, and what is sent again has the same id.

`test_notice_kills.py` does this to whole servers, a few times; here a sender is stopped at any await, fifty times.
"""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from server.postgres import Postgres
from server.receiving import HookServer
from server.test_notice_starts import open_registries, waiting
from sqlalchemy import insert

from whistlestop.server import outbox, schema
from whistlestop.server.channels import Channels
from whistlestop.server.identity import now
from whistlestop.server.moves import close
from whistlestop.server.notices import Kind, outbox_row
from whistlestop.server.outbox import Outbox
from whistlestop.server.registry import TableRegistry
from whistlestop.server.seating import TableOptions, made, new_table
from whistlestop.server.settings import Settings
from whistlestop.server.table import ABANDONED, Seat

STOPS, NOTICES, PLAYERS = 50, 180, 6
LEASE = 500


@pytest.fixture
def hooks() -> Iterator[HookServer]:
    found, draw = HookServer(), random.Random(2)
    found.delay = lambda: draw.random() * 0.05
    yield found
    found.stop()


class Sender:
    """A process that sends; `stop` leaves everything as it is."""

    def __init__(self, registry: TableRegistry) -> None:
        self.outbox = Outbox(registry)
        self._job = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self.outbox.search()
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        tasks = [self._job, *self.outbox._sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.outbox.outgoing.close()  # as the system does for a process


async def fill(registry: TableRegistry, hooks: HookServer) -> set[str]:
    """Notices for some people about a game that is over, all of them due. Returns their ids."""
    people = [await registry.people.welcome(f"P{n}") for n in range(PLAYERS)]
    game = registry.game("new_york", 2)
    rows = []
    for one, other in zip(people[::2], people[1::2], strict=True):
        table = new_table(game, one.id, TableOptions("new_york", []), [Seat(player=one.id), Seat(player=other.id)])
        change = made(table)
        close(table, change, ABANDONED)
        await registry.add(change)
        for player in (one, other):
            await Channels(registry.people).add_webhook(player, f"{hooks.url}/{player.name}", "en")
            [channel] = registry.people.channels(player.id)
            rows += [
                outbox_row(channel, "webhook", player.id, Kind.OVER, now(), table=table.id)
                for _ in range(NOTICES // PLAYERS)
            ]
    await registry.storage.write(lambda connection: connection.execute(insert(schema.outbox), rows))
    return {str(row["id"]) for row in rows}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_is_lost_wherever_senders_stop(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, hooks: HookServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LEASE", LEASE)
    monkeypatch.setattr(outbox, "FAR", 5 * LEASE)
    database = str(tmp_path / "tables.db")
    if kind == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.database()

    async def act() -> set[str]:
        draw = random.Random(1)
        async with AsyncExitStack() as stack:
            registries = await open_registries(stack, Settings(database=database).url, 2, private_notices=True)
            ids = await fill(registries[0], hooks)
            senders = [Sender(registry) for registry in registries]
            for stop in range(STOPS):
                await asyncio.sleep(draw.random() * 0.03)
                n = stop % len(senders)
                await senders[n].stop()
                senders[n] = Sender(registries[n])
            async with asyncio.timeout(60):
                while await waiting(registries[0]):
                    await asyncio.sleep(0.05)
            for sender in senders:
                await sender.stop()
            return ids

    ids = asyncio.run(act())
    came = Counter(one.headers["webhook-id"] for one in hooks.received)
    assert set(came) == ids
    assert came.total() < len(ids) + STOPS * PLAYERS, "only what was being sent when a sender stopped comes again"
    bodies = defaultdict(set)
    for one in hooks.received:
        bodies[one.headers["webhook-id"]].add(one.body)
    assert all(len(found) == 1 for found in bodies.values()), "and it is the same, byte for byte"
