"""Guess: a search for a path between two cities that is as long as its target."""

from whistlestop.game.kernel import bits, lowest, subroutine
from whistlestop.game.kernel_types import GameRec, Stack
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.longest.bound import bound
from whistlestop.game.longest.network import (
    BACK,
    BEST,
    BEYOND,
    CITY_BITS,
    CITY_MASK,
    END,
    FLOOR,
    GATE,
    GUESSED,
    INFINITE,
    LOBE,
    LOG,
    LOGGED,
    ODD,
    REACHED,
    REMAINING,
    START,
    STAYING,
    STAYS,
    TAILS,
    TARGET,
    TRACK_MASK,
    WAITING,
    WALK,
    WEIGHT,
    free,
    isolate,
    opposite,
)


@subroutine
def search(game: GameRec, stack: Stack) -> int:
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
def stay(game: GameRec, stack: Stack, city: int) -> None:
    """Let all tracks of an end stay if it has no tail."""
    if stack[TAILS + city] == 0:
        for word in range(WORDS):
            left = free(game, stack, city, word)
            while left:
                decide(game, stack, word * BITS + lowest(left) | STAYS)
                left &= left - 1


@subroutine
def enter(game: GameRec, stack: Stack) -> None:
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
def aim_lower(stack: Stack) -> bool:
    """Set a lower target for a lobe, if that is enough for the target of the search that waits."""
    rest = stack[WAITING + WEIGHT] - stack[WEIGHT]
    if stack[BEST] < max(stack[WAITING + TARGET] - rest, 0):
        return False
    stack[TARGET] = stack[BEST]
    stack[BEST] = -1
    return True


@subroutine
def leave(stack: Stack) -> None:
    """End the search of a lobe without success."""
    length = stack[WAITING + WEIGHT] - stack[WEIGHT] + stack[BEST] if stack[BEST] >= 0 else -1
    for place in range(WAITING):
        stack[place] = stack[WAITING + place]
    stack[BEST] = max(stack[BEST], length)


@subroutine
def settle(game: GameRec, stack: Stack) -> None:
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
def guess(game: GameRec, stack: Stack) -> None:
    """Guess that a track goes: a short one of an odd city with few free tracks, if possible to another odd city."""
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
def decide(game: GameRec, stack: Stack, entry: int) -> None:
    """Do what an entry says and put it into the log."""
    toggle(game, stack, entry)
    stack[LOG + stack[LOGGED]] = entry
    stack[LOGGED] += 1


@subroutine
def toggle(game: GameRec, stack: Stack, entry: int) -> None:
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
def undo(game: GameRec, stack: Stack) -> None:
    """Undo all above the floor of the log."""
    while stack[LOGGED] > stack[FLOOR]:
        stack[LOGGED] -= 1
        toggle(game, stack, stack[LOG + stack[LOGGED]])


@subroutine
def retreat(game: GameRec, stack: Stack) -> bool:
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
def remove(game: GameRec, stack: Stack, low: int, high: int) -> bool:
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
def trim(game: GameRec, stack: Stack) -> bool:
    """Let go all that no path from start to end can use, and find a lobe with an odd city and with no such lobe in it.

    One depth-first walk. A track is a bridge if no other leads back from beyond it, and what is beyond it is a lobe if
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
def step_back(game: GameRec, stack: Stack, depth: int) -> bool:
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
