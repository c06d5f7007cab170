"""Chance: the set-up (C1, C2), the deck of each deal, its outcomes and their odds.

The outcomes of a deal are equally likely and numbered from 0: cards in the order of their kinds, tickets in the order
of the board. A ticket from the queue is the only outcome of its deal.
"""

from whistlestop.game.cards import nth, total
from whistlestop.game.catalogue import DEAL_CARD, DEAL_FIRST, DEAL_TICKET
from whistlestop.game.dice import CARDS, FIRST_SEAT, LONG, SHORT
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import BITS, KINDS, WORDS
from whistlestop.game.moves.draw import fill_face_up
from whistlestop.game.moves.listing import list_set
from whistlestop.game.moves.tickets import TICKET_MASK, is_long_next, queue_entry
from whistlestop.game.state import DRAWN, FIRST, FIRST_OFFER, HAND, member, size


@kernel
def deal_first(game: GameRec, state: StateRec, seat: int) -> None:
    """Who begins; then the first hands are dealt."""
    state.first = seat
    state.seat = 0
    state.due = game.first_cards
    state.phase = HAND


@kernel
def deal_hand(game: GameRec, state: StateRec, kind: int) -> None:
    """A card of a first hand; after the last one, the face-up cards are dealt."""
    state.deck[kind] -= 1
    state.hands[state.seat, kind] += 1
    state.due -= 1
    if state.due > 0:
        return
    state.seat = (state.seat + 1) % game.seats
    if state.seat > 0:
        state.due = game.first_cards
    else:
        state.next = FIRST_OFFER
        fill_face_up(game, state)


@kernel
def deck_dealt(game: GameRec, state: StateRec) -> int:
    """The deck that the next deal comes from."""
    if state.phase == FIRST:
        return FIRST_SEAT
    if state.phase != FIRST_OFFER and state.phase != DRAWN:
        return CARDS
    return LONG if is_long_next(game, state) else SHORT


@kernel
def outcomes(game: GameRec, state: StateRec) -> int:
    """How many equally likely outcomes the next deal has."""
    deck = deck_dealt(game, state)
    if deck == FIRST_SEAT:
        return game.seats
    if deck == CARDS:
        return total(state.deck)
    if deck == LONG:
        return size(state.long)
    return max(1, size(state.short))


@kernel
def outcome(game: GameRec, state: StateRec, n: int) -> int:
    """The move of outcome n."""
    deck = deck_dealt(game, state)
    if deck == FIRST_SEAT:
        return game.first_move[DEAL_FIRST] + n
    if deck == CARDS:
        return game.first_move[DEAL_CARD] + nth(state.deck, n)
    if deck == LONG:
        return game.first_move[DEAL_TICKET] + member(state.long, n)
    if size(state.short) > 0:
        return game.first_move[DEAL_TICKET] + member(state.short, n)
    return game.first_move[DEAL_TICKET] + (queue_entry(state.queue, 0) & TICKET_MASK) - 1


@kernel
def list_deals(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """What chance may deal."""
    deck = deck_dealt(game, state)
    if deck == FIRST_SEAT:
        return list_set(game.first_move[DEAL_FIRST], (1 << game.seats) - 1, n, want, out)
    if deck == CARDS:
        kinds = 0
        for kind in range(KINDS):
            if state.deck[kind] > 0:
                kinds |= 1 << kind
        return list_set(game.first_move[DEAL_CARD], kinds, n, want, out)
    if deck == SHORT and size(state.short) == 0:
        return list_set(outcome(game, state, 0), 1, n, want, out)
    tickets = state.long if deck == LONG else state.short
    for w in range(WORDS):
        n = list_set(game.first_move[DEAL_TICKET] + w * BITS, tickets[w], n, want, out)
        if n < 0:
            return n
    return n


@kernel
def odds(game: GameRec, state: StateRec, move: int) -> int:
    """How many of the outcomes of the next deal are this legal move."""
    if deck_dealt(game, state) == CARDS:
        return state.deck[move - game.first_move[DEAL_CARD]]
    return 1
