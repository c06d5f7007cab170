"""Watching a server: whether it is alive and ready, its metrics, logs, traces, and what its operator sees and does."""

import asyncio
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from debian import found_or_installed
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import REGISTRY
from server.postgres import Postgres
from server.serving import Person, Server, client, start
from server.test_middleware import request

from whistlestop.cli.main import main
from whistlestop.server import metrics, schema, slow_limits
from whistlestop.server.app import make_app
from whistlestop.server.limits import network_of
from whistlestop.server.middleware import RequestGuard
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.server.slow_limits import SlowLimits
from whistlestop.server.storage import Storage
from whistlestop.server.tracing import span, trace_with
from whistlestop.server.watch import LOOK_EVERY

ROOT = Path(__file__).parents[2]
TOKEN = "a secret of the operator"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is said to be behind a proxy with TLS, and logs everything."""
    folder = tmp_path_factory.mktemp("watched")
    flags = ("--origin", "https://play.example.org", "--operator-token", TOKEN, "--log", "debug")
    server = Server(str(folder / "tables.db"), *flags)
    yield server
    server.stop()


def operate(server: Server, *words: str, monkeypatch: pytest.MonkeyPatch, token: str = TOKEN) -> int:
    monkeypatch.setenv("WHISTLESTOP_OPERATOR_TOKEN", token)
    return main(["admin", "--url", server.url, *words])


def test_alive_and_ready_are_two_questions(sqlite_server: Server) -> None:
    for path in ("/health", "/ready", "/healthz"):
        assert httpx.get(f"{sqlite_server.url}{path}").json()["ok"] is True
    app = make_app(Settings())
    assert request(app, "/health")[0][0]["status"] == 200  # alive, although it was not started


def test_a_server_whose_database_is_away_is_alive_but_not_ready() -> None:
    postgres = Postgres()
    server = Server(postgres.database())
    try:
        postgres.halt()
        assert httpx.get(f"{server.url}/health").status_code == 200
        refused = httpx.get(f"{server.url}/ready", timeout=40)
        assert (refused.status_code, refused.json()["code"]) == (503, "database_away")
    finally:
        server.stop()
        postgres.stop()


def test_every_line_of_a_request_has_its_number_and_so_has_the_answer(watched: Server) -> None:
    given = "0af7651916cd43dd8448eb211c80319c"
    assert httpx.get(f"{watched.url}/api/levels", headers={"x-request-id": given}).headers["x-request-id"] == given
    ann = Person(watched.url, "Ann")
    table = ann.make(["you", "open"])
    for bad in (table, "short", "with space" * 2, "x" * 65, 'quote"' * 3):
        made = httpx.get(f"{watched.url}/api/levels", headers={"x-request-id": bad}).headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{16}", made)
    deadline = time.monotonic() + 10
    while not any(given in line for line in watched.log) and time.monotonic() < deadline:
        time.sleep(0.05)
    (line,) = [json.loads(line) for line in watched.log if given in line]
    assert (line["event"], line["request_id"], line["route"]) == ("request", given, "/api/levels")
    assert not any(table in line for line in watched.log)


def test_the_operator_sees_load_tables_players_and_faults_of_the_proxy_and_no_cards(
    watched: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person(watched.url, "Ann")
    table = start([ann], bots=("porter",))
    httpx.get(f"{watched.url}/api/events", params={"tables": table, "silent": True})  # nobody: it is not counted
    stream = ann.client.stream("GET", "/api/events", params={"tables": table, "silent": True})
    with stream as answer:
        assert answer.status_code == 200
        assert operate(watched, monkeypatch=monkeypatch) == 0
    said = capsys.readouterr().out
    assert re.search(r"tables playing +[1-9]", said)
    assert re.search(r"streams +1", said)
    assert "X-Forwarded-For" in said
    assert "1 times" in said.partition("Browsers got nothing")[0].splitlines()[-1]
    assert operate(watched, "tables", monkeypatch=monkeypatch) == 0
    assert operate(watched, "players", monkeypatch=monkeypatch) == 0
    said = capsys.readouterr().out
    assert table in said
    assert ann.id in said
    view = ann.views(table)[0]
    assert view["hand"]
    assert "hand" not in said
    assert [json.loads(line)["fault"] for line in watched.log if "proxy_fault" in line].count(
        "no_forwarded_headers"
    ) == 1


def test_a_proxy_that_sends_the_headers_is_not_blamed(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--origin", "https://play.example.org")
    try:
        headers = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
        assert httpx.get(f"{server.url}/api/levels", headers=headers).status_code == 200
        faults = [
            line for line in httpx.get(f"{server.url}/metrics").text.splitlines() if "proxy_faults_total{" in line
        ]
        before = sum(float(line.rpartition(" ")[2]) for line in faults)
        for _ in range(5):
            httpx.get(f"{server.url}/api/levels", headers=headers)
        after = httpx.get(f"{server.url}/metrics").text
        assert (
            sum(float(one.rpartition(" ")[2]) for one in after.splitlines() if "proxy_faults_total{" in one) == before
        )
    finally:
        server.stop()


def test_the_operator_removes_a_person_and_announces_a_restart(
    watched: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = Person(watched.url, "Ann"), Person(watched.url, "Bo")
    table = start([ann, bo])
    stream = ann.follow(table)
    assert operate(watched, "restart", "5", monkeypatch=monkeypatch) == 0
    deadline = time.monotonic() + 10
    while not any("restart" in beat for beat in stream.of("beat")) and time.monotonic() < deadline:
        time.sleep(0.05)
    at = stream.of("beat")[-1]["restart"]
    assert abs(at / 1000 - time.time() - 300) < 60
    assert httpx.get(f"{watched.url}/api/status").json()["restart"] == at
    assert operate(watched, "restart", "--cancel", monkeypatch=monkeypatch) == 0
    assert httpx.get(f"{watched.url}/api/status").json()["restart"] is None
    assert operate(watched, "remove", bo.id, monkeypatch=monkeypatch) == 0
    assert bo.ask("GET", "/me").json()["code"] == "forgotten_player"
    stream.wait("seats")
    assert operate(watched, "remove", bo.id, monkeypatch=monkeypatch) == 1
    assert "no such player" in capsys.readouterr().err
    stream.close()


def test_nobody_else_is_the_operator(
    watched: Server, sqlite_server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Person(watched.url, "Ann")
    assert operate(watched, monkeypatch=monkeypatch, token="another secret of somebody") == 1
    assert "operator's token" in capsys.readouterr().err
    for method, path in (("GET", ""), ("GET", "/tables"), ("DELETE", f"/players/{ann.id}"), ("PUT", "/restart")):
        assert ann.client.request(method, f"/api/admin{path}").json()["code"] == "not_operator"
        assert client(sqlite_server.url).request(method, f"/api/admin{path}").json()["code"] == "bad_path"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--url", "http://127.0.0.1:1"], "no server at http://127.0.0.1:1"),
        (["--url", "http://127.0.0.1:1/a b"], "no server at http://127.0.0.1:1/a b"),
        (["--url", "nonsense"], "no server at nonsense"),
        (["--url", "http://127.0.0.1:1", "remove", "a b/c?d"], "no server at"),
    ],
)
def test_the_operators_command_says_in_one_sentence_what_is_wrong(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", *words]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "soon"])
def test_a_restart_is_announced_for_a_number_of_minutes(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["admin", "restart", f" {text}"])
    assert "is not a number of minutes from 0 to 10080" in capsys.readouterr().err


def names_of_metrics() -> set[str]:
    """Every name that a series of ours can have."""
    return {name for names in REGISTRY._collector_to_names.values() for name in names if "whistlestop" in name}


@pytest.mark.parametrize("file", ["grafana.json", "prometheus-alerts.yml"])
def test_dashboards_and_alerts_name_metrics_that_exist(file: str) -> None:
    text = (ROOT / "deploy" / file).read_text()
    named = set(re.findall(r"whistlestop_\w+", text))
    assert len(named) > 5
    assert named <= names_of_metrics()
    assert metrics.MOVES


def test_the_alert_rules_are_valid() -> None:
    promtool = found_or_installed(lambda: shutil.which("promtool"), "prometheus")
    for words in (["check", "rules"], ["test", "rules"]):
        name = "prometheus-alerts.yml" if words[0] == "check" else "prometheus-alerts.test.yml"
        done = subprocess.run(
            [promtool, *words, ROOT / "deploy" / name], capture_output=True, text=True, check=False, cwd=ROOT / "deploy"
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_metrics_say_how_much_waits_and_where(watched: Server) -> None:
    ann = Person(watched.url, "Ann")
    start([ann], bots=("porter",))
    ann.make(["porter"] * 2)
    deadline = time.monotonic() + 4 * LOOK_EVERY
    while True:
        text = httpx.get(f"{watched.url}/metrics").text
        found = {name: float(value) for name, value in re.findall(r"(?m)^(whistlestop_\S+) (\S+)$", text)}
        if found.get('whistlestop_tables{state="playing"}') or time.monotonic() > deadline:
            break
        time.sleep(0.2)
    assert found['whistlestop_tables{state="playing"}'] >= 1
    assert found['whistlestop_moves_total{by="bot"}'] >= 1
    assert found["whistlestop_bot_wait_seconds_count"] >= 1
    assert found['whistlestop_database_seconds_count{kind="write"}'] >= 1
    assert found["whistlestop_database_wait_seconds_count"] >= 1
    for name in ("bots_waiting", "backlog_bytes", "connections", "tables_kept"):
        assert found[f"whistlestop_{name}"] >= 0


def test_traces_show_requests_and_the_database_and_name_nobody() -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    table = "B" * 22

    async def app(scope: object, receive: object, send: object) -> None:
        with span("database read"):
            raise Refused("no_such_table")

    with span("nobody listens") as nothing:
        assert nothing is None
    trace_with(provider)
    try:
        request(RequestGuard(app, Settings()), f"/api/tables/{table}")
        inner, outer = exporter.get_finished_spans()
    finally:
        trace_with(None)
    assert (inner.name, outer.name) == ("database read", "GET none")
    assert inner.context.trace_id == outer.context.trace_id
    assert outer.attributes["http.response.status_code"] == 404
    assert table not in inner.to_json() + outer.to_json()


def test_ipv6_addresses_count_by_their_network() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::4") != network_of("2001:db8:1:2::4")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("") == "unknown"


def test_an_address_has_one_limit_behind_a_proxy(tmp_path: Path) -> None:
    flags = ("--new-rate", "0.05", "--address-streams", "2", "--rate", "20", "--address-advice-rate", "0.1")
    server = Server(str(tmp_path / "tables.db"), *flags)
    try:
        people = []
        for number in range(5):
            asker = client(server.url, headers={"x-forwarded-for": f"2001:db8:0:7::{number}"})
            people.append(asker.post("/api/players", json={"name": "x", "program": True}).status_code)
        assert people == [201, 201, 201, 429, 429]
        ann = Person(server.url, "Ann")
        ann.client.headers["x-forwarded-for"] = "198.51.100.7"
        table = start([ann], bots=("porter",))
        first, second = ann.follow(table), ann.follow(table)
        assert ann.follow(table).failed == 429
        ply = ann.views(table)[0]["ply"]
        assert [ann.ask("GET", f"/tables/{table}/advice/{ply}").status_code for _ in range(2)] == [200, 429]
        first.close()
        second.close()
    finally:
        server.stop()


def test_processes_share_the_limits_of_what_costs_much(postgres: Postgres) -> None:
    async def compare() -> None:
        settings = Settings(new_rate=0.1, streams=3, address_streams=4)
        storage = Storage(Settings.of({}, database=postgres.database()).url)
        await storage.open()
        one, other = SlowLimits(settings), SlowLimits(settings)
        for process in (one, other):
            process._key = storage.signing_key
            for rate in process.rates.values():
                rate.is_shared = True
        for _ in range(4):
            one.new_player("192.0.2.7")
        for _ in range(2):
            one.open_stream("ann", "192.0.2.7")
        for process in (one, other, one):
            await process.exchange(storage)
        for _ in range(2):
            other.new_player("192.0.2.7")
        with pytest.raises(Refused, match="Too many"):
            other.new_player("192.0.2.7")
        other.new_player("192.0.2.8")
        other.open_stream("ann", "192.0.2.7")
        with pytest.raises(Refused, match="3 streams"):
            other.open_stream("ann", "192.0.2.9")
        other.open_stream("bo", "192.0.2.7")
        with pytest.raises(Refused, match="4 streams"):
            other.open_stream("cid", "192.0.2.7")
        await other.exchange(storage)
        await one.exchange(storage)
        with pytest.raises(Refused, match="Too many"):
            one.new_player("192.0.2.7")
        one.close_stream("ann", "192.0.2.7")
        await one.exchange(storage)
        rows = await storage.rows(schema.limits.select())
        assert "192.0.2" not in str(rows)
        assert "ann" not in str(rows)
        await storage.close()

    asyncio.run(compare())


def test_streams_that_stay_open_are_not_written_again_and_those_of_a_killed_process_are_forgotten(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_000_000.0]
    monkeypatch.setattr(slow_limits.time, "time", lambda: clock[0])

    async def compare() -> None:
        storage = Storage(Settings.of({}, database=postgres.database()).url)
        await storage.open()
        one, other = (SlowLimits(Settings(streams=2, address_streams=0)) for _ in range(2))
        for process in (one, other):
            process._key = storage.signing_key

        async def exchange(*processes: SlowLimits) -> list[int]:
            clock[0] += 1
            for process in processes:
                await process.exchange(storage)
            stored = await storage.rows(schema.limits.select().where(schema.limits.c.what == "streams by player"))
            return sorted(row.until for row in stored)

        def is_refused(at: SlowLimits, player: str) -> bool:
            try:
                at.open_stream(player, "192.0.2.7")
            except Refused:
                return True
            at.close_stream(player, "192.0.2.7")
            return False

        for player in ("ann", "ann", "bo"):
            one.open_stream(player, "192.0.2.7")
        written = await exchange(one, other)
        assert (len(written), is_refused(other, "ann"), is_refused(other, "bo")) == (2, True, False)
        for _ in range(100):
            assert await exchange(one, other) == written, "nothing has changed"
        assert is_refused(other, "ann")
        one.close_stream("ann", "192.0.2.7")
        await exchange(one, other)
        assert not is_refused(other, "ann")
        one.open_stream("ann", "192.0.2.7")
        await exchange(one, other)
        clock[0] += 60  # neither had a database, and the others may have forgotten it
        assert len(await exchange(one, other)) == 2
        assert is_refused(other, "ann")
        for _ in range(16):  # the first process is killed
            await exchange(other)
        assert not is_refused(other, "ann")
        for _ in range(60):
            written = await exchange(other)
        assert not written
        await storage.close()

    asyncio.run(compare())
