"""Migrations: from nothing and from the previous schema, on both databases, to what the code expects."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server.postgres import Postgres
from sqlalchemy import Connection, inspect, text

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import database_url
from whistlestop.server.storage import Storage, migrate


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_url(str(tmp_path / "tables.db"))
    postgres: Postgres = request.getfixturevalue("postgres")
    return database_url(postgres.database())


def run(url: str, *acts: Callable[[Connection], Any]) -> list[Any]:
    """Run a function on a database whose storage is not open."""

    async def act() -> list[Any]:
        storage = Storage(url)
        async with storage.engine.connect() as connection:
            found = [await connection.run_sync(one) for one in acts]
            await connection.commit()
        await storage.close()
        return found

    return asyncio.run(act())


def opened(url: str) -> bytes:
    """Open the storage as a server does; its signing key."""

    async def act() -> bytes:
        storage = Storage(url)
        await storage.open()
        await storage.close()
        return storage.signing_key

    return asyncio.run(act())


def shape(connection: Connection) -> dict[str, dict[str, tuple[str, bool]]]:
    found = inspect(connection)
    return {
        table: {
            column["name"]: (str(column["type"]).split("(")[0], column["nullable"])
            for column in found.get_columns(table)
        }
        for table in found.get_table_names()
    }


def expected(connection: Connection) -> dict[str, set[str]]:
    return {table.name: {column.name for column in table.columns} for table in schema.metadata.tables.values()}


def keys(connection: Connection) -> dict[str, list[str]]:
    found = inspect(connection)
    return {table: found.get_pk_constraint(table)["constrained_columns"] for table in schema.metadata.tables}


def test_from_nothing(url: str) -> None:
    key = opened(url)
    found, wanted, primary = run(url, shape, expected, keys)
    assert {table: set(columns) for table, columns in found.items() if table != "alembic_version"} == wanted
    assert primary["moves"] == ["table_id", "ply"]
    assert primary["events"] == ["table_id", "id"]
    assert opened(url) == key, "the signing key is kept"
    assert len(key) == 32


def test_from_the_previous_schema_with_a_table_in_it(url: str) -> None:
    row = {
        "id": "T" * 22, "seq": 3, "map": "europe", "digest": "d", "seats": 2, "host": "h", "listed": False,
        "watchable": False, "clock": "none", "seconds": 0, "gone_after": 0, "stand_in": "porter", "first": None,
        "state": "open", "step": "seats", "secret": b"s", "ply": 0, "undone": 0, "proposal": "", "began": 1,
        "deadline": None, "created": 1, "touched": 1,
    }  # fmt: skip
    run(
        url,
        lambda connection: migrate(connection, "test", "0001"),
        lambda connection: connection.execute(schema.tables.insert(), row),
        lambda connection: connection.execute(
            text(f"INSERT INTO seats (table_id, seat, player, away, \"left\") VALUES ('{row['id']}', 0, 'p', false, 0)")
        ),
    )
    before = run(url, shape)[0]
    assert "mutes" not in before
    opened(url)
    after, wanted, rows = run(
        url, shape, expected, lambda connection: list(connection.execute(text("SELECT seq FROM tables")))
    )
    assert {table: set(columns) for table, columns in after.items() if table != "alembic_version"} == wanted
    assert [one.seq for one in rows] == [3]
    seats = run(url, lambda connection: list(connection.execute(schema.seats.select())))[0]
    assert [(one.player, one.shares, one.shows_name) for one in seats] == [("p", None, True)], "nobody was asked yet"


def test_both_databases_have_one_schema(tmp_path: Path, postgres: Postgres) -> None:
    shapes = []
    for url in (database_url(str(tmp_path / "tables.db")), database_url(postgres.database())):
        opened(url)
        shapes.append({table: set(columns) for table, columns in run(url, shape)[0].items()})
    assert shapes[0] == shapes[1]


def test_a_newer_schema_is_refused(url: str) -> None:
    opened(url)
    run(url, lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(Refused, match="newer version"):
        opened(url)
