"""Groups: entrants at tables of more than two seats, so that a cost of all pairs at one table gets small."""

from collections.abc import Callable, Sequence
from itertools import combinations

from whistlestop.tournaments.meetings import Tables

Cost = Callable[[int, int], object]


def table_sizes(count: int, seats: int) -> list[int]:
    """How many entrants sit at each table: as few tables as possible, as even as possible. Bots fill the others."""
    tables = -(-count // seats)
    return [count // tables + (n < count % tables) for n in range(tables)]


def arrange(tables: Sequence[Sequence[int]], cost: Callable[[int, int], object]) -> Tables:
    """Exchange two entrants of different tables as long as that makes the sum of costs smaller.

    It ends, because there are finitely many arrangements and each is better than the one before.
    """
    found = [list(table) for table in tables]
    price: Callable[[int, int], float] = cost  # type: ignore[assignment]

    def load(entrant: int, table: list[int], instead: int) -> float:
        return sum(price(entrant, other) for other in table if other not in (entrant, instead))

    better = True
    while better:
        better = False
        for first, second in combinations(found, 2):
            for one in range(len(first)):
                for other in range(len(second)):
                    a, b = first[one], second[other]
                    before = load(a, first, a) + load(b, second, b)
                    if load(b, first, a) + load(a, second, b) < before:
                        first[one], second[other] = b, a
                        better = True
    return [tuple(sorted(table)) for table in found]
