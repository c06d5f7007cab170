"""The bot `champion`: tries moves out as `montecarlo` does, and below each grows a tree of what may follow.

The tree belongs to what the seat knows (single-observer information-set tree search): every pass has a new guess of
what is hidden, every seat does what has gone well for it, and chance is sampled. Cards that others were seen to take
and play are in the view, and so in every guess.
"""

from whistlestop.bots.montecarlo import Montecarlo


class Champion(Montecarlo):
    """Looks ahead."""

    grows = True
