"""The bot `random`: every legal move is equally likely."""

import random

from whistlestop.game.view import View


class RandomBot:
    """Plays at random."""

    def choose(self, view: View, rng: random.Random) -> int:
        """Any legal move."""
        return rng.choice(view.legal)


def make() -> RandomBot:
    """Make the bot."""
    return RandomBot()
