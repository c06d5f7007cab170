"""Logs: lines of JSON on stderr. They never contain tokens, names, links of tables or hidden cards.

An exception is logged by its type and by where it was raised. Its message is left out, because it may quote anything:
a statement's parameters, the row that is there already, the key that is missing.
"""

import json
import logging
import sys
import traceback
from collections.abc import MutableMapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import structlog

from whistlestop.game.reasons import WhistlestopError

CLEAR = "\r\033[K"
"""Clears the line of a terminal, on which a server shows how far the rules are compiled."""
OWN = "whistlestop"
"""The word in the paths of our own code."""


def start_logs(level: str) -> None:
    """Log to stderr everything of this level or above."""
    least = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            write_exception,
            structlog.processors.JSONRenderer(),
            *([clear_line] if sys.stderr.isatty() else []),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    stderr = logging.StreamHandler(sys.stderr)
    stderr.setFormatter(LibraryLines())
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[stderr], force=True)


def clear_line(logger: Any, method: str, line: Any) -> str:
    """Put a line of the log over the one that shows progress, and not behind it."""
    return f"{CLEAR}{line}"


def write_exception(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace the exception of a log line by what may be logged of it."""
    given = line.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else sys.exc_info()[1] if given else None
    if error is not None:
        line["exception"] = describe_error(error)
    return line


def describe_error(error: BaseException) -> list[str]:
    """An exception and what caused it, the last one first: the type of each, and the lines of code it went through."""
    lines: list[str] = []
    found: BaseException | None = error
    while found is not None and len(lines) < 10:
        code = getattr(getattr(found, "orig", found), "sqlstate", None) or getattr(found, "errno", None)
        if isinstance(found, WhistlestopError):
            code = found.reason.code
        kind = f"{type(found).__module__}.{type(found).__qualname__}"
        lines.append(f"{kind}{f' ({code})' if code else ''} {where(found.__traceback__)}".strip())
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return lines


def where(trace: TracebackType | None) -> str:
    """The lines of code that an exception went through: all of ours, and the last one."""
    frames = traceback.extract_tb(trace)
    shown = [frame for frame in frames[:-1] if OWN in frame.filename] + frames[-1:]
    return " > ".join(f"{frame.filename.rpartition(f'/{OWN}/')[2]}:{frame.lineno} {frame.name}" for frame in shown)


class LibraryLines(logging.Formatter):
    """Lines of libraries: what they say without the values that they fill in."""

    def format(self, record: logging.LogRecord) -> str:
        """A line of JSON."""
        line: dict[str, Any] = {
            "event": str(record.msg).partition("\n")[0],
            "logger": record.name,
            "level": record.levelname.lower(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = describe_error(record.exc_info[1])
        return json.dumps(line)
