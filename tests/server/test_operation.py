"""Operation: health, metrics, logs, backup and restore, and what keeps a server from starting."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from server.faults import logged
from server.postgres import Postgres
from server.serving import SOURCE, Person, Server, start

from whistlestop.cli.main import main
from whistlestop.server.settings import Settings


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


SLOW_START = """
import sys, time
if "spawn_main" in str(sys.orig_argv):
    time.sleep(6)
"""
"""Python starts with this in workers: as on a busy machine, they take long to start."""


def test_workers_over_one_postgresql_behave_as_one_server(postgres: Postgres, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    slow = {"PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCE])}
    server = Server(postgres.database(), "--workers", "2", environment=slow)
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


def test_a_worker_that_is_replaced_while_the_database_is_away_ends_nothing() -> None:
    """It can't start, and then the server ended, with an exit code that calls it a success."""
    postgres = Postgres()
    server = Server(postgres.database(), "--workers", "2")
    try:
        ann, bo = Person(server.url, "Ann"), Person(server.url, "Bo")
        table = start([ann, bo])
        streams = [ann.follow(table) for _ in range(4)]
        assert gauge(server, "whistlestop_streams") == 4
        postgres.halt()
        killed = server.workers
        for process in killed:
            os.kill(process, signal.SIGKILL)
        assert '"code": "database_unreadable"' in logged(server, "start_failed", 60)
        assert server.process.poll() is None
        postgres.start()
        server.wait("/healthz")
        for one in streams:
            assert one.ended.wait(5)
        assert ann.views(table)
        assert gauge(server, "whistlestop_streams") == 0, "what a killed process had counted is forgotten"
        assert server.stop() == 0
    finally:
        server.kill()
        postgres.stop()


def gauge(server: Server, name: str) -> float:
    """What a gauge of a server says, after the processes have looked."""
    text = httpx.get(f"{server.url}/metrics").text
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[1])


@pytest.mark.parametrize("flag", ["--help"])
def test_help_lists_every_flag_with_its_variable(flag: str) -> None:
    text = run("serve", flag).stdout
    assert "WHISTLESTOP_BOT_PACE" in text.replace("\n", "").replace(" ", "")


WRONG = {
    ("port", "many"): "WHISTLESTOP_PORT is 'many'; it must be a whole number from 0 to 65535.",
    ("port", "70000"): "WHISTLESTOP_PORT is '70000'; it must be a whole number from 0 to 65535.",
    ("port", "-1"): "it must be a whole number from 0 to 65535",
    ("port", "80.5"): "it must be a whole number from 0 to 65535",
    ("workers", "0"): "it must be a whole number from 1 to 256",
    ("rate", "-3"): "it must be a number from 0",
    ("rate", "nan"): "it must be a number from 0",
    ("address_rate", "inf"): "it must be a number from 0",
    ("streams", "0"): "it must be a whole number from 1",
    ("bot_threads", "1e9"): "it must be a whole number from 0 to 1024",
    ("bot_pace", "fast"): "it must be a number from 0",
    ("heartbeat", "0"): "it must be a number from 0.1 to 300",
    ("open_hours", "0"): "it must be a number from 0.0001",
    ("browser_hints", "perhaps"): "it must be true or false",
    ("log", "loud"): "it must be debug, info, warning or error",
    ("engine", "buy"): "it must be build or skip",
    ("origin", "play.example.org"): "it must be the origin that browsers see",
    ("origin", "ftp://play.example.org"): "it must be the origin that browsers see",
    ("origin", "https://play.example.org/games"): "it must be the origin that browsers see",
    ("origin", "https://play.example.org:many"): "it must be the origin that browsers see",
    ("proxy", "proxy.example.org"): "it must be addresses or networks",
    ("proxy", "10.0.0.1/8"): "it must be addresses or networks",
    ("database", "sqlite://"): "it must be postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FILE",
    ("database", "/dev/null/folder/tables.db"): "Can't use the database",
    ("database", "postgresql://tester:secret@127.0.0.1:many/x"): "Can't use the database",
    ("database", "oracle://x"): "Can't use the database",
    ("host", "no such host"): "Can't listen on",
    ("maps", "/no/such/folder"): "/no/such/folder",
}
"""Wrong values of settings, and what the sentence about them has in it."""


@pytest.mark.parametrize(("setting", "value"), WRONG)
def test_a_wrong_setting_stops_the_start_with_one_sentence(
    setting: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("whistlestop.cli.serve.serve", lambda *given: pytest.fail("it started"))
    given = ""
    with monkeypatch.context() as changed:
        changed.setattr(os, "environ", os.environ.copy())
        if setting == "browser_hints":  # as a flag it has no value
            os.environ["WHISTLESTOP_BROWSER_HINTS"] = value
        else:
            given = f"--{setting.replace('_', '-')}={value}"
        assert main(["serve", "--port", "0", *([given] if given else [])]) == 1
    said = capsys.readouterr().err
    assert WRONG[setting, value] in said
    assert said.count("\n") == 1
    assert "secret" not in said


def test_settings_in_their_range_are_taken() -> None:
    given = {
        "WHISTLESTOP_PROXY": "127.0.0.1,10.0.0.0/8,fd00::/8",
        "WHISTLESTOP_ORIGIN": "https://play.example.org:8443",
    }
    settings = Settings.of(given, port="0", rate="2.5", browser_hints="on")
    assert (settings.port, settings.rate, settings.browser_hints) == (0, 2.5, True)
    assert Settings.of({"WHISTLESTOP_PROXY": "*"}).proxy == "*"
    assert Settings.of(Settings().environment()) == Settings()
