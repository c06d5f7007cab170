"""The bot `racer`: few tickets, long routes, and an early end.

It keeps as few and as cheap tickets as it can, collects the colour it has most of, and claims anything that scores
until its cars are gone. A decision takes a microsecond, so a search can ask it a million times a second.
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import plain

WEIGHTS = plain(plans=0, card=110, locomotive=130, gathered=12, full=8, glut=6)


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(lambda game: WEIGHTS)
