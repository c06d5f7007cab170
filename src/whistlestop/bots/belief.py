"""Beliefs: what other seats have built says something about their tickets, so guesses prefer tickets that fit.

A plain guess (`game/guess.py`) makes every ticket equally likely. People and bots build towards their tickets, so each
guessed ticket is compared with a few others that are possible, and the one where its seat has built at more ends stays.
This reads the board and the guess, so nothing that the viewer does not know.
"""

from whistlestop.bots.built import has_built
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, StateRec, ViewRec
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.state import drop, has, member, put, size

LOOKS = 16
"""How many other tickets each guessed ticket is compared with."""


@subroutine
def ticket_ends_built(game: GameRec, state: StateRec, seat: int, ticket: int) -> int:
    """At how many of a ticket's two cities a seat has built."""
    a, b = game.ticket_a[ticket], game.ticket_b[ticket]
    return (1 if has_built(game, state, seat, a) else 0) + (1 if has_built(game, state, seat, b) else 0)


@subroutine
def fitting_ticket(game: GameRec, state: StateRec, seat: int, ticket: int, dice: Dice) -> int:
    """The ticket that fits best what a seat has built, among a guessed one and a few that nobody holds."""
    pool = state.long if has(game.long, ticket) else state.short
    count = size(pool)
    ends = ticket_ends_built(game, state, seat, ticket)
    for _ in range(LOOKS if count > 0 else 0):
        other = member(pool, below(dice, CHOICES, count))
        more = ticket_ends_built(game, state, seat, other)
        if more > ends:
            ends = more
            drop(pool, other)
            put(pool, ticket)
            ticket = other
    return ticket


@subroutine
def believe(game: GameRec, seen: ViewRec, dice: Dice, state: StateRec) -> None:
    """Exchange guessed tickets for others that fit better; the viewer still can't tell the guess from the truth."""
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
