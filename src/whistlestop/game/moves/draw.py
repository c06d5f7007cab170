"""Drawing cards: two picks from the deck or the face-up cards, which are then replaced (C4 to C8, N2)."""

from whistlestop.game.cards import pour, total
from whistlestop.game.catalogue import DRAW, TAKE
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import FACE_UP, KINDS, LOCOMOTIVE
from whistlestop.game.moves.listing import list_one, list_set
from whistlestop.game.moves.turn import end_turn
from whistlestop.game.state import BLIND, FIRST_OFFER, SECOND, SWEEPS, TURN, TURN_UP


@kernel
def list_picks(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List the picks that are legal now."""
    if total(state.deck) > 0:
        n = list_one(game.first_move[DRAW], n, want, out)
        if n < 0:
            return n
    return list_set(game.first_move[TAKE], takable(game, state, state.phase), n, want, out)


@kernel
def takable(game: GameRec, state: StateRec, phase: int) -> int:
    """The kinds of face-up card that can be taken in a phase, as a set (C5, C8, N2)."""
    kinds = 0
    if game.take_without_deck == 0 and total(state.deck) == 0:
        return kinds
    for kind in range(KINDS):
        if state.face_up[kind] > 0:
            kinds |= 1 << kind
    if phase == SECOND and game.locomotive_ends_draw == 1:
        kinds &= ~(1 << LOCOMOTIVE)
    return kinds


@kernel
def draw_blind(game: GameRec, state: StateRec) -> None:
    """Pick from the deck; chance deals the card."""
    state.passes = 0
    state.next = SECOND if state.phase == TURN else TURN
    state.phase = BLIND


@kernel
def deal_blind(game: GameRec, state: StateRec, kind: int) -> None:
    """Put the card drawn from the deck into the hand."""
    state.deck[kind] -= 1
    state.hands[state.seat, kind] += 1
    reshuffle(state)
    go_on(game, state)


@kernel
def take(game: GameRec, state: StateRec, kind: int) -> None:
    """Take a face-up card; everybody sees which."""
    state.passes = 0
    ends = state.phase == SECOND or (kind == LOCOMOTIVE and game.locomotive_ends_draw == 1)
    state.next = TURN if ends else SECOND
    state.face_up[kind] -= 1
    state.hands[state.seat, kind] += 1
    state.known[state.seat, kind] += 1
    fill_face_up(game, state)


@kernel
def turn_up(game: GameRec, state: StateRec, kind: int) -> None:
    """Turn up a card."""
    state.deck[kind] -= 1
    state.face_up[kind] += 1
    fill_face_up(game, state)


@kernel
def reshuffle(state: StateRec) -> None:
    """Make the discards the new deck if the deck is empty (C7)."""
    if total(state.deck) == 0:
        pour(state.discards, state.deck)


@kernel
def fill_face_up(game: GameRec, state: StateRec) -> None:
    """Have chance turn up cards until five are face up, and sweep them if C6 says so; then go on."""
    reshuffle(state)
    if must_sweep(game, state):
        state.sweeps += 1
        pour(state.face_up, state.discards)
        reshuffle(state)
    if total(state.face_up) < FACE_UP and total(state.deck) > 0:
        state.phase = TURN_UP
    else:
        go_on(game, state)


@kernel
def must_sweep(game: GameRec, state: StateRec) -> bool:
    """Whether the face-up cards, filled as far as possible, have too many locomotives and a sweep could help (C6)."""
    if game.sweep == 0 or state.face_up[LOCOMOTIVE] < game.sweep or state.sweeps >= SWEEPS:
        return False
    if game.sweep_after_discards == 0 and state.phase != TURN_UP:
        return False
    in_deck = total(state.deck)
    face_up = total(state.face_up)
    if face_up < FACE_UP and in_deck > 0:
        return False
    outside = in_deck + face_up + total(state.discards)
    locomotives = state.deck[LOCOMOTIVE] + state.face_up[LOCOMOTIVE] + state.discards[LOCOMOTIVE]
    return outside - locomotives >= min(FACE_UP, outside) - (game.sweep - 1)


@kernel
def go_on(game: GameRec, state: StateRec) -> None:
    """Go on after a pick, or once the face-up cards are filled. An impossible second pick is skipped (C8)."""
    if state.next == FIRST_OFFER:
        state.seat = 0
        state.phase = FIRST_OFFER
    elif state.next == SECOND and (total(state.deck) > 0 or takable(game, state, SECOND) != 0):
        state.phase = SECOND
    else:
        end_turn(game, state)
