"""How what a network says becomes a chance of winning among equals: `calibration.csv`.

A network's own calibration was fitted to games of which half were against weaker bots, who lose more often: bots that
search use it. People are shown the chances of a game in which all seats play like `express` from here on.
"""

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.bots.network import Network
from whistlestop.bots.network_memory import NetworkInputs, make_network_inputs
from whistlestop.game.game import Game
from whistlestop.game.view import View

FILE = Path(__file__).with_suffix(".csv")
COLUMNS = ("constant", "slope", "cube")


@cache
def read_calibrations() -> dict[tuple[str, int], tuple[float, ...]]:
    """The rows of the file by map and number of seats."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["map"], int(row["seats"])): tuple(float(row[column]) for column in COLUMNS)
            for row in csv.DictReader(file)
        }


def calibration_for(game: Game, network: Network) -> Any:
    """The numbers for a game, as kernels take them; the network's own if there are none for its map."""
    found = read_calibrations().get((game.name, game.seats))
    return network.calibration_for(game) if found is None else np.array(found)


def make_review_inputs(view: View, network: Network, all_weights: Any) -> NetworkInputs:
    """The inputs for a decision that is reviewed; the first of the weights are the network's prior."""
    inputs = make_network_inputs(view, network, all_weights)
    return inputs._replace(calibration=calibration_for(view.game, network))
