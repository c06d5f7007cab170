"""The two records that every kernel works on: GAME, which never changes during play, and STATE.

All fields are 64-bit integers. Sets of tracks and of tickets are words of 62 bits, a set of cities
is one such word. One layout serves all maps; `board` and `catalogue` refuse what does not fit.
"""

from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, kernel
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
"""How many turns a seat may have (C20)."""
SWEEPS = 10
"""How often the row is swept with no seat's move between (C6)."""
CHANCE = -1

# Phases: what must be decided next, and by whom.
FIRST = 0  # chance: who begins (C2)
HAND = 1  # chance: a card of a first hand
TURN_UP = 2  # chance: a card of the row
FIRST_OFFER = 3  # chance: a first ticket
FIRST_CHOICE = 4  # a seat: which first tickets to keep
TURN = 5  # a seat: what to do on its turn (C3)
SECOND = 6  # a seat: the second pick (C4)
BLIND = 7  # chance: the card that was drawn blind
DRAWN = 8  # chance: a ticket that was drawn
CHOICE = 9  # a seat: which drawn tickets to keep
GIVING = 10  # a seat: the next card that is given up for a swap (C19)
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
"""How many tickets of the queue one word holds: 7 bits for the ticket and 3 for the seat, each."""
QUEUE_WORDS = -(-TICKETS // QUEUED)

I = np.int64


def record_type(fields: list[Any]) -> Any:
    """The type of a record whose fields are attributes.

    Kernels are called with a plain array of it, not a recarray, in a tenth of the time.
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))


STATE = record_type(
    [
        ("phase", I),  # what must be decided next
        ("seat", I),  # whose turn it is; in the set-up, who is dealt to or chooses
        ("first", I),  # who begins
        ("next", I),  # the phase once the row is full or a blind card is dealt: FIRST_OFFER, SECOND or TURN
        ("turns", I),  # turns that have ended
        ("last", I),  # turns left in the last round, -1 before it (C17)
        ("passes", I),  # passes in a row (C18)
        ("sweeps", I),  # sweeps of the row since a seat last moved (C6)
        ("due", I),  # what is still to come in this phase: cards or tickets to deal, turn, name or add
        ("claim", I),  # the claim that is being paid: a move, else -1
        ("city", I),  # where a station is being built, else -1
        ("floor", I),  # the lowest kind that may be named next for a swap
        ("deck", I, KINDS),
        ("discards", I, KINDS),
        ("face_up", I, KINDS),  # the face-up cards
        ("laid", I, KINDS),  # laid down for a claim that is not complete
        ("turned", I, KINDS),  # turned up for a tunnel
        ("hands", I, (SEATS, KINDS)),
        ("known", I, (SEATS, KINDS)),  # cards of a hand that everybody saw it take
        ("cars", I, SEATS),  # left in stock
        ("stations", I, SEATS),  # cities with a station of the seat
        ("tracks", I, (SEATS, WORDS)),  # claimed
        ("open", I, (SEATS, WORDS)),  # tracks that the seat may still claim
        ("tickets", I, (SEATS, WORDS)),  # kept
        ("offer", I, SEATS),  # tickets to choose from, 7 bits each, ticket + 1, the first lowest
        ("chosen", I, SEATS),  # places of the first offer to keep, sealed until all have chosen (C1)
        ("kept", I, SEATS),  # how many first tickets were kept, 0 until all have chosen
        ("out", I, (SEATS, WORDS)),  # tickets that the seat sent out of the game
        ("short", I, WORDS),  # the ticket deck: its order is known to nobody
        ("long", I, WORDS),  # long tickets not dealt
        ("queued", I),  # how many tickets lie in the queue
        ("queue", I, QUEUE_WORDS),  # tickets under the deck, first to be drawn lowest: seat << 7 | ticket + 1
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
        ("sweep", I),  # how many face-up locomotives sweep the row, 0: none (C6)
        ("sweep_after_discards", I),  # 0: under the first rulings, only a card turned up sweeps the row (C6)
        ("take_without_deck", I),  # 1: face-up cards may be taken while deck and discards are empty (C8)
        ("both_tracks", I),  # 1: both tracks of a double route are open at this number of seats (C10)
        ("last_round", I),  # cars left that begin the last round (C17)
        ("globetrotter", I),
        ("express", I),
        ("station_value", I),
        ("attraction_value", I),
        ("tie_breaks", I, TIE_BREAKS),
        ("points", I, LENGTH + 1),  # for a track of a length
        ("cards", I, KINDS),  # the whole deck
        # Board
        ("a", I, TRACKS),
        ("b", I, TRACKS),
        ("length", I, TRACKS),
        ("tunnel", I, TRACKS),
        ("twin", I, TRACKS),  # the other track of a double route, else -1
        ("all_tracks", I, WORDS),
        ("fitting", I, (LENGTH + 1, WORDS)),  # tracks that so many cars can fill
        ("touching", I, (CITIES, WORDS)),  # tracks that lead into a city
        ("ticket_a", I, TICKETS),
        ("ticket_b", I, TICKETS),
        ("ticket_points", I, TICKETS),
        ("short", I, WORDS),
        ("long", I, WORDS),
        ("attractions", I),
        # Catalogue
        ("moves", I),
        ("first_move", I, 16),  # of each kind
        ("keeps", I, (OFFER + 1, OFFER + 1)),  # keep moves of so many offered with at least so many kept, as a set
        ("kind", I, MOVES),
        ("what", I, MOVES),  # track, city, ticket, seat, kind of card or places kept
        ("colour", I, MOVES),  # of the cards paid, NO_COLOUR for locomotives alone
        ("coloured", I, MOVES),  # how many cards of that colour
        ("locomotives", I, MOVES),
        ("payment", I, MOVES),  # of a claim
        ("pay_most", I),  # the most cards that a station or a tunnel asks for
        ("pay_colour", I, PAYMENTS),
        ("pay_coloured", I, PAYMENTS),
        ("pay_locomotives", I, PAYMENTS),
        ("pay_swaps", I, PAYMENTS),
        ("pay_give", I, PAYMENTS),  # cards for one swap
        ("pay_from", I, PAYMENTS),  # the kinds that may be given, as a set
        ("pay_tracks", I, (PAYMENTS, WORDS)),
        ("pay_move", I, PAYMENTS),  # the claim of the lowest of those tracks
        ("pay_unnamed", I),  # the colours, and none, of payments without a coloured card, as a set
        ("pay_first", I, (KINDS, LENGTH + 2)),  # the first payment of a colour, or none, with so many locomotives
    ]
)


@kernel
def is_chance(phase: int) -> bool:
    """Whether chance moves in a phase."""
    return BY_CHANCE >> phase & 1 == 1


@kernel
def has(words: Any, n: int) -> bool:
    """Whether n is in a set."""
    return (words[n // BITS] >> (n % BITS)) & 1 == 1


@kernel
def put(words: Any, n: int) -> None:
    """Put n into a set."""
    words[n // BITS] |= 1 << (n % BITS)


@kernel
def drop(words: Any, n: int) -> None:
    """Take n out of a set."""
    words[n // BITS] &= ~(1 << (n % BITS))


@kernel
def size(words: Any) -> int:
    """How many are in a set."""
    return bits(words[0]) + bits(words[1])


@kernel
def member(words: Any, n: int) -> int:
    """Member n of a set, counted from the lowest; n is less than its size."""
    count = bits(words[0])
    if n < count:
        return nth_bit(words[0], n)
    return BITS + nth_bit(words[1], n - count)


@kernel
def nth_bit(word: int, n: int) -> int:
    """The number of bit n of those that are set, counted from the lowest; found by halves."""
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
