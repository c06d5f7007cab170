"""Deals that several tables play: the daily deal, and duplicate matches."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from whistlestop.game import limits
from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.tables import Emblem, Neighbour, State, Time

BOARDS = 12
"""The most boards of a duplicate match."""
PLAYERS = 12
"""The most players of a duplicate match."""


class OwnTry(Model):
    """Your game of a deal."""

    table: str
    state: State
    ranked: bool
    """false if your player is newer than the day."""
    points: int = absent()
    """Once you have played to the end."""
    margin: int = absent()
    """Your points less those of the best opponent."""
    rank: int | None = absent()


class Place(Model):
    """A result in a ranking: by margin, and where that is equal by points."""

    rank: int
    player: str | None
    """null for those who don't show their name to strangers."""
    name: str
    emblem: Emblem = absent()
    points: int
    margin: int
    table: str = absent()
    """Once the deal is over: where the replay is, if anybody may watch it."""


class Par(Model):
    """The result of the bot that plays the deal in your seat."""

    points: int
    margin: int
    table: str = absent()
    """Once the deal is over: where the replay is."""


class DailyDeal(Model):
    """The deal of a map and a day, in UTC."""

    map: str
    day: str
    deal: str
    commitment: str
    """The hash that binds the server to the secret of the deal. docs/records.md has the formulas."""
    secret: str = absent()
    """Once the deal is over."""
    seats: int
    seat: int
    """The seat that everybody plays."""
    bots: list[str]
    """The levels at the other seats."""
    par_level: str
    begins: Time
    ends: Time
    """Until when you can begin."""
    over: bool
    """Whether everybody may know the cards."""
    played: int
    """How many people have played it to the end."""
    yours: OwnTry = absent()
    ranking: list[Place] = absent()
    """The best 100 results; only for those whose game is over, until the deal is."""
    par: Par = absent()
    """Once the bot has played, for those who see the ranking."""


class DailyPage(DailyDeal):
    """The deal of a day, with the days before."""

    days: list[str]
    """The last 14 days with a deal on this map, the newest first."""
    next_commitment: str = absent()
    """Of today's: the commitment of tomorrow's deal."""


Day = Annotated[str, StringConstraints(pattern="^20[0-9]{2}-[01][0-9]-[0-3][0-9]$")]


class NewDuplicate(Model):
    """Make a duplicate match."""

    map: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seats: Annotated[int, Field(ge=2, le=limits.SEATS)]
    boards: Annotated[int, Field(ge=1, le=BOARDS)]


class Score(Model):
    """What a player has in a match, or on one of its boards."""

    player: str
    matchpoints: int
    points: int | None
    """null if they have not played to the end."""
    margin: int | None
    table: str = absent()
    """Once the board is over: where the replay is, if you may watch it."""


class DuplicateBoard(Model):
    """A board of a duplicate match: a deal that all its players play at the same seat."""

    board: int
    deal: str
    commitment: str
    seat: int
    """The seat that everybody plays."""
    over: bool
    """Whether everybody may know the cards."""
    played: int
    """How many of the players are through with it."""
    yours: OwnTry = absent()
    scores: list[Score] = absent()
    """The best first; only for players whose game is over, until the board is."""


class DuplicateInfo(Model):
    """A duplicate match."""

    id: str
    map: str
    seats: int
    bots: list[str]
    """The levels at the other seats."""
    host: str
    made: Time
    state: Literal["open", "playing", "over"]
    ends: Time = absent()
    """When boards that are not finished by then are over, once it has started."""
    players: list[Neighbour]
    count: int
    """The number of boards."""
    boards: list[DuplicateBoard]
    """Once it has started."""
    scores: list[Score]
    """The total of the boards whose scores you may see, the best first."""
