"""Paying with cards of one colour and locomotives."""

from typing import Any

import numpy as np

from whistlestop.game.catalogue import PAY
from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import GameRec, MoveArray, StateRec
from whistlestop.game.limits import LOCOMOTIVE
from whistlestop.game.moves.listing import list_one, list_set

ANY_COLOUR: Any = np.int64(-1)


@kernel
def lay(state: StateRec, kind: int, count: int) -> None:
    """Lay down cards from the hand; everybody sees them."""
    seat = state.seat
    state.hands[seat, kind] -= count
    state.laid[kind] += count
    state.known[seat, kind] = max(0, state.known[seat, kind] - count)


@kernel
def lay_cards(game: GameRec, state: StateRec, move: int) -> None:
    """Lay down the coloured cards and the locomotives that a move names."""
    lay(state, game.colour[move], game.coloured[move])
    lay(state, LOCOMOTIVE, game.locomotives[move])


@kernel
def list_pays(game: GameRec, state: StateRec, colour: int, n: int, want: int, out: MoveArray) -> int:
    """List payments of as many cards as are due: in one colour (or any) with locomotives, or only locomotives."""
    due = state.due
    locomotives = state.hands[state.seat, LOCOMOTIVE]
    of_one_colour = game.pay_most * (game.pay_most + 1) // 2
    first = game.first_move[PAY] + due * (due - 1) // 2
    for kind in range(1, game.colours + 1):
        if kind != colour and colour != ANY_COLOUR:
            continue
        # First without locomotives, then with one, with two: the seat can pay those from `least` to before `end`.
        least = max(0, due - state.hands[state.seat, kind])
        end = min(due, locomotives + 1)
        if least < end:
            n = list_set(first + (kind - 1) * of_one_colour, (1 << end) - (1 << least), n, want, out)
            if n < 0:
                return n
    if due <= locomotives:
        n = list_one(game.first_move[PAY] + game.colours * of_one_colour + due - 1, n, want, out)
    return n
