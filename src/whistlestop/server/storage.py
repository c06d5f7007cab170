"""Storage: the database, its migrations, and one transaction for every change."""

import asyncio
import os
import secrets
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server import schema
from whistlestop.server.group_commit import GroupCommit
from whistlestop.server.metrics import DATABASE_AWAY, DATABASE_SECONDS, DATABASE_WAIT_SECONDS
from whistlestop.server.pg_writer import PgWriter
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import database_file
from whistlestop.server.table_write import Conflict, TableWrite
from whistlestop.server.tracing import span

log = structlog.get_logger()
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x77686973
"""The advisory lock that a process holds in PostgreSQL while it migrates."""
PASSING = ("08", "25006", "40", "53", "55", "57", "58")
"""How PostgreSQL's codes of errors begin that may pass: 25006 is a database that is read only during a failover."""
SIGNING_KEY = "signing key"
CONNECTIONS = 10
"""How many connections to PostgreSQL a process keeps, beside that of its writer and the one that listens."""
PATIENCE = 30.0
"""Seconds that a request waits for a connection."""
AWAY = (
    DBAPIError,
    PoolTimeout,
    OSError,
    sqlite3.OperationalError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
)
"""What drivers raise if the database does not respond, among other things."""
Answer = TypeVar("Answer")


class Storage:
    """An open database. SQLite serves one process, PostgreSQL any number."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.file = database_file(url)
        self.engine = make_engine(url)
        self._reader = (
            self.engine.execution_options(isolation_level="REPEATABLE READ") if self.is_shared else self.engine
        )
        self.signing_key = b""
        self._line = asyncio.Semaphore(CONNECTIONS)
        """First come, first served: a connection is free for everybody who has passed."""
        self._writer = make_writer(url) if self.file else None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._acts: GroupCommit[Callable[[Connection], Any]] = GroupCommit(self._commit_in_thread)
        self._pg_writer = PgWriter(plain_url(url)) if self.is_shared else None
        self._writes = GroupCommit(self._pg_writer.commit) if self._pg_writer else None
        self._claim: TextIO | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the database too."""
        return self.file is None

    @property
    def name(self) -> str:
        """The database without its password, for logs and messages."""
        return str(self.file) if self.file else make_url(self.url).render_as_string(hide_password=True)

    async def open(self) -> None:
        """Lock the file, migrate the schema, and find or make the signing key."""
        if self.file:
            self._claim = claim(self.file)
        try:
            if self.file:
                make_private(self.file)
            async with self.engine.connect() as connection:
                await connection.run_sync(migrate, self.name)
                await connection.commit()
            self.signing_key = await self._find_key()
        except (DBAPIError, OSError) as error:
            await self.close()
            said = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
            problem = str(said).splitlines()[0].rstrip(".")
            raise Refused("database_unreadable", database=self.name, problem=problem) from None
        except Refused:
            await self.close()
            raise

    async def close(self) -> None:
        """Close all connections and unlock the file."""
        await self._acts.close()
        if self._writes and self._pg_writer:
            await self._writes.close()
            await self._pg_writer.close()
        await self.engine.dispose()
        if self._writer:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._writer.dispose)
        self._thread.shutdown()
        if self._claim:
            self._claim.close()
            self._claim = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading. On PostgreSQL everything read on it comes from one snapshot."""
        with refusing_if_away(), traced("read"):
            async with self._turn(), self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait in line for a connection."""
        asked = perf_counter()
        async with asyncio.timeout(PATIENCE):
            await self._line.acquire()
        DATABASE_WAIT_SECONDS.observe(perf_counter() - asked)
        try:
            yield
        finally:
            self._line.release()

    async def write(self, act: Callable[[Connection], Answer]) -> Answer:
        """Run a function in one transaction. What it has written is on the disk when this returns.

        SQLite has one writer, a thread that runs whole transactions, each with everything that waits. Sending it one
        statement at a time would mean waiting for that thread, and for Python's lock, a dozen times per transaction.
        """
        with refusing_if_away(), traced("write"):
            if self._writer is None:
                async with self._turn(), self.engine.begin() as connection:
                    return await connection.run_sync(act)
            answer: Answer = await self._acts.write(act)
            return answer

    async def commit(self, write: TableWrite) -> None:
        """Write the change of a table; Conflict if another process has changed it in the meantime."""
        try:
            if self._writes is None or write.statements:
                await self.write(write.execute)
            else:
                with refusing_if_away(), traced("write"):
                    await self._writes.write(write)
        except (IntegrityError, sqlite3.IntegrityError):
            raise Conflict from None

    async def _commit_in_thread(self, acts: list[Callable[[Connection], Any]]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit_acts, acts)

    def _commit_acts(self, acts: list[Callable[[Connection], Any]]) -> list[Any]:
        """Run functions in one transaction; what one of them wrote before it failed is undone, and only that."""
        assert self._writer is not None
        outcomes: list[Any] = []
        with self._writer.begin() as connection:
            cursor = connection.connection.cursor()
            for act in acts:
                cursor.execute("SAVEPOINT act")
                try:
                    outcomes.append(act(connection))
                except Exception as error:  # noqa: BLE001 - it is raised where the act was given
                    cursor.execute("ROLLBACK TO act")  # fails, and the whole group with it, if SQLite has given up
                    outcomes.append(error)
                cursor.execute("RELEASE act")
        return outcomes

    async def rows(self, statement: Any, values: dict[str, Any] | None = None) -> list[Any]:
        """All rows of a query."""
        async with self.reading() as connection:
            return list(await connection.execute(statement, values or {}))

    async def _find_key(self) -> bytes:
        query = select(schema.settings.c.value).where(schema.settings.c.name == SIGNING_KEY)
        if not await self.rows(query):
            try:
                values = {"name": SIGNING_KEY, "value": secrets.token_bytes(32)}
                await self.write(lambda connection: connection.execute(insert(schema.settings), values))
            except IntegrityError:  # another process was faster
                pass
        return bytes((await self.rows(query))[0].value)


def as_fields(row: Any) -> dict[str, Any]:
    """A row by the names of its columns, which SQLAlchemy writes as a kind of text that JSON doesn't know."""
    return {str(name): value for name, value in row._mapping.items()}


@contextmanager
def traced(kind: str) -> Iterator[None]:
    """Measure a transaction, and trace it if the operator wants that."""
    with DATABASE_SECONDS.labels(kind).time(), span(f"database {kind}"):
        yield


@contextmanager
def refusing_if_away() -> Iterator[None]:
    """Turn the driver's errors into a refusal if the database doesn't respond."""
    try:
        yield
    except AWAY as error:
        if isinstance(error, DBAPIError) and not is_passing(error):
            raise
        DATABASE_AWAY.inc()
        log.warning("database_away", problem=str(getattr(error, "orig", None) or error).partition("\n")[0])
        refused = Refused("database_away")
        refused.wait = 2
        raise refused from None


def is_passing(error: DBAPIError) -> bool:
    """Whether an error is the database's own and may pass: it is away, read only, full, or had to break off."""
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return error.connection_invalidated or isinstance(error, OperationalError) or state.startswith(PASSING)


def plain_url(url: str) -> str:
    """The URL of a PostgreSQL database as its own driver takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def make_engine(url: str) -> AsyncEngine:
    """The engine for reading, and on PostgreSQL for writing too."""
    try:
        file = database_file(url)
        if file is None:
            return create_async_engine(
                url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=PATIENCE, hide_parameters=True
            )
        engine = create_async_engine(
            url, pool_size=CONNECTIONS, max_overflow=0, connect_args={"timeout": 30}, hide_parameters=True
        )
        prepare(engine.sync_engine)
        return engine
    except (ArgumentError, ImportError, ValueError) as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise Refused("database_unreadable", database=url.partition("@")[2] or url, problem=problem) from None


def make_writer(url: str) -> Engine:
    """The engine of SQLite's only writer. It begins transactions itself: the driver does it too late for savepoints."""
    connect = {"timeout": 30, "isolation_level": None}
    engine = create_engine(url.replace("+aiosqlite", ""), pool_size=1, connect_args=connect, hide_parameters=True)
    prepare(engine)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def prepare(engine: Engine) -> None:
    """Make SQLite write every commit to the disk before it returns."""

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def claim(file: Path) -> TextIO:
    """Lock a database file for this process."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = file.with_name(f"{file.name}.lock").open("w")
    except OSError as error:
        raise Refused("database_unreadable", database=str(file), problem=error.strerror or str(error)) from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise Refused("in_use", file=str(file)) from None
    return lock


def make_private(file: Path) -> None:
    """Let only the owner read a database file and SQLite's files beside it, and make the file if it is not there.

    It holds the signing key and every secret. SQLite gives the files that it makes beside it the same mode.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError, PermissionError):  # a file of another user keeps the mode that they chose
            file.with_name(file.name + suffix).chmod(0o600)


def migrate(connection: Connection, name: str, to: str = "head") -> None:
    """Bring the schema up to date, one process at a time."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    shared = connection.dialect.name == "postgresql"
    if shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    try:
        command.upgrade(config, to)
    except CommandError as error:
        if "locate revision" in str(error):
            raise Refused("database_newer", database=name) from None
        raise
