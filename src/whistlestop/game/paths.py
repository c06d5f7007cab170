"""Cheapest paths over tracks that have prices (Dijkstra): for ticket statuses, results and the plans of bots."""

from whistlestop.game.kernel import kernel, lowest
from whistlestop.game.kernel_types import GameRec, IntArray
from whistlestop.game.limits import BITS, WORDS

FAR = 1 << 40
"""The price of a track that can't be used, and the distance of a city that can't be reached."""
NOWHERE = -1
"""In place of a target: find the paths to all cities."""


@kernel
def extend_paths(game: GameRec, price: IntArray, far: IntArray, via: IntArray, fringe: int, target: int) -> bool:
    """Find the cheapest paths on from the cities of `fringe`; stop at the target, and say whether it was reached.

    `far` holds what it costs to reach each city of `fringe`, and FAR or a known cost for any other; `via` gets the last
    track of each path. Of two equal costs the first found stays, cities being settled in ascending order.
    """
    while fringe != 0:
        here = NOWHERE
        nearest = FAR
        rest = fringe
        while rest != 0:
            city = lowest(rest)
            rest &= rest - 1
            if far[city] < nearest:
                nearest = far[city]
                here = city
        if here == target:
            return True
        fringe &= ~(1 << here)
        for w in range(WORDS):
            leading = game.touching[here, w]
            while leading != 0:
                track = w * BITS + lowest(leading)
                leading &= leading - 1
                there = game.a[track] + game.b[track] - here
                cost = nearest + price[track]
                if cost < far[there]:
                    far[there] = cost
                    via[there] = track
                    fringe |= 1 << there
    return False


@kernel
def find_path(game: GameRec, price: IntArray, far: IntArray, via: IntArray, source: int, target: int) -> bool:
    """Find the cheapest path between two cities; whether there is one. `via` then leads back from the target."""
    for city in range(game.cities):
        far[city] = FAR
    far[source] = 0
    return extend_paths(game, price, far, via, 1 << source, target)
