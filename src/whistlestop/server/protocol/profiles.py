"""Profiles: ratings and results of people."""

from typing import Literal

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.tables import Time


class RatingPoint(Model):
    """A rating after a rated game."""

    at: Time
    rating: int
    margin: int
    """The strength is at most this far from the rating, in 95 of 100 cases."""


class Rating(Model):
    """A person's rating on a map with a number of seats, on the scale of the bots."""

    map: str
    seats: int
    games: int
    """How many rated games it rests on."""
    rating: int
    margin: int
    curve: list[RatingPoint]
    """After each of the newest 500 rated games, the oldest first."""


class MapTotals(Model):
    """How somebody did on a map."""

    map: str
    games: int
    won: int
    tickets: int
    """How many tickets they had in games that were played to the end."""
    completed: int
    longest: int | None
    """The spaces of their longest path, where the rules ask for it."""


class Encounter(Model):
    """How somebody did against another person, or against a level of bots."""

    player: str | None
    name: str
    bot: str | None
    games: int
    before: int
    """In how many of them they were before the other."""
    behind: int


class ProfileInfo(Model):
    """What a player has achieved. To others it counts only games whose replay they may watch, but for the ratings."""

    id: str
    name: str
    shown_to: Literal["nobody", "met", "anybody"] = absent()
    """Who may see it; only in your own."""
    ratings: list[Rating]
    maps: list[MapTotals]
    encounters: list[Encounter]
    """The 20 most frequent."""


class SeatOutcome(Model):
    """How a seat did in a game that is over."""

    seat: int
    player: str | None
    """null for bots, and for people who hide their name from you, were deleted or shared a browser."""
    name: str
    bot: str | None
    place: int
    gave_up: bool
    points: int | None


class GameOutcome(Model):
    """A game of a player that is over."""

    table: str
    map: str
    seats: int
    closed: Time
    seat: int
    """The player's seat."""
    place: int
    gave_up: bool
    """Whether they resigned, or a bot played for them at the end."""
    points: int | None
    """null if the game was not played to its end."""
    rated: bool
    rating: int = absent()
    """After the game, if it was rated."""
    change: int = absent()
    """What the game changed in it."""
    outcomes: list[SeatOutcome]


class GameList(Model):
    """Games of a player that are over, the newest first."""

    games: list[GameOutcome]
    more: bool
    """Whether there are more games after these."""
