"""The longest continuous path of one player's tracks (E6, N7): cities may repeat, a track counts once, loops count.

A set of tracks is one continuous path just if it is connected and at most two of its cities, the ends, have an odd
number of its tracks (Euler). So the question is which tracks must go, never in which order to ride. It is hard in
general, but the networks of players are small, and what follows is exact for all.

1. *Peel.* While a city has one track, that track can only begin or end a path. It is taken away, and the city at its
   other end remembers its two longest tails. A network without cycles is done then. What remains is the core.
2. *Ends.* The core is searched for each pair of cities where a path may leave it, twice the same city where there is a
   tail. An end without a tail has an odd number of tracks and the path uses all of them: else it could go on.
3. *Guess.* Between given ends, call a city odd if the number of its remaining tracks has the wrong parity (the ends
   count one more). With no odd city left, what remains is a path. Else a track of an odd city must go: guess which, or
   that it stays. What is cut off goes too, and so does what hangs on a bridge that does not lead to the end, since no
   path comes back over a bridge. No set of tracks is met twice.
4. *Bound.* The tracks that must go join the odd cities in pairs, so they leave any set with an odd number of odd
   cities at least once. If such sets, each with a width, don't fill any track beyond its length, then the widths sum up
   to a lower bound on what must go. `evenly` takes single cities for such sets, `moats` lets them grow.
5. *Aim.* The search asks whether there is a path as long as an upper bound. If not, it has found a lower bound to aim
   at, and the first hit is the longest path.
6. *Lobes.* A part that hangs on one city, its gate, is settled by itself: what is best there does not depend on the
   rest. So the effort for many such parts is added up, not multiplied.
"""

from typing import Any

from whistlestop.game.kernel import bits, lowest, subroutine
from whistlestop.game.limits import BITS, CITIES, TRACKS, WORDS

# What lies where in the scratch space. First the search that is under way, then that which waits for a lobe.
REMAINING = 0  # two words: the tracks that have not gone
STAYING = 2  # two words: those of them that must stay
ODD = 4  # the odd cities
WEIGHT = 5  # the spaces of the remaining tracks
START = 6  # where a path begins
END = 7  # where it ends
TARGET = 8  # how long it is to be
BEST = 9  # an upper bound on the paths that were looked for in vain, -1 if there are none
FLOOR = 10  # how many entries of the log are not to be undone
WAITING = 11
LOGGED = 2 * WAITING  # how many entries the log has
REACHED = LOGGED + 1  # how many cities `trim` has left
LOBE = LOGGED + 2  # the cities of a lobe with an odd city that `trim` has found, 0 if there is no odd city
GATE = LOGGED + 3  # the city on which it hangs
LOG = LOGGED + 4  # what was decided: a track, STAYS if it must stay, GUESSED if the opposite is still to be tried
TAILS = LOG + TRACKS  # by city: its longest tail and, in the lower bits, its second longest
ENDS = TAILS + CITIES  # where a path may end, the most promising city first: twice what it may add, and the city
WALK = ENDS + CITIES  # by depth of a walk: a city and, in the higher bits, the track that led to it
BACK = WALK + CITIES  # by depth: the cities of the walk to which tracks lead back from there or beyond
BEYOND = BACK + CITIES  # by depth: the cities there and beyond
STACK = BEYOND + CITIES
"""The size of the scratch space."""
# The same places, when no walk is under way.
PRICE = WALK  # by city: twice its width
OWNER = WALK  # by city: the city that names its moat
FILLED = BACK  # by city: how much of each of its tracks is filled from its side
MOAT = BEYOND  # by the city that names a moat: its cities

STAYS = 1 << 7
GUESSED = 1 << 8
TRACK_MASK = STAYS - 1
CITY_BITS = 6
CITY_MASK = (1 << CITY_BITS) - 1
TAIL_BITS = 20
TAIL_MASK = (1 << TAIL_BITS) - 1
INFINITE = 1 << 40


@subroutine
def longest(game: Any, tracks: Any, stack: Any) -> int:
    """The spaces of the longest continuous path of a set of tracks, 0 if it is empty.

    No track joins a city to itself. The stack is scratch space, `STACK` integers whatever they are.
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
def opposite(game: Any, track: int, city: int) -> int:
    """The other city of a track."""
    return game.a[track] + game.b[track] - city


@subroutine
def free(game: Any, stack: Any, city: int, word: int) -> int:
    """The tracks of a city that may go or stay: one word of that set."""
    return game.touching[city][word] & stack[REMAINING + word] & ~stack[STAYING + word]


# Peel


@subroutine
def prepare(game: Any, tracks: Any, stack: Any) -> int:
    """Let all remain and nothing be decided; the cities with one track."""
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
def peel(game: Any, stack: Any, leaves: int) -> int:
    """Take away all that is not of the core, and note tails; the longest path of what was taken."""
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
def component(game: Any, stack: Any, city: int) -> int:
    """The cities that remaining tracks join to a city, itself included."""
    reached = 1 << city
    fresh = reached
    while fresh:
        city = lowest(fresh)
        fresh &= fresh - 1
        for word in range(WORDS):
            left = game.touching[city][word] & stack[REMAINING + word]
            while left:
                bit = 1 << opposite(game, word * BITS + lowest(left), city)
                left &= left - 1
                fresh |= bit & ~reached
                reached |= bit
    return reached


@subroutine
def isolate(game: Any, stack: Any, cities: int) -> None:
    """Let remain just the tracks of some cities."""
    weight = 0
    for word in range(WORDS):
        tracks = 0
        left = cities
        while left:
            tracks |= game.touching[lowest(left)][word]
            left &= left - 1
        stack[REMAINING + word] &= tracks
        stack[STAYING + word] &= tracks
        left = stack[REMAINING + word]
        while left:
            weight += game.length[word * BITS + lowest(left)]
            left &= left - 1
    stack[WEIGHT] = weight


# Ends, aim


@subroutine
def longest_within(game: Any, stack: Any, cities: int, best: int) -> int:
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
def list_ends(stack: Any, cities: int) -> int:
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
def attempt(game: Any, stack: Any, count: int, base: int, target: int, best: int) -> int:
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


# Guess


@subroutine
def search(game: Any, stack: Any) -> int:
    """At least the target if a path from start to end has it, else an upper bound below it, -1 where there is no path.

    Nothing is undone if there is one. A lobe is searched by the same loop, since a kernel can't call itself, and with
    no regard to lobes that the guesses make in it.
    """
    stay(game, stack, stack[START])
    stay(game, stack, stack[END])
    stack[BEST] = -1
    in_lobe = False
    while True:
        if trim(game, stack):
            length = bound(game, stack)
            if length < stack[TARGET]:
                stack[BEST] = max(stack[BEST], length)
            elif stack[ODD] == 0 and in_lobe:
                settle(game, stack)
                in_lobe = False
                continue
            elif stack[ODD] == 0:
                return length
            elif not in_lobe and bits(stack[LOBE]) + 1 < stack[REACHED]:
                enter(game, stack)
                in_lobe = True
                continue
            else:
                guess(game, stack)
                continue
        while not retreat(game, stack):
            if not in_lobe:
                return stack[BEST]
            if aim_lower(stack):
                break
            leave(stack)
            in_lobe = False


@subroutine
def stay(game: Any, stack: Any, city: int) -> None:
    """Let all tracks of an end stay if it has no tail."""
    if stack[TAILS + city] == 0:
        for word in range(WORDS):
            left = free(game, stack, city, word)
            while left:
                decide(game, stack, word * BITS + lowest(left) | STAYS)
                left &= left - 1


@subroutine
def enter(game: Any, stack: Any) -> None:
    """Begin to search a lobe: a path enters it by its gate and leaves it there, or ends in it."""
    for place in range(WAITING):
        stack[WAITING + place] = stack[place]
    cities = stack[LOBE]
    isolate(game, stack, cities)
    stack[ODD] &= cities
    if bits(stack[ODD]) % 2 == 1:
        stack[ODD] |= 1 << stack[GATE]
    stack[START] = stack[GATE]
    if (cities >> stack[END]) & 1 == 0:
        stack[END] = stack[GATE]
    stack[TARGET] = stack[WEIGHT]
    stack[BEST] = -1
    stack[FLOOR] = stack[LOGGED]


@subroutine
def aim_lower(stack: Any) -> bool:
    """Set a lower target for a lobe, if that is enough for the target of the search that waits."""
    rest = stack[WAITING + WEIGHT] - stack[WEIGHT]
    if stack[BEST] < max(stack[WAITING + TARGET] - rest, 0):
        return False
    stack[TARGET] = stack[BEST]
    stack[BEST] = -1
    return True


@subroutine
def leave(stack: Any) -> None:
    """End the search of a lobe in vain."""
    length = stack[WAITING + WEIGHT] - stack[WEIGHT] + stack[BEST] if stack[BEST] >= 0 else -1
    for place in range(WAITING):
        stack[place] = stack[WAITING + place]
    stack[BEST] = max(stack[BEST], length)


@subroutine
def settle(game: Any, stack: Any) -> None:
    """End the search of a lobe: all of it goes but what remains of it now."""
    low = stack[REMAINING]
    high = stack[REMAINING + 1]
    undo(game, stack)
    low ^= stack[REMAINING]
    high ^= stack[REMAINING + 1]
    for place in range(WAITING):
        stack[place] = stack[WAITING + place]
    remove(game, stack, low, high)


@subroutine
def guess(game: Any, stack: Any) -> None:
    """Guess that a track goes: a short one of an odd city with few free tracks, if can be to another odd city."""
    city = 0
    fewest = INFINITE
    left = stack[ODD]
    while left:
        candidate = lowest(left)
        left &= left - 1
        count = 0
        for word in range(WORDS):
            count += bits(free(game, stack, candidate, word))
        if count < fewest:
            fewest = count
            city = candidate
    choice = 0
    least = INFINITE
    for word in range(WORDS):
        left = free(game, stack, city, word)
        while left:
            track = word * BITS + lowest(left)
            left &= left - 1
            cost = 2 * game.length[track] - ((stack[ODD] >> opposite(game, track, city)) & 1)
            if cost < least:
                least = cost
                choice = track
    decide(game, stack, choice | GUESSED)


@subroutine
def decide(game: Any, stack: Any, entry: int) -> None:
    """Do what an entry says and put it into the log."""
    toggle(game, stack, entry)
    stack[LOG + stack[LOGGED]] = entry
    stack[LOGGED] += 1


@subroutine
def toggle(game: Any, stack: Any, entry: int) -> None:
    """Do what an entry of the log says, or undo it."""
    track = entry & TRACK_MASK
    word = track // BITS
    bit = 1 << (track % BITS)
    if entry & STAYS:
        stack[STAYING + word] ^= bit
    else:
        stack[REMAINING + word] ^= bit
        stack[ODD] ^= (1 << game.a[track]) ^ (1 << game.b[track])
        if stack[REMAINING + word] & bit:
            stack[WEIGHT] += game.length[track]
        else:
            stack[WEIGHT] -= game.length[track]


@subroutine
def undo(game: Any, stack: Any) -> None:
    """Undo all above the floor of the log."""
    while stack[LOGGED] > stack[FLOOR]:
        stack[LOGGED] -= 1
        toggle(game, stack, stack[LOG + stack[LOGGED]])


@subroutine
def retreat(game: Any, stack: Any) -> bool:
    """Undo all since the last guess above the floor and decide the opposite; False if no guess is left."""
    while stack[LOGGED] > stack[FLOOR]:
        stack[LOGGED] -= 1
        entry = stack[LOG + stack[LOGGED]]
        toggle(game, stack, entry)
        if entry & GUESSED:
            decide(game, stack, (entry & TRACK_MASK) | STAYS)
            return True
    return False


@subroutine
def remove(game: Any, stack: Any, low: int, high: int) -> bool:
    """Let a set of tracks go; False if one of them must stay."""
    if (low & stack[STAYING]) | (high & stack[STAYING + 1]):
        return False
    for word in range(WORDS):
        left = high if word else low
        while left:
            decide(game, stack, word * BITS + lowest(left))
            left &= left - 1
    return True


@subroutine
def trim(game: Any, stack: Any) -> bool:
    """Let go all that no path from start to end can use, and find a lobe with an odd city and with no such lobe in it.

    One depth-first walk. A track is a bridge if no other leads back from beyond it, and what lies beyond is a lobe if
    such tracks lead to one city. False if the end or a track that must stay is out of reach.
    """
    low = stack[REMAINING]
    high = stack[REMAINING + 1]
    seen = 1 << stack[START]
    depth = 0
    stack[WALK] = stack[START]
    stack[BACK] = 0
    stack[BEYOND] = seen
    stack[LOBE] = 0
    while True:
        city = stack[WALK + depth] & CITY_MASK
        near = game.touching[city][0] & low
        far = game.touching[city][1] & high
        if near | far:
            track = lowest(near) if near else BITS + lowest(far)
            low &= ~(near & -near)
            if near == 0:
                high ^= far & -far
            target = opposite(game, track, city)
            if (seen >> target) & 1:
                stack[BACK + depth] |= 1 << target
                continue
            seen |= 1 << target
            depth += 1
            stack[WALK + depth] = track << CITY_BITS | target
            stack[BACK + depth] = 0
            stack[BEYOND + depth] = 1 << target
        elif depth > 0:
            depth -= 1
            if not step_back(game, stack, depth):
                return False
        else:
            stack[REACHED] = bits(stack[BEYOND])
            return (seen >> stack[END]) & 1 == 1 and remove(game, stack, low, high)


@subroutine
def step_back(game: Any, stack: Any, depth: int) -> bool:
    """Go back to a depth of a walk, all beyond being seen; False if what must go there must stay."""
    city = stack[WALK + depth] & CITY_MASK
    track = stack[WALK + depth + 1] >> CITY_BITS
    beyond = stack[BEYOND + depth + 1]
    back = stack[BACK + depth + 1] & ~(1 << (stack[WALK + depth + 1] & CITY_MASK))
    if back == 0 and (beyond >> stack[END]) & 1 == 0:
        stack[LOBE] &= ~beyond
        low = 0
        high = 0
        while beyond:
            low |= game.touching[lowest(beyond)][0]
            high |= game.touching[lowest(beyond)][1]
            beyond &= beyond - 1
        return remove(game, stack, low & stack[REMAINING], high & stack[REMAINING + 1])
    if back == 0 and (stack[STAYING + track // BITS] >> (track % BITS)) & 1 == 0:
        decide(game, stack, track | STAYS)
    stack[BACK + depth] |= back
    stack[BEYOND + depth] |= beyond
    if stack[LOBE] == 0 and beyond & stack[ODD] and back & ~(1 << city) == 0:
        stack[LOBE] = beyond
        stack[GATE] = city
    return True


# Bound


@subroutine
def bound(game: Any, stack: Any) -> int:
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
def evenly(game: Any, stack: Any) -> int:
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
def price(game: Any, stack: Any, city: int, sharing: int) -> int:
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
def moats(game: Any, stack: Any, enough: int) -> int:
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
def rivals(game: Any, stack: Any, moat: int, odd: int) -> int:
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
def room(game: Any, stack: Any, moat: int) -> int:
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
def merge(game: Any, stack: Any, moat: int, odd: int) -> int:
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
