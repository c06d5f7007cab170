"""Readiness: which parts of a server are still being made in the background, and who has to wait for them.

`whistlestop serve` serves the page at once. The rules are compiled, and the engine for browsers is built, in processes
of their own (`preparation`), which write how far they are into a file. Every server process reads that file.
"""

import asyncio
import gc
import json
import os
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import structlog

from whistlestop.game.kernel import TARGET
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.warming import load_kernels
from whistlestop.wasm.export import is_built

PROGRESS_FILE = "WHISTLESTOP_PROGRESS"
"""The environment variable that names the file for a server's processes."""
LOOK_EVERY = 0.5
"""Seconds between two looks into the file."""
PATIENCE = 10
"""For how many seconds a request waits until compiled rules are loaded."""
RETRY = 2
"""After how many seconds a client may try again."""
RULES = "rules"
ENGINE = "engine"
log = structlog.get_logger()


@dataclass
class Progress:
    """How far a job in the background is."""

    done: int = 0
    of: int = 0
    is_running: bool = False


def write_progress(file: Path, jobs: dict[str, Progress]) -> None:
    """Write how far all jobs are, so that a reader never sees half of it."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps({name: asdict(job) for name, job in jobs.items()}))
    draft.replace(file)


def read_progress(name: str) -> Progress:
    """How far a job is; one that nobody has started is not running."""
    file = os.environ.get(PROGRESS_FILE)
    try:
        jobs = json.loads(Path(file).read_text()) if file else {}
    except OSError:  # the process that compiles and builds has ended, and took its file with it
        jobs = {}
    return Progress(**jobs.get(name, {}))


class Readiness:
    """What one server process can do at the moment."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._rules = asyncio.Event()
        if TARGET != "cpu":
            self._rules.set()
        self._has_engine = False

    async def load_rules(self) -> None:
        """Wait until the rules are compiled, and load them. If that failed, requests that need them will say so."""
        gc.freeze()  # what has been imported stays: the search for garbage need not look at it
        gc.enable()
        while read_progress(RULES).is_running:
            await asyncio.sleep(LOOK_EVERY)
        if not self.has_rules:
            loop = asyncio.get_running_loop()
            # A daemon: a server that is asked to stop doesn't wait for it.
            threading.Thread(target=self._load, args=(loop,), name="rules", daemon=True).start()
            await self._rules.wait()

    def _load(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            load_kernels()
        except Exception:
            log.exception("rules_failed")
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(self._rules.set)

    @property
    def has_rules(self) -> bool:
        """Whether the compiled rules are loaded."""
        return self._rules.is_set()

    async def need_rules(self) -> None:
        """Refuse as long as the rules are compiled; loading them takes a moment, which requests can wait for."""
        if self.has_rules:
            return
        try:
            async with asyncio.timeout(0 if read_progress(RULES).is_running else PATIENCE):
                await self._rules.wait()
        except TimeoutError:
            self.refuse()

    def refuse(self) -> None:
        """Refuse because the rules are not loaded yet."""
        job = read_progress(RULES)
        raise Refused("getting_ready", done=job.done, of=job.of, seconds=RETRY) from None

    @property
    def is_building(self) -> bool:
        """Whether the engine for browsers is being built."""
        return not self.has_engine and read_progress(ENGINE).is_running

    @property
    def has_engine(self) -> bool:
        """Whether the engine for browsers is built; once it is, it stays."""
        self._has_engine = self._has_engine or is_built()
        return self._has_engine

    def need_engine(self) -> None:
        """Refuse as long as the engine for browsers is not built."""
        if not self.has_engine:
            job = read_progress(ENGINE)
            if not job.is_running:
                raise Refused("engine_missing")
            raise Refused("engine_not_ready", done=job.done, of=job.of, seconds=RETRY)

    def as_dict(self) -> dict[str, Any]:
        """The status as JSON-serialisable types."""
        return {
            "rules": describe(read_progress(RULES), self.has_rules),
            "engine": describe(read_progress(ENGINE), self.has_engine),
            "hints": "browser" if self.settings.browser_hints else "server",
        }


def describe(job: Progress, is_ready: bool) -> dict[str, Any]:
    """The progress of a job as JSON-serialisable types."""
    if is_ready:
        return {"ready": True, "done": job.of, "of": job.of}
    return {"ready": False, "done": job.done, "of": job.of if job.is_running else 0}
