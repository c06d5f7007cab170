"""A few seconds of chaos on each database; `make chaos` goes on for as long as you like."""

import pytest
from server.chaos import cause

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.mark.parametrize(
    ("kind", "faults"),
    [("sqlite", ["jump_clock", "fail_writes", "suspend_server"]), ("postgresql", ["cut", "read_only", "slow_down"])],
)
def test_chaos_loses_nothing(kind: str, faults: list[str]) -> None:
    chaos = cause(kind, seed=3, seconds=0, faults=faults, workers=1)
    assert chaos.counts["acknowledged"] > 4
    assert chaos.counts["streams"] > 0
    assert chaos.counts["tracebacks"] == 0
