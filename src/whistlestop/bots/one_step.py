"""The bot `one_step`, a published style: it thinks of nothing but the next step.

After the one-step agent of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board
games" (2017): it claims the next track for its tickets as soon as it can pay for it with whatever it holds, minds
neither time nor its opponents, and draws new tickets when it has no next step.
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import plain


class OneStep(Follower):
    """Takes the next step."""

    weights = plain(planned=2000, locomotive=0, tickets=500, spare=20)
