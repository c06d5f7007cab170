"""Bots: each chooses a move from a view, one bot a file.

    from whistlestop.bots import bots, make_bot

    bots["planner"].choose(view, random.Random(7))
    make_bot("champion:seconds=0.5")

The room is itself the mapping, since `whistlestop.bots` names both.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from whistlestop.game.view import View

_CLASSES = {
    "random": "Random",
    "racer": "Racer",
    "route_focused": "RouteFocused",
    "destination_hungry": "DestinationHungry",
    "long_route": "LongRoute",
    "one_step": "OneStep",
    "planner": "Planner",
    "veteran": "Veteran",
    "montecarlo": "Montecarlo",
    "champion": "Champion",
}
"""The class of each bot; its file is named after the bot."""


class Bot(Protocol):
    """Chooses a move; it knows nothing but the view, and its chances are its own."""

    def choose(self, view: "View", rng: random.Random) -> int:
        """A number out of `view.legal`, which is not empty."""


class Room(ModuleType, Mapping[str, Bot]):
    """All bots by name, imported where they are first asked for."""

    def __getitem__(self, name: str) -> Bot:
        return cast(Bot, bot_class(name)())

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)

    __eq__ = ModuleType.__eq__
    __hash__ = ModuleType.__hash__


def bot_class(name: str) -> Any:
    """The class of a bot."""
    if name not in _CLASSES:
        raise KeyError(name)
    return getattr(import_module(f"{__name__}.{name}"), _CLASSES[name])


def make_bot(text: str) -> Bot:
    """A bot as people write it: a level, `planner`, `champion:seconds=0.5`, or `mine.py:Mine` for your own."""
    from whistlestop.bots.parse import make_bot

    return make_bot(text)


sys.modules[__name__].__class__ = Room
bots: Mapping[str, Bot] = cast(Room, sys.modules[__name__])
