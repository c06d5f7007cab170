"""Evaluate bots by the protocol `standard`, and write the standings to docs/evaluate.md.

    python benchmarks/standings.py
    python benchmarks/standings.py --bot express --bot champion:rollouts=64 --jobs 2

The result lines are kept in docs/standings.jsonl. A bot that has one already doesn't play again, so an interrupted run
can continue; remove its line if the bot has changed.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

from whistlestop.arena.protocol import Protocol
from whistlestop.bots import bot_names
from whistlestop.cli.evaluate import play

ROLLOUTS = {"montecarlo": 64, "treesearch": 64, "champion": 64}
"""Bots that search, and a budget that doesn't depend on the machine."""
BOTS = [f"{name}:rollouts={ROLLOUTS[name]}" if name in ROLLOUTS else name for name in bot_names()]
LINES, PAGE = Path("docs/standings.jsonl"), Path("docs/evaluate.md")
BEGIN, END = "<!-- table of benchmarks/standings.py -->\n", "<!-- end of the table -->\n"


def main() -> None:
    """Play what is missing, and write the table after every bot."""
    parser = argparse.ArgumentParser(description="Evaluate the bots and write the standings.")
    parser.add_argument("--bot", action="append", metavar="BOT", help="only this bot (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    args = parser.parse_args()
    protocol = Protocol.read("standard")
    for bot in args.bot or BOTS:
        if bot not in {line["agent"] for line in lines()}:
            with LINES.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(play(bot, protocol, args.jobs).line()) + "\n")
        write_table()


def lines() -> list[dict[str, Any]]:
    """The result lines so far, the highest rating first."""
    text = LINES.read_text(encoding="utf-8") if LINES.exists() else ""
    return sorted(map(json.loads, text.splitlines()), key=lambda line: -line["rating"])


def write_table() -> None:
    """Write a row for each line between the two marks of the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    rows = ["| bot | rating | 95% interval | games | digest of its moves |", "| --- | --- | --- | --- | --- |"]
    for line in lines():
        low, high = line["interval"]
        rating = f"{line['rating']:.0f} | {low:.0f} to {high:.0f}"
        rows.append(f"| `{line['agent']}` | {rating} | {line['games']} | `{line['moves'][:16]}` |")
    text = before + BEGIN + "\n" + "\n".join(rows) + "\n\n" + END + rest.partition(END)[2]
    PAGE.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
