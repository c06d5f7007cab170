"""Tournaments: entrants, rounds and standings."""

from typing import Literal

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.tables import Emblem, State, Time

Format = Literal["robin", "swiss", "knockout"]
TournamentState = Literal["open", "running", "finished", "called_off"]


class TournamentClockInfo(Model):
    """The clock of a tournament's games."""

    kind: Literal["turn", "game"]
    seconds: int


class TournamentSummary(Model):
    """A tournament as lists show it."""

    id: str
    name: str
    """Empty if its host gave it none."""
    format: Format
    map: str
    seats: int
    clock: TournamentClockInfo
    rated: bool
    state: TournamentState
    starts: Time | None
    """null: when the host starts it."""
    round: int
    rounds: int
    """How many it has, unless people drop out; 0 before it begins."""
    entrants: int
    most: int
    yours: bool
    """Whether you are in it, or have made it."""
    listed: bool


class Entrant(Model):
    """Somebody who has entered."""

    entry: int
    """In the order in which they entered."""
    player: str | None
    """null for somebody who was deleted."""
    name: str
    emblem: Emblem = absent()
    number: int | None
    """By the lot, once the tournament begins."""
    dropped: int | None
    """After which round they dropped out."""


class TournamentMeeting(Model):
    """Who meets at a table. Alone, an entrant has a bye; without anybody, a match of the bracket stays empty."""

    entries: list[int]
    """In the order of their seats; bots hold the seats after them."""
    table: str | None
    """null for a bye."""
    state: State = absent()
    """Of the table."""
    places: list[int | None] = absent()
    """Once it is over: of each entry among these; null for those who gave up or didn't come."""
    points: list[float] = absent()


class TournamentStanding(Model):
    """How an entrant is doing. docs/tournaments.md explains the tie-breaks."""

    entry: int
    place: int
    points: float
    opponents: float
    beaten: float
    wins: int


class TournamentInfo(TournamentSummary):
    """A tournament."""

    host: str
    host_name: str
    created: Time
    began: Time | None
    ended: Time | None
    why: Literal["too_few", "host", "host_gone", "not_started"] = absent()
    """Why it was called off."""
    stand_in: str
    most_rounds: int
    """Of a Swiss tournament; 0 before it begins if it has as many as the entrants need, and for other formats."""
    own: int | None
    """Your entry, unless you have dropped out."""
    game: str | None
    """The table where your game of this round waits for you or goes on."""
    entrant_list: list[Entrant]
    played: list[list[TournamentMeeting]]
    """All rounds, the current one last."""
    standings: list[TournamentStanding]
    """By the games that are over; empty before it begins."""
    commitment: str
    """The hash that binds the server to the secret of the lot."""
    secret: str = absent()
    """Once it is over."""
