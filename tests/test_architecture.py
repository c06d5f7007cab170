"""The walks of docs/architecture.md name files and functions that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = [
    (re.findall(r"`([^`]+)`", where), re.findall(r"`([^`]+)`", functions))
    for walk in re.findall(r"(?s)## The walk of .*?(?=\n## )", PAGE)
    for where, functions in re.findall(r"(?m)^\| (`[^|]*) \| ([^|]*) \|", walk)
]


def test_there_are_two_walks() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize(("files", "functions"), ROWS)
def test_a_step_of_a_walk_exists(files: list[str], functions: list[str]) -> None:
    folder = {True: ROOT, False: ROOT / "src" / "whistlestop"}
    text = "\n".join((folder[file.startswith("web/")] / file).read_text(encoding="utf-8") for file in files)
    for function in functions:
        assert re.search(rf"\b{function.rpartition('.')[2]}\b", text), function


def test_the_main_line_is_as_long_as_the_page_says() -> None:
    move = PAGE.partition("## The walk of a move")[2].partition("The main line is ")
    steps = re.findall(r"(?m)^\| (`[^|]*) \| ([^|]*) \|", move[0])
    functions = sum(functions.count("`") // 2 for _, functions in steps)
    files = {file for where, _ in steps for file in re.findall(r"`([^`]+)`", where)}
    assert move[2].startswith(f"{functions} functions in {len(files)} files")
