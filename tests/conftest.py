"""What makes tests faster: less search for garbage, and records of plain kernels that find their fields."""

import gc
from typing import Any

import numpy as np

from whistlestop.game.kernel import TARGET

if TARGET != "cpu":
    # NumPy looks for a field after all else and by way of exceptions: two thirds of the time of plain kernels.

    def read(record: np.record, name: str) -> Any:
        try:
            return np.void.__getitem__(record, name)
        except ValueError:
            return np.void.__getattribute__(record, name)

    def write(record: np.record, name: str, value: Any) -> None:
        np.void.__setitem__(record, name, value)

    np.record.__getattribute__ = read
    np.record.__setattr__ = write


def pytest_collection_finish() -> None:
    """Leave thousands of tests and all that was imported out of the search for garbage."""
    gc.collect()
    gc.freeze()
