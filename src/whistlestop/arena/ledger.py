"""Ledger: the results of a match in a file, one line for each game, so that an interrupted match can continue.

The first line identifies the match and has the rollouts of budgets in seconds. All other lines are identical however
the games were played; the times that bots took are in a separate file, `FILE.times`.
"""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from whistlestop.arena.bout import Outcome
from whistlestop.arena.reasons import BadArena

Parsed = TypeVar("Parsed")


class Ledger:
    """The outcomes of an earlier run; new ones are appended at once. Without a file nothing is saved.

    `calibrate` returns the rollouts of budgets in seconds; it is called only if there was no earlier run.
    """

    def __init__(self, file: Path | None, header: dict[str, Any], calibrate: Callable[[], dict[str, int]]) -> None:
        self.file = file
        self.outcomes: list[Outcome] = []
        if file is not None and file.exists() and file.stat().st_size:
            self.header, self.outcomes = read(file, header, read_times(times_of(file)))
            return
        self.header = {**header, "rollouts": calibrate()}
        if file is not None:
            write(file, "w", self.header)
            times_of(file).unlink(missing_ok=True)

    def add(self, outcome: Outcome) -> None:
        """Append the outcome of the next game."""
        if self.file is not None:
            write(times_of(self.file), "a", [outcome.fixture.number, *(round(each, 6) for each in outcome.seconds)])
            write(self.file, "a", outcome.as_dict())


def times_of(file: Path) -> Path:
    """The file with the times of a file of results."""
    return file.with_name(f"{file.name}.times")


def write(file: Path, mode: str, content: object) -> None:
    """Write one line of JSON."""
    with file.open(mode, encoding="utf-8", newline="\n") as lines:
        lines.write(json.dumps(content, separators=(",", ":")) + "\n")


def read(file: Path, header: dict[str, Any], times: dict[int, list[float]]) -> tuple[dict[str, Any], list[Outcome]]:
    """The header and outcomes in a file of this match; an incomplete last line is removed."""
    whole = whole_lines(file)
    first, *lines = whole.decode("utf-8", "replace").splitlines() or [""]
    found = parse(file, 1, first, dict)
    for field, wanted in header.items():
        if found.get(field) != wanted:
            raise BadArena("other_arena", file=str(file), field=field, found=str(found.get(field)), wanted=str(wanted))
    rollouts = parse(file, 1, first, lambda fields: dict(fields["rollouts"]))
    outcomes = []
    for n, line in enumerate(lines):
        make = partial(Outcome.from_dict, seconds=times.get(n, []))
        outcomes.append(parse(file, n + 2, line, make))
    os.truncate(file, len(whole))
    return {**header, "rollouts": rollouts}, outcomes


def whole_lines(file: Path) -> bytes:
    """The content of a file without an incomplete last line, which an interrupted run may leave."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def parse(file: Path, number: int, line: str, make: Callable[[Any], Parsed]) -> Parsed:
    """Parse a line of results."""
    try:
        return make(json.loads(line))
    except (ValueError, TypeError, KeyError):
        raise BadArena("not_results", file=str(file), line=number) from None


def read_times(file: Path) -> dict[int, list[float]]:
    """The seconds that each seat took, by game, as far as they are known; an incomplete last line is removed."""
    if not file.exists():
        return {}
    whole = whole_lines(file)
    times: dict[int, list[float]] = {}
    for n, line in enumerate(whole.decode("utf-8", "replace").splitlines()):
        number, *seconds = parse(file, n + 1, line, list)
        times[number] = seconds
    os.truncate(file, len(whole))
    return times
