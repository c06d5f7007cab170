"""Ledger: the results of an arena in a file, a line a game, so that an arena that was broken off goes on.

The first line says which arena it is, and how many rollouts its budgets in seconds came to. All lines after it are the
same to the last byte whoever played the games; how long the bots thought stands in a file of its own beside it,
`FILE.times`.
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
    """The outcomes of an earlier run; new ones are written down after them at once. Without a file nothing is kept.

    `calibrate` gives the rollouts that budgets in seconds come to; it is asked only if there was no earlier run.
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
        """Write down what came of the next game."""
        if self.file is not None:
            write(times_of(self.file), "a", [outcome.fixture.number, *(round(each, 6) for each in outcome.seconds)])
            write(self.file, "a", outcome.as_dict())


def times_of(file: Path) -> Path:
    """Where the times of some results stand."""
    return file.with_name(f"{file.name}.times")


def write(file: Path, mode: str, told: object) -> None:
    """Write one line of JSON."""
    with file.open(mode, encoding="utf-8", newline="\n") as lines:
        lines.write(json.dumps(told, separators=(",", ":")) + "\n")


def read(file: Path, header: dict[str, Any], times: dict[int, list[float]]) -> tuple[dict[str, Any], list[Outcome]]:
    """The header and outcomes in a file of this arena; a last line that was broken off in writing is cut away."""
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    first, *lines = whole.decode("utf-8", "replace").splitlines() or [""]
    found = parse(file, 1, first, dict)
    for field, wanted in header.items():
        if found.get(field) != wanted:
            raise BadArena("other_arena", file=str(file), field=field, found=str(found.get(field)), wanted=str(wanted))
    rollouts = parse(file, 1, first, lambda told: dict(told["rollouts"]))
    outcomes = []
    for n, line in enumerate(lines):
        make = partial(Outcome.from_dict, seconds=times.get(n, []))
        outcomes.append(parse(file, n + 2, line, make))
    os.truncate(file, len(whole))
    return {**header, "rollouts": rollouts}, outcomes


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
