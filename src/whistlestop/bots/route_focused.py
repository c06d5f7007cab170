"""The bot `route_focused`, a published style: it wants routes of many points along the way of its tickets.

After the route-focused agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary
board games" (2017): it draws no further tickets, and among the tracks that its tickets need it goes for those that
score most, taking other valuable routes where it can.
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import plain


class RouteFocused(Follower):
    """Wants valuable routes on the way."""

    weights = plain(points=150, route=100)
