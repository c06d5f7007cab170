"""How legal moves are listed: written out, counted, or picked by number, always in the same order.

A listing function takes `n`, the number of moves before it, and `want`. `LIST` writes the moves to `out`; `COUNT` only
counts them; a number from 0 on picks that move. `PAYMENTS`, only for claims, writes the possible payments instead of
the claims. The function returns the new `n`, or `found(move)`, which is negative, once it meets the move to pick.
"""

from typing import Any

import numpy as np

from whistlestop.game.kernel import bits, kernel, lowest
from whistlestop.game.kernel_types import MoveArray
from whistlestop.game.state import nth_bit

# NumPy integers, since Numba compiles a function again for every plain number it is called with.
NONE: Any = np.int64(0)
LIST: Any = np.int64(-1)
COUNT: Any = np.int64(-2)
PAYMENTS: Any = np.int64(-3)


@kernel
def found(move: int) -> int:
    """Encode a picked move as a negative number, or decode it: the function is its own inverse."""
    return -1 - move


@kernel
def list_one(move: int, n: int, want: int, out: MoveArray) -> int:
    """List a single move."""
    if want == LIST:
        out[n] = move
    elif want == n:
        return found(move)
    return n + 1


@kernel
def list_set(base: int, members: int, n: int, want: int, out: MoveArray) -> int:
    """List base + m for every member m of a set in one word."""
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
