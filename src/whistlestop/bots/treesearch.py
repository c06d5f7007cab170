"""The bot `treesearch`: tries moves as `montecarlo` does, and looks further ahead.

Below a move that was tried often, a tree of the seat's own next moves grows. The tree is built from what the seat knows
(single-observer information-set tree search): every pass has a new guess of what is hidden, chance is sampled, and the
other seats play as people might: in half of the guesses like `planner`, in half like `veteran`. Cards that others were
seen to take and play are part of the view, so they are part of every guess.
"""

from whistlestop.bots import planner, veteran
from whistlestop.bots.search import Search
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game


def all_weights_for(game: Game) -> list[Weights]:
    """A veteran among planners and veterans."""
    return [veteran.weights_for(game), planner.weights_for(game), veteran.weights_for(game)]


def make(rollouts: int = 0, seconds: float = 0.1, threads: int = 1) -> SearchBot:
    """Make the bot. With `rollouts` its budget is that many rollouts for each decision, otherwise `seconds`."""
    return SearchBot(Search(rollouts, seconds, threads, grows_tree=True), all_weights_for)
