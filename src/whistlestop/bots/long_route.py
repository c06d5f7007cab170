"""The bot `long_route`, a published style: it lives for the longest routes, and its tickets come second.

After the long-route agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board
games" (2017): it saves its cards for the routes of most points, and plans for tickets only beside them.
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import plain


class LongRoute(Follower):
    """Wants long routes."""

    weights = plain(points=200, planned=150, card=200, route=150, gathered=30)
