"""Paying with cards of one colour and locomotives: laid down, and the payments of a given number of cards."""

from typing import Any

from whistlestop.game.catalogue import NO_COLOUR, PAY
from whistlestop.game.kernel import kernel
from whistlestop.game.limits import LOCOMOTIVE
from whistlestop.game.moves.gather import gather_one

ANY_COLOUR = -1


@kernel
def lay(state: Any, kind: int, count: int) -> None:
    """Lay down cards from the hand; everybody sees them."""
    seat = state.seat
    state.hands[seat, kind] -= count
    state.laid[kind] += count
    state.known[seat, kind] = max(0, state.known[seat, kind] - count)


@kernel
def lay_cards(game: Any, state: Any, move: int) -> None:
    """Lay down the coloured cards and the locomotives that a move names."""
    lay(state, game.colour[move], game.coloured[move])
    lay(state, LOCOMOTIVE, game.locomotives[move])


@kernel
def gather_pays(game: Any, state: Any, colour: int, n: int, want: int, out: Any) -> int:
    """Payments of as many cards as are due: in one colour (or any), or in locomotives alone."""
    for move in range(game.first_move[PAY], game.first_move[PAY + 1]):
        if game.coloured[move] + game.locomotives[move] != state.due:
            continue
        if game.colour[move] != colour and game.colour[move] != NO_COLOUR and colour != ANY_COLOUR:
            continue
        if game.coloured[move] > state.hands[state.seat, game.colour[move]]:
            continue
        if game.locomotives[move] <= state.hands[state.seat, LOCOMOTIVE]:
            n = gather_one(move, n, want, out)
            if n < 0:
                return n
    return n
