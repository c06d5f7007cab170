"""The examples of the README and of the Python guide run, each page as one program; games of the docs replay."""

import re
from pathlib import Path
from typing import Any

import pytest

from whistlestop.game.kernel import TARGET
from whistlestop.game.reader import verify

ROOT = Path(__file__).parent.parent
PRINTED = {
    "README.md": (
        "['keep 1 2', 'keep 1 3', 'keep 2 3']",
        "Choose which of the offered tickets to keep first.",
        "= ?",
    ),
    "docs/python.md": (),
}


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    run("README.md", capsys)


def run(page: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Run the examples of a page, check what they print, and return their variables."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 4
    program: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), program)
    printed = capsys.readouterr().out
    for text in PRINTED[page]:
        assert text in printed
    return program


@pytest.mark.skipif(TARGET != "cpu", reason="searches and a thousand games take a minute uncompiled")
def test_the_python_guide_plays_searches_and_simulates(capsys: pytest.CaptureFixture[str]) -> None:
    program = run("docs/python.md", capsys)
    assert program["batch"].observation.shape[0] == 1024
    assert program["count"] > 0
    assert program["states"]["phase"].tolist()[0] == program["states"]["phase"].tolist()[1]
    assert program["done"].plies.shape == (100,)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.skipif(TARGET != "cpu", reason="nine games take seconds uncompiled")
def test_the_games_to_replay_end_as_their_page_says() -> None:
    page = (ROOT / "docs" / "habits.md").read_text(encoding="utf-8")
    links = re.findall(r"\[(\d+) to (\d+) against `.*?`\]\(habits/(.*?)\)", page)
    assert sorted(name for _, _, name in links) == sorted(file.name for file in (ROOT / "docs" / "habits").iterdir())
    for own, other, name in links:
        record = verify((ROOT / "docs" / "habits" / name).read_text(encoding="utf-8"))
        assert record.result is not None
        totals = {record.names[seat.seat]: seat.total for seat in record.result.seats}
        assert totals.pop("express") == int(own)
        assert list(totals.values()) == [int(other)]
