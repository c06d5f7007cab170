"""The bot `express`: plays the move that a learned network rates highest, in milliseconds and without a search.

The network was trained with `whistlestop train` in games against itself and other bots. It adds to the veteran's rating
of the candidates what it has learned. `docs/learned.md` describes it.
"""

from whistlestop.bots.network import network_for
from whistlestop.bots.network_bot import NetworkBot


def make(learned: float = 1.0) -> NetworkBot:
    """Make the bot; it needs a network for the map. `learned` is the share of what the network has learned."""
    return NetworkBot(network_for, learned)
