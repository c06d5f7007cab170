"""Metrics: what `/metrics` tells, with no name of anybody or of any table."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("whistlestop_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("whistlestop_request_seconds", "Time to answer a request", ["route"])
MOVES = Counter("whistlestop_moves", "Moves of seats", ["by"])
STREAMS = Gauge("whistlestop_streams", "Streams of news that are open", multiprocess_mode="livesum")
BOT_SECONDS = Histogram("whistlestop_bot_seconds", "Time that a bot thought over a move", ["level"])


def written() -> bytes:
    """All metrics in the format of Prometheus, of all processes where there are several."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest()
