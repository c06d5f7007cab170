"""What others have built tells of their tickets: guesses are bent towards tickets that fit.

A guess of the rules (`game/guess.py`) holds every ticket equally likely. People and bots build where their tickets lie,
so each guessed ticket is compared with a few others that might lie there as well, and the one at more of whose ends its
seat has built stays. It reads the board and the guess, and so nothing that the viewer does not know.
"""

from typing import Any

from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.state import drop, has, member, put, size

LOOKS = 16
"""With how many others each guessed ticket is compared."""


@subroutine
def built_ends(game: Any, state: Any, seat: int, ticket: int) -> int:
    """At how many ends of a ticket a seat has built."""
    here = there = 0
    for w in range(WORDS):
        here |= state.tracks[seat, w] & game.touching[game.ticket_a[ticket], w]
        there |= state.tracks[seat, w] & game.touching[game.ticket_b[ticket], w]
    return (1 if here != 0 else 0) + (1 if there != 0 else 0)


@subroutine
def fitting_ticket(game: Any, state: Any, seat: int, ticket: int, dice: Any) -> int:
    """The ticket that fits what a seat has built best, among one of its own and a few that nobody holds."""
    pool = state.long if has(game.long, ticket) else state.short
    count = size(pool)
    ends = built_ends(game, state, seat, ticket)
    for _ in range(LOOKS if count > 0 else 0):
        other = member(pool, below(dice, CHOICES, count))
        more = built_ends(game, state, seat, other)
        if more > ends:
            ends = more
            drop(pool, other)
            put(pool, ticket)
            ticket = other
    return ticket


@subroutine
def believe(game: Any, seen: Any, dice: Any, state: Any) -> None:
    """Exchange tickets that were guessed for others that fit better; the viewer still can't tell it from the truth."""
    for seat in range(game.seats):
        if seat == seen.viewer or state.tracks[seat, 0] | state.tracks[seat, 1] == 0:
            continue
        for w in range(WORDS):
            rest = state.tickets[seat, w]
            while rest != 0:
                ticket = w * BITS + lowest(rest)
                rest &= rest - 1
                drop(state.tickets[seat], ticket)
                put(state.tickets[seat], fitting_ticket(game, state, seat, ticket, dice))
