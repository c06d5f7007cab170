"""Servers that the tests share: one on SQLite, one on PostgreSQL, each in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.postgres import Postgres
from server.serving import CLIENTS, Server

from whistlestop.game.kernel import TARGET


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The server adds no rule: one run, with the rules as players run them, tests it."""
    if TARGET == "cpu":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="the server is tested with the compiled rules"))


@pytest.fixture(autouse=True)
def _closed_clients() -> Iterator[None]:
    yield
    while CLIENTS:
        CLIENTS.pop().close()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(str(tmp_path_factory.mktemp("server") / "tables.db"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    found = Postgres()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def postgres_server(postgres: Postgres) -> Iterator[Server]:
    server = Server(postgres.database())
    yield server
    server.stop()


@pytest.fixture(params=["sqlite_server", "postgres_server"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server on either database."""
    found: Server = request.getfixturevalue(request.param)
    return found
