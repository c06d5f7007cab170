"""The two records that every kernel works on: GAME, which never changes during a game, and STATE.

All fields are 64-bit integers. A set of tracks or tickets is two words of 62 bits, a set of cities is one such word.
One layout serves all maps; `board` and `catalogue` raise BadMap for a map that doesn't fit.
"""

from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, kernel
from whistlestop.game.kernel_types import Bits
from whistlestop.game.limits import (
    BITS,
    CITIES,
    KINDS,
    LENGTH,
    MOVES,
    OFFER,
    PAYMENTS,
    SEATS,
    TICKETS,
    TIE_BREAKS,
    TRACKS,
    WORDS,
)

TURNS = 500
"""The most turns that a seat can have (C20)."""
SWEEPS = 10
"""The most sweeps between two moves of seats (C6)."""
CHANCE = -1
"""The mover when cards or tickets are dealt."""

# Phases: what must be decided next, and by whom.
FIRST = 0  # chance: who begins (C2)
HAND = 1  # chance: a card for a first hand
TURN_UP = 2  # chance: a face-up card
FIRST_OFFER = 3  # chance: a ticket for a first offer
FIRST_CHOICE = 4  # a seat: which first tickets to keep
TURN = 5  # a seat: what to do on its turn (C3)
SECOND = 6  # a seat: the second pick (C4)
BLIND = 7  # chance: the card drawn from the deck
DRAWN = 8  # chance: a ticket that was drawn
CHOICE = 9  # a seat: which drawn tickets to keep
GIVING = 10  # a seat: the next card for a swap (C19)
TUNNEL = 11  # chance: a card turned up for a tunnel
ANSWER = 12  # a seat: add cards for the tunnel, or give up
STATION = 13  # a seat: the payment for a station
OVER = 14
PHASE_NAMES = (
    "first", "hand", "face up", "first offer", "first choice", "turn", "second", "blind", "offer", "choice", "swap",
    "tunnel", "answer", "station", "over",
)  # fmt: skip

BY_CHANCE = 1 << FIRST | 1 << HAND | 1 << TURN_UP | 1 << FIRST_OFFER | 1 << BLIND | 1 << DRAWN | 1 << TUNNEL
"""The phases in which chance moves, as a set of bits. Kernels ask `is_chance`."""

QUEUED = 6
"""How many tickets of the queue fit into one word: 7 bits for the ticket and 3 for the seat."""
QUEUE_WORDS = -(-TICKETS // QUEUED)

I = np.int64


def record_type(fields: list[Any]) -> Any:
    """A record type whose fields are attributes.

    Pass kernels a plain array of this type, not a recarray: the call takes a tenth of the time.
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))


STATE = record_type(
    [
        ("phase", I),  # what must be decided next
        ("seat", I),  # whose turn it is; in the setup, who is dealt to or chooses
        ("first", I),  # who begins
        ("next", I),  # the phase after the face-up cards are filled or a card is drawn: FIRST_OFFER, SECOND or TURN
        ("turns", I),  # turns that have ended
        ("last", I),  # turns left in the last round, -1 before it (C17)
        ("passes", I),  # passes in a row (C18)
        ("sweeps", I),  # sweeps since a seat last moved (C6)
        ("due", I),  # what is left to do in this phase: cards or tickets to deal, turn up, name or add
        ("claim", I),  # the move of the claim being paid, or -1
        ("city", I),  # where a station is being built, or -1
        ("floor", I),  # the lowest kind that can be named next for a swap
        ("deck", I, KINDS),
        ("discards", I, KINDS),
        ("face_up", I, KINDS),  # the face-up cards
        ("laid", I, KINDS),  # laid down for a claim in progress
        ("turned", I, KINDS),  # turned up for a tunnel
        ("hands", I, (SEATS, KINDS)),
        ("known", I, (SEATS, KINDS)),  # cards that everybody saw the seat take
        ("cars", I, SEATS),  # left in stock
        ("stations", I, SEATS),  # cities with a station of the seat
        ("tracks", I, (SEATS, WORDS)),  # claimed
        ("open", I, (SEATS, WORDS)),  # tracks that the seat can still claim
        ("tickets", I, (SEATS, WORDS)),  # kept
        ("offer", I, SEATS),  # tickets to choose from, 7 bits each, ticket + 1, the first lowest
        ("chosen", I, SEATS),  # which of the first offer to keep, as a set; hidden until all have chosen (C1)
        ("kept", I, SEATS),  # how many first tickets were kept; 0 until all have chosen
        ("out", I, (SEATS, WORDS)),  # tickets that the seat put out of the game
        ("short", I, WORDS),  # the ticket deck, in unknown order
        ("long", I, WORDS),  # long tickets not yet dealt
        ("queued", I),  # how many tickets are in the queue
        ("queue", I, QUEUE_WORDS),  # tickets under the deck, the next to be drawn lowest: seat << 7 | ticket + 1
    ]
)

GAME = record_type(
    [
        ("seats", I),
        ("cities", I),
        ("tracks", I),
        ("tickets", I),
        ("colours", I),
        # Rules
        ("cars", I),
        ("stations", I),
        ("first_cards", I),
        ("first_long", I),
        ("first_short", I),
        ("first_keep", I),
        ("first_under", I),  # 1: first tickets not kept go under the deck, 0: out of the game
        ("draw_tickets", I),
        ("draw_keep", I),
        ("draw_under", I),
        ("locomotive_ends_draw", I),  # C5
        ("sweep", I),  # how many face-up locomotives cause a sweep; 0: no sweeps (C6)
        ("sweep_after_discards", I),  # 0: the first rulings, where only a card turned up causes a sweep (C6)
        ("take_without_deck", I),  # 1: face-up cards can be taken while deck and discards are empty (C8)
        ("both_tracks", I),  # 1: both tracks of a double route are open at this number of seats (C10)
        ("both_tracks_from", I),  # the least number of seats at which they are
        ("last_round", I),  # how many cars left begin the last round (C17)
        ("globetrotter", I),
        ("express", I),
        ("station_value", I),
        ("attraction_value", I),
        ("tie_breaks", I, TIE_BREAKS),
        ("points", I, LENGTH + 1),  # by length of track
        ("cards", I, KINDS),  # the whole deck
        # Board
        ("a", I, TRACKS),
        ("b", I, TRACKS),
        ("length", I, TRACKS),
        ("tunnel", I, TRACKS),
        ("twin", I, TRACKS),  # the other track of a double route, or -1
        ("all_tracks", I, WORDS),
        ("fitting", I, (LENGTH + 1, WORDS)),  # tracks of at most this length
        ("touching", I, (CITIES, WORDS)),  # tracks that lead into a city
        ("ticket_a", I, TICKETS),
        ("ticket_b", I, TICKETS),
        ("ticket_points", I, TICKETS),
        ("short", I, WORDS),
        ("long", I, WORDS),
        ("attractions", I),
        # Catalogue
        ("moves", I),
        ("first_move", I, 16),  # the first move of each kind
        ("keeps", I, (OFFER + 1, OFFER + 1)),  # keep moves by number offered and least number kept, as a set
        ("kind", I, MOVES),
        ("what", I, MOVES),  # track, city, ticket, seat, kind of card, or set of offers kept
        ("colour", I, MOVES),  # of the cards paid; NO_COLOUR if only locomotives
        ("coloured", I, MOVES),  # how many cards of that colour
        ("locomotives", I, MOVES),
        ("payment", I, MOVES),  # of a claim
        ("pay_most", I),  # the most cards that a station or a tunnel can cost
        ("pay_colour", I, PAYMENTS),
        ("pay_coloured", I, PAYMENTS),
        ("pay_locomotives", I, PAYMENTS),
        ("pay_swaps", I, PAYMENTS),
        ("pay_give", I, PAYMENTS),  # cards for one swap
        ("pay_from", I, PAYMENTS),  # the kinds that can be swapped, as a set
        ("pay_tracks", I, (PAYMENTS, WORDS)),  # tracks that the payment fits
        ("pay_move", I, PAYMENTS),  # the claim of the lowest of those tracks
        ("pay_unnamed", I),  # the colours (or NO_COLOUR) of payments without a coloured card, as a set
        ("pay_first", I, (KINDS, LENGTH + 2)),  # the first payment by colour (or NO_COLOUR) and locomotives
    ]
)


@kernel
def is_chance(phase: int) -> bool:
    """Whether chance moves in a phase."""
    return BY_CHANCE >> phase & 1 == 1


@kernel
def has(words: Bits, n: int) -> bool:
    """Whether n is in a set."""
    return (words[n // BITS] >> (n % BITS)) & 1 == 1


@kernel
def put(words: Bits, n: int) -> None:
    """Put n into a set."""
    words[n // BITS] |= 1 << (n % BITS)


@kernel
def drop(words: Bits, n: int) -> None:
    """Take n out of a set."""
    words[n // BITS] &= ~(1 << (n % BITS))


@kernel
def size(words: Bits) -> int:
    """The number of members of a set."""
    return bits(words[0]) + bits(words[1])


@kernel
def member(words: Bits, n: int) -> int:
    """Member n of a set, counted from the lowest; n must be less than its size."""
    count = bits(words[0])
    if n < count:
        return nth_bit(words[0], n)
    return BITS + nth_bit(words[1], n - count)


@kernel
def nth_bit(word: int, n: int) -> int:
    """The index of the n-th bit that is set, counted from the lowest, by binary search."""
    place = 0
    width = 32
    while width > 0:
        count = bits(word & (1 << width) - 1)
        if n >= count:
            n -= count
            word >>= width
            place += width
        width >>= 1
    return place
