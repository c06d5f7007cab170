"""Reports of games. All chances are of winning, from 0 to 1. docs/review.md explains them."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.requests import RECORD
from whistlestop.server.protocol.views import Reason

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
Luck = Literal["deal", "cards", "tickets", "tunnel", "hidden"]


class ReviewedChoice(Model):
    """A move that was tried at a decision: its chance of winning, with a 95% interval."""

    move: str
    chance: float
    low: float
    high: float
    tried: int


class ReportStep(Model):
    """A decision and the deals that follow it; the first step is the set-up, without a decision."""

    ply: int | None
    """Of the decision, before the move."""
    turn: int
    """How many turns of all seats have begun."""
    seat: int | None
    move: str | None
    own: float | None
    """The chance of the seat that decides, from what it knew before the move."""
    open: list[float]
    """The chances of all seats after the step, all cards open."""
    grade: Grade | None
    """null: not searched yet."""
    loss: float | None
    """The chance that the move gave away, and its interval."""
    low: float | None
    high: float | None
    better: str | None
    choices: list[ReviewedChoice]
    """The moves that were tried, the best first; empty until the decision is searched."""
    skill: list[float]
    """What the step changed for each seat: by its own decision, by those of others, and by luck."""
    opponents: list[float]
    luck: list[float]
    luck_kind: Luck


class LuckParts(Model):
    """What each kind of luck gave a seat."""

    deal: float
    cards: float
    tickets: float
    tunnel: float
    hidden: float


class GradeCounts(Model):
    """How many decisions have each grade."""

    best: int
    good: int
    inaccuracy: int
    mistake: int
    blunder: int
    forced: int


class ReportSummary(Model):
    """What the steps add up to for a seat: start + skill + opponents + luck = result."""

    seat: int
    start: float
    skill: float
    opponents: float
    luck: float
    luck_by: LuckParts
    result: float
    accuracy: int | None
    grades: GradeCounts


class TurningPoint(Model):
    """A step that changed a seat's chance most, and what happened there, as a code."""

    step: int
    seat: int
    code: str
    parameters: dict[str, str | int]
    change: float


class Report(Model):
    """What won a game, what was luck, and what to learn from it."""

    format: Literal[1]
    map: str
    digest: str
    seats: int
    over: bool
    rollouts: int
    """How many a decision gets."""
    complete: bool
    """false: ask again for a better one."""
    searched: int
    to_search: int
    """How many decisions have to be searched, and how many are."""
    steps: list[ReportStep]
    summary: list[ReportSummary]
    turning_points: list[TurningPoint]


class RecordReport(Model):
    """The report of a record that was sent."""

    report: Report
    problem: Reason = absent()
    """Why the report covers only a part of a game: a line can't be read, or the game isn't over."""


class RecordToReport(Model):
    """Ask for the report of a game by its record."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=RECORD)]
