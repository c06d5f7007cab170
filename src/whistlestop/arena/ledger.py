"""Ledger: the results of an arena in a file, a line a game, so that an arena that was broken off goes on.

The first line says which arena it is. All lines are the same to the last byte whoever played the games; how long the
bots thought stands in a file of its own beside it, `FILE.times`.
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
    """The outcomes of an earlier run; new ones are written down after them at once. Without a file nothing is kept."""

    def __init__(self, file: Path | None, header: dict[str, Any]) -> None:
        self.file = file
        self.outcomes: list[Outcome] = []
        if file is None:
            return
        self.times_file = file.with_name(f"{file.name}.times")
        if file.exists() and file.stat().st_size:
            self.outcomes = read(file, header, read_times(self.times_file))
        else:
            write(file, "w", header)
            self.times_file.unlink(missing_ok=True)

    def add(self, outcome: Outcome) -> None:
        """Write down what came of the next game."""
        if self.file is not None:
            write(self.times_file, "a", [outcome.fixture.number, *(round(each, 6) for each in outcome.seconds)])
            write(self.file, "a", outcome.as_dict())


def write(file: Path, mode: str, told: object) -> None:
    """Write one line of JSON."""
    with file.open(mode, encoding="utf-8", newline="\n") as lines:
        lines.write(json.dumps(told, separators=(",", ":")) + "\n")


def read(file: Path, header: dict[str, Any], times: dict[int, list[float]]) -> list[Outcome]:
    """The outcomes in a file of this arena; a last line that was broken off in writing is cut away."""
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.decode("utf-8", "replace").splitlines() or [""]
    found = parse(file, 1, first, dict)
    for field, wanted in header.items():
        if found.get(field) != wanted:
            raise BadArena("other_arena", file=str(file), field=field, found=str(found.get(field)), wanted=str(wanted))
    outcomes = []
    for n, line in enumerate(lines):
        make = partial(Outcome.from_dict, seconds=times.get(n, []))
        outcomes.append(parse(file, n + 2, line, make))
    os.truncate(file, len(whole))
    return outcomes


def parse(file: Path, number: int, line: str, make: Callable[[Any], Parsed]) -> Parsed:
    """What a line tells."""
    try:
        return make(json.loads(line))
    except (ValueError, TypeError, KeyError):
        raise BadArena("not_results", file=str(file), line=number) from None


def read_times(file: Path) -> dict[int, list[float]]:
    """How long the seats of each game thought, as far as it is known."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {int(number): seconds for number, *seconds in map(json.loads, lines)}
