"""The checks before a release: each refuses with what to do, and the notes are the section of the changelog."""

import subprocess
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from install.installed import ROOT

CHANGELOG = """# Changelog

## Unreleased

{}## 0.2.0 - 2030-01-31

### Added

- A thing.

## 0.1.0 - 2029-01-31

Old.
"""


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(ROOT / "tools")
    return import_module("release")


@pytest.fixture
def root(tmp_path: Path, release: Any) -> Path:
    """A repository from which 0.2.0 can be released."""
    home = tmp_path / "repository"
    (home / "src" / "whistlestop").mkdir(parents=True)
    (home / release.VERSION_FILE).write_text('__version__ = "0.2.0"\n')
    (home / "CHANGELOG.md").write_text(CHANGELOG.format(""))
    (home / ".gitignore").write_text(".venv/\n")
    release.git(home, "init", "--quiet")
    commit(home)
    (home / ".venv").mkdir()
    (home / release.TESTED).write_text(f"{release.git(home, 'rev-parse', 'HEAD')}\n")
    return home


def commit(home: Path) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    for words in (("add", "--all"), (*who, "commit", "--quiet", "--message", "Change")):
        subprocess.run(["git", *words], cwd=home, check=True)


def check_all(release: Any, root: Path) -> None:
    for check in release.CHECKS:
        check(root, "0.2.0")


def test_a_tested_commit_with_notes_passes(release: Any, root: Path) -> None:
    check_all(release, root)
    assert release.section(root, "0.2.0") == "### Added\n\n- A thing."


def unsaved(root: Path) -> None:
    (root / "new.py").touch()


def tagged(root: Path) -> None:
    subprocess.run(["git", "tag", "v0.2.0"], cwd=root, check=True)


def unreleased(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGELOG.format("- Another thing.\n\n"))
    commit(root)


def without_date(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGELOG.format("").replace("0.2.0 - 2030-01-31", "0.2.0"))
    commit(root)


def untested(root: Path) -> None:
    (root / "new.py").touch()
    commit(root)


def tested_with_changes(root: Path) -> None:
    with (root / ".venv" / ".tested").open("a") as tested:
        tested.write(" M src/whistlestop/lazy.py\n")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (unsaved, "Commit these first"), (tagged, "exists already"), (unreleased, "still has text under 'Unreleased'"),
        (without_date, "has no section '## 0.2.0 - YYYY-MM-DD'"), (untested, "haven't passed on this commit"),
        (tested_with_changes, "haven't passed on this commit"),
    ],
)  # fmt: skip
def test_anything_else_is_refused(release: Any, root: Path, change: Callable[[Path], None], sentence: str) -> None:
    change(root)
    with pytest.raises(SystemExit, match=sentence):
        check_all(release, root)


@pytest.mark.parametrize("version", ["", "2", "0.2", "v0.2.0", "0.3.0"])
def test_the_version_is_the_one_of_the_sources(release: Any, root: Path, version: str) -> None:
    with pytest.raises(SystemExit, match=r"Name the version|doesn't say 0\.3\.0"):
        release.check_version(root, version)
