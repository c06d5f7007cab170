"""How long `longest` takes: on networks like those of random play, and on the hardest that were found.

    python benchmarks/longest.py

The hardest were found by changing networks at random, step by step, and keeping what made the search longer: on the
three boards with the cars of one player, and with up to 60 tracks of length 1 on no board at all. The flowers are
copies of one small network that share a city.
"""

import random
import statistics
import time
from typing import Any

import numpy as np

from whistlestop.game.game import Game
from whistlestop.game.kernel import entry
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.longest import STACK, longest
from whistlestop.game.state import GAME

Network = list[tuple[int, int, int]]
"""Tracks: two cities and a length, each."""

NETWORKS = 2000
ROUNDS = 21

FOUND = {
    "Europe, 45 cars": """
        0-7 0-16/3 0-17/2 5-29/3 7-13/2 7-29/2 9-34/3 9-43 9-45/2 13-22/2 13-29 14-22/4 16-17/2 17-26/2 26-43/3
        26-46/2 29-46/3 34-39/2 34-45/3 43-45/2
    """,
    "Nordic Countries, 40 cars": """
        0-2 0-5/2 0-24/3 4-33 5-23/2 5-24/2 6-31/2 6-32 6-36 23-24/2 23-29/2 26-27/2 26-33 26-38/3 27-33 29-30/4
        29-36/3 30-37/3 32-36 32-38/2 37-38
    """,
    "New York City, 15 cars": """
        3-9 4-6/2 4-7/2 4-9 5-6 5-10/2 5-12 6-7/2 7-9/2 10-12
    """,
    "30 tracks": """
        12-11 1-19 13-18 0-6 3-13 8-6 11-8 6-14 2-13 5-12 5-13 1-13 9-14 0-9 12-8 9-18 1-7 13-19 15-11 7-11 3-12
        7-13 16-17 16-5 3-11 4-16 12-18 16-12 12-10 11-19
    """,
    "45 tracks": """
        1-29 2-0 2-1 3-0 3-1 3-17 4-25 5-0 6-26 6-4 6-5 7-0 8-0 8-7 9-26 9-8 9-7 10-0 11-22 11-10 12-10 12-2 13-0
        14-13 14-26 15-14 15-13 15-0 16-29 17-16 18-16 18-17 19-1 20-25 20-19 21-19 21-20 21-0 5-4 23-26 29-0 0-23
        23-11 24-1 27-0
    """,
    "57 tracks": """
        18-16 14-28 1-21 32-37 15-36 8-14 8-9 11-6 2-13 26-11 0-14 2-7 14-26 18-4 15-28 18-28 19-14 26-36 2-19 23-14
        20-9 5-32 18-20 5-33 2-37 13-18 0-10 5-18 10-12 11-21 10-21 18-39 20-34 32-35 2-4 6-24 8-21 24-32 9-24 19-26
        4-12 12-38 33-13 34-15 3-26 29-30 17-0 31-30 9-36 22-33 27-18 29-37 12-25 31-16 9-16 30-32 32-29
    """,
    "59 tracks": """
        0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 6-8 7-9 8-5 9-6 0-10 10-11 11-12 12-13 0-14 10-19 11-16 12-17
        13-18 15-17 16-18 17-14 18-15 0-15 19-20 20-21 21-22 22-0 0-23 19-24 20-25 21-26 22-27 23-25 24-26 25-27
        26-23 27-24 0-28 28-29 29-30 30-31 31-0 0-32 28-33 29-34 30-35 31-36 32-34 33-35 34-36 35-32 36-33 0-38
    """,
    "60 tracks": """
        1-0 2-1 3-0 3-25 3-2 4-7 5-0 6-29 6-28 6-5 7-0 8-0 8-28 9-7 9-0 10-4 11-0 11-10 12-10 12-0 12-11 13-28 14-0
        14-13 15-0 15-13 15-14 16-0 17-0 17-16 18-0 18-16 18-17 19-0 20-0 20-19 21-0 21-19 21-20 22-0 23-4 23-22
        24-0 24-22 24-23 25-0 26-0 26-28 27-34 27-1 27-26 28-0 29-8 30-0 30-4 30-29 39-0 38-36 29-25 37-33
    """,
}


@entry
def measure(games: Any, sets: Any, stack: Any) -> int:
    """The longest paths of many sets of tracks, summed up."""
    total = 0
    for n in range(sets.shape[0]):
        total += longest(games[0], sets[n], stack)
    return total


def parse(text: str) -> Network:
    """Tracks from `0-1 1-2/3`: those of another length than 1 say it."""
    network = []
    for word in text.split():
        cities, _, length = word.partition("/")
        a, b = cities.split("-")
        network.append((int(a), int(b), int(length or 1)))
    return network


def flower(petal: str, petals: int) -> Network:
    """Copies of a network that share city 0."""
    tracks = parse(petal)
    size = max(max(a, b) for a, b, _ in tracks)
    return [(a and a + n * size, b and b + n * size, length) for n in range(petals) for a, b, length in tracks]


def tables_of(network: Network) -> Any:
    """What the kernel needs to know of a board."""
    games: Any = np.zeros(1, GAME).view(np.recarray)
    games[0].cities = 1 + max(max(a, b) for a, b, _ in network)
    for number, (a, b, length) in enumerate(network):
        games[0].a[number] = a
        games[0].b[number] = b
        games[0].length[number] = length
        for city in (a, b):
            games[0].touching[city, number // BITS] |= 1 << number % BITS
    return games


def claim_at_random(game: Game, rng: random.Random) -> list[int]:
    """The tracks of one player who claims what comes, while others take about as much."""
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
    """The median time of a call, after one that may have to compile."""
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
        spent = seconds(game.tables, sets, ROUNDS)
        print(f"random tracks of {name}, {tracks:.1f} on average: {spent * 1e6:.2f} microseconds")
    hard = {name: parse(text) for name, text in FOUND.items()}
    hard["a flower of 10 cliques"] = flower("0-1 0-2 0-3 1-2 1-3 2-3", 10)
    hard["a flower of 4 Petersen graphs"] = flower("0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5", 4)
    for name, network in hard.items():
        spent = seconds(tables_of(network), [list(range(len(network)))], 3)
        print(f"the hardest found, {name} ({len(network)}): {spent * 1e3:.3f} milliseconds")


if __name__ == "__main__":
    main()
