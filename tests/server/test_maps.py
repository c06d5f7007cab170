"""Maps of a server: a broken folder is named in the log, and the other maps are served."""

import shutil
from pathlib import Path

import httpx
import pytest
from server.serving import Person, Server

from whistlestop import maps
from whistlestop.server.maps import available_maps, load_game, load_lesson
from whistlestop.server.reasons import Refused
from whistlestop.server.site import data_files, write_lesson

BUNDLED = ["europe", "new_york", "nordic"]


@pytest.fixture(autouse=True)
def _no_maps_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WHISTLESTOP_MAPS", raising=False)


def copy(folder: Path) -> Path:
    return Path(shutil.copytree(maps.BUNDLED / "new_york", folder))


def break_rules(folder: Path) -> None:
    (folder / "rules.toml").write_text("title = ")


def break_names(folder: Path) -> None:
    (folder / "names" / "ru.csv").write_text("id,name\nnowhere,X\n")


def break_layout(folder: Path) -> None:
    (folder / "layout" / "board.csv").unlink()


def break_encoding(folder: Path) -> None:
    (folder / "cities.csv").write_bytes(b"\xff\xfe\x00")


def replace_file_by_folder(folder: Path) -> None:
    (folder / "routes.csv").unlink()
    (folder / "routes.csv").mkdir()


def break_name(folder: Path) -> None:
    folder.rename(folder.with_name("a map!"))


def break_lesson(folder: Path, old: str = "> welcome", new: str = "> hello") -> None:
    file = folder / "lessons" / "first_game" / "lesson.txt"
    file.write_text(file.read_text().replace(old, new))


@pytest.mark.parametrize(
    "damage", [break_rules, break_names, break_layout, break_encoding, replace_file_by_folder, break_name, break_lesson]
)
def test_a_broken_map_is_a_fault_and_the_others_are_usable(tmp_path: Path, damage: object) -> None:
    copy(tmp_path / "good")
    damage(copy(tmp_path / "broken"))
    usable, faults = available_maps([tmp_path])
    assert list(usable) == sorted(["good", *BUNDLED])
    assert len(faults) == 1
    assert faults[0].problem


def test_a_folder_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    usable, faults = available_maps([tmp_path / "gone"])
    assert list(usable) == BUNDLED
    assert "can't be read" in faults[0].problem


def test_a_broken_map_hides_a_bundled_map_of_the_same_name(tmp_path: Path) -> None:
    break_rules(copy(tmp_path / "europe"))
    usable, _ = available_maps([tmp_path])
    assert list(usable) == ["new_york", "nordic"]
    with pytest.raises(Refused, match="broken on this server"):
        load_game("europe", 2, [tmp_path])


def test_a_lesson_that_does_not_replay_is_not_among_the_files_of_the_site(tmp_path: Path) -> None:
    folder = copy(tmp_path / "good")
    assert any(path.startswith("lessons/good/") for path in data_files({"good": folder}))
    load_lesson.cache_clear()
    break_lesson(folder, "1 take pink", "1 take locomotive")
    assert not any(path.startswith("lessons/") for path in data_files({"good": folder}))
    with pytest.raises(Refused, match="broken on this server"):
        write_lesson(folder, "first_game", "en")


def test_a_server_with_a_broken_map_and_a_broken_lesson_logs_them_and_plays_on_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    break_lesson(copy(folder / "good"), "1 take pink", "1 take locomotive")
    break_rules(copy(folder / "broken"))
    server = Server(str(tmp_path / "tables.db"), "--maps", str(folder))
    try:
        ann = Person(server.url)
        assert ann.do("GET", f"/tables/{ann.make(['you', 'open'], 'good')}")["map"] == "good"
        assert ann.do("GET", f"/tables/{ann.make(['you', 'open'], 'nordic')}")["map"] == "nordic"
        refused = ann.post("/tables", map="broken", seats=["you", "open"])
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_table")
        assert str(tmp_path) not in refused.text
        lesson = httpx.get(f"{server.url}/lessons/good/first_game/en", timeout=30)
        assert (lesson.status_code, lesson.json()["code"]) == (422, "bad_table")
        assert str(tmp_path) not in lesson.text
    finally:
        server.stop()
    logged = [line for line in server.log if "map_broken" in line]
    assert len(logged) == 1
    assert "rules.toml" in logged[0]
    logged = [line for line in server.log if "lesson_broken" in line]
    assert len(logged) == 1
    assert "lesson.txt:29" in logged[0]
