"""The bot `one_step`, a published style: it thinks only of the next step.

After the one-step agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board
games" (2017): it claims the next track for its tickets as soon as it can pay for it with any cards, ignores the time
and its opponents, and draws new tickets when it has no next step.
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import plain

WEIGHTS = plain(planned=2000, locomotive=0, tickets=500, spare=20)


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(lambda game: WEIGHTS)
