"""The bot `veteran`: the planner's policy with weights that were bred in two hundred million plays.

It follows the same policy as the planner and thinks no longer. Its weights are in `veteran.csv`, a row for each kind of
game: short ones, long ones with stations, other long ones; between two seats, or more. `benchmarks/tune.py` bred them.
"""

import csv
from functools import cache
from pathlib import Path

from whistlestop.bots.follower import Follower
from whistlestop.bots.planner import SHORT
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game

FILE = Path(__file__).with_suffix(".csv")


@cache
def read_weights() -> dict[tuple[str, str], Weights]:
    """The tastes of `veteran.csv`, by kind of game and number of seats."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        (row.pop("kind"), row.pop("seats")): Weights(**{name: int(weight) for name, weight in row.items()})
        for row in rows
    }


class Veteran(Follower):
    """Knows from experience."""

    @classmethod
    def weights_for(cls, game: Game) -> Weights:
        """The weights for a game's kind."""
        kind = "short" if game.rules.cars < SHORT else "stations" if game.rules.stations > 0 else "plain"
        return read_weights()[kind, "two" if game.seats == 2 else "more"]
