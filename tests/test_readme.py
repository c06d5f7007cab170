"""The examples of the README and of the Python guide run, each page in order as one program."""

import re
from pathlib import Path
from typing import Any

import pytest

from whistlestop.game.kernel import TARGET

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
