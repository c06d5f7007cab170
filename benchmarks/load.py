"""Measure a server under load, with many tables of four seats: moves per second, latency, memory.

    python benchmarks/load.py --tables 10,100,500 --seconds 30
    python benchmarks/load.py --tables 100 --rate 1 --seconds 60                   # open loop: one move per second each
    python benchmarks/load.py --tables 100 --database postgresql://localhost/whistlestop --workers 2

In the closed loop each table moves as soon as the next seat has received the last move. Latency is the time from
sending a move until another seat reads the event. This process is the load generator; the server runs in another one.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

SEATS = 4
PLY = re.compile(rb'"ply":(\d+)')
FREE = (
    "--rate",
    "0",
    "--address-rate",
    "0",
    "--new-rate",
    "0",
    "--streams",
    "100000",
    "--address-streams",
    "0",
    "--start-seconds",
    "600",
)


@dataclass
class Tally:
    """What was measured."""

    moves: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


class Seat:
    """One player: a token, and a stream of the table's events."""

    def __init__(self, load: "Load", table: "Table", number: int) -> None:
        self.load, self.table, self.number = load, table, number
        self.headers: dict[str, str] = {}
        self.reader: asyncio.Task[None] | None = None

    async def arrive(self) -> None:
        """Become a player."""
        player = await self.load.post("/api/players", {}, name=f"Seat {self.number}", program=True)
        self.headers = {"authorization": f"Bearer {player['token']}"}

    async def follow(self) -> None:
        """Open the stream."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.reader = asyncio.create_task(self.read(ready))
        await ready

    async def look(self) -> dict[str, object]:
        """The current view of this seat."""
        url = f"{self.load.url}/api/tables/{self.table.id}/views"
        async with self.load.session.get(url, headers=self.headers) as answer:
            view: dict[str, object] = (await answer.json())["views"][0]
            return view

    async def read(self, ready: "asyncio.Future[None]") -> None:
        """Read events, and move when it is this seat's turn."""
        url = f"{self.load.url}/api/events?tables={self.table.id}"
        async with self.load.session.get(url, headers=self.headers) as answer:
            rest = b""
            async for chunk in answer.content.iter_any():
                moment = time.perf_counter()
                rest += chunk
                while b"\n\n" in rest:
                    frame, rest = rest.split(b"\n\n", 1)
                    if frame.startswith(b"retry") and not ready.done():
                        ready.set_result(None)
                    if b"event: moved" in frame or b"event: started" in frame or b"event: table" in frame:
                        self.hear(frame, moment)

    def hear(self, frame: bytes, moment: float) -> None:
        """Record how late an event is, and move if it is this seat's turn."""
        found = PLY.search(frame)
        assert found
        self.table.heard(int(found[1]), self.number, moment)
        if b'"legal":[{' in frame:
            view = json.loads(frame.rpartition(b"\ndata: ")[2])["views"][0]
            self.table.asked(self.number, view)
        elif b'"phase":"over"' in frame and self.number == 0:
            self.table.over.set()


class Table:
    """A table that plays random games as long as the load lasts."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.id = ""
        self.draw = random.Random(number)
        self.seats = [Seat(load, self, seat) for seat in range(SEATS)]
        self.sent: tuple[int, float, int] = (1 << 30, 0.0, -1)
        self.over = asyncio.Event()
        self.next = 0.0

    async def set_up(self) -> None:
        """Create a table, take the seats, and deal."""
        if not self.seats[0].headers:
            for seat in self.seats:
                await seat.arrive()
        first, *others = self.seats
        body = {"map": self.load.map, "seats": ["you", *["open"] * (SEATS - 1)]}
        self.id = (await self.load.post("/api/tables", first.headers, **body))["id"]
        for seat in others:
            await self.load.post(f"/api/tables/{self.id}/seats", seat.headers)
        secret_bytes = [secrets.token_bytes(16) for _ in self.seats]
        for seat, own in zip(self.seats, secret_bytes, strict=True):
            await self.load.post(f"/api/tables/{self.id}/hashes", seat.headers, hash=hashlib.sha256(own).hexdigest())
        for seat, own in zip(self.seats, secret_bytes, strict=True):
            await self.load.post(f"/api/tables/{self.id}/bytes", seat.headers, bytes=own.hex())

    def heard(self, ply: int, seat: int, moment: float) -> None:
        """A seat received the event of a ply."""
        before, began, mover = self.sent
        if ply > before and seat != mover and began:
            self.load.tally.latencies.append(moment - began)

    def asked(self, seat: int, view: dict[str, object]) -> None:
        """Start a seat's move."""
        if self.load.going:
            self.load.start(self.move(seat, view))

    async def move(self, seat: int, view: dict[str, object]) -> None:
        """Make a random move, at once or at the given rate."""
        if self.load.rate:
            wait = self.next - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            self.next = max(self.next, time.perf_counter() - 1.0) + 1 / self.load.rate
        if not self.load.going:
            return
        legal, ply = view["legal"], view["ply"]
        assert isinstance(legal, list)
        assert isinstance(ply, int)
        text = self.draw.choice(legal)["text"]
        began = time.perf_counter()
        self.sent = (ply, began, seat)
        url = f"{self.load.url}/api/tables/{self.id}/moves"
        body = {"ply": ply, "seat": seat, "move": text}
        async with self.load.session.post(url, json=body, headers=self.seats[seat].headers) as answer:
            await answer.read()
        self.load.tally.answers.append(time.perf_counter() - began)
        self.load.tally.moves += answer.status == 200
        self.load.tally.refused += answer.status != 200

    async def go_on(self) -> None:
        """Play one game after another."""
        while True:
            await self.over.wait()
            self.over.clear()
            for seat in self.seats:
                assert seat.reader
                seat.reader.cancel()
            await self.set_up()
            await asyncio.gather(*(seat.follow() for seat in self.seats))


class Load:
    """All tables, and what they measure."""

    def __init__(self, url: str, rate: float, map_name: str) -> None:
        self.url, self.rate, self.map = url, rate, map_name
        self.tally = Tally()
        self.going = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.session: aiohttp.ClientSession

    def start(self, job: object) -> None:
        """Run a coroutine in the background."""
        task = asyncio.ensure_future(job)  # type: ignore[arg-type]
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def post(self, path: str, headers: dict[str, str], **body: object) -> dict[str, str]:
        """Send a request that must succeed."""
        async with self.session.post(self.url + path, json=body, headers=headers) as answer:
            content = await answer.json()
            assert answer.status < 300, content
            return dict(content)

    async def run(self, count: int, seconds: float, pid: int) -> dict[str, object]:
        """Play at `count` tables for some seconds, and return the figures."""
        connector = aiohttp.TCPConnector(limit=0)
        timeout = aiohttp.ClientTimeout(total=None)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout, read_bufsize=1 << 20) as self.session:
            tables = [Table(self, number) for number in range(count)]
            await self.warm_up()
            empty = memory(pid)
            for some in range(0, count, 10):
                await asyncio.gather(*(table.set_up() for table in tables[some : some + 10]))
            dealt = memory(pid)
            for table in tables:
                table.next = time.perf_counter() + random.random() / (self.rate or 1.0) + 2
                await asyncio.gather(*(seat.follow() for seat in table.seats))
            followed = memory(pid)
            await self.play(tables, await self.movers(tables), seconds / 10)  # warm up, not counted
            movers = await self.movers(tables)
            self.tally = Tally()
            began, used = time.perf_counter(), processor(pid)
            samples = asyncio.create_task(sample(pid, seconds))
            await self.play(tables, movers, seconds)
            lasted, used = time.perf_counter() - began, processor(pid) - used
            held = [*await samples, memory(pid)]
            for task in [*self.tasks, *(seat.reader for table in tables for seat in table.seats if seat.reader)]:
                task.cancel()
        return self.result(count, lasted, used, (empty, dealt, followed), held)

    async def warm_up(self) -> None:
        """Play at one table that is not counted, so that the server loads everything it needs."""
        table = Table(self, -1)
        await table.set_up()
        await asyncio.gather(*(seat.follow() for seat in table.seats))
        for seat in table.seats:
            assert seat.reader
            seat.reader.cancel()

    async def movers(self, tables: list[Table]) -> list[tuple[Table, int, dict[str, object]]]:
        """The seat to move at each table, with its view."""
        found = []
        for some in range(0, len(tables), 10):
            seats = [seat for table in tables[some : some + 10] for seat in table.seats]
            for seat, view in zip(seats, await asyncio.gather(*(seat.look() for seat in seats)), strict=True):
                if view["legal"]:
                    found.append((seat.table, seat.number, view))
        return found

    async def play(
        self, tables: list[Table], movers: list[tuple[Table, int, dict[str, object]]], seconds: float
    ) -> None:
        """Let every table play for some seconds."""
        self.going = True
        for table in tables:
            self.start(table.go_on())
        for table, seat, view in movers:
            table.asked(seat, view)
        await asyncio.sleep(seconds)
        self.going = False
        await asyncio.sleep(0.5)
        for task in self.tasks:
            task.cancel()

    def result(
        self, count: int, seconds: float, used: float, memories: tuple[int, int, int], held: list[int]
    ) -> dict[str, object]:
        """The figures."""
        empty, dealt, followed = memories
        late, answers = sorted(self.tally.latencies), sorted(self.tally.answers)
        return {
            "tables": count,
            "moves_per_second": round(self.tally.moves / seconds, 1),
            "refused": self.tally.refused,
            "server_ms_per_move": round(1000 * used / max(1, self.tally.moves), 2),
            "event_ms_p50": round(1000 * late[len(late) // 2], 1),
            "event_ms_p99": round(1000 * late[len(late) * 99 // 100], 1),
            "answer_ms_p50": round(1000 * answers[len(answers) // 2], 1),
            "answer_ms_p99": round(1000 * answers[len(answers) * 99 // 100], 1),
            "kB_per_table": round((dealt - empty) / count, 1),
            "kB_per_stream": round((followed - dealt) / count / SEATS, 1),
            "MB_over_time": [round(one / 1000) for one in held],
        }


def family(pid: int) -> list[str]:
    """A server and its workers."""
    kin = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return [str(pid), *kin]


def processor(pid: int) -> float:
    """Seconds of processor time that a server and its workers have used."""
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def sample(pid: int, seconds: float) -> list[int]:
    """The memory of a server at ten moments of a run."""
    found = []
    for _ in range(10):
        found.append(memory(pid))
        await asyncio.sleep(seconds / 10)
    return found


def memory(pid: int) -> int:
    """Kilobytes of memory that a server and its workers use."""
    total = 0
    for one in family(pid):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text())
        total += int(found[1]) if found else 0
    return total


def serve(database: str, workers: int) -> tuple[subprocess.Popen[str], str]:
    """Start a server, and return its process and address."""
    command = [sys.executable, "-m", "whistlestop", "serve", "--port", "0", "--database", database, *FREE]
    process = subprocess.Popen([*command, "--workers", str(workers)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"at (http://\S+)/", line):
            return process, found[1]
    raise SystemExit("The server did not start.")


async def measure(args: argparse.Namespace, database: str, count: int) -> dict[str, object]:
    """Measure one number of tables, with its own server."""
    process, url = serve(database, args.workers)
    try:
        load = Load(url, args.rate, args.map)
        async with aiohttp.ClientSession() as session:
            for _ in range(100):
                try:
                    async with session.get(f"{url}/api/status") as answer:
                        if (await answer.json())["rules"]["ready"]:
                            break
                    await asyncio.sleep(0.1)
                except aiohttp.ClientError:
                    await asyncio.sleep(0.1)
        return await load.run(count, args.seconds, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def main() -> None:
    """Measure, and print one line of JSON for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="10,100,500")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves per second at each table (default: no limit)")
    parser.add_argument("--database", default="", help="database of the server (default: a new SQLite file)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--map", default="europe")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for count in (int(text) for text in args.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            database = args.database or os.path.join(folder, "load.db")
            print(json.dumps(asyncio.run(measure(args, database, count))), flush=True)


if __name__ == "__main__":
    main()
