"""Swaps: cards that replace others in a payment, named one by one in ascending order (C19, N3, N4)."""

from whistlestop.game.cards import count_of
from whistlestop.game.catalogue import SWAP
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import KINDS
from whistlestop.game.moves.claim import complete_claim
from whistlestop.game.moves.listing import list_set
from whistlestop.game.moves.pay import lay


@kernel
def list_swaps(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List the kinds that can be named next: those that leave enough eligible cards of the same or a higher kind."""
    eligible = game.pay_from[game.payment[state.claim]]
    kinds = 0
    for kind in range(state.floor, KINDS):
        in_hand = eligible >> kind & 1 == 1 and state.hands[state.seat, kind] > 0
        if in_hand and count_of(state.hands[state.seat], eligible >> kind << kind) >= state.due:
            kinds |= 1 << kind
    return list_set(game.first_move[SWAP], kinds, n, want, out)


@kernel
def swap(game: GameRec, state: StateRec, kind: int) -> None:
    """Give one card. Tunnels have no swaps, so the last card completes the claim."""
    lay(state, kind, 1)
    state.floor = kind
    state.due -= 1
    if state.due == 0:
        complete_claim(game, state)
