"""Train cards: their kinds, and bags of them.

A kind is a number: 0, `LOCOMOTIVE`, is the multicoloured card of every map, and 1 to 8 are the colours of
a map, in the order in which its rules list them. A bag is an array that counts cards by kind.
"""

from typing import Any

from whistlestop.game.kernel import kernel
from whistlestop.game.limits import KINDS


@kernel
def total(bag: Any) -> int:
    """How many cards a bag holds."""
    count = 0
    for kind in range(KINDS):
        count += bag[kind]
    return count


@kernel
def count_of(bag: Any, kinds: int) -> int:
    """How many cards of a bag are of a set of kinds."""
    count = 0
    for kind in range(KINDS):
        count += bag[kind] * (kinds >> kind & 1)
    return count


@kernel
def nth(bag: Any, n: int) -> int:
    """The kind of card n of a bag whose cards lie in the order of their kinds; n is less than their number."""
    kind = 0
    while n >= bag[kind]:
        n -= bag[kind]
        kind += 1
    return kind


@kernel
def pour(source: Any, target: Any) -> None:
    """Put all cards of one bag into another."""
    for kind in range(KINDS):
        target[kind] += source[kind]
        source[kind] = 0
