"""The wheel: complete, of one version, and of use where nothing of these sources is."""

import re
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import httpx
import pytest
from install.installed import ROOT, Installed, build, play_a_game

import whistlestop
from whistlestop.wasm.export import is_built

MAPS = ("europe", "new_york", "nordic")
SERIES = ("3.11", "3.12", "3.13", "3.14")
"""The series of Python that Whistlestop supports."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist of these sources."""
    assert (ROOT / "src/whistlestop/server/client/index.html").exists(), "the client is not built: make web"
    assert is_built(), "the engine is not built: make wasm"
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment in which only the wheel is Whistlestop's."""
    fresh = Installed(tmp_path_factory.mktemp("installed"), lends=True)
    fresh.install(built[0])
    return fresh


def metadata(wheel: Path) -> Message:
    """What PyPI is told of the package."""
    with zipfile.ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def test_the_wheel_has_everything_that_a_server_sends(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        files = {name.removeprefix("whistlestop/") for name in wheel.namelist()}
    wanted = {
        "server/client/index.html",
        "server/client/sw.js",
        "wasm/built/whistlestop.wasm",
        "wasm/built/engine.json",
    }
    for name in MAPS:
        wanted |= {f"maps/{name}/{file}" for file in ("cities.csv", "routes.csv", "tickets.csv", "rules.toml")}
        wanted |= {f"bots/networks/{name}.npz", f"review/puzzles/{name}.txt", f"server/client/previews/{name}.png"}
    wanted |= {"maps/new_york/lessons/first_game/lesson.txt", "maps/new_york/lessons/first_game/is.txt", "py.typed"}
    assert wanted <= files
    tracked = {path.relative_to(ROOT / "src" / "whistlestop").as_posix() for path in (ROOT / "src").rglob("*.csv")}
    assert tracked <= files
    assert not [name for name in files if "__pycache__" in name or name.startswith(("tests/", "web/", "docs/"))]


def test_the_sdist_has_what_a_wheel_is_built_from(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as sdist:
        files = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "web/package-lock.json", "Makefile"}
    wanted |= {"src/whistlestop/server/client/index.html", "src/whistlestop/wasm/built/engine.json"}
    assert wanted <= files
    assert not [name for name in files if "node_modules" in name or "__pycache__" in name]


def test_the_sdist_can_be_installed_without_node(built: tuple[Path, Path], tmp_path: Path) -> None:
    fresh = Installed(tmp_path, lends=True)
    fresh.install(built[1])
    assert fresh.run("--version") == f"whistlestop {whistlestop.__version__}\n"
    packages = next(tmp_path.glob("venv/lib/python*/site-packages/whistlestop"))
    engine = ROOT / "src" / "whistlestop" / "wasm" / "built" / "whistlestop.wasm"
    assert (packages / "wasm" / "built" / "whistlestop.wasm").read_bytes() == engine.read_bytes()
    assert (packages / "server" / "client" / "index.html").exists()


def test_the_version_has_one_home(built: tuple[Path, Path], installed: Installed) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"]
    assert metadata(built[0])["Version"] == whistlestop.__version__
    assert installed.run("--version") == f"whistlestop {whistlestop.__version__}\n"
    assert all(f"-{whistlestop.__version__}" in file.name for file in built)


def test_the_page_of_the_package_stands_alone(built: tuple[Path, Path]) -> None:
    """Nothing on it needs a file of the repository, which is not there."""
    told = metadata(built[0])
    assert told["Description-Content-Type"] == "text/markdown"
    text = str(told.get_payload())
    assert "make play" in text
    assert "```python" in text
    assert not re.findall(r"\]\((?!https?:)", text), "a link or picture that is nowhere"
    series = {row.split(" :: ")[-1] for row in told.get_all("Classifier", []) if "Python :: 3." in row}
    assert series == set(SERIES)
    assert told["Requires-Python"] == f">={SERIES[0]}"


def test_an_installed_server_shows_its_page_and_plays(installed: Installed) -> None:
    assert all(name in installed.run("maps") for name in MAPS)
    assert "2 games" in installed.run("simulate", "new_york", "--seats", "2", "--games", "2", WHISTLESTOP_TARGET="none")
    server = installed.serve(WHISTLESTOP_TARGET="none")
    try:
        status = httpx.get(f"{server.url}/api/status").json()
        assert status["engine"]["ready"], "the wheel brings the engine"
        play_a_game(server)
    finally:
        assert server.stop() == 0
