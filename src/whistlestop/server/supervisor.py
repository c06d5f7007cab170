"""Supervisor: the process that keeps the server processes of `--workers` running."""

import time
from socket import socket

import structlog
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE, Config
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

PAUSE = 2.0
"""Seconds before another process takes the place of one that could not start."""
ANSWER = 0.5
"""Seconds that a process gets to answer each time, before the next one is asked."""
log = structlog.get_logger()


class Supervisor(Multiprocess):
    """Replaces processes that have ended or don't respond, until it is asked to stop.

    One that can't start is replaced too: the database may be away, and meanwhile the other processes go on.
    """

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self._heard: dict[Process, float] = {}
        """When each process has answered last."""

    def keep_subprocess_alive(self) -> None:
        """Replace the processes that are gone."""
        for place, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if self.is_well(process):
                continue
            process.kill()
            process.join()
            self._heard.pop(process, None)
            mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
            log.warning("worker_replaced", exit_code=process.exitcode)
            if process.exitcode == STARTUP_FAILURE:
                self.should_exit.wait(PAUSE)
            self.processes[place] = Process(self.config, self.sockets)
            self.processes[place].start()

    def is_well(self, process: Process) -> bool:
        """Whether a process lives, and has answered lately. None answers while it starts, which may take long."""
        if not process.process.is_alive():
            return False
        moment = time.monotonic()
        if process.ping(ANSWER):
            self._heard[process] = moment
        return moment - self._heard.setdefault(process, moment) < self.config.timeout_worker_healthcheck
