"""All kernels of the room: step a play to the next decision, observe it, mark its legal moves, pay its rewards.

They stand in one file because the cache of compiled kernels notices a change of the file itself, while its folder is
named after the rules and the bots. A kernel here knows no rule: it calls those of `game`.

An observation is made in two steps. `write_features` writes a FEATURES record:
the VIEW of the seat, which is the only place where hidden
cards are held back, and a few words that follow from the view alone. `write_row` then copies bits and numbers of the
FEATURES to the columns of a row, as `observation` says.
"""

from typing import Any

import numpy as np

from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.engine import ILLEGAL, act_as_seat, deal_all, list_moves, set_up
from whistlestop.game.kernel import entry, kernel, lowest, subroutine
from whistlestop.game.limits import BITS, MOVES, OFFER, SEATS, WORDS
from whistlestop.game.moves.listing import COUNT, LIST, found
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, queue_entry
from whistlestop.game.score import route_points, score_state
from whistlestop.game.state import CHANCE, OVER, is_chance, put, record_type
from whistlestop.game.view import VIEW, see

I = np.int64

FEATURES = record_type(
    [
        ("seen", VIEW),
        # What follows from the view, as sets and numbers
        ("phases", I),  # the phase as a set of one
        ("movers", I),  # the seat to move, as a set; empty while chance moves and once the play is over
        ("firsts", I),  # the seat that began, as a set
        ("ending", I),  # turns left in the last round + 1, 0 before it
        ("claimed", I, WORDS),  # the track that is being paid, as a set
        ("cities", I),  # the city where a station is being paid, as a set
        ("offers", I, (OFFER, WORDS)),  # the ticket in each place of the viewer's offer, as a set
        ("under", I, WORDS),  # tickets that the viewer put under the deck and that lie there still
        ("points", I, SEATS),  # what the tracks of each seat are worth
    ]
)
FEATURE_WORDS = FEATURES.itemsize // 8

# Arrays inside records, since Numba counts the references to every other array that a kernel is given.
EPISODE = record_type(
    [
        ("seed", I),
        ("dice", I, (STREAMS, 3)),
        ("legal", I, -(-MOVES // BITS)),  # the legal moves as a set, which no caller can change
    ]
)
ROOM = record_type([("out", I, MOVES)])
"""Where moves are listed."""

# What a seat is paid, and when; see `rewards`.
BY_PLACE = 0
BY_MARGIN = 1
BY_POINTS = 2
FORFEIT = 100.0
"""The points that an illegal action costs where rewards are points."""


@subroutine
def write_features(game: Any, state: Any, viewer: int, features: Any) -> None:
    """Write down what a seat knows."""
    seen = features.seen
    see(game, state, viewer, seen)
    is_open = not is_chance(seen.phase) and seen.phase != OVER
    features.phases = 1 << seen.phase
    features.movers = 1 << seen.seat if is_open else 0
    features.firsts = 1 << seen.first if seen.first >= 0 else 0
    features.ending = seen.last + 1
    features.cities = 1 << seen.city if seen.city >= 0 else 0
    for w in range(WORDS):
        features.claimed[w] = 0
        features.under[w] = 0
        for place in range(OFFER):
            features.offers[place, w] = 0
    if seen.claim >= 0:
        put(features.claimed, game.what[seen.claim])
    offer = seen.offer
    place = 0
    while offer != 0:
        put(features.offers[place], (offer & TICKET_MASK) - 1)
        offer >>= TICKET_BITS
        place += 1
    for n in range(seen.queued):
        ticket = queue_entry(seen.queue, n) & TICKET_MASK
        if ticket != 0:
            put(features.under, ticket - 1)
    for seat in range(game.seats):
        features.points[seat] = route_points(game, seen.tracks[seat])


@kernel
def write_row(words: Any, runs: Any, numbers: Any, spread: Any, viewer: int, rows: Any, longs: Any, i: int) -> None:
    """Copy a FEATURES record, given as words, to row i: first the members of sets as 0 and 1, then the numbers.

    Bits of all sets are strung together, and eight of them become eight bytes at once: `longs` are the rows as 64-bit
    words. What the last of them writes too far is written again as numbers.
    """
    some = 0
    size = 0
    at = 0
    for n in range(runs.shape[1]):
        some |= (words[0, runs[viewer, n, 0]] >> runs[viewer, n, 1] & runs[viewer, n, 2]) << size
        size += runs[viewer, n, 3]
        while size >= 8:
            longs[i, at] = spread[some & 255]
            some >>= 8
            size -= 8
            at += 1
    longs[i, at] = spread[some & 255]
    column = 8 * at + size
    for n in range(numbers.shape[1]):
        rows[i, column + n] = min(255, words[0, numbers[viewer, n]])
    for end in range(column + numbers.shape[1], rows.shape[1]):
        rows[i, end] = 0


@subroutine
def begin(game: Any, state: Any, episode: Any) -> None:
    """Begin a play from its seed and deal up to its first decision."""
    load_dice(episode.dice, episode.seed)
    set_up(game, state, CHANCE)
    deal_all(game, state, episode.dice)


@subroutine
def act(game: Any, state: Any, dice: Any, action: int) -> int:
    """Make a legal move of a seat and chance's moves after it; what the tracks are worth that it claimed."""
    seat = state.seat
    low = state.tracks[seat, 0]
    high = state.tracks[seat, 1]
    act_as_seat(game, state, action)
    deal_all(game, state, dice)
    points = 0
    low = state.tracks[seat, 0] & ~low
    high = state.tracks[seat, 1] & ~high
    if low != 0:
        points = game.points[game.length[lowest(low)]]
    if high != 0:
        points = game.points[game.length[BITS + lowest(high)]]
    return points


@subroutine
def choose(game: Any, state: Any, dice: Any, out: Any) -> int:
    """A legal move, each as likely as any other, from a stream of chances that the play has for this."""
    count = list_moves(game, state, COUNT, out)
    return found(list_moves(game, state, below(dice, CHOICES, count), out))


@subroutine
def pay(game: Any, sheet: Any, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Note a final score, and add what it brings to the rewards of row i."""
    for seat in range(game.seats):
        totals[i, seat] = sheet.total[seat]
        places[i, seat] = sheet.place[seat]
        ahead = 0
        best = -(1 << 30)
        for other in range(game.seats):
            if other != seat:
                best = max(best, sheet.total[other])
                ahead += 1 if sheet.place[other] > sheet.place[seat] else 0
                ahead -= 1 if sheet.place[other] < sheet.place[seat] else 0
        if kind == BY_PLACE:
            rewards[i, seat] = ahead / (game.seats - 1)
        elif kind == BY_MARGIN:
            rewards[i, seat] = sheet.total[seat] - best
        else:
            rewards[i, seat] += sheet.total[seat] - sheet.routes[seat]


@subroutine
def forfeit(game: Any, loser: int, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Note that a seat broke off: it is last, the others share the win, and nothing is scored."""
    for seat in range(game.seats):
        totals[i, seat] = 0
        places[i, seat] = game.seats if seat == loser else 1
        if kind == BY_PLACE:
            rewards[i, seat] = -1.0 if seat == loser else 1 / (game.seats - 1)
        else:
            rewards[i, seat] = -FORFEIT if seat == loser else 0.0


@kernel
def is_legal(episode: Any, actions: int, action: int) -> bool:
    """Whether an action is among the legal moves of a play."""
    return 0 <= action < actions and episode.legal[action // BITS] >> action % BITS & 1 == 1


@subroutine
def advance(game: Any, state: Any, episode: Any, action: int) -> int:
    """Make an action and all deals after it; the points of the track that it claimed. ILLEGAL if nothing was made."""
    if not is_legal(episode, game.first_move[DEAL_FIRST], action):
        return ILLEGAL
    return act(game, state, episode.dice, action)


@subroutine
def mark_moves(game: Any, state: Any, legal: Any, out: Any) -> int:
    """List the legal moves in `out`, and write them down as a set; how many there are."""
    for w in range(game.first_move[DEAL_FIRST] // BITS + 1):
        legal[w] = 0
    count = list_moves(game, state, LIST, out)
    for n in range(count):
        legal[out[n] // BITS] |= 1 << out[n] % BITS
    return count


# The bundles of arrays that entries are given are unpacked once: to reach into one costs as much as a move.


@entry
def observe(games: Any, offsets: Any, states: Any, i: int, viewer: int, scratch: Any, rows: Any, longs: Any) -> None:
    """Write what a seat knows of state i to row 0."""
    runs, numbers, spread = offsets
    write_features(games[0], states[i], viewer, scratch.features[0])
    write_row(scratch.words, runs, numbers, spread, viewer, rows, longs, 0)


@entry
def settle(
    games: Any, states: Any, i: int, kind: int, scratch: Any, rewards: Any, totals: Any, places: Any
) -> None:  # fmt: skip
    """Score state i and write what it brings to row 0."""
    score_state(games[0], states[i], scratch.sheets[0], scratch.score_scratch)
    pay(games[0], scratch.sheets[0], kind, 0, rewards, totals, places)


@entry
def break_off(games: Any, loser: int, kind: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write to row 0 what it brings that a seat broke off."""
    forfeit(games[0], loser, kind, 0, rewards, totals, places)


@entry
def first_illegal(games: Any, episodes: Any, actions: Any) -> int:
    """The first play whose action is not legal, else -1."""
    for i in range(actions.shape[0]):
        if not is_legal(episodes[i], games[0].first_move[DEAL_FIRST], actions[i]):
            return i
    return -1


@entry
def sample(games: Any, states: Any, episodes: Any, rooms: Any, actions: Any, first: int, end: int) -> None:
    """A random legal action for some plays."""
    for i in range(first, end):
        actions[i] = choose(games[0], states[i], episodes[i].dice, rooms[0].out)


@kernel
def write_episode(
    game: Any, state: Any, episode: Any, i: int, runs: Any, numbers: Any, spread: Any, features: Any, words: Any,
    rooms: Any, observation: Any, longs: Any, mask: Any, seats: Any,
) -> None:  # fmt: skip
    """Write who is to move in play i, what that seat knows and which moves it has."""
    seats[i] = state.seat
    for move in range(mask.shape[1]):
        mask[i, move] = False
    for n in range(mark_moves(game, state, episode.legal, rooms[0].out)):
        mask[i, rooms[0].out[n]] = True
    write_features(game, state, state.seat, features[0])
    write_row(words, runs, numbers, spread, state.seat, observation, longs, i)


@entry
def begin_episodes(
    games: Any, offsets: Any, states: Any, episodes: Any, batch: Any, longs: Any, scratch: Any, first: int, end: int
) -> None:
    """Begin some plays from their seeds, and write where they stand."""
    runs, numbers, spread = offsets
    observation, mask, seats, reward, done, _, _ = batch
    features, words, rooms, _, _ = scratch
    game = games[0]
    for i in range(first, end):
        done[i] = False
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        state, episode = states[i], episodes[i]
        begin(game, state, episode)
        write_episode(
            game, state, episode, i, runs, numbers, spread, features, words, rooms, observation, longs, mask, seats
        )  # fmt: skip


@entry
def step_episodes(
    games: Any, offsets: Any, states: Any, episodes: Any, actions: Any, batch: Any, longs: Any, scratch: Any, kind: int,
    first: int, end: int,
) -> None:  # fmt: skip
    """Make an action in each of some plays, and write what came of it; a play that ends is begun anew."""
    runs, numbers, spread = offsets
    observation, mask, seats, reward, done, totals, places = batch
    features, words, rooms, sheets, score_scratch = scratch
    game = games[0]
    for i in range(first, end):
        state, episode = states[i], episodes[i]
        seat = state.seat
        points = advance(game, state, episode, actions[i])
        for other in range(game.seats):
            reward[i, other] = 0.0
        if kind == BY_POINTS:
            reward[i, seat] = points
        done[i] = points == ILLEGAL or state.phase == OVER
        if points == ILLEGAL:
            forfeit(game, seat, kind, i, reward, totals, places)
        elif state.phase == OVER:
            score_state(game, state, sheets[0], score_scratch)
            pay(game, sheets[0], kind, i, reward, totals, places)
        if done[i]:
            episode.seed += states.shape[0]
            begin(game, state, episode)
        write_episode(
            game, state, episode, i, runs, numbers, spread, features, words, rooms, observation, longs, mask, seats
        )  # fmt: skip
