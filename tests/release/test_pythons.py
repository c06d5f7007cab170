"""The wheel on every series of Python, installed with its dependencies from the registry: `make test-pythons`.

A series is looked for on this machine, then fetched with uv; the newest one comes from another Debian in a folder.
PYTHONS="3.12 3.13" names the series to try, WHEEL=dist/... a wheel that is built already.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from install.installed import ROOT, Installed, build, play_a_game
from install.test_wheel import MAPS, SERIES
from release.debian_root import make_root, within

SUITES = {"3.13": "trixie", "3.14": "forky"}
"""The suites of Debian that have a series."""
WAIT = 3600
"""Seconds that compiling may take on a busy machine."""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources, or the one that WHEEL names."""
    return Path(os.environ.get("WHEEL") or build(tmp_path_factory.mktemp("dist"))[0]).absolute()


def series_of(python: str) -> str:
    """The series of a Python; empty if it doesn't run, as shims of versions that are not chosen."""
    code = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def find_python(series: str) -> tuple[str, list[str]] | None:
    """A Python of a series, and the words before its commands if it is in another Debian."""
    pyenv = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{series}.*/bin/python"))
    for python in filter(None, [sys.executable, shutil.which(f"python{series}"), *map(str, pyenv)]):
        if series_of(python) == series:
            return python, []
    uv = Path(sys.executable).parent / "uv"
    if subprocess.run([uv, "python", "install", series], capture_output=True, check=False).returncode == 0:
        found = subprocess.run([uv, "python", "find", series], capture_output=True, text=True, check=True)
        return found.stdout.strip(), []
    if series in SUITES and os.geteuid() == 0 and shutil.which("apt-get"):
        return "/usr/bin/python3", within(make_root(SUITES[series]))
    return None


@pytest.mark.parametrize("series", os.environ.get("PYTHONS", " ".join(SERIES)).split())
def test_the_wheel_works_on(series: str, wheel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = find_python(series)
    if python is None:
        pytest.fail(f"There is no Python {series} here, and none can be fetched. PYTHONS=... names the series to try.")
    began = time.monotonic()
    told = []

    def tell(what: str) -> None:
        told.append(f"{what} after {time.monotonic() - began:.0f} s")

    installed = Installed(tmp_path, *python)
    installed.install(wheel)
    tell("installed")
    assert installed.run("--version").startswith("whistlestop ")
    assert all(name in installed.run("maps") for name in MAPS)
    server = installed.serve(waits=False)
    try:
        assert httpx.get(server.url, timeout=60).status_code == 200
        tell("first page")
        while not httpx.get(f"{server.url}/api/status", timeout=60).json()["rules"]["ready"]:
            assert time.monotonic() - began < WAIT
            assert server.process.poll() is None, server.log
            time.sleep(1)
        tell("rules compiled")
        play_a_game(server)
        tell("first game played")
    finally:
        code = server.stop()
    assert code == 0
    assert not [line for line in server.log if "Traceback" in line or "Warning" in line], server.log
    assert "20 games" in installed.run("simulate", "new_york", "--seats", "2", "--games", "20")
    with capsys.disabled():
        print(f"\nPython {series}: {', '.join(told)}.")


def test_the_lowest_versions_that_are_allowed_work(wheel: Path, tmp_path: Path) -> None:
    """So that the lower bounds in pyproject.toml are true."""
    installed = Installed(tmp_path)
    uv, python = str(Path(sys.executable).parent / "uv"), installed.programs / "python"
    lowest = ["--resolution", "lowest-direct", "-r", ROOT / "pyproject.toml"]
    for words in (lowest, ["--no-deps", wheel]):
        command = [uv, "pip", "install", "--quiet", "--python", python, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    versions = subprocess.run(
        [uv, "pip", "list", "--python", python], capture_output=True, text=True, check=True
    ).stdout
    assert re.search(r"^numpy +1\.26\.", versions, re.M)
    server = installed.serve(WHISTLESTOP_TARGET="none")
    try:
        play_a_game(server)
    finally:
        assert server.stop() == 0
