"""Metrics for Prometheus at `/metrics`. They never name a player or a table."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("whistlestop_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("whistlestop_request_seconds", "Time to answer a request", ["route"])
MOVES = Counter("whistlestop_moves", "Moves made", ["by"])
STREAMS = Gauge("whistlestop_streams", "Open event streams", multiprocess_mode="livesum")
BOT_SECONDS = Histogram("whistlestop_bot_seconds", "Time that a bot took to choose a move", ["level"])
BOTS_WAITING = Gauge("whistlestop_bots_waiting", "Turns of bots that wait for a thread", multiprocess_mode="livesum")
BOT_WAIT_SECONDS = Histogram("whistlestop_bot_wait_seconds", "Time that a bot's turn waited for a thread")
DATABASE_SECONDS = Histogram("whistlestop_database_seconds", "Time of a transaction, with waiting for it", ["kind"])
DATABASE_WAIT_SECONDS = Histogram("whistlestop_database_wait_seconds", "Time until there was a connection for reading")
DATABASE_AWAY = Counter("whistlestop_database_away", "Transactions that the database did not take")
LONGEST_FREE_TURN = Gauge(
    "whistlestop_longest_free_turn_seconds",
    "Time that a bot's turn has waited which no process has taken",
    multiprocess_mode="livemostrecent",
)
TABLES = Gauge("whistlestop_tables", "Tables that are open or playing", ["state"], multiprocess_mode="livemostrecent")
TABLES_KEPT = Gauge("whistlestop_tables_kept", "Tables in memory", multiprocess_mode="livesum")
CONNECTIONS = Gauge("whistlestop_connections", "Open connections", multiprocess_mode="livesum")
BACKLOG_BYTES = Gauge(
    "whistlestop_backlog_bytes", "Bytes of events not sent yet, of all streams", multiprocess_mode="livesum"
)
REFUSALS = Counter("whistlestop_refusals", "Requests refused", ["code"])
PROXY_FAULTS = Counter("whistlestop_proxy_faults", "Requests that a proxy seems to have spoilt", ["fault"])
NOTICES = Counter("whistlestop_notices", "Notices to players who are not there", ["way", "outcome"])
NOTICE_SECONDS = Histogram(
    "whistlestop_notice_seconds",
    "Time from what a notice is about until it was sent",
    buckets=(1, 2, 5, 6, 8, 10, 20, 60, 600, 6000),
)
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
