"""FEATURES: what a seat knows, as words, and how a row of an observation is copied from them."""

from typing import Any

import numpy as np

from whistlestop.env.kernel_types import FeaturesRec
from whistlestop.game.kernel import entry, kernel, subroutine
from whistlestop.game.kernel_types import GameArray, GameRec, StateArray, StateRec
from whistlestop.game.limits import OFFER, SEATS, WORDS
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, queue_entry
from whistlestop.game.score import route_points
from whistlestop.game.state import OVER, is_chance, put, record_type
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
def write_row(
    words: Any, of: int, runs: Any, numbers: Any, spread: Any, viewer: int, rows: Any, longs: Any, i: int, first: int
) -> None:  # fmt: skip
    """Copy record `of`, given as words, to row i: first the members of sets as 0 and 1, then the numbers.

    The columns begin at 8 * `first`, and those after the last number become 0.

    The bits of all sets are collected, and every eight of them spread to eight bytes at once: `longs` are the rows as
    64-bit words. The last word may reach into the numbers, which are written after it.
    """
    pending = 0
    size = 0
    at = first
    for n in range(runs.shape[1]):
        pending |= (words[of, runs[viewer, n, 0]] >> runs[viewer, n, 1] & runs[viewer, n, 2]) << size
        size += runs[viewer, n, 3]
        while size >= 8:
            longs[i, at] = spread[pending & 255]
            pending >>= 8
            size -= 8
            at += 1
    longs[i, at] = spread[pending & 255]
    column = 8 * at + size
    for n in range(numbers.shape[1]):
        rows[i, column + n] = min(255, words[of, numbers[viewer, n]])
    for end in range(column + numbers.shape[1], rows.shape[1]):
        rows[i, end] = 0


@entry
def observe(
    games: GameArray, offsets: Any, states: StateArray, i: int, viewer: int, scratch: Any, rows: Any, longs: Any
) -> None:
    """Write what a seat knows about state i to row 0."""
    runs, numbers, spread = offsets
    write_features(games[0], states[i], viewer, scratch.features[0])
    write_row(scratch.words, 0, runs, numbers, spread, viewer, rows, longs, 0, 0)
