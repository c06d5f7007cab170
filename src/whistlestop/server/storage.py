"""Storage: the database, its migrations, and one transaction for every change."""

import asyncio
import os
import secrets
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server import schema
from whistlestop.server.database_faults import (
    DAMAGED,
    DISK_FULL,
    DRIVER_ERRORS,
    READ_ONLY,
    WAITS,
    fault_of,
    problem_of,
    unusable,
)
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
SIGNING_KEY = "signing key"
PROOF = "proof of writing"
IS_PROOF = schema.settings.c.name == PROOF
CONNECTIONS = 10
"""How many connections to PostgreSQL a process keeps, beside that of its writer and the one that listens."""
LINE_PATIENCE = 30
"""Seconds that a request waits in line for a connection."""
PATIENCE = 8
"""Seconds that a transaction on PostgreSQL may take, connecting included: networks fall silent without an error."""
SHORT_PATIENCE = 2
"""The same once the database is known not to respond: requests for one table wait for each other."""
LOCK_PATIENCE = 5
"""Seconds that SQLite waits for another program that has locked the file."""
ROOM = 1_000_000
"""Bytes that must be free on the disk of an SQLite file; with less, some changes can be stored and others can't."""
POSTGRES: dict[str, Any] = {
    "timeout": PATIENCE / 2,
    "server_settings": {
        "statement_timeout": str(PATIENCE * 1000),
        "idle_in_transaction_session_timeout": str(PATIENCE * 1000),
        "tcp_user_timeout": str(PATIENCE * 1000),
        "tcp_keepalives_idle": str(PATIENCE),
        "tcp_keepalives_interval": "2",
        "tcp_keepalives_count": "3",
    },
}
"""How this server connects to PostgreSQL. PostgreSQL gives up a transaction, and its locks, of a host that is gone."""
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
        self._pg_writer = PgWriter({**self.address, **POSTGRES}, PATIENCE) if self.is_shared else None
        self._writes = GroupCommit(self._pg_writer.commit) if self._pg_writer else None
        self._claim: TextIO | None = None
        self._fault = ""
        """What is wrong with the database, as a code; empty once a transaction has succeeded."""
        self._since = 0.0

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the database too."""
        return self.file is None

    @property
    def name(self) -> str:
        """The database without its password, for logs and messages."""
        return str(self.file) if self.file else make_url(self.url).render_as_string(hide_password=True)

    @property
    def address(self) -> dict[str, Any]:
        """What the driver needs to connect: one host, or several of which one can be written to."""
        url = make_url(self.url)
        return dict(url.get_dialect()().create_connect_args(url)[1])

    async def open(self) -> None:
        """Lock the file, check it, migrate the schema, and find or make the signing key."""
        if self.file:
            self._claim = claim(self.file)
        try:
            if self.file:
                make_private(self.file)
            async with self.engine.connect() as connection:
                await connection.run_sync(check_file)
                await connection.run_sync(migrate, self.name)
                await connection.commit()
            self.signing_key = await self._find_key()
        except DRIVER_ERRORS as error:
            await self.close()
            raise unusable(self.name, error) from None
        except Refused:
            await self.close()
            raise

    async def close(self) -> None:
        """Close all connections, also to a database that doesn't respond, and unlock the file."""
        await self._acts.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(SHORT_PATIENCE):
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
        async with (
            self._refusing_faults(),
            self._turn(),
            asyncio.timeout(self._patience),
            self._reader.connect() as connection,
        ):
            with traced("read"):
                yield connection

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Wait in line for a connection."""
        asked = time.perf_counter()
        async with asyncio.timeout(LINE_PATIENCE):
            await self._line.acquire()
        DATABASE_WAIT_SECONDS.observe(time.perf_counter() - asked)
        try:
            yield
        finally:
            self._line.release()

    async def write(self, act: Callable[[Connection], Answer]) -> Answer:
        """Run a function in one transaction. What it has written is on the disk when this returns.

        SQLite has one writer, a thread that runs whole transactions, each with everything that waits. Sending it one
        statement at a time would mean waiting for that thread, and for Python's lock, a dozen times per transaction.
        """
        async with self._refusing_faults():
            answer = await self._transact(with_proof(act) if self._fault else act)
        if self._fault and self._fault != DAMAGED:
            log.info("database_back", after=self._fault, seconds=round(time.monotonic() - self._since, 1))
            self._fault, self._since = "", 0.0
        return answer

    async def commit(self, write: TableWrite) -> None:
        """Write the change of a table; Conflict if another process has changed it in the meantime."""
        try:
            if self._writes is None or write.statements or self._fault:
                await self.write(write.execute)
            else:
                async with self._refusing_faults(), asyncio.timeout(self._patience):
                    with traced("write"):
                        await self._writes.write(write)
        except (IntegrityError, sqlite3.IntegrityError):
            raise Conflict from None

    async def _transact(self, act: Callable[[Connection], Answer]) -> Answer:
        if self._writer is None:
            async with self._turn(), asyncio.timeout(self._patience), self.engine.begin() as connection:
                with traced("write"):
                    return await connection.run_sync(act)
        with traced("write"):
            answer: Answer = await self._acts.write(act)
            return answer

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

    @property
    def _patience(self) -> float | None:
        """How long a transaction may take. SQLite's can't be given up; nobody waits long for one that is away."""
        if not self.is_shared:
            return None
        return SHORT_PATIENCE if self._fault else PATIENCE

    async def check(self) -> None:
        """Refuse if the database doesn't respond, has no room left, or still can't be written after a write failed."""
        if self.file and shutil.disk_usage(self.file.parent).free < ROOM:
            raise Refused(DISK_FULL)
        await self.rows(select(1))
        if self._fault:
            await self.write(prove_writing)
        if self._fault:
            raise Refused(self._fault)

    @asynccontextmanager
    async def _refusing_faults(self) -> AsyncIterator[None]:
        """Turn the driver's errors into refusals; a transaction on PostgreSQL that takes too long is one of them."""
        try:
            yield
        except DRIVER_ERRORS as error:
            fault = fault_of(error)
            if fault is None:
                raise
            DATABASE_AWAY.inc()
            if fault != self._fault:
                log.warning(fault, problem=problem_of(error))
                self._since = self._since or time.monotonic()
                self._fault = fault
            if fault == READ_ONLY and self.is_shared:  # another host has become the one that is written to
                await self.engine.dispose()
            refused = Refused(fault)
            refused.wait = WAITS[fault]
            raise refused from None

    async def rows(self, statement: Any, values: dict[str, Any] | None = None) -> list[Any]:
        """All rows of a query."""
        async with self.reading() as connection:
            return list(await connection.execute(statement, values or {}))

    async def _find_key(self) -> bytes:
        try:
            return await self._transact(find_key)
        except IntegrityError:  # another process was faster
            return await self._transact(find_key)


def as_fields(row: Any) -> dict[str, Any]:
    """A row by the names of its columns, which SQLAlchemy writes as a kind of text that JSON doesn't know."""
    return {str(name): value for name, value in row._mapping.items()}


@contextmanager
def traced(kind: str) -> Iterator[None]:
    """Measure a transaction, and trace it if the operator wants that."""
    with DATABASE_SECONDS.labels(kind).time(), span(f"database {kind}"):
        yield


def find_key(connection: Connection) -> bytes:
    """The signing key, made if there is none."""
    query = select(schema.settings.c.value).where(schema.settings.c.name == SIGNING_KEY)
    if not list(connection.execute(query)):
        connection.execute(insert(schema.settings), {"name": SIGNING_KEY, "value": secrets.token_bytes(32)})
    prove_writing(connection)
    return bytes(connection.execute(query).scalar_one())


def prove_writing(connection: Connection) -> None:
    """Store a random value, to see whether anything can be stored: what doesn't change is not written."""
    value = secrets.token_bytes(8)
    if not connection.execute(update(schema.settings).where(IS_PROOF).values(value=value)).rowcount:
        connection.execute(insert(schema.settings), {"name": PROOF, "value": value})


def with_proof(act: Callable[[Connection], Answer]) -> Callable[[Connection], Answer]:
    """The same change, and a proof in the same transaction that the database can be written."""

    def write(connection: Connection) -> Answer:
        prove_writing(connection)
        return act(connection)

    return write


def make_engine(url: str) -> AsyncEngine:
    """The engine for reading, and on PostgreSQL for writing too."""
    try:
        if database_file(url) is None:
            return create_async_engine(
                url, pool_size=CONNECTIONS, max_overflow=0, connect_args=POSTGRES, hide_parameters=True
            )
        engine = create_async_engine(
            url, pool_size=CONNECTIONS, max_overflow=0, connect_args={"timeout": LOCK_PATIENCE}, hide_parameters=True
        )
        prepare(engine.sync_engine)
        return engine
    except (ArgumentError, ImportError, ValueError) as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise Refused("database_unreadable", database=url.partition("@")[2] or url, problem=problem) from None


def make_writer(url: str) -> Engine:
    """The engine of SQLite's only writer. It begins transactions itself: the driver does it too late for savepoints."""
    connect = {"timeout": LOCK_PATIENCE, "isolation_level": None}
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


def check_file(connection: Connection) -> None:
    """Refuse an SQLite file with a damaged page. PostgreSQL checks its pages as it reads them."""
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            problem = str(found).removeprefix("*** in database main ***").strip().partition("\n")[0]
            file = connection.engine.url.database
            raise Refused("damaged", database=str(file), problem=problem)


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
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    try:
        command.upgrade(config, to)
    except CommandError as error:
        if "locate revision" in str(error):
            raise Refused("database_newer", database=name) from None
        raise
