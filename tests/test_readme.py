"""The examples of the README run, in order, as one program."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    program = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), program)
    printed = capsys.readouterr().out
    assert "['keep 1 2', 'keep 1 3', 'keep 2 3']" in printed
    assert "Choose which of the offered tickets to keep first." in printed
    assert "= ?" in printed
