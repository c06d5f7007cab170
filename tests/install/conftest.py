"""Packages and the files of deploy/: they add no rule, so one run, with the rules as players run them, tests them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.serving import CLIENTS

from whistlestop.game.kernel import TARGET


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests where the rules are not compiled."""
    if TARGET == "cpu":
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="packages are tested with the compiled rules"))


@pytest.fixture(autouse=True)
def _closed_clients() -> Iterator[None]:
    yield
    while CLIENTS:
        CLIENTS.pop().close()
