"""The bot `montecarlo`: tries each sensible move in many guessed states, and plays each on to the end.

In its rollouts it plays like `veteran` itself, and the others like `planner`.
"""

from whistlestop.bots import planner, veteran
from whistlestop.bots.search import Search
from whistlestop.bots.search_bot import SearchBot
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game


def all_weights_for(game: Game) -> list[Weights]:
    """A veteran among planners."""
    return [veteran.weights_for(game), planner.weights_for(game)]


def make(rollouts: int = 0, seconds: float = 0.1, threads: int = 1) -> SearchBot:
    """Make the bot. With `rollouts` its budget is that many rollouts for each decision, otherwise `seconds`."""
    return SearchBot(Search(rollouts, seconds, threads), all_weights_for)
