"""Budgets: seconds are turned into rollouts once, before a match, so that its games depend on no clock."""

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Any

from whistlestop.arena.bout import Bout, Fixture
from whistlestop.bots import bots, make_bot
from whistlestop.bots.levels import LEVELS
from whistlestop.bots.search import Search
from whistlestop.game.game import Game

OPPONENT = "planner"
"""Who sits in the other seats of the game in which rollouts are counted."""


def calibrate(game: Game, specs: Iterable[str]) -> dict[str, int]:
    """The rollouts of each bot whose budget is in seconds; bots of one's own keep their clocks."""
    return {spec: count(game, spec) for spec in dict.fromkeys(specs) if is_timed(spec)}


def is_timed(spec: str) -> bool:
    """Whether a bot searches for some seconds."""
    search: Any = getattr(make_bot(spelled(spec)), "search", None)
    return spelled(spec).split(":")[0] in bots and search is not None and not search.rollouts


def count(game: Game, spec: str) -> int:
    """How many rollouts a decision take a bot its seconds on this machine, in the mean over one game.

    Rollouts are cheaper late in a game, so their cost is what the mean is taken of. It is counted in processor time:
    the threads may have had less of it than the clock says, if others worked as well.
    """
    for one in (seated(spec, {spec: 1}), spelled(spec)):  # first a quick game, in which all is compiled
        bout = Bout(game, None, Fixture(0, 0, (one, *[OPPONENT] * (game.seats - 1))))
        bout.play()
    bot: Any = bout.bots[0]
    search: Search = bot.search
    return max(1, round(search.seconds * search.threads / fmean(search.costs)))


def seated(spec: str, rollouts: Mapping[str, int]) -> str:
    """A bot as it plays: with its rollouts, if it has any here, in the place of seconds."""
    if spec not in rollouts:
        return spec
    name, *settings = spelled(spec).split(":")
    others = [setting for setting in settings if not setting.startswith("seconds=")]
    return ":".join([name, f"rollouts={rollouts[spec]}", *others])


def spelled(spec: str) -> str:
    """A level as the bot that it is, anything else as it stands."""
    if spec not in LEVELS:
        return spec
    settings = LEVELS[spec].settings.items()
    return ":".join([LEVELS[spec].bot, *(f"{key}={value}" for key, value in settings)])
