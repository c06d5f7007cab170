"""The tracks behind a score, in order along a path: those that complete a ticket, and those of a longest path.

Only a result asks for them. Scoring itself needs to know whether there is a path and how long it is, not which. A path
is a row of numbers: how many tracks it has, and then the tracks; `PATH` numbers have room for any.
"""

from collections.abc import Iterable

import numpy as np

from whistlestop.game.game import Game, add
from whistlestop.game.kernel import entry, lowest, subroutine
from whistlestop.game.kernel_types import Bits, GameArray, GameRec, IntArray
from whistlestop.game.limits import BITS, CITIES, TRACKS, WORDS
from whistlestop.game.longest.network import STACK, opposite
from whistlestop.game.longest.path import keep_longest
from whistlestop.game.paths import FAR, find_path
from whistlestop.game.state import drop, has, size

I = np.int64
PATH = 1 + TRACKS
"""How many numbers the row of a path has."""

# The layout of the scratch space.
SET = 0  # a set of tracks: those that a path may use, or those of it that are still to be used
PRICE = SET + WORDS  # by track: its spaces, FAR if it can't be used
DISTANCE = PRICE + TRACKS  # by city: the spaces on the way to it
VIA = DISTANCE + CITIES  # by city: the last track on the way
STACK_OF_LONGEST = VIA + CITIES
PATH_SCRATCH = STACK_OF_LONGEST + STACK
"""How many integers of scratch space paths need."""


@subroutine
def write_set(tracks: Bits, path: IntArray) -> None:
    """Write a set of tracks as a path, in ascending order."""
    path[0] = 0
    for w in range(WORDS):
        rest = tracks[w]
        while rest != 0:
            path[0] += 1
            path[path[0]] = w * BITS + lowest(rest)
            rest &= rest - 1


@subroutine
def write_shortest(game: GameRec, a: int, b: int, scratch: IntArray, path: IntArray) -> None:
    """Of the tracks in `SET`, which must join two cities, write those of a path with the fewest spaces from a to b."""
    for track in range(game.tracks):
        scratch[PRICE + track] = game.length[track] if has(scratch[SET:PRICE], track) else FAR
    via = scratch[VIA:STACK_OF_LONGEST]
    find_path(game, scratch[PRICE:DISTANCE], scratch[DISTANCE:VIA], via, a, b)
    path[0] = 0
    city = b
    while city != a:
        city = opposite(game, via[city], city)
        path[0] += 1
    place = path[0]
    city = b
    while city != a:
        path[place] = via[city]
        city = opposite(game, via[city], city)
        place -= 1


@entry
def find_shortest(games: GameArray, a: int, b: int, scratch: IntArray, path: IntArray) -> None:
    """The same for Python."""
    write_shortest(games[0], a, b, scratch, path)


def shortest_path(game: Game, tracks: Iterable[int], a: int, b: int) -> list[int]:
    """Of some tracks, which must join two cities, those of a path with the fewest spaces from a to b."""
    scratch, path = np.zeros(PATH_SCRATCH, I), np.zeros(PATH, I)
    for track in tracks:
        add(scratch[SET:PRICE], track)
    find_shortest(game.compiled, a, b, scratch, path)
    return path[1 : 1 + path[0]].tolist()


@subroutine
def write_longest(game: GameRec, tracks: Bits, scratch: IntArray, path: IntArray) -> None:
    """Of a set of tracks write those of a longest continuous path (E6, N7); cities may repeat."""
    left = scratch[SET:PRICE]
    for w in range(WORDS):
        left[w] = tracks[w]
    keep_longest(game, left, scratch[STACK_OF_LONGEST:])
    write_ride(game, left, path)


@subroutine
def first_end(game: GameRec, tracks: Bits) -> int:
    """Where a continuous path of some tracks begins: the lowest city with an odd number of them, or just the lowest."""
    odd = reached = 0
    for w in range(WORDS):
        rest = tracks[w]
        while rest != 0:
            track = w * BITS + lowest(rest)
            rest &= rest - 1
            ends = 1 << game.a[track] | 1 << game.b[track]
            odd ^= ends
            reached |= ends
    return lowest(odd if odd != 0 else reached)


@subroutine
def write_ride(game: GameRec, tracks: Bits, path: IntArray) -> None:
    """Write all tracks of one continuous path in the order in which it uses them (Hierholzer); empties the set.

    The tracks ridden so far grow from the path's beginning. At a dead end the last of them moves to the free end of the
    row: its place in the path is settled, from the last to the first.
    """
    count = size(tracks)
    path[0] = count
    if count == 0:
        return
    city = first_end(game, tracks)
    ridden = 0
    settled = count
    while settled > 0:
        low = game.touching[city, 0] & tracks[0]
        high = game.touching[city, 1] & tracks[1]
        if low | high != 0:
            track = lowest(low) if low != 0 else BITS + lowest(high)
            drop(tracks, track)
            ridden += 1
            path[ridden] = track
        else:
            track = path[ridden]
            path[settled] = track
            ridden -= 1
            settled -= 1
        city = opposite(game, track, city)
