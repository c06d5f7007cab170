"""Networks for the longest path: ways to make them, and those that are hard."""

from typing import Any

import numpy as np

from whistlestop.game.limits import BITS
from whistlestop.game.state import GAME

Network = list[tuple[int, int, int]]
"""Tracks: two cities and a length, each."""


def board(network: Network) -> Any:
    games: Any = np.zeros(1, GAME).view(np.recarray)
    games[0].cities = 1 + max((max(a, b) for a, b, _ in network), default=-1)
    games[0].tracks = len(network)
    for number, (a, b, length) in enumerate(network):
        games[0].a[number] = a
        games[0].b[number] = b
        games[0].length[number] = length
        for city in (a, b):
            games[0].touching[city, number // BITS] |= 1 << number % BITS
    return games


def of_length_one(*pairs: tuple[int, int]) -> Network:
    return [(a, b, 1) for a, b in pairs]


def cycle(*cities: int) -> Network:
    return of_length_one(*zip(cities, (*cities[1:], cities[0]), strict=True))


def complete(cities: int) -> Network:
    return of_length_one(*((a, b) for b in range(cities) for a in range(b)))


def complete_between(few: int, many: int) -> Network:
    return of_length_one(*((a, few + b) for a in range(few) for b in range(many)))


def grid(rows: int, columns: int) -> Network:
    across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return of_length_one(*across, *down)


def petersen(cities: int, step: int) -> Network:
    """A ring, a spoke to each of its cities, and inner rings of every `step`-th one: with 5 and 2, Petersen's graph."""
    ring = [(n, (n + 1) % cities) for n in range(cities)]
    spokes = [(n, cities + n) for n in range(cities)]
    inner = [(cities + n, cities + (n + step) % cities) for n in range(cities)]
    return of_length_one(*ring, *spokes, *inner)


def flower(petal: Network, petals: int) -> Network:
    """Copies of a network that share city 0."""
    size = max(max(a, b) for a, b, _ in petal)
    return [
        (a and a + n * size, b and b + n * size, length)  # city 0 stays what it is
        for n in range(petals)
        for a, b, length in petal
    ]


def parse(text: str) -> Network:
    """Tracks from `0-1 1-2/3`: those of another length than 1 say it."""
    network = []
    for word in text.split():
        cities, _, length = word.partition("/")
        a, b = cities.split("-")
        network.append((int(a), int(b), int(length or 1)))
    return network


# An odd city that is not an end must lose a track. So of the 3 n / 2 tracks of a network in which each of n cities has
# three, at most n + 1 are on one path, and just that many if a path leads through all cities.
HARD: dict[str, tuple[Network, int]] = {
    "a square grid: 16 odd cities on its rim": (grid(6, 6), 60 - 7),
    "each of three cities with eleven": (complete_between(3, 11), 33 - 9),
    "all pairs of ten cities": (complete(10), 45 - 4),
    "a dodecahedron": (petersen(10, 2), 21),
    "forty cities of three tracks": (petersen(20, 9), 41),
    "a flower of cliques: 5 tracks of the two with an end, 4 of the others": (flower(complete(4), 5), 2 * 5 + 3 * 4),
    "a flower of prisms: 7 tracks or 6": (flower(petersen(3, 1), 3), 2 * 7 + 6),
    "a flower of loops with a bypass: 6 tracks or 4": (flower(complete_between(2, 3), 6), 2 * 6 + 4 * 4),
    "two of Petersen's graphs that share a city": (flower(petersen(5, 2), 2), 2 * 11),
}
# The boards and those named by their tracks were found by changing networks at random, step by step, and keeping what
# made the search longer: with the cars of one player, and with up to 60 tracks of length 1 on no board at all.
HARDEST: dict[str, tuple[Network, int]] = {
    "a flower of ten cliques: 5 tracks or 4": (flower(complete(4), 10), 2 * 5 + 8 * 4),
    "a flower of four of Petersen's graphs: 11 tracks or 9": (flower(petersen(5, 2), 4), 2 * 11 + 2 * 9),
    "Europe, 45 cars": (
        parse(
            "0-7 0-16/3 0-17/2 5-29/3 7-13/2 7-29/2 9-34/3 9-43 9-45/2 13-22/2 13-29 14-22/4 16-17/2 17-26/2 26-43/3 "
            "26-46/2 29-46/3 34-39/2 34-45/3 43-45/2"
        ),
        30,
    ),
    "Nordic Countries, 40 cars": (
        parse(
            "0-2 0-5/2 0-24/3 4-33 5-23/2 5-24/2 6-31/2 6-32 6-36 23-24/2 23-29/2 26-27/2 26-33 26-38/3 27-33 29-30/4 "
            "29-36/3 30-37/3 32-36 32-38/2 37-38"
        ),
        26,
    ),
    "New York City, 15 cars": (
        parse("3-9 4-6/2 4-7/2 4-9 5-6 5-10/2 5-12 6-7/2 7-9/2 10-12"),
        12,
    ),
    "30 tracks": (
        parse(
            "12-11 1-19 13-18 0-6 3-13 8-6 11-8 6-14 2-13 5-12 5-13 1-13 9-14 0-9 12-8 9-18 1-7 13-19 15-11 7-11 3-12 "
            "7-13 16-17 16-5 3-11 4-16 12-18 16-12 12-10 11-19"
        ),
        20,
    ),
    "45 tracks": (
        parse(
            "1-29 2-0 2-1 3-0 3-1 3-17 4-25 5-0 6-26 6-4 6-5 7-0 8-0 8-7 9-26 9-8 9-7 10-0 11-22 11-10 12-10 12-2 13-0 "
            "14-13 14-26 15-14 15-13 15-0 16-29 17-16 18-16 18-17 19-1 20-25 20-19 21-19 21-20 21-0 5-4 23-26 29-0 "
            "0-23 23-11 24-1 27-0"
        ),
        30,
    ),
    "57 tracks": (
        parse(
            "18-16 14-28 1-21 32-37 15-36 8-14 8-9 11-6 2-13 26-11 0-14 2-7 14-26 18-4 15-28 18-28 19-14 26-36 2-19 "
            "23-14 20-9 5-32 18-20 5-33 2-37 13-18 0-10 5-18 10-12 11-21 10-21 18-39 20-34 32-35 2-4 6-24 8-21 24-32 "
            "9-24 19-26 4-12 12-38 33-13 34-15 3-26 29-30 17-0 31-30 9-36 22-33 27-18 29-37 12-25 31-16 9-16 30-32 "
            "32-29"
        ),
        34,
    ),
    "59 tracks": (
        parse(
            "0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 6-8 7-9 8-5 9-6 0-10 10-11 11-12 12-13 0-14 10-19 11-16 12-17 "
            "13-18 15-17 16-18 17-14 18-15 0-15 19-20 20-21 21-22 22-0 0-23 19-24 20-25 21-26 22-27 23-25 24-26 25-27 "
            "26-23 27-24 0-28 28-29 29-30 30-31 31-0 0-32 28-33 29-34 30-35 31-36 32-34 33-35 34-36 35-32 36-33 0-38"
        ),
        40,
    ),
    "60 tracks": (
        parse(
            "1-0 2-1 3-0 3-25 3-2 4-7 5-0 6-29 6-28 6-5 7-0 8-0 8-28 9-7 9-0 10-4 11-0 11-10 12-10 12-0 12-11 13-28 "
            "14-0 14-13 15-0 15-13 15-14 16-0 17-0 17-16 18-0 18-16 18-17 19-0 20-0 20-19 21-0 21-19 21-20 22-0 23-4 "
            "23-22 24-0 24-22 24-23 25-0 26-0 26-28 27-34 27-1 27-26 28-0 29-8 30-0 30-4 30-29 39-0 38-36 29-25 37-33"
        ),
        41,
    ),
}
