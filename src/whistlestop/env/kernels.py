"""All kernels of the package: step a game to its next decision, observe it, mark its legal moves, pay its rewards.

They are in one file because the cache of compiled kernels notices changes in a kernel's own file and, through the name
of its folder, in `game` and `bots`, but nowhere else. No kernel here knows a rule: they call those of `game`.

An observation is made in two steps. `write_features` fills a FEATURES record: the seat's VIEW, which is the only place
where hidden cards are left out, and a few words that follow from the view alone. `write_row` copies bits and numbers of
that record to the columns of a row; `observation` decides which.
"""

from typing import Any, NamedTuple

import numpy as np

from whistlestop.bots import policy
from whistlestop.bots.kernel_types import FactsRec, PlanRec
from whistlestop.bots.plan import make_plan
from whistlestop.env.kernel_types import EpisodeRec, FeaturesRec
from whistlestop.game.catalogue import DEAL_FIRST
from whistlestop.game.dice import CHOICES, STREAMS, WORD, below, load_dice, mix
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
        ("run", I),  # the seed of the run
        ("number", I),  # of the game in the run
        ("seed", I),  # of the game, which follows from the two
        ("dice", I, (STREAMS, 3)),
        ("luck", I, (STREAMS, 3)),  # dice of the opponents
        ("opponent", I),  # the number of the opponents in the list of them
        ("players", I, SEATS),  # who plays each seat: LEARNER, RANDOM or a row of weights
        ("legal", I, -(-MOVES // BITS)),  # the legal moves as a set; a copy that no caller can change
    ]
)
MOVE_LIST = record_type([("moves", I, MOVES)])
"""Scratch memory where legal moves are listed."""

# Who plays a seat, if it is no bot with weights.
LEARNER = -1
RANDOM = -2
ANY_SEAT = -1
"""The learner's seat is drawn for every game."""

# The kinds of rewards; `rewards` describes them.
BY_PLACE = 0
BY_MARGIN = 1
BY_POINTS = 2
FORFEIT = 100.0
"""What an illegal action costs when rewards are in points."""

HALF = (1 << 31) - 1


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


@kernel
def game_seed(run: int, number: int) -> int:
    """The seed of a game of a run: that of the run for game 0, and one far from those of other runs for all others.

    A Feistel network of two halves of 31 bits: no two numbers of a run have the same seed.
    """
    if number == 0:
        return run
    high, low = number >> 31, number & HALF
    for turn in range(4):
        key = mix(((run & WORD) + turn) & WORD) ^ mix((run >> 32) + (turn + 1 << 30) & WORD)
        high, low = low, high ^ mix(low ^ key) & HALF
    return high << 31 | low


@subroutine
def begin(game: GameRec, state: StateRec, episode: EpisodeRec) -> None:
    """Start a game from its seed and deal up to the first decision."""
    episode.seed = game_seed(episode.run, episode.number)
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


@subroutine
def seat_players(game: GameRec, episode: EpisodeRec, lineups: Any, seat: int) -> None:
    """Draw the opponents of a game, and the learner's seat unless it is given; this depends only on the game's seed."""
    load_dice(episode.luck, game_seed(episode.seed, 1))
    episode.opponent = below(episode.luck, CHOICES, lineups.shape[0])
    learner = seat
    if seat == ANY_SEAT:
        learner = below(episode.luck, CHOICES, game.seats)
    episode.players[learner] = LEARNER
    for n in range(1, game.seats):
        episode.players[(learner + n) % game.seats] = lineups[episode.opponent, n - 1]


@subroutine
def play_others(
    game: GameRec, facts: FactsRec, weights: Any, state: StateRec, episode: EpisodeRec, plan: PlanRec, moves: Any,
    kind: int, i: int, rewards: Any,
) -> None:  # fmt: skip
    """Let the opponents move until the learner is to move or the game is over."""
    while state.phase != OVER and episode.players[state.seat] != LEARNER:
        seat = state.seat
        player = episode.players[seat]
        if player == RANDOM:
            move = choose(game, state, episode.luck, moves)
        else:
            make_plan(game, facts, weights[player], state, seat, state.tickets[seat], plan)
            move = policy.choose(game, facts, weights[player], plan, state, episode.luck, moves)
        points = act(game, state, episode.dice, move)
        if kind == BY_POINTS:
            rewards[i, seat] += points


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
    final: Any
    """The observations at the end of games, a row for each environment."""
    final_longs: Any
    """The same memory as `final`."""


class Opponents(NamedTuple):
    """Who plays the seats that the learner does not."""

    facts: Any
    """What bots know about the board, one FACTS record."""
    weights: Any
    """WEIGHTS records."""
    lineups: Any
    """A row for each of the opponents that a game can have: who plays the seats after the learner's."""
    seat: int
    """The learner's seat, or ANY_SEAT."""


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
    games, _, _, episodes, _, _ = arrays
    for i in range(actions.shape[0]):
        if not is_legal(episodes[i], games[0].first_move[DEAL_FIRST], actions[i]):
            return i
    return -1


@entry
def sample(arrays: Any, actions: Any, scratch: Any, first: int, end: int) -> None:
    """A random legal action for each environment from `first` to `end`."""
    games, _, states, episodes, _, _ = arrays
    _, _, move_lists, _, _, _ = scratch
    for i in range(first, end):
        actions[i] = choose(games[0], states[i], episodes[i].dice, move_lists[0].moves)


@kernel
def write_episode(
    game: GameRec, state: StateRec, episode: EpisodeRec, viewer: int, over: bool, i: int, offsets: Any, batch: Any,
    longs: Any, scratch: Any,
) -> None:  # fmt: skip
    """Write row i of the batch: the seat to move, what it knows and its legal moves; none if the game is over."""
    runs, numbers, spread = offsets
    observation, mask, seats, _, _, _, _ = batch
    features, words, move_lists, _, _, _ = scratch
    seats[i] = viewer
    for move in range(mask.shape[1]):
        mask[i, move] = 0
    count = mark_moves(game, state, episode.legal, move_lists[0].moves)
    for n in range(count):
        mask[i, move_lists[0].moves[n]] = 0 if over else 1
        if over:
            episode.legal[move_lists[0].moves[n] // BITS] = 0
    write_features(game, state, viewer, features[0])
    write_row(words, runs, numbers, spread, viewer, observation, longs, i)


@kernel
def end_episode(
    game: GameRec, state: StateRec, viewer: int, points: int, kind: int, i: int, arrays: Any, batch: Any, scratch: Any
) -> None:  # fmt: skip
    """Pay row i of the batch for a game that is over or forfeited, and write what a seat knows at its end."""
    _, offsets, _, _, final, final_longs = arrays
    runs, numbers, spread = offsets
    _, _, _, reward, _, totals, places = batch
    features, words, _, sheets, score_scratch, _ = scratch
    if points == ILLEGAL:
        forfeit(game, viewer, kind, i, reward, totals, places)
    else:
        score_state(game, state, sheets[0], score_scratch)
        pay(game, sheets[0], kind, i, reward, totals, places)
    write_features(game, state, viewer, features[0])
    write_row(words, runs, numbers, spread, viewer, final, final_longs, i)


# Without opponents, `opponents` is None: Numba then compiles a version of these two functions that knows no policy.


@entry
def begin_episodes(
    arrays: Any, opponents: Any, batch: Any, longs: Any, scratch: Any, first: int, end: int
) -> None:  # fmt: skip
    """Start the environments from `first` to `end` from their seeds, and write their rows."""
    games, offsets, states, episodes, _, _ = arrays
    _, _, _, reward, done, _, _ = batch
    _, _, move_lists, _, _, plans = scratch
    game = games[0]
    for i in range(first, end):
        done[i] = False
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        state, episode, plan, moves = states[i], episodes[i], plans[0], move_lists[0].moves
        begin(game, state, episode)
        if opponents is not None:
            facts, weights, lineups, fixed = opponents
            seat_players(game, episode, lineups, fixed)
            play_others(game, facts[0], weights, state, episode, plan, moves, BY_PLACE, i, reward)
        write_episode(game, state, episode, state.seat, False, i, offsets, batch, longs, scratch)


@entry
def step_episodes(
    arrays: Any, opponents: Any, actions: Any, kind: int, restart: bool, batch: Any, longs: Any, scratch: Any,
    first: int, end: int,
) -> None:  # fmt: skip
    """Make the actions of the environments from `first` to `end`, restart those that end, and write their rows.

    Opponents move after each action, up to the learner's next decision.
    """
    games, offsets, states, episodes, _, _ = arrays
    _, _, _, reward, done, _, _ = batch
    _, _, move_lists, _, _, plans = scratch
    game = games[0]
    for i in range(first, end):
        state, episode, plan, moves = states[i], episodes[i], plans[0], move_lists[0].moves
        seat = state.seat
        points = make_action(game, state, episode, actions[i])
        for other in range(game.seats):
            reward[i, other] = 0.0
        if kind == BY_POINTS:
            reward[i, seat] = points
        if opponents is not None:  # not `and`, which Numba would not leave out
            facts, weights, _, _ = opponents
            if points != ILLEGAL:
                play_others(game, facts[0], weights, state, episode, plan, moves, kind, i, reward)
        done[i] = points == ILLEGAL or state.phase == OVER
        if done[i]:
            end_episode(game, state, seat, points, kind, i, arrays, batch, scratch)
            if restart:
                episode.number += states.shape[0]
                begin(game, state, episode)
                if opponents is not None:
                    facts, weights, lineups, fixed = opponents
                    seat_players(game, episode, lineups, fixed)
                    play_others(game, facts[0], weights, state, episode, plan, moves, BY_PLACE, i, reward)
        over = done[i] and not restart
        write_episode(game, state, episode, seat if over else state.seat, over, i, offsets, batch, longs, scratch)
