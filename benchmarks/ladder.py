"""How strong the bots are: `make ladder` plays each of them against copies of `planner` and writes docs/ladder.md.

    python benchmarks/ladder.py --map europe --seats 2 --bot racer --jobs 2

Without options all of the ladder is played, on every map and with every number of seats. What was played is kept in
the folder `ladder`, so that a run that was broken off goes on and every run completes the table.
"""

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from whistlestop.arena import match
from whistlestop.game.game import Game

ANCHOR = "planner"
LADDER = {
    "random": 400,
    "route_focused": 400,
    "destination_hungry": 400,
    "long_route": 400,
    "one_step": 400,
    "racer": 400,
    "veteran": 400,
    "montecarlo:seconds=0.1": 200,
    "champion:seconds=0.1": 200,
    "champion:seconds=1": 100,
}
"""The bots with their budgets, and how many games each plays in a cell."""
CELLS = [("nordic", 2), ("nordic", 3), *(("europe", n) for n in (2, 3, 4, 5)), *(("new_york", n) for n in (2, 3, 4))]
KEPT = Path("ladder")
PAGE = Path("docs/ladder.md")
HEAD = """# The ladder

Each bot against copies of `planner`, whose rating is 1000, in every seating of every deal. The win rate is that of the
bot's one seat: with two seats an equal of `planner` would win 50 %, with three 33 %. Intervals are those of 95 %.
A budget stands after the bot's name. One in seconds was turned into rollouts once for each table, and they stand beside
it; the time a move is what it came to on the machine that played, other work there included.

`make ladder` plays all of it and writes this page; a run that was broken off goes on. One line of it is

    python benchmarks/ladder.py --map europe --seats 2 --bot racer

[arena.md](arena.md) says how the figures are made.
"""


def main() -> None:
    """Play what is chosen, and write down all that was ever played."""
    parser = argparse.ArgumentParser(description="Play the ladder and write docs/ladder.md.")
    parser.add_argument("--map", action="append", choices=sorted({name for name, _ in CELLS}), help="only this map")
    parser.add_argument("--seats", action="append", type=int, help="only with so many seats")
    parser.add_argument("--bot", action="append", choices=list(LADDER), help="only this bot")
    parser.add_argument("--games", type=int, default=10**6, help="no more games than this in a cell; a later run adds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    options = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    for name, seats in CELLS:
        for bot in options.bot or LADDER:
            if name in (options.map or [name]) and seats in (options.seats or [seats]):
                climb(name, seats, bot, min(LADDER[bot], options.games), options.jobs)
    PAGE.write_text(HEAD + "".join(cell(name, seats) for name, seats in CELLS), encoding="utf-8", newline="\n")


def climb(name: str, seats: int, bot: str, games: int, jobs: int) -> None:
    """Play one bot in one cell."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    deals = -(-games // seats)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{name}, {seats} seats: {bot}", total=deals * seats)
        standings = match(
            Game(name, seats),
            [bot, *[ANCHOR] * (seats - 1)],
            deals,
            jobs=jobs,
            results=kept(name, seats, bot, "jsonl"),
            report=lambda outcome, record: progress.advance(bar),
        )
    kept(name, seats, bot, "json").write_text(json.dumps(standings.as_dict(), indent=2) + "\n", encoding="utf-8")


def kept(name: str, seats: int, bot: str, ending: str) -> Path:
    """Where a cell of one bot is kept."""
    return KEPT / f"{name}-{seats}-{bot.replace(':', '-')}.{ending}"


def cell(name: str, seats: int) -> str:
    """The table of one map and number of seats, as far as it was played."""
    rows = list(lines(name, seats))
    if not rows:
        return ""
    head = ["", f"## {name}, {seats} seats", "", "| bot | win rate | rating | score | games | ms a move |"]
    return "\n".join([*head, "| --- | --- | --- | --- | --- | --- |", *rows]) + "\n"


def lines(name: str, seats: int) -> Iterator[str]:
    """A row for each bot that was played."""
    for bot in LADDER:
        file = kept(name, seats, bot, "json")
        if file.exists():
            told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            row = next(standing for standing in told["standings"] if standing["bot"] == bot)
            budget = f" ({row['rollouts']:,} rollouts)" if row["rollouts"] else ""
            milliseconds = 1000 * told["timing"]["seconds_per_move"][bot]
            yield (
                f"| `{bot}`{budget} "
                f"| {row['win_rate']:.1%} ({row['win_interval'][0]:.1%} to {row['win_interval'][1]:.1%}) "
                f"| {row['rating']:.0f} ({row['rating_interval'][0]:.0f} to {row['rating_interval'][1]:.0f}) "
                f"| {row['total']:.1f} | {row['games']} | {milliseconds:.3f} |"
            )


if __name__ == "__main__":
    main()
