"""The bot `planner`: finds a cheap network for its tickets, builds it before others do, and minds the time.

- **Network**: the cheapest path for its best ticket, then for the next, sharing tracks; what it holds in its hand makes
  a track cheaper, tunnels and ferries dearer. When somebody takes a track of the plan, it plans anew.
- **Tickets** are chosen by points less what their network costs, those that can't be done in time counting as lost.
- **Tempo**: it gathers a good hand before it spends; a card loses worth in a full one, and when cars run out.
- **Contested** tracks, where others have built, are claimed first.
- **Stations** are its insurance: it builds one where a single borrowed route saves a ticket.

It is the anchor of the ladder, 1000 on every map: its play never changes (tests/bots/anchor.txt holds a digest of it).
"""

from whistlestop.bots.follower import Follower
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game

SHORT = 30
"""A game of fewer cars is short."""


class Planner(Follower):
    """Plans."""

    weights = Weights()
    short_weights = Weights(
        points=141, planned=216, contested=83, card=178, locomotive=55, lacking=62, gathered=2, full=11, glut=9,
        step=372, space=135, route=152, held=14, tunnel=80, pace=99, price=120, tickets=600, spare=70, hunger=0,
    )  # fmt: skip

    @classmethod
    def weights_for(cls, game: Game) -> Weights:
        """In a short game routes count for more, and tickets must come cheaper."""
        return cls.short_weights if game.rules.cars < SHORT else cls.weights
