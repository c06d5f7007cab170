"""The bot `champion`: tries moves out as `montecarlo` does, and looks further.

Below a move that was tried often a tree of the seat's own next moves grows. It belongs to what the seat knows
(single-observer information-set tree search): every pass has a new guess of what is hidden, chance is sampled, and the
others play on as people might: in half of the guesses as planners, in half as veterans. Cards that others were seen to
take and play are in the view, and so in every guess.
"""

from whistlestop.bots.montecarlo import Montecarlo
from whistlestop.bots.veteran import Veteran
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game


class Champion(Montecarlo):
    """Looks ahead."""

    grows = True

    def all_weights_for(self, game: Game) -> list[Weights]:
        """Itself a veteran, among planners and veterans."""
        return [*super().all_weights_for(game), Veteran.weights_for(game)]
