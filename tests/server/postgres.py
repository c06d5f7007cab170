"""A real PostgreSQL on loopback: Debian's package, installed if it is not there, started on a free port.

python tests/server/postgres.py         # one to measure on: prints its address, and stops with Ctrl-C
"""

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from debian import found_or_installed


def folder() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    on_path = shutil.which("initdb")
    return Path(found[-1]).parent if found else Path(os.path.realpath(on_path)).parent if on_path else None


def unprivileged_user() -> str | None:
    """The user that PostgreSQL runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Postgres:
    """A separate PostgreSQL with nothing in it."""

    def __init__(self, durable: bool = False, network: str = "") -> None:
        programs = found_or_installed(folder, "postgresql")
        self.folder = Path(tempfile.mkdtemp(prefix="whistlestop-pg-"))
        user = unprivileged_user()
        if user:
            shutil.chown(self.folder, user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        data = str(self.folder / "data")
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            user=user, cwd=self.folder, check=True, capture_output=True,
        )  # fmt: skip
        if network:
            with (self.folder / "data" / "pg_hba.conf").open("a", encoding="ascii") as rules:
                rules.write(f"host all all {network} trust\n")
        settings = {
            "listen_addresses": "*" if network else "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "fsync": "on" if durable else "off",
            "max_connections": "200",
        }
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self._command = [programs / "postgres", "-D", data, "-p", str(self.port), *flags]
        self._user, self._programs, self._count = user, programs, 0
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        self.process = subprocess.Popen(
            self._command, user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(300):
            if self.sql("SELECT 1", check=False).returncode == 0:
                break
            time.sleep(0.05)

    def halt(self) -> None:
        """Stop it without waiting for its clients; its data stays."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)

    def sql(self, command: str, check: bool = True, database: str = "postgres") -> "subprocess.CompletedProcess[str]":
        """Run a command."""
        words = [self._programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", database]
        return subprocess.run([*words, "-qc", command], check=check, capture_output=True, text=True)

    def database(self) -> str:
        """The address of a new database."""
        self._count += 1
        name = f"test{self._count}"
        self.sql(f"CREATE DATABASE {name}")
        return f"postgresql://tester@127.0.0.1:{self.port}/{name}"

    def dump(self, database: str) -> str:
        """A database as SQL, without what only the newest psql understands."""
        words = [self._programs / "pg_dump", "--inserts", "--no-owner", "--dbname", database]
        dumped = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return "".join(line for line in dumped.splitlines(keepends=True) if not line.startswith(("\\", "--")))

    def load(self, dump: Path) -> str:
        """The address of a new database that is made from a dump."""
        address = self.database()
        words = [self._programs / "psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, address]
        subprocess.run(words, check=True, capture_output=True)
        return address

    def stop(self) -> None:
        """Stop, and leave nothing behind."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, lambda *_: sys.exit())
    found = Postgres(durable=True)
    try:
        print(found.database(), flush=True)
        found.process.wait()
    finally:
        found.stop()
