"""Tunnels: turning up cards, then paying extra or giving up (C11 to C13)."""

from whistlestop.game.cards import pour, total
from whistlestop.game.catalogue import GIVE_UP, NO_COLOUR
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import KINDS, LOCOMOTIVE, TURNED
from whistlestop.game.moves.claim import complete_claim, end_attempt
from whistlestop.game.moves.draw import reshuffle
from whistlestop.game.moves.listing import list_one
from whistlestop.game.moves.pay import lay_cards, list_pays
from whistlestop.game.state import ANSWER, TUNNEL


@kernel
def begin_tunnel(game: GameRec, state: StateRec) -> None:
    """Begin turning up cards. If no cards are left at all, the tunnel is built without a check (C13)."""
    state.due = min(TURNED, total(state.deck) + total(state.discards))
    if state.due == 0:
        complete_claim(game, state)
    else:
        state.phase = TUNNEL


@kernel
def turn_for_tunnel(game: GameRec, state: StateRec, kind: int) -> None:
    """Turn up a card; after the last one, work out the extra cost."""
    state.deck[kind] -= 1
    state.turned[kind] += 1
    reshuffle(state)
    state.due -= 1
    if state.due > 0:
        return
    colour = game.colour[state.claim]
    state.due = state.turned[LOCOMOTIVE]
    if colour != NO_COLOUR:
        state.due += state.turned[colour]
    if state.due == 0:
        complete_claim(game, state)
    else:
        state.phase = ANSWER


@kernel
def list_answers(game: GameRec, state: StateRec, n: int, want: int, out: MoveArray) -> int:
    """List giving up, and payments in the colour of the claim or locomotives (C12)."""
    n = list_one(game.first_move[GIVE_UP], n, want, out)
    if n < 0:
        return n
    return list_pays(game, state, game.colour[state.claim], n, want, out)


@kernel
def add_cards(game: GameRec, state: StateRec, move: int) -> None:
    """Pay the extra cost and claim the tunnel."""
    lay_cards(game, state, move)
    complete_claim(game, state)


@kernel
def give_up(game: GameRec, state: StateRec) -> None:
    """Take the cards back; everybody has seen them."""
    for kind in range(KINDS):
        state.known[state.seat, kind] += state.laid[kind]
    pour(state.laid, state.hands[state.seat])
    end_attempt(game, state)
