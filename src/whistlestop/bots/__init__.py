"""Bots: each chooses a move from a view, one bot a file.

    from whistlestop.bots import bots

    bots["courier"].choose(view, random.Random(7))

The room is itself the mapping, since `whistlestop.bots` names both.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from whistlestop.game.view import View

_HOMES = {"courier": "Courier", "random": "Random"}
"""The class of each bot; its file is named after the bot."""


class Bot(Protocol):
    """Chooses a move; it knows nothing but the view, and its chances are its own."""

    def choose(self, view: "View", rng: random.Random) -> int:
        """A number out of `view.legal`, which is not empty."""


class Room(ModuleType, Mapping[str, Bot]):
    """All bots by name, imported where they are first asked for."""

    def __getitem__(self, name: str) -> Bot:
        home = import_module(f"{__name__}.{name}") if name in _HOMES else None
        if home is None:
            raise KeyError(name)
        return cast(Bot, getattr(home, _HOMES[name])())

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)

    __eq__ = ModuleType.__eq__
    __hash__ = ModuleType.__hash__


sys.modules[__name__].__class__ = Room
bots: Mapping[str, Bot] = cast(Room, sys.modules[__name__])
