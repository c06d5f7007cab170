"""The bot `planner`: finds a cheap network for its tickets, builds it before others do, and watches the time.

- **Network**: the cheapest path for its best ticket, then for the next, sharing tracks. Cards in hand make a track
  cheaper; tunnels and ferries are more expensive. When another seat takes a planned track, it makes a new plan.
- **Tickets** are chosen by points minus what their network costs; those that can't be completed in time count as lost.
- **Tempo**: it collects a good hand before it spends. A card loses value in a full hand, and when cars run out.
- **Contested** tracks, where others have built, are claimed first.
- **Stations** are its insurance: it builds one where a single borrowed route saves a ticket.

It is the anchor of the ladder, rated 1000 on every map: the way it plays never changes (tests/bots/anchor.txt has a
digest of its games).
"""

from whistlestop.bots.policy_bot import PolicyBot
from whistlestop.bots.weights import Weights
from whistlestop.game.game import Game

SHORT = 30
"""A game with fewer cars is short."""
LONG_GAMES = Weights()
SHORT_GAMES = Weights(
    points=141, planned=216, contested=83, card=178, locomotive=55, lacking=62, gathered=2, full=11, glut=9,
    step=372, space=135, route=152, held=14, tunnel=80, pace=99, price=120, tickets=600, spare=70, hunger=0,
)  # fmt: skip
"""In a short game routes count for more, and tickets must cost less."""


def weights_for(game: Game) -> Weights:
    """The weights for short or long games."""
    return SHORT_GAMES if game.rules.cars < SHORT else LONG_GAMES


def make() -> PolicyBot:
    """Make the bot."""
    return PolicyBot(weights_for)
