"""Logs: lines of JSON on stderr. They never contain tokens, names, links of tables or hidden cards."""

import logging
import sys
from typing import Any

import structlog

CLEAR = "\r\033[K"
"""Clears the line of a terminal, on which a server shows how far the rules are compiled."""


def start_logs(level: str) -> None:
    """Log to stderr everything of this level or above."""
    least = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
            *([clear_line] if sys.stderr.isatty() else []),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(
        level=max(least, logging.WARNING), stream=sys.stderr, format='{"level":"%(levelname)s","event":"%(message)s"}'
    )


def clear_line(logger: Any, method: str, line: Any) -> str:
    """Put a line of the log over the one that shows progress, and not behind it."""
    return f"{CLEAR}{line}"
