"""Claiming a route: legal payments, laying down cards, placing cars (C9, C10, C14, C19)."""

from whistlestop.game.cards import count_of, pour
from whistlestop.game.kernel import bits, kernel, lowest
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import BITS, KINDS, LENGTH, LOCOMOTIVE
from whistlestop.game.moves.draw import fill_face_up
from whistlestop.game.moves.listing import LIST, PAYMENTS, found
from whistlestop.game.moves.pay import lay_cards
from whistlestop.game.state import GIVING, TURN, drop, nth_bit, put


@kernel
def list_claims(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List every claim that the seat can pay, ordered by colour, locomotives, payment and track."""
    seat = state.seat
    low, high = claimable(game, state)
    locomotives = min(state.hands[seat, LOCOMOTIVE], LENGTH)
    colours = game.pay_unnamed
    for kind in range(KINDS):
        if state.hands[seat, kind] > 0:
            colours |= 1 << kind
    while colours != 0:
        colour = lowest(colours)
        colours &= colours - 1
        coloured = state.hands[seat, colour] if colour != LOCOMOTIVE else 0
        for laid in range(locomotives + 1):
            for payment in range(game.pay_first[colour, laid], game.pay_first[colour, laid + 1]):
                if game.pay_coloured[payment] > coloured:
                    break
                here = low & game.pay_tracks[payment, 0]
                there = high & game.pay_tracks[payment, 1]
                if here | there == 0 or not can_swap(game, state, payment):
                    continue
                n = list_tracks(game, payment, here, there, n, want, out)
                if n < 0:
                    return n
    return n


@kernel
def claimable(game: GameRec, state: StateRec) -> tuple[int, int]:
    """The open tracks that the seat has cars for, as two words."""
    cars = min(state.cars[state.seat], LENGTH)
    low = state.open[state.seat, 0] & game.fitting[cars, 0]
    high = state.open[state.seat, 1] & game.fitting[cars, 1]
    return low, high


@kernel
def list_tracks(game: GameRec, payment: int, here: int, there: int, n: int, want: int, out: MoveArray) -> int:
    """List the claims with one payment on a set of tracks, given as two words."""
    if want == PAYMENTS:
        out[n] = payment
        return n + 1
    move = game.pay_move[payment]
    if here != 0:
        n = list_ranked(move, game.pay_tracks[payment, 0], here, n, want, out)
    if there != 0 and n >= 0:
        n = list_ranked(move + bits(game.pay_tracks[payment, 0]), game.pay_tracks[payment, 1], there, n, want, out)
    return n


@kernel
def list_ranked(base: int, tracks: int, chosen: int, n: int, want: int, out: MoveArray) -> int:
    """List base + the rank of t in `tracks` for every chosen track t."""
    if want == LIST:
        while chosen != 0:
            out[n] = base + bits(tracks & (chosen & -chosen) - 1)
            n += 1
            chosen &= chosen - 1
        return n
    count = bits(chosen)
    if n <= want < n + count:
        return found(base + bits(tracks & (1 << nth_bit(chosen, want - n)) - 1))
    return n + count


@kernel
def claim_of(game: GameRec, payment: int, track: int) -> int:
    """The move that claims a track with a payment that fits it."""
    w = track // BITS
    rank = bits(game.pay_tracks[payment, w] & (1 << track % BITS) - 1)
    return game.pay_move[payment] + rank + (bits(game.pay_tracks[payment, 0]) if w == 1 else 0)


@kernel
def can_swap(game: GameRec, state: StateRec, payment: int) -> bool:
    """Whether enough eligible cards are left for all swaps after the named part of a payment (C19)."""
    if game.pay_swaps[payment] == 0:
        return True
    needed = game.pay_swaps[payment] * game.pay_give[payment]
    eligible = game.pay_from[payment]
    if eligible >> game.pay_colour[payment] & 1 == 1:
        needed += game.pay_coloured[payment]
    if eligible >> LOCOMOTIVE & 1 == 1:
        needed += game.pay_locomotives[payment]
    return count_of(state.hands[state.seat], eligible) >= needed


@kernel
def begin_claim(game: GameRec, state: StateRec, move: int) -> bool:
    """Lay down the cards that a claim names. Return whether the payment is complete, without swaps."""
    payment = game.payment[move]
    state.passes = 0
    state.claim = move
    lay_cards(game, state, move)
    if game.pay_swaps[payment] == 0:
        return True
    state.due = game.pay_swaps[payment] * game.pay_give[payment]
    state.phase = GIVING
    return False


@kernel
def complete_claim(game: GameRec, state: StateRec) -> None:
    """Place the cars, discard the laid and turned cards, and end the turn."""
    track = game.what[state.claim]
    seat = state.seat
    put(state.tracks[seat], track)
    state.cars[seat] -= game.length[track]
    twin = game.twin[track]
    for other in range(game.seats):
        drop(state.open[other], track)
        if twin >= 0 and (other == seat or game.both_tracks == 0):
            drop(state.open[other], twin)
    end_attempt(game, state)


@kernel
def end_attempt(game: GameRec, state: StateRec) -> None:
    """Discard the laid and turned cards together, refill the face-up cards, and end the turn (C13)."""
    pour(state.laid, state.discards)
    pour(state.turned, state.discards)
    state.claim = -1
    state.next = TURN
    fill_face_up(game, state)
