"""Operation: health, metrics, logs, backup and restore, and what keeps a server from starting."""

import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from server.postgres import Postgres
from server.serving import SOURCE, Person, Server, start


def run(*argv: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "whistlestop", *map(str, argv)],
        env={**os.environ, "PYTHONPATH": SOURCE, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def sentence(done: "subprocess.CompletedProcess[str]") -> str:
    """The one sentence of a command that was refused."""
    assert done.returncode == 1, done
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_health_and_metrics_name_nobody(server: Server) -> None:
    ann, bo = Person(server.url, "Ann Particular"), Person(server.url, "Bo")
    table = start([ann, bo])
    ann.follow(table)
    assert httpx.get(f"{server.url}/healthz").json()["ok"] is True
    measures = httpx.get(f"{server.url}/metrics").text
    assert "whistlestop_requests_total" in measures
    assert "whistlestop_streams" in measures
    for secret in (table, ann.id, ann.token, "Particular"):
        assert secret not in measures


def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--log", "debug")
    ann, bo = Person(server.url, "Ann Particular"), Person(server.url, "Bo")
    table = start([ann, bo])
    ann.do("POST", f"/tables/{table}/chat", text="a private word")
    ann.ask("GET", f"/tables/{table}/views?token={ann.token}")
    server.stop()
    logged = "".join(server.log)
    assert "/api/tables/{table}/chat" in logged
    for secret in (table, ann.id, ann.token, "Particular", "private word", ann.own[table, 0].hex()):
        assert secret not in logged


def test_a_second_start_is_ready_in_three_seconds_and_keeps_tokens_and_tables(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"))
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    table = start([ann, bo])
    before = ann.views(table)
    server.stop()
    server = Server(str(tmp_path / "tables.db"))
    try:
        assert ann.at(server.url).views(table) == before
    finally:
        server.stop()


def test_backup_during_a_game_and_restore(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    server = Server(str(file))
    ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
    table = start([ann, bo])
    before = ann.views(table)
    done = run("backup", copy, "--database", file)
    assert done.returncode == 0, done
    assert "already exists" in sentence(run("backup", copy, "--database", file))
    ann.move(table, 0, before[0]["ply"], "keep 1 2")
    assert ann.views(table) != before
    assert "in use" in sentence(run("restore", copy, "--database", file))
    server.stop()
    assert run("restore", copy, "--database", file).returncode == 0
    assert (tmp_path / "tables.db.before-restore").exists()
    server = Server(str(file))
    try:
        assert ann.at(server.url).views(table) == before
    finally:
        server.stop()
    (tmp_path / "junk").write_bytes(b"junk" * 5000)
    assert "not a Whistlestop backup" in sentence(run("restore", tmp_path / "junk", "--database", file))
    assert "not a Whistlestop backup" in sentence(run("restore", tmp_path / "nothing", "--database", file))
    assert "no such file" in sentence(run("backup", tmp_path / "new", "--database", tmp_path / "nothing"))
    assert "pg_dump" in sentence(run("backup", tmp_path / "new", "--database", "postgresql://localhost/x"))


def test_an_error_at_the_start_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert "another port with --port" in sentence(run("serve", "--port", port, "--database", tmp_path / "a.db"))
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"this is no database" * 500)
    assert "Can't use the database" in sentence(run("serve", "--port", 0, "--database", junk))
    (tmp_path / "folder.db").mkdir()
    assert "Can't use the database" in sentence(run("serve", "--port", 0, "--database", tmp_path / "folder.db"))
    assert "Can't use the database" in sentence(
        run("serve", "--port", 0, "--database", "postgresql://tester@127.0.0.1:1/x")
    )
    assert "Can't use the database" in sentence(run("serve", "--port", 0, "--database", "oracle://x"))
    assert "PostgreSQL" in sentence(run("serve", "--workers", 2, "--database", tmp_path / "a.db")).replace(
        "postgresql", "PostgreSQL"
    )
    assert "must be a number" in sentence(run("serve", WHISTLESTOP_PORT="many"))
    with sqlite3.connect(tmp_path / "newer.db") as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    assert "newer version" in sentence(run("serve", "--port", 0, "--database", tmp_path / "newer.db"))


def test_one_file_serves_one_process(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"))
    try:
        assert "in use" in sentence(run("serve", "--port", 0, "--database", tmp_path / "tables.db"))
    finally:
        server.stop()


def test_workers_over_one_postgresql_behave_as_one_server(postgres: Postgres) -> None:
    server = Server(postgres.database(), "--workers", "2")
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        table = start([ann, bo])
        streams = [ann.follow(table) for _ in range(4)]
        view = ann.view(table, 0)
        assert ann.move(table, 0, view["ply"], "keep 1 2").status_code == 200
        for one in streams:
            one.wait("sealed")
        assert "whistlestop_requests_total" in httpx.get(f"{server.url}/metrics").text
    finally:
        server.stop()


def test_a_database_that_goes_and_comes_back_loses_nothing() -> None:
    postgres = Postgres()
    server = Server(postgres.database())
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        table = start([ann, bo], bots=("conductor",))
        stream = bo.follow(table)
        before = ann.view(table, 0)
        postgres.halt()
        for _ in range(3):
            refused = ann.move(table, 0, before["ply"], "keep 1 2")
            assert (refused.status_code, refused.json()["code"]) == (503, "database_away")
            assert refused.headers["retry-after"] == "2"
        postgres.start()
        assert ann.move(table, 0, before["ply"], "keep 1 2").status_code in (200, 503)  # it may meet an old connection
        ann.move(table, 0, before["ply"], "keep 1 2")
        bo.move(table, 1, before["ply"], "keep 1 2")
        stream.wait("moved", seconds=60)
        assert ann.view(table, 0)["ply"] > before["ply"]
    finally:
        server.stop()
        postgres.stop()


@pytest.mark.parametrize("flag", ["--help"])
def test_help_lists_every_flag_with_its_variable(flag: str) -> None:
    text = run("serve", flag).stdout
    assert "WHISTLESTOP_BOT_PACE" in text.replace("\n", "").replace(" ", "")
