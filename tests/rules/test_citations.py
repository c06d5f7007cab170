"""Every rule of docs/rules.md is cited by a test, and neither tests nor sources cite a rule that does not exist.

A test cites rules at the beginning of its docstring: `C5, N2: what they say together.` Sources cite them anywhere in
comments and docstrings.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCES = TESTS.parent / "src"
RULES = TESTS.parent / "docs" / "rules.md"
RULE = re.compile(r"^- \*\*([CNEY][0-9]+)\*\*", re.MULTILINE)
ID = re.compile(r"\b[CNEY][1-9][0-9]?\b")
CITATION = re.compile(r"((?:[CNEY][0-9]+)(?:, [CNEY][0-9]+)*): ")


def docstrings(folder: Path) -> Iterator[tuple[str, str]]:
    """Every test function in a folder: where it is, and its docstring."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.relative_to(TESTS).as_posix()}::{node.name}", ast.get_docstring(node) or ""


def cited(docstring: str) -> set[str]:
    """The rules that a docstring cites."""
    citation = CITATION.match(docstring)
    return set(citation[1].split(", ")) if citation else set()


def rules() -> list[str]:
    return RULE.findall(RULES.read_text(encoding="utf-8"))


def test_every_rule_has_one_id() -> None:
    assert len(rules()) == len(set(rules())) == 21 + 7 + 9 + 5


def test_every_rule_is_cited_by_a_test() -> None:
    everywhere = {rule for _, docstring in docstrings(TESTS) for rule in cited(docstring)}
    assert [rule for rule in rules() if rule not in everywhere] == []


def test_every_rule_that_a_test_cites_exists() -> None:
    known = set(rules())
    wrong = {where: cited(docstring) - known for where, docstring in docstrings(TESTS) if cited(docstring) - known}
    assert wrong == {}


def test_every_rule_that_the_sources_cite_exists() -> None:
    known = set(rules())
    cited_in = {path: set(ID.findall(path.read_text(encoding="utf-8"))) for path in sorted(SOURCES.rglob("*.py"))}
    assert set().union(*cited_in.values()) & known
    wrong = {path.relative_to(SOURCES).as_posix(): ids - known for path, ids in cited_in.items() if ids - known}
    assert wrong == {}


def test_every_test_of_the_rules_cites_one() -> None:
    silent = [
        where
        for where, docstring in docstrings(Path(__file__).parent)
        if not cited(docstring) and Path(__file__).name not in where
    ]
    assert silent == []
