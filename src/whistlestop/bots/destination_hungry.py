"""The bot `destination_hungry`, a published style: it draws tickets until they fill its cars, then joins them all.

After the destination-hungry agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of
contemporary board games" (2017).
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import plain


class DestinationHungry(Follower):
    """Wants tickets."""

    weights = plain(points=50, planned=900, price=40, tickets=2000, spare=50, hunger=60)
