"""Meetings: the entrants who meet at a table in a round, and what each of them achieved there."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

ROBIN, SWISS, KNOCKOUT = "robin", "swiss", "knockout"
FORMATS = (ROBIN, SWISS, KNOCKOUT)


@dataclass(frozen=True)
class Meeting:
    """Entrants at a table. Alone, an entrant has a bye; without anybody, a match of the bracket stays empty."""

    entrants: tuple[int, ...]
    places: tuple[int | None, ...]
    """The place of each among these entrants; None for those who gave up or didn't come."""

    def points(self, entrant: int) -> Fraction:
        """The share of the others whom an entrant was before; a shared place counts half, and a bye is a win."""
        place = self.places[self.entrants.index(entrant)]
        if place is None:
            return Fraction(0)
        if len(self.entrants) == 1:
            return Fraction(1)
        behind = sum(2 for other in self.places if other is None or other > place)
        shared = self.places.count(place) - 1
        return Fraction(behind + shared, 2 * (len(self.entrants) - 1))

    def others(self, entrant: int) -> tuple[int, ...]:
        """Whom an entrant met."""
        return tuple(other for other in self.entrants if other != entrant)

    @property
    def winner(self) -> int | None:
        """Who was best; of several who share the first place, the one whom the lot put first. None if nobody came."""
        best = min((place for place in self.places if place is not None), default=None)
        return min((one for one, place in zip(self.entrants, self.places, strict=True) if place == best), default=None)


Round = list[Meeting]
Tables = list[tuple[int, ...]]
"""Who meets in a round, before it is played."""


def bye(entrant: int) -> Meeting:
    """A meeting of one."""
    return Meeting((entrant,), (1,))


def met_how_often(past: Iterable[Round]) -> dict[frozenset[int], int]:
    """How often each pair has met."""
    met: dict[frozenset[int], int] = {}
    for meeting in (meeting for one in past for meeting in one):
        for pair in combinations(meeting.entrants, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def points_of(past: Iterable[Round], entrants: Iterable[int]) -> dict[int, Fraction]:
    """The points of some entrants after some rounds."""
    points = dict.fromkeys(entrants, Fraction(0))
    for meeting in (meeting for one in past for meeting in one):
        for entrant in meeting.entrants:
            points[entrant] += meeting.points(entrant)
    return points


def had_bye(past: Iterable[Round]) -> set[int]:
    """Who has sat out a round."""
    return {meeting.entrants[0] for one in past for meeting in one if len(meeting.entrants) == 1}
