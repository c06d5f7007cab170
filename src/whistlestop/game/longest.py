"""The longest continuous path of one player's tracks (E6, N7): cities may repeat, a track counts once, loops count.

A set of tracks is one continuous path just if it is connected and at most two of its cities, the ends, have an odd
number of its tracks (Euler). So the question is which tracks to leave out, and never in which order to ride:

1. *Peel*: while a city has one track, that track can only begin or end a path. It is taken away, and the city at its
   other end remembers its two longest tails. A network without cycles is done then.
2. *Ends*: what remains, the core, is searched for each pair of cities (s, t) where a path can end: t may be s where
   there is a tail. An end without a tail has an odd number of tracks and the path uses all of them, or it could be
   made longer.
3. *Search*: between s and t, call a city odd if its number of remaining tracks has the wrong parity (s and t count one
   more). While a city is odd, one of its tracks must go: try that, then try the opposite, that it stays. What
   is cut off from s goes too, and so does what hangs on a bridge that does not lead to t, since a path
   can't come back over a bridge. With no odd city left, what remains is a path. Each set of tracks is met at most once.
4. *Bound*: each odd city v is given a price y(v) such that y(u) + y(v) is at most the length of any track u-v that may
   go. The tracks that go join the odd cities in pairs, by chains whose tracks cost at least the prices of both ends.
   So they cost at least the sum of all prices, and a branch that can't beat the best path is left.
"""

from typing import Any

from whistlestop.game.kernel import bits, kernel, lowest
from whistlestop.game.limits import BITS, CITIES, TRACKS

# What lies where in the scratch space.
REMAINING = 0  # two words: the tracks that have not gone
STAYING = 2  # two words: those of them that must stay
ODD = 4  # the odd cities
WEIGHT = 5  # the spaces of the remaining tracks
LOGGED = 6  # how many entries the log has
LOG = 8  # decisions, to be undone: a track, and what was decided
TAILS = LOG + TRACKS  # by city: its longest tail and, in the lower bits, its second longest
ENDS = TAILS + CITIES  # candidates for an end, the most promising first
PATH = ENDS + CITIES  # by depth: a city, and in the higher bits the track that leads to it
BACK = PATH + CITIES  # by depth: the cities on the way to which a track leads back from beyond
BEYOND = BACK + CITIES  # by depth: the cities beyond
PRICE = BACK  # by city: twice its price
OWNER = PATH  # by city: the city that names its moat
FILLED = BACK  # by city: how much of each of its tracks its moats fill
MOAT = BEYOND  # by the city that names a moat: its cities
STACK = BEYOND + CITIES
"""The size of the scratch space."""

STAYS = 1 << 7
GUESSED = 1 << 8
TAIL_BITS = 20
TAIL = (1 << TAIL_BITS) - 1
NO_PRICE = 1 << 40


@kernel
def opposite(game: Any, track: int, city: int) -> int:
    """The other city of a track."""
    return game.a[track] + game.b[track] - city


@kernel
def first(low: int, high: int) -> int:
    """The first track of a set of two words that is not empty."""
    if low != 0:
        return lowest(low)
    return BITS + lowest(high)


@kernel
def toggle(game: Any, stack: Any, entry: int) -> None:
    """Do or undo what an entry of the log says."""
    track = entry & (STAYS - 1)
    word = track // BITS
    bit = 1 << (track % BITS)
    if entry & STAYS:
        stack[STAYING + word] ^= bit
    else:
        stack[WEIGHT] += game.length[track] if stack[REMAINING + word] & bit == 0 else -game.length[track]
        stack[REMAINING + word] ^= bit
        stack[ODD] ^= (1 << game.a[track]) ^ (1 << game.b[track])


@kernel
def decide(game: Any, stack: Any, entry: int) -> None:
    """Do what an entry says and put it into the log."""
    toggle(game, stack, entry)
    stack[LOG + stack[LOGGED]] = entry
    stack[LOGGED] += 1


@kernel
def remove(game: Any, stack: Any, low: int, high: int) -> bool:
    """Let a set of tracks go, unless one of them must stay."""
    if (low & stack[STAYING]) | (high & stack[STAYING + 1]):
        return False
    while low | high:
        track = first(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        decide(game, stack, track)
    return True


@kernel
def retreat(game: Any, stack: Any) -> bool:
    """Undo all since the last guess and do the opposite of it; False when there is none left."""
    while stack[LOGGED] > 0:
        stack[LOGGED] -= 1
        entry = stack[LOG + stack[LOGGED]]
        toggle(game, stack, entry)
        if entry & GUESSED:
            decide(game, stack, (entry ^ GUESSED) | STAYS)
            return True
    return False


@kernel
def trim(game: Any, stack: Any, start: int, end: int) -> bool:
    """Let all go that no path from start to end can use: what is cut off, and what hangs on a bridge.

    One depth-first walk: a track is a bridge if no track leads back over it. False if the tracks that must stay
    can't lie on one path, or the end is cut off.
    """
    low = stack[REMAINING]
    high = stack[REMAINING + 1]
    seen = 1 << start
    depth = 0
    stack[PATH] = start
    stack[BACK] = 0
    stack[BEYOND] = seen
    while True:
        city = stack[PATH + depth] & 63
        near = game.touching[city][0] & low
        far = game.touching[city][1] & high
        if near | far:
            track = first(near, far)
            if near:
                low ^= near & -near
            else:
                high ^= far & -far
            target = opposite(game, track, city)
            if (seen >> target) & 1:
                stack[BACK + depth] |= 1 << target
            else:
                seen |= 1 << target
                depth += 1
                stack[PATH + depth] = track << 6 | target
                stack[BACK + depth] = 0
                stack[BEYOND + depth] = 1 << target
            continue
        if depth == 0:
            break
        track = stack[PATH + depth] >> 6
        back = stack[BACK + depth] & ~(1 << city)
        beyond = stack[BEYOND + depth]
        depth -= 1
        if back == 0:
            if (beyond >> end) & 1 == 0:
                if not cut(game, stack, beyond):
                    return False
                continue
            if (stack[STAYING + track // BITS] >> (track % BITS)) & 1 == 0:
                decide(game, stack, track | STAYS)
        stack[BACK + depth] |= back
        stack[BEYOND + depth] |= beyond
    return (seen >> end) & 1 == 1 and remove(game, stack, low, high)


@kernel
def cut(game: Any, stack: Any, cities: int) -> bool:
    """Let all remaining tracks of a set of cities go, unless one of them must stay."""
    low = 0
    high = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        low |= game.touching[city][0]
        high |= game.touching[city][1]
    return remove(game, stack, low & stack[REMAINING], high & stack[REMAINING + 1])


@kernel
def free(game: Any, stack: Any, city: int) -> int:
    """How many tracks of a city may go or stay."""
    low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
    high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
    return bits(low) + bits(high)


@kernel
def price(game: Any, stack: Any, city: int, priced: int, shared: int) -> int:
    """Twice the highest price of a city: what other priced cities leave of its tracks, or half of those to shared ones."""
    low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
    high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
    highest = NO_PRICE
    while low | high:
        track = first(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        target = opposite(game, track, city)
        value = 2 * game.length[track]
        if (priced >> target) & 1:
            value -= stack[PRICE + target]
        elif (shared >> target) & 1:
            value -= game.length[track]
        highest = min(highest, value)
    return highest


@kernel
def evenly(game: Any, stack: Any) -> int:
    """Price the odd cities: each takes half of a track that joins two of them, then what is still left."""
    odd = stack[ODD]
    left = odd
    while left:
        city = lowest(left)
        left &= left - 1
        stack[PRICE + city] = price(game, stack, city, 0, odd)
    total = 0
    left = odd
    while left:
        city = lowest(left)
        left &= left - 1
        stack[PRICE + city] = price(game, stack, city, odd, 0)
        total += stack[PRICE + city]
    return total


@kernel
def rivals(game: Any, stack: Any, moat: int, odd: int) -> int:
    """How many tracks that may go lead from a moat into odd ones."""
    count = 0
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
        high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
        while low | high:
            track = first(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            owner = stack[OWNER + opposite(game, track, city)]
            if owner != moat:
                count += (odd >> owner) & 1
    return count


@kernel
def room(game: Any, stack: Any, moat: int) -> int:
    """How much a moat can grow until it fills a track."""
    least = NO_PRICE
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
        high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
        while low | high:
            track = first(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            target = opposite(game, track, city)
            if stack[OWNER + target] != moat:
                least = min(least, game.length[track] - stack[FILLED + city] - stack[FILLED + target])
    return least


@kernel
def merge(game: Any, stack: Any, moat: int, odd: int) -> int:
    """Join to a moat those behind its filled tracks; the moats that are odd then."""
    cities = stack[MOAT + moat]
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
        high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
        while low | high:
            track = first(low, high)
            if low:
                low &= low - 1
            else:
                high &= high - 1
            target = opposite(game, track, city)
            other = stack[OWNER + target]
            if other == moat or game.length[track] > stack[FILLED + city] + stack[FILLED + target]:
                continue
            if (odd >> other) & 1:
                odd ^= (1 << other) ^ (1 << moat)
            joined = stack[MOAT + other]
            stack[MOAT + moat] |= joined
            while joined:
                stack[OWNER + lowest(joined)] = moat
                joined &= joined - 1
    return odd


@kernel
def moats(game: Any, stack: Any, enough: int) -> int:
    """A lower bound on the spaces of the tracks that must go, good or at least enough.

    Each odd city is an odd moat, and each other city an even one. One odd moat after another grows until it fills a track; then the
    moats that this track joins become one, which is odd if one of the two was.
    """
    odd = stack[ODD]
    for city in range(game.cities):
        stack[OWNER + city] = city
        stack[FILLED + city] = 0
        stack[MOAT + city] = 1 << city
    total = 0
    while odd and total < enough:
        moat = -1
        fewest = NO_PRICE
        left = odd
        while left:
            candidate = lowest(left)
            left &= left - 1
            count = rivals(game, stack, candidate, odd)
            if count < fewest:
                fewest = count
                moat = candidate
        growth = room(game, stack, moat)
        if growth == NO_PRICE:
            return enough
        total += growth
        left = stack[MOAT + moat]
        while left:
            stack[FILLED + lowest(left)] += growth
            left &= left - 1
        odd = merge(game, stack, moat, odd)
    return total


@kernel
def choose(game: Any, stack: Any) -> int:
    """The track to guess about: of an odd city with the fewest free tracks, to another odd city if can be, short."""
    city = 0
    fewest = TRACKS + 1
    left = stack[ODD]
    while left:
        candidate = lowest(left)
        left &= left - 1
        count = free(game, stack, candidate)
        if count < fewest:
            fewest = count
            city = candidate
    low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
    high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
    choice = -1
    least = NO_PRICE
    while low | high:
        track = first(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        cost = 2 * game.length[track] - ((stack[ODD] >> opposite(game, track, city)) & 1)
        if cost < least:
            least = cost
            choice = track
    return choice


@kernel
def search(game: Any, stack: Any, start: int, end: int, best: int) -> int:
    """The longest path from start to end in the core if it is longer than best, else best; all is undone after."""
    while True:
        if trim(game, stack, start, end) and stack[WEIGHT] > best:
            if stack[ODD] == 0:
                best = stack[WEIGHT]
            else:
                spare = stack[WEIGHT] - best
                if evenly(game, stack) < 2 * spare and moats(game, stack, spare) < spare:
                    decide(game, stack, choose(game, stack) | GUESSED)
                    continue
        if not retreat(game, stack):
            return best


@kernel
def stay(game: Any, stack: Any, city: int) -> None:
    """Let all tracks of a city stay."""
    low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
    high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
    while low | high:
        track = first(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        decide(game, stack, track | STAYS)


@kernel
def peel(game: Any, stack: Any, leaves: int) -> int:
    """Take away all tracks outside the core, note the tails of its cities; the longest path of what was taken."""
    best = 0
    while leaves:
        city = lowest(leaves)
        leaves &= leaves - 1
        low = game.touching[city][0] & stack[REMAINING]
        high = game.touching[city][1] & stack[REMAINING + 1]
        if low | high == 0:
            continue
        track = first(low, high)
        stack[REMAINING] ^= low
        stack[REMAINING + 1] ^= high
        stack[WEIGHT] -= game.length[track]
        target = opposite(game, track, city)
        stack[ODD] ^= (1 << city) ^ (1 << target)
        tail = (stack[TAILS + city] >> TAIL_BITS) + game.length[track]
        longest_there = stack[TAILS + target] >> TAIL_BITS
        second = stack[TAILS + target] & TAIL
        best = max(best, tail + longest_there)
        if tail > longest_there:
            stack[TAILS + target] = tail << TAIL_BITS | longest_there
        elif tail > second:
            stack[TAILS + target] = longest_there << TAIL_BITS | tail
        low = game.touching[target][0] & stack[REMAINING]
        high = game.touching[target][1] & stack[REMAINING + 1]
        if bits(low) + bits(high) == 1:
            leaves |= 1 << target
    return best


@kernel
def component(game: Any, stack: Any, city: int) -> int:
    """The cities that remaining tracks join to a city, itself included."""
    reached = 1 << city
    fresh = reached
    low = stack[REMAINING]
    high = stack[REMAINING + 1]
    while fresh:
        city = lowest(fresh)
        fresh &= fresh - 1
        near = game.touching[city][0] & low
        far = game.touching[city][1] & high
        low ^= near
        high ^= far
        while near | far:
            track = first(near, far)
            if near:
                near &= near - 1
            else:
                far &= far - 1
            bit = 1 << opposite(game, track, city)
            fresh |= bit & ~reached
            reached |= bit
    return reached


@kernel
def prepare(game: Any, stack: Any, low: int, high: int) -> int:
    """Set up the scratch space for a set of tracks; the cities with one track."""
    stack[REMAINING] = low
    stack[REMAINING + 1] = high
    stack[STAYING] = 0
    stack[STAYING + 1] = 0
    stack[LOGGED] = 0
    weight = 0
    odd = 0
    some = 0
    many = 0
    while low | high:
        track = first(low, high)
        if low:
            low &= low - 1
        else:
            high &= high - 1
        weight += game.length[track]
        stack[TAILS + game.a[track]] = 0
        stack[TAILS + game.b[track]] = 0
        ends = (1 << game.a[track]) | (1 << game.b[track])
        odd ^= ends
        many |= some & ends
        some |= ends
    stack[WEIGHT] = weight
    stack[ODD] = odd
    return some & ~many


@kernel
def list_ends(stack: Any, cities: int) -> int:
    """List the cities where a path may end, with twice what each may add to it, the most first; their number."""
    count = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        value = 2 * (stack[TAILS + city] >> TAIL_BITS)
        if (stack[ODD] >> city) & 1:
            value += stack[PRICE + city]
        elif value == 0:
            continue
        entry = value << 6 | city
        place = count
        while place > 0 and stack[ENDS + place - 1] < entry:
            stack[ENDS + place] = stack[ENDS + place - 1]
            place -= 1
        stack[ENDS + place] = entry
        count += 1
    return count


@kernel
def within(game: Any, stack: Any, cities: int, best: int) -> int:
    """The longest path through a component of the core if it is longer than best, else best."""
    weight = stack[WEIGHT]
    odd = stack[ODD]
    left = cities
    tails = 0
    while left:
        city = lowest(left)
        left &= left - 1
        tails = max(tails, (stack[TAILS + city] >> TAIL_BITS) + (stack[TAILS + city] & TAIL))
    if odd == 0:
        best = max(best, weight + tails)
    total = evenly(game, stack)
    count = list_ends(stack, cities)
    base = 2 * weight - total
    for i in range(count):
        start = stack[ENDS + i] & 63
        value = stack[ENDS + i] >> 6
        tail = stack[TAILS + start] >> TAIL_BITS
        second = stack[TAILS + start] & TAIL
        if odd and tail and base + 2 * (tail + second) > 2 * best:
            best = tail + second + search(game, stack, start, start, best - tail - second)
        for j in range(i):
            if base + value + (stack[ENDS + j] >> 6) <= 2 * best:
                break
            end = stack[ENDS + j] & 63
            both = tail + (stack[TAILS + end] >> TAIL_BITS)
            stack[ODD] ^= (1 << start) ^ (1 << end)
            if tail == 0:
                stay(game, stack, start)
            if stack[TAILS + end] == 0:
                stay(game, stack, end)
            best = both + search(game, stack, start, end, best - both)
            stack[ODD] ^= (1 << start) ^ (1 << end)
    return best


@kernel
def longest(game: Any, tracks: Any, stack: Any) -> int:
    """The length in spaces of the longest continuous path of a set of tracks; no track joins a city to itself.

    The stack is scratch space of `STACK` integers whose contents don't matter.
    """
    best = peel(game, stack, prepare(game, stack, tracks[0], tracks[1]))
    low = stack[REMAINING]
    high = stack[REMAINING + 1]
    odd = stack[ODD]
    while low | high:
        cities = component(game, stack, game.a[first(low, high)])
        stack[ODD] = odd & cities
        isolate(game, stack, cities, low, high)
        low ^= stack[REMAINING]
        high ^= stack[REMAINING + 1]
        best = within(game, stack, cities, best)
        stack[REMAINING] = low
        stack[REMAINING + 1] = high
    return best


@kernel
def isolate(game: Any, stack: Any, cities: int, low: int, high: int) -> None:
    """Let just the tracks of some cities remain."""
    near = 0
    far = 0
    while cities:
        city = lowest(cities)
        cities &= cities - 1
        near |= game.touching[city][0]
        far |= game.touching[city][1]
    near &= low
    far &= high
    stack[REMAINING] = near
    stack[REMAINING + 1] = far
    weight = 0
    while near | far:
        weight += game.length[first(near, far)]
        if near:
            near &= near - 1
        else:
            far &= far - 1
    stack[WEIGHT] = weight
