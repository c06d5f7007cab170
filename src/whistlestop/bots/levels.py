"""Levels: four opponents for people, each with a character, a strength and a pace.

A level loses the way people lose: it wants too much, hoards, forgets the time or does not look ahead. None makes random
mistakes. `docs/bots.md` says how strong they are.
"""

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from whistlestop.bots import maker

if TYPE_CHECKING:
    from whistlestop.bots.search import Opinion
    from whistlestop.game.view import View

SHOWN = 5
"""How many moves an explanation has."""


@dataclass(frozen=True)
class Level:
    """An opponent for people: a bot with its settings, its character, and the minimum seconds it spends on a move."""

    name: str
    bot: str
    settings: dict[str, float]
    character: str
    pace: float
    rollouts: dict[str, int] = field(default_factory=dict)
    """If it searches: how many rollouts it makes for an early move on one core of a fast computer, by map and seats.

    Moves late in a game take more: the rest of the game is shorter."""

    def choose(self, view: "View", rng: random.Random) -> int:
        """The move of its bot."""
        return int(self.make_bot().choose(view, rng))

    def explain(self, view: "View", rng: random.Random) -> "list[Opinion]":
        """A few good moves with their values, as its bot sees them: the one it would play, then the others by value."""
        choice, *others = self.make_bot().explain(view, rng)[:SHOWN]
        return [choice, *sorted(others, key=lambda opinion: -opinion.value)]

    def make_bot(self) -> Any:
        """Make the bot of this level."""
        return maker(self.bot)(**self.settings)


DIRECTOR_ROLLOUTS = {
    "nordic-2": 5_400, "nordic-3": 4_000,
    "europe-2": 7_700, "europe-3": 5_400, "europe-4": 3_700, "europe-5": 3_400,
    "new_york-2": 30_000, "new_york-3": 22_000, "new_york-4": 20_000,
}  # fmt: skip
LEVELS = {
    level.name: level
    for level in (
        Level("porter", "destination_hungry", {}, "Dreams of far tickets, and never looks at the clock.", 1.2),
        Level("conductor", "one_step", {}, "Takes the next step for its tickets, and sees nothing else.", 1.0),
        Level("dispatcher", "planner", {}, "Plans a whole network, and builds it in time.", 0.8),
        Level(
            "director",
            "champion",
            {"seconds": 1.0},
            "Tries every idea out in its head before it moves.",
            0.5,
            DIRECTOR_ROLLOUTS,
        ),
    )
}
"""From the easiest to the hardest."""
ADVISER = LEVELS["director"]
"""The level that gives hints."""
