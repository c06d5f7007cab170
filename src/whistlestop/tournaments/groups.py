"""Groups: entrants at tables of more than two seats, so that a cost of all pairs at one table gets small."""

from collections.abc import Callable, Sequence
from itertools import combinations, product

from whistlestop.tournaments.meetings import Tables


def table_sizes(count: int, seats: int) -> list[int]:
    """How many entrants sit at each table: as few tables as possible, as even as possible. Bots fill the others."""
    tables = -(-count // seats)
    return [count // tables + (n < count % tables) for n in range(tables)]


def cut(order: Sequence[int], seats: int) -> list[list[int]]:
    """Tables of neighbours in an order."""
    sizes = table_sizes(len(order), seats)
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    return [list(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def arrange(tables: Sequence[Sequence[int]], cost: Callable[[int, int], float]) -> Tables:
    """Exchange two entrants of different tables as long as that makes the sum of costs smaller.

    It ends, because there are finitely many arrangements and each is better than the one before.
    """
    found = [list(table) for table in tables]

    def load(entrant: int, table: list[int], instead: int) -> float:
        return sum(cost(entrant, other) for other in table if other not in (entrant, instead))

    better = True
    while better:
        better = False
        for first, second in combinations(found, 2):
            for one, other in product(range(len(first)), range(len(second))):
                a, b = first[one], second[other]
                if load(b, first, a) + load(a, second, b) < load(a, first, a) + load(b, second, b):
                    first[one], second[other] = b, a
                    better = True
    return [tuple(sorted(table)) for table in found]
