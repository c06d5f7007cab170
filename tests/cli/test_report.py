"""The command `whistlestop report`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from whistlestop.cli import report
from whistlestop.cli.main import main
from whistlestop.game.kernel import TARGET

GOLDEN = Path(__file__).parents[1] / "golden" / "new_york_won_by_tickets.txt"
pytestmark = pytest.mark.skipif(TARGET != "cpu", reason="networks take minutes uncompiled")


def test_a_report_is_written_as_text_json_and_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def out(*argv: str) -> str:
        assert main(["report", str(GOLDEN), "--rollouts", "1", *argv]) == 0
        return capsys.readouterr().out

    text = out()
    assert max(len(line) for line in text.splitlines()) <= 100
    for heading in ("chance of winning, all cards open", "skill  opponents", "Turning points for"):
        assert heading in text
    facts = json.loads(out("--json"))
    assert facts["complete"]
    for one in facts["summary"]:
        assert one["start"] + one["skill"] + one["opponents"] + one["luck"] == pytest.approx(one["result"])
    out("--seat", "1", "-o", str(tmp_path / "report.svg"))
    drawing = ElementTree.parse(tmp_path / "report.svg").getroot()
    assert len(drawing.findall("{http://www.w3.org/2000/svg}polyline")) == 1


def test_a_record_with_an_error_is_reviewed_up_to_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines(keepends=True)
    file = tmp_path / "broken.txt"
    for broken, problem in (([*lines[:60], "0 take a nap\n", *lines[61:]], "line 61"), ([*lines[:60], "0 ta"], "61")):
        file.write_text("".join(broken), encoding="utf-8")
        assert main(["report", str(file), "--rollouts", "1", "--json"]) == 1
        out, error = capsys.readouterr()
        assert problem in error
        assert "The report is on the game up to there." in error
        assert not json.loads(out)["over"]


def test_ctrl_c_shows_what_is_known(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        reports = real(*arguments)
        yield next(reports)
        raise KeyboardInterrupt

    real = report.review
    monkeypatch.setattr(report, "review", interrupted)
    assert main(["report", str(GOLDEN)]) == 130
    out, error = capsys.readouterr()
    assert "chance of winning" in out
    assert "0 of" in error


@pytest.mark.parametrize(
    ("argv", "problem"),
    [(["--seat", "5"], "5"), (["-o", "report.txt"], "report.txt"), (["--rollouts", "9999999"], "1000000")],
)
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str], problem: str) -> None:
    assert main(["report", str(GOLDEN), *argv]) == 1
    assert problem in capsys.readouterr().err
