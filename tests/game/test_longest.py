"""The longest continuous path (E6, N7), against two other ways to find it, and on networks made to be hard."""

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from networks import HARD, HARDEST, Network, board, complete, complete_between, cycle, grid, of_length_one, petersen

from whistlestop.game.kernel import TARGET, entry
from whistlestop.game.limits import BITS, TRACKS, WORDS
from whistlestop.game.longest.network import STACK
from whistlestop.game.longest.path import longest

SHARE = 5 if TARGET == "none" else 1
"""Uncompiled, only one in this many random networks is tried."""


@entry
def call(games: Any, tracks: Any, stack: Any) -> int:
    return longest(games[0], tracks, stack)


stack = np.full(STACK, 0x1515151515, np.int64)
"""Rubbish, and later the remains of the call before."""


def measure(games: Any, owned: Iterable[int]) -> int:
    """The kernel's longest path over some tracks."""
    tracks = np.zeros(WORDS, np.int64)
    for number in owned:
        tracks[number // BITS] |= 1 << number % BITS
    before = tracks.tobytes()
    length = int(call(games, tracks, stack))
    assert tracks.tobytes() == before
    return length


def length_of(network: Network) -> int:
    return measure(board(network), range(len(network)))


def ride(network: Network) -> int:
    """The second opinion: the longest of all paths, each ridden from its beginning."""

    @cache
    def onward(city: int, used: int) -> int:
        best = 0
        for number, (a, b, length) in enumerate(network):
            if city in (a, b) and not used >> number & 1:
                best = max(best, length + onward(a + b - city, used | 1 << number))
        return best

    return max((onward(city, 0) for a, b, _ in network for city in (a, b)), default=0)


def sweep(network: Network) -> int:
    """A third opinion, for larger networks: take or leave each track while a front sweeps over the cities.

    What is taken must be connected and have two odd cities at most. Of what was taken, just the parity of each city of
    the front and the part that it belongs to matter.
    """
    network = sorted(network, key=lambda track: max(track[:2]))
    final = {city: number for number, (a, b, _) in enumerate(network) for city in (a, b)}
    states: dict[tuple[int, tuple[tuple[int, int, bool], ...]], int] = {(0, ()): 0}
    best = 0
    for number, (a, b, length) in enumerate(network):
        passed: dict[tuple[int, tuple[tuple[int, int, bool], ...]], int] = {}
        for (ends, front), weight in states.items():
            for taken in (False, True):
                part_of = {city: part for city, part, _ in front}
                odd = {city: is_odd for city, _, is_odd in front}
                if taken:
                    joined = {part_of.setdefault(city, city) for city in (a, b)}
                    part_of = {city: min(joined) if part in joined else part for city, part in part_of.items()}
                    odd |= {city: not odd.get(city, False) for city in (a, b)}
                total = weight + taken * length
                count = ends
                alive = True
                for city in (a, b):
                    if final[city] == number and city in part_of:
                        part = part_of.pop(city)
                        count += odd.pop(city)
                        if part not in part_of.values():
                            best = max(best, total if count <= 2 and not part_of else 0)
                            alive = False
                            break
                if alive and count <= 2:
                    names = {part: min(c for c in part_of if part_of[c] == part) for part in part_of.values()}
                    key = (count, tuple((city, names[part_of[city]], odd[city]) for city in sorted(part_of)))
                    passed[key] = max(passed.get(key, 0), total)
        states = passed
    return best


def scatter(rng: random.Random, cities: int, tracks: int, longest_track: int) -> Network:
    network = []
    for _ in range(tracks):
        a, b = rng.sample(range(cities), 2)
        network.append((a, b, rng.randint(1, longest_track)))
    return network


def grow(rng: random.Random, tracks: int, longest_track: int, closing: float) -> Network:
    """A connected network, a tree but for a share of tracks that close a cycle."""
    network: Network = [(0, 1, rng.randint(1, longest_track))]
    cities = 2
    while len(network) < tracks:
        a = rng.randrange(cities)
        b = rng.randrange(cities) if rng.random() < closing else cities
        if a != b:
            network.append((a, b, rng.randint(1, longest_track)))
            cities = max(cities, b + 1)
    return network


KNOWN: dict[str, tuple[Network, int]] = {
    "no track": ([], 0),
    "one track": ([(0, 1, 4)], 4),
    "both tracks of a double route": ([(0, 1, 4), (0, 1, 4)], 8),
    "three tracks between two cities": ([(0, 1, 1), (0, 1, 2), (1, 0, 3)], 6),
    "a line": ([(0, 1, 2), (1, 2, 3), (2, 3, 4)], 9),
    "a star: its two longest rays": ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)], 7),
    "two lines: the longer one": ([(0, 1, 2), (1, 2, 2), (3, 4, 5)], 5),
    "a tree": ([(0, 1, 1), (1, 2, 1), (1, 3, 2), (3, 4, 2), (3, 5, 1), (5, 6, 3)], 7),
    "a loop": (cycle(0, 1, 2, 3), 4),
    "a loop with a tail": ([*cycle(0, 1, 2), (0, 3, 5)], 8),
    "a loop with two tails at one city": ([*cycle(0, 1, 2), (0, 3, 5), (0, 4, 2)], 10),
    "a loop with three tails at one city": ([*cycle(0, 1, 2), (0, 3, 2), (0, 4, 5), (0, 5, 4)], 12),
    "a loop with tails at two cities": ([*cycle(0, 1, 2, 3), (0, 4, 5), (1, 5, 5)], 13),
    "a figure eight": ([*cycle(0, 1, 2), *cycle(0, 3, 4)], 6),
    "two loops joined by a track": ([*cycle(0, 1, 2), *cycle(3, 4, 5), (0, 3, 1)], 7),
    "three loops on a star": ([*cycle(0, 1, 2), *cycle(3, 4, 5), *cycle(6, 7, 8), (0, 9, 1), (3, 9, 1), (6, 9, 1)], 8),
    "two loops apart": ([*cycle(0, 1, 2), *cycle(3, 4, 5, 6)], 4),
    "three ways between two cities": ([(0, 2, 1), (2, 1, 1), (0, 3, 1), (3, 1, 1), (0, 1, 1)], 5),
    "the house that is drawn in one line": ([*complete(4), (2, 4, 1), (3, 4, 1)], 8),
    "the seven bridges of Koenigsberg": (of_length_one((0, 1), (0, 1), (0, 2), (0, 2), (0, 3), (1, 3), (2, 3)), 6),
    "all pairs of four cities": (complete(4), 5),
    "all pairs of five cities": (complete(5), 10),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_networks(name: str) -> None:
    network, length = KNOWN[name]
    assert length_of(network) == ride(network) == length


def check(network: Network) -> None:
    assert length_of(network) == ride(network), network


def test_scattered_networks_match_the_second_opinion() -> None:
    rng = random.Random(1)
    for _ in range(1500 // SHARE):
        cities = rng.randint(2, 10)
        check(scatter(rng, cities, rng.randint(1, 11), rng.choice((1, 2, 5, 12))))


def test_connected_networks_match_the_second_opinion() -> None:
    rng = random.Random(2)
    for _ in range(1000 // SHARE):
        check(grow(rng, rng.randint(2, 13), rng.choice((1, 1, 3, 8)), rng.random()))


def test_flowers_match_the_second_opinion() -> None:
    rng = random.Random(3)
    for _ in range(300 // SHARE):
        network: Network = []
        for _ in range(rng.randint(2, 3)):
            cities = max((max(a, b) for a, b, _ in network), default=0)
            gate = rng.randint(0, cities)
            petal = grow(rng, rng.randint(3, 6), rng.choice((1, 3)), 0.7)
            network += [(a + cities if a else gate, b + cities if b else gate, length) for a, b, length in petal]
        check(network)


def test_parts_of_cliques_and_grids_match_the_second_opinion() -> None:
    rng = random.Random(4)
    for whole in (
        complete(5),
        complete(6),
        grid(3, 3),
        grid(2, 5),
        complete_between(3, 4),
        petersen(5, 2),
        petersen(4, 1),
    ):
        games = board(whole)
        for _ in range(40 // SHARE):
            owned = rng.sample(range(len(whole)), rng.randint(1, min(len(whole), 13)))
            assert measure(games, owned) == ride([whole[number] for number in owned])


def test_any_tracks_of_a_full_board_match_the_second_opinion() -> None:
    rng = random.Random(5)
    games = board(whole := scatter(rng, 9, TRACKS, 12))
    for _ in range(200 // SHARE):
        owned = rng.sample(range(TRACKS), rng.randint(1, 11))
        assert measure(games, owned) == ride([whole[number] for number in owned])


def test_grids_with_gaps_match_the_third_opinion() -> None:
    rng = random.Random(7)
    for rows, columns in ((9, 2), (5, 3), (7, 3), (4, 4)):
        for gap in range(5):
            whole = [(a, b, rng.randint(1, 1 + gap)) for a, b, _ in grid(rows, columns)]
            network = [track for track in whole if rng.random() > gap / 20]
            assert length_of(network) == sweep(network), network


def test_the_two_other_opinions_agree() -> None:
    rng = random.Random(8)
    for _ in range(200 // SHARE):
        network = scatter(rng, rng.randint(2, 8), rng.randint(1, 8), 3)
        assert ride(network) == sweep(network), network


def test_one_more_track_never_makes_the_path_shorter() -> None:
    rng = random.Random(6)
    for _ in range(30 // SHARE):
        games = board(whole := grow(rng, 25, rng.choice((1, 4)), 0.5))
        owned: list[int] = []
        before = 0
        for number in rng.sample(range(len(whole)), len(whole)):
            owned.append(number)
            after = measure(games, owned)
            assert before <= after <= before + sum(whole[n][2] for n in owned)
            before = after


KNOWN_HARD = HARD if TARGET == "none" else HARD | HARDEST
"""Uncompiled, the hardest take minutes."""


@pytest.mark.parametrize("name", KNOWN_HARD)
def test_hard_networks(name: str) -> None:
    network, length = KNOWN_HARD[name]
    assert length_of(network) == length
