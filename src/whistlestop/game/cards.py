"""Train cards: their kinds, and bags of them.

A kind is a number: 0 to 7 are the colours of a map, in the order in which its rules list them, and
`LOCOMOTIVE` is the multicoloured card of every map. A bag is an array that counts cards by kind.
"""

from typing import Any

from whistlestop.game.kernel import kernel

KINDS = 9
LOCOMOTIVE = 8
COLOURS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "pink")
"""Every colour that a map may use; a map uses at most eight of them."""
GREY = "grey"


@kernel
def total(bag: Any) -> int:
    """How many cards a bag holds."""
    count = 0
    for kind in range(KINDS):
        count += bag[kind]
    return count


@kernel
def nth(bag: Any, n: int) -> int:
    """The kind of card n of a bag whose cards lie in the order of their kinds."""
    for kind in range(KINDS):
        n -= bag[kind]
        if n < 0:
            return kind
    return -1


@kernel
def pour(source: Any, target: Any) -> None:
    """Put all cards of one bag into another."""
    for kind in range(KINDS):
        target[kind] += source[kind]
        source[kind] = 0
