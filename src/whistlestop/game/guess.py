"""Guessing: a complete state that fits what a seat can see, made from its view only."""

from whistlestop.game.cards import count_of, nth, total
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import bits, entry, subroutine
from whistlestop.game.kernel_types import Bits, Dice, GameArray, GameRec, StateArray, StateRec, ViewArray, ViewRec
from whistlestop.game.limits import KINDS, SEATS, WORDS
from whistlestop.game.moves.station import most_alike
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, queue_entry
from whistlestop.game.state import (
    FIRST_CHOICE,
    FIRST_OFFER,
    GIVING,
    OVER,
    QUEUE_WORDS,
    STATION,
    drop,
    member,
    put,
    size,
)
from whistlestop.game.view import SPECTATOR, copy_public, set_entry

ALL_KINDS = (1 << KINDS) - 1


@subroutine
def imagine(game: GameRec, seen: ViewRec, dice: Dice, state: StateRec) -> None:
    """Fill in a state that the viewer can't distinguish from the true one.

    Every assignment of unseen cards and tickets to hands, decks and offers is equally likely, regardless of how others
    tend to play. A long ticket is as likely to have been kept as any ticket of the first offer. A seat that is paying
    for something gets a hand that can complete the payment.
    """
    copy_public(seen, state)
    for kind in range(KINDS):
        state.deck[kind] = seen.unseen[kind]
    for w in range(WORDS):
        state.short[w] = game.short[w]
        state.long[w] = game.long[w]
    imagine_payer(game, seen, dice, state)
    for seat in range(SEATS):
        if seat != seen.seat:
            imagine_hand(seen, seat, dice, state)
        state.offer[seat] = 0
        state.chosen[seat] = 0
        for w in range(WORDS):
            state.tickets[seat, w] = seen.tickets[seat, w]
            state.out[seat, w] = 0
            state.short[w] &= ~seen.tickets[seat, w]
            state.long[w] &= ~seen.tickets[seat, w]
    if seen.viewer != SPECTATOR:
        recall_own(seen, seen.viewer, state)
    imagine_queue(seen, dice, state)
    for seat in range(game.seats):
        if seat != seen.viewer:
            imagine_tickets(game, seen, seat, dice, state)


@subroutine
def know_hand(seen: ViewRec, seat: int, state: StateRec) -> int:
    """Fill in the known cards of a hand; return how many are hidden."""
    is_open = seat == seen.viewer or seen.phase == OVER
    for kind in range(KINDS):
        state.hands[seat, kind] = seen.hands[seat, kind] if is_open else seen.known[seat, kind]
    return seen.cards[seat] - total(state.hands[seat])


@subroutine
def imagine_hand(seen: ViewRec, seat: int, dice: Dice, state: StateRec) -> None:
    """Fill in a hand: its known cards, then unseen cards at random."""
    draw_cards(state, seat, ALL_KINDS, know_hand(seen, seat, state), dice)


@subroutine
def draw_cards(state: StateRec, seat: int, kinds: int, count: int, dice: Dice) -> None:
    """Move random unseen cards of some kinds to a hand."""
    while count > 0:
        kind = nth(state.deck, below(dice, CHOICES, total(state.deck)))
        if kinds >> kind & 1 == 1:
            state.deck[kind] -= 1
            state.hands[seat, kind] += 1
            count -= 1


@subroutine
def imagine_payer(game: GameRec, seen: ViewRec, dice: Dice, state: StateRec) -> None:
    """Fill in the hand of the seat whose turn it is, so that it can complete a payment it has begun."""
    seat = seen.seat
    hidden = know_hand(seen, seat, state)
    if seen.phase == GIVING and hidden > 0:
        kinds = game.pay_from[game.payment[seen.claim]] >> seen.floor << seen.floor
        fitting = draw_fitting(state, seat, kinds, hidden, seen.due, dice)
        draw_cards(state, seat, kinds, fitting, dice)
        draw_cards(state, seat, ALL_KINDS & ~kinds, hidden - fitting, dice)
        return
    draw_cards(state, seat, ALL_KINDS, hidden, dice)
    while seen.phase == STATION and hidden > 0 and most_alike(state) < seen.due:
        for kind in range(KINDS):
            state.deck[kind] += state.hands[seat, kind]
        know_hand(seen, seat, state)
        for kind in range(KINDS):
            state.deck[kind] -= state.hands[seat, kind]
        draw_cards(state, seat, ALL_KINDS, hidden, dice)


@subroutine
def draw_fitting(state: StateRec, seat: int, kinds: int, hidden: int, due: int, dice: Dice) -> int:
    """How many of the hidden cards of a hand are of some kinds, given that the hand has at least `due` of them.

    A hypergeometric distribution without its lower part. Propose a number; from there take steps towards the likeliest
    number, each with the probability ratio of the two numbers; accept the proposal if all steps succeed. On average it
    takes no more proposals than there are numbers.
    """
    fitting = count_of(state.deck, kinds)
    others = total(state.deck) - fitting
    spare = others - hidden
    least = max(0, max(due - count_of(state.hands[seat], kinds), -spare))
    most = min(hidden, fitting)
    likeliest = min(most, max(least, (fitting + 1) * (hidden + 1) // (fitting + others + 2)))
    while True:
        proposed = least + below(dice, CHOICES, most - least + 1)
        n = proposed
        while n > likeliest and below(dice, CHOICES, n * (spare + n)) < (fitting - n + 1) * (hidden - n + 1):
            n -= 1
        while n < likeliest and below(dice, CHOICES, (fitting - n) * (hidden - n)) < (n + 1) * (spare + n + 1):
            n += 1
        if n == likeliest:
            return proposed


@subroutine
def recall_own(seen: ViewRec, seat: int, state: StateRec) -> None:
    """Fill in the viewer's own offer, choice and tickets put out of the game."""
    state.offer[seat] = seen.offer
    state.chosen[seat] = seen.chosen
    for w in range(WORDS):
        state.out[seat, w] = seen.out[w]
        state.short[w] &= ~seen.out[w]
        state.long[w] &= ~seen.out[w]
    offer = seen.offer
    while offer != 0:
        drop(state.short, (offer & TICKET_MASK) - 1)
        drop(state.long, (offer & TICKET_MASK) - 1)
        offer >>= TICKET_BITS


@subroutine
def imagine_queue(seen: ViewRec, dice: Dice, state: StateRec) -> None:
    """Fill in the queue: the viewer knows its own tickets there, and no ticket appears twice."""
    for w in range(QUEUE_WORDS):
        state.queue[w] = 0
    for n in range(seen.queued):
        ticket = queue_entry(seen.queue, n) & TICKET_MASK
        if ticket != 0:
            drop(state.short, ticket - 1)
    for n in range(seen.queued):
        found = queue_entry(seen.queue, n)
        ticket = found & TICKET_MASK
        if ticket == 0:
            ticket = draw_from(state.short, dice) + 1
        set_entry(state.queue, n, found >> TICKET_BITS, ticket)


@subroutine
def draw_from(tickets: Bits, dice: Dice) -> int:
    """Remove a random ticket from a set and return it."""
    ticket = member(tickets, below(dice, CHOICES, size(tickets)))
    drop(tickets, ticket)
    return ticket


@subroutine
def imagine_tickets(game: GameRec, seen: ViewRec, seat: int, dice: Dice, state: StateRec) -> None:
    """Fill in the tickets that another seat was offered, kept and put out of the game."""
    in_set_up = seen.phase == FIRST_OFFER or seen.phase == FIRST_CHOICE
    for place in range(seen.tickets_offered[seat]):
        is_long = in_set_up and place < game.first_long
        ticket = draw_from(state.long if is_long else state.short, dice)
        state.offer[seat] |= (ticket + 1) << (TICKET_BITS * place)
    if seen.phase == FIRST_CHOICE and seat < seen.seat:
        state.chosen[seat] = imagine_choice(game, dice)
    if seen.kept[seat] > 0 and game.first_long == 1:
        imagine_long(game, seen, seat, dice, state)
    while size(state.tickets[seat]) < seen.tickets_kept[seat]:
        put(state.tickets[seat], draw_from(state.short, dice))
    while size(state.out[seat]) < seen.tickets_out[seat]:
        put(state.out[seat], draw_from(state.short, dice))


@subroutine
def imagine_choice(game: GameRec, dice: Dice) -> int:
    """A random legal first choice."""
    while True:
        kept = 1 + below(dice, CHOICES, (1 << (game.first_long + game.first_short)) - 1)
        if bits(kept) >= game.first_keep:
            return kept


@subroutine
def imagine_long(game: GameRec, seen: ViewRec, seat: int, dice: Dice, state: StateRec) -> None:
    """Fill in the long ticket that a seat was dealt: kept, or put out of the game. At the end everybody sees which."""
    if seen.phase == OVER:
        if seen.tickets[seat, 0] & game.long[0] | seen.tickets[seat, 1] & game.long[1] == 0:
            put(state.out[seat], draw_from(state.long, dice))
    elif below(dice, CHOICES, game.first_long + game.first_short) < seen.kept[seat]:
        put(state.tickets[seat], draw_from(state.long, dice))
    else:
        put(state.out[seat], draw_from(state.long, dice))


@entry
def guess(games: GameArray, views: ViewArray, j: int, dice: Dice, states: StateArray, i: int) -> None:
    """Fill in state i with a guess from view j, which the viewer can't distinguish from the true state."""
    imagine(games[0], views[j], dice, states[i])
