"""Worker: a process that plays the turns of bots for all servers over one PostgreSQL, and serves nobody itself."""

import asyncio
import signal
from importlib.metadata import version

import structlog

from whistlestop.server.bot_turns import BotRunner
from whistlestop.server.identity import People
from whistlestop.server.pg_listen import PgListener
from whistlestop.server.readiness import Readiness
from whistlestop.server.registry import TableRegistry
from whistlestop.server.settings import Settings
from whistlestop.server.storage import Storage

log = structlog.get_logger()


async def work(settings: Settings) -> None:
    """Play turns until the process is asked to stop; what it has not played then is free for others at once."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    storage = Storage(settings.url)
    await storage.open()
    registry = TableRegistry(settings, storage, People(storage))
    readiness = Readiness(settings)
    registry.need_rules = readiness.need_rules
    bot_runner = BotRunner(registry)
    await readiness.load_rules()
    jobs = [asyncio.create_task(bot_runner.run()), asyncio.create_task(PgListener(registry, bot_runner.wake).run())]
    log.info("started", database=storage.name, version=version("whistlestop"))
    await stop.wait()
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    await bot_runner.close()
    await storage.close()
    log.info("stopped")
