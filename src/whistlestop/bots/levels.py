"""Levels: four opponents for people, each with a character, a strength and a pace.

A level loses as people lose: it wants too much, hoards, forgets the time or does not look ahead. None blunders at
random. `docs/bots.md` states the strength of each.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.bots import home_of

if TYPE_CHECKING:
    from whistlestop.bots.search import Opinion
    from whistlestop.game.view import View

HINTS = 2000
"""How many rollouts stand behind an explanation."""
SHOWN = 5
"""How many moves an explanation has."""


@dataclass(frozen=True)
class Level:
    """An opponent for people: the bot that it is, what it is like, and how long it takes over a move at least."""

    name: str
    bot: str
    settings: dict[str, float]
    character: str
    pace: float

    def choose(self, view: "View", rng: random.Random) -> int:
        """The move of its bot."""
        return int(home_of(self.bot)(**self.settings).choose(view, rng))

    def explain(self, view: "View", rng: random.Random) -> "list[Opinion]":
        """The best few moves with their values, as they look to a search that plays on in the level's own manner."""
        from whistlestop.bots.chart import tastes
        from whistlestop.bots.search import Search

        home = home_of("planner" if self.settings else self.bot)
        return Search(rollouts=HINTS).opinions(view, tastes(home.taste_for(view.game)), rng)[:SHOWN]


LEVELS = {
    level.name: level
    for level in (
        Level("porter", "destination_hungry", {}, "Dreams of far tickets, and never looks at the clock.", 1.2),
        Level("conductor", "one_step", {}, "Takes the next step for its tickets, and sees nothing else.", 1.0),
        Level("dispatcher", "planner", {}, "Plans a whole network, and builds it in time.", 0.8),
        Level("director", "champion", {"seconds": 1.0}, "Tries every idea out in its head before it moves.", 0.5),
    )
}
"""From the easiest to the hardest."""
