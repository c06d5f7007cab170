"""Tickets: dealing, offering, keeping, and returning them under the deck or out of the game (C1, C15, N5, E9, Y2)."""

from typing import Any

from whistlestop.game.catalogue import KEEP
from whistlestop.game.kernel import bits, kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.moves.listing import list_set
from whistlestop.game.moves.turn import begin_play, end_turn
from whistlestop.game.state import (
    CHOICE,
    DRAWN,
    FIRST_CHOICE,
    FIRST_OFFER,
    QUEUE_WORDS,
    QUEUED,
    drop,
    put,
    size,
)

TICKET_BITS = 7
TICKET_MASK = (1 << TICKET_BITS) - 1
ENTRY_BITS = 10
ENTRY_MASK = (1 << ENTRY_BITS) - 1


@kernel
def offered(offer: int) -> int:
    """The number of tickets in an offer."""
    count = 0
    while offer != 0:
        offer >>= TICKET_BITS
        count += 1
    return count


@kernel
def tickets_left(state: StateRec) -> int:
    """The number of tickets that can be drawn: the deck and the queue under it."""
    return size(state.short) + state.queued


@kernel
def is_long_next(game: GameRec, state: StateRec) -> bool:
    """Whether the next ticket dealt is a long one: the first ticket of each seat in the setup (E9)."""
    return state.phase == FIRST_OFFER and offered(state.offer[state.seat]) < game.first_long


@kernel
def draw_tickets(game: GameRec, state: StateRec) -> None:
    """Draw tickets; chance deals them one by one."""
    state.passes = 0
    state.due = min(game.draw_tickets, tickets_left(state))
    state.phase = DRAWN


@kernel
def deal_ticket(game: GameRec, state: StateRec, ticket: int) -> None:
    """Add a ticket to the offer of the seat."""
    if is_long_next(game, state):
        drop(state.long, ticket)
    elif size(state.short) > 0:
        drop(state.short, ticket)
    else:
        unqueue(state)
    place = offered(state.offer[state.seat])
    state.offer[state.seat] |= (ticket + 1) << (TICKET_BITS * place)
    if state.phase == DRAWN:
        state.due -= 1
        if state.due == 0:
            state.phase = CHOICE
    elif place + 1 == game.first_long + game.first_short:
        state.seat = (state.seat + 1) % game.seats
        if state.seat == 0:
            state.phase = FIRST_CHOICE


@kernel
def list_keeps(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List every choice from the offer that keeps enough tickets."""
    count = offered(state.offer[state.seat])
    least = min(count, game.first_keep if state.phase == FIRST_CHOICE else game.draw_keep)
    return list_set(game.first_move[KEEP], game.keeps[count, least], n, want, out)


@kernel
def keep(game: GameRec, state: StateRec, kept: int) -> None:
    """Keep tickets. First choices stay hidden until the last seat has chosen (C1)."""
    if state.phase == CHOICE:
        settle_offer(state, state.seat, kept, game.draw_under)
        end_turn(game, state)
        return
    state.chosen[state.seat] = kept
    if state.seat + 1 < game.seats:
        state.seat += 1
        return
    for seat in range(game.seats):
        settle_offer(state, seat, state.chosen[seat], game.first_under)
        state.kept[seat] = bits(state.chosen[seat])
        state.chosen[seat] = 0
    begin_play(game, state)


@kernel
def settle_offer(state: StateRec, seat: int, kept: int, under: int) -> None:
    """Move the kept tickets of an offer to the seat, and the others under the deck or out of the game."""
    offer = state.offer[seat]
    while offer != 0:
        ticket = (offer & TICKET_MASK) - 1
        if kept & 1 == 1:
            put(state.tickets[seat], ticket)
        elif under == 1:
            enqueue(state, seat, ticket)
        else:
            put(state.out[seat], ticket)
        offer >>= TICKET_BITS
        kept >>= 1
    state.offer[seat] = 0


@kernel
def enqueue(state: StateRec, seat: int, ticket: int) -> None:
    """Put a ticket under the deck."""
    shift = state.queued % QUEUED * ENTRY_BITS
    state.queue[state.queued // QUEUED] |= (seat << TICKET_BITS | ticket + 1) << shift
    state.queued += 1


@kernel
def queue_entry(queue: Any, n: int) -> int:
    """Entry n of the queue: seat << 7 | ticket + 1."""
    return queue[n // QUEUED] >> (n % QUEUED * ENTRY_BITS) & ENTRY_MASK


@kernel
def unqueue(state: StateRec) -> None:
    """Remove the first ticket from the queue."""
    for w in range(QUEUE_WORDS):
        state.queue[w] >>= ENTRY_BITS
        if w + 1 < QUEUE_WORDS:
            state.queue[w] |= (state.queue[w + 1] & ENTRY_MASK) << (ENTRY_BITS * (QUEUED - 1))
    state.queued -= 1
