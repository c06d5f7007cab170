"""Bound: how long a path of what remains can be at the most."""

from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.kernel_types import GameRec, Stack
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.longest.network import FILLED, INFINITE, MOAT, ODD, OWNER, PRICE, TARGET, WEIGHT, free, opposite


@subroutine
def bound(game: GameRec, stack: Stack) -> int:
    """An upper bound on the paths of what remains, as good as is needed to see whether it is below the target."""
    weight = stack[WEIGHT]
    target = stack[TARGET]
    if weight < target or stack[ODD] == 0:
        return weight
    length = weight - (evenly(game, stack) + 1) // 2
    if length < target:
        return length
    return min(length, weight - moats(game, stack, weight - target + 1))


@subroutine
def evenly(game: GameRec, stack: Stack) -> int:
    """Twice a lower bound on what must go: odd cities share the tracks between them, then each takes what is left."""
    total = 0
    for sharing in range(1, -1, -1):
        left = stack[ODD]
        total = 0
        while left:
            city = lowest(left)
            left &= left - 1
            stack[PRICE + city] = price(game, stack, city, sharing)
            total += stack[PRICE + city]
    return total


@subroutine
def price(game: GameRec, stack: Stack, city: int, sharing: int) -> int:
    """Twice the width that the free tracks of an odd city have room for, each shared with an odd city or left by it."""
    least = INFINITE
    for word in range(WORDS):
        left = free(game, stack, city, word)
        while left:
            track = word * BITS + lowest(left)
            left &= left - 1
            target = opposite(game, track, city)
            value = 2 * game.length[track]
            if (stack[ODD] >> target) & 1:
                value -= game.length[track] if sharing else stack[PRICE + target]
            least = min(least, value)
    return least


@subroutine
def moats(game: GameRec, stack: Stack, enough: int) -> int:
    """A lower bound on what must go, as good as can be, or enough.

    Each city is a moat. One odd moat after another, first those with few odd neighbours, widens until it fills a
    track; then the moats that the track joins become one, which is odd if just one of them was.
    """
    odd = stack[ODD]
    for city in range(game.cities):
        stack[OWNER + city] = city
        stack[FILLED + city] = 0
        stack[MOAT + city] = 1 << city
    total = 0
    while odd and total < enough:
        moat = 0
        fewest = INFINITE
        left = odd
        while left:
            candidate = lowest(left)
            left &= left - 1
            count = rivals(game, stack, candidate, odd)
            if count < fewest:
                fewest = count
                moat = candidate
        width = room(game, stack, moat)
        total += width
        left = stack[MOAT + moat]
        while left:
            stack[FILLED + lowest(left)] += width
            left &= left - 1
        odd = merge(game, stack, moat, odd)
    return total


@subroutine
def rivals(game: GameRec, stack: Stack, moat: int, odd: int) -> int:
    """How many free tracks lead from a moat into other odd ones."""
    count = 0
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for word in range(WORDS):
            left = free(game, stack, city, word)
            while left:
                owner = stack[OWNER + opposite(game, word * BITS + lowest(left), city)]
                left &= left - 1
                if owner != moat:
                    count += (odd >> owner) & 1
    return count


@subroutine
def room(game: GameRec, stack: Stack, moat: int) -> int:
    """How much a moat can widen until it fills a track."""
    least = INFINITE
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for word in range(WORDS):
            left = free(game, stack, city, word)
            while left:
                track = word * BITS + lowest(left)
                left &= left - 1
                target = opposite(game, track, city)
                if stack[OWNER + target] != moat:
                    least = min(least, game.length[track] - stack[FILLED + city] - stack[FILLED + target])
    return least


@subroutine
def merge(game: GameRec, stack: Stack, moat: int, odd: int) -> int:
    """Join to a moat those behind the tracks that it has filled; the moats that are odd then."""
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        for word in range(WORDS):
            left = free(game, stack, city, word)
            while left:
                track = word * BITS + lowest(left)
                left &= left - 1
                target = opposite(game, track, city)
                owner = stack[OWNER + target]
                if owner == moat or game.length[track] > stack[FILLED + city] + stack[FILLED + target]:
                    continue
                if (odd >> owner) & 1:
                    odd ^= (1 << owner) ^ (1 << moat)
                joined = stack[MOAT + owner]
                stack[MOAT + moat] |= joined
                while joined:
                    stack[OWNER + lowest(joined)] = moat
                    joined &= joined - 1
    return odd
