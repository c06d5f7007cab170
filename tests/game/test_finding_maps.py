"""Where maps are found, and their names in other languages."""

import os
import shutil
from pathlib import Path

import pytest

from whistlestop import maps
from whistlestop.game.board import available, find, load, load_names
from whistlestop.game.reasons import BadMap


def copy(folder: Path) -> Path:
    """A map of that name, with no names in other languages."""
    return Path(shutil.copytree(maps.BUNDLED / "new_york", folder, ignore=shutil.ignore_patterns("names")))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return copy(tmp_path / "tiny")


def names_file(folder: Path, text: str, language: str = "ru") -> Path:
    path = folder / "names" / f"{language}.csv"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_names_of_another_language(tiny: Path) -> None:
    printed = {"title": "New York City"} | {city.id: city.name for city in load(tiny)[0].cities}
    assert load_names(tiny, "ru") == printed
    names_file(tiny, "id,name\ntitle,Крошка\nsoho,Сохо\n")
    assert load_names(tiny, "ru") == printed | {"title": "Крошка", "soho": "Сохо"}
    assert load_names(tiny, "is") == printed


def test_names_that_a_language_lacks_are_english_ones(tiny: Path) -> None:
    names_file(tiny, "id,name\nsoho,South of Houston\nchelsea,The Chelsea\n", "en")
    names_file(tiny, "id,name\nsoho,Сохо\n")
    english, russian = load_names(tiny, "en"), load_names(tiny, "ru")
    assert (english["soho"], english["chelsea"]) == ("South of Houston", "The Chelsea")
    assert russian == english | {"soho": "Сохо"}
    assert load_names(tiny, "is") == english


@pytest.mark.parametrize(
    ("code", "text", "line"),
    [
        ("unknown_city", "id,name\nsoho,Сохо\noak,Дуб\n", 3),
        ("duplicate_city", "id,name\nsoho,Сохо\nsoho,Сохо\n", 3),
        ("not_text", "id,name\nsoho,\n", 2),
        ("wrong_header", "name,id\nСохо,soho\n", 1),
    ],
)
def test_damaged_names(tiny: Path, code: str, text: str, line: int) -> None:
    path = names_file(tiny, text)
    with pytest.raises(BadMap) as caught:
        load_names(tiny, "ru")
    reason = caught.value.reason
    assert (reason.code, reason.parameters["file"], reason.parameters["line"]) == (code, str(path), line)


def test_an_unknown_language(tiny: Path) -> None:
    with pytest.raises(BadMap, match="zh-Hans") as caught:
        load_names(tiny, "../en")
    assert caught.value.reason.code == "no_such_language"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WHISTLESTOP_MAPS", raising=False)


@pytest.mark.usefixtures("alone")
def test_a_map_is_found_in_a_folder_of_maps_or_as_the_folder_itself(tiny: Path) -> None:
    assert find("tiny", [tiny.parent]) == tiny
    assert find("tiny", [tiny]) == tiny
    assert list(available([tiny])) == ["europe", "new_york", "nordic", "tiny"]
    assert list(available()) == ["europe", "new_york", "nordic"]


def test_a_map_is_found_by_the_environment_variable(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = copy(tiny.parent / "more" / "other")
    monkeypatch.setenv("WHISTLESTOP_MAPS", f"{tiny}{os.pathsep}{other.parent}")
    assert find("tiny") == tiny
    assert find("other") == other


@pytest.mark.usefixtures("alone")
def test_the_working_folder_can_be_the_map(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny)
    assert find("tiny", [Path()]) == Path()
    assert load(Path())[0].name == "tiny"


@pytest.mark.usefixtures("alone")
def test_a_folder_that_is_named_is_searched_first(tmp_path: Path) -> None:
    mine = copy(tmp_path / "one" / "europe")
    assert find("europe", [mine.parent, copy(tmp_path / "two" / "europe")]) == mine


@pytest.mark.usefixtures("alone")
def test_an_unfinished_map_is_found_so_that_loading_can_say_what_is_missing(tiny: Path) -> None:
    (tiny / "rules.toml").unlink()
    with pytest.raises(BadMap) as caught:
        load(find("tiny", [tiny]))
    assert caught.value.reason.code == "file_missing"


@pytest.mark.usefixtures("alone")
def test_an_unknown_map_lists_the_available_ones(tiny: Path) -> None:
    with pytest.raises(BadMap, match="europe, new_york, nordic, tiny") as caught:
        find("atlantis", [tiny])
    assert caught.value.reason.code == "no_such_map"


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("place", "code"), [("nowhere", "file_unreadable"), (".", "no_map_there")])
def test_a_folder_without_maps(tmp_path: Path, place: str, code: str) -> None:
    with pytest.raises(BadMap) as caught:
        available([tmp_path / place])
    assert caught.value.reason.code == code
    assert str(tmp_path / place) in str(caught.value)


def test_maps_are_named_after_their_folder(tmp_path: Path) -> None:
    assert maps.name(tmp_path / "x" / ".." / "tiny") == "tiny"
