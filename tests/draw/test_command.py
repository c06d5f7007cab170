"""`whistlestop draw` and `whistlestop layout`."""

import shutil
from pathlib import Path

import pytest
from iceland import PLACES, make

from whistlestop import maps
from whistlestop.cli.main import main
from whistlestop.game.record import Record

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A map without a layout."""
    return make(tmp_path / "bare", PLACES)


def refusal(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    """The sentence with which a command is refused."""
    assert main([str(word) for word in argv]) == 1
    sentence = capsys.readouterr().err
    assert sentence.endswith(".\n")
    assert sentence.count("\n") == 1
    return sentence


def test_a_board_is_drawn_as_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.svg"
    assert main(["draw", "europe", "--language", "ru", "--theme", "dark", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"Wrote {file}.\n"
    drawn = file.read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert ">Москва<" in drawn


def test_a_board_is_drawn_as_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    file = tmp_path / "board.png"
    assert main(["draw", "new_york", "-o", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_moment_of_a_record_is_drawn(tmp_path: Path) -> None:
    record = GOLDEN / "new_york_fair.txt"
    start, end = tmp_path / "start.svg", tmp_path / "end.svg"
    assert main(["draw", "new_york", str(record), "--ply", "0", "-o", str(start)]) == 0
    assert main(["draw", "new_york", str(record), "-o", str(end)]) == 0
    played = Record.read(record.read_text(encoding="utf-8"))
    seats = played.view(0).as_dict()["seats"]
    cars = sum(played.game.rules.cars - seat["cars"] for seat in seats)
    assert start.read_text().count('<use href="#car-') == len(seats)
    assert end.read_text().count('<use href="#car-') == len(seats) + cars


def test_a_board_that_cannot_be_drawn_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = GOLDEN / "new_york_fair.txt"
    assert "must end in .svg or .png" in refusal(capsys, "draw", "europe", "-o", tmp_path / "board.jpg")
    assert "'atlantis'" in refusal(capsys, "draw", "atlantis", "-o", tmp_path / "board.svg")
    assert "played on new_york" in refusal(capsys, "draw", "europe", record, "-o", tmp_path / "board.svg")
    assert "name the record" in refusal(capsys, "draw", "europe", "--ply", 3, "-o", tmp_path / "board.svg")
    assert "99999" in refusal(capsys, "draw", "new_york", record, "--ply", 99999, "-o", tmp_path / "board.svg")
    assert "nowhere" in refusal(capsys, "draw", "europe", "-o", tmp_path / "nowhere" / "board.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_png_without_its_renderer_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whistlestop.draw.picture_files.find_spec", lambda name: None)
    assert "whistlestop[png]" in refusal(capsys, "draw", "europe", "-o", tmp_path / "board.png")


def test_a_map_without_a_layout_is_sketched_and_solved(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = bare.parent / "board.svg"
    assert main(["draw", "bare", "--maps", str(bare), "-o", str(file)]) == 0
    assert "whistlestop layout" in capsys.readouterr().err
    assert main(["layout", str(bare)]) == 0
    assert (bare / "layout" / "ru.csv").exists()
    assert main(["draw", "bare", "--maps", str(bare), "-o", str(file)]) == 0
    assert "whistlestop layout" not in capsys.readouterr().err
    assert main(["maps", "check", str(bare)]) == 0


def test_a_layout_is_not_overwritten_unawares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "new_york")
    assert "--force" in refusal(capsys, "layout", folder)
    assert "folder" in refusal(capsys, "layout", tmp_path / "nowhere")


def test_a_faulty_layout_is_named_by_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(maps.BUNDLED / "new_york", tmp_path / "new_york")
    path = folder / "layout" / "cities.csv"
    path.write_text(path.read_text().replace("soho", "bronx"))
    assert f"{path}:" in refusal(capsys, "maps", "check", folder)
