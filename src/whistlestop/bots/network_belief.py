"""Beliefs of a network: guesses prefer the tickets that the network finds likely in each other hand.

A plain guess (`game/guess.py`) makes every ticket equally likely. Here each guessed ticket is compared with others that
the seat could hold as well, and exchanged with a probability that follows the network's log-odds (Metropolis). This
reads the guess and the odds, which come from the viewer's own inputs, so nothing that the viewer does not know.
"""

from typing import Any

from whistlestop.bots.network import exp
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, StateRec, ViewRec
from whistlestop.game.limits import BITS, WORDS
from whistlestop.game.state import drop, has, member, put, size

LOOKS = 24
"""How many other tickets each guessed ticket is compared with."""
FINE = 1 << 20
"""How finely probabilities are told apart."""


@subroutine
def accepts(lead: float, dice: Dice) -> bool:
    """Whether an exchange happens that changes the log-odds by this much."""
    return lead >= 0.0 or below(dice, CHOICES, FINE) < exp(lead) * FINE


@subroutine
def exchange(tickets: Any, n: int, ticket: int, odds: Any, first: int, dice: Dice) -> int:
    """Exchange a ticket for member n of a set, or keep it; returns the ticket that is held then."""
    other = member(tickets, n)
    if accepts(odds[first + other] - odds[first + ticket], dice):
        drop(tickets, other)
        put(tickets, ticket)
        return other
    return ticket


@subroutine
def likely_ticket(game: GameRec, state: StateRec, seat: int, ticket: int, odds: Any, first: int, dice: Dice) -> int:
    """A ticket in place of a guessed one, among those that nobody holds and those that the seat has put out.

    `odds` has the log-odds of the seat's tickets from number `first` on.
    """
    for _ in range(LOOKS):
        is_long = has(game.long, ticket)
        count = size(state.long) if is_long else size(state.short)
        every = count + size(state.out[seat])
        if every == 0:
            return ticket
        n = below(dice, CHOICES, every)
        if n >= count:
            ticket = exchange(state.out[seat], n - count, ticket, odds, first, dice)
        elif is_long:
            ticket = exchange(state.long, n, ticket, odds, first, dice)
        else:
            ticket = exchange(state.short, n, ticket, odds, first, dice)
    return ticket


@subroutine
def believe_network(game: GameRec, seen: ViewRec, odds: Any, dice: Dice, state: StateRec) -> None:
    """Exchange guessed tickets for others that are likelier; the viewer still can't tell the guess from the truth."""
    for seat in range(game.seats):
        if seat == seen.viewer:
            continue
        first = ((seat - seen.viewer) % game.seats - 1) * game.tickets
        for w in range(WORDS):
            rest = state.tickets[seat, w]
            while rest != 0:
                ticket = w * BITS + lowest(rest)
                rest &= rest - 1
                drop(state.tickets[seat], ticket)
                put(state.tickets[seat], likely_ticket(game, state, seat, ticket, odds, first, dice))
