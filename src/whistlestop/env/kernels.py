"""All kernels of the package: step a game to its next decision, observe it, mark its legal moves, pay its rewards.

They are in one file because the cache of compiled kernels notices changes in a kernel's own file and, through the name
of its folder, in `game` and `bots`, but nowhere else. No kernel here knows a rule: they call those of `game`.

An observation is made in two steps. `write_features` fills a FEATURES record: the seat's VIEW, which is the only place
where hidden cards are left out, and a few words that follow from the view alone. `write_row` copies bits and numbers of
that record to the columns of a row; `observation` decides which.
"""

from typing import Any, NamedTuple

import numpy as np

from whistlestop.env.kernel_types import EpisodeRec, FeaturesRec
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.dice import CHOICES, STREAMS, below, load_dice
from whistlestop.game.engine import ILLEGAL, act_as_seat, deal_all, list_moves, set_up
from whistlestop.game.kernel import entry, kernel, lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameArray, GameRec, SheetRec, StateArray, StateRec
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
        ("movers", I),  # the seat to move, as a set; empty while chance moves and when the game is over
        ("firsts", I),  # the seat that began, as a set
        ("ending", I),  # turns left in the last round + 1, 0 before it
        ("claimed", I, WORDS),  # the track that is being paid, as a set
        ("cities", I),  # the city where a station is being paid, as a set
        ("offers", I, (OFFER, WORDS)),  # the ticket in each place of the viewer's offer, as a set
        ("under", I, WORDS),  # tickets that the viewer put under the deck and that are still there
        ("points", I, SEATS),  # what the tracks of each seat are worth
    ]
)
FEATURE_WORDS = FEATURES.itemsize // 8

# Arrays inside records, because Numba counts references to every other array that a kernel gets.
EPISODE = record_type(
    [
        ("seed", I),
        ("dice", I, (STREAMS, 3)),
        ("legal", I, -(-MOVES // BITS)),  # the legal moves as a set; a copy that no caller can change
    ]
)
MOVE_LIST = record_type([("moves", I, MOVES)])
"""Scratch memory where legal moves are listed."""

# The kinds of rewards; `rewards` describes them.
BY_PLACE = 0
BY_MARGIN = 1
BY_POINTS = 2
FORFEIT = 100.0
"""What an illegal action costs when rewards are in points."""


@subroutine
def write_features(game: GameRec, state: StateRec, viewer: int, features: FeaturesRec) -> None:
    """Fill in what a seat knows."""
    seen = features.seen
    see(game, state, viewer, seen)
    is_decision = not is_chance(seen.phase) and seen.phase != OVER
    features.phases = 1 << seen.phase
    features.movers = 1 << seen.seat if is_decision else 0
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

    The bits of all sets are collected, and every eight of them spread to eight bytes at once: `longs` are the rows as
    64-bit words. The last word may reach into the numbers, which are written after it.
    """
    pending = 0
    size = 0
    at = 0
    for n in range(runs.shape[1]):
        pending |= (words[0, runs[viewer, n, 0]] >> runs[viewer, n, 1] & runs[viewer, n, 2]) << size
        size += runs[viewer, n, 3]
        while size >= 8:
            longs[i, at] = spread[pending & 255]
            pending >>= 8
            size -= 8
            at += 1
    longs[i, at] = spread[pending & 255]
    column = 8 * at + size
    for n in range(numbers.shape[1]):
        rows[i, column + n] = min(255, words[0, numbers[viewer, n]])
    for end in range(column + numbers.shape[1], rows.shape[1]):
        rows[i, end] = 0


@subroutine
def begin(game: GameRec, state: StateRec, episode: EpisodeRec) -> None:
    """Start a game from its seed and deal up to the first decision."""
    load_dice(episode.dice, episode.seed)
    set_up(game, state, CHANCE)
    deal_all(game, state, episode.dice)


@subroutine
def act(game: GameRec, state: StateRec, dice: Dice, action: int) -> int:
    """Make a seat's legal move and chance's moves after it; returns the points of the track that it claimed."""
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
def choose(game: GameRec, state: StateRec, dice: Dice, moves: Any) -> int:
    """A random legal move, all equally likely, from the stream of the dice that is kept for this."""
    count = list_moves(game, state, COUNT, moves)
    return found(list_moves(game, state, below(dice, CHOICES, count), moves))


@subroutine
def pay(game: GameRec, sheet: SheetRec, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write a final score to row i, and add what it earns to the rewards."""
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
def forfeit(game: GameRec, loser: int, kind: int, i: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write to row i that a seat forfeited: it is last, the others share the win, and nothing is scored."""
    for seat in range(game.seats):
        totals[i, seat] = 0
        places[i, seat] = game.seats if seat == loser else 1
        if kind == BY_PLACE:
            rewards[i, seat] = -1.0 if seat == loser else 1 / (game.seats - 1)
        else:
            rewards[i, seat] = -FORFEIT if seat == loser else 0.0


@kernel
def is_legal(episode: EpisodeRec, actions: int, action: int) -> bool:
    """Whether an action is a legal move of an episode."""
    return 0 <= action < actions and episode.legal[action // BITS] >> action % BITS & 1 == 1


@subroutine
def make_action(game: GameRec, state: StateRec, episode: EpisodeRec, action: int) -> int:
    """Make an action and all deals after it; returns the points of the track that it claimed.

    An illegal action changes nothing and returns ILLEGAL.
    """
    if not is_legal(episode, game.first_move[DEAL_FIRST], action):
        return ILLEGAL
    return act(game, state, episode.dice, action)


@subroutine
def mark_moves(game: GameRec, state: StateRec, legal: Any, moves: Any) -> int:
    """List the legal moves in `moves` and as a set in `legal`; returns how many there are."""
    for w in range(game.first_move[DEAL_FIRST] // BITS + 1):
        legal[w] = 0
    count = list_moves(game, state, LIST, moves)
    for n in range(count):
        legal[moves[n] // BITS] |= 1 << moves[n] % BITS
    return count


class Arrays(NamedTuple):
    """The arrays of a vector environment that the kernels below work on."""

    games: Any
    """The compiled game, one GAME record."""
    offsets: Any
    """See `observation.Offsets`."""
    states: Any
    """STATE records, one for each environment."""
    episodes: Any
    """EPISODE records, one for each environment."""


# Tuples of arrays are unpacked where they enter a function: reaching into one each time costs as much as a move.


@entry
def observe(
    games: GameArray, offsets: Any, states: StateArray, i: int, viewer: int, scratch: Any, rows: Any, longs: Any
) -> None:
    """Write what a seat knows about state i to row 0."""
    runs, numbers, spread = offsets
    write_features(games[0], states[i], viewer, scratch.features[0])
    write_row(scratch.words, runs, numbers, spread, viewer, rows, longs, 0)


@entry
def settle(
    games: GameArray, states: StateArray, i: int, kind: int, scratch: Any, rewards: Any, totals: Any, places: Any
) -> None:  # fmt: skip
    """Score state i, and write what it earns to row 0."""
    score_state(games[0], states[i], scratch.sheets[0], scratch.score_scratch)
    pay(games[0], scratch.sheets[0], kind, 0, rewards, totals, places)


@entry
def lose(games: GameArray, loser: int, kind: int, rewards: Any, totals: Any, places: Any) -> None:
    """Write what a forfeit earns to row 0."""
    forfeit(games[0], loser, kind, 0, rewards, totals, places)


@entry
def first_illegal(arrays: Any, actions: Any) -> int:
    """The first environment whose action is illegal, or -1."""
    games, _, _, episodes = arrays
    for i in range(actions.shape[0]):
        if not is_legal(episodes[i], games[0].first_move[DEAL_FIRST], actions[i]):
            return i
    return -1


@entry
def sample(arrays: Any, actions: Any, scratch: Any, first: int, end: int) -> None:
    """A random legal action for each environment from `first` to `end`."""
    games, _, states, episodes = arrays
    _, _, move_lists, _, _ = scratch
    for i in range(first, end):
        actions[i] = choose(games[0], states[i], episodes[i].dice, move_lists[0].moves)


@kernel
def write_episode(
    game: GameRec, state: StateRec, episode: EpisodeRec, i: int, offsets: Any, batch: Any, longs: Any, scratch: Any
) -> None:  # fmt: skip
    """Write row i of the batch: the seat to move, what it knows and its legal moves."""
    runs, numbers, spread = offsets
    observation, mask, seats, _, _, _, _ = batch
    features, words, move_lists, _, _ = scratch
    seats[i] = state.seat
    for move in range(mask.shape[1]):
        mask[i, move] = False
    for n in range(mark_moves(game, state, episode.legal, move_lists[0].moves)):
        mask[i, move_lists[0].moves[n]] = True
    write_features(game, state, state.seat, features[0])
    write_row(words, runs, numbers, spread, state.seat, observation, longs, i)


@entry
def begin_episodes(arrays: Any, batch: Any, longs: Any, scratch: Any, first: int, end: int) -> None:
    """Start the environments from `first` to `end` from their seeds, and write their rows."""
    games, offsets, states, episodes = arrays
    _, _, _, reward, done, _, _ = batch
    game = games[0]
    for i in range(first, end):
        done[i] = False
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        state, episode = states[i], episodes[i]
        begin(game, state, episode)
        write_episode(game, state, episode, i, offsets, batch, longs, scratch)


@entry
def step_episodes(
    arrays: Any, actions: Any, kind: int, batch: Any, longs: Any, scratch: Any, first: int, end: int
) -> None:  # fmt: skip
    """Make the actions of the environments from `first` to `end`, restart those that end, and write their rows."""
    games, offsets, states, episodes = arrays
    _, _, _, reward, done, totals, places = batch
    _, _, _, sheets, score_scratch = scratch
    game = games[0]
    for i in range(first, end):
        state, episode = states[i], episodes[i]
        seat = state.seat
        points = make_action(game, state, episode, actions[i])
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
        write_episode(game, state, episode, i, offsets, batch, longs, scratch)
