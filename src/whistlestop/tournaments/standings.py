"""Standings: places from what was played, with tie-breaks. The order in which entrants are given doesn't matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from whistlestop.tournaments.meetings import KNOCKOUT, Round, points_of

NONE = Fraction(0)


@dataclass(frozen=True)
class Standing:
    """How an entrant is doing."""

    entrant: int
    place: int
    """From 1; those who can't be told apart share one."""
    points: Fraction
    opponents: Fraction
    """The points of those whom they met, a mean for each round (Buchholz)."""
    beaten: Fraction
    """Their points of each round times the points of those whom they met there (Sonneborn-Berger)."""
    wins: int
    """How many rounds they won outright."""


def standings(kind: str, entrants: Sequence[int], past: Sequence[Round]) -> list[Standing]:
    """All entrants, the best first; those who share a place in the order of the lot."""
    points = points_of(past, sorted(entrants))
    found = [standing_of(entrant, past, points) for entrant in sorted(entrants)]
    reached = rounds_won(past) if kind == KNOCKOUT else {}

    def key(one: Standing) -> tuple[Fraction | int, ...]:
        if kind == KNOCKOUT:
            return (-reached.get(one.entrant, 0),)
        return (-one.points, -one.opponents, -one.beaten, -one.wins)

    keys = sorted(key(one) for one in found)
    placed = [Standing(**{**vars(one), "place": 1 + keys.index(key(one))}) for one in found]
    return sorted(placed, key=lambda one: (one.place, one.entrant))


def standing_of(entrant: int, past: Sequence[Round], points: dict[int, Fraction]) -> Standing:
    """The points and tie-breaks of an entrant. A bye counts as a win against somebody with as many points as they."""
    opponents = beaten = NONE
    wins = 0
    for meeting in (meeting for one in past for meeting in one if entrant in meeting.entrants):
        met = meeting.others(entrant) or (entrant,)
        mean = sum((points[other] for other in met), NONE) / len(met)
        opponents += mean
        beaten += meeting.points(entrant) * mean
        wins += meeting.points(entrant) == 1
    return Standing(entrant, 0, points[entrant], opponents, beaten, wins)


def rounds_won(past: Sequence[Round]) -> dict[int, int]:
    """How many rounds of a knockout everybody survived."""
    won: dict[int, int] = {}
    for meeting in (meeting for one in past for meeting in one):
        if (winner := meeting.winner) is not None:
            won[winner] = won.get(winner, 0) + 1
    return won
