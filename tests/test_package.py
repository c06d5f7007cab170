"""The public names of the package: listed once, imported when first used."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import whistlestop as ws

STUB = Path(ws.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
NAMES = re.findall(r" as (\w+)$", STUB, re.MULTILINE)


def test_every_import_of_the_stub_is_a_public_name() -> None:
    assert STUB.count("import") - STUB.count("__init__.py` imports") == len(NAMES) == len(set(NAMES))
    assert {"Game", "Record", "View", "IllegalMove", "env"} <= set(NAMES) <= set(dir(ws))


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(ws, name) is not None


def test_other_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match=r"module 'whistlestop' has no attribute 'Gane'"):
        ws.Gane  # noqa: B018 - to look it up is the test


def test_importing_the_package_imports_no_rules_yet() -> None:
    """So that `whistlestop --help` stays quick."""
    code = "import sys, whistlestop; sys.exit(any(name in sys.modules for name in ('numpy', 'whistlestop.game')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_wheel_holds_client_and_engine_and_builds_them_again_when_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)
    hatch_build = import_module("hatch_build")
    hook = hatch_build.Client(str(tmp_path), {}, None, None, "", "wheel")
    made = []
    monkeypatch.setattr(hook, "build_client", lambda: made.append("client"))
    monkeypatch.setattr(hook, "build_engine", lambda: made.append("engine"))

    def build(version: str = "standard") -> list[str]:
        made.clear()
        wheel: dict[str, list[str]] = {"artifacts": []}
        hook.initialize(version, wheel)
        assert wheel["artifacts"] == ["/src/whistlestop/server/client", "/src/whistlestop/wasm/built"]
        return made

    def touch(path: str, moment: int) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
        os.utime(tmp_path / path, (moment, moment))

    assert build() == ["client", "engine"]
    assert build("editable") == []
    for path in ("src/whistlestop/server/client/index.html", "src/whistlestop/wasm/built/engine.json"):
        touch(path, 100)
    for path in ("web/src/main.ts", "src/whistlestop/bots/veteran.csv", "src/whistlestop/game/engine.py"):
        touch(path, 50)
    touch("src/whistlestop/wasm/built/whistlestop.wasm", 200)
    assert build() == []
    touch("web/public/manifest.webmanifest", 101)
    assert build() == ["client"]
    touch("src/whistlestop/game/engine.py", 101)
    assert build() == ["client", "engine"]


def test_the_environments_are_tested_with_the_lowest_versions_that_are_allowed() -> None:
    root = Path(__file__).parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    allowed = [name.split(";")[0] for name in (*project["dependencies"], *extras["env"], *extras["data"])]
    floors = dict(re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", name.strip()).groups() for name in allowed)  # type: ignore[union-attr]
    tested = re.findall(
        r"^([\w-]+)==([\d.]+)$", (root / "requirements" / "lowest.txt").read_text(encoding="utf-8"), re.M
    )
    assert {"numpy", "numba", "gymnasium", "pettingzoo"} <= {name for name, _ in tested}
    for name, version in tested:
        assert version.removesuffix(".0").removesuffix(".0") == floors[name].removesuffix(".0"), name


@pytest.mark.parametrize("folder", ["benchmarks", "examples", "tools"])
def test_what_programs_beside_the_package_import_from_it_exists(folder: str) -> None:
    """They run seldom, some with packages that aren't installed here, so a renamed module would stay unnoticed."""
    for file in sorted((Path(__file__).parent.parent / folder).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or (node.module or "").partition(".")[0] != "whistlestop":
                continue
            try:
                found = import_module(str(node.module))
            except ModuleNotFoundError as error:
                if str(error.name).partition(".")[0] != "whistlestop":
                    continue
                raise
            for alias in node.names:
                is_module = Path(getattr(found, "__file__", "")).with_name(f"{alias.name}.py").exists()
                assert hasattr(found, alias.name) or is_module, f"{file.name} imports {alias.name}"
