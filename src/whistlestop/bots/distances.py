"""Distances: how many spaces a seat still lacks to connect the cities of each ticket, if it has the cars for it.

The cities within a distance of each city are kept as sets of bits, so all pairs of cities are found at once: what is
within d spaces of a city is within d - length spaces of some neighbour.
"""

from typing import Any

import numpy as np

from whistlestop.game.kernel import subroutine
from whistlestop.game.kernel_types import GameRec, StateRec
from whistlestop.game.limits import CITIES, LENGTH
from whistlestop.game.state import has, record_type

I = np.int64
FARTHEST = 20
"""Stands for this distance, for larger ones, and for tickets that the seat can't complete."""
LEVELS = LENGTH + 1

NEAR = record_type(
    [
        ("network", I, CITIES),  # a city of the seat's own network that this city is part of
        ("cities", I, (LEVELS, CITIES)),  # within the last few distances of each network, as a set
    ]
)
"""Working memory."""


@subroutine
def join_networks(game: GameRec, state: StateRec, seat: int, near: Any) -> None:
    """Find the networks that a seat has built; every other city is a network of its own."""
    for city in range(game.cities):
        near.network[city] = city
    for track in range(game.tracks):
        if has(state.tracks[seat], track):
            kept = near.network[game.a[track]]
            joined = near.network[game.b[track]]
            if kept != joined:
                for city in range(game.cities):
                    if near.network[city] == joined:
                        near.network[city] = kept


@subroutine
def find_distances(game: GameRec, state: StateRec, seat: int, near: Any, row: Any, at: int) -> None:
    """Write the distance of each ticket for a seat to a row, from column `at` on: 0 if its cities are connected."""
    join_networks(game, state, seat, near)
    for city in range(game.cities):
        near.cities[0, city] = 0
    for city in range(game.cities):
        near.cities[0, near.network[city]] |= 1 << city
    missing = 0
    for ticket in range(game.tickets):
        connected = near.network[game.ticket_a[ticket]] == near.network[game.ticket_b[ticket]]
        row[at + ticket] = 0 if connected else FARTHEST
        missing += 0 if connected else 1
    for distance in range(1, min(FARTHEST, state.cars[seat] + 1)):
        if missing == 0:
            break
        spread_by_one(game, state, seat, near, distance)
        level = distance % LEVELS
        for ticket in range(game.tickets):
            if row[at + ticket] == FARTHEST:
                cities = near.cities[level, near.network[game.ticket_b[ticket]]]
                if cities >> game.ticket_a[ticket] & 1 == 1:
                    row[at + ticket] = distance
                    missing -= 1


@subroutine
def spread_by_one(game: GameRec, state: StateRec, seat: int, near: Any, distance: int) -> None:
    """Find the cities within a distance of each network from those within smaller distances."""
    level = distance % LEVELS
    for city in range(game.cities):
        near.cities[level, city] = near.cities[(distance - 1) % LEVELS, city]
    for track in range(game.tracks):
        length = game.length[track]
        if length <= distance and length <= state.cars[seat] and has(state.open[seat], track):
            before = (distance - length) % LEVELS
            a = near.network[game.a[track]]
            b = near.network[game.b[track]]
            near.cities[level, a] |= near.cities[before, b]
            near.cities[level, b] |= near.cities[before, a]
