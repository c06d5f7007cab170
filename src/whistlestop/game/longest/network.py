"""The network that is searched: its scratch space, and the tracks and cities near a city."""

from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.kernel_types import GameRec, Stack
from whistlestop.game.limits import BITS, CITIES, TRACKS, WORDS

# The layout of the scratch space: first the search under way, then the one that waits while a lobe is searched.
REMAINING = 0  # two words: the tracks that have not gone
STAYING = 2  # two words: those of them that must stay
ODD = 4  # the odd cities
WEIGHT = 5  # the spaces of the remaining tracks
START = 6  # where a path begins
END = 7  # where it ends
TARGET = 8  # how long it is to be
BEST = 9  # an upper bound on the paths that were searched without success, -1 if there are none
FLOOR = 10  # how many entries of the log are not to be undone
WAITING = 11
LOGGED = 2 * WAITING  # how many entries the log has
REACHED = LOGGED + 1  # how many cities `trim` has left
LOBE = LOGGED + 2  # the cities of a lobe with an odd city that `trim` has found, 0 if none has one
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
def opposite(game: GameRec, track: int, city: int) -> int:
    """The other city of a track."""
    return game.a[track] + game.b[track] - city


@subroutine
def free(game: GameRec, stack: Stack, city: int, word: int) -> int:
    """The tracks of a city that may go or stay: one word of that set."""
    return game.touching[city][word] & stack[REMAINING + word] & ~stack[STAYING + word]


@subroutine
def component(game: GameRec, stack: Stack, city: int) -> int:
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
def isolate(game: GameRec, stack: Stack, cities: int) -> None:
    """Keep only the tracks of some cities."""
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
