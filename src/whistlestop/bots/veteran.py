"""The bot `veteran`: the planner's policy with weights that were tuned in two hundred million games.

It follows the same policy as `planner` and takes no longer to decide. Its weights are in `veteran.csv`, one row for
each kind of game: short ones, long ones with stations, other long ones; with two seats, or more. They were tuned with
`benchmarks/tune.py`.
"""

import csv
from functools import cache
from pathlib import Path

from whistlestop.bots.planner import SHORT
from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game

FILE = Path(__file__).with_suffix(".csv")


@cache
def read_weights() -> dict[tuple[str, str], Weights]:
    """The weights in `veteran.csv`, by kind of game and number of seats."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        (row.pop("kind"), row.pop("seats")): Weights(**{name: int(weight) for name, weight in row.items()})
        for row in rows
    }


def weights_for(game: Game) -> Weights:
    """The weights for this kind of game."""
    kind = "short" if game.rules.cars < SHORT else "stations" if game.rules.stations > 0 else "plain"
    return read_weights()[kind, "two" if game.seats == 2 else "more"]


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(weights_for)
