"""`whistlestop backup` and `restore` with files whose names mean something in a URI; the rest is in tests/server."""

import sqlite3
from pathlib import Path

import pytest

from whistlestop.cli.main import main

AWKWARD = ("tables#1.db", "tables?mode=rwc.db", "tables%41.db", "two words.db")


def make_database(file: Path, version: str) -> None:
    """A database with the tables that a backup must have."""
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE tables (id TEXT)")
        database.execute("CREATE TABLE alembic_version (version_num TEXT)")
        database.execute("INSERT INTO alembic_version VALUES (?)", [version])
    database.close()


def version_of(file: Path) -> str:
    """The version that `make_database` wrote."""
    with sqlite3.connect(file) as database:
        version: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    database.close()
    return version


@pytest.mark.parametrize("name", AWKWARD)
def test_a_database_of_any_name_is_copied(tmp_path: Path, name: str) -> None:
    source, copy = tmp_path / name, tmp_path / "copy.db"
    make_database(source, "1")
    assert main(["backup", str(copy), "--database", str(source)]) == 0
    assert version_of(copy) == "1"
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([name, "copy.db"]), "no other file appeared"


@pytest.mark.parametrize("name", AWKWARD)
def test_a_backup_of_any_name_is_restored(tmp_path: Path, name: str) -> None:
    backup, target = tmp_path / name, tmp_path / "tables.db"
    make_database(backup, "1")
    make_database(target, "2")
    assert main(["restore", str(backup), "--database", str(target)]) == 0
    assert version_of(target) == "1"
    assert version_of(tmp_path / "tables.db.before-restore") == "2"


def test_a_relative_path_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_database(tmp_path / "tables#1.db", "1")
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "copy.db", "--database", "tables#1.db"]) == 0
    assert version_of(tmp_path / "copy.db") == "1"
