"""Measure a server under load, with many tables of four seats: moves per second, processor time, latency, memory.

    python benchmarks/load.py --tables 10,100,500 --seconds 30
    python benchmarks/load.py --tables 100 --rate 1 --seconds 60                   # open loop: one move per second each
    python benchmarks/load.py --tables 100 --database postgresql --workers 2       # on a PostgreSQL of its own
    python benchmarks/load.py --tables 10 --idle 10000                             # and 10,000 streams that only listen
    python benchmarks/load.py --tables 100 --baseline ../before --rounds 5         # both in turn, and their ratios
    python benchmarks/load.py --tables 100 --database postgresql --workers 1,2     # one and two workers in turn
    python benchmarks/load.py --tables 100 --database postgresql --workers 1,2 --homes   # each table at one of them

In the closed loop each table moves as soon as the next seat has received the last move. Latency is the time from
sending a move until another seat reads the event. This process is the load generator; the server runs in another one.
On a machine that does other work at the same time, compare `server_ms_per_move`: processor time, not time.
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
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import orjson
import uvloop

SEATS = 4
AT_ONCE = 20
"""How many tables or streams are opened at the same time."""
PLY = re.compile(rb'"ply":(\d+)')
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
FREE = (
    "--rate", "0", "--address-rate", "0", "--new-rate", "0", "--streams", "100000", "--address-streams", "0",
    "--start-seconds", "600", "--engine", "skip",
)  # fmt: skip
ROOT = Path(__file__).parent.parent


@dataclass
class Tally:
    """What was measured."""

    moves: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


class Line(asyncio.Protocol):
    """A connection for requests, one after another. A library would use as much of the processor as the server."""

    def __init__(self, port: int, number: int = 0) -> None:
        self.port = port
        self.address = f"127.0.{number // 250 % 250}.{number % 250 + 1}"
        """Its own address: a server lets only so many connections of one address wait."""
        self.rest = b""
        self.answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.free = asyncio.Lock()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Collect an answer."""
        self.rest += data
        head, ended, body = self.rest.partition(b"\r\n\r\n")
        if ended:
            found = LENGTH.search(head)
            length = int(found[1]) if found else 0
            if len(body) >= length:
                assert self.answer
                self.rest = b""
                self.answer.set_result((int(head[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        """Let nobody wait for an answer that does not come."""
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server has closed the connection"))

    async def ask(self, method: str, path: str, token: str, body: object = None) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of its answer."""
        content = orjson.dumps(body) if body is not None else b""
        authorization = f"authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} {path} HTTP/1.1\r\nhost: load\r\n{authorization}content-type: application/json\r\n"
        async with self.free:
            loop = asyncio.get_running_loop()
            if self.transport is None or self.transport.is_closing():  # servers close connections that wait for long
                await loop.create_connection(lambda: self, "127.0.0.1", self.port, local_addr=(self.address, 0))
            assert self.transport
            self.rest, self.answer = b"", loop.create_future()
            self.transport.write(f"{head}content-length: {len(content)}\r\n\r\n".encode() + content)
            return await self.answer

    def close(self) -> None:
        """Break the connection off."""
        if self.transport:
            self.transport.abort()


class Ear(asyncio.Protocol):
    """A connection that reads events."""

    def __init__(self, path: str, token: str, seat: "Seat | None" = None) -> None:
        self.request = f"GET {path} HTTP/1.1\r\nhost: load\r\nauthorization: Bearer {token}\r\n\r\n".encode()
        self.seat = seat
        self.rest = b""
        self.is_open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    async def open(self, port: int) -> None:
        """Connect, and wait until the stream has begun."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self.ready

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = transport  # type: ignore[assignment]
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Read chunks; each holds whole events."""
        moment = time.perf_counter()
        self.rest += data
        if not self.is_open:
            head, ended, rest = self.rest.partition(b"\r\n\r\n")
            if not ended:
                return
            assert b" 200 " in head[:20], head
            self.is_open, self.rest = True, rest
        while (end := self.rest.find(b"\r\n")) > 0:
            size = int(self.rest[:end], 16)
            if len(self.rest) < end + size + 4:
                break
            chunk, self.rest = self.rest[end + 2 : end + 2 + size], self.rest[end + size + 4 :]
            for frame in chunk.split(b"\n\n"):
                self.hear(frame, moment)

    def hear(self, frame: bytes, moment: float) -> None:
        """Read an event."""
        if frame.startswith(b"retry") and not self.ready.done():
            self.ready.set_result(None)
        elif self.seat and (b"event: moved" in frame or b"event: started" in frame or b"event: table" in frame):
            self.seat.hear(frame, moment)


class Seat:
    """One player: a token, and a stream of the table's events."""

    def __init__(self, load: "Load", table: "Table", number: int) -> None:
        self.load, self.table, self.number = load, table, number
        self.token = ""
        self.ear: Ear | None = None

    async def arrive(self) -> None:
        """Become a player."""
        self.token = (await self.table.post("/api/players", "", name=f"Seat {self.number}", program=True))["token"]

    async def follow(self) -> None:
        """Open the stream."""
        self.ear = Ear(f"/api/events?tables={self.table.id}", self.token, self)
        await self.ear.open(self.table.port)

    def leave(self) -> None:
        """Close the stream."""
        if self.ear:
            self.ear.transport.abort()

    async def look(self) -> dict[str, object]:
        """The current view of this seat."""
        _, body = await self.table.line.ask("GET", f"/api/tables/{self.table.id}/views", self.token)
        view: dict[str, object] = orjson.loads(body)["views"][0]
        return view

    def hear(self, frame: bytes, moment: float) -> None:
        """Record how late an event is, and move if it is this seat's turn."""
        found = PLY.search(frame)
        assert found
        self.table.heard(int(found[1]), self.number, moment)
        if b'"legal":[{' in frame:
            view = orjson.loads(frame.rpartition(b"\ndata: ")[2])["views"][0]
            self.table.asked(self.number, view)
        elif b'"phase":"over"' in frame and self.number == 0:
            self.table.over.set()


class Table:
    """A table that plays random games as long as the load lasts."""

    def __init__(self, load: "Load", number: int) -> None:
        self.load = load
        self.port = load.ports[number % len(load.ports)]
        self.id = ""
        self.draw = random.Random(number)
        self.seats = [Seat(load, self, seat) for seat in range(SEATS)]
        self.sent: tuple[int, float, int] = (1 << 30, 0.0, -1)
        self.over = asyncio.Event()
        self.next = 0.0
        self.line = Line(self.port, number)

    async def post(self, path: str, token: str, **body: object) -> dict[str, str]:
        """Send a request that must succeed."""
        status, content = await self.line.ask("POST", path, token, body)
        assert status < 300, content
        return dict(orjson.loads(content))

    async def set_up(self) -> None:
        """Create a table, take the seats, deal, and keep first tickets."""
        if not self.seats[0].token:
            for seat in self.seats:
                await seat.arrive()
        first, *others = self.seats
        seats = ["you", *["open"] * (SEATS - 1)]
        self.id = (await self.post("/api/tables", first.token, map=self.load.map, seats=seats))["id"]
        for seat in others:
            await self.post(f"/api/tables/{self.id}/seats", seat.token)
        secret_bytes = [secrets.token_bytes(16) for _ in self.seats]
        for seat, own in zip(self.seats, secret_bytes, strict=True):
            await self.post(f"/api/tables/{self.id}/hashes", seat.token, hash=hashlib.sha256(own).hexdigest())
        for seat, own in zip(self.seats, secret_bytes, strict=True):
            await self.post(f"/api/tables/{self.id}/bytes", seat.token, bytes=own.hex())
        for seat in self.seats:
            view = await seat.look()
            text = self.draw.choice(view["legal"])["text"]  # type: ignore[index]
            await self.post(f"/api/tables/{self.id}/moves", seat.token, ply=view["ply"], seat=seat.number, move=text)

    def heard(self, ply: int, seat: int, moment: float) -> None:
        """A seat received the event of a ply."""
        before, began, mover = self.sent
        if ply > before and seat != mover and began:
            self.load.tally.latencies.append(moment - began)

    def asked(self, seat: int, view: dict[str, object]) -> None:
        """Start a seat's move."""
        if self.load.going:
            self.load.moving.add(task := asyncio.create_task(self.move(seat, view)))
            task.add_done_callback(self.load.moving.discard)

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
        body = {"ply": ply, "seat": seat, "move": text}
        status, _ = await self.line.ask("POST", f"/api/tables/{self.id}/moves", self.seats[seat].token, body)
        self.load.tally.answers.append(time.perf_counter() - began)
        self.load.tally.moves += status == 200
        self.load.tally.refused += status != 200

    async def go_on(self) -> None:
        """Play one game after another."""
        while True:
            await self.over.wait()
            self.over.clear()
            for seat in self.seats:
                seat.leave()
            await self.set_up()
            await asyncio.gather(*(seat.follow() for seat in self.seats))


class Load:
    """All tables, and what they measure."""

    def __init__(self, ports: list[int], rate: float, map_name: str) -> None:
        self.ports, self.rate, self.map = ports, rate, map_name
        self.tally = Tally()
        self.going = False
        self.moving: set[asyncio.Task[None]] = set()

    async def run(self, count: int, idle: int, seconds: float, pids: list[int], database: int) -> dict[str, object]:
        """Play at `count` tables for some seconds, and return the figures."""
        tables = [Table(self, number) for number in range(count)]
        await asyncio.gather(*(self.warm_up(-1 - n) for n in range(len(self.ports))))
        empty = memory(pids)
        for some in range(0, count, AT_ONCE):
            await asyncio.gather(*(table.set_up() for table in tables[some : some + AT_ONCE]))
        dealt = memory(pids)
        for some in range(0, count, AT_ONCE):
            await asyncio.gather(*(seat.follow() for table in tables[some : some + AT_ONCE] for seat in table.seats))
        for table in tables:
            table.next = time.perf_counter() + random.random() / (self.rate or 1.0) + 2
        followed = memory(pids)
        listeners = await self.listen(idle)
        listened = memory(pids)
        games = [asyncio.create_task(table.go_on()) for table in tables]
        await self.play(await self.movers(tables), seconds / 10)  # warm up, not counted
        movers = await self.movers(tables)
        self.tally = Tally()
        began, used, own = time.perf_counter(), processor(pids), time.process_time()
        stored = processor([database]) if database else 0.0
        samples = asyncio.create_task(sample(pids, seconds))
        await self.play(movers, seconds)
        lasted, used, own = time.perf_counter() - began, processor(pids) - used, time.process_time() - own
        stored = processor([database]) - stored if database else 0.0
        held = [*await samples, memory(pids)]
        for game in games:
            game.cancel()
        for ear in [*listeners, *(seat.ear for table in tables for seat in table.seats if seat.ear)]:
            ear.transport.abort()
        late, answers = sorted(self.tally.latencies), sorted(self.tally.answers)
        moves = max(1, self.tally.moves)
        return {
            "tables": count,
            "moves_per_second": round(self.tally.moves / lasted, 1),
            "refused": self.tally.refused,
            "server_ms_per_move": round(1000 * used / moves, 3),
            "database_ms_per_move": round(1000 * stored / moves, 3),
            "generator_ms_per_move": round(1000 * own / moves, 3),
            "event_ms_p50": round(1000 * late[len(late) // 2], 1),
            "event_ms_p99": round(1000 * late[len(late) * 99 // 100], 1),
            "answer_ms_p50": round(1000 * answers[len(answers) // 2], 1),
            "answer_ms_p99": round(1000 * answers[len(answers) * 99 // 100], 1),
            "kB_per_table": round((dealt - empty) / count, 1),
            "kB_per_stream": round((followed - dealt) / count / SEATS, 1),
            "kB_per_idle_stream": round((listened - followed) / idle, 1) if idle else None,
            "MB_over_time": [round(one / 1000) for one in held],
        }

    async def listen(self, count: int) -> list[Ear]:
        """Open streams of a table at which nothing happens."""
        if not count:
            return []
        table = Table(self, -1)
        await table.seats[0].arrive()
        token = table.seats[0].token
        made = await table.post("/api/tables", token, map=self.map, seats=["you", *["open"] * (SEATS - 1)])
        ears = [Ear(f"/api/events?tables={made['id']}", token) for _ in range(count)]
        for some in range(0, count, AT_ONCE):
            await asyncio.gather(*(ear.open(table.port) for ear in ears[some : some + AT_ONCE]))
        return ears

    async def warm_up(self, number: int) -> None:
        """Play at one table that is not counted, so that a server loads everything it needs."""
        table = Table(self, number)
        await table.set_up()
        await asyncio.gather(*(seat.follow() for seat in table.seats))
        for seat in table.seats:
            seat.leave()

    async def movers(self, tables: list[Table]) -> list[tuple[Table, int, dict[str, object]]]:
        """The seat to move at each table, with its view."""
        found = []
        for some in range(0, len(tables), AT_ONCE):
            seats = [seat for table in tables[some : some + AT_ONCE] for seat in table.seats]
            views = await asyncio.gather(*(seat.look() for seat in seats))
            found += [(seat.table, seat.number, view) for seat, view in zip(seats, views, strict=True) if view["legal"]]
        return found

    async def play(self, movers: list[tuple[Table, int, dict[str, object]]], seconds: float) -> None:
        """Let every table play for some seconds."""
        self.going = True
        for table, seat, view in movers:
            table.asked(seat, view)
        await asyncio.sleep(seconds)
        self.going = False
        while self.moving:
            await asyncio.wait(self.moving)


def family(pids: list[int]) -> list[str]:
    """Servers and their workers."""
    parents = [str(pid) for pid in pids]
    kin = subprocess.run(["pgrep", "-P", ",".join(parents)], capture_output=True, text=True, check=False)
    return [*parents, *kin.stdout.split()]


def processor(pids: list[int]) -> float:
    """Seconds of processor time that processes and their children have used, those that have ended included."""
    ticks = 0
    for one in family(pids):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(int(number) for number in fields[11 : 15 if int(one) in pids else 13])
    return ticks / os.sysconf("SC_CLK_TCK")


async def sample(pids: list[int], seconds: float) -> list[int]:
    """The memory of servers at ten moments of a run."""
    found = []
    for _ in range(10):
        found.append(memory(pids))
        await asyncio.sleep(seconds / 10)
    return found


def memory(pids: list[int]) -> int:
    """Kilobytes of memory that servers and their workers use."""
    total = 0
    for one in family(pids):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{one}/status").read_text())
        total += int(found[1]) if found else 0
    return total


@contextmanager
def serving(source: Path, database: str, workers: int) -> Iterator[tuple[int, int]]:
    """A server of a checkout, as its process and its port."""
    command = [sys.executable, "-m", "whistlestop", "serve", "--port", "0", "--database", database, *FREE]
    process = subprocess.Popen(
        [*command, "--workers", str(workers)],
        env={**os.environ, "PYTHONPATH": str(source / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        found = next((one for line in process.stdout if (one := re.search(r"at http://\S+?:(\d+)/", line))), None)
        if found is None:
            raise SystemExit("The server did not start.")
        yield process.pid, int(found[1])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@contextmanager
def storing(kind: str) -> Iterator[tuple[str, int]]:
    """A new database, and the process of its PostgreSQL if that was started for it."""
    if kind == "postgresql":
        sys.path.insert(0, str(ROOT / "tests"))
        from server.postgres import Postgres

        postgres = Postgres(durable=True)
        try:
            yield postgres.database(), postgres.process.pid
        finally:
            postgres.stop()
    elif kind:
        yield kind, 0
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield os.path.join(folder, "load.db"), 0


async def wait_until_ready(port: int, workers: int) -> None:
    """Wait until all processes behind a port have loaded the rules."""
    ready = 0
    while ready < (1 if workers == 1 else 10 * workers):
        line = Line(port)
        try:
            _, body = await line.ask("GET", "/api/status", "")
            ready = ready + 1 if orjson.loads(body)["rules"]["ready"] else 0
        except OSError:
            pass
        line.close()
        await asyncio.sleep(0.1 if not ready else 0)


async def measure(args: argparse.Namespace, source: Path, workers: int, count: int) -> dict[str, object]:
    """Measure one number of tables, with servers of its own."""
    with storing(args.database) as (database, store), ExitStack() as servers:
        each = [1] * workers if args.homes else [workers]
        found = [servers.enter_context(serving(source, database, number)) for number in each]
        for (_, port), number in zip(found, each, strict=True):
            await wait_until_ready(port, number)
        load = Load([port for _, port in found], args.rate, args.map)
        return await load.run(count, args.idle, args.seconds, [pid for pid, _ in found], store)


def compare(results: dict[str, list[dict[str, object]]]) -> dict[str, object]:
    """The medians of several rounds, and how the last kind of run compares with the first."""
    medians = {
        kind: {name: statistics.median(one[name] for one in rounds) for name in COMPARED}  # type: ignore[type-var]
        for kind, rounds in results.items()
    }
    first, *_, last = medians.values()
    return {
        "medians": medians,
        "ratios": {name: round(last[name] / first[name], 2) for name in COMPARED if first[name]},
    }


COMPARED = (
    "moves_per_second", "server_ms_per_move", "database_ms_per_move", "generator_ms_per_move",
    "answer_ms_p50", "answer_ms_p99", "event_ms_p50", "event_ms_p99",
)  # fmt: skip


def main() -> None:
    """Measure, and print one line of JSON for each run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="10,100,500")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=0.0, help="moves per second at each table (default: no limit)")
    parser.add_argument("--database", default="", help="a URL, or postgresql (default: a new SQLite file)")
    parser.add_argument("--workers", default="1", help="numbers of server processes; several are compared in turn")
    parser.add_argument("--homes", action="store_true", help="send all requests for a table to the same process")
    parser.add_argument("--idle", type=int, default=0, help="streams that only listen (default: 0)")
    parser.add_argument("--baseline", type=Path, help="a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=1, help="how often each is measured, in turn (default: 1)")
    parser.add_argument("--map", default="europe")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sources = {"before": args.baseline.resolve(), "now": ROOT} if args.baseline else {"now": ROOT}
    workers = [int(text) for text in args.workers.split(",")]
    kinds = {f"{name}, {number} workers": (source, number) for name, source in sources.items() for number in workers}
    for count in (int(text) for text in args.tables.split(",")):
        results: dict[str, list[dict[str, object]]] = {kind: [] for kind in kinds}
        for _ in range(args.rounds):
            for kind, (source, number) in kinds.items():
                results[kind].append(uvloop.run(measure(args, source, number, count)))
                print(json.dumps({"kind": kind, **results[kind][-1]}), flush=True)
        if len(kinds) > 1:
            print(json.dumps(compare(results)), flush=True)


if __name__ == "__main__":
    main()
