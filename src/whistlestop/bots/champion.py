"""The bot `champion`: the learned network of `express` with a search on top.

Where the network is not sure, its likeliest moves are tried in guesses that follow its belief about the others'
tickets. The network plays each on for a few decisions and says what the chance of winning is then. The others play like
`planner`. `docs/learned.md` describes it. It needs a network for the map; `treesearch` needs none.
"""

from whistlestop.bots import planner
from whistlestop.bots.network import network_for
from whistlestop.bots.network_search import NetworkSearch
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game


def all_weights_for(game: Game) -> list[Weights]:
    """The network's prior, and how the others play."""
    return [network_for(game).prior_for(game), planner.weights_for(game)]


def make(rollouts: int = 0, seconds: float = 0.5, threads: int = 1) -> SearchBot:
    """Make the bot. With `rollouts` its budget is that many rollouts for each decision, otherwise `seconds`."""
    return SearchBot(NetworkSearch(network_for, rollouts, seconds, threads), all_weights_for)
