"""The bot `destination_hungry`, a published style: it draws tickets until they fill its cars, then completes them.

After the destination-hungry agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of
contemporary board games" (2017).
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import plain

WEIGHTS = plain(points=50, planned=900, price=40, tickets=2000, spare=50, hunger=60)


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(lambda game: WEIGHTS)
