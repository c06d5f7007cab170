"""Reports of games: a queue for each server process, computed one at a time in a process of the lowest priority.

A report is there at once as a quick look, which comes before all other work, and gets better until it is complete.
"""

import asyncio
import json
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import structlog

from whistlestop.game.kernel import digest_of_sources
from whistlestop.game.reasons import BadRecord
from whistlestop.review.reasons import BadReport
from whistlestop.server.metrics import REPORT_SECONDS, REPORTS
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings, variable

VERSION = digest_of_sources("game", "bots", "review")
"""Identifies what a report is computed with."""
OWN = 2
"""How many of the reports in the queue one player may have asked for."""
PATIENCE = 15.0
"""Seconds that a request waits for the quick look."""
LATER = 5
"""Seconds after which to ask again, if it is not there by then."""
IDLE = 120.0
"""Seconds without work after which the process ends, to give its memory back."""
KEPT = 32
"""How many complete reports are kept in memory."""
LONGEST = 16_000_000
"""More bytes than any answer of the process has."""
SECONDS = 10
"""About how many seconds a report takes, to say when there may be room in the queue."""
log = structlog.get_logger()


@dataclass
class Job:
    """A report that is being computed, or waits for it."""

    key: str
    record: str
    player: str
    """Who asked for it first."""
    began: float = field(default_factory=monotonic)
    answer: dict[str, Any] = field(default_factory=dict)
    """The report as it is now, with what is wrong with its record; empty before the quick look."""
    looked: asyncio.Event = field(default_factory=asyncio.Event)
    error: Refused | None = None
    process: Process | None = None
    """The process that has begun it."""
    has_failed: bool = False
    """Whether that has failed before: a report is tried twice."""

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to compute."""
        return bool(self.answer) and bool(self.answer["report"]["complete"])


class Reports:
    """The reports that this process computes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: dict[str, Job] = {}
        self._complete: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._process: Process | None = None
        self._has_work = asyncio.Event()

    def knows(self, key: str) -> bool:
        """Whether a report is complete, being computed or waiting."""
        return key in self._jobs or key in self._complete

    async def get(self, key: str, record: str, player: str) -> dict[str, Any]:
        """A report as it is now, with what is wrong with its record; refused if too many are waiting."""
        if key in self._complete:
            return self._complete[key]
        job = self._jobs.get(key) or self._add(Job(key, record, player))
        try:
            async with asyncio.timeout(PATIENCE):
                await job.looked.wait()
        except TimeoutError:
            raise Refused("report_waits", seconds=LATER) from None
        if job.error:
            raise job.error
        return job.answer

    def _add(self, job: Job) -> Job:
        """Put a report in the queue."""
        own = Counter(other.player for other in self._jobs.values())[job.player]
        if own >= OWN or len(self._jobs) > self._settings.reports:
            raise Refused("too_many_reports", seconds=SECONDS * (own or len(self._jobs)))
        self._jobs[job.key] = job
        self._has_work.set()
        REPORTS.set(len(self._jobs))
        return job

    async def run(self) -> None:
        """Compute what is in the queue. Never returns."""
        while True:
            try:
                async with asyncio.timeout(None if self._process is None else IDLE):
                    await self._has_work.wait()
            except TimeoutError:
                await self.close()
                continue
            waiting = list(self._jobs.values())
            job = next((job for job in waiting if not job.answer), waiting[0])
            try:
                await self._work(job)
            except Refused as refused:
                job.error = refused
            except Exception:
                number = secrets.token_hex(4)
                log.exception("report_failed", number=number)
                await self.close()
                job.error = Refused("failed", number=number) if job.has_failed else None
                job.has_failed = True
            if job.error or job.is_complete:
                self._finish(job)

    async def _work(self, job: Job) -> None:
        """Have the process look at a game, or go on with its report."""
        process = self._process or await self._start()
        asked: dict[str, Any] = {"key": job.key}
        if job.process is not process:
            asked |= {"record": job.record, "rollouts": self._settings.report_rollouts}
            job.process = process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        await process.stdin.drain()
        answer = json.loads(await process.stdout.readline())
        if "refused" in answer:
            raise refusal(*answer["refused"])
        job.answer = {**job.answer, **answer}
        job.looked.set()

    async def _start(self) -> Process:
        """Start the process."""
        command = (sys.executable, "-m", "whistlestop.server.report_process")
        environment = {**os.environ, variable("maps"): self._settings.maps}
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environment, limit=LONGEST
        )
        return self._process

    def _finish(self, job: Job) -> None:
        """Take a report out of the queue."""
        del self._jobs[job.key]
        job.looked.set()
        if not job.error:
            REPORT_SECONDS.observe(monotonic() - job.began)
            self._complete[job.key] = job.answer
            if len(self._complete) > KEPT:
                self._complete.popitem(last=False)
        REPORTS.set(len(self._jobs))
        if not self._jobs:
            self._has_work.clear()

    async def close(self) -> None:
        """End the process. What it was computing is begun again by the next one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def refusal(kind: str, code: str, parameters: dict[str, str | int]) -> Refused:
    """The refusal for an error of the process."""
    if kind == BadReport.__name__:
        return Refused.because_of("no_report", BadReport(code, **parameters))
    return Refused.because_of("bad_record", BadRecord(code, **parameters))
