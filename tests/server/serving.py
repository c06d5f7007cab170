"""Servers in processes of their own, and people who play on them."""

import contextlib
import hashlib
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from server.protocol import UNNUMBERED, Follower, check_answer

import whistlestop

SOURCE = str(Path(whistlestop.__file__).parent.parent)
SERVE = (sys.executable, "-m", "whistlestop", "serve")
QUICK = (
    "--rate",
    "0",
    "--address-rate",
    "0",
    "--new-rate",
    "0",
    "--bot-pace",
    "0",
    "--heartbeat",
    "1",
    "--streams",
    "99",
    "--address-streams",
    "0",
    "--engine",
    "skip",
)
"""Settings of tests: no limits, and bots that move at once."""


PATIENCE = 120
"""Seconds that a server may take to start, or to end."""


class Server:
    """A server on loopback."""

    def __init__(
        self, database: str, *flags: str, port: int = 0, waits: bool = True,
        program: Sequence[str] = (sys.executable, "-m", "whistlestop"),
        environment: Mapping[str, str] | None = None, within: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.database = database
        self.log: list[str] = []
        if "--origin" in flags and not port:  # then the server doesn't say its port
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [*within, *program, "serve", "--port", str(port), "--database", database, *QUICK, *flags],
            env={**os.environ, **({"PYTHONPATH": SOURCE} if environment is None else environment)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.url = ""
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"running at (https?://\S+?)/?$", line):
                self.url = f"http://127.0.0.1:{port}" if "--origin" in flags else found[1]
                break
        if not self.url:
            raise RuntimeError(self.process.stderr.read() if self.process.stderr else "")
        self._readers = [
            threading.Thread(target=self.log.extend, args=(stream,), daemon=True)
            for stream in (self.process.stdout, self.process.stderr)
        ]
        for reader in self._readers:
            reader.start()
        self.wait("/healthz")
        for _ in range((20 if "--workers" in flags else 1) * waits):  # each process loads the rules for itself
            self.wait()

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def wait(self, path: str = "/api/status") -> None:
        """Wait until the server answers, and its rules are loaded. On a busy machine that takes a minute."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = httpx.get(f"{self.url}{path}", timeout=5).json()
                if answer.get("ok") or answer.get("rules", {}).get("ready"):
                    return
            except httpx.TransportError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        self.process.kill()
        raise RuntimeError("".join(self.log))

    @property
    def workers(self) -> list[int]:
        """The processes of `--workers`."""
        words = ["pgrep", "-P", str(self.process.pid), "-f", "spawn_main"]
        found = subprocess.run(words, capture_output=True, text=True, check=False)
        return [int(line) for line in found.stdout.split()]

    def kill(self) -> None:
        workers = self.workers
        self.process.send_signal(signal.SIGKILL)
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        self.process.wait()
        self._tidy()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self._tidy()
        return code

    def _tidy(self) -> None:
        for reader, stream in zip(self._readers, (self.process.stdout, self.process.stderr), strict=True):
            reader.join()
            assert stream
            stream.close()


CLIENTS: list[httpx.Client] = []
"""All that were opened, to be closed after a test."""


def client(url: str, **more: Any) -> httpx.Client:
    CLIENTS.append(httpx.Client(base_url=url, event_hooks={"response": [check_answer]}, **more))
    return CLIENTS[-1]


class Person:
    """A player with a token; `more` says how its clients reach the server."""

    def __init__(self, url: str, name: str = "Ann", **more: Any) -> None:
        self.more = more
        self.client = client(url, timeout=30, **more)
        player = self.client.post("/api/players", json={"name": name, "program": True}).json()
        self.id, self.name, self.token = player["id"], player["name"], player["token"]
        self.client.headers["authorization"] = f"Bearer {self.token}"
        self.own = {}

    @classmethod
    def known(cls, url: str, token: str, **about: Any) -> "Person":
        """Somebody who has a token already; `about` is what else the test knows of them."""
        person = object.__new__(cls)
        person.__dict__ |= {"more": {}, "own": {}, "token": token} | about
        person.client = client(url, timeout=30, headers={"authorization": f"Bearer {token}"})
        return person

    def at(self, url: str) -> "Person":
        """The same person at another server of the same database."""
        return self.known(url, **{key: value for key, value in vars(self).items() if key != "client"})

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        return self.client.request(method, f"/api{path}", json=body or None)

    def do(self, method: str, path: str, **body: Any) -> Any:
        answer = self.ask(method, path, **body)
        assert answer.status_code < 300, (method, path, body, answer.status_code, answer.text)
        return answer.json() if answer.content and "json" in answer.headers["content-type"] else answer.text

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/api{path}", json=body)

    def make(self, seats: list[str], board: str = "new_york", **more: Any) -> str:
        return str(self.do("POST", "/tables", map=board, seats=seats, **more)["id"])

    def send_hashes(self, table: str, seats: list[int]) -> None:
        for seat in seats:
            self.own[table, seat] = secrets.token_bytes(16)
            digest = hashlib.sha256(self.own[table, seat]).hexdigest()
            self.do("POST", f"/tables/{table}/hashes", seat=seat, hash=digest)

    def send_bytes(self, table: str, seats: list[int]) -> None:
        for seat in seats:
            self.do("POST", f"/tables/{table}/bytes", seat=seat, bytes=self.own[table, seat].hex())

    def views(self, table: str) -> list[dict[str, Any]]:
        return list(self.do("GET", f"/tables/{table}/views")["views"])

    def view(self, table: str, seat: int) -> dict[str, Any]:
        return next(view for view in self.views(table) if view["viewer"] == seat)

    def move(self, table: str, seat: int, ply: int, move: str) -> httpx.Response:
        return self.post(f"/tables/{table}/moves", seat=seat, ply=ply, move=move)

    def follow(self, *tables: str, after: str = "", seconds: float = 30, curtain: bool = False) -> "Listener":
        return Listener(self, {"tables": ",".join(tables), "curtain": curtain}, after, seconds)


def begin(table: str, *people: Person) -> None:
    """The two steps of a fair start, for all seats that people hold."""
    for step in (Person.send_hashes, Person.send_bytes):
        for person in people:
            step(person, table, person.do("GET", f"/tables/{table}")["yours"])


def start(people: list[Person], board: str = "new_york", bots: tuple[str, ...] = (), **more: Any) -> str:
    """A table that is dealt, with people at the first seats and bots at the others."""
    table = people[0].make(["you", *["open"] * (len(people) - 1), *bots], board, **more)
    for person in people[1:]:
        person.do("POST", f"/tables/{table}/seats")
    begin(table, *people)
    return table


class Listener:
    """Reads a stream in a thread; events as dictionaries with their bytes. Each is checked against its model."""

    def __init__(self, person: Person, wish: dict[str, str | bool], after: str, seconds: float) -> None:
        self.all: list[dict[str, Any]] = []
        """Everything that came."""
        self.events: list[dict[str, Any]] = []
        """What tables have numbered: no heartbeats, and nothing about presence."""
        self.raw: list[bytes] = []
        self.last = after
        self.follower = Follower()
        self.wrong: Exception | None = None
        self.ended = threading.Event()
        self.failed: int | None = None
        self._came = threading.Condition()
        url, headers = str(person.client.base_url), person.client.headers
        self._client = client(url, headers=headers, timeout=seconds, **person.more)
        self._thread = threading.Thread(target=self._read, args=(wish, after), daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(20)

    def _read(self, wish: dict[str, str | bool], after: str) -> None:
        headers = {"last-event-id": after} if after else {}
        try:
            with self._client.stream("GET", "/api/events", params=wish, headers=headers) as answer:
                if answer.status_code != 200:
                    self.failed = answer.status_code
                    self._ready.set()
                    return
                self._socket = answer.extensions["network_stream"].get_extra_info("socket")
                for event in read_events(answer.iter_raw()):
                    with self._came:
                        if event["event"] != "ready":
                            self.follower.apply(event["event"], event["text"])
                            self.last = event["id"] or self.last
                            self.all.append(event)
                        if event["event"] not in ("ready", *UNNUMBERED):
                            self.raw.append(event["raw"])
                            self.events.append(event)
                        self._came.notify_all()
                    if event["event"] == "ready":
                        self._ready.set()
        except (httpx.TransportError, httpx.StreamError, RuntimeError):
            pass
        except (AssertionError, ValueError) as error:
            self.wrong = error
        finally:
            self._ready.set()
            self.ended.set()

    def wait(self, kind: str, seconds: float = 20, count: int = 1) -> dict[str, Any]:
        """The data of the first event of a kind, or of a later one."""
        with self._came:
            found = self._came.wait_for(lambda: len(self.of(kind)) >= count, seconds)
        assert found, (kind, [event["event"] for event in self.events], self.wrong)
        return self.of(kind)[count - 1]

    def wait_present(self, *seats: int, seconds: float = 15) -> None:
        """Wait until exactly these seats are present, as far as this stream has shown."""
        with self._came:
            found = self._came.wait_for(
                lambda: [one["present"] for one in self.of("presence")[-1:]] == [[*seats]], seconds
            )
        assert found, self.of("presence")

    def wait_ply(self, ply: int, seconds: float = 20) -> None:
        with self._came:
            assert self._came.wait_for(lambda: any(e["data"].get("ply", -1) >= ply for e in self.events), seconds)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event["data"] for event in self.all if event["event"] == kind]

    def number(self, table: str) -> int:
        """The number of a table's last event."""
        return int(dict(part.rsplit(":", 1) for part in self.last.split(","))[table])

    def knows(self, table: dict[str, Any]) -> None:
        """Check that the events up to now agree with a table that was just read."""
        with self._came:
            number = f"{table['id']}:{table['seq']}"
            assert self._came.wait_for(lambda: number in self.last.split(","), 10), (number, self.last, self.wrong)
            self.follower.knows(table)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread; closing alone would leave it waiting
        self.ended.wait(10)
        self._client.close()


def read_events(chunks: Iterator[bytes]) -> Iterator[dict[str, Any]]:
    """Events out of the bytes of a stream; `retry:` alone says that all tables are followed."""
    rest = b""
    for chunk in chunks:
        rest += chunk
        while b"\n\n" in rest:
            frame, rest = rest.split(b"\n\n", 1)
            lines = dict(line.split(": ", 1) for line in frame.decode().split("\n") if not line.startswith(":"))
            if "data" in lines:
                yield {
                    "event": lines["event"],
                    "id": lines.get("id", ""),
                    "data": json.loads(lines["data"]),
                    "text": lines["data"],
                    "raw": frame,
                }
            elif "retry" in lines:
                yield {"event": "ready"}
