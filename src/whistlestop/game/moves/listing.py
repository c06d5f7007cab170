"""How legal moves are listed: written out, counted or picked by number, always in the same order.

A listing takes `n`, how many moves came before, and `want`: `LIST` writes the moves to `out`, `COUNT`
only counts them, and a number from 0 on asks for that move alone. `PAYMENTS`, of claims alone, writes the payments
that some claim can be made with in place of the claims. It returns the new `n`, or, once the wanted move is met,
`found(move)`, which is negative.
"""

from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, kernel, lowest
from whistlestop.game.state import nth_bit

# NumPy's integers, since Numba compiles a function anew for every plain number that it is called with.
NONE: Any = np.int64(0)
LIST: Any = np.int64(-1)
COUNT: Any = np.int64(-2)
PAYMENTS: Any = np.int64(-3)


@kernel
def found(move: int) -> int:
    """A move as the answer of a listing; its own inverse."""
    return -1 - move


@kernel
def list_one(move: int, n: int, want: int, out: Any) -> int:
    """List a single move."""
    if want == LIST:
        out[n] = move
    elif want == n:
        return found(move)
    return n + 1


@kernel
def list_set(base: int, members: int, n: int, want: int, out: Any) -> int:
    """List base + m for every member m of a set of one word."""
    if want == LIST:
        while members != 0:
            out[n] = base + lowest(members)
            n += 1
            members &= members - 1
        return n
    count = bits(members)
    if n <= want < n + count:
        return found(base + nth_bit(members, want - n))
    return n + count
