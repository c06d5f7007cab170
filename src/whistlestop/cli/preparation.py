"""What `whistlestop serve` makes while it already serves: compiled rules, and the engine for browsers.

Each job is a process that prints lines such as `  3 of 8: planner`. How far all of them are is shown on one line of the
terminal, and written into a file for the server's processes.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from whistlestop.server.logs import CLEAR
from whistlestop.server.readiness import ENGINE, PROGRESS_FILE, RULES, Progress, write_progress

BAR = 10
"""The letters of a bar."""
LOW_PRIORITY = 10
"""The niceness of a job: people who use the server already come first."""
STEP = re.compile(" *([0-9]+) of ([0-9]+): ")
TITLES = {RULES: "rules", ENGINE: "engine for browsers"}
FINISHED = {
    RULES: "The rules are compiled: games on this server can begin.",
    ENGINE: "The engine for browsers is built: people can play alone, even without a network.",
}
FAILED = {
    RULES: "Compiling the rules failed. The server compiles them as they are needed, which is slow at first.",
    ENGINE: "The engine for browsers can't be built, so people can't play without the server.",
}


@contextmanager
def preparing(commands: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Run commands in the background, one for each job; stop those that still run at the end."""
    if not commands:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="whistlestop") as folder:
        preparation = Preparation(Path(folder) / "progress.json", commands)
        os.environ[PROGRESS_FILE] = str(preparation.file)
        try:
            yield
        finally:
            preparation.stop()
            del os.environ[PROGRESS_FILE]


class Preparation:
    """Jobs in the background, with a thread that follows each."""

    def __init__(self, file: Path, commands: Mapping[str, Sequence[str]]) -> None:
        self.file = file
        self.jobs = {name: Progress(0, 1, is_running=True) for name in commands}
        self._lock = threading.Lock()
        self._is_stopped = False
        self._tell()
        self._processes = {name: start(command) for name, command in commands.items()}
        self._threads = [threading.Thread(target=self._follow, args=(name,), daemon=True) for name in commands]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop what still runs."""
        self._is_stopped = True
        for process in self._processes.values():
            stop(process)
        for thread in self._threads:
            thread.join()

    def _follow(self, name: str) -> None:
        process, job = self._processes[name], self.jobs[name]
        last = ""
        assert process.stdout
        with process.stdout:
            for text in process.stdout:
                last = text.strip() or last
                if found := STEP.match(text):
                    job.done, job.of = int(found[1]), int(found[2])
                    self._tell()
        code = process.wait()
        job.is_running = False
        if self._is_stopped:
            return
        if code == 0:
            job.done = job.of
        self._tell(FINISHED[name] if code == 0 else f"{FAILED[name]} ({last})")

    def _tell(self, sentence: str = "") -> None:
        """Write how far all jobs are; show it on one line of the terminal, after a sentence if there is one."""
        with self._lock:
            write_progress(self.file, self.jobs)
            parts = [f"{TITLES[name]} {bar(job)}" for name, job in self.jobs.items() if job.is_running]
            if sys.stdout.isatty():
                above = f"{sentence}\n" if sentence else ""
                line = f"Getting ready: {', '.join(parts)}" if parts else ""
                sys.stdout.write(f"{CLEAR}{above}{line}")
            elif sentence:
                sys.stdout.write(f"{sentence}\n")
            sys.stdout.flush()


def bar(job: Progress) -> str:
    """How far a job is, to be read at a glance."""
    done = BAR * job.done // job.of
    return f"[{'#' * done}{'.' * (BAR - done)}] {job.done} of {job.of}"


def start(command: Sequence[str]) -> "subprocess.Popen[str]":
    """Start a process whose output is read. It gives way to the server, and is a group with all that it starts."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
        start_new_session=sys.platform != "win32",
    )  # fmt: skip
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PGRP, process.pid, LOW_PRIORITY)
    return process


def stop(process: "subprocess.Popen[str]") -> None:
    """Stop a process, with all that it has started."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.terminate()
    else:
        os.killpg(process.pid, signal.SIGTERM)
