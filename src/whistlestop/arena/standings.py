"""Standings: what the games of a match say about its bots."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import groupby
from statistics import fmean
from typing import Any

from whistlestop.arena.bout import Outcome
from whistlestop.arena.budget import with_rollouts
from whistlestop.arena.sequential import Sequential
from whistlestop.game.reasons import Reason
from whistlestop.ratings.rankings import rate, wilson

ANCHOR = "planner"
"""The bot whose rating is fixed if it takes part."""


@dataclass(frozen=True)
class Standing:
    """How one bot did. `total` and the fields after it are means over its seats in finished games, None without any."""

    bot: str
    """As it was named."""
    rollouts: int | None
    """The rollouts of a budget that was given in seconds."""
    games: int
    """Games that it took part in."""
    faults: int
    """Games in which it failed."""
    win_rate: float
    """For each seat of its own; a shared win counts as a fraction."""
    win_interval: tuple[float, float]
    rating: float
    rating_interval: tuple[float, float]
    place: float
    total: float | None
    points_per_car: float | None
    draws: float | None
    """How often it drew tickets after the set-up."""
    completed: float | None
    lost: float | None
    ended: float | None
    """The share of games in which it triggered the last round."""

    @property
    def label(self) -> str:
        """The bot with its budget: `champion:seconds=0.1 (1,740 rollouts)`."""
        return self.bot if self.rollouts is None else f"{self.bot} ({self.rollouts:,} rollouts)"


@dataclass(frozen=True)
class Standings:
    """All outcomes of a match in order, and what follows from them."""

    header: dict[str, Any]
    outcomes: tuple[Outcome, ...]
    test: Sequential | None = None

    @cached_property
    def bots(self) -> dict[str, str]:
        """Each bot once: as it was named, by how it played (with rollouts instead of seconds)."""
        return {with_rollouts(bot, self.header["rollouts"]): bot for bot in self.header["bots"]}

    @cached_property
    def deals(self) -> list[list[Outcome]]:
        """The outcomes of each deal."""
        return [list(deal) for _, deal in groupby(self.outcomes, key=lambda outcome: outcome.fixture.deal)]

    @property
    def faults(self) -> list[Reason]:
        """Why bots failed."""
        return [outcome.fault for outcome in self.outcomes if outcome.fault]

    @cached_property
    def rows(self) -> list[Standing]:
        """How each bot did, the strongest first."""
        numbers = {bot: n for n, bot in enumerate(self.bots)}
        rankings = [
            [([numbers[bot] for bot in outcome.fixture.seating], outcome.places) for outcome in deal]
            for deal in self.deals
        ]
        ratings = rate(rankings, len(self.bots), numbers.get(ANCHOR), self.header["seed"])
        found = [self.standing(bot, *ratings[n].tolist()) for bot, n in numbers.items()]
        return sorted(found, key=lambda standing: -standing.rating)

    def standing(self, bot: str, rating: float, low: float, high: float) -> Standing:
        """How one bot did, given its rating."""
        games = [outcome for outcome in self.outcomes if bot in outcome.fixture.seating]
        seats = seats_of(bot, games)
        scores = [outcome.scores[seat] for outcome, seat in seats if outcome.scores]
        won = win_rate(bot, games)
        named = self.bots[bot]
        cars = sum(score.cars for score in scores)
        return Standing(
            named,
            self.header["rollouts"].get(named),
            len(games),
            sum(fault.parameters["bot"] == bot for fault in self.faults),
            won,
            wilson(won * len(games), len(games)),
            rating,
            (low, high),
            fmean(outcome.places[seat] for outcome, seat in seats),
            mean(score.total for score in scores),
            sum(score.total for score in scores) / cars if cars else None,
            mean(score.draws for score in scores),
            mean(score.completed for score in scores),
            mean(score.lost for score in scores),
            mean(outcome.ended == seat for outcome, seat in seats if outcome.scores),
        )

    @property
    def seconds_per_move(self) -> dict[str, float | None]:
        """How long each bot took for a move, in the games whose times are known."""
        found = {}
        for bot, named in self.bots.items():
            seats = [pair for pair in seats_of(bot, self.outcomes) if pair[0].scores and pair[0].seconds]
            moves = sum(outcome.scores[seat].moves for outcome, seat in seats)
            found[named] = sum(outcome.seconds[seat] for outcome, seat in seats) / moves if moves else None
        return found

    def as_dict(self) -> dict[str, Any]:
        """All of this as JSON-serialisable types; only `timing` is not reproducible."""
        return {
            **self.header,
            "deals": len(self.deals),
            "games": len(self.outcomes),
            "standings": [asdict(standing) for standing in self.rows],
            "test": self.test.as_dict() if self.test else None,
            "faults": [fault.as_dict() for fault in self.faults],
            "timing": {"seconds_per_move": self.seconds_per_move},
        }


def seats_of(bot: str, outcomes: Iterable[Outcome]) -> list[tuple[Outcome, int]]:
    """The seats of a bot in all games."""
    return [(outcome, seat) for outcome in outcomes for seat, name in enumerate(outcome.fixture.seating) if name == bot]


def win_rate(bot: str, outcomes: Iterable[Outcome]) -> float:
    """The share of the wins that each seat of a bot had."""
    return fmean(outcome.wins[seat] for outcome, seat in seats_of(bot, outcomes))


def mean(values: Iterable[float]) -> float | None:
    """The mean of the values, None if there are none."""
    found = list(values)
    return fmean(found) if found else None
