"""Train cards: their kinds, and bags of them.

A kind is a number: `LOCOMOTIVE` (0) is the wild card of every map, and 1 to 8 are the colours of a map, in the order of
its rules. A bag is an array with the number of cards of each kind.
"""

from typing import Any

from whistlestop.game.kernel import kernel
from whistlestop.game.kernel_types import Bag
from whistlestop.game.limits import KINDS


@kernel
def total(bag: Bag) -> int:
    """The number of cards in a bag."""
    count = 0
    for kind in range(KINDS):
        count += bag[kind]
    return count


@kernel
def count_of(bag: Bag, kinds: int) -> int:
    """The number of cards in a bag whose kind is in a set of kinds."""
    count = 0
    for kind in range(KINDS):
        count += bag[kind] * (kinds >> kind & 1)
    return count


@kernel
def nth(bag: Bag, n: int) -> int:
    """The kind of card n of a bag sorted by kind; n must be less than the number of cards."""
    kind = 0
    while n >= bag[kind]:
        n -= bag[kind]
        kind += 1
    return kind


@kernel
def pour(source: Any, target: Any) -> None:
    """Move all cards from one bag to another."""
    for kind in range(KINDS):
        target[kind] += source[kind]
        source[kind] = 0
