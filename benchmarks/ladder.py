"""Measure how strong the bots are: `make ladder` plays each against copies of `planner` and writes the ladder's tables.

    python benchmarks/ladder.py --map europe --seats 2 --bot racer --jobs 2
    python benchmarks/ladder.py --policies 12000

Without options the first plays the whole ladder, on every map and with every number of seats. Results are saved in the
folder `ladder`, so that an interrupted run can continue and every run adds to the page. The second prints the table of
the bots that follow the policy, from so many games in each cell, in minutes: they are played within the kernels.
"""

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from levels import rating_of, share_without
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from whistlestop.arena import match
from whistlestop.bots import maker
from whistlestop.game.game import Game
from whistlestop.ratings.rankings import wilson

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
    "treesearch:seconds=0.1": 200,
    "treesearch:seconds=1": 100,
    "express": 400,
    "champion": 100,
}
"""The bots with their budgets, and the number of games each plays in a cell."""
CELLS = [("nordic", 2), ("nordic", 3), *(("europe", n) for n in (2, 3, 4, 5)), *(("new_york", n) for n in (2, 3, 4))]
SAVED = Path("ladder")
PAGE = Path("docs/ladder.md")
BEGIN = "<!-- tables of benchmarks/ladder.py -->\n"
"""What is before this line of the page is written by hand."""


def main() -> None:
    """Play the chosen part, and write the page with all saved results."""
    parser = argparse.ArgumentParser(description="Play the ladder and write docs/ladder.md.")
    parser.add_argument(
        "--map", action="append", choices=sorted({name for name, _ in CELLS}), help="only this map (default: all)"
    )
    parser.add_argument("--seats", action="append", type=int, help="only this number of seats (default: all)")
    parser.add_argument("--bot", action="append", choices=list(LADDER), help="only this bot (default: all)")
    parser.add_argument(
        "--games", type=int, default=10**6, help="maximum number of games in a cell (default: no limit)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="number of processes (default: one per core)"
    )
    parser.add_argument("--policies", type=int, metavar="GAMES", help="only print the table of bots with a policy")
    options = parser.parse_args()
    if options.policies:
        print_policies(options.policies)
        return
    SAVED.mkdir(exist_ok=True)
    for name, seats in CELLS:
        for bot in options.bot or LADDER:
            if name in (options.map or [name]) and seats in (options.seats or [seats]):
                climb(name, seats, bot, min(LADDER[bot], options.games), options.jobs)
    written, begin, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    tables = "".join(cell(name, seats) for name, seats in CELLS)
    PAGE.write_text(written + begin + tables, encoding="utf-8", newline="\n")


def print_policies(games: int) -> None:
    """Print a row for each bot that follows the policy, with its share of wins and its rating in each cell."""
    print("| bot |", " | ".join(f"{name}, {seats}" for name, seats in CELLS), "|")
    print("|", " | ".join(["---"] * (len(CELLS) + 1)), "|")
    for bot in ("destination_hungry", "long_route", "one_step", "route_focused", "racer", "veteran"):
        row = []
        for name, seats in CELLS:
            game = Game(name, seats)
            share = share_without(game, maker(bot)().weights_for(game), games, 1 << 43)
            low, high = wilson(share * games, games)
            row.append(f"{share:.1%} ({low:.1%} to {high:.1%}), {rating_of(share, seats)}")
        print(f"| `{bot}` |", " | ".join(row), "|", flush=True)


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
            results=saved_file(name, seats, bot, "jsonl"),
            report=lambda outcome, record: progress.advance(bar),
        )
    saved_file(name, seats, bot, "json").write_text(json.dumps(standings.as_dict(), indent=2) + "\n", encoding="utf-8")


def saved_file(name: str, seats: int, bot: str, ending: str) -> Path:
    """The file with one bot's results in a cell."""
    return SAVED / f"{name}-{seats}-{bot.replace(':', '-')}.{ending}"


def cell(name: str, seats: int) -> str:
    """The table for one map and number of seats, as far as it was played."""
    rows = list(lines(name, seats))
    if not rows:
        return ""
    head = ["", f"### {name}, {seats} seats", "", "| bot | win rate | rating | score | games | ms per move |"]
    return "\n".join([*head, "| --- | --- | --- | --- | --- | --- |", *rows]) + "\n"


def lines(name: str, seats: int) -> Iterator[str]:
    """A row for each bot with results."""
    for bot in LADDER:
        file = saved_file(name, seats, bot, "json")
        if file.exists():
            saved: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            row = next(standing for standing in saved["standings"] if standing["bot"] == bot)
            budget = f" ({row['rollouts']:,} rollouts)" if row["rollouts"] else ""
            milliseconds = 1000 * saved["timing"]["seconds_per_move"][bot]
            yield (
                f"| `{bot}`{budget} "
                f"| {row['win_rate']:.1%} ({row['win_interval'][0]:.1%} to {row['win_interval'][1]:.1%}) "
                f"| {row['rating']:.0f} ({row['rating_interval'][0]:.0f} to {row['rating_interval'][1]:.0f}) "
                f"| {row['total']:.1f} | {row['games']} | {milliseconds:.3f} |"
            )


if __name__ == "__main__":
    main()
