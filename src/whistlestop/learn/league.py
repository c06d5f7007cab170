"""The league: which seats of which games the learner plays, and against whom.

A share of the games is among copies of the learner. In another share the others are an earlier copy of it. In the rest
they are bots that follow the policy, one kind in each game: strong ones, and one that collects tickets and takes its
time, as people do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from whistlestop.bots import destination_hungry, planner, veteran
from whistlestop.bots.turns import PLAY
from whistlestop.bots.weights import Weights, weights_array
from whistlestop.game.game import Game

BOTS: dict[str, Callable[[Game], Weights]] = {
    "planner": planner.weights_for,
    "veteran": veteran.weights_for,
    "destination_hungry": lambda game: destination_hungry.WEIGHTS,
}
"""The bots of the league, by name."""
ITSELF = len(BOTS)
EARLIER = ITSELF + 1
OPPONENTS = (*BOTS, "itself", "earlier")
"""Who the others can be. In a game against `earlier`, an earlier copy of the learner plays the other seats."""
PRIOR = len(BOTS)
"""The row of weights that rate the learner's candidates, after those of the bots."""
ROWS = PRIOR + 1
"""How many rows of weights each number of seats has."""


@dataclass(frozen=True)
class Shares:
    """The share of games against each opponent, and that of each number of seats; each adds up to 1."""

    opponents: dict[str, float]
    seats: dict[int, float]


def first_priors(games: list[Game]) -> tuple[Weights, ...]:
    """The weights that rate the candidates of a network which begins to learn: the veteran's."""
    return tuple(veteran.weights_for(game) for game in games)


def league_weights(games: list[Game], priors: tuple[Weights, ...]) -> Any:
    """The weights for all numbers of seats: row `cell * ROWS + bot`, and the prior after the bots."""
    rows = [
        [*(weights_for(game) for weights_for in BOTS.values()), prior]
        for game, prior in zip(games, priors, strict=True)
    ]
    return weights_array(*(weights for row in rows for weights in row))


def ends(shares: list[float], count: int) -> Any:
    """Where each share of some games ends."""
    return np.rint(np.cumsum(shares) / sum(shares) * count).astype(int)


@dataclass(frozen=True)
class Assignment:
    """Who plays in each of many games."""

    plays: Any
    """An array of PLAY records."""
    opponent: Any
    """The number of the opponent in each game."""
    trained: Any
    """The seats that the learner learns from, as a set: in games against `earlier` only its own."""
    seat: Any
    """One of those seats."""


def assign(games: list[Game], shares: Shares, count: int, seed: int, ahead: int = 0) -> Assignment:
    """Who plays in each of `count` games.

    Games against the same opponent with the same seats are neighbours, and games against `earlier` come last. The
    learner's seat changes from game to game. Bots make up to `ahead` decisions for it first.
    """
    plays: Any = np.zeros(count, PLAY)
    numbers = np.arange(count)
    opponent = np.searchsorted(ends([shares.opponents.get(name, 0.0) for name in OPPONENTS], count), numbers, "right")
    for one in range(len(OPPONENTS)):
        rows = np.flatnonzero(opponent == one)
        cells = ends([shares.seats.get(game.seats, 0.0) for game in games], len(rows))
        plays["cell"][rows] = np.searchsorted(cells, np.arange(len(rows)), "right")
    seats = np.array([game.seats for game in games])[plays["cell"]]
    seat, everybody = numbers % seats, (1 << seats) - 1
    plays["seed"] = seed + numbers
    plays["learners"] = np.where(opponent >= ITSELF, everybody, 1 << seat)
    plays["weights"] = plays["cell"] * ROWS + np.where(opponent < ITSELF, opponent, PRIOR)
    plays["prior"] = plays["cell"] * ROWS + PRIOR
    plays["ahead"] = numbers % (ahead + 1)
    return Assignment(plays, opponent, np.where(opponent == ITSELF, everybody, 1 << seat), seat)
