"""Two hosts over one PostgreSQL behind nginx: upgraded one after the other, and one of them killed, while people play.

Each host is a network namespace with an address of its own. This needs root; `make test-hosts` runs it.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from debian import found_or_installed
from server.chaos import Patient
from server.postgres import Postgres
from server.serving import Server
from server.test_kills import LoadPlayer, stored

ROOT = Path(__file__).parents[2]
NETWORK = "10.213.77"
"""Its first three numbers; .1 is this machine, where PostgreSQL and nginx run."""
PORT = 8765
PLAYERS = 4
NGINX = """
daemon off;
pid nginx.pid;
error_log stderr crit;
events {}
http {
    access_log off;
    client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp; scgi_temp_path tmp;
    HOSTS
    server {
        listen 127.0.0.1:LISTEN;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Connection "";
        proxy_connect_timeout 1s;
        location / { proxy_pass http://whistlestop; proxy_read_timeout 20s; }
        location /api/events { proxy_pass http://whistlestop; proxy_buffering off; proxy_read_timeout 1h; }
    }
}
"""

pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif("HOSTS" not in os.environ, reason="`make test-hosts` runs it: it takes minutes"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make network namespaces"),
]


def ip(*words: str, check: bool = True) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words], check=check, capture_output=True)


class Host:
    """A namespace with one server in it."""

    def __init__(self, number: int, database: str) -> None:
        self.name, self.address, self.database = f"ws{number}", f"{NETWORK}.{number}", database
        ip("netns", "add", self.name)
        ip("link", "add", f"{self.name}a", "type", "veth", "peer", "name", f"{self.name}b", "netns", self.name)
        ip("link", "set", f"{self.name}a", "master", "wsbr", "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", f"{self.name}b")
        ip("-n", self.name, "link", "set", f"{self.name}b", "up")
        ip("-n", self.name, "link", "set", "lo", "up")
        self.server = self.serve()

    def serve(self) -> Server:
        within = ("ip", "netns", "exec", self.name)
        return Server(self.database, "--host", self.address, "--proxy", "*", port=PORT, within=within)

    def upgrade(self) -> None:
        """Stop the server, and start another."""
        assert self.server.stop() == 0
        self.server = self.serve()

    def kill(self) -> None:
        """Cut the link, and kill all processes: nobody is told."""
        ip("link", "set", f"{self.name}a", "down")
        self.server.kill()

    def remove(self) -> None:
        self.server.stop()
        ip("netns", "del", self.name, check=False)


class Frontend:
    """nginx before all hosts."""

    def __init__(self, folder: Path) -> None:
        program = found_or_installed(
            lambda: next((p for p in [Path("/usr/sbin/nginx")] if p.exists()), None), "nginx-light"
        )
        import socket

        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        config = folder / "nginx.conf"
        hosts = (ROOT / "deploy" / "nginx-hosts.conf").read_text(encoding="utf-8").replace("10.0.0", NETWORK)
        config.write_text("user root;" + NGINX.replace("HOSTS", hosts).replace("LISTEN", str(self.port)))
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [program, "-p", folder, "-e", "stderr", "-c", config], stderr=subprocess.DEVNULL
        )
        time.sleep(0.5)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Two:
    """Two hosts, and people who play through nginx."""

    def __init__(self, folder: Path) -> None:
        self.postgres = Postgres(network=f"{NETWORK}.0/24")
        self.direct = self.postgres.database()
        self.hosts = [Host(n, self.direct.replace("127.0.0.1", f"{NETWORK}.1")) for n in (2, 3)]
        self.frontend = Frontend(folder)
        self.players = [LoadPlayer([SimpleNamespace(url=self.frontend.url)], n, Impatient) for n in range(PLAYERS)]  # type: ignore[list-item]
        for player in self.players:
            player.thread.start()

    def wait_for_moves(self, count: int = 1, seconds: float = 90) -> float:
        """Wait until everybody has made moves; returns how long that took."""
        began = time.monotonic()
        before = [len(player.acknowledged) for player in self.players]
        while any(len(p.acknowledged) < b + count for p, b in zip(self.players, before, strict=True)):
            assert time.monotonic() - began < seconds, [p.acknowledged[-1:] for p in self.players]
            assert not any(player.failure for player in self.players), [player.failure for player in self.players]
            time.sleep(0.05)
        return time.monotonic() - began

    def check(self) -> int:
        """Every acknowledged move is stored; returns how many there are."""
        for player in self.players:
            player.stopped.set()
            player.thread.join(60)
            assert player.failure is None
        moves = stored(self.direct)
        acknowledged = [one for player in self.players for one in player.acknowledged]
        for table, ply, text in acknowledged:
            if not text.startswith("keep"):
                assert moves[table][ply].split("\n")[0] == f"0 {text}"
        return len(acknowledged)

    def close(self) -> None:
        for player in self.players:
            player.stopped.set()
        self.frontend.stop()
        for host in self.hosts:
            host.remove()
        self.postgres.stop()


class Impatient(Patient):
    """A person whose requests are given up after some seconds, as a browser's are."""

    def __init__(self, url: str, name: str = "Ann") -> None:
        super().__init__(url, name)
        self.client.timeout = httpx.Timeout(4.0)
        self.refusals = 0

    def ask(self, method: str, path: str, **body: object) -> httpx.Response:
        answer = super().ask(method, path, **body)
        self.refusals += answer.status_code >= 500
        return answer


@pytest.fixture
def two() -> Iterator[Two]:
    try:
        ip("link", "add", "wsbr", "type", "bridge")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network can be made here: {error.stderr.decode().strip()}")
    made: Two | None = None
    try:
        ip("addr", "add", f"{NETWORK}.1/24", "dev", "wsbr")
        ip("link", "set", "wsbr", "up")
        with tempfile.TemporaryDirectory() as folder:
            made = Two(Path(folder))
            yield made
    finally:
        if made:
            made.close()
        for number in (2, 3):  # what a start that failed has left
            ip("netns", "del", f"ws{number}", check=False)
        ip("link", "del", "wsbr")


def test_a_rolling_upgrade_loses_nothing(two: Two) -> None:
    two.wait_for_moves(3)
    for host in two.hosts:
        host.upgrade()
        two.wait_for_moves(3)
    count = two.check()
    refusals = sum(player.person.refusals for player in two.players)
    sys.stderr.write(f"{count} moves acknowledged; {refusals} requests were answered with 5xx\n")


def test_a_host_that_is_killed_is_replaced_by_the_other_within_seconds(two: Two) -> None:
    two.wait_for_moves(3)
    first, _ = two.hosts
    turns = two.hosts[0].server
    assert turns.process.poll() is None
    first.kill()
    took = two.wait_for_moves(2)
    assert took < 45
    count = two.check()
    sys.stderr.write(f"{count} moves acknowledged; everybody had moved twice {took:.1f} s after the kill\n")
