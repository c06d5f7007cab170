"""Levels: opponents for people, each with a character, a strength and a pace, from the easiest to the hardest.

A level loses the way people lose: it wants too much, hoards, forgets the time or does not look ahead. None makes random
mistakes. Most have the style of a simple bot, corrected by a part of what a network has learned: `levels.csv` says how
large that part is on each map, and what rating was measured then. `docs/bots.md` has the same for readers.

A map without a network has fewer levels: those that need none, and `explorer`, which is only there.
"""

import csv
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.bots import make_bot

if TYPE_CHECKING:
    from whistlestop.bots.search import Opinion
    from whistlestop.game.board import Board
    from whistlestop.game.game import Game
    from whistlestop.game.view import View

FILE = Path(__file__).with_suffix(".csv")
SHOWN = 5
"""How many moves an explanation has."""


@dataclass(frozen=True)
class Measured:
    """How strong a level is on a map with two seats, or with more."""

    learned: float
    """The share of what the network has learned."""
    rating: int
    low: int
    high: int
    """The limits of the rating's 95% interval."""
    games: int


@cache
def read_measured() -> dict[tuple[str, str, str], Measured]:
    """The rows of `levels.csv` by level, map and seats: `two` or `more`."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {
            (row["level"], row["map"], row["seats"]): Measured(
                float(row["learned"]), int(row["rating"]), int(row["low"]), int(row["high"]), int(row["games"])
            )
            for row in csv.DictReader(file)
        }


def knows(board: "Board") -> bool:
    """Whether there is a network for a map."""
    from whistlestop.bots.network import has_network

    return has_network(board.name, board.digest)


@dataclass(frozen=True)
class Level:
    """An opponent for people: a bot, its character, and the minimum seconds it spends on a move."""

    name: str
    character: str
    pace: float
    bot: str = ""
    """The bot and its settings as text; a level with a style has none."""
    style: str = ""
    """The bot whose style it has, corrected by a part of what a network has learned."""
    learned: float = 0.0
    """How large that part is where `levels.csv` has no row. If it is 0, the bot plays without the network."""
    needs_network: bool = False
    is_stopgap: bool = False
    """Whether it is offered only on maps that have no network."""
    rollouts: dict[str, int] = field(default_factory=dict)
    """If it searches: how many rollouts it makes for an early move on one core of a fast computer, by map and seats.

    Moves late in a game take more: the rest of the game is shorter."""

    def choose(self, view: "View", rng: random.Random) -> int:
        """The move of its bot."""
        return int(self.make_bot(view.game).choose(view, rng))

    def explain(self, view: "View", rng: random.Random) -> "list[Opinion]":
        """A few good moves with their values, as its bot sees them: the one it would play, then the others by value."""
        choice, *others = self.make_bot(view.game).explain(view, rng)[:SHOWN]
        return [choice, *sorted(others, key=lambda opinion: -opinion.value)]

    def make_bot(self, game: "Game") -> Any:
        """Make the bot of this level for a game."""
        return make_bot(self.bot_in(game))

    def bot_in(self, game: "Game") -> str:
        """The bot of this level in a game, as text."""
        if not self.style:
            return self.bot
        measured = self.measured(game.board, game.seats)
        learned = measured.learned if measured else self.learned
        if learned == 0 or not (self.needs_network or knows(game.board)):
            return self.style
        return f"express:style={self.style}:learned={learned:g}"

    def measured(self, board: "Board", seats: int) -> Measured | None:
        """How strong it is on a map with some seats; None if that was not measured."""
        row = (self.name, board.name, "two" if seats == 2 else "more")
        return read_measured().get(row) if knows(board) else None

    def is_offered(self, board: "Board") -> bool:
        """Whether people can choose it on a map."""
        return not self.is_stopgap if knows(board) else not self.needs_network

    def check(self, game: "Game") -> None:
        """Raise BadNetwork if it needs a network, and there is none for the map."""
        if self.needs_network:
            from whistlestop.bots.network import network_for

            network_for(game)


DIRECTOR_ROLLOUTS = {
    "nordic-2": 590, "nordic-3": 530,
    "europe-2": 540, "europe-3": 500, "europe-4": 420, "europe-5": 380,
    "new_york-2": 730, "new_york-3": 690, "new_york-4": 680,
}  # fmt: skip
LEVELS = {
    level.name: level
    for level in (
        Level("porter", "Dreams of far tickets, and never looks at the clock.", 1.2, style="destination_hungry"),
        Level("conductor", "Takes the next step for its tickets, and sees nothing else.", 1.0, style="one_step"),
        Level(
            "courier", "Takes one step at a time, but knows which ones matter.", 1.0, style="one_step", learned=0.3,
            needs_network=True,
        ),
        Level("dispatcher", "Plans a whole network, and builds it in time.", 0.8, bot="planner"),
        Level(
            "surveyor", "Plans like the dispatcher, with an eye on where you are going.", 0.8, style="planner",
            learned=0.3, needs_network=True,
        ),
        Level(
            "driver", "Saves up a big hand and builds it all at once, sometimes too late.", 0.8, style="veteran",
            learned=0.3, needs_network=True,
        ),
        Level(
            "stationmaster", "Sees at a glance what to do, and never looks twice.", 0.8, bot="express",
            needs_network=True,
        ),
        Level(
            "director", "Looks twice where it isn't sure, and guesses your tickets.", 0.5,
            bot="champion:seconds=0.5", needs_network=True, rollouts=DIRECTOR_ROLLOUTS,
        ),
        Level(
            "explorer", "Tries every idea out in its head before it moves.", 0.5, bot="treesearch:seconds=1",
            is_stopgap=True,
        ),
    )
}  # fmt: skip
"""From the easiest to the hardest."""


def levels_on(board: "Board") -> dict[str, Level]:
    """The levels that people can choose on a map, from the easiest to the hardest."""
    return {name: level for name, level in LEVELS.items() if level.is_offered(board)}


def adviser_on(board: "Board") -> Level:
    """The level that gives hints on a map: the strongest."""
    return LEVELS["director" if knows(board) else "explorer"]
