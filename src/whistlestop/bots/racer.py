"""The bot `racer`: few tickets, long routes, and an early end.

It keeps as few and as cheap tickets as it may, gathers the colour that it has most of, and claims whatever brings
points until its cars are gone. What it does costs a microsecond, so that a search can ask it a million times a second.
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import plain


class Racer(Follower):
    """Races."""

    weights = plain(plans=0, card=110, locomotive=130, gathered=12, full=8, glut=6)
