"""The bot `random`: every legal move is as likely as any other."""

import random

from whistlestop.game.view import View


class Random:
    """Plays at random."""

    def choose(self, view: View, rng: random.Random) -> int:
        """Any of the legal moves."""
        return rng.choice(view.legal)
