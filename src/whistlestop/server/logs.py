"""Logs: lines of JSON on stderr. They never contain tokens, names, links of tables or hidden cards."""

import logging
import sys

import structlog


def start_logs(level: str) -> None:
    """Log to stderr everything of this level or above."""
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
