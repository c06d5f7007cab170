"""Chaos: faults at random beside people who play, and the laws checked on the way and at the end.

    python tests/server/chaos.py --minutes 15 --database postgresql --seed 7

Every acknowledged move is stored once, none is invented, streams resume without a gap, games replay and prove their
deals, bots go on, and the logs name nobody. `test_chaos.py` runs it for a few seconds, `make chaos` for long.
"""

import argparse
import contextlib
import hashlib
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
from server.faults import Proxy, filled, jumping, limited
from server.postgres import Postgres
from server.serving import Person, Server
from server.test_kills import EventReader, LoadPlayer, stored

from whistlestop.game.reader import verify

PLAYERS = 4
BUSY = (408, 429, 502, 503, 504)
RECOVERY = 90
"""Seconds after a fault within which everybody must have moved again."""
DISK = 200_000
"""Kilobytes of the disk of SQLite's file, where one can be mounted."""


class Away(RuntimeError):
    """The server can't answer now, or things have changed: look again."""


class Patient(Person):
    """A person who tries again."""

    def do(self, method: str, path: str, **body: object) -> object:
        answer = self.ask(method, path, **body)
        if answer.status_code in (409, *BUSY):
            time.sleep(0.1)
            raise Away(answer.text)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.text)
        return answer.json()

    def move(self, table: str, seat: int, ply: int, move: str) -> httpx.Response:
        time.sleep(0.03)
        answer = super().move(table, seat, ply, move)
        if answer.status_code in BUSY:
            raise Away(answer.text)
        return answer

    def send_hashes(self, table: str, seats: list[int]) -> None:
        """Send the hashes of the same bytes however often they are sent: an earlier one may have arrived after all."""
        known = {key: value for key, value in self.own.items() if key[0] == table}
        if not known:
            super().send_hashes(table, seats)
            return
        for seat in seats:
            digest = hashlib.sha256(known[table, seat]).hexdigest()
            self.do("POST", f"/tables/{table}/hashes", seat=seat, hash=digest)


class Chaos:
    """A server, people who play on it, and everything that can go wrong around it."""

    def __init__(self, kind: str, seed: int, folder: Path, workers: int) -> None:
        self.draw = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.slowest: dict[str, float] = {}
        """For each fault, the most seconds from its begin until everybody had moved again."""
        self.clock = folder / "clock"
        self.clock.write_text("+0")
        self.environment = jumping(self.clock)
        self.postgres: Postgres | None = None
        self.disk: Path | None = None
        self.proxy: Proxy | None = None
        self.flags: tuple[str, ...] = ()
        if kind == "sqlite":
            self.mount(folder)
            self.address = self.direct = str((self.disk or folder) / "tables.db")
        else:
            self.postgres = Postgres()
            self.proxy = Proxy(self.postgres.port)
            self.direct = self.postgres.database()
            self.address = self.direct.replace(f":{self.postgres.port}/", f":{self.proxy.port}/")
            self.flags = ("--workers", str(workers)) if workers > 1 else ()
        self.logs: list[str] = []
        self.servers = [self.serve(0)]
        self.port = self.servers[0].port
        self.players = [LoadPlayer(self.servers, number, Patient) for number in range(PLAYERS)]
        self.readers: dict[str, EventReader] = {}

    def mount(self, folder: Path) -> None:
        disk = folder / "disk"
        disk.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}k", "tmpfs", str(disk)]
        if os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0:
            self.disk = disk

    def serve(self, port: int) -> Server:
        return Server(self.address, *self.flags, port=port, environment=self.environment)

    @property
    def server(self) -> Server:
        return self.servers[0]

    def restart(self, end: Callable[[], object]) -> None:
        end()
        self.logs += self.server.log
        self.servers[0] = self.serve(self.port)

    # Faults of any server

    def kill_server(self) -> None:
        self.restart(self.server.kill)

    def stop_server(self) -> None:
        def stop() -> None:
            assert self.server.stop() == 0

        self.restart(stop)

    def suspend_server(self) -> None:
        found = [self.server.process.pid, *self.server.workers]
        for process in found:
            os.kill(process, signal.SIGSTOP)
        time.sleep(self.draw.uniform(0.5, 6))
        for process in found:
            os.kill(process, signal.SIGCONT)

    def jump_clock(self) -> None:
        self.clock.write_text(f"{self.draw.choice((-3600, -60, -5, 5, 60, 3600)):+d}")

    def no_files(self) -> None:
        with limited(self.server, resource.RLIMIT_NOFILE, 3):
            time.sleep(self.draw.uniform(0.5, 4))

    # Faults of SQLite

    def fill_disk(self) -> None:
        assert self.disk
        with filled(self.disk):
            time.sleep(self.draw.uniform(0.2, 4))

    def fail_writes(self) -> None:
        with limited(self.server, resource.RLIMIT_FSIZE, self.draw.choice((0, 1000, 50_000))):
            time.sleep(self.draw.uniform(0.5, 4))

    # Faults of PostgreSQL

    def freeze(self) -> None:
        assert self.proxy
        self.proxy.freeze()
        time.sleep(self.draw.uniform(0.2, 12))
        self.proxy.thaw()

    def freeze_and_cut(self) -> None:
        assert self.proxy
        self.proxy.freeze()
        time.sleep(self.draw.uniform(0.2, 4))
        self.proxy.cut()
        self.proxy.thaw()

    def cut(self) -> None:
        assert self.proxy
        for _ in range(self.draw.randint(1, 5)):
            self.proxy.cut()
            time.sleep(self.draw.uniform(0, 0.5))

    def slow_down(self) -> None:
        assert self.proxy
        self.proxy.delay = self.draw.uniform(0.02, 0.3)
        time.sleep(self.draw.uniform(1, 6))
        self.proxy.delay = 0.0

    def restart_postgres(self) -> None:
        assert self.postgres
        self.postgres.process.send_signal(self.draw.choice((signal.SIGINT, signal.SIGQUIT)))
        self.postgres.process.wait(30)
        time.sleep(self.draw.uniform(0, 3))
        self.postgres.start()

    def read_only(self) -> None:
        assert self.postgres
        assert self.proxy
        name = self.direct.rpartition("/")[2]
        self.postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        self.proxy.cut()
        time.sleep(self.draw.uniform(0.5, 4))
        self.postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = off")

    def kill_worker(self) -> None:
        workers = self.server.workers
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.draw.choice(workers), signal.SIGKILL)

    @property
    def faults(self) -> list[Callable[[], None]]:
        found = [self.kill_server, self.stop_server, self.suspend_server, self.jump_clock]
        if self.postgres:
            found += [self.freeze, self.freeze_and_cut, self.cut, self.slow_down, self.restart_postgres]
            found += [self.read_only, self.kill_worker]
        else:
            found += [self.no_files, self.fail_writes] + [self.fill_disk] * bool(self.disk)
        return found

    def run(self, seconds: float, faults: list[str] | None = None) -> None:
        """Let faults happen, each of those that are named once, or at random for some seconds."""
        for player in self.players:
            player.thread.start()
        self.see_progress("start")
        end = time.monotonic() + seconds
        wanted = [getattr(self, name) for name in faults or ()]
        while wanted or (faults is None and time.monotonic() < end):
            fault = wanted.pop() if wanted else self.draw.choice(self.faults)
            self.follow()
            time.sleep(self.draw.uniform(0.2, 2))
            name = fault.__name__
            self.counts[name] += 1
            began = time.monotonic()
            fault()
            self.see_progress(name)
            self.slowest[name] = max(self.slowest.get(name, 0.0), time.monotonic() - began)
            self.check_finished()

    def see_progress(self, fault: str) -> None:
        """Everybody moves again, and the server says that it is well."""
        before = [len(player.acknowledged) for player in self.players]
        end = time.monotonic() + RECOVERY
        waiting = list(range(PLAYERS))
        while waiting and time.monotonic() < end:
            time.sleep(0.05)
            waiting = [n for n in waiting if len(self.players[n].acknowledged) <= before[n]]
            for player in self.players:
                assert player.failure is None, (fault, player.failure)
        stuck = [(self.players[n].tables[-1:], self.players[n].acknowledged[-1:]) for n in waiting]
        assert not waiting, (fault, stuck, self.server.log[-30:])
        status = 0
        while status != 200 and time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                status = httpx.get(f"{self.server.url}/healthz", timeout=15).status_code
        assert status == 200, (fault, status)

    def follow(self) -> None:
        """Have each player's table read by a stream."""
        for player in self.players:
            if player.tables and player.tables[-1] not in self.readers:
                self.readers[player.tables[-1]] = EventReader(self.servers, player, player.tables[-1])

    def check_finished(self) -> None:
        """Check the streams of games that are over, and end them."""
        current = {player.tables[-1] for player in self.players}
        for name in [name for name in self.readers if name not in current]:
            self.check_stream(self.readers.pop(name))

    def check_stream(self, reader: EventReader) -> None:
        """A stream has come to the last event, with none missing and none twice, and plies that join up."""
        end = time.monotonic() + 60
        last = -1
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError, Away):
                last = reader.player.person.at(self.server.url).do("GET", f"/tables/{reader.table}")["seq"]
                if reader.ids and reader.ids[-1] >= last:
                    break
            time.sleep(0.2)
        assert reader.ids == list(range(1, last + 1)), (reader.table, reader.ids, last)
        ends = [end for _, end in reader.moved]
        assert [start for start, _ in reader.moved][1:] == ends[:-1]
        reader.stopped.set()
        self.counts["streams"] += 1
        self.counts["resumed"] += reader.resumed

    def check(self) -> None:
        """The laws, once everything has calmed down."""
        for player in self.players:
            player.stopped.set()
        for player in self.players:
            player.thread.join(60)
            assert player.failure is None
        for player in self.players:
            self.check_bots(player)
        for reader in list(self.readers.values()):
            self.check_stream(reader)
        before = [self.views(player) for player in self.players]
        self.restart(self.server.kill)
        assert [self.views(player) for player in self.players] == before, "a game that is replayed is the same"
        moves = stored(self.direct)
        for player in self.players:
            self.check_moves(player, moves)
        for player in self.players:
            self.check_records(player)
        self.check_logs()

    def check_bots(self, player: LoadPlayer) -> None:
        """No bot's turn is left lying."""
        for table in player.tables:
            for _ in range(300):
                status = player.person.do("GET", f"/tables/{table}")
                if status["state"] != "playing" or 0 in player.person.views(table)[0]["movers"]:
                    break
                time.sleep(0.1)
            else:
                raise AssertionError((table, status))

    def views(self, player: LoadPlayer) -> object:
        """A player's views of their last table, or why there are none."""
        return player.person.client.get(f"/api/tables/{player.tables[-1]}/views").json()

    def check_moves(self, player: LoadPlayer, moves: dict[str, dict[int, str]]) -> None:
        """Every acknowledged move is stored once, and no move is stored that nobody has tried to make."""
        for table in player.tables:
            own = Counter(
                line.removeprefix("0 ")
                for lines in moves.get(table, {}).values()
                for line in lines.split("\n")
                if line.startswith("0 ")
            )
            acknowledged = Counter(text for where, _, text in player.acknowledged if where == table)
            assert not acknowledged - own, (table, acknowledged - own)
            invented = [text for text in own if (table, text) not in player.attempted]
            assert not invented, (table, invented)
            for where, ply, text in player.acknowledged:
                if where == table and not text.startswith("keep"):
                    assert moves[table][ply].split("\n")[0] == f"0 {text}"
            self.counts["acknowledged"] += acknowledged.total()

    def check_records(self, player: LoadPlayer) -> None:
        """Games that are over prove every move and every deal."""
        for table in player.tables:
            answer = player.person.client.get(f"/api/tables/{table}/record")
            assert answer.status_code == 200 or answer.json()["code"] == "not_begun", answer.text
            if "\nkey: " in answer.text:
                assert verify(answer.text).over
                self.counts["proved"] += 1

    def check_logs(self) -> None:
        """The logs name nobody, and the only tracebacks are those that can't be helped: none."""
        logged = "".join([*self.logs, *self.server.log])
        for player in self.players:
            person = player.person
            for secret in (person.id, person.token, person.name, *player.tables):
                assert secret not in logged
            for value in person.own.values():
                assert value.hex() not in logged
        self.counts["tracebacks"] = logged.count("Traceback (most recent")

    def close(self) -> None:
        """Stop everything."""
        if self.proxy:
            self.proxy.thaw()
        for one in (*self.players, *self.readers.values()):
            one.stopped.set()
        with contextlib.suppress(AssertionError):
            self.server.stop()
        if self.proxy:
            self.proxy.close()
        if self.postgres:
            self.postgres.stop()
        if self.disk:
            subprocess.run(["umount", "-l", str(self.disk)], check=True)


def cause(kind: str, seed: int, seconds: float, faults: list[str] | None = None, workers: int = 2) -> Chaos:
    """Cause chaos, check the laws, and return what has happened."""
    with tempfile.TemporaryDirectory(prefix="whistlestop-chaos-") as folder:
        chaos = Chaos(kind, seed, Path(folder), workers)
        try:
            chaos.run(seconds, faults)
            chaos.check()
            return chaos
        finally:
            chaos.close()


def main() -> None:
    """Cause chaos for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long, on each database (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the faults (default: 1)")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    args = parser.parse_args()
    for kind in ("sqlite", "postgresql") if args.database == "both" else (args.database,):
        chaos = cause(kind, args.seed, args.minutes * 60)
        print(kind, dict(sorted(chaos.counts.items())), flush=True)
        print("seconds until everybody had moved again, at most:", {k: round(v, 1) for k, v in chaos.slowest.items()})


if __name__ == "__main__":
    main()
