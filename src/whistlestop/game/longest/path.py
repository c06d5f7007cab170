"""Peel, ends, aim: what the search is asked."""

from whistlestop.game.kernel import bits, lowest, subroutine
from whistlestop.game.kernel_types import Bits, GameRec, Stack
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.longest.bound import evenly
from whistlestop.game.longest.network import (
    CITY_BITS,
    CITY_MASK,
    END,
    ENDS,
    FLOOR,
    INFINITE,
    LOGGED,
    ODD,
    PRICE,
    REMAINING,
    START,
    STAYING,
    TAIL_BITS,
    TAIL_MASK,
    TAILS,
    TARGET,
    WEIGHT,
    component,
    isolate,
    opposite,
)
from whistlestop.game.longest.search import search, undo


@subroutine
def longest(game: GameRec, tracks: Bits, stack: Stack) -> int:
    """The spaces of the longest continuous path of a set of tracks, 0 if it is empty.

    No track joins a city to itself. The stack is scratch space: `STACK` integers of any value.
    """
    best = peel(game, stack, prepare(game, tracks, stack))
    odd = stack[ODD]
    while stack[REMAINING] | stack[REMAINING + 1]:
        low = stack[REMAINING]
        high = stack[REMAINING + 1]
        cities = component(game, stack, game.a[lowest(low) if low else BITS + lowest(high)])
        isolate(game, stack, cities)
        stack[ODD] = odd & cities
        best = longest_within(game, stack, cities, best)
        stack[REMAINING] ^= low
        stack[REMAINING + 1] ^= high
    return best


@subroutine
def keep_longest(game: GameRec, tracks: Bits, stack: Stack) -> int:
    """Take tracks out of a set until it holds just those of one longest path; return the path's spaces.

    A track goes if a path as long is left without it. All tracks have spaces, so what can't go is one path.
    """
    length = longest(game, tracks, stack)
    for word in range(WORDS):
        left = tracks[word]
        while left:
            track = left & -left
            left ^= track
            tracks[word] ^= track
            if longest(game, tracks, stack) < length:
                tracks[word] |= track
    return length


@subroutine
def prepare(game: GameRec, tracks: Bits, stack: Stack) -> int:
    """Start with all tracks remaining and nothing decided; return the cities with one track."""
    weight = 0
    odd = 0
    some = 0
    many = 0
    for word in range(WORDS):
        left = tracks[word]
        stack[REMAINING + word] = left
        stack[STAYING + word] = 0
        while left:
            track = word * BITS + lowest(left)
            left &= left - 1
            weight += game.length[track]
            stack[TAILS + game.a[track]] = 0
            stack[TAILS + game.b[track]] = 0
            cities = (1 << game.a[track]) | (1 << game.b[track])
            odd ^= cities
            many |= some & cities
            some |= cities
    stack[WEIGHT] = weight
    stack[ODD] = odd
    stack[LOGGED] = 0
    stack[FLOOR] = 0
    return some & ~many


@subroutine
def peel(game: GameRec, stack: Stack, leaves: int) -> int:
    """Take away everything outside the core, and remember tails; the longest path of what was taken."""
    best = 0
    while leaves:
        city = lowest(leaves)
        leaves &= leaves - 1
        low = game.touching[city][0] & stack[REMAINING]
        high = game.touching[city][1] & stack[REMAINING + 1]
        if low | high == 0:  # it was the last city of a tree
            continue
        track = lowest(low) if low else BITS + lowest(high)
        stack[REMAINING] ^= low
        stack[REMAINING + 1] ^= high
        target = opposite(game, track, city)
        stack[ODD] ^= (1 << city) ^ (1 << target)
        tail = (stack[TAILS + city] >> TAIL_BITS) + game.length[track]
        other = stack[TAILS + target] >> TAIL_BITS
        best = max(best, tail + other)
        if tail > other:
            stack[TAILS + target] = tail << TAIL_BITS | other
        elif tail > stack[TAILS + target] & TAIL_MASK:
            stack[TAILS + target] = other << TAIL_BITS | tail
        low = game.touching[target][0] & stack[REMAINING]
        high = game.touching[target][1] & stack[REMAINING + 1]
        if bits(low) + bits(high) == 1:
            leaves |= 1 << target
    return best


@subroutine
def longest_within(game: GameRec, stack: Stack, cities: int, best: int) -> int:
    """The longest path through a component of the core if it is longer than best, else best."""
    if stack[ODD] == 0:
        best = max(best, stack[WEIGHT])
    least = evenly(game, stack)
    count = list_ends(stack, cities)
    target = stack[WEIGHT] + INFINITE  # first see how long a path may be
    while True:
        length = attempt(game, stack, count, 2 * stack[WEIGHT] - least, target, best)
        if length >= target or length == best:
            return length
        target = length


@subroutine
def list_ends(stack: Stack, cities: int) -> int:
    """List the cities where a path may end; their number."""
    count = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        value = 2 * (stack[TAILS + city] >> TAIL_BITS)
        if (stack[ODD] >> city) & 1:
            value += stack[PRICE + city]
        if value == 0:
            continue
        entry = value << CITY_BITS | city
        place = count
        while place > 0 and stack[ENDS + place - 1] < entry:
            stack[ENDS + place] = stack[ENDS + place - 1]
            place -= 1
        stack[ENDS + place] = entry
        count += 1
    return count


@subroutine
def attempt(game: GameRec, stack: Stack, count: int, base: int, target: int, best: int) -> int:
    """At least the target if a path between listed ends has it, else an upper bound below it, or best if that is more.

    Base is twice an upper bound on paths to whose ends nothing is added.
    """
    for i in range(count):
        start = stack[ENDS + i] & CITY_MASK
        for j in range(i + 1):
            end = stack[ENDS + j] & CITY_MASK
            tails = stack[TAILS + start] >> TAIL_BITS
            if i > j:
                tails += stack[TAILS + end] >> TAIL_BITS
                length = (base + (stack[ENDS + i] >> CITY_BITS) + (stack[ENDS + j] >> CITY_BITS)) // 2
            elif tails > 0:
                tails += stack[TAILS + start] & TAIL_MASK
                length = base // 2 + tails
            else:
                continue
            if length >= target:
                odd = stack[ODD]
                stack[ODD] ^= (1 << start) ^ (1 << end)
                stack[START] = start
                stack[END] = end
                stack[TARGET] = target - tails
                length = tails + search(game, stack)
                undo(game, stack)
                stack[ODD] = odd
            if length >= target:
                return length
            best = max(best, length)
    return best
