"""The public names of the package: listed once, imported when first used."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import whistlestop as ws

STUB = Path(ws.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
NAMES = re.findall(r" as (\w+)$", STUB, re.MULTILINE)


def test_every_import_of_the_stub_is_a_public_name() -> None:
    assert STUB.count("import") - STUB.count("__init__.py` imports") == len(NAMES) == len(set(NAMES))
    assert {"Game", "Record", "View", "IllegalMove", "env"} <= set(NAMES) <= set(dir(ws))


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(ws, name) is not None


def test_other_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match=r"module 'whistlestop' has no attribute 'Gane'"):
        ws.Gane  # noqa: B018 - to look it up is the test


def test_importing_the_package_imports_no_rules_yet() -> None:
    """So that `whistlestop --help` stays quick."""
    code = "import sys, whistlestop; sys.exit(any(name in sys.modules for name in ('numpy', 'whistlestop.game')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
