"""Metrics for Prometheus at `/metrics`. They never name a player or a table."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("whistlestop_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("whistlestop_request_seconds", "Time to answer a request", ["route"])
MOVES = Counter("whistlestop_moves", "Moves made", ["by"])
STREAMS = Gauge("whistlestop_streams", "Open event streams", multiprocess_mode="livesum")
BOT_SECONDS = Histogram("whistlestop_bot_seconds", "Time that a bot took to choose a move", ["level"])
REPORTS = Gauge("whistlestop_reports", "Reports being computed or waiting", multiprocess_mode="livesum")
REPORT_SECONDS = Histogram(
    "whistlestop_report_seconds", "Time until a report was complete", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)


def written() -> bytes:
    """All metrics in Prometheus's text format, summed over all worker processes."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
    return generate_latest()
