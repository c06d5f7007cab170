"""The bot `long_route`, a published style: it prefers the longest routes, and tickets come second.

After the long-route agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board
games" (2017): it saves its cards for the routes with the most points, and plans for tickets only beside them.
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import plain

WEIGHTS = plain(points=200, planned=150, card=200, route=150, gathered=30)


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(lambda game: WEIGHTS)
