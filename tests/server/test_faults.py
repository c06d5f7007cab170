"""Faults of disks, databases and networks: each is answered with a clear refusal, loses nothing, and passes by itself.

docs/faults.md lists them all.
"""

import asyncio
import resource
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.faults import Proxy, filled, limited, logged, overwrite_page, small_disk
from server.postgres import Postgres
from server.serving import Person, Server, start
from server.test_operation import run, sentence
from sqlalchemy.exc import DBAPIError

from whistlestop.server.database_faults import fault_of
from whistlestop.server.settings import database_url
from whistlestop.server.storage import Storage

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def health(server: Server) -> httpx.Response:
    return httpx.get(f"{server.url}/healthz", timeout=30)


def chats_until(person: Person, table: str, code: str, most: int = 200) -> httpx.Response:
    """Write long messages until one is refused."""
    for _ in range(most):
        answer = person.post(f"/tables/{table}/chat", text="x" * 300)
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["code"]) == (503, code), answer.text
            return answer
    raise AssertionError("nothing was refused")


def move_on(person: Person, table: str, seconds: float = 20) -> None:
    """Make a move as soon as the server takes one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = person.ask("GET", f"/tables/{table}/views")
        if answer.status_code == 200:
            for view in answer.json()["views"]:
                if view["legal"]:
                    made = person.move(table, view["viewer"], view["ply"], view["legal"][0]["text"])
                    if made.status_code == 200:
                        return
        time.sleep(0.1)
    raise AssertionError("no move was taken")


def view_after_bot(person: Person, table: str, seconds: float = 20) -> dict[str, Any]:
    """The view of the first seat, once the bots have chosen their tickets."""
    end = time.monotonic() + seconds
    while (view := person.view(table, 0))["movers"] != [0] and time.monotonic() < end:
        time.sleep(0.05)
    return view


def has_traceback(server: Server) -> bool:
    return any("Traceback" in line for line in server.log)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with small_disk(tmp_path_factory.mktemp("disk") / "small") as folder:
        yield folder


@pytest.fixture(scope="module")
def on_disk(disk: Path) -> Iterator[Server]:
    """A server on a small disk."""
    server = Server(str(disk / "tables.db"))
    yield server
    server.stop()


def test_a_full_disk_is_a_refusal_and_passes_by_itself(disk: Path, on_disk: Server) -> None:
    ann = Person(on_disk.url)
    table = start([ann], bots=("porter",))
    before = view_after_bot(ann, table)
    with filled(disk):
        refused = chats_until(ann, table, "disk_full")
        assert refused.headers["retry-after"] == "30"
        assert ann.move(table, 0, before["ply"], "keep 1 2").json()["code"] == "disk_full"
        assert ann.views(table)[0] == before, "games can still be read"
        assert (health(on_disk).status_code, health(on_disk).json()["code"]) == (503, "disk_full")
        assert logged(on_disk, "disk_full")
    assert health(on_disk).status_code == 200
    assert logged(on_disk, "database_back")
    assert ann.move(table, 0, before["ply"], "keep 1 2").status_code == 200
    move_on(ann, table)  # and bots go on
    assert not has_traceback(on_disk)


def test_failing_writes_are_a_refusal_and_pass_by_themselves(on_disk: Server) -> None:
    """A disk that reports errors: here a limit on the size of files does."""
    ann = Person(on_disk.url)
    table = start([ann], bots=("porter",))
    with limited(on_disk, resource.RLIMIT_FSIZE, 1000):
        assert chats_until(ann, table, "database_away").headers["retry-after"] == "2"
        assert health(on_disk).status_code == 503
    assert health(on_disk).status_code == 200
    move_on(ann, table)
    assert not has_traceback(on_disk)


def test_too_many_open_files_stop_nobody_who_is_connected(on_disk: Server) -> None:
    ann = Person(on_disk.url)
    table = start([ann], bots=("porter",))
    stream = ann.follow(table)
    stream.wait("table")
    move_on(ann, table)
    with limited(on_disk, resource.RLIMIT_NOFILE, 3):
        ann.ask("GET", f"/tables/{table}")
        for _ in range(3):
            with pytest.raises(httpx.TransportError):  # there is no file left for a new connection
                httpx.get(f"{on_disk.url}/api/status", timeout=1)
        move_on(ann, table)
    assert health(on_disk).status_code == 200
    move_on(ann, table)
    stream.wait("moved", count=2)
    stream.close()


def test_a_damaged_file_is_refused_and_a_backup_is_put_back(tmp_path: Path) -> None:
    file, backup = tmp_path / "tables.db", tmp_path / "backup.db"
    server = Server(str(file))
    ann = Person(server.url)
    table = start([ann], bots=("porter",))
    move_on(ann, table)
    ply = ann.views(table)[0]["ply"]
    assert run("backup", backup, "--database", file).returncode == 0
    server.stop()
    with sqlite3.connect(file) as opened:
        page = opened.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[0]
    opened.close()
    server = Server(str(file))
    try:
        overwrite_page(file, page)  # while the server runs
        ann = ann.at(server.url)
        refused = chats_until(ann, table, "database_damaged")
        assert "retry-after" not in refused.headers
        assert health(server).json()["code"] == "database_damaged"
        assert ann.views(table)[0]["ply"] >= ply, "what is not damaged can be read"
        assert not has_traceback(server)
    finally:
        server.stop()
    said = sentence(run("serve", "--port", 0, "--database", file))
    assert "is damaged" in said
    assert "whistlestop restore" in said
    assert run("restore", backup, "--database", file).returncode == 0
    server = Server(str(file))
    try:
        assert ann.at(server.url).views(table)[0]["ply"] >= ply
        move_on(ann.at(server.url), table)
    finally:
        server.stop()


@pytest.fixture(scope="module")
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    found = Proxy(postgres.port)
    yield found
    found.close()


@pytest.fixture(scope="module")
def behind_proxy(postgres: Postgres, proxy: Proxy) -> Iterator[Server]:
    """A server whose connections to PostgreSQL go through a proxy."""
    server = Server(postgres.database().replace(f":{postgres.port}/", f":{proxy.port}/"))
    yield server
    began = time.monotonic()
    proxy.freeze()
    assert server.stop() == 0
    assert time.monotonic() - began < 12, "a database that is silent doesn't keep a server from stopping"


def test_a_network_that_falls_silent_is_a_refusal_within_seconds(proxy: Proxy, behind_proxy: Server) -> None:
    ann, bo = Person(behind_proxy.url, "Ann"), Person(behind_proxy.url, "Bo")
    table = start([ann, bo], bots=("porter",))
    stream = bo.follow(table)
    before = ann.view(table, 0)
    proxy.freeze()
    began = time.monotonic()
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda: answers.append(ann.move(table, 0, before["ply"], "keep 1 2"))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    assert (health(behind_proxy).status_code, health(behind_proxy).json()["code"]) == (503, "database_away")
    for thread in threads:
        thread.join()
    assert {answer.json()["code"] for answer in answers} == {"database_away"}
    assert time.monotonic() - began < 40
    assert logged(behind_proxy, "database_away")
    proxy.thaw()
    move_on(ann, table, 40)
    stream.wait("sealed", 30, count=2)  # hers and the bot's
    assert logged(behind_proxy, "database_back", 30)
    move_on(bo, table, 30)
    stream.wait("moved", 30)
    assert not has_traceback(behind_proxy)


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("sqlstate", "53100", "disk_full"),
        ("sqlstate", "25006", "read_only"),
        ("sqlstate", "XX001", "database_damaged"),
        ("sqlstate", "53300", "database_away"),
        ("sqlstate", "57P03", "database_away"),
        ("sqlstate", "57014", "database_away"),
        ("sqlstate", "40P01", "database_away"),
        ("sqlstate", "42P01", None),
        ("sqlite_errorcode", sqlite3.SQLITE_FULL, "disk_full"),
        ("sqlite_errorcode", sqlite3.SQLITE_READONLY_DBMOVED, "read_only"),
        ("sqlite_errorcode", sqlite3.SQLITE_CORRUPT_INDEX, "database_damaged"),
    ],
)
def test_each_state_of_a_driver_has_its_code(name: str, number: str | int, code: str | None) -> None:
    cause = Exception("wrong")
    setattr(cause, name, number)
    assert fault_of(DBAPIError("", None, cause)) == code


def test_a_file_that_cant_be_written_stops_the_start(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as folder:
        file = folder / "tables.db"
        storage = Storage(database_url(str(file)))
        asyncio.run(storage.open())
        asyncio.run(storage.close())
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        said = sentence(run("serve", "--port", 0, "--database", file))
        assert "Read-only file system" in said
