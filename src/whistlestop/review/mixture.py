"""How much the seats' log-odds, the turn and the points count for the open chances: `mixture.csv`."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.game.game import Game

FILE = Path(__file__).with_suffix(".csv")
UNFITTED = (0.5, 0.0, 0.0, 0.5, 0.0, 1.0)
"""For a map that is not in the file: its network was trained elsewhere."""
COLUMNS = ("odds", "turn", "points", "odds_at_end", "turn_at_end", "points_at_end")
"""Before the last round, and in it."""


@cache
def read_mixtures() -> dict[tuple[str, int], tuple[float, ...]]:
    """The rows of the file by map and number of seats."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["map"], int(row["seats"])): tuple(float(row[column]) for column in COLUMNS)
            for row in csv.DictReader(file)
        }


def mixture_for(game: Game) -> Any:
    """The numbers for a game, as the kernel `survey` takes them."""
    return np.array(read_mixtures().get((game.name, game.seats), UNFITTED))
