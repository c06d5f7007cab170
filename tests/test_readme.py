"""The examples of the README and of the Python guide run, each page in order as one program."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRINTED = {
    "README.md": (
        "['keep 1 2', 'keep 1 3', 'keep 2 3']",
        "Choose which of the offered tickets to keep first.",
        "= ?",
    ),
    "docs/python.md": ("[",),
}


@pytest.mark.parametrize("page", PRINTED)
def test_the_examples_of_a_page_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 4
    program: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), program)
    printed = capsys.readouterr().out
    for text in PRINTED[page]:
        assert text in printed


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150
