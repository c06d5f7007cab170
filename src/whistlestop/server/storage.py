"""Storage: the database, its migrations, and one transaction for every change."""

import asyncio
import secrets
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import database_file

log = structlog.get_logger()
MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x77686973
"""The advisory lock that a process holds in PostgreSQL while it migrates."""
SIGNING_KEY = "signing key"
PROOF = "proof of writing"
IS_PROOF = schema.settings.c.name == PROOF
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
AWAY, DISK_FULL, READ_ONLY, DAMAGED = "database_away", "disk_full", "read_only", "database_damaged"
FAULTS = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""What SQLite's results and PostgreSQL's states mean, where a person has to do something."""
PASSING = ("08", "40", "53", "55", "57", "58")
"""The classes of PostgreSQL's states that pass: lost connections, conflicts, lack of resources, an operator's doing."""
WAITS = {AWAY: 2, DISK_FULL: 30, READ_ONLY: 30, DAMAGED: None}
"""After how many seconds a client may try again; nothing helps a damaged database but a backup."""
DRIVER_ERRORS = (DBAPIError, PoolTimeout, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
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
        self._writer = make_writer(url) if self.file else None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
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
        with suppress(TimeoutError):
            async with asyncio.timeout(SHORT_PATIENCE):
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
        async with self._refusing_faults(), self._reader.connect() as connection:
            yield connection

    async def write(self, act: Callable[[Connection], Answer]) -> Answer:
        """Run a function in one transaction.

        SQLite has one writer, a thread that runs whole transactions. Sending it one statement at a time would mean
        waiting for that thread, and for Python's lock, a dozen times per transaction.
        """
        async with self._refusing_faults():
            answer = await self._transact(with_proof(act) if self._fault else act)
        if self._fault and self._fault != DAMAGED:
            log.info("database_back", after=self._fault, seconds=round(time.monotonic() - self._since, 1))
            self._fault, self._since = "", 0.0
        return answer

    async def _transact(self, act: Callable[[Connection], Answer]) -> Answer:
        if self._writer is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(act)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._act, act)

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
            async with asyncio.timeout(self._patience):
                yield
        except DRIVER_ERRORS as error:
            fault = fault_of(error)
            if fault is None:
                raise
            if fault != self._fault:
                log.warning(fault, problem=problem_of(error))
                self._since = self._since or time.monotonic()
                self._fault = fault
            if fault == READ_ONLY and self.is_shared:  # another host has become the one that is written to
                await self.engine.dispose()
            refused = Refused(fault)
            refused.wait = WAITS[fault]
            raise refused from None

    def _act(self, act: Callable[[Connection], Answer]) -> Answer:
        assert self._writer is not None
        with self._writer.begin() as connection:
            return act(connection)

    async def rows(self, statement: Any, values: dict[str, Any] | None = None) -> list[Any]:
        """All rows of a query."""
        async with self.reading() as connection:
            return list(await connection.execute(statement, values or {}))

    async def _find_key(self) -> bytes:
        try:
            return await self._transact(find_key)
        except IntegrityError:  # another process was faster
            return await self._transact(find_key)


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


def fault_of(error: BaseException) -> str | None:
    """The code of what is wrong with the database; None for an error that is the program's own."""
    cause = getattr(error, "orig", None) or error
    result = getattr(cause, "sqlite_errorcode", None)
    state = getattr(cause, "sqlstate", None) or ""
    fault = FAULTS.get(state) if result is None else FAULTS.get(result & 0xFF)
    if fault is not None:
        return fault
    is_lost = isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, OperationalError))
    is_drivers = isinstance(cause, (PoolTimeout, OSError, asyncpg.InterfaceError))
    return AWAY if is_lost or is_drivers or state[:2] in PASSING else None


def problem_of(error: BaseException) -> str:
    """The first line of what the driver says."""
    cause = getattr(error, "orig", None) or error
    return str(cause).partition("\n")[0].rstrip(".") or "it doesn't respond"


def unusable(name: str, error: BaseException) -> Refused:
    """Why a server can't start with a database."""
    code = "damaged" if fault_of(error) == DAMAGED else "database_unreadable"
    return Refused(code, database=name, problem=problem_of(error))


def make_engine(url: str) -> AsyncEngine:
    """The engine for reading, and on PostgreSQL for writing too."""
    try:
        file = database_file(url)
        if file is None:
            return create_async_engine(
                url, pool_size=10, max_overflow=10, pool_timeout=PATIENCE / 2, connect_args=POSTGRES
            )
        engine = create_async_engine(url, pool_size=5, connect_args={"timeout": LOCK_PATIENCE})
        prepare(engine.sync_engine)
        return engine
    except (ArgumentError, ImportError) as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise Refused("database_unreadable", database=url.partition("@")[2] or url, problem=problem) from None


def make_writer(url: str) -> Engine:
    """The engine of SQLite's only writer."""
    engine = create_engine(url.replace("+aiosqlite", ""), pool_size=1, connect_args={"timeout": LOCK_PATIENCE})
    prepare(engine)
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
