"""The process that computes reports: of the lowest priority, so that bots, streams and requests never wait for it.

It reads a line of JSON at a time and answers each with a line. `{"key", "record", "rollouts"}` asks for the quick look
at a game; `{"key"}` asks for the same report after some more work on it. It ends when nobody is left to ask.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

from whistlestop.game.reasons import Reason, WhistlestopError
from whistlestop.review.partial import read_as_far
from whistlestop.review.report import Report, cores, review
from whistlestop.server.settings import Settings

SLICE = 0.5
"""Seconds of work between two answers."""
THREADS = 2
"""The most threads that work on a report."""
NICENESS = 19
"""The lowest priority there is."""
UNFINISHED = Reason("unfinished", {}, "The game in this record isn't over. The report covers it up to its last move.")


class Reporter:
    """The reports that are being computed, by key."""

    def __init__(self, settings: Settings) -> None:
        self._places = settings.places
        self._reports: dict[str, Iterator[Report]] = {}

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request: a report, or why there is none."""
        try:
            if "record" in asked:
                return self.look(asked["key"], asked["record"], asked["rollouts"])
            return self.go_on(asked["key"])
        except WhistlestopError as error:
            return {"refused": [type(error).__name__, error.reason.code, dict(error.reason.parameters)]}

    def look(self, key: str, text: str, rollouts: int) -> dict[str, Any]:
        """The quick look at a game, as far as its record can be read, and what is wrong with the record."""
        record, error = read_as_far(text, self._places)
        reports = review(record, rollouts, min(THREADS, cores()))
        report = next(reports)
        self._reports[key] = reports
        problem = error.reason if error else None if record.over else UNFINISHED
        return {"report": report.as_dict(), **({"problem": problem.as_dict()} if problem else {})}

    def go_on(self, key: str) -> dict[str, Any]:
        """A report after some more work on it."""
        end = time.monotonic() + SLICE
        for report in self._reports[key]:
            if time.monotonic() > end or report.searched == report.to_search:
                break
        if report.searched == report.to_search:
            del self._reports[key]
        return {"report": report.as_dict()}


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    if sys.platform != "win32":
        os.nice(NICENESS)
    reporter = Reporter(Settings.of())
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever else is printed is no answer
    for line in sys.stdin:
        print(json.dumps(reporter.answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
