"""The bot `route_focused`, a published style: it prefers routes with many points on the way to its tickets.

After the route-focused agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary
board games" (2017): it draws no further tickets, goes for the tracks that score most among those that its tickets need,
and takes other valuable routes where it can.
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import plain

WEIGHTS = plain(points=150, route=100)


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(lambda game: WEIGHTS)
