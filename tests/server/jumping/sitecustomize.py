"""Python starts with this module in servers whose time of day tests let jump, by the seconds written in a file."""

import os
import time

FILE = os.environ.get("WHISTLESTOP_TEST_CLOCK", "")
read_ns = time.time_ns


def jump() -> int:
    """By how many nanoseconds the time of day is wrong now."""
    try:
        with open(FILE, encoding="ascii") as file:
            return int(file.read() or 0) * 1_000_000_000
    except OSError:
        return 0


if FILE:
    time.time_ns = lambda: read_ns() + jump()
    time.time = lambda: (read_ns() + jump()) / 1e9
