"""Schedule: the next round of a tournament, from its plan, what was played and who dropped out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import ceil, log2

from whistlestop.tournaments.groups import arrange, cut
from whistlestop.tournaments.knockout import knockout_tables
from whistlestop.tournaments.meetings import KNOCKOUT, ROBIN, Round, Tables
from whistlestop.tournaments.swiss import swiss_tables

PAIR = 2


@dataclass(frozen=True)
class Plan:
    """What is fixed when a tournament begins."""

    format: str
    seats: int
    entrants: int
    """How many; their numbers are 1 to `entrants`."""
    rounds: int = 0
    """The most rounds of a Swiss tournament."""


def next_tables(plan: Plan, past: Sequence[Round], out: Mapping[int, int]) -> Tables:
    """Who meets in the next round; empty if the tournament is over.

    `out` says after which round somebody dropped out: they are in no later one.
    """
    gone = {entrant for entrant, last in out.items() if last <= len(past)}
    active = set(range(1, plan.entrants + 1)) - gone
    if len(active) < PAIR:
        return []
    if plan.format == KNOCKOUT:
        return knockout_tables(range(1, plan.entrants + 1), past, gone, plan.seats)
    if plan.format == ROBIN:
        schedule = robin_rounds(plan.entrants, plan.seats)
        tables = schedule[len(past)] if len(past) < len(schedule) else ()
        left = [tuple(entrant for entrant in table if entrant in active) for table in tables]
        return [table for table in left if table]
    return swiss_tables(past, active, plan.seats) if len(past) < plan.rounds else []


def round_count(plan: Plan) -> int:
    """How many rounds a tournament has, unless people drop out."""
    if plan.format == ROBIN:
        return len(robin_rounds(plan.entrants, plan.seats))
    if plan.format == KNOCKOUT:
        left, rounds = plan.entrants, 0
        while left > 1:
            left, rounds = ceil(left / plan.seats), rounds + 1
        return rounds
    if plan.seats == PAIR:
        return min(plan.rounds, plan.entrants - 1 + plan.entrants % 2)
    return 1 if plan.entrants <= plan.seats else plan.rounds


def default_rounds(entrants: int) -> int:
    """So many rounds that only one can have won them all, and one more."""
    return ceil(log2(max(2, entrants))) + 1


@cache
def robin_rounds(entrants: int, seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All rounds of a round robin: everybody meets everybody, with two at a table exactly once."""
    rounds = circle(entrants) if seats == PAIR else mixed(entrants, seats)
    return tuple(tuple(table for table in one) for one in rounds)


def circle(entrants: int) -> list[Tables]:
    """Pairs: all but the first go around a circle. With an odd number, whoever meets nobody has a bye."""
    ring = list(range(1, entrants + 1 + entrants % 2))
    rounds = []
    for _ in range(len(ring) - 1):
        pairs = [(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)]
        rounds.append([tuple(sorted(one for one in pair if one <= entrants)) for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def mixed(entrants: int, seats: int) -> list[Tables]:
    """Larger tables: each round as many new pairs as exchanges can find, until all have met; some pairs meet again."""
    missing = set(combinations(range(1, entrants + 1), 2))
    rounds: list[Tables] = []
    while missing:
        order = list(min(missing))
        order += [one for one in range(1, entrants + 1) if one not in order]
        tables = arrange(cut(order, seats), partial(is_known, frozenset(missing)))
        missing -= {pair for table in tables for pair in combinations(table, 2)}
        rounds.append(tables)
    return rounds


def is_known(missing: frozenset[tuple[int, int]], one: int, other: int) -> bool:
    """Whether two have met, when some pairs are still missing."""
    return (min(one, other), max(one, other)) not in missing
