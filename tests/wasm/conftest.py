"""The module is compared with the rules as players run them, so one run of the tests does it."""

from pathlib import Path

import pytest

from whistlestop.game.kernel import TARGET


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the compiled rules."""
    if TARGET == "cpu":
        return
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.name in ("test_agreement.py", "test_telling.py"):
            item.add_marker(pytest.mark.skip(reason="the module is compared with the compiled rules"))
