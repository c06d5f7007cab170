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

from whistlestop.game.kernel import bits, lowest, subroutine
from whistlestop.game.limits import BITS, CITIES, TRACKS

# What lies where in the scratch space.
REMAINING = 0  # two words: the tracks that have not gone
STAYING = 2  # two words: those of them that must stay
ODD = 4  # the odd cities
WEIGHT = 5  # the spaces of the remaining tracks
LOGGED = 6  # how many entries the log has
FLOOR = 7  # how many of them are not to be undone now
LOBE = 8  # the cities of a lobe that `trim` has found
GATE = 9  # the city where it hangs
REACHED = 10  # how many cities `trim` has left
LOG = 11  # decisions, to be undone: a track, and what was decided
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


@subroutine
def opposite(game: Any, track: int, city: int) -> int:
    """The other city of a track."""
    return game.a[track] + game.b[track] - city


@subroutine
def first(low: int, high: int) -> int:
    """The first track of a set of two words that is not empty."""
    if low != 0:
        return lowest(low)
    return BITS + lowest(high)


@subroutine
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


@subroutine
def decide(game: Any, stack: Any, entry: int) -> None:
    """Do what an entry says and put it into the log."""
    toggle(game, stack, entry)
    stack[LOG + stack[LOGGED]] = entry
    stack[LOGGED] += 1


@subroutine
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


@subroutine
def retreat(game: Any, stack: Any) -> bool:
    """Undo all since the last guess and do the opposite of it; False when there is none left."""
    while stack[LOGGED] > stack[FLOOR]:
        stack[LOGGED] -= 1
        entry = stack[LOG + stack[LOGGED]]
        toggle(game, stack, entry)
        if entry & GUESSED:
            decide(game, stack, (entry ^ GUESSED) | STAYS)
            return True
    return False


@subroutine
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
    stack[LOBE] = 0
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
                stack[LOBE] &= ~beyond
                continue
            if (stack[STAYING + track // BITS] >> (track % BITS)) & 1 == 0:
                decide(game, stack, track | STAYS)
        stack[BACK + depth] |= back
        stack[BEYOND + depth] |= beyond
        city = stack[PATH + depth] & 63
        if stack[LOBE] == 0 and beyond & stack[ODD] and back & ~(1 << city) == 0:
            stack[LOBE] = beyond
            stack[GATE] = city
    stack[REACHED] = bits(stack[BEYOND])
    return (seen >> end) & 1 == 1 and remove(game, stack, low, high)


@subroutine
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


@subroutine
def free(game: Any, stack: Any, city: int) -> int:
    """How many tracks of a city may go or stay."""
    low = game.touching[city][0] & stack[REMAINING] & ~stack[STAYING]
    high = game.touching[city][1] & stack[REMAINING + 1] & ~stack[STAYING + 1]
    return bits(low) + bits(high)


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
def bound(game: Any, stack: Any, target: int) -> int:
    """An upper bound on a path of the remaining tracks, good or at least below the target."""
    weight = stack[WEIGHT]
    if weight < target or stack[ODD] == 0:
        return weight
    by_prices = weight - (evenly(game, stack) + 1) // 2
    if by_prices < target:
        return by_prices
    return min(by_prices, weight - moats(game, stack, weight - target + 1))


@subroutine
def forget(game: Any, stack: Any) -> None:
    """Undo all decisions above the floor."""
    while stack[LOGGED] > stack[FLOOR]:
        stack[LOGGED] -= 1
        toggle(game, stack, stack[LOG + stack[LOGGED]])


@subroutine
def settle(game: Any, stack: Any, end: int, target: int) -> int:
    """Find the best part of a lobe and let the rest of it go; an upper bound on what remains then.

    What is best there does not depend on the rest: the path enters and leaves the lobe by its gate, or enters by it and
    ends at the end. If the bound is below the target, nothing was decided.
    """
    gate = stack[GATE]
    cities = stack[LOBE]
    remaining = (stack[REMAINING], stack[REMAINING + 1])
    staying = (stack[STAYING], stack[STAYING + 1])
    odd = stack[ODD]
    weight = stack[WEIGHT]
    floor = stack[FLOOR]
    isolate(game, stack, cities, remaining[0], remaining[1])
    lobe = (stack[REMAINING], stack[REMAINING + 1])
    stack[STAYING] &= lobe[0]
    stack[STAYING + 1] &= lobe[1]
    stack[ODD] = odd & cities
    if bits(odd & cities) % 2 == 1:
        stack[ODD] |= 1 << gate
    stack[FLOOR] = stack[LOGGED]
    if (cities >> end) & 1 == 0:
        end = gate
    rest = weight - stack[WEIGHT]
    least = max(target - rest, 0)
    aim = stack[WEIGHT]
    found = descend(game, stack, gate, end, aim)
    while least <= found < aim:
        aim = found
        found = descend(game, stack, gate, end, aim)
    waste = (lobe[0] & ~stack[REMAINING], lobe[1] & ~stack[REMAINING + 1])
    forget(game, stack)
    stack[REMAINING] = remaining[0]
    stack[REMAINING + 1] = remaining[1]
    stack[STAYING] = staying[0]
    stack[STAYING + 1] = staying[1]
    stack[ODD] = odd
    stack[WEIGHT] = weight
    stack[FLOOR] = floor
    if found >= least:
        remove(game, stack, waste[0], waste[1])
    return rest + found if found >= 0 else -1


@subroutine
def descend(game: Any, stack: Any, start: int, end: int, target: int) -> int:
    """As `search`, without a look at lobes."""
    below = -1
    while True:
        if trim(game, stack, start, end):
            most = bound(game, stack, target)
            if most < target:
                below = max(below, most)
            elif stack[ODD]:
                decide(game, stack, choose(game, stack) | GUESSED)
                continue
            else:
                return most
        if not retreat(game, stack):
            return below


@subroutine
def search(game: Any, stack: Any, start: int, end: int, target: int) -> int:
    """At least the target if such a path leads from start to end, else an upper bound below it, -1 if there is no path.

    Where there is one, its tracks are left as the remaining ones, and what was decided above the floor of the log.
    """
    below = -1
    while True:
        if trim(game, stack, start, end):
            most = bound(game, stack, target)
            if most >= target and stack[ODD] == 0:
                return most
            if most >= target and bits(stack[LOBE]) + 1 < stack[REACHED]:
                most = settle(game, stack, end, target)
                if most >= target:
                    continue
            if most >= target:
                decide(game, stack, choose(game, stack) | GUESSED)
                continue
            below = max(below, most)
        if not retreat(game, stack):
            return below


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
def prepare(game: Any, stack: Any, low: int, high: int) -> int:
    """Set up the scratch space for a set of tracks; the cities with one track."""
    stack[REMAINING] = low
    stack[REMAINING + 1] = high
    stack[STAYING] = 0
    stack[STAYING + 1] = 0
    stack[LOGGED] = 0
    stack[FLOOR] = 0
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


@subroutine
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


@subroutine
def between(game: Any, stack: Any, start: int, end: int, target: int) -> int:
    """What `search` says of paths from start to end with their tails."""
    tails = stack[TAILS + start] >> TAIL_BITS
    if start == end:
        tails += stack[TAILS + start] & TAIL
        length = tails + search(game, stack, start, end, target - tails)
        forget(game, stack)
        return length
    tails += stack[TAILS + end] >> TAIL_BITS
    odd = stack[ODD]
    stack[ODD] = odd ^ (1 << start) ^ (1 << end)
    if stack[TAILS + start] == 0:
        stay(game, stack, start)
    if stack[TAILS + end] == 0:
        stay(game, stack, end)
    length = tails + search(game, stack, start, end, target - tails)
    forget(game, stack)
    stack[ODD] = odd
    return length


@subroutine
def attempt(game: Any, stack: Any, count: int, base: int, target: int, below: int) -> int:
    """At least the target if a path between two of the listed ends has it, else an upper bound, not less than below."""
    for i in range(count):
        start = stack[ENDS + i] & 63
        value = stack[ENDS + i] >> 6
        for j in range(i + 1):
            end = stack[ENDS + j] & 63
            if i == j:
                tails = stack[TAILS + start]
                if tails == 0:
                    continue
                most = (base + 2 * ((tails >> TAIL_BITS) + (tails & TAIL))) // 2
            else:
                most = (base + value + (stack[ENDS + j] >> 6)) // 2
            if most >= target:
                most = between(game, stack, start, end, target)
                if most >= target:
                    return most
            below = max(below, most)
    return below


@subroutine
def within(game: Any, stack: Any, cities: int, best: int) -> int:
    """The longest path through a component of the core if it is longer than best, else best.

    Aim at an upper bound; where it is missed, the search has found a lower one.
    """
    if stack[ODD] == 0:
        tails = 0
        left = cities
        while left:
            city = lowest(left)
            left &= left - 1
            tails = max(tails, (stack[TAILS + city] >> TAIL_BITS) + (stack[TAILS + city] & TAIL))
        best = max(best, stack[WEIGHT] + tails)
    base = 2 * stack[WEIGHT] - evenly(game, stack)
    count = list_ends(stack, cities)
    target = NO_PRICE
    while True:
        below = attempt(game, stack, count, base, target, best)
        if below >= target or below == best:
            return below
        target = below


@subroutine
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


@subroutine
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
