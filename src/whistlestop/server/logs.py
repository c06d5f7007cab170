"""Logs: a line of JSON for each thing, with no token, name, address of a table or hidden card in it."""

import logging
import sys

import structlog


def start_logs(level: str) -> None:
    """Write to stderr what matters at least so much."""
    least = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(
        level=max(least, logging.WARNING), stream=sys.stderr, format='{"level":"%(levelname)s","event":"%(message)s"}'
    )
