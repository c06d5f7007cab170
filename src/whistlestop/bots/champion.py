"""The bot `champion`: tries moves out as `montecarlo` does, and below each grows a tree of what may follow.

The tree belongs to what the seat knows (single-observer information-set tree search): every pass has a new guess of
what is hidden, every seat does what has gone well for it, and chance is sampled. Cards that others were seen to take
and play are in the view, and so in every guess. In most guesses the others plan, in some they race; and what the policy
itself thinks of a move counts for something, so that a few unlucky rollouts do not bury a good one.
"""

from whistlestop.bots.montecarlo import Montecarlo
from whistlestop.bots.racer import Racer
from whistlestop.bots.taste import Taste
from whistlestop.game.game import Game


class Champion(Montecarlo):
    """Looks ahead."""

    grows = True
    faith = 100.0

    def tastes_for(self, game: Game) -> list[Taste]:
        """Seven planners and a racer."""
        return [*super().tastes_for(game) * 7, Racer.taste]
