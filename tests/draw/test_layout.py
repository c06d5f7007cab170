"""The layouts of the bundled maps, and what the loader refuses."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest

from whistlestop import maps
from whistlestop.draw import files
from whistlestop.draw.layout import layout_json
from whistlestop.game import board as game_board
from whistlestop.game.board import LANGUAGES, load, load_names
from whistlestop.game.reasons import BadMap

NAMES = ("europe", "new_york", "nordic")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a bundled map, to be spoilt."""
    return Path(shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "new_york"))


@pytest.mark.parametrize("name", NAMES)
def test_a_bundled_map_has_a_place_for_everything(name: str) -> None:
    board, _ = load(maps.BUNDLED / name)
    layout = files.load(maps.BUNDLED / name, board)
    assert len(layout.cities) == len(board.cities)
    assert [len(way.slots) for way in layout.ways] == [track.length for track in board.tracks]
    assert set(layout.labels) == set(LANGUAGES)
    assert layout.grounds
    assert layout.sizes.cartouche_width


@pytest.mark.parametrize("name", NAMES)
def test_a_track_runs_from_its_first_city_to_its_second(name: str) -> None:
    board, _ = load(maps.BUNDLED / name)
    layout = files.load(maps.BUNDLED / name, board)
    for track, way in zip(board.tracks, layout.ways, strict=True):
        for city, end in ((track.a, way.curve.a), (track.b, way.curve.d)):
            x, y = layout.cities[city]
            assert abs(end[0] - x) + abs(end[1] - y) < 2 * layout.sizes.slot_width, track.text


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_is_a_small_part_of_what_a_browser_loads(name: str) -> None:
    board, _ = load(maps.BUNDLED / name)
    text = json.dumps(layout_json(board, files.load(maps.BUNDLED / name, board)), separators=(",", ":"))
    assert len(gzip.compress(text.encode())) < 50_000


def test_a_layout_as_json_is_plain(folder: Path) -> None:
    board, _ = load(folder)
    data = layout_json(board, files.load(folder, board))
    assert json.loads(json.dumps(data)) == data
    assert data["viewBox"] == [0, 0, 900, 1200]
    assert [len(track["slots"]) for track in data["tracks"]] == [track.length for track in board.tracks]
    assert data["tracks"][0]["id"] == board.tracks[0].text
    assert set(data["labels"]) == set(LANGUAGES)
    assert all(re.fullmatch(r"M[-0-9., ]+l[-0-9., ]+Z?", ground["path"]) for ground in data["land"])


def test_a_written_layout_reads_back_the_same(folder: Path, tmp_path: Path) -> None:
    board, _ = load(folder)
    layout = files.load(folder, board)
    shutil.rmtree(folder / "layout")
    files.write(folder, board, layout)
    assert files.load(folder, board) == layout


def test_play_does_not_depend_on_a_layout(folder: Path) -> None:
    digest = load(folder)[0].digest
    shutil.rmtree(folder / "layout")
    (folder / "land.geojson").unlink()
    assert load(folder)[0].digest == digest


SPOILT = [
    ("board.csv", "width,900", "width,wide", "not_decimals"),
    ("board.csv", "width,900", "width,90000", "size_range"),
    ("board.csv", "width,900\n", "", "size_missing"),
    ("board.csv", "width,900", "breadth,900", "size_unknown"),
    ("board.csv", "width,900", "width,900\nwidth,900", "size_twice"),
    ("board.csv", "size,value", "what,value", "wrong_header"),
    ("cities.csv", "brooklyn,", "bruklin,", "unknown_city"),
    ("cities.csv", "brooklyn,344.7,1105", "brooklyn,344.7,1305", "off_board"),
    ("cities.csv", "brooklyn,344.7,1105\n", "", "city_unplaced"),
    ("cities.csv", "central_park,", "brooklyn,1,1\ncentral_park,", "duplicate_city"),
    ("tracks.csv", "brooklyn-chinatown,", "brooklyn-nowhere,", "track_unknown"),
    ("tracks.csv", "brooklyn-chinatown/2,", "brooklyn-chinatown,", "track_twice"),
    ("tracks.csv", "first,last", "first,end", "wrong_header"),
    ("en.csv", ",Brooklyn", ",Brook/lin", "label_text"),
    ("en.csv", "brooklyn,", "bruklin,", "unknown_city"),
    ("en.csv", "start,Brooklyn", "left,Brooklyn", "not_a_choice"),
    ("land.csv", "land,", "sand,", "not_a_choice"),
]


@pytest.mark.parametrize(("file", "old", "new", "code"), SPOILT)
def test_a_fault_is_named_with_file_and_line(folder: Path, file: str, old: str, new: str, code: str) -> None:
    path = folder / "layout" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    board, _ = load(folder)
    with pytest.raises(BadMap) as refused:
        files.load(folder, board)
    assert refused.value.reason.code == code
    assert re.match(rf"{re.escape(str(path))}:\d+: .+\.$", str(refused.value))


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ("0 0 10 10 20 20,5,20", "not_decimals"),
        ("0 0 50 0 100 0 150 0,20,400", "curve_range"),
        ("0 0 50 0 100 0 150 0,60,20", "curve_range"),
        ("0 0 50 0 100 0 150 0,20,130", "curve_short"),
        ("0 0 -50 0 -100 0 -250 0,20,230", "off_board"),
    ],
)
def test_a_curve_must_have_room_for_the_slots(folder: Path, cells: str, code: str) -> None:
    """Three slots of 50 each."""
    path = folder / "layout" / "tracks.csv"
    text = re.sub("(?m)^brooklyn-chinatown,.*$", f"brooklyn-chinatown,{cells}", path.read_text())
    path.write_text(text)
    board, _ = load(folder)
    with pytest.raises(BadMap) as refused:
        files.load(folder, board)
    assert refused.value.reason.code == code
    assert refused.value.reason.parameters["line"] == 2


def test_every_track_and_label_must_be_there(folder: Path) -> None:
    board, _ = load(folder)
    for file, code in (("tracks.csv", "track_undrawn"), ("en.csv", "label_missing")):
        path = folder / "layout" / file
        whole = path.read_text(encoding="utf-8")
        path.write_text("".join(whole.splitlines(keepends=True)[:-1]), encoding="utf-8")
        with pytest.raises(BadMap) as refused:
            files.load(folder, board)
        assert refused.value.reason.code == code
        path.write_text(whole, encoding="utf-8")


@pytest.mark.parametrize("file", ["board.csv", "cities.csv", "tracks.csv"])
def test_a_layout_needs_its_files(folder: Path, file: str) -> None:
    (folder / "layout" / file).unlink()
    with pytest.raises(BadMap) as refused:
        files.load(folder, load(folder)[0])
    assert refused.value.reason.code == "layout_file_missing"


@pytest.mark.parametrize("file", ["land.csv", "waters.csv", "is.csv"])
def test_a_layout_may_lack_the_rest(folder: Path, file: str) -> None:
    (folder / "layout" / file).unlink()
    files.load(folder, load(folder)[0])


def test_a_piece_of_land_needs_three_points(folder: Path) -> None:
    (folder / "layout" / "land.csv").write_text("kind,points\nland,1 1 2 2\n")
    with pytest.raises(BadMap) as refused:
        files.load(folder, load(folder)[0])
    assert refused.value.reason.code == "ring_short"


def waters(folder: Path, *lines: str) -> dict[str, str]:
    """The names of the first sea if these lines are waters.csv."""
    (folder / "layout" / "waters.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return dict(files.load(folder, load(folder)[0]).waters[0].names)


def test_a_sea_without_a_name_in_a_language_has_its_english_name(folder: Path) -> None:
    english = dict.fromkeys(LANGUAGES, "Sea")
    assert waters(folder, "x,y,turn,size,en", "9,9,0,20,Sea") == english
    assert waters(folder, "x,y,turn,size,en,ru,is", "9,9,0,20,Sea,Море,") == {**english, "ru": "Море"}


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("x,y,turn,size,ru", "wrong_header"),
        ("x,y,turn,size", "wrong_header"),
        ("x,y,turn,size,en,klingon", "column_unknown"),
        ("x,y,turn,size,en,ru,ru", "column_twice"),
        ("x,y,turn,size,en,en", "column_twice"),
    ],
)
def test_a_column_that_waters_cannot_have(folder: Path, header: str, code: str) -> None:
    with pytest.raises(BadMap) as refused:
        waters(folder, header, "9,9,0,20" + ",Sea" * (header.count(",") - 3))
    assert refused.value.reason.code == code
    assert refused.value.reason.parameters["line"] == 1


@pytest.mark.parametrize("name", maps.folders(maps.BUNDLED))
def test_a_map_loads_when_whistlestop_learns_a_language(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file and no column for it: names of cities and seas are the English ones, labels are placed when drawn."""
    for module in (game_board, files):
        monkeypatch.setattr(module, "LANGUAGES", (*LANGUAGES, "eo"))
    folder = maps.BUNDLED / name
    layout = files.load(folder, load(folder)[0])
    assert set(layout.labels) == set(LANGUAGES)
    assert all(water.names["eo"] == water.names["en"] for water in layout.waters)
    assert load_names(folder, "eo") == load_names(folder, "en")
