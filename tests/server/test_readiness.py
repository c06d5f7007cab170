"""A server serves at once: what is still compiled or built is waited for, and a request that waits says why."""

import asyncio
import io
import json
import os
import re
import sys
import time
from pathlib import Path

import httpx
import pytest
import structlog
from server.serving import Person, Server, client

from whistlestop.cli import serve
from whistlestop.cli.preparation import FINISHED, bar, preparing
from whistlestop.server import readiness, warming
from whistlestop.server.logs import start_logs
from whistlestop.server.readiness import (
    ENGINE,
    PROGRESS_FILE,
    RULES,
    Progress,
    Readiness,
    read_progress,
    write_progress,
)
from whistlestop.server.reasons import Refused
from whistlestop.server.settings import Settings
from whistlestop.wasm import export
from whistlestop.wasm.export import LAYOUT


def wait_until(happened: object, seconds: float = 20) -> None:
    """Wait for a function to be true."""
    end = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def script(text: str) -> list[str]:
    return [sys.executable, "-c", f"import sys, time\n{text}"]


STEPS = "for n in range(1, 4): print(f'  {n} of 3: step', flush=True)"


def test_jobs_report_their_steps_until_they_end(capsys: pytest.CaptureFixture[str]) -> None:
    with preparing({RULES: script(f"{STEPS}\ntime.sleep(60)"), ENGINE: script(f"print('Building')\n{STEPS}")}):
        wait_until(lambda: read_progress(RULES).done == 3 and not read_progress(ENGINE).is_running)
        assert read_progress(RULES) == Progress(3, 3, is_running=True)
        assert read_progress(ENGINE) == Progress(3, 3)
    assert PROGRESS_FILE not in os.environ
    assert read_progress(RULES) == Progress()
    assert capsys.readouterr().out.splitlines() == [FINISHED[ENGINE]]


def test_a_job_that_fails_says_so_and_is_not_running(capsys: pytest.CaptureFixture[str]) -> None:
    with preparing({ENGINE: script(f"{STEPS}\nsys.exit('no tool here')")}):
        wait_until(lambda: not read_progress(ENGINE).is_running)
        status = Readiness(Settings()).as_dict()["engine"]
        assert status["ready"] or status["of"] == 0
    assert "can't be built" in (said := capsys.readouterr().out)
    assert "(no tool here)" in said


def test_jobs_that_start_processes_of_their_own_are_stopped_with_them(tmp_path: Path) -> None:
    file = tmp_path / "child"
    child = f"open({str(file)!r}, 'w').write(str(__import__('os').getpid())); import time; time.sleep(60)"
    with preparing({RULES: script(f"import subprocess\nsubprocess.run([sys.executable, '-c', {child!r}])")}):
        wait_until(lambda: file.exists() and file.read_text())
    wait_until(lambda: not Path(f"/proc/{file.read_text()}").exists() or is_zombie(file.read_text()))


def is_zombie(process: str) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.fixture
def progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which a server process sees how far the jobs are."""
    file = tmp_path / "progress.json"
    monkeypatch.setenv(PROGRESS_FILE, str(file))
    return file


def test_games_wait_for_the_rules_and_everything_else_does_not(progress: Path, tmp_path: Path) -> None:
    write_progress(progress, {RULES: Progress(2, 8, is_running=True)})
    server = Server(str(tmp_path / "tables.db"), waits=False)
    try:
        ann = Person(server.url)
        assert httpx.get(f"{server.url}/api/status").json()["rules"] == {"ready": False, "done": 2, "of": 8}
        for path in ("/", "/palette.css", "/api/maps", "/api/levels", "/api/me", "/boards/new_york/en", "/healthz"):
            assert ann.client.get(path).status_code == 200, path
        table = "A" * 22
        waiting = [
            ann.post("/tables", map="europe", seats=["you", "porter"]),
            ann.post("/tables/import", record="format: 1\n", seats=["you", "porter"]),
            *(ann.ask("GET", path) for path in ("/tables", "/me/tables", f"/tables/{table}", f"/tables/{table}/views")),
            ann.client.get("/api/events", params={"tables": table}),
        ]
        for answer in waiting:
            assert (answer.status_code, answer.json()["code"]) == (503, "getting_ready"), answer.request.url
            assert answer.json()["parameters"] == {"done": 2, "of": 8, "seconds": 2}
            assert answer.headers["retry-after"] == "2"
        assert not ann.ask("GET", "/me").json()["muted"]
        write_progress(progress, {RULES: Progress(8, 8)})
        server.wait()
        assert ann.do("GET", "/me/tables") == [], "nothing was made while it was refused"
        assert ann.make(["you", "porter"])
    finally:
        server.stop()


def test_the_engine_is_refused_while_it_is_built_and_where_it_is_missing(
    progress: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BUILT", progress.parent / "nowhere")
    ready = Readiness(Settings())
    write_progress(progress, {ENGINE: Progress(3, 22, is_running=True)})
    with pytest.raises(Refused) as refused:
        ready.need_engine()
    assert refused.value.as_dict()["parameters"] == {"done": 3, "of": 22, "seconds": 2}
    assert ready.is_building
    write_progress(progress, {ENGINE: Progress(3, 22)})
    with pytest.raises(Refused, match="doesn't have the engine"):
        ready.need_engine()
    assert ready.as_dict()["engine"] == {"ready": False, "done": 3, "of": 0}


def test_an_engine_of_another_version_or_a_damaged_one_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "BUILT", tmp_path)
    for layout in ("{", "[]", '{"version": 7}', json.dumps({"version": "0" * 16})):
        (tmp_path / LAYOUT).write_text(layout)
        assert not export.is_built()


def test_rules_that_cannot_be_loaded_are_logged_and_do_not_stop_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("no compiler")

    monkeypatch.setattr(readiness, "load_kernels", fail)
    ready = Readiness(Settings())
    asyncio.run(ready.load_rules())
    asyncio.run(ready.need_rules())


def test_requests_wait_while_compiled_rules_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        ready = Readiness(Settings())
        asked = asyncio.create_task(ready.need_rules())
        await asyncio.sleep(0)
        assert not asked.done()
        await ready.load_rules()
        await asked

    monkeypatch.setattr(readiness, "load_kernels", lambda: time.sleep(0.05))
    asyncio.run(ask())


def test_requests_that_waited_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCE", 0.01)
    with pytest.raises(Refused, match="still compiling"):
        asyncio.run(Readiness(Settings()).need_rules())


def test_only_what_is_missing_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serve, "is_compiled", lambda: True)
    monkeypatch.setattr(export, "BUILT", tmp_path)
    assert list(serve.background_commands(Settings())) == [ENGINE]
    assert serve.background_commands(Settings(engine="skip")) == {}
    monkeypatch.setattr(serve, "is_compiled", lambda: False)
    assert list(serve.background_commands(Settings())) == [RULES, ENGINE]


def test_one_compiled_kernel_does_not_mean_that_all_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "cache_folder", lambda package: tmp_path)
    (tmp_path / "engine.step-1.nbi").touch()
    assert not warming.is_compiled()
    warming.mark_compiled()
    assert warming.is_compiled()


def test_settings_that_are_not_one_of_two_are_refused() -> None:
    assert Settings.of({"WHISTLESTOP_ENGINE": ""}).engine == "build"
    with pytest.raises(ValueError, match="it must be build or skip"):
        Settings.of({"WHISTLESTOP_ENGINE": "maybe"})
    with pytest.raises(ValueError, match="it must be true or false"):
        Settings.of({"WHISTLESTOP_BROWSER_HINTS": "maybe"})
    assert Settings.of({"WHISTLESTOP_BROWSER_HINTS": "True"}).browser_hints
    assert not Settings.of({"WHISTLESTOP_BROWSER_HINTS": "0"}).browser_hints


def test_the_status_is_open_to_everybody(sqlite_server: Server) -> None:
    assert client(sqlite_server.url).get("/api/status").json()["hints"] == "server"


def test_a_terminal_shows_a_bar_and_the_log_goes_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert bar(Progress(3, 8)) == "[###.......] 3 of 8"
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    start_logs("info")
    try:
        structlog.get_logger().info("started")
        assert re.fullmatch(r"\r\033\[K\{.*\"event\": \"started\".*\}\n", terminal.getvalue())
    finally:
        structlog.reset_defaults()
