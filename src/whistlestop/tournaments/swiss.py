"""Swiss: everybody meets somebody who is doing as well, and nobody twice while that can be avoided."""

from collections.abc import Sequence, Set
from fractions import Fraction

from whistlestop.tournaments.groups import arrange, cut
from whistlestop.tournaments.matching import augment, match
from whistlestop.tournaments.meetings import Round, Tables, had_bye, met_how_often, points_of

PAIR = 2
MET, GAP = 1_000_000, 24
"""What it costs at a table of more than two that a pair has met, and that there is a point between them."""


def swiss_tables(past: Sequence[Round], active: Set[int], seats: int) -> Tables:
    """Who meets in the next round; empty if everybody has met everybody."""
    points = points_of(past, {*active, *(one for r in past for meeting in r for one in meeting.entrants)})
    order = sorted(active, key=lambda one: (-points[one], one))
    met = met_how_often(past)
    if all(frozenset((one, other)) in met for one in order for other in order if one < other):
        return []
    if seats > PAIR:
        return swiss_groups(order, points, met, seats)
    resting = bye_for(order, past, met) if len(order) % 2 else None
    order = [one for one in order if one != resting]
    return swiss_pairs(order, points, met) + ([(resting,)] if resting is not None else [])


def bye_for(order: list[int], past: Sequence[Round], met: dict[frozenset[int], int]) -> int:
    """Who sits out: the last in the standings who hasn't yet, and without whom the others need not meet again."""
    rested = had_bye(past)
    candidates = [one for one in reversed(order) if one not in rested] or order[::-1]
    for one in candidates:
        rest = [other for other in order if other != one]
        if len(match(unmet(rest, met, 0))) == len(rest):
            return one
    return candidates[0]


def unmet(order: Sequence[int], met: dict[frozenset[int], int], most: int) -> dict[int, set[int]]:
    """Whom each may meet if nobody has met more than `most` times."""
    return {
        one: {other for other in order if other != one and met.get(frozenset((one, other)), 0) <= most}
        for one in order
    }  # fmt: skip


def swiss_pairs(order: list[int], points: dict[int, Fraction], met: dict[frozenset[int], int]) -> Tables:
    """Pairs from the top of the standings down.

    Each meets the one they would like best of those who leave a meeting for all the others: with the nearest points,
    and then, as in chess, the upper half of those with equal points meets the lower half.
    """
    most = 0
    while len(pairs := match(graph := unmet(order, met, most))) < len(order):
        most += 1
    found: Tables = []
    left = list(order)
    while left:
        one = left.pop(0)
        half = sum(points[other] == points[one] for other in left) // 2
        liked = sorted(
            (place for place, other in enumerate(left) if other in graph[one]),
            key=lambda place: (points[one] - points[left[place]], abs(place - half), place),
        )
        for place in liked:
            other = left[place]
            rest = left[:place] + left[place + 1 :]
            if (others := without(pairs, graph, one, other, rest)) is not None:
                found.append((one, other))
                left, pairs = rest, others
                break
    return found


def without(
    pairs: dict[int, int], graph: dict[int, set[int]], one: int, other: int, rest: list[int]
) -> dict[int, int] | None:
    """Pairs of all the rest once two are paired with each other; None if there are none."""
    others = {node: pairs[node] for node in rest if pairs[node] not in (one, other)}
    free = [node for node in rest if node not in others]
    if free:
        here = set(rest)
        augment({node: graph[node] & here for node in rest}, others, free[0])
    return others if len(others) == len(rest) else None


def swiss_groups(
    order: list[int], points: dict[int, Fraction], met: dict[frozenset[int], int], seats: int
) -> Tables:  # fmt: skip
    """Tables of more than two: neighbours in the standings, moved until few have met before."""

    def cost(one: int, other: int) -> int:
        return MET * met.get(frozenset((one, other)), 0) + int(GAP * abs(points[one] - points[other]))

    return arrange(cut(order, seats), cost)
