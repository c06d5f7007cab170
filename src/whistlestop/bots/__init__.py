"""Bots: each chooses a move from a view.

    from whistlestop.bots import make_bot

    make_bot("planner").choose(view, random.Random(7))
    make_bot("champion:seconds=0.5")

What lives where, in the order in which a decision passes through it:

- `parse`: makes a bot from text: a level, a name with settings, or a class in your own file.
- `levels`: the opponents for people, each a bot with a character and a pace; `levels.csv` has their strength.
- One file for each bot in `NAMES`: its function `make` takes the bot's settings and returns it.
- `policy_bot`, `search_bot`, `network_bot`: the kinds of bot that these files configure.
- `search`, `halving`, `tree`, `rollout`: the search, which moves stay in it, the tree below a move, games played to the
  end.
- `candidates`, `belief`: the moves worth searching, and guesses that fit what other seats have built.
- `policy`, `plan`: what each move is worth to a seat, and the tracks that would complete its tickets.
- `inputs`, `distances`, `network`: what a learned network sees, and how it is read and computed.
- `weights`, `board_facts`, `search_memory`: what the kernels read and write.

To add a bot, write its file and add its name to `NAMES`.
"""

import random
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from whistlestop.game.view import View

NAMES = (
    "random",
    "racer",
    "route_focused",
    "destination_hungry",
    "long_route",
    "one_step",
    "planner",
    "veteran",
    "montecarlo",
    "treesearch",
    "champion",
    "express",
)
"""Every bot, roughly from the weakest to the strongest. Each is a module of this package with a function `make`."""


class Bot(Protocol):
    """Chooses a move. It sees only the view, and uses only the random numbers it is given."""

    def choose(self, view: "View", rng: random.Random) -> int:
        """The number of a move in `view.legal`, which is not empty."""


def bot_names() -> tuple[str, ...]:
    """The names of all bots, roughly from the weakest to the strongest."""
    return NAMES


def maker(name: str) -> Any:
    """The function that makes a bot in `NAMES`; its parameters are the bot's settings."""
    return import_module(f"{__name__}.{name}").make


def make_bot(text: str) -> Bot:
    """Make a bot from text: `planner`, `champion:seconds=0.5`, a level, or `mine.py:Mine` for your own.

    Raises `BadBot`, which lists the available bots, if there is none of that name.
    """
    from whistlestop.bots import parse  # imports Numba, which `whistlestop --help` must not wait for

    return parse.make_bot(text)


bot = make_bot
"""`make_bot` under its public name, `whistlestop.bot`."""
