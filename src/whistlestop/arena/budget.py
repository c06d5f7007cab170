"""Budgets: seconds are converted to rollouts once, before a match, so that its games depend on no clock."""

from collections.abc import Iterable, Mapping
from typing import Any

from whistlestop.arena.bout import Bout, Fixture
from whistlestop.bots import NAMES, make_bot
from whistlestop.bots.levels import LEVELS
from whistlestop.bots.search import Search
from whistlestop.game.game import Game

OPPONENT = "planner"
"""The bot in the other seats of the game in which rollouts are counted."""


def calibrate(game: Game, specs: Iterable[str]) -> dict[str, int]:
    """The rollouts for each bot whose budget is in seconds, except bots from your own files."""
    return {spec: count(game, spec) for spec in dict.fromkeys(specs) if is_timed(spec)}


def is_timed(spec: str) -> bool:
    """Whether a bot's budget is in seconds."""
    text = expand_level(spec)
    search: Any = getattr(make_bot(text), "search", None)
    return text.split(":")[0] in NAMES and search is not None and not search.rollouts


def count(game: Game, spec: str) -> int:
    """How many rollouts per decision a bot can make in its seconds on this machine, averaged over one game.

    Rollouts are cheaper late in a game, so the average is over their cost. The cost is in processor time, because other
    processes may have taken some of the time on the clock.
    """
    for text in (with_rollouts(spec, {spec: 1}), expand_level(spec)):  # a quick game first, to compile everything
        bout = Bout(game, None, Fixture(0, 0, (text, *[OPPONENT] * (game.seats - 1))))
        bout.play()
    bot: Any = bout.bots[0]
    search: Search = bot.search
    return max(1, round(search.seconds * search.threads / search.cost.value))


def with_rollouts(spec: str, rollouts: Mapping[str, int]) -> str:
    """The bot as it plays: with rollouts instead of seconds, if it is listed in `rollouts`."""
    if spec not in rollouts:
        return spec
    name, *settings = expand_level(spec).split(":")
    others = [setting for setting in settings if not setting.startswith("seconds=")]
    return ":".join([name, f"rollouts={rollouts[spec]}", *others])


def expand_level(spec: str) -> str:
    """The bot and settings of a level that is the same bot everywhere; any other text is returned unchanged."""
    return (LEVELS[spec].bot if spec in LEVELS else "") or spec
