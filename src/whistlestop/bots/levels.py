"""Levels: four opponents for people, each with a character, a strength and a pace.

A level loses as people lose: it wants too much, hoards, forgets the time or does not look ahead. None blunders at
random. `docs/bots.md` states how strong they are.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whistlestop.bots import bot_class

if TYPE_CHECKING:
    from whistlestop.bots.search import Opinion
    from whistlestop.game.view import View

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
        return int(self.seated().choose(view, rng))

    def explain(self, view: "View", rng: random.Random) -> "list[Opinion]":
        """The best few moves with their values, as its bot sees them: what it would do, then others by their values."""
        choice, *others = self.seated().explain(view, rng)[:SHOWN]
        return [choice, *sorted(others, key=lambda opinion: -opinion.value)]

    def seated(self) -> Any:
        """Its bot."""
        return bot_class(self.bot)(**self.settings)


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
ADVISER = LEVELS["director"]
"""Whom people ask what to do."""
