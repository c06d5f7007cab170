"""Faults that tests inject: a network that freezes or delays, a disk that fills up, a limit that is reached."""

import asyncio
import contextlib
import os
import resource
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.serving import SOURCE, Server


class Proxy:
    """A TCP proxy between a server and its database, in a thread. It can freeze, delay, and change its target."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.delay = 0.0
        """Seconds by which everything arrives later."""
        self._flows = threading.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(10)

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))
        self._loop.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        for one in (writer, far_writer):
            self._writers.discard(one)
            one.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            while not self._flows.is_set():
                await asyncio.sleep(0.02)
            writer.write(some)
            await writer.drain()
        writer.close()

    def freeze(self) -> None:
        """Pass nothing on, and close nothing: like a cable that was cut."""
        self._flows.clear()

    def thaw(self) -> None:
        """Pass on again what has waited."""
        self._flows.set()

    def cut(self) -> None:
        """Break all connections off."""
        self._loop.call_soon_threadsafe(lambda: [one.transport.abort() for one in self._writers])

    def close(self) -> None:
        """Stop."""
        self.thaw()
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int = 4000) -> Iterator[Path]:
    """A disk of its own for a database; mounting one needs root."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder.mkdir()
    options = f"size={kilobytes}k"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@contextlib.contextmanager
def filled(folder: Path) -> Iterator[None]:
    """A disk that is full up to the last byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    try:
        yield
    finally:
        filler.unlink()


@contextlib.contextmanager
def limited(server: Server, kind: int, most: int) -> Iterator[None]:
    """Lower a limit of a running server, and raise it again."""
    before = resource.prlimit(server.process.pid, kind)
    resource.prlimit(server.process.pid, kind, (most, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, kind, before)


def jumping(clock: Path) -> dict[str, str]:
    """The environment of a server whose time of day is wrong by the seconds that are written in a file."""
    return {
        "WHISTLESTOP_TEST_CLOCK": str(clock),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent / "jumping"), SOURCE]),
    }


def overwrite_page(file: Path, page: int, size: int = 4096) -> None:
    """Overwrite a page of an SQLite database."""
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xa5" * size)
        opened.flush()
        os.fsync(opened.fileno())


def logged(server: Server, event: str, seconds: float = 10) -> str:
    """The first line of a server's log with an event; waits until it is there."""
    for _ in range(int(seconds * 20)):
        found = next((line for line in list(server.log) if f'"event": "{event}"' in line), "")
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError((event, server.log[-20:]))
