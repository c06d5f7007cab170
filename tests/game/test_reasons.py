"""docs/reasons.md lists every reason with its parameters, as `benchmarks/reasons.py` writes it."""

from importlib import util
from pathlib import Path
from types import ModuleType

from whistlestop.game import reasons

ROOT = Path(__file__).parents[2]


def generator() -> ModuleType:
    spec = util.spec_from_file_location("reasons_page", ROOT / "benchmarks" / "reasons.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_reasons_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    assert page == generator().page(), "run `python benchmarks/reasons.py`"


def test_the_page_has_every_sentence_of_the_rules() -> None:
    """Each error class of the rules and each line of a score; a new table of sentences must be added to the page."""
    tables = [value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, dict)]
    listed = [english for _, _, english in generator().SECTIONS]
    assert len(tables) == len(listed)
    assert all(any(table is one for one in listed) for table in tables)
