"""Whistlestop: railway board games, exact to the rulebook, compiled and open to research.

import whistlestop as ws

game = ws.Game("europe", seats=3)
record = ws.Record(game, seed=7)
record.play(record.legal()[0])
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from whistlestop import arena as arena
    from whistlestop import bots as bots
    from whistlestop import env as env
    from whistlestop.bots import Bot
    from whistlestop.game.dealer import Dealer as Dealer
    from whistlestop.game.dealer import FairDealer as FairDealer
    from whistlestop.game.dealer import FastDealer as FastDealer
    from whistlestop.game.game import Game as Game
    from whistlestop.game.reader import verify as verify
    from whistlestop.game.reasons import BadMap as BadMap
    from whistlestop.game.reasons import BadRecord as BadRecord
    from whistlestop.game.reasons import BadSeed as BadSeed
    from whistlestop.game.reasons import IllegalMove as IllegalMove
    from whistlestop.game.reasons import Reason as Reason
    from whistlestop.game.record import Record as Record
    from whistlestop.game.state import CHANCE as CHANCE
    from whistlestop.game.view import SPECTATOR as SPECTATOR
    from whistlestop.game.view import View as View

_HOMES = {
    "BadMap": "game.reasons",
    "BadRecord": "game.reasons",
    "BadSeed": "game.reasons",
    "CHANCE": "game.state",
    "Dealer": "game.dealer",
    "FairDealer": "game.dealer",
    "FastDealer": "game.dealer",
    "Game": "game.game",
    "IllegalMove": "game.reasons",
    "Reason": "game.reasons",
    "Record": "game.record",
    "SPECTATOR": "game.view",
    "View": "game.view",
    "verify": "game.reader",
}
_PACKAGES = ("arena", "bots", "env")


def bot(text: str) -> "Bot":
    """Make a bot from text: `planner`, `champion:seconds=0.5`, a level, or `mine.py:Mine` for your own."""
    from whistlestop.bots import make_bot

    return make_bot(text)


def bot_names() -> tuple[str, ...]:
    """The names of all bots, roughly from the weakest to the strongest."""
    from whistlestop.bots import NAMES

    return NAMES


def __getattr__(name: str) -> Any:
    """Import a name where it is first used, so that starting up stays quick."""
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"whistlestop.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'whistlestop' has no attribute {name!r}")
    return getattr(import_module(f"whistlestop.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_PACKAGES])
