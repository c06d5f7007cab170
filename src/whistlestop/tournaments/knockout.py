"""Knockout: who wins goes on. With two at a table there is a bracket; larger tables are drawn anew each round."""

from collections.abc import Sequence, Set

from whistlestop.tournaments.groups import table_sizes
from whistlestop.tournaments.meetings import Round, Tables

PAIR = 2


def knockout_tables(entrants: Sequence[int], past: Sequence[Round], out: Set[int], seats: int) -> Tables:
    """Who meets in the next round; empty if it is over. A winner who has dropped out leaves an empty place."""
    winners: list[int | None] = [meeting.winner for meeting in past[-1]] if past else bracket(sorted(entrants), seats)
    slots = [None if winner in out else winner for winner in winners]
    if len([one for one in slots if one is not None]) <= 1:
        return []
    if seats > PAIR:
        return snake([one for one in slots if one is not None], seats)
    return [tuple(one for one in slots[n : n + PAIR] if one is not None) for n in range(0, len(slots), PAIR)]


def bracket(entrants: list[int], seats: int) -> list[int | None]:
    """The first round: the best two of the lot can meet in the final only, and the best have the byes."""
    if seats > PAIR:
        return list(entrants)
    places = [0]
    while len(places) < len(entrants):
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    return [entrants[place] if place < len(entrants) else None for place in places]


def snake(entrants: list[int], seats: int) -> Tables:
    """Tables of more than two: the first of the lot at different tables."""
    sizes = table_sizes(len(entrants), seats)
    tables: list[list[int]] = [[] for _ in sizes]
    for n, entrant in enumerate(entrants):
        row, place = divmod(n, len(sizes))
        tables[len(sizes) - 1 - place if row % 2 else place].append(entrant)
    return [tuple(sorted(table)) for table in tables]
