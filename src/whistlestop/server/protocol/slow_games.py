"""Holidays, what waits for a person, and standing invitations."""

from typing import Literal

from whistlestop.server.protocol.base import Model, absent
from whistlestop.server.protocol.tables import Emblem, Time


class HolidayInfo(Model):
    """Your holidays."""

    until: Time | None
    """Until when you are on holiday; null if you aren't."""
    left: int
    """How many days you have left."""
    of: int
    """How many days anybody may take within a year."""


class WaitingTable(Model):
    """A table that waits for you."""

    table: str
    map: str
    what: Literal["move", "answer", "rematch", "start"]
    """A move, your answer to a proposal, your agreement to a rematch, or your part of a fair start."""
    since: Time
    """When somebody last did something there."""
    ends: Time = absent()
    """When your time runs out, if a clock runs."""


class InvitationInfo(Model):
    """A standing invitation."""

    id: str
    player: str
    """The id of the player who invites."""
    name: str
    emblem: Emblem = absent()
    map: str
    seats: int
    seconds: int
    """How long everybody has for each turn."""
    rated: bool
    at_once: int
    """How many games of it may be open or played at the same time."""
    running: int
    """How many there are now."""
    full: bool
    """Whether nobody can accept it at the moment."""
    listed: bool
    created: Time
