"""Measure how long `longest` takes: on networks like those of random games, and on the hardest known.

    python benchmarks/longest.py

tests/networks.py describes how the hardest were found.
"""

import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from networks import HARD, HARDEST, board

from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.longest.network import STACK
from whistlestop.game.longest.path import longest

NETWORKS = 2000
ROUNDS = 21


@entry
def measure(games: Any, sets: Any, stack: Any) -> int:
    """The sum of the longest paths of many sets of tracks."""
    total = 0
    for n in range(sets.shape[0]):
        total += longest(games[0], sets[n], stack)
    return total


def claim_at_random(game: Game, rng: random.Random) -> list[int]:
    """The tracks of one player who claims at random, while others claim about as many."""
    tracks = game.board.tracks
    owned: list[int] = []
    cars = game.rules.cars
    for number in rng.sample(range(len(tracks)), len(tracks)):
        length = tracks[number].length
        if cars > 2 and length <= cars and game.board.twins[number] not in owned and rng.random() < 1 / game.seats:
            owned.append(number)
            cars -= length
    return owned


def words_of(owned: list[int]) -> list[int]:
    """A set of tracks as words."""
    return [sum(1 << number - word * BITS for number in owned if number // BITS == word) for word in range(WORDS)]


def seconds(games: Any, sets: list[list[int]], rounds: int) -> float:
    """The median time of a call, after a first one that may compile."""
    array = np.array([words_of(owned) for owned in sets], np.int64)
    stack = np.zeros(STACK, np.int64)
    measure(games, array, stack)
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        measure(games, array, stack)
        times.append(time.perf_counter() - begun)
    return statistics.median(times) / len(sets)


def main() -> None:
    """Print a line for each kind of network."""
    rng = random.Random(1)
    for name, seats in (("europe", 3), ("nordic", 3), ("new_york", 3)):
        game = Game(name, seats=seats)
        sets = [claim_at_random(game, rng) for _ in range(NETWORKS)]
        tracks = statistics.mean(len(owned) for owned in sets)
        spent = seconds(game.compiled, sets, ROUNDS)
        print(f"random tracks of {name}, {tracks:.1f} on average: {spent * 1e6:.2f} microseconds")
    for name, (network, _) in (HARD | HARDEST).items():
        spent = seconds(board(network), [list(range(len(network)))], 3)
        print(f"{name} ({len(network)}): {spent * 1e3:.3f} milliseconds")


if __name__ == "__main__":
    main()
