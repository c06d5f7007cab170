"""The tracks behind a score, in order along a path: those that complete a ticket, and those of a longest path.

Only a `Result` asks for them. Scoring itself needs to know whether there is a path and how long it is, not which.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from whistlestop.game.game import Game, add
from whistlestop.game.limits import CITIES, TRACKS, WORDS
from whistlestop.game.longest.network import STACK
from whistlestop.game.longest.path import keep_longest
from whistlestop.game.paths import FAR, cheapest_path
from whistlestop.game.view import members

I = np.int64


def shortest_path(game: Game, tracks: Iterable[int], a: int, b: int) -> list[int]:
    """Of some tracks, which must join two cities, those of a path with the fewest spaces from a to b."""
    price, far, via = np.full(TRACKS, FAR, I), np.zeros(CITIES, I), np.zeros(CITIES, I)
    for track in tracks:
        price[track] = game.board.tracks[track].length
    found = cheapest_path(game.compiled, price, far, via, a, b)
    assert found
    path: list[int] = []
    city = b
    while city != a:
        path.append(int(via[city]))
        city = other_end(game, path[-1], city)
    return path[::-1]


def longest_path(game: Game, tracks: Iterable[int]) -> list[int]:
    """Of some tracks those of a longest continuous path (E6, N7); cities may repeat."""
    left: Any = np.zeros(WORDS, I)
    for track in tracks:
        add(left, track)
    keep_longest(game.compiled, left, np.zeros(STACK, I))
    return ride(game, members(left))


def ride(game: Game, tracks: list[int]) -> list[int]:
    """All tracks of one continuous path, in the order in which it uses them (Hierholzer)."""
    leading: dict[int, list[int]] = {}
    for track in tracks:
        for city in (game.board.tracks[track].a, game.board.tracks[track].b):
            leading.setdefault(city, []).append(track)
    ends = sorted(city for city, found in leading.items() if len(found) % 2 == 1) or sorted(leading)[:1]
    unused = set(tracks)
    trail = [(city, -1) for city in ends[:1]]
    path: list[int] = []
    while trail:
        city, arrived = trail[-1]
        onward = next((track for track in leading[city] if track in unused), None)
        if onward is None:
            path.append(arrived)
            trail.pop()
        else:
            unused.remove(onward)
            trail.append((other_end(game, onward, city), onward))
    return path[-2::-1]  # without the start, to which no track led


def other_end(game: Game, track: int, city: int) -> int:
    """The city at the other end of a track."""
    found = game.board.tracks[track]
    return found.a + found.b - city
