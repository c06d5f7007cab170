"""One run of the tests builds and compares modules: the one with the rules as players run them."""

from pathlib import Path

import pytest

from whistlestop.game.kernel import TARGET

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what another run does."""
    if TARGET == "cpu":
        return
    for item in items:
        if item.path in [FOLDER / f"test_{what}.py" for what in ("agreement", "build", "telling")]:
            item.add_marker(pytest.mark.skip(reason="the module is tested with the compiled rules"))
