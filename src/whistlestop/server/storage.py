"""Storage: a database, its migrations, and one transaction for every change."""

import asyncio
import fcntl
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, event, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from whistlestop.server import schema
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import database_file

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x77686973  # of PostgreSQL, while one process migrates
SIGNING_KEY = "signing key"


class Storage:
    """A database that is open. SQLite serves one process, PostgreSQL as many as like."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.file = database_file(url)
        self.engine = make_engine(url)
        self.signing_key = b""
        self._writer = asyncio.Lock()
        self._claim: TextIO | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write as well."""
        return self.file is None

    @property
    def name(self) -> str:
        """The database as it may be shown: without a password."""
        return str(self.file) if self.file else make_url(self.url).render_as_string(hide_password=True)

    async def open(self) -> None:
        """Claim the file, migrate the schema, and find or make the signing key."""
        if self.file:
            self._claim = claim(self.file)
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(migrate, self.name)
                await connection.commit()
            self.signing_key = await self._find_key()
        except (DBAPIError, OSError) as error:
            await self.close()
            problem = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
            raise Refused("database_unreadable", database=self.name, problem=problem) from None

    async def close(self) -> None:
        """Close all connections and give the file free."""
        await self.engine.dispose()
        if self._claim:
            self._claim.close()
            self._claim = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction. SQLite has one writer at a time: the others wait here and not in the database."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                yield connection
        else:
            async with self._writer, self.engine.begin() as connection:
                yield connection

    async def rows(self, statement: Any, values: dict[str, Any] | None = None) -> list[Any]:
        """All rows of a question."""
        async with self.reading() as connection:
            return list(await connection.execute(statement, values or {}))

    async def _find_key(self) -> bytes:
        question = select(schema.settings.c.value).where(schema.settings.c.name == SIGNING_KEY)
        if not await self.rows(question):
            try:
                async with self.writing() as connection:
                    key = secrets.token_bytes(32)
                    await connection.execute(insert(schema.settings), {"name": SIGNING_KEY, "value": key})
            except IntegrityError:  # another process was faster
                pass
        return bytes((await self.rows(question))[0].value)


def make_engine(url: str) -> AsyncEngine:
    """An engine; on SQLite every commit is on the disk before it is answered."""
    try:
        file = database_file(url)
        if file is None:
            return create_async_engine(url, pool_size=10, max_overflow=10, pool_timeout=30)
        engine = create_async_engine(url, pool_size=5, connect_args={"timeout": 30})
    except (ArgumentError, ImportError) as error:
        problem = str(error).splitlines()[0].rstrip(".")
        raise Refused("database_unreadable", database=url.partition("@")[2] or url, problem=problem) from None

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def claim(file: Path) -> TextIO:
    """Lock the file of a database for this process."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.with_name(f"{file.name}.lock").open("w")
    except OSError as error:
        raise Refused("database_unreadable", database=str(file), problem=error.strerror or str(error)) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise Refused("in_use", file=str(file)) from None
    return lock


def migrate(connection: Connection, name: str, to: str = "head") -> None:
    """Bring the schema up to date; one process at a time, where there are many."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    shared = connection.dialect.name == "postgresql"
    if shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    try:
        command.upgrade(config, to)
    except CommandError as error:
        if "locate revision" in str(error):
            raise Refused("database_newer", database=name) from None
        raise
