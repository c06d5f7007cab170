"""The registry in one process: deadlines, rematches, proposals and known players under concurrent changes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from server.postgres import Postgres
from sqlalchemy import select

from whistlestop.game.fair_key import hash_of
from whistlestop.server import consent, fairness, moves, schema, seating
from whistlestop.server.clocks import Clocks
from whistlestop.server.identity import People, Player, now
from whistlestop.server.reasons import Refused
from whistlestop.server.registry import TableRegistry
from whistlestop.server.seating import TableOptions
from whistlestop.server.settings import Settings, database_url
from whistlestop.server.storage import Storage
from whistlestop.server.table import ABANDONED, PLAYING

Test = Callable[[TableRegistry], Awaitable[None]]


def run(test: Test, url: str) -> None:
    """Run a test with a registry on a new database."""

    async def opened() -> None:
        storage = Storage(url)
        await storage.open()
        try:
            await test(TableRegistry(Settings(streams=99), storage, People(storage)))
        finally:
            await storage.close()

    asyncio.run(opened())


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of either kind."""
    if request.param == "sqlite":
        return database_url(str(tmp_path / "tables.db"))
    postgres: Postgres = request.getfixturevalue("postgres")
    return database_url(postgres.database())


async def start(registry: TableRegistry, count: int = 2, **options: Any) -> tuple[str, list[Player]]:
    """A table in play, with a person at every seat."""
    people = [await registry.people.welcome(f"Player {n}") for n in range(count)]
    seats = ["you", *["open"] * (count - 1)]
    table = await seating.make(registry, people[0].id, TableOptions("new_york", seats, **options))
    for player in people[1:]:
        await registry.change(table.id, seating.join, player.id, None, 60.0)
    for n, player in enumerate(people):
        await registry.change(table.id, fairness.send_hash, player.id, None, hash_of(bytes([n] * 16)), 60.0)
    for n, player in enumerate(people):
        await registry.change(table.id, fairness.send_bytes, player.id, None, bytes([n] * 16))
    return table.id, people


async def choose_tickets(registry: TableRegistry, name: str, people: list[Player]) -> None:
    """Have everybody keep the first tickets they may keep."""
    for seat, player in enumerate(people):
        table = await registry.table(name)
        await registry.change(name, moves.move, player.id, seat, table.ply, "keep 1 2")


async def stored_deadline(registry: TableRegistry, name: str) -> int:
    rows = await registry.storage.rows(select(schema.tables.c.deadline).where(schema.tables.c.id == name))
    return int(rows[0].deadline)


def test_a_clock_never_overwrites_the_deadline_of_a_later_turn(url: str) -> None:
    async def test(registry: TableRegistry) -> None:
        name, people = await start(registry, gone_after=10, first=0)
        await choose_tickets(registry, name, people)
        table = await registry.table(name)
        # The deadline has passed, but the player was seen a moment ago: the clock moves the deadline.
        table.deadline = now() - 1
        table.began -= 10_000
        change = registry.change

        async def change_and_move(name: str, *command: Any) -> Any:
            answer = await change(name, *command)
            registry.change = change
            await change(name, moves.move, people[0].id, 0, table.ply, "draw")
            table.began -= 5_000  # so that the deadlines of both turns differ
            return answer

        statement = schema.tables.update().values(deadline=table.deadline)
        await registry.storage.write(lambda connection: connection.execute(statement))
        registry.change = change_and_move
        await Clocks(registry).strike()
        assert registry.change == change
        later = await registry.table(name)
        assert later.ply > 0
        assert later.deadline == await stored_deadline(registry, name) == table.began + 5_000 + 10_000

    run(test, url)


def test_a_clock_moves_the_deadline_of_a_player_who_was_just_seen(url: str) -> None:
    async def test(registry: TableRegistry) -> None:
        name, people = await start(registry, gone_after=10, first=0)
        await choose_tickets(registry, name, people)
        table = await registry.table(name)
        seq, passed = table.seq, now() - 1
        table.deadline = passed
        table.began -= 10_000
        statement = schema.tables.update().values(deadline=passed, began=table.began)
        await registry.storage.write(lambda connection: connection.execute(statement))
        await Clocks(registry).strike()
        table = await registry.table(name)
        assert table.seq == seq
        assert table.deadline == await stored_deadline(registry, name) > passed + 5_000

    run(test, url)


def test_two_players_who_ask_for_a_rematch_at_once_get_one_table(url: str) -> None:
    async def test(registry: TableRegistry) -> None:
        name, people = await start(registry)
        await registry.change(name, consent.propose, people[0].id, None, "end", (await registry.table(name)).ply)
        await registry.change(name, consent.answer, people[1].id, None, True)
        rematches = await asyncio.gather(*(seating.rematch(registry, player, name) for player in people))
        assert rematches[0].id == rematches[1].id
        assert (await registry.table(rematches[0].id)).step == "hashes"
        rows = await registry.storage.rows(select(schema.tables.c.id))
        assert sorted(row.id for row in rows) == sorted([name, rematches[0].id])

    run(test, url)


@pytest.mark.parametrize("how", ["leaves", "runs out of time", "asks to be forgotten"])
def test_a_proposal_is_settled_when_the_last_undecided_person_goes(how: str, tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        name, (ann, bo, cid) = await start(registry, 3)
        await registry.change(name, consent.propose, ann.id, None, "end", (await registry.table(name)).ply)
        await registry.change(name, consent.answer, bo.id, None, True)
        if how == "leaves":
            table = await registry.change(name, seating.leave, cid.id, 2)
        elif how == "runs out of time":
            await registry.change(name, seating.step_away, {2: "clock"})
            table = await registry.table(name)
        else:
            await registry.change(name, seating.hand_over, cid.id, 60)
            table = await registry.table(name)
        assert table.state == ABANDONED
        assert not table.proposal

    run(test, database_url(str(tmp_path / "tables.db")))


def test_a_proposal_is_withdrawn_when_nobody_is_left_to_answer_it(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        name, (ann, bo) = await start(registry)
        await registry.change(name, consent.propose, ann.id, None, "end", (await registry.table(name)).ply)
        await registry.change(name, seating.leave, ann.id, 0)
        table = await registry.change(name, seating.leave, bo.id, 1)
        assert table.state == PLAYING
        assert not table.proposal

    run(test, database_url(str(tmp_path / "tables.db")))


def test_a_change_that_the_database_refuses_is_not_followed_by_a_read(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would wait for the database again, with everybody else who moves at the table behind it."""

    async def test(registry: TableRegistry) -> None:
        name, (ann, _) = await start(registry)

        async def away(*args: Any) -> None:
            raise Refused("database_away")

        monkeypatch.setattr(registry.storage, "commit", away)
        monkeypatch.setattr(registry, "fresh", pytest.fail)
        with pytest.raises(Refused) as caught:
            await registry.change(name, seating.leave, ann.id, 0)
        assert caught.value.code == "database_away"

    run(test, database_url(postgres.database()))


def test_a_table_whose_map_has_changed_or_is_gone_is_refused(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        name, _ = await start(registry)
        later = TableRegistry(registry.settings, registry.storage, registry.people)  # it remembers no table
        assert (await later.table(name)).state == PLAYING
        for change, code in (({"digest": "0" * 64}, "map_changed"), ({"map": "atlantis"}, "bad_table")):
            await registry.storage.write(
                lambda connection, change=change: connection.execute(schema.tables.update().values(change))
            )
            with pytest.raises(Refused) as caught:
                await TableRegistry(registry.settings, registry.storage, registry.people).table(name)
            assert caught.value.code == code

    run(test, database_url(str(tmp_path / "tables.db")))


def test_many_known_players_never_drop_those_who_sit_or_listen(tmp_path: Path) -> None:
    async def test(registry: TableRegistry) -> None:
        name, (ann, bo) = await start(registry, watchable=True)
        watcher, noisy = await registry.people.welcome("Watcher"), await registry.people.welcome("Noisy")
        await registry.people.mute(watcher, noisy.id, True)
        await registry.hub.open(watcher.id, [name], {})
        many = {f"p{n}": Player(f"p{n}", "Somebody") for n in range(50_001)}
        registry.people._known.update(many)
        assert await registry.people.find(noisy.id)
        late = await registry.people.welcome("Late")
        registry.people._known.pop(late.id)
        assert await registry.people.find(late.id)
        assert registry.people.name(ann.id) == "Player 0"
        assert registry.people.name(bo.id) == "Player 1"
        assert registry.people.unheard_by(watcher.id) == {noisy.id}
        assert len(registry.people._known) <= 50_000
        assert registry.people.name("p50000") == "Somebody"  # the newest are kept
        assert registry.people.name("p0") == ""

    run(test, database_url(str(tmp_path / "tables.db")))
